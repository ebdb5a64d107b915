/** Comments on slides, old (ISO/IEC 29500-1 §19.4) and new ([MS-PPTX] §2.6), as paragraphs behind the slide's text. */
import type { Block } from '../../document/block.ts';
import { attributeOf, elementsOf, textOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { firstOf, partsByKind, sidePart } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';

const COMMENTS_MAX = 2_000;

/** Names of those who comment, by id. */
export function readCommentAuthors(reading: OfficeReading, main: string): Map<string, string> {
  const authors = new Map<string, string>();
  for (const part of [...partsByKind(reading, main, 'commentAuthors'), ...partsByKind(reading, main, 'authors')]) {
    const root = sidePart(reading, part);
    for (const author of root ? elementsOf(root) : [])
      authors.set(attributeOf(author, 'id') ?? '', (attributeOf(author, 'name') ?? '').trim());
  }
  return authors;
}

export function readSlideComments(reading: OfficeReading, slidePart: string, authors: ReadonlyMap<string, string>): Block[] {
  const blocks: Block[] = [];
  for (const part of partsByKind(reading, slidePart, 'comments')) {
    const root = sidePart(reading, part);
    for (const comment of root ? elementsOf(root, 'cm') : []) addComment(blocks, comment, authors);
  }
  return [...firstOf(reading, blocks, COMMENTS_MAX, 'comments on a slide')];
}

/** A comment and the answers to it. */
function addComment(blocks: Block[], comment: XmlElement, authors: ReadonlyMap<string, string>): void {
  const body = elementsOf(comment).find(({ local }) => local === 'text' || local === 'txBody');
  const text = (body ? textOf(body) : '').replaceAll(/\s+/g, ' ').trim();
  const author = authors.get(attributeOf(comment, 'authorId') ?? '') ?? '';
  if (text !== '') blocks.push({ id: '', type: 'paragraph', runs: [{ text: `Comment${author === '' ? '' : ` by ${author}`}: ${text}` }] });
  for (const list of elementsOf(comment, 'replyLst')) for (const reply of elementsOf(list, 'reply')) addComment(blocks, reply, authors);
}
