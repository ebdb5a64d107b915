/**
 * What an edit of a presentation has torn: relationships that lead nowhere, numbers of things that are given twice, lines tied to and
 * animations of what is not there, slides that are in the list and not in the file. Faults that the file had before are not counted.
 */
import { P, R } from '../ooxml/names.ts';
import { contentTypeOf, partNamed, partNames, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';

const DRAWN = /presentationml\.(?:slide|slideLayout|slideMaster|notesSlide|presentation|template|slideshow)(?:\.main)?\+xml$/;

const isWithin = (element: XmlElement, local: string): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent) if (at.local === local) return true;
  return false;
};

/** A line for each fault of a part, which may be there several times. */
function tornIn(opened: OfficePackage, part: string): string[] {
  const all = [...walkElements(readXmlPart(opened, part).root)];
  const relations = new Map(relationshipsOf(opened, part).map((one) => [one.id, one]));
  const ids = new Map<string, number>();
  // the two ways of drawing one thing share its number
  for (const element of all)
    if (element.local === 'cNvPr' && element.uri === P && !isWithin(element, 'Fallback')) {
      const id = attributeOf(element, 'id') ?? '';
      ids.set(id, (ids.get(id) ?? 0) + 1);
    }
  const torn = [...ids].filter(([, count]) => count > 1).map(([id]) => `two things of the number ${id}`);
  for (const element of all) {
    for (const { uri, value } of element.attributes) {
      const relation = uri === R && value !== '' ? relations.get(value) : undefined;
      if (uri === R && value !== '' && relation === undefined) torn.push(`relationship ${value} that leads nowhere`);
      else if (relation !== undefined && !relation.external && partNamed(opened, relation.target) === undefined)
        torn.push(`relationship ${value} to a part that is not there`);
    }
    const tied = element.local === 'stCxn' || element.local === 'endCxn' ? attributeOf(element, 'id') : undefined;
    if (tied !== undefined && !ids.has(tied)) torn.push(`a line tied to ${tied}, which is not there`);
    const played = attributeOf(element, 'spid');
    if (played !== undefined && element.uri === P && isWithin(element, 'timing') && !ids.has(played))
      torn.push(`an animation of ${played}, which is not there`);
  }
  return torn;
}

/** Faults of the changed parts that were not there before, with the name of the part. A copy may have those of what it was copied from. */
export function newlyTornSlides(before: OfficePackage, after: OfficePackage, changed: readonly string[]): string[] {
  let anywhere: Set<string> | undefined;
  const hadAnywhere = (fault: string): boolean => {
    const old = partNames(before).filter((name) => !name.startsWith('[') && DRAWN.test(contentTypeOf(before, name) ?? ''));
    return (anywhere ??= new Set(old.flatMap((name) => tornIn(before, name)))).has(fault);
  };
  return changed.flatMap((part) => {
    if (partNamed(after, part) === undefined || !DRAWN.test(contentTypeOf(after, part) ?? '')) return [];
    const isNew = partNamed(before, part) === undefined;
    const left = new Map<string, number>();
    for (const fault of isNew ? [] : tornIn(before, part)) left.set(fault, (left.get(fault) ?? 0) + 1);
    return tornIn(after, part).flatMap((fault) => {
      const count = left.get(fault) ?? 0;
      left.set(fault, count - 1);
      return count > 0 || (isNew && hadAnywhere(fault)) ? [] : [`${part} has ${fault}`];
    });
  });
}
