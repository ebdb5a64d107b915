/** Text boxes that are put into Word files: read back, valid, and gone or there with their revision. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'A', date: '2026-01-01T00:00:00Z' };
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const FILE = wrapInDocx(
  `<w:p><w:r><w:t>One</w:t></w:r></w:p><w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>Cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>${SECTION}`,
);
const BOXES: EditOperation[] = [
  { op: 'insert_text_box', target: 'p1', text: 'First line\nSecond <line>', alt: 'A remark' },
  {
    op: 'insert_text_box',
    target: 't1.r1.c1.p1',
    side: 'left',
    fill: 'EEEEEE',
    border: 'FF0000',
    paragraphs: [{ runs: [{ text: 'See ' }, { text: 'there', bold: true, url: 'https://example.org' }], align: 'center' }],
  },
];
const boxesOf = (bytes: Uint8Array): string[] =>
  listContent(bytes).flatMap(({ address, text }) => (/box\d+\.p\d+$/.test(address) ? [text] : []));

for (const mode of ['direct', 'tracked'] as const)
  test(`boxes say what was asked for, once, and are valid: ${mode}`, async () => {
    const { bytes, results } = applyEdits(FILE, BOXES, { ...CONTEXT, mode });
    assert.deepEqual(
      results.map(({ status, message }) => [status, message]),
      BOXES.map(() => ['applied', undefined]),
    );
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
    // for programs before 2010 it is there a second time
    assert.equal(partsText(bytes, /document\.xml$/).match(/First line/g)?.length, 2);
    if (mode === 'direct') {
      assert.deepEqual(boxesOf(bytes), ['First line', 'Second <line>', 'See there']);
      return;
    }
    const settled = (op: string): Uint8Array => applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes;
    assert.deepEqual(boxesOf(settled('accept_revision')), ['First line', 'Second <line>', 'See there']);
    assert.doesNotMatch(partsText(settled('reject_revision'), /document\.xml$/), /AlternateContent/);
  });

test('a box in a box is refused, and one that says nothing', () => {
  const { bytes } = applyEdits(FILE, BOXES, { ...CONTEXT, mode: 'direct' });
  const again = applyEdits(bytes, [{ op: 'insert_text_box', target: 'box1.p1', text: 'x' }], { ...CONTEXT, mode: 'direct' });
  assert.equal(again.results[0]?.reason, 'unsupported');
  assert.equal(applyEdits(FILE, [{ op: 'insert_text_box', target: 'p1' }], { ...CONTEXT, mode: 'direct' }).results[0]?.status, 'rejected');
});
