import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../../document/walk.ts';
import { joinFlowed, plainBlocks } from './plain-body.ts';

test('what is quoted in a message is a quote, in quotes where it was quoted before', () => {
  const blocks = plainBlocks('Yes.\n\nAna wrote:\n> One\n>\n> Two\n> > Older\nNo.');
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['paragraph', 'paragraph', 'quote', 'paragraph'],
  );
  const [, , quote] = blocks;
  assert.ok(quote?.type === 'quote');
  assert.deepEqual(
    quote.blocks.map(({ type }) => type),
    ['paragraph', 'paragraph', 'quote'],
  );
});

test('the mark before a signature parts it from the text and is not read', () => {
  assert.deepEqual(plainBlocks('Bye  \n-- \nAna\nLot 5').map(blockText), ['Bye', 'Ana\nLot 5']);
});

test('marks of quotes without end are bounded', () => {
  assert.ok(JSON.stringify(plainBlocks('>'.repeat(5_000))).length < 10_000);
});

test('lines that a mail program wrapped are one again, each quote by itself', () => {
  assert.equal(joinFlowed('A long \nline\n> quoted \n> too\nx', false), 'A long line\n> quoted too\nx');
  assert.equal(joinFlowed('日本 \n語', true), '日本語');
  assert.equal(joinFlowed('Bye \n-- \nAna', false), 'Bye \n-- \nAna');
});
