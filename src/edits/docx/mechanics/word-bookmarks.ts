/** Bookmarks: named places of a file that links and fields lead to (ISO/IEC 29500-1 §17.13.6). */
import { W } from '../../../ooxml/names.ts';
import { appendContent, insertAfter, prependContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

export interface WordBookmark {
  name: string;
  id: string;
  part: XmlPart;
  start: XmlElement;
}

/** Parts with text, each once. */
const partsOf = (file: WordFile): XmlPart[] => [...new Set(file.stories.map(({ part }) => part))];

/** All bookmarks in the order of the file; that of the place where it was left off is none. */
export const bookmarksOf = (file: WordFile): WordBookmark[] =>
  partsOf(file).flatMap((part) =>
    part.source.includes('bookmarkStart')
      ? [...walkElements(part.root)].flatMap((start): WordBookmark[] => {
          const name = start.uri === W && start.local === 'bookmarkStart' ? valueOf(start, 'name') : undefined;
          return name === undefined || name === '_GoBack' ? [] : [{ name, id: valueOf(start, 'id') ?? '', part, start }];
        })
      : [],
  );

/** Names are the same in either case, as in Word. */
export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The tags of a new bookmark. */
export function bookmarkTags(file: WordFile, name: string): { start: string; end: string } {
  const { w } = file;
  const id = file.nextId();
  return { start: `<${w}bookmarkStart ${w}id="${id}" ${w}name="${escapeAttribute(name)}"/>`, end: `<${w}bookmarkEnd ${w}id="${id}"/>` };
}

/** Around all that a paragraph holds. */
export function markParagraph(file: WordFile, { part, element }: WordParagraph, name: string): XmlEdit[] {
  const { start, end } = bookmarkTags(file, name);
  const properties = childOf(element, 'pPr');
  if (properties !== undefined) return [insertAfter(properties, start), appendContent(part, element, end)];
  return element.contentStart === element.end
    ? [appendContent(part, element, start + end)]
    : [prependContent(part, element, start), appendContent(part, element, end)];
}

/** Links and fields that lead to a bookmark: the text of the field, or of the link. */
export function usersOf(file: WordFile, name: string): string[] {
  return partsOf(file).flatMap((part) =>
    [...walkElements(part.root)].flatMap((element): string[] => {
      if (element.uri !== W) return [];
      const anchor = element.local === 'hyperlink' ? valueOf(element, 'anchor') : undefined;
      if (anchor !== undefined && sameName(anchor, name)) return [`the link "${textOf(element).slice(0, 80)}"`];
      const instruction =
        element.local === 'instrText' ? textOf(element) : element.local === 'fldSimple' ? (valueOf(element, 'instr') ?? '') : '';
      return instruction.split(/[\s"]+/).some((word) => sameName(word, name)) ? [`the field ${instruction.trim().slice(0, 80)}`] : [];
    }),
  );
}

/** Hidden bookmarks that a request has made already, by address: a second link to the same place leads to the same. */
const made = new WeakMap<WordFile, Map<string, { name: string; parts: PartEdits[] }>>();

const NUMBERS = 1_000_000_000;

/** The number follows from the place, so that it is the same however often the operation is planned. */
function freeName(bookmarks: readonly WordBookmark[], { element }: WordParagraph): string {
  const nameOf = (number: number): string => `_Ref${String(number % NUMBERS).padStart(9, '0')}`;
  let number = element.start;
  while (bookmarks.some(({ name }) => sameName(name, nameOf(number)))) number++;
  return nameOf(number);
}

const hidden = /^_(?:Ref|Toc)\d+$/;

/** A bookmark to lead to: one of the file by its name, or that of a paragraph, which gets a hidden one where it has none. */
export function needAnchor(file: WordFile, to: string): { name: string; parts: PartEdits[] } | Rejected {
  const bookmarks = bookmarksOf(file);
  const named = bookmarks.find(({ name }) => sameName(name, to));
  if (named !== undefined) return { name: named.name, parts: [] };
  const target = file.targets.get(to);
  if (target === undefined)
    return reject(
      'target_not_found',
      `There is no bookmark "${to.slice(0, 100)}" and no block of that address.`,
      bookmarks.map(({ name }) => name).filter((name) => !name.startsWith('_')),
    );
  if (target.kind !== 'paragraph')
    return reject('unsupported', `${to} is no paragraph: links lead to bookmarks, headings and other paragraphs.`);
  const own = bookmarks.find(
    ({ name, part, start }) =>
      hidden.test(name) && part === target.part && start.start > target.element.start && start.end <= target.element.end,
  );
  if (own !== undefined) return { name: own.name, parts: [] };
  const known = made.get(file) ?? new Map<string, { name: string; parts: PartEdits[] }>();
  made.set(file, known);
  const given = known.get(to);
  if (given !== undefined) return given;
  if (file.textOf(target).text === '') return reject('unsupported', `${to} is empty: a link leads to text.`, [to]);
  const name = freeName(bookmarks, target);
  const anchor = { name, parts: [{ part: target.part.name, edits: markParagraph(file, target, name) }] };
  known.set(to, anchor);
  return anchor;
}
