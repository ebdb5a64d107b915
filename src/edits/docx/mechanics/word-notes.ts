/** Footnotes and endnotes: a reference in the text, and a note in a part of its own (ISO/IEC 29500-1 §17.11). */
import { OFFICE_RELATIONSHIP, W } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, newPartName } from '../../../ooxml/change-package.ts';
import { appendContent, removeNode } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage, XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sidePartOf, type WordFile } from '../../../ooxml/word-file.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { prefixOf, spelled } from './word-names.ts';

export type NoteKind = 'footnote' | 'endnote';

const typeOf = (kind: NoteKind): string => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml`;

/** The part of the notes, where there is one. */
export const notesPart = (opened: OfficePackage, kind: NoteKind): XmlPart | undefined => sidePartOf(opened, `${kind}s`);

const notesOf = (part: XmlPart | undefined, kind: NoteKind): XmlElement[] => (part === undefined ? [] : elementsOf(part.root, kind, W));

/** An id that no note has, of the room that revisions share: so it is seen to be new. */
export function newNoteId(file: WordFile, kind: NoteKind): number {
  const known = new Set(notesOf(notesPart(file.opened, kind), kind).map((note) => valueOf(note, 'id')));
  let id = file.nextId();
  while (known.has(String(id)) || id < 2) id = file.nextId();
  return id;
}

/** Lines that divide notes from the text; every part of notes has them. */
const separators = (kind: NoteKind): string =>
  [
    ['separator', '-1'],
    ['continuationSeparator', '0'],
  ]
    .map(
      ([type = '', id = '']) =>
        `<w:${kind} w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${type}/></w:r></w:p></w:${kind}>`,
    )
    .join('');

/** Puts a note into its part, which is made where there is none. @param write by the prefix of the part */
export function writeNote(opened: OfficePackage, main: XmlPart, kind: NoteKind, write: (w: string) => string): void {
  if (notesPart(opened, kind) === undefined) {
    const name = newPartName(opened, `word/${kind}s`, '.xml');
    addPart(
      opened,
      { name, contentType: typeOf(kind) },
      `${XML_DECLARATION}<w:${kind}s xmlns:w="${spelled(main, W)}">${separators(kind)}</w:${kind}s>`,
    );
    addRelationship(opened, opened.mainPart, { type: spelled(main, `${OFFICE_RELATIONSHIP}${kind}s`), target: name });
  }
  const part = notesPart(opened, kind);
  if (part !== undefined) editXmlPart(opened, part, [appendContent(part, part.root, write(prefixOf(part)))]);
}

/** References to a note in the text. */
export const referencesTo = ({ root }: XmlPart, kind: NoteKind, id: string): XmlElement[] =>
  [...walkElements(root)].filter((element) => element.uri === W && element.local === `${kind}Reference` && valueOf(element, 'id') === id);

/** The note of this id. */
export const noteOf = (part: XmlPart, kind: NoteKind, id: string): XmlElement | undefined =>
  notesOf(part, kind).find((note) => valueOf(note, 'id') === id && valueOf(note, 'type') === undefined);

function removeNotes(opened: OfficePackage, kind: NoteKind, ids: ReadonlySet<string>): void {
  const part = notesPart(opened, kind);
  if (part === undefined) return;
  const gone = notesOf(part, kind).filter((note) => ids.has(valueOf(note, 'id') ?? '') && valueOf(note, 'type') === undefined);
  editXmlPart(opened, part, gone.map(removeNode));
}

const REFERENCES: Readonly<Record<NoteKind, RegExp>> = {
  footnote: /<(?:[\w.-]+:)?footnoteReference\b[^>]*?[\s:]id\s*=\s*["'](-?\d+)/g,
  endnote: /<(?:[\w.-]+:)?endnoteReference\b[^>]*?[\s:]id\s*=\s*["'](-?\d+)/g,
};

/**
 * Takes notes away whose number the text had and has not any more: what is deleted is not in the file then, and LibreOffice, which goes by
 * the order of notes, does not show it under the number of another one.
 * @param before source of the text as it was
 */
export function removeLostNotes(opened: OfficePackage, before: string, now: string): void {
  if (before === now) return;
  for (const kind of ['footnote', 'endnote'] as const) {
    const idsIn = (source: string): string[] => [...source.matchAll(REFERENCES[kind])].map(([, id = '']) => id);
    const had = idsIn(before);
    if (had.length === 0) continue;
    const left = new Set(idsIn(now));
    const lost = new Set(had.filter((id) => !left.has(id)));
    if (lost.size > 0) removeNotes(opened, kind, lost);
  }
}
