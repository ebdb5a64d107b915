/** Parts are found by relationship and content type, never by path: edits of a file whose parts lie elsewhere come to the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, type EditOperation } from '../src/edits/apply-edits.ts';
import { listContent } from '../src/edits/list-content.ts';
import { openOfficePackage, partNames } from '../src/ooxml/office-package.ts';
import { wrapInDocx } from './support/office-parts.ts';
import { moveParts } from './support/moved-parts.ts';
import { templateDeck } from './support/template-deck.ts';
import { wrapInXlsx } from './support/workbook-parts.ts';

const CONTEXT = { author: 'Ann Lee', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const CHART = { kind: 'column', title: 'Sales', categories: ['Q1', 'Q2'], series: [{ name: 'North', values: [1, 2] }] };

/** Done one after another, each on what the one before gave. */
function check(file: Uint8Array, steps: readonly EditOperation[]): void {
  let [usual, moved] = [file, moveParts(file)];
  const known = new Set(partNames(openOfficePackage(file)));
  assert.equal(
    partNames(openOfficePackage(moved)).some((name) => known.has(name) && /^(?:ppt|word|xl)\//.test(name)),
    false,
  );
  for (const step of steps) {
    const [one, other] = [applyEdits(usual, [step], CONTEXT), applyEdits(moved, [step], CONTEXT)];
    assert.deepEqual(other.results, one.results, step.op);
    assert.equal(one.results[0]?.status, 'applied', `${step.op}: ${one.results[0]?.message ?? ''}`);
    assert.deepEqual(listContent(other.bytes), listContent(one.bytes), step.op);
    const counts = [one, other].map(({ bytes }) => partNames(openOfficePackage(bytes)).filter((name) => !name.endsWith('.rels')).length);
    assert.equal(counts[1], counts[0], `${step.op} leaves as many parts`);
    [usual, moved] = [one.bytes, other.bytes];
  }
}

test('presentations', () => {
  check(templateDeck(), [
    { op: 'insert_slide', layout: 'Title alone', title: 'Added', position: 1, notes: 'Say this.' },
    { op: 'insert_chart', target: 's1', chart: CHART },
    { op: 'duplicate_slide', target: 's1' },
    { op: 'insert_slide', layout: 'Title alone', title: 'Table' },
    { op: 'set_link', target: 's1.sh1', slide: 's2' },
    { op: 'add_comment', target: 's1', text: 'Why?' },
    { op: 'set_notes', target: 's2', text: 'Other notes' },
    { op: 'set_chart_data', target: 's1.chart1', categories: ['a'], series: [{ name: 'A', values: [3] }] },
    { op: 'delete_shape', target: 's1.chart1' },
    { op: 'insert_image', target: 's1', image: { data: DOT }, alt: 'A dot' },
    { op: 'insert_media', target: 's1', media: { data: Buffer.from('RIFF\x10\0\0\0WAVEfmt ').toString('base64') }, alt: 'A sound' },
    { op: 'replace_image', target: 's1.img1', image: { data: DOT }, alt: 'Another dot' },
    { op: 'set_layout', target: 's1', layout: 'Text' },
    { op: 'move_slide', target: 's1', position: 2 },
    { op: 'delete_slide', target: 's1' },
    { op: 'apply_theme', colors: { accent1: '112233' } },
    { op: 'set_property', name: 'title', value: 'Plan' },
    { op: 'replace_text', find: 'Added', replace: 'Written', all: true },
  ]);
});

test('Word files', () => {
  const file = wrapInDocx('<w:p><w:r><w:t>One line of text</w:t></w:r></w:p><w:p><w:r><w:t>Another line</w:t></w:r></w:p><w:sectPr/>');
  check(file, [
    {
      op: 'insert_blocks',
      target: 'p1',
      blocks: [
        { type: 'heading', level: 1, text: 'Head' },
        { type: 'list', items: ['a', 'b'] },
      ],
    },
    { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'list', items: ['c'], ordered: true }] },
    { op: 'add_comment', target: 'p1', text: 'Why?' },
    { op: 'reply_comment', target: 'comment1', text: 'Because.' },
    { op: 'insert_image', target: 'p1', image: { data: DOT }, alt: 'A dot' },
    { op: 'insert_chart', target: 'p1', chart: CHART },
    { op: 'set_header_footer', place: 'footer', text: 'Page' },
    { op: 'set_header_footer', place: 'header', text: 'Head' },
    { op: 'replace_text', find: 'One line', replace: 'A line' },
    { op: 'delete_comment', target: 'comment1' },
    { op: 'set_property', name: 'title', value: 'Plan' },
  ]);
});

test('workbooks', () => {
  const file = wrapInXlsx({
    sheets: {
      Sheet1:
        '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Sum</v></c></row><row r="2"><c r="A2" t="str"><v>x</v></c><c r="B2"><v>1</v></c></row>',
    },
  });
  check(file, [
    { op: 'set_cells', target: 'Sheet1!A3', values: [['y', 2]] },
    { op: 'add_sheet', name: 'Other' },
    { op: 'set_formula', target: 'Sheet1!C2', formula: '=B2*2' },
    { op: 'add_comment', target: 'Sheet1!A1', text: 'Why?' },
    { op: 'insert_rows', target: 'Sheet1!2:2', count: 1 },
    { op: 'set_number_format', target: 'Sheet1!B3:B4', format: '0.00' },
    { op: 'rename_sheet', target: 'Other', name: 'Third' },
    { op: 'delete_sheet', target: 'Third' },
  ]);
});
