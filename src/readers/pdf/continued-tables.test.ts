import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedPage } from '../../document/rendered-document.ts';
import { joinTablesOverPages, readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const level = (y: number, from: number, to: number): Box => ({ left: from, right: to, top: y - 0.3, bottom: y + 0.3 });
const upright = (x: number, from: number, to: number): Box => ({ left: x - 0.3, right: x + 0.3, top: from, bottom: to });

/** A page with a ruled table of two columns; the first row may be bold. */
function ruled(texts: readonly [string, string][], { divide = 150, bold = false, above = '' } = {}): RenderedPage {
  const bottom = 100 + texts.length * 20;
  const rules = [
    ...Array.from({ length: texts.length + 1 }, (_, row) => level(100 + row * 20, 50, 450)),
    ...[50, divide, 450].map((x) => upright(x, 100, bottom)),
  ];
  const cells = texts.flatMap(([name, text], row) => [
    line(name, 55, 105 + row * 20, { bold: bold && row === 0 }),
    line(text, divide + 5, 105 + row * 20, { bold: bold && row === 0 }),
  ]);
  return examplePage([...(above === '' ? [] : [line(above, 50, 80)]), ...cells], { rules });
}

function whole(...pages: RenderedPage[]): string[][] {
  const { value } = readPdf(exampleDocument(pages));
  return joinTablesOverPages(
    value.pages.map((blocks, index) => ({ page: index + 1, blocks })),
    value,
  ).map(({ blocks }) => outlineOf(blocks));
}

const HEADER: [string, string] = ['Plant', 'Share'];

test('a table over three pages is one, and says its repeated header once', () => {
  assert.deepEqual(
    whole(
      ruled([HEADER, ['Alder', '40']]),
      ruled([HEADER, ['Birch', '35']], { divide: 160 }),
      ruled([HEADER, ['Cedar', '25'], ['Sum', '100']]),
    ),
    [['| Plant | Share', '| Alder | 40', '| Birch | 35', '| Cedar | 25', '| Sum | 100'], [], []],
  );
});

test('a table that goes on without its header is one where its columns are at the same places', () => {
  assert.deepEqual(whole(ruled([HEADER, ['Alder', '40']], { bold: true }), ruled([['Birch', '35']])), [
    ['| Plant | Share', '| Alder | 40', '| Birch | 35'],
    [],
  ]);
});

test('tables of other columns, with a header of their own or behind other text are tables by themselves', () => {
  const first = ruled([HEADER, ['Alder', '40']], { bold: true });
  const expected = (...rows: string[]): string[][] => [['| Plant | Share', '| Alder | 40'], rows];
  assert.deepEqual(whole(first, ruled([['Birch', '35']], { divide: 200 })), expected('| Birch | 35'));
  assert.deepEqual(
    whole(
      first,
      ruled(
        [
          ['Tree', 'Height'],
          ['Birch', '35'],
        ],
        { bold: true },
      ),
    ),
    expected('| Tree | Height', '| Birch | 35'),
  );
  assert.deepEqual(whole(first, ruled([HEADER, ['Birch', '35']], { above: 'Shares of the next year.' })), [
    ['| Plant | Share', '| Alder | 40'],
    ['p Shares of the next year.', '| Plant | Share', '| Birch | 35'],
  ]);
});

test('what is read page by page stays as it was', () => {
  const { value } = readPdf(exampleDocument([ruled([HEADER, ['Alder', '40']]), ruled([HEADER, ['Birch', '35']])]));
  joinTablesOverPages(
    value.pages.map((blocks, index) => ({ page: index + 1, blocks })),
    value,
  );
  assert.deepEqual(
    value.pages.map((blocks) => outlineOf(blocks)),
    [
      ['| Plant | Share', '| Alder | 40'],
      ['| Plant | Share', '| Birch | 35'],
    ],
  );
});
