import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

test('ticked boxes of symbol fonts are ticked, open ones open', () => {
  const [list] = readPdf(
    exampleDocument([examplePage([line('\uF0FE Design', 50, 100), line('\uF0A8 Documents', 50, 124), line('\uF0FD Tests', 50, 148)])]),
  ).value.pages.flat();
  assert.deepEqual(list?.type === 'list' ? list.items.map(({ checked }) => checked) : [], [true, false, true]);
});

test('ticks and crosses within a text are kept apart, and crosses before items stay', () => {
  const read = (lines: ReturnType<typeof line>[], fonts: string[] = []): string[] =>
    readPdf(exampleDocument([examplePage(lines)], { fonts })).value.pages.flatMap((blocks) => outlineOf(blocks));
  assert.deepEqual(read([line('The first \uF0FC and the second \uF0FB of them', 50, 100)]), ['p The first ✓ and the second ✗ of them']);
  assert.deepEqual(read([line('\uF0FC Stable parts', 50, 100), line('\uF0FB Refused parts', 50, 124)]), [
    '- Stable parts',
    '- ✗ Refused parts',
  ]);
  // in the font Symbol there are a diamond and parts of brackets at these places
  const diamonds = [line('\uF0A8 First', 50, 100), line('\uF0A8 Second', 50, 124)];
  assert.deepEqual(read(diamonds, ['Symbol']), ['- First', '- Second']);
  const [list] = readPdf(exampleDocument([examplePage(diamonds)], { fonts: ['SymbolMT'] })).value.pages.flat();
  assert.deepEqual(list?.type === 'list' ? list.items.map(({ checked }) => checked) : [], [undefined, undefined]);
});
