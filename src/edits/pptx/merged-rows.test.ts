/** Rows come and go among cells that are merged downwards, as in PowerPoint: the cells grow, become shorter, and keep what they hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { readDeckFile } from '../../ooxml/deck-file.ts';
import { A } from '../../ooxml/names.ts';
import { openOfficePackage } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const TABLE = 's1.t1';

/** Cells as `text|attributes`. */
type Grid = string[][];

/** A table of four rows: A is merged over rows 2 to 4, B2 over two columns and two rows. */
function deck(): Uint8Array {
  const rows = ['a b c', 'd e f', 'g h i', 'j k l'].map((row) => row.split(' '));
  const { bytes } = applyEdits(templateDeck(), [{ op: 'insert_table', target: 's1', rows, left_cm: 2, top_cm: 5, width_cm: 15 }], CONTEXT);
  const opened = openOfficePackage(bytes);
  const part = readDeckFile(opened).slides[0]?.part;
  assert.ok(part);
  const marks: Record<string, string> = {
    d: ' rowSpan="3"',
    g: ' vMerge="1"',
    j: ' vMerge="1"',
    e: ' rowSpan="2" gridSpan="2"',
    f: ' rowSpan="2" hMerge="1"',
    h: ' gridSpan="2" vMerge="1"',
    i: ' hMerge="1" vMerge="1"',
  };
  const merged = part.source.replaceAll(
    /<a:tc>((?:(?!<\/a:tc>).)*<a:t>)(\w)<\/a:t>/gs,
    (_, inner: string, text: string) => `<a:tc${marks[text] ?? ''}>${inner}${/vMerge|hMerge/.test(marks[text] ?? '') ? '' : text}</a:t>`,
  );
  replacePart(opened, part.name, Buffer.from(merged));
  return saveOfficePackage(opened);
}

function gridOf(bytes: Uint8Array): Grid {
  const root = readDeckFile(openOfficePackage(bytes)).slides[0]?.part.root;
  return (root === undefined ? [] : [...walkElements(root)])
    .filter(({ local, uri }) => local === 'tr' && uri === A)
    .map((row) =>
      elementsOf(row, 'tc', A).map((cell) =>
        [
          textOf(cell),
          ...['gridSpan', 'rowSpan', 'hMerge', 'vMerge'].flatMap((name) => {
            const value = attributeOf(cell, name);
            return value === undefined || (value === '1' && name.endsWith('Span'))
              ? []
              : [name.endsWith('Span') ? `${name.slice(0, -4)}${value}` : name.slice(0, 1)];
          }),
        ].join(' '),
      ),
    );
}

function edit(operation: EditOperation): EditOutcome {
  const outcome = applyEdits(deck(), [operation], CONTEXT);
  assert.equal(outcome.results[0]?.status, 'applied', outcome.results[0]?.message);
  return outcome;
}

const WHOLE: Grid = [
  ['a', 'b', 'c'],
  ['d row3', 'e grid2 row2', ' row2 h'],
  [' v', ' grid2 v', ' h v'],
  [' v', 'k', 'l'],
];

test('the table of these tests is merged as they say', () => {
  assert.deepEqual(gridOf(deck()), WHOLE);
});

test('a row within a merged cell goes, and the cell becomes shorter', () => {
  const { bytes, results } = edit({ op: 'delete_rows', target: `${TABLE}.r3` });
  assert.deepEqual(gridOf(bytes), [
    ['a', 'b', 'c'],
    ['d row2', 'e grid2', ' h'],
    [' v', 'k', 'l'],
  ]);
  assert.equal(results[0]?.message, undefined);
});

test('where the first row of a merged cell goes, what it holds stays in the next', () => {
  const { bytes, results } = edit({ op: 'delete_rows', target: `${TABLE}.r2` });
  assert.deepEqual(gridOf(bytes), [
    ['a', 'b', 'c'],
    ['d row2', 'e grid2', ' h'],
    [' v', 'k', 'l'],
  ]);
  assert.match(results[0]?.message ?? '', /keep their text .*: d; e/);
});

test('a merged cell goes with the last of its rows, and one of more rows stays', () => {
  const { bytes } = edit({ op: 'delete_rows', target: `${TABLE}.r2`, count: 2 });
  assert.deepEqual(gridOf(bytes), [
    ['a', 'b', 'c'],
    ['d', 'k', 'l'],
  ]);
  const all = edit({ op: 'delete_rows', target: `${TABLE}.r2`, count: 3 });
  assert.deepEqual(gridOf(all.bytes), [['a', 'b', 'c']]);
});

test('rows that come in the middle of a merged cell are covered by it, at its end they are not', () => {
  const inside = edit({ op: 'insert_rows', target: `${TABLE}.r2`, rows: [['', '', ''], []] });
  assert.deepEqual(gridOf(inside.bytes), [
    ['a', 'b', 'c'],
    ['d row5', 'e grid2 row4', ' row4 h'],
    [' v', ' grid2 v', ' h v'],
    [' v', ' grid2 v', ' h v'],
    [' v', ' grid2 v', ' h v'],
    [' v', 'k', 'l'],
  ]);
  const half = edit({ op: 'insert_rows', target: `${TABLE}.r3`, rows: [['', 'new']] });
  assert.deepEqual(gridOf(half.bytes), [
    ['a', 'b', 'c'],
    ['d row4', 'e grid2 row2', ' row2 h'],
    [' v', ' grid2 v', ' h v'],
    [' v', 'new grid2', ' h'],
    [' v', 'k', 'l'],
  ]);
  const behind = edit({ op: 'insert_rows', target: `${TABLE}.r4`, rows: [['x', 'y', 'z']] });
  assert.deepEqual(gridOf(behind.bytes), [...WHOLE, ['x', 'y', 'z']]);
});

test('a text for a cell that is covered is not lost silently', () => {
  const [result] = applyEdits(deck(), [{ op: 'insert_rows', target: `${TABLE}.r2`, rows: [['lost']] }], CONTEXT).results;
  assert.equal(result?.reason, 'merged_cells');
  assert.match(result?.message ?? '', /Column 1/);
});

test('what comes out is taken by the validator', async () => {
  const known = new Set((await validateOffice(deck(), 'pptx')).map(({ id, description }) => `${id} ${description}`));
  for (const operation of [
    { op: 'delete_rows', target: `${TABLE}.r2` },
    { op: 'delete_rows', target: `${TABLE}.r2`, count: 2 },
    { op: 'insert_rows', target: `${TABLE}.r2`, rows: [['', '', '']] },
    { op: 'insert_rows', target: `${TABLE}.r3`, rows: [['', 'new']] },
  ])
    assert.deepEqual(
      (await validateOffice(edit(operation).bytes, 'pptx')).filter(({ id, description }) => !known.has(`${id} ${description}`)),
      [],
    );
});
