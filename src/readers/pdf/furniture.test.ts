import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedPage } from '../../document/rendered-document.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

function read(...pages: RenderedPage[]): { pages: string[][]; headers: string[]; footers: string[] } {
  const { value } = readPdf(exampleDocument(pages));
  return { pages: value.pages.map((blocks) => outlineOf(blocks)), ...value.furniture };
}

const body = (text: string): ReturnType<typeof line> => line(text, 50, 400);

test('the number of a receipt, alone in the right column, is no page number', () => {
  const { pages } = read(
    examplePage([line('Receipt', 50, 40), line('Number:', 50, 60), line('4711', 500, 60), line('Thank you for your visit.', 50, 300)]),
  );
  assert.match(pages.flat().join(' '), /4711/);
});

test('numbers that count with the pages are page numbers, wherever they begin', () => {
  const { pages } = read(
    ...[17, 18, 19].map((number) => examplePage([body(`Text of page ${number} that stays.`), line(String(number), 290, 810)])),
  );
  assert.deepEqual(pages, [['p Text of page 17 that stays.'], ['p Text of page 18 that stays.'], ['p Text of page 19 that stays.']]);
});

test('a lone number at the edge that does not count with the pages is text', () => {
  const { pages } = read(examplePage([body('An address block.'), line('28013', 50, 815)]));
  assert.deepEqual(pages, [['p An address block.', 'p 28013']]);
});

test('a file whose only text is a page number is not empty', () => {
  assert.deepEqual(read(examplePage([line('Page 2', 280, 810)])).pages, [['p Page 2']]);
});

test('the title, small in the margin of the next page, is a running head; a heading that comes again is none', () => {
  const title = line('Annual report', 50, 150, { size: 24 });
  const text = [200, 220, 240].map((top) => line('Text of the report.', 50, top));
  const two = (head: ReturnType<typeof line>) => read(examplePage([title, ...text]), examplePage([head, ...text]));
  assert.deepEqual(two(line('Annual report', 50, 30, { size: 8 })).headers, ['Annual report']);
  assert.deepEqual(two(line('Annual report', 50, 30, { size: 24 })).headers, []);
  assert.deepEqual(two(line('Another head', 50, 30, { size: 8 })).headers, []);
});

test('running heads and feet are named once, with the first of their texts', () => {
  const { pages, headers, footers } = read(
    ...[1, 2, 3].map((number) => examplePage([line('Annual Report 2026', 50, 30), body('Text.'), line(`Confidential ${number}`, 50, 815)])),
  );
  assert.deepEqual(pages, [['p Text.'], ['p Text.'], ['p Text.']]);
  assert.deepEqual([headers, footers], [['Annual Report 2026'], ['Confidential 1']]);
});

test('tags that leave out a paragraph in the middle of the page are not believed', () => {
  const tagged = line('This paragraph is tagged and it is long enough to make up most of the page by itself, indeed.', 50, 300, {
    marks: [{ at: 0, id: 0 }],
  });
  const page = examplePage([tagged, line('But this sentence has no tag, and a reader of the page sees it.', 50, 400)], {
    tags: [{ type: 'P', children: [0] }],
  });
  const { pages } = read(page);
  assert.match(pages.flat().join(' '), /But this sentence has no tag/);
});

test('a page that shows only shapes is named', () => {
  const { notes } = readPdf(exampleDocument([examplePage([], { paths: 120 })]));
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['pages_without_text'],
  );
});

test('figures of drawings at the edges of pages are text, however many pages have some', () => {
  const page = (first: number): RenderedPage =>
    examplePage([
      ...[0, 1, 2, 3].map((at) => line(`${first + at * 5}.5`, 60, 40 + at * 30)),
      body('Text below the drawing.'),
      line('- 7 -', 280, 815),
    ]);
  const { pages } = read(page(10), page(40), page(70));
  for (const figure of ['10.5', '25.5', '40.5', '55.5', '70.5', '85.5']) assert.ok(pages.flat().join(' ').includes(figure), figure);
});

const lettersOf = (texts: readonly string[]): number => texts.join('').replaceAll(/[^\p{L}]/gu, '').length;

test('letters that are scattered over a page are all text: what comes again on one page runs through none', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  const scattered = (from: number): ReturnType<typeof line>[] =>
    Array.from({ length: 260 }, (_, at) =>
      line(alphabet.charAt((from + at * 7) % 26), 20 + ((at * 97) % 550), 20 + ((at * 151) % 800), { size: 6 }),
    );
  const { value, notes } = readPdf(exampleDocument([examplePage(scattered(0))]));
  const text = value.pages.flatMap((blocks) => [...walkBlocks(blocks)].map(blockText));
  assert.equal(lettersOf(text), 260);
  assert.deepEqual([value.furniture, notes], [{ headers: [], footers: [] }, []]);
});

test('letters that Roman numbers are written with, several at the foot of a page, are no page numbers', () => {
  const page = (): RenderedPage =>
    examplePage([body('Text of the page.'), ...[0, 1, 2].map((at) => line('x', 60 + at * 200, 780 + at * 20))]);
  for (const blocks of read(page(), page()).pages) assert.equal(blocks.join(' ').match(/x/g)?.length, 4);
});

test('running heads beyond those that are named stay in the text', () => {
  const heads = Array.from({ length: 48 }, (_, at) => `Head q${String.fromCharCode(97 + (at % 24), 97 + Math.floor(at / 24))}`);
  const lines = [...heads.map((head, at) => line(head, 50, 8 + at * 16)), line('Text.', 50, 4000)];
  const page = (): RenderedPage => examplePage(lines, { heightPt: 8420 });
  const { pages, headers } = read(page(), page(), page());
  for (const head of heads)
    assert.ok(
      [...headers, ...pages.flat()].some((text) => text.includes(head)),
      head,
    );
});

test('a title of a chapter in one line with numbers that count with the pages is a running head, though few pages have it; years do not count', () => {
  const chapters = ['Foreword', 'True Believers', 'The Passion Trap'];
  const pages = Array.from({ length: 30 }, (_, index) =>
    examplePage([
      line(`${chapters[Math.floor(index / 10)]} ${index + 5}`, 300, 40),
      line(`Prices of the year ${index % 7} in dollars and cents`, 50, 100),
      body(`Text of page ${'abcdefghijklmnopqrstuvwxyzäöüß'[index]} that stays.`),
    ]),
  );
  const { pages: found, headers } = read(...pages);
  assert.deepEqual(headers, ['Foreword 5', 'True Believers 15', 'The Passion Trap 25']);
  assert.ok(found.every((blocks) => !blocks.join(' ').includes('Trap')));
});

test('a paragraph goes on overleaf past a line that comes once at the foot and one at the head of the next page', () => {
  const text = ['The comparison of all alternatives that were', 'studied in the plan is made for those'];
  const { pages } = read(
    examplePage([
      line(text[0] ?? '', 50, 690),
      line(text[1] ?? '', 50, 704),
      line('C:\\\\reports\\\\final draft of section nine.doc', 50, 800, { size: 7 }),
    ]),
    examplePage([
      line('Section nine of the master plan', 50, 40, { size: 8 }),
      line('that are listed below, in terms of their advantages only.', 50, 90),
      line('Another paragraph of that page that nobody joins.', 50, 130),
    ]),
  );
  assert.equal(pages[0]?.[0], `p ${text.join(' ')} that are listed below, in terms of their advantages only.`);
  assert.deepEqual(pages[1], ['p Section nine of the master plan', 'p Another paragraph of that page that nobody joins.']);
});
