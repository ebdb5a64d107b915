/** Parts that nobody refers to any more: what an edit has taken away shall not stay in the file unseen. */
import { R } from '../../ooxml/names.ts';
import { removePart, removeRelationship } from '../../ooxml/change-package.ts';
import { partNamed, partNames, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Parts that stand for themselves, whoever refers to them. */
const STAYS = /\/(?:slideLayout|slideMaster|notesMaster|handoutMaster|theme|slide|hyperlink|commentAuthors)$/;

/** Removes a part, and what nobody refers to any more with it. */
export function removeWithOrphans(opened: OfficePackage, name: string): void {
  const targets = relationshipsOf(opened, name)
    .filter(({ type, external }) => !external && !STAYS.test(type))
    .flatMap(({ target }) => partNamed(opened, target) ?? []);
  removePart(opened, name);
  removeUnheld(opened, targets);
}

function removeUnheld(opened: OfficePackage, targets: readonly string[]): void {
  if (targets.length === 0) return;
  const held = new Set(
    ['', ...partNames(opened).filter((one) => !one.endsWith('.rels'))].flatMap((one) =>
      relationshipsOf(opened, one).flatMap(({ target, external }) => (external ? [] : [target.toLowerCase()])),
    ),
  );
  for (const target of new Set(targets)) if (!held.has(target.toLowerCase())) removeWithOrphans(opened, target);
}

/** Takes relationships of a part away, and what they led to where nobody else refers to it. */
export function removeRelated(opened: OfficePackage, part: string, ids: Iterable<string>): void {
  const gone = new Set(ids);
  const targets = relationshipsOf(opened, part)
    .filter(({ id, type, external }) => gone.has(id) && !external && !STAYS.test(type))
    .flatMap(({ target }) => partNamed(opened, target) ?? []);
  for (const id of gone) removeRelationship(opened, part, id);
  removeUnheld(opened, targets);
}

/** Ids of the relationships that an element names, and nothing else of its part. */
export function relationsOnlyIn({ root }: XmlPart, element: XmlElement): Set<string> {
  const [inside, outside] = [new Set<string>(), new Set<string>()];
  for (const one of walkElements(root)) {
    const ids = one.start >= element.start && one.end <= element.end ? inside : outside;
    for (const { uri, value } of one.attributes) if (uri === R) ids.add(value);
  }
  return new Set([...inside].filter((id) => !outside.has(id)));
}
