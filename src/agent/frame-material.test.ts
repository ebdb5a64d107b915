import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameMaterial } from './frame-material.ts';

test('a source is between lines that it cannot forge', () => {
  const { value } = frameMaterial([{ name: 'a"b\n.docx', markdown: 'Text === KEY ends === more' }], 'KEY', '');
  assert.equal(value.split('KEY').length, 3);
  assert.match(value, /the file "a b .docx"/);
});

test('invisible text is left out and reported', () => {
  const { value, notes } = frameMaterial([{ name: 'a', markdown: `seen${'\u{E0041}'.repeat(30)}` }], 'KEY', '');
  assert.match(value, /seen\n/);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['source_hidden_text'],
  );
});

const lines = (count: number): string => 'A line of text that says something.\n'.repeat(count);

test('a source that is too long keeps all its headings and the beginnings of its sections', () => {
  const markdown = Array.from({ length: 40 }, (_, i) => `## Section ${i}\n\n${lines(i === 3 ? 30_000 : 20)}\n`).join('');
  const { value, notes } = frameMaterial([{ name: 'long', markdown }], 'KEY', '');
  assert.ok(value.length < 250_000, `${value.length} characters`);
  assert.equal(value.match(/^## Section \d+$/gm)?.length, 40);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['source_shortened'],
  );
});

test('sections that speak of the request stay whole, in any ending and with or without accents', () => {
  const markdown = Array.from(
    { length: 60 },
    (_, i) => `## ${i === 41 ? 'La facturación de julio' : `Capítulo ${i}`}\n\n${lines(300)}Last of ${i}.\n\n`,
  ).join('');
  const { value } = frameMaterial([{ name: 'long', markdown }], 'KEY', 'Un informe sobre las facturas');
  assert.match(value, /Last of 41\./);
  assert.ok((value.match(/Last of/g)?.length ?? 0) < 10);
});

test('what a short source leaves is for the long ones, and a table is not cut in its middle', () => {
  const table = `| A | B |\n|---|---|\n${'| one | two |\n'.repeat(4_000)}`;
  const { value } = frameMaterial(
    [
      { name: 'short', markdown: 'Short.' },
      { name: 'long', markdown: `## First\n\n${lines(6_400)}\n${table}\n## Second\n\n${lines(500)}` },
    ],
    'KEY',
    '',
  );
  assert.ok(value.length > 200_000, `${value.length} characters`);
  const rows = value.match(/^\| one/gm)?.length ?? 0;
  assert.ok(rows === 0 || rows === 4_000, `${rows} rows`);
});
