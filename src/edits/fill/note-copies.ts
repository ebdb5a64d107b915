/** Footnotes and endnotes whose marks are repeated: each copy of a mark has a note of its own, filled in its scope (ISO/IEC 29500-1 §17.11). */
import { W } from '../../ooxml/names.ts';
import { setAttribute } from '../../ooxml/edit-xml.ts';
import type { OfficePackage, XmlPart } from '../../ooxml/office-package.ts';
import { valueOf } from '../../ooxml/word-text.ts';
import { sidePartOf } from '../../ooxml/word-file.ts';
import { elementsOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Place } from './program.ts';
import type { Scope } from './scope.ts';

const KINDS = { footnoteReference: 'footnote', endnoteReference: 'endnote' } as const;
type NoteKind = (typeof KINDS)[keyof typeof KINDS];

interface NoteCopy {
  id: string;
  scope: Scope;
}

export interface NoteCopies {
  /** Marks inside what is repeated. */
  references(part: XmlPart, spans: readonly { start: number; end: number }[]): Place[];
  /** The notes of repeated marks, where the part holds notes; it is filled after the text. */
  texts(part: XmlPart): Place[];
}

/** @param template in which the highest number of a note is found */
export function copyNotes(template: OfficePackage): NoteCopies {
  const made = new Map<string, NoteCopy[]>();
  const last = new Map<NoteKind, number>();
  const nextId = (kind: NoteKind): string => {
    const part = last.has(kind) ? undefined : sidePartOf(template, `${kind}s`);
    const ids = part === undefined ? [] : elementsOf(part.root, kind, W).map((one) => Number(valueOf(one, 'id') ?? 0));
    const next = (last.get(kind) ?? ids.reduce((most, one) => Math.max(most, one), 0)) + 1;
    last.set(kind, next);
    return String(next);
  };
  const place = (part: XmlPart, element: XmlElement, kind: NoteKind, id: string): Place[] => {
    const name = element.attributes.find(({ local, uri }) => local === 'id' && uri === W)?.name;
    const edit = name === undefined ? undefined : setAttribute(part, element, name, id);
    if (edit === undefined) return [];
    const key = `${kind} ${id}`;
    made.set(key, made.get(key) ?? []);
    const render = (scope: Scope): string => {
      const own = (made.get(key) ?? []).length === 0 ? id : nextId(kind);
      made.get(key)?.push({ id: own, scope });
      return own;
    };
    return [{ start: edit.start, end: edit.end, render }];
  };
  return {
    references: (part, spans) =>
      spans.length === 0
        ? []
        : [...walkElements(part.root)].flatMap((element): Place[] => {
            const kind =
              element.uri === W && (element.local === 'footnoteReference' || element.local === 'endnoteReference')
                ? KINDS[element.local]
                : undefined;
            const id = valueOf(element, 'id');
            const isInside = spans.some(({ start, end }) => element.start >= start && element.end <= end);
            return kind === undefined || id === undefined || !isInside ? [] : place(part, element, kind, id);
          }),
    texts(part) {
      const kind = part.root.local === 'footnotes' ? 'footnote' : part.root.local === 'endnotes' ? 'endnote' : undefined;
      return kind === undefined
        ? []
        : elementsOf(part.root, kind, W).flatMap((note): Place[] => {
            const copies = made.get(`${kind} ${valueOf(note, 'id') ?? ''}`);
            if (copies === undefined) return [];
            const { start, end } = note;
            const head = /(\s(?:[\w.-]+:)?id\s*=\s*["'])[^"']*/;
            return [
              {
                start,
                end,
                render: (_, write) => copies.map(({ id, scope }) => write(start, end, scope).replace(head, `$1${id}`)).join(''),
              },
            ];
          });
    },
  };
}
