/** Operations of one request that meet in a Word file: done one after the other where it is clear what comes of both, else named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { addSpans, fitSpans, type SpansByPart } from './take-spans.ts';

const ROW = (a: string, b: string): string =>
  `<w:tr>${[a, b].map((text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`;
const TABLE = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/></w:tblGrid>${ROW('a', 'b')}${ROW('c', 'd')}</w:tbl>`;
const BODY = `<w:p><w:r><w:t>Terms</w:t></w:r></w:p><w:p><w:r><w:t>Payment is due within 30 days of receipt.</w:t></w:r></w:p>${TABLE}<w:p><w:r><w:t>Last words.</w:t></w:r></w:p><w:sectPr/>`;
const MODES = ['direct', 'tracked'] as const;

const run = (operations: EditOperation[], mode: EditMode, body = BODY): EditOutcome =>
  applyEdits(wrapInDocx(body), operations, { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode });
const reasons = ({ results }: EditOutcome): string[] => results.map(({ status, reason }) => reason ?? status);
const bodyOf = ({ bytes }: EditOutcome): string => /<w:body>(.*)<\/w:body>/s.exec(partsText(bytes, /document\.xml$/))?.[1] ?? '';
/** What a tracked request has made, accepted or rejected by the product; what came directly, as it is. */
const settled = (outcome: EditOutcome, op: 'accept_revision' | 'reject_revision', mode: EditMode): EditOutcome =>
  mode === 'direct'
    ? outcome
    : applyEdits(outcome.bytes, [{ op, target: 'all' }], { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' });
interface Run {
  text: string;
  bold: boolean;
}
const runsOf = (outcome: EditOutcome): Run[] =>
  [...bodyOf(outcome).matchAll(/<w:r>(.*?)<\/w:r>/gs)].map(([, run = '']) => ({
    text: run.replaceAll(/<[^>]*>/g, ''),
    bold: run.includes('<w:b/>'),
  }));
const boldOf = (runs: readonly Run[]): string =>
  runs
    .filter(({ bold }) => bold)
    .map(({ text }) => text)
    .join('');
const TEXT = 'TermsPayment is due within 30 days of receipt.abcdLast words.';
const EMPTY = /<w:(rPr|pPr|tcPr)><\/w:\1>/g;

const REPLACE: EditOperation = { op: 'replace_text', find: '30 days', replace: '45 days' };
const bold = (fields: Record<string, unknown>): EditOperation => ({ op: 'set_format', target: 'p2', bold: true, ...fields });

for (const mode of MODES) {
  test(`words are replaced and formatted in one request, named as they were or as they will be: ${mode}`, async () => {
    const made: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
    for (const [name, operations] of Object.entries({
      'as they were': [REPLACE, bold({ find: '30 days' })],
      'as they were, the other way round': [bold({ find: '30 days' }), REPLACE],
      'as they will be': [REPLACE, bold({ find: '45 days' })],
    })) {
      const outcome = run(operations, mode);
      assert.deepEqual(reasons(outcome), ['applied', 'applied'], name);
      if (mode === 'tracked') assert.deepEqual([outcome.integrity.accept_matches, outcome.integrity.reject_matches], [true, true], name);
      const accepted = runsOf(settled(outcome, 'accept_revision', mode));
      assert.equal(accepted.map(({ text }) => text).join(''), TEXT.replace('30', '45'), name);
      assert.equal(boldOf(accepted), '45 days', name);
      const rejected = runsOf(settled(outcome, 'reject_revision', mode));
      if (mode === 'tracked') assert.deepEqual([rejected.map(({ text }) => text).join(''), boldOf(rejected)], [TEXT, ''], name);
      made[name] = { bytes: outcome.bytes, kind: 'docx' };
    }
    assert.deepEqual(await validateAllOffice(made), {});
  });

  test(`a new row loses the column that is deleted beside it, whichever comes first: ${mode}`, async () => {
    const row: EditOperation = { op: 'insert_rows', target: 't1.r1', rows: [['x', 'y']] };
    const column: EditOperation = { op: 'delete_columns', target: 't1.r1.c1' };
    const made: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
    for (const operations of [
      [row, column],
      [column, row],
    ]) {
      const outcome = run(operations, mode);
      assert.deepEqual(reasons(outcome), ['applied', 'applied']);
      const accepted = bodyOf(settled(outcome, 'accept_revision', mode));
      assert.deepEqual(
        [...accepted.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, cells = '']) => cells.replaceAll(/<[^>]*>/g, '')),
        ['b', 'y', 'd'],
      );
      assert.equal(accepted.match(/<w:gridCol /g)?.length, 1);
      if (mode === 'tracked')
        assert.equal(
          bodyOf(settled(outcome, 'reject_revision', mode))
            .replaceAll(EMPTY, '')
            .replaceAll(EMPTY, ''),
          BODY,
        );
      made[operations[0]?.op ?? ''] = { bytes: outcome.bytes, kind: 'docx' };
    }
    assert.deepEqual(await validateAllOffice(made), {});
    // the texts of each would be counted by what the other one has added
    const [kept, refused] = run([row, { op: 'insert_columns', target: 't1.r1.c2', columns: [['h', 'i']] }], mode).results;
    assert.deepEqual([kept?.status, refused?.reason], ['applied', 'overlapping_operation']);
    assert.match(refused?.message ?? '', /operation 1 of the request \(insert_rows t1\.r1\)/);
  });

  test(`what meets without saying different things is done in turns: ${mode}`, async () => {
    const pairs: [string, EditOperation[]][] = [
      [
        'links on and to one paragraph',
        [
          { op: 'set_link', target: 'p2', find: 'due', to: 'p3' },
          { op: 'set_link', target: 'p3', find: 'Last', to: 'p2' },
        ],
      ],
      [
        'header and watermark',
        [
          { op: 'set_header_footer', place: 'header', text: 'Draft' },
          { op: 'set_watermark', text: 'DRAFT' },
        ],
      ],
      [
        'watermark and header',
        [
          { op: 'set_watermark', text: 'DRAFT' },
          { op: 'set_header_footer', place: 'header', text: 'Draft' },
        ],
      ],
      ['bold and italic', [bold({}), { op: 'set_format', target: 'p2', italic: true }]],
      [
        'a cell and its row',
        [
          { op: 'set_cell_text', target: 't1.r1.c2', text: 'new' },
          { op: 'set_format', target: 't1.r1', bold: true },
        ],
      ],
      [
        'new words and a comment on them',
        [REPLACE, { op: 'add_comment', target: 'p2', find: '45 days', text: 'Asked for by the client.' }],
      ],
      ['new words and a move', [REPLACE, { op: 'move_block', target: 'p2', to: 'p3' }]],
    ];
    const made: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
    for (const [name, operations] of pairs) {
      const outcome = run(operations, mode);
      assert.deepEqual(reasons(outcome), ['applied', 'applied'], name);
      if (mode === 'tracked') assert.deepEqual([outcome.integrity.accept_matches, outcome.integrity.reject_matches], [true, true], name);
      made[name] = { bytes: outcome.bytes, kind: 'docx' };
    }
    assert.deepEqual(await validateAllOffice(made), {});
  });

  test(`what says different things of one place is refused, and the earlier operation is named: ${mode}`, () => {
    for (const [operations, named] of [
      [[bold({ align: 'center' }), bold({ align: 'right' })], 'set_format p2'],
      [[REPLACE, { op: 'delete_block', target: 'p2' }], 'replace_text'],
      [[REPLACE, { op: 'replace_text', find: 'within 30', replace: 'after 60' }], 'replace_text'],
    ] as const) {
      const outcome = run([{ op: 'replace_text', find: 'Terms', replace: 'Conditions' }, ...operations], mode);
      assert.deepEqual(reasons(outcome), ['applied', 'applied', 'overlapping_operation'], named);
      assert.equal(
        outcome.results[2]?.message,
        `It changes what operation 2 of the request (${named}) changes; send it in a request of its own.`,
      );
    }
  });
}

test('addresses of a later turn are those of the file as it was sent', () => {
  const operations: EditOperation[] = [
    { op: 'insert_blocks', target: 'p1', position: 'before', blocks: [{ type: 'paragraph', text: 'New' }] },
    REPLACE,
    bold({ find: '45 days' }),
    { op: 'add_comment', target: 'p3', find: 'Last', text: 'Still here.' },
  ];
  const outcome = run(operations, 'tracked');
  assert.deepEqual(reasons(outcome), ['applied', 'applied', 'applied', 'applied']);
  assert.equal(outcome.results[2]?.target, 'p2');
  assert.match(bodyOf(settled(outcome, 'accept_revision', 'tracked')), /<w:b\/>.{0,60}45.*Last/s);
});

test('what is on a paragraph that is moved as a tracked change is not left where it was', () => {
  const move: EditOperation = { op: 'move_block', target: 'p2', to: 'p3' };
  for (const operation of [
    { op: 'add_footnote', target: 'p2', text: 'See there.' },
    { op: 'set_format', target: 'p2', bold: true },
    { op: 'replace_text', target: 'p2', find: '30 days', replace: '45 days' },
  ]) {
    const [moved, refused] = run([move, operation], 'tracked').results;
    assert.deepEqual([moved?.status, refused?.reason], ['applied', 'overlapping_operation'], operation.op);
    assert.match(refused?.message ?? '', /operation 1 of the request \(move_block p2\)/, operation.op);
    assert.deepEqual(reasons(run([move, operation], 'direct')), ['applied', 'applied'], operation.op);
  }
  // words that are named without a place are found where they come
  const anywhere = [move, REPLACE];
  const [tracked, direct] = [run(anywhere, 'tracked'), run(anywhere, 'direct')];
  const textOf = (outcome: EditOutcome): string =>
    runsOf(outcome)
      .map(({ text }) => text)
      .join('');
  assert.equal(textOf(settled(tracked, 'accept_revision', 'tracked')), textOf(direct));
});

test('an operation that only together with an earlier one changes more than was asked does not take the earlier one with it', () => {
  const { results } = run([REPLACE, bold({ find: '30 days' }), { op: 'set_format', target: 'p2', find: 'due', italic: true }], 'tracked');
  assert.deepEqual(
    results.map(({ status }) => status),
    ['applied', 'applied', 'applied'],
  );
});

test('replacements that together would make a file that nobody can open are refused', () => {
  const body = `${'<w:p><w:r><w:t>alpha beta</w:t></w:r></w:p>'.repeat(3_000)}<w:sectPr/>`;
  const [result] = run([{ op: 'replace_text', find: 'alpha', replace: 'x'.repeat(10_000), all: true }], 'direct', body).results;
  assert.equal(result?.reason, 'unsupported');
  assert.match(result?.message ?? '', /in 3000 places, and the replacements would have 30000000 characters together/);
});

test('operations that together would write more than a part may hold are refused, the first of them not', () => {
  const span = (start: number) => ({ parts: [{ part: 'word/document.xml', edits: [{ start, end: start, xml: 'x'.repeat(60_000_000) }] }] });
  const taken: SpansByPart = new Map();
  const first = fitSpans(taken, span(1));
  assert.ok('spans' in first);
  addSpans(taken, first);
  const second = fitSpans(taken, span(2));
  assert.ok('rejected' in second);
  assert.match(second.rejected.message, /send them in several requests/);
});
