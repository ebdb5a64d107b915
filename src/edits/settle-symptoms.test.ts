/** What accepting and rejecting tracked changes once left behind or refused, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { applyEdits, type EditOutcome } from './apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const WHO = 'w:author="Ana" w:date="2026-01-01T00:00:00Z"';
const settle = (body: string, verdict: 'accept' | 'reject', target: string): EditOutcome & { body: string } => {
  const outcome = applyEdits(wrapInDocx(body), [{ op: `${verdict}_revision`, target }], CONTEXT);
  return { ...outcome, body: /<w:body>(.*)<\/w:body>/s.exec(partsText(outcome.bytes, /^word\/document\.xml$/))?.[1] ?? '' };
};
const run = (content: string): string => `<w:r>${content}</w:r>`;
const text = (words: string): string => run(`<w:t>${words}</w:t>`);
const mark = (kind: string): string => run(`<w:fldChar w:fldCharType="${kind}"/>`);

const control = (kind: string, content: string, attributes: string): string =>
  `<w:customXml${kind}RangeStart w:id="1"${attributes}/><w:sdt><w:sdtPr/><w:sdtContent><w:customXml${kind}RangeEnd w:id="1"/>${content}` +
  `<w:customXml${kind}RangeStart w:id="2"${attributes}/></w:sdtContent></w:sdt><w:customXml${kind}RangeEnd w:id="2"/>`;

for (const target of ['rev1', 'rev2', 'all'])
  test(`settling ${target} of the two changes that a deleted control is was refused for a range with one end`, () => {
    const given = `<w:p>${control('Del', text('kept'), ` ${WHO}`)}</w:p>`;
    const [accepted, rejected] = [settle(given, 'accept', target), settle(given, 'reject', target)];
    assert.equal(accepted.body, `<w:p>${text('kept')}</w:p>`);
    assert.equal(rejected.body, `<w:p><w:sdt><w:sdtPr/><w:sdtContent>${text('kept')}</w:sdtContent></w:sdt></w:p>`);
  });

test('the marks around what one author has moved stayed where another had moved something too', () => {
  const moved = (id: number, author: string, way: 'From' | 'To', words: string): string => {
    const who = `w:author="${author}" w:date="2026-01-01T00:00:00Z"`;
    const range = `w:id="${id + 1}" w:name="move${author}" ${who}`;
    return `<w:p><w:move${way}RangeStart ${range}/><w:move${way} w:id="${id}" ${who}>${text(words)}</w:move${way}><w:move${way}RangeEnd w:id="${id + 1}"/></w:p>`;
  };
  const others = `${moved(21, 'Ben', 'From', 'b')}${moved(25, 'Ben', 'To', 'b')}`;
  const given = wrapInDocx(`${moved(11, 'Ana', 'From', 'a')}${others}${moved(15, 'Ana', 'To', 'a')}`);
  for (const [op, wanted] of [
    ['accept_revision', `<w:p></w:p>${others}<w:p>${text('a')}</w:p>`],
    ['reject_revision', `<w:p>${text('a')}</w:p>${others}<w:p></w:p>`],
  ] as const) {
    const { bytes } = applyEdits(given, [{ op, target: 'all', author: 'Ana' }], CONTEXT);
    assert.equal(/<w:body>(.*)<\/w:body>/s.exec(partsText(bytes, /^word\/document\.xml$/))?.[1], wanted);
  }
});

test('a control without a place for content stayed where its insertion was rejected', () => {
  const given = `<w:customXmlInsRangeStart w:id="1" ${WHO}/><w:sdt><w:sdtPr/></w:sdt><w:customXmlInsRangeEnd w:id="1"/><w:p>${text('a')}</w:p>`;
  assert.equal(settle(given, 'reject', 'all').body, `<w:p>${text('a')}</w:p>`);
  assert.equal(settle(given, 'accept', 'all').body, `<w:sdt><w:sdtPr/></w:sdt><w:p>${text('a')}</w:p>`);
});

/** As Word writes it: the separator of an inserted field has no change of its own. */
const FIELD =
  `<w:p><w:ins w:id="1" ${WHO}>${mark('begin')}${run('<w:instrText> DATE </w:instrText>')}</w:ins>${mark('separate')}` +
  `<w:ins w:id="2" ${WHO}>${text('today')}${mark('end')}</w:ins>${text('.')}</w:p>`;

for (const target of ['rev1', 'rev2', 'all'])
  test(`rejecting ${target} of an inserted field takes all of its pieces`, () => {
    const { body, results } = settle(FIELD, 'reject', target);
    assert.equal(body.replaceAll('<w:r></w:r>', ''), `<w:p>${text('.')}</w:p>`);
    assert.equal(results[0]?.message?.includes('rev1, rev2'), target === 'all' ? undefined : true);
  });

test('half a field whose other end is in no change is refused by name', () => {
  const { results } = settle(FIELD.replace(/<w:ins w:id="2"[^>]*>(.*)<\/w:ins>/s, '$1'), 'reject', 'rev1');
  assert.deepEqual([results[0]?.status, results[0]?.message?.includes('one end of a field')], ['rejected', true]);
});

test('a smart tag and a link stayed, empty, when all of their words went', () => {
  const gone = (id: number): string => `<w:del w:id="${id}" ${WHO}>${run('<w:delText>a</w:delText>')}</w:del>`;
  const tag = (content: string): string =>
    `<w:smartTag w:uri="urn:x" w:element="date"><w:smartTagPr><w:attr w:name="Day" w:val="1"/></w:smartTagPr>${content}</w:smartTag>`;
  const given = `<w:p>${tag(tag(gone(1)))}<w:hyperlink w:anchor="b">${gone(2)}${gone(3)}</w:hyperlink>${tag(text('kept'))}</w:p>`;
  assert.equal(settle(given, 'accept', 'all').body, `<w:p>${tag(text('kept'))}</w:p>`);
});

test('a bookmark that begins in a row and ends behind the table lost its beginning with the table', () => {
  const row = (content: string, id: number): string =>
    `<w:tr><w:trPr><w:del w:id="${id}" ${WHO}/></w:trPr><w:tc><w:tcPr/><w:p>${content}</w:p></w:tc></w:tr>`;
  const start = '<w:bookmarkStart w:id="9" w:name="b"/>';
  const given = `<w:p>${text('a')}</w:p><w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid>${row(start, 1)}${row('', 2)}</w:tbl><w:p>${text('b')}<w:bookmarkEnd w:id="9"/></w:p>`;
  const { body, results } = settle(given, 'accept', 'all');
  assert.equal(results[0]?.status, 'applied');
  assert.equal(body, `<w:p>${text('a')}</w:p>${start}<w:p>${text('b')}<w:bookmarkEnd w:id="9"/></w:p>`);
});

/** As Word writes what was moved to a place and then deleted there. */
const MOVED_AND_DELETED =
  `<w:p><w:pPr><w:rPr><w:del w:id="1" ${WHO}/></w:rPr></w:pPr><w:moveToRangeStart w:id="2" ${WHO} w:name="m"/>` +
  `<w:moveTo w:id="3" ${WHO}><w:del w:id="4" ${WHO}>${run('<w:delText>moved</w:delText>')}</w:del></w:moveTo></w:p>`;

test('a paragraph that was moved and then deleted stayed, empty, where a table went behind it', () => {
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:trPr><w:del w:id="5" ${WHO}/></w:trPr><w:tc><w:tcPr/><w:p/></w:tc></w:tr><w:moveToRangeEnd w:id="2"/></w:tbl>`;
  const given = `<w:p>${text('a')}</w:p>${MOVED_AND_DELETED}${table}<w:p>${text('b')}</w:p>`;
  assert.equal(settle(given, 'accept', 'all').body, `<w:p>${text('a')}</w:p><w:p>${text('b')}</w:p>`);
});

test('a paragraph that was moved and then deleted stayed, empty, between others', () => {
  const given = `<w:p>${text('a')}</w:p>${MOVED_AND_DELETED}<w:moveToRangeEnd w:id="2"/><w:p>${text('b')}</w:p>`;
  assert.equal(settle(given, 'accept', 'all').body, `<w:p>${text('a')}</w:p><w:p>${text('b')}</w:p>`);
});

test('paragraphs with smart tags that came at the end stayed, empty, where they are rejected', () => {
  const tag = `<w:smartTag w:uri="urn:x" w:element="date"><w:smartTagPr><w:attr w:name="Day" w:val="1"/></w:smartTagPr><w:ins w:id="2" ${WHO}>${text('a')}</w:ins></w:smartTag>`;
  const come = (content: string): string => `<w:p><w:pPr><w:rPr><w:ins w:id="1" ${WHO}/></w:rPr></w:pPr>${content}</w:p>`;
  const first = `<w:p>${text('first')}</w:p>`;
  assert.equal(settle(first + come(tag) + come(''), 'reject', 'all').body, first);
  assert.equal(settle(first + come(tag), 'reject', 'all').body, first);
});

test('a comment that begins in words that go and ends behind them lost its beginning, so that settling all was refused', () => {
  const start = '<w:commentRangeStart w:id="7"/>';
  const end = `<w:commentRangeEnd w:id="7"/>`;
  const gone = `<w:del w:id="1" ${WHO}>${start}${run('<w:delText>T</w:delText>')}</w:del>`;
  const come = `<w:ins w:id="2" ${WHO}>${text('t')}${end}</w:ins>`;
  const given = `<w:p>${gone}${come}${text('est')}</w:p>`;
  assert.equal(settle(given, 'accept', 'all').body, `<w:p>${start}${text('t')}${end}${text('est')}</w:p>`);
  assert.equal(settle(given, 'reject', 'all').body, `<w:p>${start}${text('T')}${end}${text('est')}</w:p>`);
  assert.equal(settle(given, 'accept', 'rev1').body, `<w:p>${start}${come}${text('est')}</w:p>`);
});

test('the same where the whole paragraph goes', () => {
  const start = '<w:bookmarkStart w:id="7" w:name="b"/>';
  const mark = `<w:pPr><w:rPr><w:del w:id="2" ${WHO}/></w:rPr></w:pPr>`;
  const gone = `<w:p>${mark}<w:del w:id="1" ${WHO}>${start}${run('<w:delText>T</w:delText>')}</w:del></w:p>`;
  const next = `<w:p>${text('kept')}<w:bookmarkEnd w:id="7"/></w:p>`;
  const { body, results } = settle(gone + next, 'accept', 'all');
  assert.deepEqual([results[0]?.status, body], ['applied', start + next]);
});

test('a note and a comment whose words go with one change were left behind, without a place in the text', () => {
  const given = wrapInDocx(`<w:p>${text('noted')}</w:p><w:p>${text('kept')}</w:p>`);
  const marked = applyEdits(
    given,
    [
      { op: 'add_footnote', target: 'p1', text: 'A secret note' },
      { op: 'add_comment', target: 'p1', find: 'noted', text: 'A secret comment' },
      { op: 'add_footnote', target: 'p2', text: 'A note that stays' },
    ],
    CONTEXT,
  ).bytes;
  const tracked = applyEdits(marked, [{ op: 'delete_block', target: 'p1' }], { ...CONTEXT, mode: 'tracked' }).bytes;
  for (const bytes of [
    applyEdits(tracked, [{ op: 'accept_revision', target: 'rev1' }], CONTEXT).bytes,
    applyEdits(tracked, [{ op: 'accept_revision', target: 'all' }], CONTEXT).bytes,
    applyEdits(marked, [{ op: 'delete_block', target: 'p1' }], CONTEXT).bytes,
  ]) {
    const all = partsText(bytes, /\.xml$/);
    assert.deepEqual([all.includes('secret'), all.includes('commentRange'), all.includes('A note that stays')], [false, false, true]);
  }
});

test('notes stayed in the file when the row, the column or the table around their numbers was deleted', () => {
  const cell = (words: string): string => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p>${text(words)}</w:p></w:tc>`;
  const row = (words: string): string => `<w:tr>${cell(words)}${cell('x')}</w:tr>`;
  const grid = '<w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>';
  const given = wrapInDocx(`<w:tbl><w:tblPr/>${grid}${row('a')}${row('b')}</w:tbl><w:p>${text('end')}</w:p>`);
  const noted = applyEdits(given, [{ op: 'add_footnote', target: 't1.r1.c1', text: 'A secret note', kind: 'endnote' }], CONTEXT).bytes;
  for (const operation of [
    { op: 'delete_rows', target: 't1.r1' },
    { op: 'delete_columns', target: 't1.r1.c1' },
    { op: 'delete_block', target: 't1' },
  ]) {
    const { bytes, results } = applyEdits(noted, [operation], CONTEXT);
    assert.deepEqual([results[0]?.status, partsText(bytes, /\.xml$/).includes('secret')], ['applied', false]);
  }
});

test('a table without rows, which other programs leave behind, went with changes elsewhere that were taken back', () => {
  const table = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid></w:tbl>';
  const come = `<w:p>${text('a')}<w:ins w:id="1" ${WHO}>${text('b')}</w:ins></w:p>`;
  assert.equal(
    settle(come + table + `<w:p>${text('c')}</w:p>`, 'reject', 'all').body,
    `<w:p>${text('a')}</w:p>${table}<w:p>${text('c')}</w:p>`,
  );
});

test('a table without rows went where the rows of another one were taken back', () => {
  const properties = '<w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid>';
  const bare = `<w:tbl>${properties}</w:tbl>`;
  const row = (words: string, id: number): string =>
    `<w:tr><w:trPr><w:ins w:id="${id}" ${WHO}/></w:trPr><w:tc><w:p><w:ins w:id="${id + 1}" ${WHO}>${text(words)}</w:ins></w:p></w:tc></w:tr>`;
  const come = `<w:tbl>${properties}${row('a', 1)}${row('b', 3)}</w:tbl>`;
  const between = `<w:p>${text('c')}</w:p>`;
  assert.equal(settle(come + between + bare + between, 'reject', 'all').body, between + bare + between);
  assert.equal(settle(bare + between + come + between, 'reject', 'all').body, bare + between + between);
});
