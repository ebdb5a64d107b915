/** A part with what it alone leads to: taken out, or copied, as one. */
import { addPart, freePartName, removePart, retargetRelationship } from '../../ooxml/change-package.ts';
import { contentTypeOf, partNamed, partNames, readPart, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { relationshipsPartOf } from '../../ooxml/package-parts.ts';

const RELATIONSHIPS_TYPE = 'application/vnd.openxmlformats-package.relationships+xml';

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

/**
 * A copy of the part beside it, with copies of what it leads to.
 * @param isShared by the type of a relationship: what both lead to, such as layouts and pictures
 * @returns the name of the copy
 */
export function copyWithParts(
  opened: OfficePackage,
  part: string,
  isShared: (type: string) => boolean,
  copies: Map<string, string> = new Map(),
): string {
  const known = copies.get(part);
  if (known !== undefined) return known;
  const [, stem = part, ending = ''] = /^(.*?)[0-9]*(\.[^./]+)$/.exec(part) ?? [];
  const name = freePartName(opened, stem, ending);
  copies.set(part, name);
  addPart(opened, { name, contentType: contentTypeOf(opened, part) ?? 'application/xml' }, readPart(opened, part));
  const relationships = partNamed(opened, relationshipsPartOf(part));
  if (relationships === undefined) return name;
  addPart(opened, { name: relationshipsPartOf(name), contentType: RELATIONSHIPS_TYPE }, readPart(opened, relationships));
  for (const { id, type, target, external } of relationshipsOf(opened, part)) {
    const below = external || isShared(type) ? undefined : partNamed(opened, target);
    if (below !== undefined) retargetRelationship(opened, name, id, copyWithParts(opened, below, isShared, copies));
  }
  return name;
}
