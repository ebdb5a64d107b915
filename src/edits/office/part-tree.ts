/** A part with what it alone leads to: taken out, or copied, as one. */
import { removePart } from '../../ooxml/change-package.ts';
import { partNamed, partNames, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';

/** Removes the part, and the parts that only it led to. */
export function removeWithParts(opened: OfficePackage, part: string): void {
  const below = relationshipsOf(opened, part).flatMap(({ external, target }) => (external ? [] : (partNamed(opened, target) ?? [])));
  removePart(opened, part);
  const left = new Set(
    partNames(opened)
      .filter((name) => !name.endsWith('.rels'))
      .flatMap((name) => relationshipsOf(opened, name).map(({ target }) => target.toLowerCase())),
  );
  for (const name of below) if (partNamed(opened, name) !== undefined && !left.has(name.toLowerCase())) removeWithParts(opened, name);
}
