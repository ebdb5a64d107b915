/** Pages for tests: lines whose words are where letters of half a size would put them. */
import type { Block } from '../../document/block.ts';
import type { RenderedDocument, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { plainText } from '../../document/inline.ts';

const LETTER = 0.5;

export interface LineWishes {
  size?: number;
  bold?: boolean;
  font?: string;
  marks?: RenderedLine['marks'];
  /** Left edges of words, by their index. */ at?: Record<number, number>;
}

export function exampleLine(
  text: string,
  left: number,
  top: number,
  { size = 10, bold = false, font = 'Serif', marks, at = {} }: LineWishes = {},
): RenderedLine {
  const words: number[] = [];
  let right = left;
  let [begin, x] = [0, left];
  for (const [index, word] of text.split(' ').entries()) {
    x = at[index] ?? x;
    words.push(begin, x, x + word.length * size * LETTER);
    right = Math.max(right, x + word.length * size * LETTER);
    begin += word.length + 1;
    x += (word.length + 1) * size * LETTER;
  }
  return {
    text,
    left,
    top,
    right,
    bottom: top + size * 0.8,
    sizePt: size * 0.8,
    fontHeightPt: size * 1.2,
    emPt: size,
    font,
    bold,
    words,
    ...(marks ? { marks } : {}),
  };
}

export const examplePage = (lines: RenderedLine[], more: Partial<RenderedPage> = {}): RenderedPage => ({
  page: 1,
  widthPt: 595,
  heightPt: 842,
  lines,
  pictures: [],
  missingGlyphs: 0,
  ...more,
});

export const exampleDocument = (pages: RenderedPage[], more: Partial<RenderedDocument> = {}): RenderedDocument => ({
  pages: pages.map((page, index) => ({ ...page, page: index + 1 })),
  fonts: [],
  outline: [],
  tagged: false,
  title: '',
  lang: '',
  ...more,
});

/** Blocks in short: `h1 text`, `p text`, `- text` (`1. text`), `| a | b`. */
export function outlineOf(blocks: readonly Block[], indent = ''): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'heading') return [`${indent}h${block.level} ${plainText(block.runs)}`];
    if (block.type === 'paragraph') return [`${indent}p ${plainText(block.runs)}`];
    if (block.type === 'code') return [`${indent}code ${block.text}`];
    if (block.type === 'list') {
      return block.items.flatMap((item, index) => {
        const [first, ...rest] = item.blocks;
        const text = first?.type === 'paragraph' ? plainText(first.runs) : '';
        return [`${indent}${block.ordered ? `${(block.start ?? 1) + index}.` : '-'} ${text}`, ...outlineOf(rest, `${indent}  `)];
      });
    }
    if (block.type === 'table') {
      return block.rows.map(
        (row) =>
          indent +
          row.cells
            .map(
              (cell) =>
                `| ${cell.blocks ? outlineOf(cell.blocks).join(' / ') : plainText(cell.runs)}${cell.colspan === undefined ? '' : ` ↔${cell.colspan}`}${cell.rowspan === undefined ? '' : ` ↕${cell.rowspan}`}`,
            )
            .join(' '),
      );
    }
    return [indent + block.type];
  });
}
