/** Sorting takes comments with their cells, as Excel does: the comment, its answers and its box. Comments of other cells stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, partNames, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const cell = (at: string, value: number): string => `<c r="${at}"><v>${value}</v></c>`;
const ROWS = [3, 1, 2]
  .map((value, index) => `<row r="${index + 1}">${cell(`A${index + 1}`, value)}${cell(`B${index + 1}`, value * 10)}</row>`)
  .join('');
const SORT: EditOperation = { op: 'sort', target: 'Data!A1:A3', by: [{ column: 'A' }], header: false };

function edit(bytes: Uint8Array, ...operations: EditOperation[]): Uint8Array {
  const { results, bytes: after } = applyEdits(bytes, operations, CONTEXT);
  assert.deepEqual(
    results.map(({ status, message }) => message ?? status),
    operations.map(() => 'applied'),
  );
  return after;
}

const partsOf = (bytes: Uint8Array, named: RegExp): string => {
  const opened = openOfficePackage(bytes);
  return partNames(opened)
    .filter((name) => named.test(name))
    .map((name) => Buffer.from(readPart(opened, name)).toString('utf8'))
    .join('\n');
};

/** Cell → text of its comment. */
const commentsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    [...partsOf(bytes, /comments\d*\.xml$/).matchAll(/<comment ref="(\w+)"[^]*?<t[^>]*>([^<]*)<\/t>/g)].map(([, ref = '', text = '']) => [
      ref,
      text,
    ]),
  );
/** Cell → rows of its box's anchor. */
const boxesOf = (bytes: Uint8Array): Record<string, [number, number]> =>
  Object.fromEntries(
    [...partsOf(bytes, /vml/i).matchAll(/<x:Anchor>([^<]*)<\/x:Anchor>[^]*?<x:Row>(\d+)<\/x:Row><x:Column>(\d+)<\/x:Column>/g)].map(
      ([, anchor = '', row = '', column = '']) => {
        const numbers = anchor.split(',').map(Number);
        return [`${'ABC'.charAt(Number(column))}${Number(row) + 1}`, [numbers[2] ?? -1, numbers[6] ?? -1]];
      },
    ),
  );

test('a comment goes with its cell, and its box with it; those beside the sorted cells stay', () => {
  const file = edit(
    wrapInXlsx({ sheets: { Data: ROWS } }),
    { op: 'add_comment', target: 'Data!A1', text: 'on three' },
    { op: 'add_comment', target: 'Data!A3', text: 'on two' },
    { op: 'add_comment', target: 'Data!B1', text: 'stays' },
  );
  const before = boxesOf(file);
  const sorted = edit(file, SORT);
  assert.deepEqual(commentsOf(sorted), { A3: 'on three', A2: 'on two', B1: 'stays' });
  const after = boxesOf(sorted);
  assert.deepEqual(Object.keys(after).toSorted(), ['A2', 'A3', 'B1']);
  assert.deepEqual(after['B1'], before['B1']);
  const [top = 0, bottom = 0] = before['A1'] ?? [];
  assert.deepEqual(after['A3'], [top + 2, bottom + 2]);
  assert.equal((after['A2']?.[1] ?? 0) - (after['A2']?.[0] ?? 0), (before['A3']?.[1] ?? 0) - (before['A3']?.[0] ?? 0));
  // and the way back
  const back = edit(sorted, { op: 'set_cells', target: 'Data!A1', values: [[9]] }, SORT);
  assert.equal(Object.values(commentsOf(back)).filter((text) => text === 'stays').length, 1);
});

test('the comment of a thread and its answers go together', () => {
  const thread =
    '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" id="{1}"><text>why?</text></threadedComment><threadedComment ref="A1" id="{2}" parentId="{1}"><text>so</text></threadedComment></ThreadedComments>';
  const file = wrapInXlsx({
    sheets: { Data: ROWS },
    parts: [
      { name: 'xl/threadedComments/threadedComment1.xml', contentType: 'application/vnd.ms-excel.threadedcomments+xml', data: thread },
    ],
    relations: [{ sheet: 0, type: 'threadedComment', target: '/xl/threadedComments/threadedComment1.xml' }],
  });
  assert.deepEqual(
    [...partsOf(edit(file, SORT), /threadedComment1/).matchAll(/ref="(\w+)"/g)].map(([, ref]) => ref),
    ['A3', 'A3'],
  );
});

test('links go with sorted cells', () => {
  const file = edit(wrapInXlsx({ sheets: { Data: ROWS } }), { op: 'set_link', target: 'Data!A1', url: 'https://example.com/' });
  assert.match(partsOf(edit(file, SORT), /sheet1\.xml$/), /<hyperlink ref="A3"/);
});

test('a comment is listed at the cell that it went to', () => {
  const file = edit(wrapInXlsx({ sheets: { Data: ROWS } }), { op: 'add_comment', target: 'Data!A1', text: 'on three' });
  const listed = JSON.stringify(listContent(edit(file, SORT)));
  assert.match(listed, /Data!A3\.comment/);
  assert.doesNotMatch(listed, /Data!A1\.comment/);
});
