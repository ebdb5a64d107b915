/**
 * Lines in the middle of a tagged page that no tag knows: a sender's address above that of the letter, formulas that are drawn. They are
 * read where they stand, as paragraphs behind what is above them.
 */
import type { Box, RenderedLine, RenderedPage, TagNode } from '../../document/rendered-document.ts';
import { maxOf } from '../../base/extremes.ts';
import { countLetters, lostLettersMax } from './coverage.ts';
import { OUTERMOST_SHARE } from './furniture.ts';
import { boxAround, isMiddleIn } from './places.ts';
import { lineEm } from './rows.ts';
import { isInline } from './tagged-text.ts';

/** More are numbers of lines, in the margin of a court's or a parliament's paper. */
const NUMBERS_MAX = 5;

/** Some of their letters come elsewhere on the page again, so that fewer seem to be lost. */
const LOST_TIMES = 1.5;
/** Comparisons of lines with blocks; a page that needs more is left as it is. */
const COMPARED_MAX = 2_000_000;
/** Of sizes: lines below each other that are nearer are one paragraph. */
const GAP_EM = 0.8;

/** What is taken as a whole: nothing is put into its middle. */
const WHOLE = /^(?:P|H[1-6]?|Title|Caption|Table|L|Figure|Formula|BlockQuote|TOC|Note|Code)$/;

interface Placed {
  parent: TagNode | null;
  /** Among the children of its parent, or among the tags of the page. */
  at: number;
  box: Box;
  isTable: boolean;
}

/** Lines by the marked content that they hold. */
function linesOfMarks(lines: readonly RenderedLine[]): Map<number, RenderedLine[]> {
  const found = new Map<number, RenderedLine[]>();
  for (const line of lines) for (const { id } of line.marks ?? []) if (id >= 0) (found.get(id) ?? found.set(id, []).get(id))?.push(line);
  return found;
}

/** Paragraphs, headings, tables, … of the page with their places. */
function placedBlocks(tags: readonly TagNode[], marks: ReadonlyMap<number, readonly RenderedLine[]>): Placed[] {
  const placed: Placed[] = [];
  const linesIn = (child: TagNode | number): RenderedLine[] =>
    typeof child === 'number' ? [...(marks.get(child) ?? [])] : child.children.flatMap(linesIn);
  const visit = (child: TagNode | number, parent: TagNode | null, at: number): void => {
    if (typeof child !== 'number' && !WHOLE.test(child.type) && !child.children.every(isInline)) {
      for (const [index, inner] of child.children.entries()) visit(inner, child, index);
      return;
    }
    const lines = linesIn(child);
    if (lines.length > 0) placed.push({ parent, at, box: boxAround(lines), isTable: typeof child !== 'number' && child.type === 'Table' });
  };
  for (const [at, node] of tags.entries()) visit(node, null, at);
  return placed;
}

/** Lines close below each other. */
function groupsOf(lines: readonly RenderedLine[]): RenderedLine[][] {
  const groups: RenderedLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const last = groups.at(-1)?.at(-1);
    const below =
      last !== undefined &&
      line.top >= last.bottom - 1 &&
      line.top - last.bottom < lineEm(last) * GAP_EM &&
      line.left < last.right &&
      line.right > last.left;
    if (below) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Behind which of the tags' blocks a text is read; `before`: it is above all of those in its column. */
function placeFor(box: Box, blocks: readonly Placed[]): { block: Placed; before: boolean } | undefined {
  const inColumn = blocks.filter(({ box: { left, right } }) => left < box.right && right > box.left);
  const last = (some: readonly Placed[]): Placed | undefined =>
    some.reduce<Placed | undefined>((best, one) => (best === undefined || one.box.bottom > best.box.bottom ? one : best), undefined);
  const isAbove = ({ box: { top, bottom } }: Placed): boolean => (top + bottom) / 2 < (box.top + box.bottom) / 2;
  const above = last(inColumn.filter(isAbove));
  if (above) return { block: above, before: false };
  const [below] = inColumn.toSorted((a, b) => a.box.top - b.box.top);
  if (below) return { block: below, before: true };
  const beside = last(blocks.filter(isAbove)) ?? blocks[0];
  return beside && { block: beside, before: !isAbove(beside) };
}

const isNumber = ({ text }: RenderedLine): boolean => /^\s*\d{1,4}\s*$/.test(text);

/** Lines that are to be read: none at the edges, where heads run, and no numbers of lines. */
function lostLines({ lines, heightPt }: RenderedPage): RenderedLine[] {
  const lost = lines.filter(
    ({ marks, text, turned, top, bottom }) =>
      turned === undefined &&
      bottom >= heightPt * OUTERMOST_SHARE &&
      top <= heightPt * (1 - OUTERMOST_SHARE) &&
      !marks?.some(({ id }) => id >= 0) &&
      /[\p{L}\p{N}]/u.test(text),
  );
  return lost.filter(isNumber).length > NUMBERS_MAX ? lost.filter((line) => !isNumber(line)) : lost;
}

/** The page, its tags naming lines in its middle that they leave out. Where they leave out more than a few, they are not to be believed, and stay as they are. */
export function nameUnmarked(page: RenderedPage): RenderedPage {
  const { tags = [], lines } = page;
  const lost = lostLines(page);
  if (lost.length === 0) return page;
  const marks = linesOfMarks(lines);
  const blocks = placedBlocks(tags, marks);
  if (lost.length * blocks.length > COMPARED_MAX) return page;
  // what was filled into a table belongs to its cells
  const inTable = blocks.some(({ isTable, box }) => isTable && lost.some((line) => isMiddleIn(line, box)));
  if (countLetters({ ...page, lines: lost }) > lostLettersMax(page) * (inTable ? 1 : LOST_TIMES)) return page;
  const added = new Map<TagNode | null, Map<number, TagNode[]>>();
  const named = new Map<RenderedLine, RenderedLine>();
  let next = maxOf([...marks.keys(), 0]) + 1;
  for (const group of groupsOf(lost)) {
    const place = placeFor(boxAround(group), blocks);
    if (!place) return page;
    for (const line of group) named.set(line, { ...line, marks: [{ at: 0, id: next }] });
    const { parent, at } = place.block;
    const own = added.get(parent) ?? added.set(parent, new Map()).get(parent);
    const index = place.before ? at - 0.5 : at + 0.5;
    own?.set(index, [...(own.get(index) ?? []), { type: 'P', children: [next] }]);
    next++;
  }
  const withAdded = (children: readonly (TagNode | number)[], parent: TagNode | null): (TagNode | number)[] => {
    const own = added.get(parent);
    const inner = children.map((child) => (typeof child === 'number' ? child : { ...child, children: withAdded(child.children, child) }));
    return own ? [...(own.get(-0.5) ?? []), ...inner.flatMap((child, at) => [child, ...(own.get(at + 0.5) ?? [])])] : inner;
  };
  const all = withAdded(tags, null).filter((node): node is TagNode => typeof node !== 'number');
  return { ...page, tags: all, lines: lines.map((line) => named.get(line) ?? line) };
}
