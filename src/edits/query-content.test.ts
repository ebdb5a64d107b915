/** Queries: what they find, and what is said of those that cannot be read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { listContent } from './list-content.ts';
import { faultOfQuery, queryContent, type QueryResult } from './query-content.ts';
import { EXAMPLE_BLOCKS, QUERY_EXAMPLES } from './query-examples.ts';
import { mergeResults, operationsOf, resolveTargets, withPlainTargets } from './resolve-targets.ts';

function ask(query: string): QueryResult {
  const result = queryContent(EXAMPLE_BLOCKS, query);
  assert.ok(!('fault' in result), 'fault' in result ? `${result.at}: ${result.fault}` : '');
  return result;
}

for (const { query, finds } of QUERY_EXAMPLES)
  test(`the table of the documentation: ${query}`, () => {
    assert.deepEqual(
      ask(query).found.map(({ address }) => address),
      finds,
    );
  });

test('a fault of a query is told with its place', () => {
  for (const [query, fault] of [
    ['', /^Character 1: a type is missing/],
    ['tabel row', /^Character 1: there is no type "tabel"; use one of block, heading/],
    ['table[0]', /^Character 7: places are counted from 1/],
    ['table[2', /^Character 8: "\]" is missing/],
    ['heading:contains("Fees', /^Character 18: the quote is not closed/],
    ['heading:contains(Fees', /^Character 22: "\)" is missing/],
    ['heading:first-child', /^Character 14: "-" cannot stand here/],
    ['heading:lats', /^Character 8: there is no ":lats"/],
    ['cell[colour=red]', /^Character 6: there is no field "colour"/],
    ['paragraph:matches("(")', /^Character 19: the expression cannot be used/],
    ['p, q', /^Character 1: there is no type "p"/],
    ['* '.repeat(13), /a query has at most 12 steps/],
    [`*${'[text]'.repeat(41)}`, /a query has at most 40 filters/],
    ['x'.repeat(501), /^Character 501: a query has at most 500 characters/],
  ] as const)
    assert.match(faultOfQuery(query) ?? '', fault, query.slice(0, 40));
});

test('where nothing is found, what is of the type, or what the query had come to, is named', () => {
  assert.deepEqual(ask('table row:contains("Week")'), { found: [], nearest: ['t1.r1', 't1.r2', 't1.r3'] });
  assert.deepEqual(ask('slide[2] chart').nearest, ['s2']);
});

test('an operation is done at every place that its query finds, where all are meant', () => {
  const resolved = resolveTargets(EXAMPLE_BLOCKS, [
    { op: 'set_format', target: { query: 'heading', all: true }, bold: true },
    { op: 'delete_block', target: { query: 'heading' } },
    { op: 'delete_block', target: { query: 'heading[level=3]' } },
    { op: 'move_block', target: { query: 'heading:contains(Term)' }, to: { query: 'heading:first' } },
    { op: 'delete_block', target: 'p2' },
  ]);
  assert.deepEqual(
    operationsOf(resolved).map(({ op, target, to }) => [op, target, to]),
    [
      ['set_format', 'p1', undefined],
      ['set_format', 'p3', undefined],
      ['set_format', 'p5', undefined],
      ['set_format', 'p6', undefined],
      ['move_block', 'p6', 'p1'],
      ['delete_block', 'p2', undefined],
    ],
  );
  const done = operationsOf(resolved).map(({ op, target = null }) => ({ op, target, status: 'applied' as const }));
  const results = mergeResults(resolved, done);
  assert.deepEqual(
    results.map(({ target, reason }) => reason ?? target),
    ['p1', 'p3', 'p5', 'p6', 'ambiguous_target', 'target_not_found', 'p6', 'p2'],
  );
  assert.deepEqual(results[4]?.candidates, ['p1', 'p3', 'p5', 'p6']);
  assert.deepEqual(results[5]?.candidates, ['p1', 'p3', 'p5', 'p6']);
});

test('before the file is known a query counts as some address', () => {
  const { target, to } = withPlainTargets({ op: 'move_block', target: { query: '*' }, to: { query: '*' } });
  assert.deepEqual([typeof target, typeof to], ['string', 'string']);
});

test('blocks of the text and of notes do not follow each other, and a section ends with the text', () => {
  const blocks = [
    { address: 'p1', type: 'heading' as const, level: 1, text: 'Last' },
    { address: 'header1.p1', type: 'paragraph' as const, text: 'Draft' },
  ];
  for (const query of ['heading + paragraph', 'heading paragraph']) {
    const result = queryContent(blocks, query);
    assert.ok('found' in result && result.found.length === 0, query);
  }
});

test('in a real file the addresses are those that operations take', () => {
  const file = wrapInDocx(
    '<w:p><w:r><w:t>One</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>',
  );
  const result = queryContent(listContent(file), 'table[1] cell:last');
  assert.deepEqual('found' in result ? result.found : result, [{ address: 't1.r1.c2', text: '', type: 'cell' }]);
});
