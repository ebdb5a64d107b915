import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from './block.ts';
import { markLanguages } from './mark-languages.ts';

const paragraph = (text: string): Block => ({ id: 'b1', type: 'paragraph', runs: [{ text }] });
const langs = (blocks: readonly Block[]): (string | undefined)[] =>
  blocks.map((block) => (block.type === 'paragraph' ? block.runs[0]?.lang : undefined));

test('a Spanish passage in an English report was hyphenated and quoted as English', () => {
  const blocks = [
    paragraph('The council published its decision on the first of May, and this is what it says in its own words.'),
    paragraph('El Ayuntamiento ha decidido que las obras de la plaza comiencen en mayo y terminen antes del verano.'),
    paragraph('Short: sí, claro.'),
    {
      id: 'b4',
      type: 'list',
      ordered: false,
      items: [{ blocks: [paragraph('Les travaux de la place doivent commencer au mois de mai et finir avant la fin de cet été.')] }],
    } satisfies Block,
  ];
  markLanguages(blocks, 'en-GB');
  assert.deepEqual(langs(blocks), [undefined, 'es', undefined, undefined]);
  const [, , , list] = blocks;
  assert.deepEqual(langs(list?.type === 'list' ? (list.items[0]?.blocks ?? []) : []), ['fr']);
});

test('a language that the author has set is kept', () => {
  const block: Block = {
    id: 'b1',
    type: 'paragraph',
    runs: [{ text: 'El Ayuntamiento ha decidido que las obras de la plaza comiencen en mayo.', lang: 'ca' }],
  };
  markLanguages([block], 'en');
  assert.deepEqual(langs([block]), ['ca']);
});
