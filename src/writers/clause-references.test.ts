import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../document/block.ts';
import { plainText, type Run } from '../document/inline.ts';
import { labelsOf } from '../document/labels.ts';
import { withClauseReferences } from './clause-references.ts';

/** Runs as text, with `#` for each number that a writer sets. */
function shown(...runs: Run[]): string {
  const clause: Block = {
    id: 'c',
    type: 'clause',
    level: 1,
    anchor: 'a',
    title: [{ text: 'Term' }],
    blocks: [{ id: 'p', type: 'paragraph', runs }],
  };
  const document = { title: '', lang: 'en', blocks: [clause], assets: new Map() };
  const [changed] = withClauseReferences(document, labelsOf('en')).blocks;
  const paragraph = changed?.type === 'clause' ? changed.blocks[0] : undefined;
  assert.ok(paragraph?.type === 'paragraph');
  return plainText(paragraph.runs.map((run) => (run.link !== undefined && run.text === '' ? { ...run, text: '#' } : run)));
}

test('a link to a clause is its number', () => {
  const link = (text: string): Run => ({ text, link: '#a' });
  assert.equal(shown({ text: 'as in clause ' }, link('Term'), { text: '.' }), 'as in clause #.');
  assert.equal(shown({ text: 'see the ' }, link('Term'), { text: '.' }), 'see the Term (clause\u00A0#).');
  assert.equal(shown({ text: 'see ' }, link('clause'), { text: '.' }), 'see clause\u00A0#.');
  assert.equal(shown({ text: 'see ' }, link('2.1'), { text: ' and ' }, link('')), 'see 2.1 and #');
  assert.equal(shown({ text: 'the ' }, link('long '), { ...link('Term'), bold: true }), 'the long Term (clause\u00A0#)');
  assert.equal(shown({ text: 'see ' }, { text: 'Annex', link: '#b' }), 'see Annex');
});
