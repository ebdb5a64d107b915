import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { buildLists } from './list-tree.ts';
import { readTypedMarks } from './typed-marks.ts';

const said = (text: string, run: Partial<Run> = {}): Block => ({ id: '', type: 'paragraph', runs: [{ text, ...run }] });

/** Items with two spaces and a sign for each level, the number where the list counts; other blocks as their text. */
function outline(blocks: readonly Block[], depth = ''): string[] {
  return blocks.flatMap((block): string[] => {
    if (block.type === 'paragraph' || block.type === 'heading') return [`${depth}${plainText(block.runs)}`];
    if (block.type !== 'list') return [block.type];
    return block.items.flatMap((item, index) => {
      const [first = '', ...others] = outline(item.blocks, `${depth}  `);
      return [`${depth}${block.ordered ? `${(block.start ?? 1) + index}.` : '-'} ${first.trim()}`, ...others];
    });
  });
}
const read = (...texts: (string | Block)[]): string[] =>
  outline(buildLists(readTypedMarks(texts.map((text) => (typeof text === 'string' ? said(text) : text)))));

test('bullets that somebody typed one below the other are items, under a number where they are below it', () => {
  assert.deepEqual(read('•\tOne', '•\tTwo'), ['- One', '- Two']);
  assert.deepEqual(read('1. Tools', '– saw', '– plane', '2. Wood'), ['1. Tools', '  - saw', '  - plane', '2. Wood']);
  assert.deepEqual(read('■Scope', '■Term'), ['- Scope', '- Term']);
});

test('one sign alone, figures below zero, a line between dashes, and dialogue with long dashes are text', () => {
  for (const texts of [
    ['* Without tax.'],
    ['- 5 °C', '- 7 °C'],
    ['- 3 -', '- 4 -'],
    ['— Yes, he said.', '— No, she said.'],
    ['• One', 'Text', '• Two'],
  ])
    assert.deepEqual(read(...texts), texts);
});

test('items that count on over paragraphs between them are a list, wherever it begins', () => {
  assert.deepEqual(read('2.1. Place', 'The town hall.', '2.2. Time', '2.3. Answers are given at once'), [
    '- 2.1. Place',
    'The town hall.',
    '- 2.2. Time',
    '- 2.3. Answers are given at once',
  ]);
  assert.deepEqual(read('3. Three', 'Text', '4. Four', 'Text', '5. Five'), ['3. Three', 'Text', '4. Four', 'Text', '5. Five']);
  assert.equal(buildLists(readTypedMarks([said('3. Three'), said('Text'), said('4. Four'), said('5. Five')]))[0]?.type, 'list');
});

test('letters of other scripts, Roman numbers, circled, full-width and Chinese numbers count', () => {
  assert.deepEqual(read('а) дома', 'б) земли'), ['- а) дома', '- б) земли']);
  assert.deepEqual(read('I. One', 'II. Two', 'III. Three'), ['- I. One', '- II. Two', '- III. Three']);
  assert.deepEqual(read('（１）結果', 'ア　学校', 'イ　会社', '（２）期間'), [
    '- （１）結果',
    '  - ア　学校',
    '  - イ　会社',
    '- （２）期間',
  ]);
  assert.deepEqual(read('１．趣旨を書く', '２．期間を書く'), ['1. 趣旨を書く', '2. 期間を書く']);
  assert.deepEqual(read('①质量', '②能力'), ['- ①质量', '- ②能力']);
});

test('a list of clauses is beside the one before it, and numbers begin again', () => {
  assert.deepEqual(read('1.1 One', '1.2 Two', '2.1 Three', '2.2 Four'), ['- 1.1 One', '- 1.2 Two', '- 2.1 Three', '- 2.2 Four']);
  assert.deepEqual(read('1. a', '2. b', '1. c', '2. d'), ['1. a', '2. b', '1. c', '2. d']);
});

test('bold numbers over text of their own, dates and names are no items', () => {
  const bold = { bold: true };
  assert.deepEqual(read(said('1. Scope', bold), 'All of it.', said('2. Term', bold), 'Two years.'), [
    '1. Scope',
    'All of it.',
    '2. Term',
    'Two years.',
  ]);
  assert.deepEqual(read('1. May 2026', '2. May 2026'), ['1. May 2026', '2. May 2026']);
  assert.deepEqual(read('A. Meier', 'Director', 'B. Schulz', 'Deputy'), ['A. Meier', 'Director', 'B. Schulz', 'Deputy']);
  assert.deepEqual(
    buildLists(readTypedMarks([said('1. May 2026'), said('2. May 2026')])).map(({ type }) => type),
    ['paragraph', 'paragraph'],
  );
});
