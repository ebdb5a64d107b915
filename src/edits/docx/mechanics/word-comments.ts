/**
 * Comments and their threads: `word/comments.xml` (ISO/IEC 29500-1 §17.13.4), and beside it what Word has kept since 2013
 * of who answers whom and what is settled ([MS-DOCX] §2.5.1 commentsExtended).
 */
import { append } from '../../../base/append.ts';
import { COMMENTS_EXTENDED, MC, OFFICE_RELATIONSHIP, W, W14, W15 } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { removeNode, appendContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { runContent } from './change-text.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { laterNamespace, partOfType, prefixOf, spelled } from './word-names.ts';
import { valueOf } from '../../../ooxml/word-text.ts';

export interface WordComment {
  /** comment1, in the order of the part. */
  address: string;
  id: string;
  author: string;
  text: string;
  element: XmlElement;
  /** Of the comment that it answers. */
  parent: string | undefined;
  resolved: boolean;
}

export interface WordComments {
  part: XmlPart | undefined;
  comments: WordComment[];
}

const COMMENTS = `${OFFICE_RELATIONSHIP}comments`;
const COMMENTS_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml';
const EXTENDED_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml';
/** Ids of paragraphs are below 80000000; those from here on are rare in files. */
const PARAGRAPH_ID_FIRST = 0x6f000000;
const PARAGRAPH_IDS = 0x10ffffff;

const lastParagraph = (comment: XmlElement): XmlElement | undefined => elementsOf(comment, 'p', W).at(-1);
const paragraphId = (comment: XmlElement): string | undefined => {
  const last = lastParagraph(comment);
  return last && attributeOf(last, 'paraId', W14)?.toUpperCase();
};

export function readComments(opened: OfficePackage): WordComments {
  const part = partOfType(opened, COMMENTS);
  if (part === undefined) return { part, comments: [] };
  const extended = partOfType(opened, COMMENTS_EXTENDED);
  const rows = new Map(
    (extended === undefined ? [] : elementsOf(extended.root, 'commentEx', W15)).map((row) => [
      attributeOf(row, 'paraId', W15)?.toUpperCase() ?? '',
      row,
    ]),
  );
  const elements = elementsOf(part.root, 'comment', W);
  const byParagraph = new Map(elements.map((element) => [paragraphId(element), valueOf(element, 'id')]));
  const comments = elements.map((element, index): WordComment => {
    const row = rows.get(paragraphId(element) ?? '');
    const above = row && attributeOf(row, 'paraIdParent', W15)?.toUpperCase();
    return {
      address: `comment${index + 1}`,
      id: valueOf(element, 'id') ?? '',
      author: valueOf(element, 'author') ?? '',
      text: elementsOf(element, 'p', W).map(textOf).join('\n'),
      element,
      parent: above === undefined ? undefined : byParagraph.get(above),
      resolved: row !== undefined && /^(1|true)$/.test(attributeOf(row, 'done', W15) ?? ''),
    };
  });
  return { part, comments };
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** @param expect the text that the comment must still hold */
export function findComment(
  { opened }: WordFile,
  { target, expect }: { target: string; expect?: string | undefined },
): WordComment | Rejected {
  const { comments } = readComments(opened);
  const found = comments.find(({ address }) => address === target);
  if (found === undefined)
    return reject(
      'target_not_found',
      `There is no ${target} in this file; it has ${comments.length} comments.`,
      comments.map(({ address }) => address),
    );
  if (expect !== undefined && squeeze(expect) !== squeeze(found.text))
    return reject('expect_mismatch', `${target} says "${found.text.slice(0, 300)}".`, [target]);
  return found;
}

export interface NewComment {
  id: number;
  text: string;
  /** Id of the comment that it answers. */ answers?: string;
  by: EditContext;
}

function commentXml(w: string, w14: string | null, { id, text, by: { author, date } }: NewComment): string {
  const initials = author
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 4);
  const lines = text.split('\n');
  const paragraphs = lines.map(
    (line, index) =>
      `<${w}p${index === lines.length - 1 && w14 !== null ? ` ${w14}:paraId="${newParagraphId(id)}"` : ''}><${w}r>${runContent(w, line)}</${w}r></${w}p>`,
  );
  return `<${w}comment ${w}id="${id}" ${w}author="${escapeAttribute(author)}" ${w}date="${date}" ${w}initials="${escapeAttribute(initials)}">${paragraphs.join('')}</${w}comment>`;
}

const newParagraphId = (id: number | string): string =>
  (PARAGRAPH_ID_FIRST + (Number(id) % PARAGRAPH_IDS)).toString(16).toUpperCase().padStart(8, '0');

function addCommentsPart(opened: OfficePackage, main: XmlPart): XmlPart {
  const name = freePartName(opened, 'word/comments', '.xml');
  addPart(
    opened,
    { name, contentType: COMMENTS_TYPE },
    `${XML_DECLARATION}<w:comments xmlns:w="${spelled(main, W)}" xmlns:mc="${MC}" xmlns:w14="${W14}" mc:Ignorable="w14"></w:comments>`,
  );
  addRelationship(opened, opened.mainPart, { type: spelled(main, COMMENTS), target: name });
  return readXmlPart(opened, name);
}

/** Writes the comment; an answer gets its place in the thread. */
export function writeComment(opened: OfficePackage, comment: NewComment): void {
  const part = readComments(opened).part ?? addCommentsPart(opened, readXmlPart(opened, opened.mainPart));
  const later = comment.answers === undefined ? { prefix: null, edits: [] } : laterNamespace(part, W14, 'w14');
  editXmlPart(opened, part, [...later.edits, appendContent(part, part.root, commentXml(prefixOf(part), later.prefix, comment))]);
  if (comment.answers === undefined) return;
  const parent = identify(opened, comment.answers);
  if (parent !== null) setThread(opened, newParagraphId(comment.id), { paraIdParent: parent });
}

/** The id of the comment's last paragraph, by which threads know it; one is given to it where it has none. */
export function identify(opened: OfficePackage, id: string): string | null {
  const { part, comments } = readComments(opened);
  const comment = comments.find((one) => one.id === id);
  if (part === undefined || comment === undefined) return null;
  const known = paragraphId(comment.element);
  if (known !== undefined) return known;
  const last = lastParagraph(comment.element);
  const { prefix, edits } = laterNamespace(part, W14, 'w14');
  const fresh = newParagraphId(id);
  editXmlPart(opened, part, [
    ...edits,
    last === undefined
      ? appendContent(part, comment.element, `<${prefixOf(part)}p ${prefix}:paraId="${fresh}"/>`)
      : setAttribute(part, last, `${prefix}:paraId`, fresh),
  ]);
  return fresh;
}

/** Sets who is answered, or whether all is settled. */
export function setThread(opened: OfficePackage, paragraph: string, values: { paraIdParent?: string; done?: '0' | '1' }): void {
  if (partOfType(opened, COMMENTS_EXTENDED) === undefined) {
    const name = freePartName(opened, 'word/commentsExtended', '.xml');
    addPart(
      opened,
      { name, contentType: EXTENDED_TYPE },
      `${XML_DECLARATION}<w15:commentsEx xmlns:w15="${W15}" xmlns:mc="${MC}" mc:Ignorable="w15"></w15:commentsEx>`,
    );
    addRelationship(opened, opened.mainPart, { type: COMMENTS_EXTENDED, target: name });
  }
  const part = partOfType(opened, COMMENTS_EXTENDED);
  if (part === undefined) return;
  const w15 = prefixOf(part);
  const rows = elementsOf(part.root, 'commentEx', W15);
  const row = rows.find((one) => attributeOf(one, 'paraId', W15)?.toUpperCase() === paragraph);
  const edits: XmlEdit[] = [];
  const parent = values.paraIdParent;
  // Word wants a row for the comment that is answered too
  if (parent !== undefined && !rows.some((one) => attributeOf(one, 'paraId', W15)?.toUpperCase() === parent))
    edits.push(appendContent(part, part.root, `<${w15}commentEx ${w15}paraId="${parent}" ${w15}done="0"/>`));
  if (row !== undefined)
    append(
      edits,
      Object.entries(values).map(([name, value]) => setAttribute(part, row, `${w15}${name}`, value)),
    );
  else
    edits.push(
      appendContent(
        part,
        part.root,
        `<${w15}commentEx ${w15}paraId="${paragraph}"${parent === undefined ? '' : ` ${w15}paraIdParent="${parent}"`} ${w15}done="${values.done ?? '0'}"/>`,
      ),
    );
  editXmlPart(opened, part, edits);
}

/** Takes comments out of their part, with their answers and their places in threads; marks in the text are the caller's. */
export function removeComments(opened: OfficePackage, ids: ReadonlySet<string>): void {
  const { part, comments } = readComments(opened);
  const gone = comments.filter(({ id }) => ids.has(id));
  if (part === undefined || gone.length === 0) return;
  const paragraphs = new Set(gone.flatMap(({ element }) => paragraphId(element) ?? []));
  const extended = partOfType(opened, COMMENTS_EXTENDED);
  if (extended !== undefined) {
    const rows = elementsOf(extended.root, 'commentEx', W15);
    editXmlPart(
      opened,
      extended,
      rows.filter((row) => paragraphs.has(attributeOf(row, 'paraId', W15)?.toUpperCase() ?? '')).map(removeNode),
    );
  }
  editXmlPart(
    opened,
    part,
    gone.map(({ element }) => removeNode(element)),
  );
}

/** Ids of the comments that have their mark in these elements. */
export const commentsIn = (elements: readonly XmlElement[]): string[] =>
  elements.flatMap((element) =>
    [...walkElements(element)].flatMap((one) => (one.uri === W && one.local === 'commentReference' ? (valueOf(one, 'id') ?? []) : [])),
  );

/** Comments of a part of which the mark has gone: what is left of them, there and in their own part, goes too. @param before ids of those that it had */
export function removeLostComments(opened: OfficePackage, name: string, before: readonly string[]): void {
  if (before.length === 0) return;
  const tree = readXmlPart(opened, name);
  const left = new Set(commentsIn([tree.root]));
  const gone = new Set(before.filter((id) => !left.has(id)));
  if (gone.size === 0) return;
  const marks = [...walkElements(tree.root)].filter(
    (one) => one.uri === W && /^commentRange(?:Start|End)$/.test(one.local) && gone.has(valueOf(one, 'id') ?? ''),
  );
  editXmlPart(opened, tree, marks.map(removeNode));
  removeComments(opened, gone);
}
