/** Sheets of more cells than are listed: they say so, and what looks for something looks at all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineFile } from '../../agent/outline-file.ts';
import { FILE_WORK } from './file-work.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { applyEdits } from '../../edits/apply-edits.ts';
import { listContent } from '../../edits/list-content.ts';
import { listMaterial } from '../../edits/list-material.ts';

const ROWS = 6_000;
const rowOf = (n: number): string =>
  `<row r="${n}"><c r="A${n}"><v>${n}</v></c><c r="B${n}" t="inlineStr"><is><t>Item ${n}</t></is></c><c r="C${n}"><v>${(n * 37) % 91}</v></c><c r="D${n}"><f>A${n}+C${n}</f><v>${n + ((n * 37) % 91)}</v></c></row>`;
const BOOK = wrapInXlsx({ sheets: { Data: Array.from({ length: ROWS }, (_, i) => rowOf(i + 1)).join('') } });
const read = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString('utf8'));

test('a sheet says how many cells are not listed, to clients and to the model', () => {
  const [sheet] = listContent(BOOK);
  assert.deepEqual([sheet?.rows?.length, sheet?.omitted_cells], [5_000, 4_000]);
  assert.equal(listContent(BOOK, { cells: Infinity })[0]?.omitted_cells, undefined);
  assert.match(outlineFile(listMaterial(BOOK)).text, /4000 more cells below these cannot be read here/);
});

test('queries find what is behind the cells that are listed', () => {
  const found = read(FILE_WORK.answerContent(BOOK, 'cell:contains("Item 5999")'));
  assert.deepEqual(found, { blocks: [{ type: 'cell', address: 'Data!B5999', text: 'Item 5999' }] });
  const operation = { op: 'set_cells', target: { query: 'cell[text="Item 5999"]' }, values: [['Other']] };
  assert.deepEqual(FILE_WORK.resolveTargets(BOOK, [operation]), [
    { operation: { op: 'set_cells', target: 'Data!B5999', values: [['Other']] } },
  ]);
});

test('a comparison looks at all cells, and takes none for deleted that was pushed behind those that are listed', () => {
  const { bytes } = applyEdits(
    BOOK,
    [
      { op: 'insert_rows', target: 'Data!10:10', values: [[-1, 'New', 5]] },
      { op: 'set_cells', target: 'Data!C5995', values: [[999]] },
      { op: 'delete_rows', target: 'Data!5900:5900' },
    ],
    { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' },
  );
  const { summary, changes } = read(FILE_WORK.compareFiles(BOOK, bytes)) as {
    summary: unknown;
    changes: { change: string; from: string | null; to: string | null }[];
  };
  assert.deepEqual(summary, { inserted: 1, deleted: 1, changed: 1, moved: 0 });
  assert.deepEqual(
    changes.map(({ change, from, to }) => `${change} ${from} ${to}`),
    ['inserted null Data!10:10', 'deleted Data!5900:5900 null', 'changed Data!C5995 Data!C5995'],
  );
});
