/**
 * LibreOffice does not go by the ids that references to notes name (ISO/IEC 29500-1 §17.11.14, §17.11.7): the first reference of the text shows
 * the note with the smallest id, the second that with the next (seen with 25.2). Word numbers notes by the order of their references whenever it
 * saves, so that both ways come to the same in its files, but not where a note has come before others, or text with notes has moved.
 */
import { replacePart } from '../ooxml/change-package.ts';
import { encodeXml } from '../ooxml/decode-xml.ts';
import { applyXmlEdits, appendContent, setAttribute, type XmlEdit } from '../ooxml/edit-xml.ts';
import { readPartText, readXmlPart, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import { sideNameOf } from '../ooxml/word-file.ts';
import { attributeOf, elementsOf, type XmlElement } from '../ooxml/xml-tree.ts';

/** A note that is referred to again and again is written once for each, up to so many characters in all; a file of more stays as it is. */
const COPIED_CHARS_MAX = 1_000_000;

type NoteKind = 'footnote' | 'endnote';

const referencesOf = (kind: NoteKind): RegExp => new RegExp(`(<(?:[\\w.-]+:)?${kind}Reference\\b[^<>]*?\\bid=["'])(-?\\d+)(?=["'])`, 'g');

const idOf = (note: XmlElement): number => Number(attributeOf(note, 'id', note.uri));

/** Whether it is a note of the text: separators have a type. */
const isOwn = (note: XmlElement): boolean => (attributeOf(note, 'type', note.uri) ?? 'normal') === 'normal';

const ownNotes = (part: XmlPart, kind: NoteKind): XmlElement[] => elementsOf(part.root, kind).filter(isOwn);

const isAscending = (ids: readonly number[]): boolean => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));

/** The notes with these new ids, in the order of their references: one that is referred to twice comes twice, one that is not goes. Null where that is too much. */
function renumber(part: XmlPart, kind: NoteKind, references: readonly number[], first: number): string | null {
  const places = Map.groupBy(references.keys(), (at) => references[at] ?? 0);
  const edits: XmlEdit[] = [];
  let copied = 0;
  for (const note of ownNotes(part, kind)) {
    const [own, ...more] = places.get(idOf(note)) ?? [];
    places.delete(idOf(note));
    const name = note.attributes.find(({ local }) => local === 'id')?.name ?? 'w:id';
    if (own === undefined) edits.push({ start: note.start, end: note.end, xml: '' });
    else edits.push(setAttribute(part, note, name, String(first + own)));
    const source = part.source.slice(note.start, note.end);
    copied += source.length * more.length;
    if (copied > COPIED_CHARS_MAX) return null;
    for (const at of more) edits.push(appendContent(part, part.root, source.replace(/(?<=^<[^<>]*?\bid=["'])-?\d+/, String(first + at))));
  }
  const prefix = part.root.name.slice(0, part.root.name.indexOf(':') + 1);
  for (const at of [...places.values()].flat())
    edits.push(appendContent(part, part.root, `<${prefix}${kind} ${prefix}id="${first + at}"><${prefix}p/></${prefix}${kind}>`));
  return applyXmlEdits(part.source, edits);
}

function orderKind(opened: OfficePackage, kind: NoteKind): boolean {
  const main = readPartText(opened, opened.mainPart);
  const pattern = referencesOf(kind);
  const references = [...main.text.matchAll(pattern)].map(([, , id]) => Number(id));
  const name = references.length === 0 ? undefined : sideNameOf(opened, `${kind}s`);
  if (name === undefined) return false;
  const part = readXmlPart(opened, name);
  const ids = ownNotes(part, kind).map(idOf);
  const known = new Set(references);
  if (isAscending(references) && ids.length === references.length && ids.every((id) => known.has(id))) return false;
  const first = 1 + elementsOf(part.root, kind).reduce((most, note) => (isOwn(note) ? most : Math.max(most, idOf(note))), 1);
  const notes = renumber(part, kind, references, first);
  if (notes === null) return false;
  let at = 0;
  const text = main.text.replaceAll(pattern, (_, start: string) => `${start}${first + at++}`);
  replacePart(opened, name, encodeXml({ text: notes, encoding: readPartText(opened, name).encoding }));
  replacePart(opened, opened.mainPart, encodeXml({ text, encoding: main.encoding }));
  return true;
}

/**
 * Gives the notes of a Word file new ids in the order of their references, where they have others. Only for a copy that is drawn.
 * @returns whether anything was changed
 */
export function orderNotes(opened: OfficePackage): boolean {
  if (opened.kind !== 'docx') return false;
  const kinds = (['footnote', 'endnote'] as const).map((kind) => orderKind(opened, kind));
  return kinds.includes(true);
}
