/** What is known of a tagged page while it is read, and the text of its tags. */
import { append } from '../../base/append.ts';
import type { Block, Footnotes } from '../../document/block.ts';
import type { Box, TagNode } from '../../document/rendered-document.ts';
import type { Run } from '../../document/inline.ts';
import { plainText } from '../../document/inline.ts';
import type { CountedLines } from './counted-lines.ts';
import type { IsLoneSign } from './lone-signs.ts';
import { joinFragments, type Fragment } from './marked-text.ts';
import type { PlacedTitle } from './title-lines.ts';

const INLINE = new Set(
  'Span Link Em Strong Reference Quote BibEntry Annot Ruby RB RT RP Warichu WT WP Sub Form Lbl Code Formula'.split(' '),
);

/** Tells from the size of its letters that a text is a heading, and its level. */
export type HeadingBySize = (em: number, text: string, page: number) => number | undefined;

export interface Reading {
  marks: Map<number, Fragment[]>;
  headingOf: HeadingBySize;
  isLoneSign: IsLoneSign;
  /** Footnotes of the page, and the element of the text that refers to each. */
  notes: Footnotes['notes'];
  references: Map<TagNode, string>;
  /** Where headings are that no tag calls so. */
  places: Map<Block, PlacedTitle>;
  /** Ids of the footnotes of the pages before. */
  taken: ReadonlySet<string>;
  page: number;
  /** Thin lines that the page has. */
  rules: readonly Box[];
  /** Within an item, whose mark is read already. */ inItem?: boolean;
  counted: CountedLines;
}

/** Text, or what is only in it. */
export const isInline = (child: TagNode | number): boolean =>
  typeof child === 'number' || (INLINE.has(child.type) && child.children.every(isInline));

/** What holds text alone, never blocks. */
const OF_TEXT = /^(?:P|H[1-6]?|Title|Caption|Lbl|Span|Link|Em|Strong)$/;

/**
 * Tags with elements that mean nothing by themselves (`NonStruct`, ISO 32000-1 table 333) as spans where they are parts of a text: programs
 * that print web pages put each stretch of a sentence into one, beside its links.
 */
export function nameSpans(node: TagNode): TagNode {
  const children = node.children.map((child) => (typeof child === 'number' ? child : nameSpans(child)));
  if (OF_TEXT.test(node.type)) return { ...node, children: children.map(asSpan) };
  return { ...node, children: joinStretches(children) };
}

const isNothing = (child: TagNode | number): child is TagNode => typeof child !== 'number' && child.type === 'NonStruct';
const asSpan = (child: TagNode | number): TagNode | number =>
  isNothing(child) && child.children.every(isInline) ? { ...child, type: 'Span' } : child;

/** Stretches that follow each other, some of them links or the like: newer versions of such programs leave out the paragraph around them. */
function joinStretches(children: readonly (TagNode | number)[]): (TagNode | number)[] {
  const joined: (TagNode | number)[] = [];
  for (let at = 0; at < children.length;) {
    let end = at;
    while (end < children.length && isInline(asSpan(children[end] ?? 0))) end++;
    const run = children.slice(at, end);
    const besideText = run.some((child) => typeof child !== 'number' && isInline(child)) && run.some(isNothing);
    if (besideText) append(joined, run.map(asSpan));
    else append(joined, end > at ? run : children.slice(at, at + 1));
    at = Math.max(end, at + 1);
  }
  return joined;
}

/** The text of a tag and of those in it, in their order. */
export function fragmentsOf(child: TagNode | number, reading: Reading): Fragment[] {
  if (typeof child === 'number') return reading.marks.get(child) ?? [];
  const inner = child.children.flatMap((one) => fragmentsOf(one, reading));
  const [first] = inner;
  const note = reading.references.get(child);
  if (note !== undefined && first) return [{ ...first, ...endOf(inner), runs: [{ text: '', footnote: note }, ...spaceBehind(inner)] }];
  const said = child.type === 'Formula' ? (child.actual ?? child.alt) : child.actual;
  if (said === undefined || !first) return inner;
  const link = first.runs[0]?.link;
  return [
    {
      ...first,
      ...endOf(inner),
      runs: [{ text: said, ...(link === undefined ? {} : { link }) }, ...(/\s$/.test(said) ? [] : spaceBehind(inner))],
    },
  ];
}

const endOf = (fragments: readonly Fragment[]): Partial<Fragment> => {
  const last = fragments.at(-1);
  return last ? { to: last.to, line: last.line } : {};
};

/** The space before the next word is within the marked content whose text is said otherwise. */
const spaceBehind = (fragments: readonly Fragment[]): Run[] => (/\s$/.test(plainText(fragments.at(-1)?.runs ?? [])) ? [{ text: ' ' }] : []);

/** The same as one text. */
export const runsOf = (children: readonly (TagNode | number)[], reading: Reading): Run[] =>
  joinFragments(children.flatMap((child) => fragmentsOf(child, reading)));

/** A picture of a button in the middle of a sentence: the text goes on beside it, and it follows the paragraph. */
export function isWithinLine(
  children: readonly (TagNode | number)[],
  at: number,
  before: readonly (TagNode | number)[],
  reading: Reading,
): boolean {
  const [child, after] = [children[at], children[at + 1]];
  if (typeof child !== 'object' || child.type !== 'Figure' || after === undefined || !isInline(after)) return false;
  const [last, next] = [before.flatMap((one) => fragmentsOf(one, reading)).at(-1), fragmentsOf(after, reading)[0]];
  return last !== undefined && next !== undefined && next.top < last.bottom && next.bottom > last.top && next.left > last.left;
}

/** Code between blocks is one itself; beside text it is part of a paragraph. */
export function isCodeBlock(children: readonly (TagNode | number)[], at: number): boolean {
  const [child, before, after] = [children[at], children[at - 1], children[at + 1]];
  const isBlock = (one: TagNode | number | undefined): boolean => one === undefined || (typeof one === 'object' && !isInline(one));
  return typeof child === 'object' && child.type === 'Code' && children.length > 1 && isBlock(before) && isBlock(after);
}
