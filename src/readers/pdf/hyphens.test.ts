import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../document/block.ts';
import { joinHyphenated } from './hyphens.ts';

const mended = (text: string, ...words: string[]): string => {
  const block: Block = { id: '', type: 'paragraph', runs: [{ text }] };
  joinHyphenated([block], () => new Set(words));
  return block.runs.map((run) => run.text).join('');
};

test('a divided word is joined, and keeps its hyphen where the document knows both parts alone', () => {
  assert.equal(mended('al\u00ADlows', 'allows'), 'allows');
  assert.equal(mended('table\u00ADspoon', 'table', 'spoon'), 'table-spoon');
  assert.equal(mended('table\u00ADspoon', 'table', 'spoon', 'tablespoon'), 'tablespoon');
});

test('words that are joined by several hyphens keep all of them', () => {
  assert.equal(mended('more-or\u00ADless', 'or', 'less'), 'more-or-less');
  assert.equal(mended('goodness\u00ADof-fit', 'goodness', 'of'), 'goodness-of-fit');
  assert.equal(mended('self-exam\u00ADination', 'exam'), 'self-examination');
});

test('before a capital a hyphen is part of the name, unless the document has it without one', () => {
  assert.equal(mended('Bristol\u00ADMyers'), 'Bristol-Myers');
  assert.equal(mended('Open\u00ADType', 'opentype'), 'OpenType');
  assert.equal(mended('Walk\u00ADUp', 'walkup', 'walk-up'), 'Walk-Up');
});

test('words in footnotes are joined too', () => {
  const note: Block = { id: '', type: 'paragraph', runs: [{ text: 'func\u00ADtional' }] };
  joinHyphenated([{ id: '', type: 'footnotes', notes: [{ id: '1', blocks: [note] }] }], () => new Set());
  assert.equal(note.runs[0]?.text, 'functional');
});
