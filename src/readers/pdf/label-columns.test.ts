import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('labels that the file writes before what they name are read with it', () => {
  const lines = [
    line('Client', 50, 100),
    line('Trade Company', 50, 113),
    ...['Date:', 'Due date:', 'Payment:', 'Total:'].map((text, at) => line(text, 300, 100 + at * 13)),
    ...['30.04.2026', '14.05.2026', 'Bank transfer', '36,00 EUR'].map((text, at) => line(text, 540 - text.length * 5, 100 + at * 13)),
    line('A sentence below all of them.', 50, 200),
  ];
  assert.deepEqual(read(lines), [
    'p Client',
    'p Trade Company',
    'p Date: 30.04.2026',
    'p Due date: 14.05.2026',
    'p Payment: Bank transfer',
    'p Total: 36,00 EUR',
    'p A sentence below all of them.',
  ]);
});

test('labels one below the other with nothing beside them stay as they are', () => {
  assert.deepEqual(read([line('Name:', 50, 100), line('Date:', 50, 140), line('A text below the blanks to fill in.', 50, 200)]), [
    'p Name:',
    'p Date:',
    'p A text below the blanks to fill in.',
  ]);
});

test('lines that name a thing each are not one text, though they end at one edge, and neither is a line typed in underscores', () => {
  const texts = ['Module: Teaching values in business', 'Author: William Frey and J. A. Cruz', 'Link: https://example.org/a/modules'];
  assert.deepEqual(
    read([
      ...texts.map((text, at) => line(text, 50, 100 + at * 12)),
      line('_'.repeat(35), 50, 136),
      line('This text is below the typed line.', 50, 148),
    ]),
    [...texts.map((text) => `p ${text}`), `p ${'_'.repeat(35)}`, 'p This text is below the typed line.'],
  );
});
