/**
 * Every operation on workbooks and presentations over real files: OCTAVO_CORPUS names a folder of Office files. An edited file
 * is as valid as it was, what was not named is the same, and moving cells changes no result. Without a folder, random sequences
 * of all operations on a small workbook are tried.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { Refusal } from '../src/base/refusal.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../src/edits/apply-edits.ts';
import { takeCounted } from '../src/edits/recalculated-values.ts';
import { listContent, type AddressedBlock } from '../src/edits/list-content.ts';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { decodeXml } from '../src/ooxml/decode-xml.ts';
import { openOfficePackage, partNames, readPart, relationshipsOf } from '../src/ooxml/office-package.ts';
import { parseXml } from '../src/ooxml/xml-tree.ts';
import { validateOffice } from './support/validate-office.ts';
import { wrapInXlsx } from './support/workbook-parts.ts';

const CORPUS = process.env['OCTAVO_CORPUS'];
const skip = CORPUS === undefined ? 'OCTAVO_CORPUS is not set: no folder of real files' : false;
const CONTEXT = { author: 'Octavo test', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const APPLIED_MIN = 30;
const TRIED_MAX = 90;
const VALIDATED = 3;
const BYTES_MAX = 400_000;
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface File {
  path: string;
  bytes: Uint8Array;
  blocks: AddressedBlock[];
}

function filesOf(kind: string): File[] {
  const all = readdirSync(CORPUS ?? '.', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${kind}`))
    .toSorted();
  const step = Math.max(1, Math.floor(all.length / TRIED_MAX));
  return all
    .filter((_, index) => index % step === 0)
    .flatMap((name) => {
      const bytes = readFileSync(join(CORPUS ?? '.', name));
      try {
        return bytes.length > BYTES_MAX ? [] : [{ path: name, bytes, blocks: listContent(bytes) }];
      } catch (error) {
        // hostile and damaged files are part of the folder
        if (error instanceof Refusal) return [];
        throw error;
      }
    });
}

/** Parts are XML that can be read, and nothing refers to a part that is gone and was there before. */
function checkPackage(before: Uint8Array, result: Uint8Array, what: string): void {
  const [old, now] = [openOfficePackage(before), openOfficePackage(result)];
  const had = new Set(partNames(old).map((name) => name.toLowerCase()));
  const has = new Set(partNames(now).map((name) => name.toLowerCase()));
  for (const name of partNames(now)) {
    if (/\.(?:xml|rels)$/.test(name) && (!had.has(name.toLowerCase()) || Buffer.compare(readPart(old, name), readPart(now, name)) !== 0))
      parseXml(decodeXml(readPart(now, name)).text);
    if (name.endsWith('.rels')) continue;
    for (const { target, external } of relationshipsOf(now, name))
      assert.ok(external || has.has(target.toLowerCase()) || !had.has(target.toLowerCase()), `${what}: ${name} refers to ${target}`);
  }
}

type Make = (file: File) => EditOperation[];

const sheetOf = ({ blocks }: File): string => blocks[0]?.address ?? 'Sheet1';
const onSheet =
  (make: (sheet: string) => EditOperation[]): Make =>
  (file) =>
    file.blocks.length === 0 ? [] : make(sheetOf(file));
const NUMBERS: (sheet: string) => EditOperation = (sheet) => ({
  op: 'set_cells',
  target: `${sheet}!AB40`,
  values: [
    ['Year', 'A', 'B'],
    ['2024', 5, 6],
    ['2025', 7, 8],
  ],
});

const SHEETS: Readonly<Record<string, Make>> = {
  set_cells: onSheet((sheet) => [
    {
      op: 'set_cells',
      target: `${sheet}!B3`,
      values: [
        ['Changed <&>', 7],
        [true, null],
      ],
    },
  ]),
  set_formula: onSheet((sheet) => [{ op: 'set_formula', target: `${sheet}!AA30`, formula: '=SUM(A1:B9)' }]),
  insert_rows: onSheet((sheet) => [{ op: 'insert_rows', target: `${sheet}!2:3`, values: [['new', 1, { formula: '=1+1' }]] }]),
  delete_rows: onSheet((sheet) => [{ op: 'delete_rows', target: `${sheet}!4:4` }]),
  insert_columns: onSheet((sheet) => [{ op: 'insert_columns', target: `${sheet}!B:B`, values: [['new']] }]),
  delete_columns: onSheet((sheet) => [{ op: 'delete_columns', target: `${sheet}!D:D` }]),
  add_sheet: onSheet((sheet) => [
    { op: 'add_sheet', name: 'New <sheet>', position: 1, values: [['Total', { formula: `=SUM(${sheet}!A:A)` }]] },
  ]),
  rename_sheet: onSheet((sheet) => [{ op: 'rename_sheet', target: sheet, name: "It's new" }]),
  move_sheet: onSheet((sheet) => [{ op: 'move_sheet', target: sheet, position: 99 }]),
  delete_sheet: onSheet((sheet) => [{ op: 'delete_sheet', target: sheet }]),
  set_number_format: onSheet((sheet) => [{ op: 'set_number_format', target: `${sheet}!A1:C4`, format: '#,##0.00 "kg"' }]),
  set_format: onSheet((sheet) => [
    { op: 'set_format', target: `${sheet}!A2:F4`, bold: true, fill: 'FFEE00', border: 'thin', wrap: true, width: 20, height: 30 },
    { op: 'set_format', target: `${sheet}!C:D`, italic: true },
    { op: 'set_format', target: `${sheet}!7:8`, size: 14 },
  ]),
  define_name: onSheet((sheet) => [{ op: 'define_name', name: 'Octavo_x', refers_to: `${sheet}!B2:C4` }]),
  add_table: onSheet((sheet) => [NUMBERS(sheet), { op: 'add_table', target: `${sheet}!AB40:AD42` }]),
  add_conditional_format: onSheet((sheet) =>
    ['cell', 'text', 'top', 'duplicate', 'above_average', 'blank', 'data_bar'].map((kind) => ({
      op: 'add_conditional_format',
      target: `${sheet}!A1:C4`,
      kind,
      value: 5,
      color: 'C00000',
    })),
  ),
  add_data_validation: onSheet((sheet) => [
    { op: 'add_data_validation', target: `${sheet}!A1:C4`, kind: 'list', values: ['yes', 'no & <x>'] },
    { op: 'add_data_validation', target: `${sheet}!B2:B3`, kind: 'whole', min: 1, max: 10 },
  ]),
  add_chart: onSheet((sheet) => [
    NUMBERS(sheet),
    { op: 'add_chart', target: `${sheet}!AF40`, kind: 'column', data: `${sheet}!AB40:AD42`, title: 'Sales & more' },
    { op: 'add_chart', target: `${sheet}!AF60`, kind: 'pie', data: `${sheet}!AB40:AC42` },
  ]),
  update_chart: (file) =>
    file.blocks
      .flatMap(({ blocks = [] }) => blocks)
      .slice(0, 1)
      .map(({ address }) => ({ op: 'update_chart', target: address, title: 'New', data: `${sheetOf(file)}!A1:C5` })),
  sort: onSheet((sheet) => [NUMBERS(sheet), { op: 'sort', target: `${sheet}!AB40:AD42`, by: [{ column: 'AC', descending: true }] }]),
  freeze: onSheet((sheet) => [{ op: 'freeze', target: sheet, rows: 3, columns: 1 }]),
  add_comment: onSheet((sheet) => [
    { op: 'add_comment', target: `${sheet}!B3`, text: 'Why <&> this?' },
    { op: 'add_comment', target: `${sheet}!AA1`, text: 'And this?' },
  ]),
};

const inSlides = ({ blocks }: File, type: string, pattern: RegExp): string[] =>
  blocks
    .flatMap(({ blocks: inner = [] }) => inner)
    .filter((block) => block.type === type && pattern.test(block.address))
    .map(({ address }) => address);
const onObject =
  (type: string, pattern: RegExp, make: (address: string) => EditOperation[]): Make =>
  (file) =>
    inSlides(file, type, pattern).slice(0, 1).flatMap(make);

const SLIDES: Readonly<Record<string, Make>> = {
  replace_text: ({ blocks }) => [{ op: 'replace_text', find: blocks[0]?.text.split(/\s/)[0] || 'the', replace: 'Ch <&> anged', all: true }],
  set_text: onObject('shape', /\.sh\d+$/, (target) => [{ op: 'set_text', target, text: 'Changed <&> text' }]),
  insert_slide: () => [{ op: 'insert_slide', position: 2, texts: ['One\nTwo\n\tThree'], notes: 'Say it' }],
  duplicate_slide: () => [{ op: 'duplicate_slide', target: 's1' }],
  delete_slide: () => [{ op: 'delete_slide', target: 's1' }],
  move_slide: ({ blocks }) => [{ op: 'move_slide', target: 's1', position: blocks.length }],
  set_shape: onObject('shape', /\.sh\d+$/, (target) => [{ op: 'set_shape', target, left_cm: 1, top_cm: 1, fill: 'FFEE00' }]),
  delete_shape: onObject('shape', /\.sh\d+$/, (target) => [{ op: 'delete_shape', target }]),
  replace_image: onObject('image', /img/, (target) => [{ op: 'replace_image', target, image: { data: DOT } }]),
  set_alt_text: onObject('image', /img/, (target) => [{ op: 'set_alt_text', target, text: 'A dot' }]),
  set_chart_data: onObject('chart', /chart/, (target) => [
    { op: 'set_chart_data', target, categories: ['a', 'b & c', 'd'], series: [{ name: 'One', values: [1, null, 3.5] }] },
  ]),
  set_cell_text: onObject('shape', /\.c1$/, (target) => [{ op: 'set_cell_text', target, text: 'Changed <&>' }]),
  insert_rows: onObject('shape', /\.c1$/, (target) => [{ op: 'insert_rows', target: target.replace(/\.c1$/, ''), rows: [['new']] }]),
  delete_rows: onObject('shape', /\.c1$/, (target) => [{ op: 'delete_rows', target: target.replace(/\.c1$/, '') }]),
  set_notes: () => [{ op: 'set_notes', target: 's1', text: 'Notes <&>\nmore' }],
  add_comment: () => [{ op: 'add_comment', target: 's1', text: 'Why <&>?' }],
  apply_theme: () => [{ op: 'apply_theme', colors: { accent1: 'C00000' }, heading_font: 'Georgia' }],
};
/** Of these the folder may have fewer files. */
const RARE = new Set([
  'update_chart',
  'set_chart_data',
  'set_cell_text',
  'insert_rows',
  'delete_rows',
  'replace_image',
  'set_alt_text',
  'delete_sheet',
  'move_sheet',
]);

/** What says nothing new: the words and figures of the file are the same afterwards. */
const QUIET = new Set([
  'set_number_format',
  'set_format',
  'define_name',
  'add_conditional_format',
  'add_data_validation',
  'freeze',
  'add_comment',
  'rename_sheet',
  'move_sheet',
  'delete_sheet',
  'delete_rows',
  'delete_columns',
  'move_slide',
  'set_shape',
  'set_notes',
  'apply_theme',
  'replace_image',
  'set_chart_data',
  'delete_slide',
  'delete_shape',
]);
const TAKING = /^delete_/;

function wordsOf(blocks: readonly AddressedBlock[]): string[] {
  return blocks.flatMap(({ type, text, rows = [], blocks: inner = [] }) => [
    ...(type === 'shape' ? [text] : []),
    ...rows.flatMap(({ cells }) => cells.map((cell) => cell.text)),
    ...wordsOf(inner),
  ]);
}

/** Values that wait to be recalculated are not there; all else is what it was. */
function checkWords(file: File, outcome: EditOutcome, op: string): void {
  if (!QUIET.has(op)) return;
  const left = new Map<string, number>();
  for (const word of wordsOf(file.blocks).filter((one) => one !== '')) left.set(word, (left.get(word) ?? 0) + 1);
  for (const word of wordsOf(listContent(outcome.bytes)).filter((one) => one !== '')) {
    const count = left.get(word) ?? 0;
    assert.ok(count > 0, `${op} on ${file.path} brought "${word.slice(0, 80)}"`);
    left.set(word, count - 1);
  }
  const lost = [...left.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(TAKING.test(op) || lost <= outcome.waiting.length, `${op} on ${file.path} lost ${lost} texts`);
}

async function checkValid(kind: 'xlsx' | 'pptx', file: File, outcome: EditOutcome, op: string): Promise<void> {
  const [before, result] = await Promise.all([validateOffice(file.bytes, kind), validateOffice(outcome.bytes, kind)]);
  const known = new Set(before.map(({ id, description }) => `${id} ${description.slice(0, 60)}`));
  const fresh = result.filter(({ id, description }) => !known.has(`${id} ${description.slice(0, 60)}`));
  assert.equal(fresh.length, 0, `${op} on ${file.path}: ${JSON.stringify(fresh[0] ?? null).slice(0, 400)}`);
}

for (const [kind, operations] of [
  ['xlsx', SHEETS],
  ['pptx', SLIDES],
] as const) {
  const files = CORPUS === undefined ? [] : filesOf(kind);
  for (const [op, make] of Object.entries(operations)) {
    test(`${kind} ${op}: real files stay whole`, { skip }, async () => {
      let applied = 0;
      let tried = 0;
      const valid: Promise<void>[] = [];
      for (const file of files) {
        const list = make(file);
        if (list.length === 0) continue;
        tried++;
        const outcome = applyEdits(file.bytes, list, CONTEXT);
        if (outcome.results.every(({ status }) => status === 'rejected')) {
          assert.ok(Buffer.compare(outcome.bytes, file.bytes) === 0, `${op} on ${file.path}: rejected, and yet changed`);
          continue;
        }
        if (outcome.results.some((result) => result.op === op && result.status === 'applied')) applied++;
        checkPackage(file.bytes, outcome.bytes, `${op} on ${file.path}`);
        checkWords(file, outcome, op);
        if (applied % Math.ceil(TRIED_MAX / VALIDATED) === 1) valid.push(checkValid(kind, file, outcome, op));
      }
      await Promise.all(valid);
      assert.ok(applied >= (RARE.has(op) ? 1 : APPLIED_MIN), `${applied} of ${tried} files`);
    });
  }
}

function firstSheet(bytes: Uint8Array): string {
  const opened = openOfficePackage(bytes);
  const [target] = relationshipsOf(opened, opened.mainPart)
    .filter(({ type }) => type.endsWith('/worksheet'))
    .map((one) => one.target);
  return target === undefined ? '' : decodeXml(readPart(opened, target)).text;
}

let engine: Awaited<ReturnType<typeof openCommandEngine>> | undefined;
after(() => engine?.close());

test('cells that move come to the same results', { skip }, async () => {
  engine = await openCommandEngine({ office: true });
  let compared = 0;
  for (const file of filesOf('xlsx')) {
    const sheet = sheetOf(file);
    // figures are put in again as they are, so that what counts with them is recalculated
    const text = firstSheet(file.bytes);
    const figures = [...text.matchAll(/<c r="([A-Z]+\d+)"(?: s="\d+")?><v>([\d.]+)<\/v><\/c>/g)].slice(0, 40);
    if (figures.length === 0 || !text.includes('<f')) continue;
    const touch = figures.map(([, place, value]): EditOperation => ({
      op: 'set_cells',
      target: `${sheet}!${place ?? ''}`,
      values: [[Number(value)]],
    }));
    const outcome = applyEdits(
      file.bytes,
      [
        { op: 'insert_rows', target: `${sheet}!3:4` },
        { op: 'insert_columns', target: `${sheet}!B:B` },
        { op: 'rename_sheet', target: sheet, name: 'Octavo moved' },
        ...touch,
      ],
      CONTEXT,
    );
    if (outcome.waiting.length === 0 || outcome.results.slice(0, 3).some(({ status }) => status === 'rejected') || compared >= 8) continue;
    const { copy } = await engine.office.calculate(outcome.bytes);
    if (copy === null) continue;
    compared++;
    const counted = takeCounted(file.bytes, outcome, copy);
    assert.ok(counted.waiting.length < outcome.waiting.length, file.path);
    const values = (bytes: Uint8Array): string[] =>
      listContent(bytes)
        .flatMap(({ rows = [] }) =>
          rows.flatMap(({ cells }) => cells.map(({ text }) => (Number.isFinite(Number(text)) ? Number(text).toPrecision(9) : text))),
        )
        .toSorted();
    const [before, now] = [values(file.bytes), values(counted.bytes)];
    const lost = before.filter((value) => !now.includes(value));
    // ROW() and its like say where they stand
    assert.ok(
      lost.length <= 2 + before.length / 50,
      `${file.path}: ${lost.length} of ${before.length} values are others: ${lost.slice(0, 3).join(', ').slice(0, 200)}`,
    );
  }
  assert.ok(compared >= 4, `${compared} files`);
});

function hasNumbers(bytes: Uint8Array): boolean {
  const opened = openOfficePackage(bytes);
  return partNames(opened).some(
    (name) => /slides\/[^/]+\.xml$/.test(name) && /type="slidenum"/.test(decodeXml(readPart(opened, name)).text),
  );
}

async function drawn(bytes: Uint8Array): Promise<string[]> {
  engine ??= await openCommandEngine({ office: true });
  const pages: string[] = [];
  await engine.pages.draw(await engine.office.toPdf({ bytes, kind: 'pptx' }), {
    onPage: ({ png }) => void pages.push(createHash('sha256').update(png).digest('hex')),
    widthPx: 640,
  });
  return pages;
}

test('slides that no operation names are drawn to the pixel as they were', { skip }, async () => {
  let compared = 0;
  for (const file of filesOf('pptx')) {
    const [target] = inSlides(file, 'shape', /^s1\.sh\d+$/);
    // slides that say their number are drawn otherwise when they move
    if (file.blocks.length < 3 || file.blocks.length > 12 || target === undefined || compared >= 5 || hasNumbers(file.bytes)) continue;
    const { bytes, results } = applyEdits(
      file.bytes,
      [
        { op: 'set_text', target, text: 'Changed' },
        { op: 'set_notes', target: 's2', text: 'Say it' },
        { op: 'move_slide', target: 's1', position: 2 },
        { op: 'duplicate_slide', target: 's1' },
      ],
      CONTEXT,
    );
    if (results.some(({ status }) => status === 'rejected')) continue;
    compared++;
    const [before, now] = [await drawn(file.bytes), await drawn(bytes)];
    assert.equal(now.length, before.length + 1, file.path);
    assert.equal(before.filter((page, index) => index > 0 && !now.includes(page)).length, 0, file.path);
  }
  assert.ok(compared >= 2, `${compared} files`);
});

const anyAddress = fc
  .constantFrom('Data', 'Other')
  .chain((sheet) => fc.constantFrom(`${sheet}!B2`, `${sheet}!A1:C4`, `${sheet}!2:3`, `${sheet}!B:B`, sheet));
const anyOperation = fc
  .tuple(fc.constantFrom(...Object.keys(SHEETS)), anyAddress, fc.integer({ min: 0, max: 9 }))
  .map(([op, target, number]): EditOperation => {
    const made = SHEETS[op]?.({
      path: '',
      bytes: new Uint8Array(),
      blocks: [{ address: target.split('!')[0] ?? 'Data', type: 'sheet', text: '' }],
    })[0] ?? { op };
    return number < 6 && 'target' in made ? { ...made, target } : made;
  });

test('any sequence of operations leaves a workbook that can be read, and says what it did not do', () => {
  const rows = Array.from(
    { length: 8 },
    (_, row) =>
      `<row r="${row + 1}"><c r="A${row + 1}"><v>${8 - row}</v></c><c r="B${row + 1}"><f>A${row + 1}*2</f><v>${2 * (8 - row)}</v></c><c r="C${row + 1}" t="inlineStr"><is><t>t${row}</t></is></c></row>`,
  ).join('');
  const bytes = wrapInXlsx({ sheets: { Data: rows, Other: '<row r="1"><c r="A1"><f>SUM(Data!A1:B8)</f><v>1</v></c></row>' } });
  fc.assert(
    fc.property(fc.array(anyOperation, { minLength: 1, maxLength: 6 }), (operations) => {
      const outcome = applyEdits(bytes, operations, CONTEXT);
      checkPackage(bytes, outcome.bytes, operations.map(({ op }) => op).join(', '));
      listContent(outcome.bytes);
      for (const { status, reason } of outcome.results) assert.equal(status === 'rejected', reason !== undefined);
    }),
    { numRuns: 1_000, seed: 11 },
  );
});
