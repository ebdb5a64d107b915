/**
 * Fields of which a tracked change takes one end alone: their other pieces go with them, as they do in Word, which knows a field by both
 * (ISO/IEC 29500-1 §17.16.18).
 */
import { W } from '../../../ooxml/names.ts';
import { removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { walkElements, type XmlElement, type XmlTree } from '../../../ooxml/xml-tree.ts';

interface Field {
  /** Its beginning, its separator and its end. */
  marks: XmlElement[];
  isWhole: boolean;
}

/** The complex fields of a part, those within others too. */
function fieldsOf(root: XmlElement): Field[] {
  const fields: Field[] = [];
  const open: Field[] = [];
  for (const mark of walkElements(root)) {
    if (mark.uri !== W || mark.local !== 'fldChar') continue;
    const kind = valueOf(mark, 'fldCharType');
    if (kind === 'begin') {
      const field: Field = { marks: [], isWhole: false };
      fields.push(field);
      open.push(field);
    }
    const field = open.at(-1);
    field?.marks.push(mark);
    if (kind !== 'end') continue;
    if (field !== undefined) field.isWhole = true;
    open.pop();
  }
  return fields.filter(({ isWhole }) => isWhole);
}

/** The change of the same kind and author that something stands in. */
function changeAround(inner: XmlElement, like: XmlElement): XmlElement | undefined {
  for (let one = inner.parent; one !== undefined; one = one.parent)
    if (one.uri === like.uri && one.local === like.local && valueOf(one, 'author') === valueOf(like, 'author')) return one;
  return undefined;
}

const isWithin = (inner: XmlElement, outer: XmlElement): boolean => inner.start >= outer.start && inner.end <= outer.end;
const isEnd = (mark: XmlElement): boolean => valueOf(mark, 'fldCharType') !== 'separate';

/**
 * The changes that have to be settled with this one, so that no half of a field is left; itself alone where it holds none.
 * @returns null where the other half is in no such change
 */
export function changesOfField(root: XmlElement, change: XmlElement): XmlElement[] | null {
  if (!/^(?:ins|del)$/.test(change.local)) return [change];
  const found = new Set([change]);
  for (const { marks } of fieldsOf(root)) {
    const ends = marks.filter(isEnd);
    if (!ends.some((mark) => isWithin(mark, change))) continue;
    for (const mark of ends) {
      const around = isWithin(mark, change) ? change : changeAround(mark, change);
      if (around === undefined) return null;
      found.add(around);
    }
  }
  return [...found].toSorted((a, b) => a.start - b.start);
}

/** Separators and instructions that are in no field: Word leaves them without a change of their own, and they go with its ends. */
function strayPieces(root: XmlElement): XmlElement[] {
  const stray: XmlElement[] = [];
  let depth = 0;
  for (const one of walkElements(root)) {
    if (one.uri !== W) continue;
    const kind = one.local === 'fldChar' ? valueOf(one, 'fldCharType') : undefined;
    if (kind === 'begin') depth++;
    else if (kind === 'end') depth = Math.max(0, depth - 1);
    else if (depth === 0 && (kind === 'separate' || one.local === 'instrText')) stray.push(one);
  }
  return stray;
}

/** Spans that take such pieces out; none where the part had some before. */
export const withoutStrayPieces = (before: number, { root }: XmlTree): XmlEdit[] => (before > 0 ? [] : strayPieces(root).map(removeNode));
export const countStrayPieces = ({ root }: XmlTree): number => strayPieces(root).length;
