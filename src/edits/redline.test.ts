/** A redline accepted is the newer file, and rejected the older one, in structure: settled here by code of the tests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx, partsText, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { structureLines, type Settling } from '../../test/support/word-structure.ts';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { applyEdits } from './apply-edits.ts';
import { listContent } from './list-content.ts';
import { redlineFiles } from './redline.ts';

const CONTEXT = { author: 'A', date: '2026-01-01T00:00:00Z' };
const r = (text: string, look = ''): string =>
  `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, look = ''): string => `<w:p>${look === '' ? '' : `<w:pPr>${look}</w:pPr>`}${content}</w:p>`;
const cell = (content: string, width = 4000): string => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const table = (rows: readonly string[], widths: readonly number[] = [4000, 4000]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${widths.map((w) => `<w:gridCol w:w="${w}"/>`).join('')}</w:tblGrid>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const none: ExtraParts = { entries: [], types: [], relationships: [] };

const lines = (bytes: Uint8Array, settling: Settling | null): string[] =>
  structureLines(partsText(bytes, /^word\/document\.xml$/), settling);

async function check(from: string, to: string, extra: { from?: ExtraParts; to?: ExtraParts } = {}): Promise<string> {
  const [older, newer] = [wrapInDocx(from + SECTION, extra.from ?? none), wrapInDocx(to + SECTION, extra.to ?? none)];
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const settled = (verdict: 'accept' | 'reject'): string[] => lines(bytes, { verdict, author: 'A', idAbove: 0 });
  assert.deepEqual(settled('reject'), lines(older, null));
  assert.deepEqual(settled('accept'), lines(newer, null));
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  return partsText(bytes, /^word\/document\.xml$/);
}

test('words, their formatting and that of paragraphs', async () => {
  const xml = await check(
    p(r('Pay within ten days, ') + r('or not', '<w:b/>')) + p(r('Same')) + p(r('Centred')),
    p(r('Pay within thirty days, ') + r('or not', '<w:i/>')) + p(r('Same')) + p(r('Centred'), '<w:jc w:val="center"/>'),
  );
  assert.match(xml, /<w:delText[^>]*>ten<\/w:delText>/);
  assert.match(xml, /<w:rPrChange[^>]*><w:rPr><w:b\/><\/w:rPr><\/w:rPrChange>/);
  assert.match(xml, /<w:pPrChange/);
});

test('blocks that come and go, tables among them', async () => {
  await check(
    p(r('One')) + table([cell(p(r('A'))) + cell(p(r('B')))]) + p(r('Two is a long paragraph.')) + p(r('End')),
    p(r('One')) + p(r('Quite another text')) + table([cell(p(r('X')), 2000)], [2000]) + p(r('End')),
  );
});

test('a table that takes the place of another one stays apart from it', async () => {
  const xml = await check(
    p(r('One')) + table([cell(p(r('A b c'))) + cell(p(r('B')))]) + p(r('End')),
    p(r('One')) + table([cell(p(r('A b c')), 2000)], [2000]) + p(r('End')),
  );
  assert.match(xml, /<\/w:tbl><w:p><w:pPr><w:rPr><w:ins [^>]*\/><w:del [^>]*\/><\/w:rPr><\/w:pPr><\/w:p><w:tbl>/);
});

const note = (text: string): ExtraParts => ({
  entries: [
    {
      name: 'word/footnotes.xml',
      data: `<w:footnotes xmlns:w="${W}"><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="1">${p(r(text))}</w:footnote></w:footnotes>`,
    },
  ],
  types: [{ name: 'word/footnotes.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml' }],
  relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}footnotes`, target: 'footnotes.xml' }],
});

const FEES = 'The fees are due thirty days after the invoice was received, and not before the work was accepted.';
const LAW = 'This agreement is governed by the law of Ireland, and its courts alone decide.';
const TERM = 'It begins when both have signed it and goes on until either of them ends it in writing.';

test('a paragraph that changed place is moved, with its heading, in one range under one name', async () => {
  const xml = await check(
    p(r('Fees')) + p(r(FEES)) + p(r(LAW, '<w:i/>')) + p(r(TERM)) + p(r('End')),
    p(r(LAW, '<w:i/>')) + p(r(TERM)) + p(r('Fees')) + p(r(FEES)) + p(r('End')),
  );
  assert.doesNotMatch(xml, /<w:(?:ins|del) /);
  assert.equal(xml.match(/<w:moveFromRangeStart /g)?.length, 1);
  const name = /<w:moveFromRangeStart [^>]*w:name="(\w+)"/.exec(xml)?.[1] ?? '';
  assert.equal(/<w:moveToRangeStart [^>]*w:name="(\w+)"/.exec(xml)?.[1], name);
  for (const kind of ['moveFrom', 'moveTo'])
    assert.match(
      xml,
      new RegExp(`<w:${kind}RangeStart w:id="(\\d+)".*<w:${kind} .*Fees.*<w:${kind} .*invoice.*<w:${kind}RangeEnd w:id="\\1"`),
    );
});

test('words that changed in a moved paragraph are marked where it came to, as Word marks them', async () => {
  const xml = await check(
    p(r(FEES, '<w:b/>')) + p(r(LAW)) + p(r(TERM)) + p(r('End')),
    p(r(LAW)) + p(r(TERM)) + p(r(FEES.replace('thirty', 'ten'), '<w:i/>'), '<w:jc w:val="center"/>') + p(r('End')),
  );
  assert.match(xml, /<w:moveTo [^>]*><w:del [^>]*><w:r>(?:(?!<\/w:r>).)*<w:delText[^>]*>thirty<\/w:delText>/);
  assert.match(xml, /<w:ins [^>]*><w:r>(?:(?!<\/w:r>).)*>ten</);
  assert.match(xml, /<w:moveFrom [^>]*><w:r>(?:(?!<\/w:r>).)*>The fees are due thirty days/);
});

test('a note in a moved paragraph is there once, whether the move is accepted or rejected', () => {
  const noted = p(`${r(FEES)}<w:r><w:footnoteReference w:id="1"/></w:r>`);
  const [older, newer] = [noted + p(r(LAW)) + p(r(TERM)) + SECTION, p(r(LAW)) + p(r(TERM)) + noted + SECTION];
  const { bytes, left } = redlineFiles(wrapInDocx(older, note('A note')), wrapInDocx(newer, note('A note')), CONTEXT);
  assert.deepEqual(left, []);
  assert.match(partsText(bytes, /document\.xml$/), /<w:moveTo /);
  for (const op of ['accept_revision', 'reject_revision']) {
    const settled = applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes;
    assert.equal(partsText(settled, /footnotes\.xml$/).match(/A note/g)?.length, 1);
    assert.equal(partsText(settled, /document\.xml$/).match(/footnoteReference/g)?.length, 1);
  }
});

test('what is short, stands there twice or only changed by chance is no move', async () => {
  const again = 'To be agreed between the parties in writing.';
  const other = 'The deposit is paid back by the landlord within two months of the end of the lease.';
  for (const [from, to] of [
    [p(r('Fees')) + p(r(LAW)) + p(r('End')), p(r(LAW)) + p(r('Fees')) + p(r('End'))],
    [p(r(again)) + p(r(LAW)) + p(r(again)) + p(r(TERM)), p(r(LAW)) + p(r(again)) + p(r(TERM)) + p(r(again))],
    [p(r(FEES)) + p(r(LAW)) + p(r('End')), p(r(LAW)) + p(r(other)) + p(r('End'))],
  ] as const)
    assert.doesNotMatch(await check(from, to), /<w:move/);
});

test('rows, cells, their paragraphs and widths', async () => {
  await check(
    table([cell(p(r('Item'))) + cell(p(r('Price'))), cell(p(r('Paper'))) + cell(p(r('12'))), cell(p(r('Ink'))) + cell(p(r('7')))]) +
      p(r('End')),
    table(
      [
        cell(p(r('Item')), 3000) + cell(p(r('Price')), 5000),
        cell(p(r('Glue')), 3000) + cell(p(r('3')), 5000),
        cell(p(r('Paper')), 3000) + cell(p(r('13')) + p(r('a note')), 5000),
      ],
      [3000, 5000],
    ) + p(r('End')),
  );
});

test('a note that says something else comes as another one', () => {
  const text = p(`${r('As said')}<w:r><w:footnoteReference w:id="1"/></w:r>`);
  const { bytes, left } = redlineFiles(wrapInDocx(text, note('Old note')), wrapInDocx(text, note('New note')), CONTEXT);
  assert.deepEqual(left, []);
  const notes = partsText(bytes, /footnotes\.xml$/);
  assert.match(notes, /Old note.*New note/s);
  assert.match(
    partsText(bytes, /document\.xml$/),
    /<w:del [^>]*><w:r><w:footnoteReference w:id="1"\/><\/w:r><\/w:del><w:ins [^>]*><w:r><w:footnoteReference w:id="2"\/>/,
  );
});

test('changes that are tracked in a note already count as accepted, as those of the text do', () => {
  const text = p(`${r('As said')}<w:r><w:footnoteReference w:id="1"/></w:r>`);
  const by = 'w:author="B" w:date="2020-01-01T00:00:00Z"';
  const tracked = note('Due in ten days');
  const [entry] = tracked.entries;
  assert.ok(entry !== undefined);
  const changed = `<w:del w:id="8" ${by}><w:r><w:delText>ten</w:delText></w:r></w:del><w:ins w:id="9" ${by}>${r('thirty')}</w:ins>`;
  const data = String(entry.data).replace(p(r('Due in ten days')), p(r('Due in ') + changed + r(' days')));
  const older = wrapInDocx(text + SECTION, note('Due in ten days'));
  const newer = wrapInDocx(text + SECTION, { ...tracked, entries: [{ ...entry, data }] });
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const noteAfter = (op: string): string => {
    const settled = applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes;
    const id = /<w:footnoteReference w:id="(\d+)"/.exec(partsText(settled, /document\.xml$/))?.[1] ?? 'none';
    const xml = partsText(settled, /footnotes\.xml$/);
    return new RegExp(`<w:footnote w:id="${id}"[^>]*>(.*?)</w:footnote>`).exec(xml)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
  };
  assert.deepEqual([noteAfter('accept_revision'), noteAfter('reject_revision')], ['Due in thirty days', 'Due in ten days']);
});

test('simple fields, links and content controls come and go', async () => {
  const field = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>';
  const control = `<w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent>${r('Name')}</w:sdtContent></w:sdt>`;
  const anchor = `<w:hyperlink w:anchor="x">${r('there')}</w:hyperlink>`;
  const older = wrapInDocx(p(r('Page ') + field + control) + p(r('End')) + SECTION);
  const newer = wrapInDocx(p(r('Page ') + anchor) + p(r('End')) + SECTION);
  for (const [from, to] of [
    [older, newer],
    [newer, older],
  ] as const) {
    const { bytes, left } = redlineFiles(from, to, CONTEXT);
    assert.deepEqual(left, []);
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  }
});

test('the end of a section that only one version has is named, not lost in silence', () => {
  const end = p(r('End of it'), SECTION);
  const { bytes, left } = redlineFiles(wrapInDocx(p(r('a')) + SECTION), wrapInDocx(end + p(r('a')) + SECTION), CONTEXT);
  assert.match(left[0]?.message ?? '', /ends of sections/);
  const said = listContent(bytes).find(({ type }) => type === 'comment');
  assert.match(said?.text ?? '', /does not show everything.*ends of sections/su);
});

test('comments of the newer file are on the same words of the redline, with their answers and authors; those of the older one stay', async () => {
  const context = { author: 'Ana', date: '2026-02-01T00:00:00Z', mode: 'direct' as const };
  const comment = (bytes: Uint8Array, operation: Parameters<typeof applyEdits>[1][number]): Uint8Array => {
    const { results, bytes: made } = applyEdits(bytes, [operation], context);
    assert.equal(results[0]?.status, 'applied', results[0]?.message);
    return made;
  };
  const older = comment(wrapInDocx(p(r('Pay within ten days.')) + p(r('End')) + SECTION), { op: 'add_comment', target: 'p2', text: 'Old' });
  const edited = comment(older, { op: 'replace_text', find: 'ten', replace: 'thirty' });
  const asked = comment(edited, { op: 'add_comment', target: 'p1', find: 'thirty days', text: 'Why?' });
  const newer = comment(asked, { op: 'reply_comment', target: 'comment2', text: 'Because', author: 'Ben' });
  const { bytes, left } = redlineFiles(older, newer, CONTEXT);
  assert.deepEqual(left, []);
  const found = listContent(bytes).filter(({ type }) => type === 'comment');
  assert.deepEqual(
    found.map(({ text, author, answers }) => [text, author, answers]),
    [
      ['Old', 'Ana', undefined],
      ['Why?', 'Ana', undefined],
      ['Because', 'Ben', 'comment2'],
    ],
  );
  assert.match(partsText(bytes, /comments\d*\.xml$/), /w:author="Ana" w:date="2026-02-01T00:00:00Z"[^>]*><w:p[^>]*><w:r><w:t>Why/);
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('what no tracked change brings back is told with the block where it begins', () => {
  const empty = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid></w:tbl>';
  const older = wrapInDocx(p(r('One.')) + p(r('Two.')) + SECTION, none);
  const newer = wrapInDocx(p(r('One.')) + empty + p(r('Two.')) + SECTION, none);
  const { left } = redlineFiles(older, newer, CONTEXT);
  assert.match(left.map(({ message }) => message).join(' '), /^rejected, the text is not that of the older file from its block 2 on\./);
});
