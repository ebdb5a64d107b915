import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import type { RenderedDocument, RenderedLine } from '../document/rendered-document.ts';
import { plainText } from '../document/inline.ts';
import { readPdf } from './pdf.ts';

function line(text: string, left: number, top: number, more: { size?: number; bold?: boolean; right?: number } = {}): RenderedLine {
  const size = more.size ?? 14;
  return {
    text,
    left,
    top,
    right: more.right ?? left + text.length * size * 0.36,
    bottom: top + size * 0.7,
    sizePt: size * 0.7,
    fontHeightPt: size,
    font: '',
    bold: more.bold ?? false,
  };
}

function drawn(...pages: RenderedLine[][]): RenderedDocument {
  return {
    pages: pages.map((lines, index) => ({
      page: index + 1,
      widthPt: 595,
      heightPt: 842,
      lines,
      pictures: [{ left: 0, top: 0, right: 100, bottom: 100 }],
      missingGlyphs: 0,
    })),
    fonts: [],
    outline: [],
    tagged: false,
    title: '',
    lang: '',
  };
}

function outline(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'heading') return [`h${block.level} ${plainText(block.runs)}`];
    if (block.type === 'paragraph') return [`p ${plainText(block.runs)}`];
    if (block.type === 'list') return block.items.flatMap((item) => ['-', ...outline(item.blocks)]);
    if (block.type === 'table') return block.rows.map((row) => `| ${row.cells.map((cell) => plainText(cell.runs)).join(' | ')}`);
    return [block.type];
  });
}

function check(document: RenderedDocument, expected: readonly (readonly string[])[]): void {
  assert.deepEqual(readPdf(document).value.pages.map(outline), expected);
}

test('lines become paragraphs, words divided at their ends become whole, larger text is a heading', () => {
  check(
    drawn([
      line('A large title', 50, 80, { size: 28 }),
      line('This is text that goes on to the next line and is so di-', 50, 120, { right: 500 }),
      line('vided.', 50, 134),
      line('Another paragraph begins here after some air.', 50, 170, { right: 480 }),
      line('Smaller', 50, 200, { size: 20 }),
      line('Text under it.', 50, 230),
    ]),
    [
      [
        'h1 A large title',
        'p This is text that goes on to the next line and is so divided.',
        'p Another paragraph begins here after some air.',
        'h2 Smaller',
        'p Text under it.',
      ],
    ],
  );
});

test('signs make lists, also when they are pieces of their own', () => {
  check(drawn([line('•', 50, 100), line('first thing', 64, 100), line('• second thing', 50, 116), line('1. numbered', 50, 150)]), [
    ['-', 'p first thing', '-', 'p second thing', '-', 'p numbered'],
  ]);
});

test('pieces under each other are a table', () => {
  const row = (top: number, ...cells: string[]): RenderedLine[] => cells.map((text, at) => line(text, 50 + at * 150, top));
  check(drawn([...row(100, 'Name', 'Units', 'Price'), ...row(116, 'Pen', '3', '4.50'), ...row(132, 'Ink', '1', '9.00')]), [
    ['| Name | Units | Price', '| Pen | 3 | 4.50', '| Ink | 1 | 9.00'],
  ]);
});

test('running heads and page numbers are left out', () => {
  const page = (number: number): RenderedLine[] => [
    line('Company report', 50, 20),
    line(`Text of page number ${number}.`, 50, 200),
    line(`Page ${number}`, 300, 815),
  ];
  check(drawn(page(1), page(2), page(3)), [['p Text of page number 1.'], ['p Text of page number 2.'], ['p Text of page number 3.']]);
});

test('a page that is a picture is said', () => {
  assert.deepEqual(
    readPdf(drawn([])).notes.map(({ code }) => code),
    ['pages_without_text'],
  );
});

test('figures of a receipt that are written after all words are beside what they are of', () => {
  const words = ['Coffee', 'Bread', 'Total'].map((text, at) => line(text, 60, 100 + at * 15));
  const figures = ['2', '3', '5'].map((text, at) => line(text, 500, 100 + at * 15));
  assert.deepEqual(outline(readPdf(drawn([...words, ...figures])).value.pages[0] ?? []), ['| Coffee | 2', '| Bread | 3', '| Total | 5']);
});
