/** Every definition's worked examples, run: what a client reads in the documentation is what happens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { openOfficePackage, readPart, type OfficeKind } from '../ooxml/office-package.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { ALL_EDITS, DECK_EDITS, WORD_EDITS, WORKBOOK_EDITS } from './all-edits.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { REJECTIONS } from '../base/rejection.ts';
import type { Edit, EditExample } from './define-edit.ts';
import { judgeOperation } from './edit-operation.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATED = `xmlns:r="${OFFICE}"`;

interface Wrapping {
  part: string;
  open: string;
  close: string;
  wrap(given: string): Uint8Array;
}

function wrapPair(
  main: { part: string; type: string; xml: string },
  inner: { part: string; type: string; kind: string; xml: string },
): Uint8Array {
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: main.part, contentType: main.type },
        { name: inner.part, contentType: inner.type },
      ]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: `${OFFICE}/officeDocument`, target: main.part }]) },
    { name: main.part, data: main.xml },
    {
      name: main.part.replace('/', '/_rels/') + '.rels',
      data: buildRelationships([{ id: 'rId1', type: `${OFFICE}/${inner.kind}`, target: `/${inner.part}` }]),
    },
    { name: inner.part, data: inner.xml },
  ]);
}

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DECK = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const WRAPPINGS: Record<OfficeKind, Wrapping> = {
  docx: { part: 'word/document.xml', open: '<w:body>', close: '</w:body>', wrap: wrapInDocx },
  xlsx: {
    part: 'xl/worksheets/sheet1.xml',
    open: '<sheetData>',
    close: '</sheetData>',
    wrap: (given) =>
      wrapPair(
        {
          part: 'xl/workbook.xml',
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
          xml: `<workbook xmlns="${SHEET}" ${RELATED}><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        },
        {
          part: 'xl/worksheets/sheet1.xml',
          kind: 'worksheet',
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
          xml: `<worksheet xmlns="${SHEET}"><sheetData>${given}</sheetData></worksheet>`,
        },
      ),
  },
  pptx: {
    part: 'ppt/slides/slide1.xml',
    open: '<p:txBody>',
    close: '</p:txBody>',
    wrap: (given) =>
      wrapPair(
        {
          part: 'ppt/presentation.xml',
          type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
          xml: `<p:presentation xmlns:p="${DECK}" ${RELATED}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
        },
        {
          part: 'ppt/slides/slide1.xml',
          kind: 'slide',
          type: 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml',
          xml: `<p:sld xmlns:p="${DECK}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody>${given}</p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
        },
      ),
  },
};

function check(format: OfficeKind, { given, operation, mode, expected }: EditExample): void {
  const { part, open, close, wrap } = WRAPPINGS[format];
  const file = wrap(given);
  const {
    results: [result],
    bytes,
    integrity,
  } = applyEdits(file, [operation as EditOperation], { ...CONTEXT, mode: mode ?? 'direct' });
  if (typeof expected === 'string') {
    assert.equal(result?.status, 'applied', result?.message);
    const text = Buffer.from(readPart(openOfficePackage(bytes), part)).toString('utf8');
    assert.equal(text.slice(text.indexOf(open) + open.length, text.indexOf(close)), expected);
  } else {
    assert.equal(result?.reason, expected.rejected, result?.message);
    assert.deepEqual(bytes, file);
  }
  if (mode === 'tracked') assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
}

function checkAll<File>(edits: readonly Edit<File>[]): void {
  for (const edit of edits) {
    for (const example of edit.examples) {
      test(`${edit.format} ${edit.op}: ${example.name}`, () => {
        assert.ok(edit.schema.safeParse(example.operation).success);
        assert.deepEqual(judgeOperation({ op: edit.op, ...example.operation }), []);
        check(edit.format, example);
      });
    }
  }
}
checkAll(WORD_EDITS);
checkAll(DECK_EDITS);
checkAll(WORKBOOK_EDITS);

test('an operation appears once in a format and names refusals that exist', () => {
  for (const [format, edits] of Object.entries(ALL_EDITS)) {
    assert.equal(new Set(edits.map(({ op }) => op)).size, edits.length, format);
    for (const { op, refuses } of edits)
      for (const reason of Object.keys(refuses))
        assert.ok(
          REJECTIONS.some((known) => known === reason),
          `${op} ${reason}`,
        );
  }
});

test('two operations on the same words: the first is done, the second reported why not', () => {
  const file = wrapInDocx('<w:p><w:r><w:t>one two three</w:t></w:r></w:p>');
  const { results } = applyEdits(
    file,
    [
      { op: 'replace_text', find: 'two', replace: '2' },
      { op: 'delete_block', target: 'p1' },
      { op: 'replace_text', find: 'three', replace: '3' },
    ],
    { ...CONTEXT, mode: 'direct' },
  );
  assert.deepEqual(
    results.map(({ status, reason }) => reason ?? status),
    ['applied', 'overlapping_operation', 'applied'],
  );
});

test('tracked, operations on one run: words apart are changed together, what is deleted is not mixed with others', () => {
  const statuses = (body: string, operations: EditOperation[]): string[] =>
    applyEdits(wrapInDocx(body), operations, { ...CONTEXT, mode: 'tracked' }).results.map(({ status, reason }) => reason ?? status);
  const body = '<w:p><w:r><w:t>one two three</w:t></w:r></w:p><w:p/>';
  assert.deepEqual(
    statuses(body, [
      { op: 'replace_text', find: 'one', replace: '1' },
      { op: 'replace_text', find: 'three', replace: '3' },
    ]),
    ['applied', 'applied'],
  );
  assert.deepEqual(
    statuses(body, [
      { op: 'delete_block', target: 'p1' },
      { op: 'replace_text', find: 'two', replace: '2' },
    ]),
    ['applied', 'overlapping_operation'],
  );
  assert.deepEqual(
    statuses(body, [
      { op: 'replace_text', find: 'two', replace: '2' },
      { op: 'delete_block', target: 'p1' },
    ]),
    ['applied', 'overlapping_operation'],
  );
  assert.deepEqual(
    statuses(body, [
      { op: 'replace_text', find: 'two', replace: '2' },
      { op: 'set_format', target: 'p1', bold: true },
    ]),
    ['applied', 'applied'],
  );
});

test('unknown operations and fields are reported', () => {
  assert.deepEqual(
    judgeOperation({ op: 'nothing' }).map(({ path }) => path),
    [['op']],
  );
  assert.deepEqual(judgeOperation({ op: 'redact' }), []);
  assert.deepEqual(
    judgeOperation({ op: 'delete_block' }).map(({ path }) => path),
    [['target']],
  );
});

test('what another kind of file takes is answered with what this one takes', () => {
  const say = (operation: EditOperation): string =>
    applyEdits(wrapInDocx('<w:p><w:r><w:t>one</w:t></w:r></w:p>'), [operation], { ...CONTEXT, mode: 'direct' }).results[0]?.message ?? '';
  assert.match(say({ op: 'set_cells', target: 't1', values: [[1]] }), /it takes replace_text, .*\. Did you mean set_cell_text\?$/);
  assert.match(
    say({ op: 'set_format', target: 'p1', fill: 'FF0000', wrap: true }),
    /^set_format does not take this for this kind of file: Unrecognized .*"wrap"; it takes target, .*bold/,
  );
});

test('an operation of several formats is judged by the one that is meant', () => {
  const chart = { kind: 'clumn', categories: ['Q1'], series: [{ name: 'Sales', values: [1] }] };
  for (const places of [{}, { left_cm: 2, top_cm: 3, width_cm: 10, height_cm: 6 }]) {
    const operation = { op: 'insert_chart', target: 's2', chart, ...places };
    assert.deepEqual(
      judgeOperation(operation).map(({ path }) => path),
      [['chart', 'kind']],
    );
  }
});
