import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const TEXT = 'This text goes on over the whole width of the page, as long as its lines can be';
const prose = (top: number): ReturnType<typeof line>[] => [line(TEXT, 50, top), line('and it ends here.', 50, top + 12)];
const headingsOf = (...pages: RenderedPage[]): string[] =>
  readPdf(exampleDocument(pages))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .filter((entry) => /^h\d/.test(entry));
const sections = (titles: string[], wish: Parameters<typeof line>[3]): ReturnType<typeof line>[] =>
  titles.flatMap((title, at) => [line(title, 50, 60 + at * 90, wish), ...prose(75 + at * 90)]);

test('bold letters smaller than the text are headings where they stand over text again and again', () => {
  const wish = { size: 8.5, bold: true, font: 'Sans-Bold' };
  assert.deepEqual(headingsOf(examplePage(sections(['Introduction', 'Methods', 'Results'], wish))), [
    'h1 Introduction',
    'h1 Methods',
    'h1 Results',
  ]);
  assert.deepEqual(headingsOf(examplePage(sections(['Introduction', 'Methods'], wish))), []);
});

test('larger letters with a colon are headings where they do so, and bold labels with one are not', () => {
  assert.deepEqual(headingsOf(examplePage(sections(['Part one:', 'Part two:', 'Part three:'], { size: 13 }))), [
    'h1 Part one:',
    'h1 Part two:',
    'h1 Part three:',
  ]);
  assert.deepEqual(headingsOf(examplePage(sections(['Sender:', 'Receiver:', 'Subject:'], { bold: true }))), []);
});

test('a numbered heading of four lines is one where others of its style are shorter', () => {
  const long = [
    '3.2 Rules for the rooms in which the service',
    'is given, for the places of waiting and the',
    'way in which signs and boards tell of them in',
    'all of the languages',
  ];
  const [bold, page] = [{ bold: true }, (own: ReturnType<typeof line>[]) => examplePage(own)];
  const others = ['3.3 Fees', '3.4 Forms', '3.5 Times'].flatMap((title, at) => [
    line(title, 50, 180 + at * 150, bold),
    ...Array.from({ length: 9 }, (_, index) => line(TEXT, 50, 195 + at * 150 + index * 12)),
  ]);
  assert.deepEqual(headingsOf(page([...long.map((text, at) => line(text, 50, 60 + at * 12, bold)), ...prose(120), ...others])), [
    `h2 ${long.join(' ')}`,
    'h2 3.3 Fees',
    'h2 3.4 Forms',
    'h2 3.5 Times',
  ]);
});

test('bold lines within a text, and letters in which much is set, are no style of headings', () => {
  const within = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 1 ? line('Mind the gap', 50, 60 + at * 12, { bold: true }) : line(TEXT, 50, 60 + at * 12),
  );
  const names = Array.from({ length: 12 }, (_, at) => [
    line('Ada of the Northern Bridges', 50, 260 + at * 40, { size: 11, font: 'Other' }),
    line(TEXT, 50, 273 + at * 40),
  ]);
  assert.deepEqual(headingsOf(examplePage([...within, ...names.flat()])), []);
});

test('numbered lines in larger letters over the short lines of a Korean column are headings, also before a bracket', () => {
  const column = (top: number): ReturnType<typeof line>[] => [
    line('가나다라마바사 아자차카타파하 거너더러', 50, top, { size: 10 }),
    ...Array.from({ length: 4 }, (_, at) => line('머버서어저 처커터퍼허 고노도로모보소 오조초', 50, top + 14 + at * 14, { size: 10 })),
  ];
  const titles = ['(1) 「감염병의 예방」 개정', '(2) 재해분류표', '(3) 해석의 원칙'];
  const lines = titles.flatMap((title, at) => [line(title, 50, 60 + at * 120, { size: 11 }), ...column(80 + at * 120)]);
  assert.deepEqual(
    headingsOf(examplePage(lines)),
    titles.map((title) => `h1 ${title}`),
  );
});

test('slanted letters of the size of the text are headings where every line of them stands alone over text', () => {
  const wish = { font: 'Serif-Italic' };
  const titles = ['Boots nut', 'Steel nut', 'Stop nut'];
  assert.deepEqual(
    headingsOf(examplePage(sections(titles, wish))),
    titles.map((title) => `h1 ${title}`),
  );
  const quoted = [...sections(titles, wish), line('as it is said', 50, 400, wish), line('in the old books', 50, 412, wish)];
  assert.deepEqual(headingsOf(examplePage(quoted)), []);
});

test('on a page that is set smaller than its document bold lines larger than their text are headings', () => {
  const small = { size: 7 };
  const pages = [
    examplePage(Array.from({ length: 20 }, (_, at) => line(TEXT, 50, 60 + at * 12))),
    examplePage([
      line('What we do', 50, 60, { size: 9, bold: true }),
      line(TEXT, 50, 72, small),
      line('and it ends here.', 50, 81, small),
      line(TEXT, 50, 110, small),
    ]),
  ];
  assert.deepEqual(headingsOf(...pages), ['h1 What we do']);
});

test('bold lines that end in a full stop or comma of East Asia are sentences of the text', () => {
  const sentences = ['我们不会对这些事置之不理。', '这样的关爱和这样的服务，', '我会向你承诺这一点。'];
  assert.deepEqual(headingsOf(examplePage(sections(sentences, { bold: true }))), []);
});
