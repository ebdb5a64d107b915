import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument, RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const TEXT = 'This text goes on over the whole width of the page, as long as its lines can be';
const prose = (top: number): ReturnType<typeof line>[] => [line(TEXT, 50, top), line('and it ends here.', 50, top + 12)];
const bold = { bold: true };

function headingsOf(outline: RenderedDocument['outline'], ...pages: RenderedPage[]): string[] {
  return readPdf(exampleDocument(pages, { outline }))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .filter((entry) => /^h\d/.test(entry));
}
const entry = (title: string, page = 1, level = 1): RenderedDocument['outline'][number] => ({ title, page, level });

test('a title of the outline is found over several lines, and without the number that the page has', () => {
  const page = examplePage([
    line('3. How the rules are made that hold', 50, 60),
    line('for everybody', 50, 72),
    ...prose(100),
    line('Who decides', 50, 150),
    ...prose(170),
  ]);
  assert.deepEqual(headingsOf([entry('How the rules are made that hold for everybody'), entry('Who decides', 1, 2)], page), [
    'h1 3. How the rules are made that hold for everybody',
    'h2 Who decides',
  ]);
});

test('what reads as a title of the outline on another page, or smaller on the same page, is none', () => {
  const first = examplePage([
    line('Bridges', 50, 90),
    ...prose(110),
    line('Roads', 50, 160),
    line('Roads', 50, 200, { size: 14 }),
    ...prose(230),
  ]);
  const second = examplePage([line('Bridges', 50, 150, { size: 14 }), ...prose(180)]);
  assert.deepEqual(headingsOf([entry('Roads', 1), entry('Bridges', 2)], first, second), ['h1 Roads', 'h1 Bridges']);
});

test('where the outline names the headings, bold lines of another look are none; a larger title and numbered parts are', () => {
  const names = ['Bridges', 'Roads', 'Rivers', 'Harbours'];
  const page = examplePage(
    [
      line('What there is', 50, 40, { size: 22 }),
      ...names.flatMap((name, at) => [line(name, 50, 80 + at * 120, { size: 14 }), ...prose(105 + at * 120)]),
      line('New in this year', 50, 135, bold),
      ...prose(150),
      line('2.1 Tunnels', 50, 255, bold),
      ...prose(270),
    ].toSorted((a, b) => a.top - b.top),
  );
  const outline = names.map((name) => entry(name));
  assert.deepEqual(headingsOf(outline, page), ['h1 What there is', 'h1 Bridges', 'h1 Roads', 'h4 2.1 Tunnels', 'h1 Rivers', 'h1 Harbours']);
  assert.ok(headingsOf([], page).includes('h3 New in this year'));
});
