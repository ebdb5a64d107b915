import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const read = (...lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('the letter o below an item, set further in, is a bullet', () => {
  assert.deepEqual(
    read(
      exampleLine('• Infiniband', 60, 100),
      exampleLine('o Standard that one maker pushes', 80, 114),
      exampleLine('o Most mature technology to date, of which adapters and', 80, 128),
      exampleLine('switches are sold', 90, 142),
      exampleLine('o NICs are available', 80, 156),
      exampleLine('• Ethernet', 60, 170),
    ),
    [
      '- Infiniband',
      '  - Standard that one maker pushes',
      '  - Most mature technology to date, of which adapters and switches are sold',
      '  - NICs are available',
      '- Ethernet',
    ],
  );
});

test('items in letters of one width that begin with it are no code', () => {
  const code = { font: 'Courier New' };
  const items = read(
    exampleLine('• Properties of the class:', 60, 100),
    exampleLine('o Pixmap.alpha', 80, 114, code),
    exampleLine('o Pixmap.stride', 80, 128, code),
    exampleLine('o Pixmap.n', 80, 142, code),
  );
  assert.deepEqual(items, ['- Properties of the class:', '  - Pixmap.alpha', '  - Pixmap.stride', '  - Pixmap.n']);
});

test('a word o at the beginning of lines of a text is none', () => {
  const lines = ['O governo disse ontem que', 'o Brasil cresce mais que', 'o Chile, e que nada muda', 'o Plano do ano passado.'];
  assert.deepEqual(read(...lines.map((text, index) => exampleLine(text, 60, 100 + index * 12, { at: { 1: 68 } }))), [
    `p ${lines.join(' ')}`,
  ]);
});
