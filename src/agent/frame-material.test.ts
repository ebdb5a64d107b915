import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameMaterial } from './frame-material.ts';

test('a source stands between lines that it cannot forge', () => {
  const { value } = frameMaterial([{ name: 'a"b\n.docx', markdown: 'Text === KEY ends === more' }], 'KEY');
  assert.equal(value.split('KEY').length, 3);
  assert.match(value, /the file "a b .docx"/);
});

test('invisible text is left out and told', () => {
  const { value, notes } = frameMaterial([{ name: 'a', markdown: `seen${'\u{E0041}'.repeat(30)}` }], 'KEY');
  assert.match(value, /seen\n/);
  assert.deepEqual(notes.map(({ code }) => code), ['source_hidden_text']);
});

test('a source that is too long keeps all its headings and the beginnings of its sections', () => {
  const markdown = Array.from({ length: 40 }, (_, i) => `## Section ${i}\n\n${'A line of text.\n'.repeat(i === 3 ? 60_000 : 20)}\n`).join('');
  const { value, notes } = frameMaterial([{ name: 'long', markdown }], 'KEY');
  assert.ok(value.length < 250_000, `${value.length} characters`);
  assert.equal(value.match(/^## Section \d+$/gm)?.length, 40);
  assert.deepEqual(notes.map(({ code }) => code), ['source_shortened']);
});
