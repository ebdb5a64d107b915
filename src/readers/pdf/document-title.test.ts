import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const PROSE = 'The text of this paper goes on from line to line, as such texts do everywhere';
const prose = (top: number, count: number): RenderedLine[] =>
  Array.from({ length: count }, (_, index) => exampleLine(PROSE, 60, top + index * 12));
const headings = (pages: RenderedPage[], outline: RenderedDocument['outline'] = []): string[] =>
  readPdf(exampleDocument(pages, { outline }))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .filter((line) => /^h\d/.test(line));

test('a title of many lines is one heading', () => {
  const title = ['Core mutations and', 'the response to them in', 'patients of the north with', 'one genotype of the virus'];
  const lines = title.map((text, index) => exampleLine(text, 60, 60 + index * 26, { size: 22 }));
  assert.deepEqual(headings([examplePage([...lines, ...prose(200, 30)])]), [`h1 ${title.join(' ')}`]);
});

test('a title that the outline leaves out is a heading beside those that it names', () => {
  const section = (name: string, top: number, size = 12): RenderedLine => exampleLine(name, 60, top, { size, bold: true });
  const names = ['1 Aims of it all', '2 Means to them', '3 What was found', '4 What is left'];
  const page = examplePage([
    exampleLine('Reading the tables of papers', 60, 60, { size: 14.4, bold: true }),
    exampleLine('A. Author', 60, 90, { size: 12 }),
    ...names.flatMap((name, index) => [section(name, 120 + index * 140), ...prose(142 + index * 140, 8)]),
  ]);
  const appendix = { ...examplePage([section('Appendix', 60, 14.4), ...prose(90, 8)]), page: 2 };
  const outline = [...names, 'Appendix'].map((title, index) => ({ title, level: 1, page: index < names.length ? 1 : 2 }));
  assert.equal(headings([page, appendix], outline)[0], 'h1 Reading the tables of papers');
});

test('what is turned against the page is no heading, and of a poster no line is taken for the title', () => {
  const stamp = { ...exampleLine('arXiv:2110.00061v3 [cs.LG] 18 Nov 2021', 20, 300, { size: 20 }), turned: 3 };
  assert.deepEqual(headings([examplePage([stamp, ...prose(100, 30)])]), []);
  const poster = [
    'Come to the fair',
    'of the whole town,',
    'to eat and to drink',
    'and to dance at night',
    'until morning comes',
    'in all the streets',
  ];
  assert.deepEqual(headings([examplePage(poster.map((text, index) => exampleLine(text, 60, 60 + index * 40, { size: 30 })))]), []);
});
