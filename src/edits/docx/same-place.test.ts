/** Operations of one request that set properties of one thing which has none yet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../../test/support/office-parts.ts';
import { validateAllOffice } from '../../../test/support/validate-office.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../apply-edits.ts';
import type { EditMode } from '../define-edit.ts';

const run = (body: string, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome =>
  applyEdits(wrapInDocx(body), operations, { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode });
const reasons = ({ results }: EditOutcome): string[] => results.map(({ status, reason }) => reason ?? status);
/** Content of the body, without declarations and what references name. */
const bodyOf = ({ bytes }: EditOutcome): string =>
  (/<w:body>(.*)<\/w:body>/s.exec(partsText(bytes, /document\.xml$/))?.[1] ?? '')
    .replaceAll(/ xmlns:\w+="[^"]*"/g, '')
    .replaceAll(/ r:id="[^"]*"/g, '');

const BARE = '<w:p><w:r><w:t>Terms</w:t></w:r></w:p>';
const header: EditOperation = { op: 'set_header_footer', place: 'header', text: 'Draft' };
const footer: EditOperation = { op: 'set_header_footer', place: 'footer', text: 'Page {page}' };
const margins: EditOperation = { op: 'set_page', margins_cm: 2 };
const turned: EditOperation = { op: 'set_page', size: 'A4', orientation: 'landscape' };

test('header, footer and pages of a file that says nothing of its section are set together, behind new text', async () => {
  const all = run(BARE, [
    footer,
    turned,
    header,
    margins,
    { op: 'insert_blocks', target: 'p1', position: 'after', blocks: [{ type: 'paragraph', text: 'Last words' }] },
  ]);
  assert.deepEqual(reasons(all), ['applied', 'applied', 'applied', 'applied', 'applied']);
  assert.match(
    bodyOf(all),
    /Last words<\/w:t><\/w:r><\/w:p><w:sectPr>(?:<w:(?:header|footer)Reference w:type="default"\/>){2}<w:pgSz [^>]*\/><w:pgMar [^>]*\/><\/w:sectPr>$/,
  );
  const tracked = run(BARE, [footer, header, turned], 'tracked');
  assert.deepEqual(reasons(tracked), ['applied', 'applied', 'applied']);
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  assert.match(bodyOf(tracked), /<\/w:p><w:sectPr>.*<w:pgSz [^>]*\/><w:sectPrChange [^>]*><w:sectPr\/><\/w:sectPrChange><\/w:sectPr>$/);
  assert.deepEqual(
    await validateAllOffice({ all: { bytes: all.bytes, kind: 'docx' }, tracked: { bytes: tracked.bytes, kind: 'docx' } }),
    {},
  );
});

test('a first page of its own is set once for header and footer', async () => {
  for (const body of [BARE, `${BARE}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`]) {
    const both = run(body, [
      { ...header, pages: 'first' },
      { ...footer, pages: 'first' },
      { ...header, pages: 'even' },
    ]);
    assert.deepEqual(reasons(both), ['applied', 'applied', 'applied']);
    assert.equal(bodyOf(both).match(/<w:titlePg\/>/g)?.length, 1);
    assert.deepEqual(await validateAllOffice({ both: { bytes: both.bytes, kind: 'docx' } }), {});
  }
});

test('two formats of a paragraph without properties are set together, the same one twice is refused where they differ', async () => {
  const set = (fields: Record<string, unknown>): EditOperation => ({ op: 'set_format', target: 'p1', ...fields });
  const both = run(BARE, [set({ align: 'center' }), set({ space_after_pt: 6 }), set({ bold: true }), set({ italic: true })]);
  assert.deepEqual(reasons(both), ['applied', 'applied', 'applied', 'applied']);
  assert.match(bodyOf(both), /^<w:p><w:pPr><w:spacing [^>]*\/><w:jc w:val="center"\/>/);
  assert.match(bodyOf(both), /<w:r><w:rPr><w:b\/>(?:<w:bCs\/>)?<w:i\/>(?:<w:iCs\/>)?<\/w:rPr><w:t>Terms/);
  assert.deepEqual(await validateAllOffice({ both: { bytes: both.bytes, kind: 'docx' } }), {});
  assert.deepEqual(reasons(run(BARE, [set({ align: 'center' }), set({ align: 'right' })])), ['applied', 'overlapping_operation']);
  assert.deepEqual(reasons(run(BARE, [set({ align: 'center' }), set({ align: 'center' })])), ['applied', 'applied']);
});

test('what would be made whole and in pieces is made one after the other, and two texts for one header are not mixed', async () => {
  const broken: EditOperation = { op: 'insert_section_break', target: 'p1' };
  for (const operations of [
    [broken, header],
    [header, broken],
  ]) {
    const both = run(`${BARE}<w:p/>`, operations);
    assert.deepEqual(reasons(both), ['applied', 'applied']);
    assert.match(bodyOf(both), /<w:pPr><w:sectPr>.*<w:headerReference w:type="default"\/>/);
    assert.deepEqual(await validateAllOffice({ both: { bytes: both.bytes, kind: 'docx' } }), {});
  }
  assert.deepEqual(reasons(run(BARE, [header, { ...header, text: 'Final' }])), ['applied', 'overlapping_operation']);
});
