/** Blocks with every format, in either mode, that validators take and readers give back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const RUNS = [
  { text: 'plain ' },
  { text: 'bold', bold: true },
  { text: 'italic', italic: true, underline: true },
  { text: 'gone', strike: true },
  { text: 'x = 1', code: true },
  { text: '2', script: 'super' },
  { text: 'i', script: 'sub' },
  { text: 'red', color: 'ff0000', highlight: 'yellow', font: 'Arial', size_pt: 14 },
  { text: 'there', url: 'https://example.org/plan' },
  { text: 'above', to: 'p1' },
  { text: 'one\ntwo' },
  { math: '\\frac{a}{b}' },
  { field: 'page' },
  { field: 'date' },
];
const BLOCKS = [
  { type: 'heading', level: 2, runs: [{ text: 'A ' }, { text: 'head', italic: true }] },
  { type: 'paragraph', align: 'justify', runs: RUNS },
  {
    type: 'list',
    items: [
      'one',
      { text: 'two', items: ['two a', { runs: [{ text: 'two b', bold: true }], ordered: true, items: ['first', 'second'] }] },
      'three',
    ],
  },
  { type: 'list', ordered: true, items: [{ text: 'a', items: [{ text: 'b', items: [{ text: 'c', items: ['d'] }] }] }] },
  { type: 'equation', latex: '\\sum_{i=1}^n i' },
  { type: 'contents', levels: 2 },
  {
    type: 'table',
    columns: [{ width_cm: 4 }, { width_cm: 3, align: 'right' }],
    rows: [
      ['Item', 'Price'],
      [
        { runs: [{ text: 'Paper', italic: true }], fill: 'eeeeee' },
        { text: '5', align: 'center' },
      ],
    ],
  },
];

function insert(mode: EditMode, blocks: unknown = BLOCKS): EditOutcome & { body: string } {
  const file = wrapInDocx('<w:p><w:pPr><w:jc w:val="left"/><w:outlineLvl w:val="8"/></w:pPr><w:r><w:t>Start</w:t></w:r></w:p><w:p/>');
  const outcome = applyEdits(file, [{ op: 'insert_blocks', target: 'p1', blocks }], { ...CONTEXT, mode });
  const text = Buffer.from(readPart(openOfficePackage(outcome.bytes), 'word/document.xml')).toString('utf8');
  return { ...outcome, body: text.slice(text.indexOf('<w:body>') + 8, text.indexOf('</w:body>')) };
}

test('all formats of runs, lists within lists, tables, formulas and fields are valid in either mode, and proven', async () => {
  const [direct, tracked] = [insert('direct'), insert('tracked')];
  for (const { results } of [direct, tracked]) assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  assert.deepEqual(
    await validateAllOffice({ direct: { bytes: direct.bytes, kind: 'docx' }, tracked: { bytes: tracked.bytes, kind: 'docx' } }),
    {},
  );
});

test('each format is written, and a list of another kind within a list is numbered by itself', () => {
  const { body } = insert('direct');
  for (const mark of [
    '<w:strike/>',
    '<w:vertAlign w:val="superscript"/>',
    '<w:vertAlign w:val="subscript"/>',
    '<w:highlight w:val="yellow"/>',
    'w:ascii="Courier New"',
    '<m:f>',
    ' PAGE ',
    '<w:br/>',
  ])
    assert.ok(body.includes(mark), mark);
  const items = Array.from(body.matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/g), ([, level, id]) => `${level}/${id}`);
  const [bullets, numbers, own] = ['1', '2', '3'];
  assert.deepEqual(items, [
    ...['0', '0', '1', '1'].map((level) => `${level}/${bullets}`),
    ...['2', '2'].map((level) => `${level}/${numbers}`),
    `0/${bullets}`,
    ...['0', '1', '2', '3'].map((level) => `${level}/${own}`),
  ]);
});

test('rejecting tracked blocks takes their links and bookmarks along; accepting leaves them', () => {
  const { bytes } = insert('tracked');
  const settle = (op: string): string => {
    const outcome = applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' });
    return Buffer.from(readPart(openOfficePackage(outcome.bytes), 'word/document.xml')).toString('utf8');
  };
  assert.doesNotMatch(settle('reject_revision'), /w:hyperlink|w:tbl|m:oMath|w:ins/);
  assert.equal(settle('accept_revision').match(/<w:hyperlink /g)?.length, 2);
});

test('a formula that is no LaTeX and a link to nothing are refused', () => {
  assert.equal(insert('direct', [{ type: 'equation', latex: '\\frac{a' }]).results[0]?.reason, 'unsupported');
  assert.equal(insert('direct', [{ type: 'paragraph', runs: [{ text: 'a', to: 'Nowhere' }] }]).results[0]?.reason, 'target_not_found');
});
