/** The look of the running text near a place: many programs set it run by run, so that styles alone do not say it. */
import { W } from '../../../ooxml/names.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import type { WordBlock, WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { inOrder, ORDERS } from './change-properties.ts';
import type { Base, Writing } from './new-runs.ts';

export interface Body {
  /** What the `w:pPr` of a new paragraph holds. */
  properties: string;
  base: Base;
}

const TAKEN_OVER = new Set(['rFonts', 'color', 'sz', 'szCs', 'lang']);
const FACE = new Set(['rFonts', 'sz', 'szCs', 'lang']);

/** Typeface and size alone: colours are those of what takes them over. */
export const faceOf = (base: Base): Base => new Map([...base].filter(([local]) => FACE.has(local)));

/** Properties of a paragraph that another one may take over: no numbering mark of its own run, no section, no history. */
function copyProperties({ part, element }: WordParagraph): Map<string, string> {
  const properties = childOf(element, 'pPr');
  if (properties === undefined) return new Map();
  return new Map(
    elementsOf(properties)
      .filter(({ local }) => !['rPr', 'sectPr', 'pPrChange', 'pageBreakBefore', 'framePr'].includes(local))
      .map(({ local, start, end }) => [local, part.source.slice(start, end)]),
  );
}

const styleOf = ({ element }: WordParagraph): string | undefined => valueOf(childOf(childOf(element, 'pPr') ?? element, 'pStyle'));

/** The typeface alone, for styles that have sizes of their own. */
export const fontOf = (base: Base): Base => new Map([...base].filter(([local]) => local === 'rFonts'));

/** The first running text of the file, where a new header or footer has none beside it. */
export function bodyOfFile(file: WordFile): Body {
  const near = file.stories[0]?.blocks[0];
  return near === undefined ? { properties: '', base: new Map() } : bodyNear({ file, near });
}

/** The styles of headings and titles, by id. */
function isSpecial(file: WordFile, paragraph: WordParagraph): boolean {
  const properties = childOf(paragraph.element, 'pPr');
  if (properties !== undefined && (childOf(properties, 'numPr') ?? childOf(properties, 'outlineLvl')) !== undefined) return true;
  const id = styleOf(paragraph);
  if (id === undefined) return false;
  const style = file.styles && elementsOf(file.styles.root, 'style', W).find((one) => valueOf(one, 'styleId') === id);
  return /^(heading|title|subtitle|toc|caption|list|header|footer|footnote|quote)/i.test(
    valueOf(style === undefined ? undefined : childOf(style, 'name')) ?? id,
  );
}

/** Running text as it is near the place: the target itself, else the next paragraph of text around it. */
export function bodyNear(place: Pick<Writing, 'file' | 'near'>): Body {
  const { properties, base } = runningNear(place);
  return { properties: [...properties.values()].join(''), base };
}

/** The same for a text box: indents and tab stops are for the page, and justified lines as short as these have holes. */
export function boxBodyNear(place: Pick<Writing, 'file' | 'near'>): Body {
  const { w } = place.file;
  const { properties, base } = runningNear(place);
  if (properties.size === 0) return { properties: '', base };
  for (const local of ['numPr', 'tabs']) properties.delete(local);
  properties.set('ind', `<${w}ind ${w}left="0" ${w}right="0" ${w}firstLine="0"/>`);
  properties.set('jc', `<${w}jc ${w}val="left"/>`);
  return { properties: inOrder(ORDERS.pPr, properties), base };
}

/** A block and those around it in the same cell or text, the nearest first. */
export function blocksBeside(file: WordFile, near: WordBlock): WordBlock[] {
  const blocks = near.cell?.blocks ?? file.stories.find(({ blocks: all }) => all.includes(near))?.blocks ?? [];
  const at = blocks.indexOf(near);
  return blocks
    .map((block, index) => ({ block, distance: Math.abs(index - at) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ block }) => block);
}

function runningNear({ file, near }: Pick<Writing, 'file' | 'near'>): { properties: Map<string, string>; base: Base } {
  for (const block of blocksBeside(file, near)) {
    if (block.kind !== 'paragraph' || file.textOf(block).text.trim() === '' || isSpecial(file, block)) continue;
    return { properties: copyProperties(block), base: baseOf(file, block) };
  }
  return { properties: new Map(), base: new Map() };
}

/** Of the run with most of its words: a first word often stands out. */
export function baseOf(file: WordFile, paragraph: WordParagraph): Base {
  const pieces = file.textOf(paragraph).pieces.filter(({ kind }) => kind === 'text');
  const most = pieces.toSorted((a, b) => b.text.length - a.text.length)[0];
  const properties = most && childOf(most.run, 'rPr');
  const kept =
    properties === undefined || childOf(properties, 'rStyle') !== undefined
      ? []
      : elementsOf(properties).filter(({ local, uri }) => uri === W && TAKEN_OVER.has(local));
  return new Map(kept.map(({ local, start, end }) => [local, paragraph.part.source.slice(start, end)]));
}
