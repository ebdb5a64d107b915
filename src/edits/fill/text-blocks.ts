/**
 * What a block of a text part repeats, by where its tags stand: the words between them, paragraphs, or rows of a table. A paragraph
 * or row that holds nothing but the tag is a mark and goes.
 */
import { A, W } from '../../ooxml/names.ts';
import { valueOf } from '../../ooxml/word-text.ts';
import { elementsOf, textOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { countWritten, holds, scopesOf, type Filling, type PlacedTag } from './filling.ts';
import type { Block } from './pair-tags.ts';
import type { Place } from './program.ts';
import type { Scope } from './scope.ts';
import type { TextParagraph } from './text-runs.ts';

export interface TextTag extends PlacedTag {
  run: XmlElement;
  paragraph: TextParagraph;
  /** Tags in the same paragraph, itself included. */
  fellows: number;
}
export type TextBlock = Block<TextTag>;

/** A stretch of the source. */
interface Span {
  start: number;
  end: number;
}
/** Where a block is and what its branches are: one for the opening tag, one for each else. */
export interface Shape {
  span: Span;
  branches: Span[];
  /** Elements that are repeated as wholes; [] where it is words. */
  elements: XmlElement[];
  /** Tags that stand inside what is repeated, and are taken out of it. */
  within: TextTag[];
}

const pathOf = (element: XmlElement): XmlElement[] => {
  const path: XmlElement[] = [];
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) path.unshift(at);
  return path;
};

/** The nearest element around both, and its children in which each of them is. */
function meet(one: XmlElement, other: XmlElement): { around: XmlElement; first: XmlElement; last: XmlElement } | undefined {
  const [a, b] = [pathOf(one), pathOf(other)];
  let depth = 0;
  while (a[depth] !== undefined && a[depth] === b[depth]) depth++;
  const [around, first, last] = [a[depth - 1], a[depth], b[depth]];
  return around === undefined || first === undefined || last === undefined ? undefined : { around, first, last };
}

const nearest = (element: XmlElement, local: string): XmlElement | undefined =>
  pathOf(element).findLast((one) => one.local === local && (one.uri === W || one.uri === A));

/** Word's own styles of list items, which have their numbers by themselves. */
const LIST_STYLE = /^List(?:Bullet|Number)\d?$/;

const isList = ({ element }: TextParagraph): boolean => {
  const properties = elementsOf(element, 'pPr')[0];
  if (properties === undefined) return false;
  return elementsOf(properties).some(
    (one) =>
      ['numPr', 'buChar', 'buAutoNum', 'buBlip'].includes(one.local) || (one.local === 'pStyle' && LIST_STYLE.test(valueOf(one) ?? '')),
  );
};

/** Nothing but this tag is in the paragraph, and the paragraph may go. */
const isMark = (tag: TextTag): boolean =>
  tag.fellows === 1 &&
  tag.paragraph.text.trim() === tag.text &&
  !elementsOf(tag.paragraph.element, 'pPr', W).some((properties) => elementsOf(properties, 'sectPr').length > 0);

/** Nothing but this tag is in the row. */
const isMarkRow = (row: XmlElement, tag: TextTag): boolean => tag.fellows === 1 && textOf(row).trim() === tag.text;

const HOLDS_BLOCKS = new Set([
  'body',
  'tc',
  'txbxContent',
  'sdtContent',
  'hdr',
  'ftr',
  'footnote',
  'endnote',
  'comment',
  'txBody',
  'rich',
  'customXml',
  'docPartBody',
]);

/** Branches of a block over whole children of one element. */
function shapeOf(
  { open, elses, close }: TextBlock,
  { around, first, last }: { around: XmlElement; first: XmlElement; last: XmlElement },
  isMarkOf: (child: XmlElement, tag: TextTag) => boolean,
): Shape | string {
  const [head, tail] = [isMarkOf(first, open), isMarkOf(last, close)];
  const within: TextTag[] = [...(head ? [] : [open]), ...(tail ? [] : [close])];
  const bounds: Span[] = [];
  for (const one of elses) {
    const child = elementsOf(around).find((element) => element.start <= one.run.start && element.end >= one.run.end);
    if (child === undefined || !isMarkOf(child, one))
      return 'its else shares a paragraph or row with other content: put it in one of its own';
    bounds.push(child);
  }
  const starts = [head ? first.end : first.start, ...bounds.map(({ end }) => end)];
  const ends = [...bounds.map(({ start }) => start), tail ? last.start : last.end];
  return {
    span: { start: first.start, end: last.end },
    branches: starts.map((start, at) => ({ start, end: ends[at] ?? start })),
    elements: elementsOf(around).filter(({ start, end }) => start >= first.start && end <= last.end),
    within,
  };
}

function rowsShape(block: TextBlock): Shape | string {
  const [one, other] = [nearest(block.open.run, 'tr'), nearest(block.close.run, 'tr')];
  if (one === undefined || other === undefined) return 'it repeats rows, and stands in no table';
  const place = one === other ? (one.parent === undefined ? undefined : { around: one.parent, first: one, last: one }) : meet(one, other);
  if (place === undefined || place.first.local !== 'tr' || place.last.local !== 'tr') return 'it begins in one table and ends in another';
  return shapeOf(block, place, isMarkRow);
}

const coversParagraph = ({ open, close }: TextBlock): boolean => {
  const text = open.paragraph.text.trim();
  return text.startsWith(open.text) && text.endsWith(close.text);
};

function inlineShape(block: TextBlock): Shape | string {
  const { open, elses, close } = block;
  const parent = open.run.parent;
  const all = [open, ...elses, close];
  if (all.some(({ run }) => run.parent !== parent)) return 'it begins inside a link or control and ends outside of it';
  return {
    span: { start: open.run.start, end: close.run.end },
    branches: all.slice(0, -1).map(({ run }, at) => ({ start: run.end, end: all[at + 1]?.run.start ?? run.end })),
    elements: [],
    within: [],
  };
}

function paragraphsShape(block: TextBlock): Shape | string {
  const { open, close } = block;
  const [one, other] = [open.paragraph.element, close.paragraph.element];
  if (one === other && one.parent !== undefined) return shapeOf(block, { around: one.parent, first: one, last: one }, () => false);
  const place = meet(one, other);
  if (place === undefined || !HOLDS_BLOCKS.has(place.around.local)) return 'it begins in one text and ends in another';
  if (place.first !== one || place.last !== other) return 'one end of it is inside a table or box and the other outside';
  return shapeOf(block, place, (child, tag) => child === tag.paragraph.element && isMark(tag));
}

/** What a block repeats; a sentence where that cannot be told. */
export function findShape(block: TextBlock): Shape | string {
  const { open, elses, close } = block;
  const { by } = open.tag;
  if (by === 'row') return rowsShape(block);
  const same = open.paragraph.element === close.paragraph.element;
  if (by === 'inline' || (same && by === undefined)) {
    if (!same) return 'it repeats words within a paragraph, and ends in another one';
    const whole = by === undefined && elses.length === 0 && coversParagraph(block);
    return whole && (isList(open.paragraph) || open.tag.block !== 'each') ? paragraphsShape(block) : inlineShape(block);
  }
  if (by === undefined) {
    const place = meet(open.paragraph.element, close.paragraph.element);
    const { local, uri } = place?.around ?? {};
    if ((uri === W || uri === A) && (local === 'tr' || local === 'tbl')) return rowsShape(block);
  }
  return paragraphsShape(block);
}

/** The block as a place of its part: each branch in each of its scopes. @param empty what stands there where nothing is written */
export function blockPlace(filling: Filling, { open, elses }: TextBlock, { span, branches }: Shape, empty: string): Place {
  return {
    ...span,
    render(scope, write) {
      const pieces: string[] = [];
      const put = (branch: Span | undefined, inside: Scope): void => {
        if (branch === undefined) return;
        const piece = write(branch.start, branch.end, inside);
        countWritten(filling, piece.length);
        pieces.push(piece);
      };
      const scopes = scopesOf(filling, open, scope);
      for (const inside of scopes) put(branches[0], inside);
      if (scopes.length === 0) {
        const other = elses.findIndex((one) => holds(filling, one, one.tag.condition, scope));
        if (other !== -1) put(branches[other + 1], scope);
      }
      const xml = pieces.join('');
      return xml === '' ? empty : xml;
    },
  };
}
