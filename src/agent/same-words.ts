/**
 * Whether two texts say the same in the same order: every word and figure, every sign before or behind a figure, every address, picture
 * and footnote. How they are set may differ. Alternative texts of pictures are not read and do not count.
 */
import type { Block, Chart } from '../document/block.ts';
import { canvasTexts, walkCanvas } from '../document/canvas.ts';
import { plainText } from '../document/inline.ts';
import { blockRuns, blockText, childLists, walkBlocks } from '../document/walk.ts';
import { readMarkdown, type MarkdownOptions } from '../readers/markdown.ts';

/** Words; figures with their separators; signs that change what a figure means. */
const TOKEN = /\p{N}+(?:[.,'’:/]\p{N}+)*|[\p{L}\p{M}]+|(?<![\p{L}\p{N}])[-−](?=[\p{Sc} ]?\p{N})|[\p{Sc}%‰±≤≥<>=+]/gu;

const tokensOf = (text: string): string[] => (text.normalize('NFC').match(TOKEN) ?? []).map((token) => (token === '-' ? '−' : token));

/** As a table has it: the heads, then row by row. */
const chartTexts = ({ title, category_label, series, categories }: Chart): string[] => [
  title ?? '',
  category_label ?? '',
  ...series.map(({ name }) => name),
  ...categories.flatMap((category, at) => [category, ...series.map(({ values }) => String(values[at] ?? ''))]),
];

function textsOf(block: Block): string[] {
  const runs = blockRuns(block).map(plainText);
  switch (block.type) {
    case 'chart':
      return [...chartTexts(block), ...runs];
    case 'canvas':
      return canvasTexts(block.nodes);
    case 'image':
    case 'heading':
    case 'paragraph':
    case 'table':
    case 'kpis':
    case 'callout':
    case 'clause':
    case 'slide':
    case 'toc':
      return runs;
    case 'code':
    case 'equation':
    case 'cover':
    case 'letterhead':
    case 'signatures':
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return [blockText(block)];
    case 'sheet':
      return [block.name];
    case 'quote':
    case 'list':
    case 'columns':
    case 'divider':
    case 'page_break':
    case 'footnotes':
      return [];
  }
}

/** Depth is bounded by the reader. */
const readingOrder = (block: Block): string[] => [
  ...textsOf(block),
  ...childLists(block).flatMap((list) => list.flatMap(readingOrder)),
  ...(block.type === 'quote' ? [block.by ?? ''] : []),
];

interface Said {
  tokens: string[];
  /** Addresses, pictures and footnotes, sorted. */
  marks: string[];
}

function marksOf(block: Block): string[] {
  const runs = blockRuns(block).flat();
  const linked = runs.flatMap(({ link }) => (link === undefined ? [] : [JSON.stringify(link)]));
  const notes = runs.flatMap(({ footnote }) => (footnote === undefined ? [] : ['footnote']));
  if (block.type === 'image') return [...linked, ...notes, block.asset ?? 'picture'];
  if (block.type !== 'canvas') return [...linked, ...notes];
  return [...walkCanvas(block.nodes)].flatMap(({ tag, attributes = {} }) =>
    tag === 'a' && attributes['href'] !== undefined
      ? [JSON.stringify(attributes['href'])]
      : tag === 'img' && attributes['src'] !== undefined
        ? [attributes['src']]
        : [],
  );
}

/** What is said, in the order of reading. */
function saidBy(markdown: string, options: MarkdownOptions): Said {
  const { blocks } = readMarkdown(markdown, options).value;
  return {
    tokens: blocks.flatMap(readingOrder).flatMap(tokensOf),
    marks: [...walkBlocks(blocks)].flatMap(marksOf).toSorted(),
  };
}

const around = (tokens: readonly string[], at: number): string => tokens.slice(Math.max(0, at - 3), at + 4).join(' ') || '(nothing)';

/** In what `after` differs from `before`, in one sentence; undefined where both say the same. */
export function whyWordsDiffer(before: string, after: string, options: MarkdownOptions): string | undefined {
  const [was, is] = [saidBy(before, options), saidBy(after, options)];
  const at = Array.from({ length: Math.max(was.tokens.length, is.tokens.length) }).findIndex((_, i) => was.tokens[i] !== is.tokens[i]);
  if (at >= 0)
    return `the words are no longer those that were given: "${around(was.tokens, at)}" has become "${around(is.tokens, at)}" (word ${at + 1} of ${was.tokens.length}).`;
  const lost = was.marks.find((mark) => !is.marks.includes(mark));
  if (was.marks.join('\n') !== is.marks.join('\n'))
    return `links, pictures or footnotes are no longer those that were given${lost === undefined ? '' : `: ${lost} is missing`}.`;
  return undefined;
}
