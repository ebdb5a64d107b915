/** What edits of Word files once did wrong, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { openOfficePackage, partNamed, readPart, relationshipsOf } from '../ooxml/office-package.ts';
import { replacePart } from '../ooxml/change-package.ts';
import { readXmlPart } from '../ooxml/office-package.ts';
import { Refusal } from '../base/refusal.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

function edit(file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome & { body: string } {
  const outcome = applyEdits(file, operations, { ...CONTEXT, mode });
  const text = textOf(outcome.bytes, 'word/document.xml');
  return { ...outcome, body: text.slice(text.indexOf('<w:body>') + 8, text.indexOf('</w:body>')) };
}
const textOf = (bytes: Uint8Array, part: string): string => Buffer.from(readPart(openOfficePackage(bytes), part)).toString('utf8');
const statuses = ({ results }: EditOutcome): string[] => results.map(({ status, reason }) => reason ?? status);
const p = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const side = (kind: string, xml: string): ExtraParts => ({
  entries: [{ name: `word/${kind}.xml`, data: xml }],
  types: [{ name: `word/${kind}.xml`, contentType: `${WORD}.${kind}+xml` }],
  relationships: [{ id: 'rId9', type: OFFICE_RELATIONSHIP + kind, target: `${kind}.xml` }],
});
const COMMENT = (id: number): string => `<w:comment w:id="${id}" w:author="Ana"><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment>`;
const ANCHORED = (text: string): string =>
  `<w:p><w:commentRangeStart w:id="4"/><w:r><w:t>${text}</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r></w:p>`;
const comments = side('comments', `<w:comments xmlns:w="${W}">${COMMENT(4)}</w:comments>`);

for (const element of ['<w:t/>', '<w:instrText/>', '<w:t></w:t>']) {
  test(`a tracked deletion over a self-closed ${element} gives well-formed XML`, () => {
    const run = element.includes('instr')
      ? `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r>${element}</w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
      : `<w:r>${element}</w:r>`;
    const outcome = edit(
      wrapInDocx(`<w:p>${run}<w:r><w:t>gone</w:t></w:r></w:p><w:p/>`),
      [{ op: 'delete_block', target: 'p1' }],
      'tracked',
    );
    assert.deepEqual(statuses(outcome), ['applied']);
    assert.deepEqual([outcome.integrity.accept_matches, outcome.integrity.reject_matches], [true, true]);
  });
}

test('a part that was written wrong here is a bug, not a fault of the file', () => {
  const opened = openOfficePackage(wrapInDocx(p('a')));
  replacePart(opened, 'word/document.xml', Buffer.from('<w:document>'));
  assert.throws(
    () => readXmlPart(opened, 'word/document.xml'),
    (error) => error instanceof Error && !(error instanceof Refusal) && error.message.includes('cannot be read back'),
  );
});

test('a list is inserted where word/numbering.xml exists and nothing leads to it; paragraphs that name a lost numbering get none by it', () => {
  const { entries, types } = side('numbering', `<w:numbering xmlns:w="${W}"/>`);
  const lost = '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>';
  const outcome = edit(wrapInDocx(lost, { entries, types, relationships: [] }), [
    { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'list', ordered: true, items: ['one', 'two'] }] },
  ]);
  assert.deepEqual(statuses(outcome), ['applied'], outcome.results[0]?.message);
  const opened = openOfficePackage(outcome.bytes);
  const related = relationshipsOf(opened, 'word/document.xml').find(({ type }) => type.endsWith('/numbering'));
  assert.notEqual(related?.target, 'word/numbering.xml');
  assert.ok(partNamed(opened, related?.target ?? '') !== undefined);
  assert.match(outcome.body, /<w:numId w:val="8"\/>/);
});

test('set_header_footer says which pages go on showing their own', () => {
  const set = (section: string, more: object = {}) =>
    applyEdits(wrapInDocx(`<w:p/><w:sectPr>${section}</w:sectPr>`), [{ op: 'set_header_footer', place: 'footer', text: 'x', ...more }], {
      author: 'Octavo',
      date: '2026-01-01T00:00:00Z',
      mode: 'direct',
    }).results[0];
  assert.match(set('<w:titlePg/>')?.message ?? '', /^The first pages have a footer of their own, which stays; pages: "first" sets it\.$/);
  assert.deepEqual(
    [set('<w:titlePg w:val="0"/>')?.message, set('')?.message, set('<w:titlePg/>', { pages: 'default' })?.message],
    [undefined, undefined, undefined],
  );
});

test('set_header_footer aligns a tracked header too', () => {
  const header = side('header', `<w:hdr xmlns:w="${W}"><w:p><w:r><w:t>Old</w:t></w:r></w:p></w:hdr>`);
  const file = wrapInDocx(`${p('a')}<w:sectPr><w:headerReference w:type="default" r:id="rId9"/></w:sectPr>`, header);
  const outcome = edit(file, [{ op: 'set_header_footer', place: 'header', text: 'New', align: 'right' }], 'tracked');
  assert.deepEqual(statuses(outcome), ['applied'], outcome.results[0]?.message);
  assert.match(textOf(outcome.bytes, 'word/header.xml'), /<w:pPr><w:jc w:val="right"\/>.*<w:pPrChange/s);
});

test('a tracked column leaves the table as wide as it was, and goes with its width when it is rejected', () => {
  const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`;
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr>${cell('A')}${cell('B')}</w:tr></w:tbl><w:p/>`;
  const outcome = edit(wrapInDocx(table), [{ op: 'insert_columns', target: 't1.r1.c1', columns: [['new']] }], 'tracked');
  assert.deepEqual(statuses(outcome), ['applied'], outcome.results[0]?.message);
  const widths = (xml: string): number[] =>
    [...xml.replace(/<w:tblGridChange.*<\/w:tblGridChange>/s, '').matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, w]) => Number(w));
  assert.ok(Math.abs(widths(outcome.body).reduce((sum, w) => sum + w, 0) - 8000) <= 3, outcome.body);
  const rejected = edit(outcome.bytes, [{ op: 'reject_revision', target: 'all' }]);
  assert.equal(rejected.body, table);
});

test('a tracked column behind the last one is written before the history of the grid', () => {
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc>${p('A')}</w:tc></w:tr></w:tbl><w:p/>`;
  const { body } = edit(wrapInDocx(table), [{ op: 'insert_columns', target: 't1.r1.c1', columns: [['new']] }], 'tracked');
  assert.match(body, /<w:tblGrid><w:gridCol w:w="2000"\/><w:gridCol w:w="2000"\/><w:tblGridChange/);
});

test('a tracked change of formatting is not written down under the name of another author', () => {
  const run =
    '<w:r><w:rPr><w:b/><w:rPrChange w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z"><w:rPr/></w:rPrChange></w:rPr><w:t>a</w:t></w:r>';
  const operation = { op: 'set_format', target: 'p1', italic: true };
  assert.deepEqual(statuses(edit(wrapInDocx(`<w:p>${run}</w:p>`), [operation], 'tracked')), ['unsupported']);
  assert.deepEqual(statuses(edit(wrapInDocx(`<w:p>${run.replace('Ana', 'Octavo')}</w:p>`), [operation], 'tracked')), ['applied']);
});

test('changes are accepted in a tracked request of their own; beside others the reason is reported', () => {
  const file = wrapInDocx('<w:p><w:ins w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z"><w:r><w:t>b</w:t></w:r></w:ins></w:p>');
  const alone = edit(file, [{ op: 'accept_revision', target: 'all' }], 'tracked');
  assert.equal(alone.body, '<w:p><w:r><w:t>b</w:t></w:r></w:p>');
  const mixed = edit(
    file,
    [
      { op: 'accept_revision', target: 'all' },
      { op: 'replace_text', find: 'b', replace: 'c' },
    ],
    'tracked',
  );
  assert.match(mixed.results[0]?.message ?? '', /request of their own/);
});

test('tracked changes of styles and comments are seen and settled', () => {
  const change = '<w:rPrChange w:id="5" w:author="Ana" w:date="2026-01-01T00:00:00Z"><w:rPr><w:i/></w:rPr></w:rPrChange>';
  const styles = side(
    'styles',
    `<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:rPr><w:b/>${change}</w:rPr></w:style></w:styles>`,
  );
  const outcome = edit(wrapInDocx(p('a'), styles), [{ op: 'reject_revision', target: 'rev1' }]);
  assert.deepEqual(statuses(outcome), ['applied'], outcome.results[0]?.message);
  assert.match(textOf(outcome.bytes, 'word/styles.xml'), /<w:rPr><w:i\/><\/w:rPr><\/w:style>/);
});

test('set_cell_text keeps bookmarks of the paragraphs that go, and refuses where a field would go with them', () => {
  const table = (second: string): Uint8Array => wrapInDocx(`<w:tbl><w:tr><w:tc>${p('a')}<w:p>${second}</w:p></w:tc></w:tr></w:tbl><w:p/>`);
  const operation = { op: 'set_cell_text', target: 't1.r1.c1', text: 'new' };
  const kept = edit(table('<w:bookmarkStart w:id="3" w:name="Fee"/><w:r><w:t>b</w:t></w:r><w:bookmarkEnd w:id="3"/>'), [operation]);
  assert.match(kept.body, /new<\/w:t><\/w:r><w:bookmarkStart w:id="3" w:name="Fee"\/><w:bookmarkEnd w:id="3"\/><\/w:p><\/w:tc>/);
  const field =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TC x</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
  assert.deepEqual(statuses(edit(table(field), [operation])), ['read_only_content']);
});

test('the line break of text copied from Word (U+000B) comes as one; a control character is refused, not dropped', () => {
  const outcome = edit(wrapInDocx(p('ab')), [
    { op: 'replace_text', find: 'a', replace: 'one\u000btwo' },
    { op: 'replace_text', find: 'b', replace: 'x\u0007' },
  ]);
  assert.deepEqual(statuses(outcome), ['applied', 'unsupported']);
  assert.match(outcome.body, /one<\/w:t><w:br\/><w:t xml:space="preserve">two/);
});

test('a comment goes with the block that it is on, and a block with the end of one that begins before it is not deleted', () => {
  const outcome = edit(wrapInDocx(ANCHORED('a') + p('b'), comments), [{ op: 'delete_block', target: 'p1' }]);
  assert.equal(outcome.body, p('b'));
  assert.doesNotMatch(textOf(outcome.bytes, 'word/comments.xml'), /w:comment /);
  const torn = `<w:p><w:commentRangeStart w:id="4"/><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r></w:p><w:p/>`;
  assert.deepEqual(statuses(edit(wrapInDocx(torn, comments), [{ op: 'delete_block', target: 'p2' }])), ['read_only_content']);
});

test('delete_comment takes the comment, its marks and its entry', () => {
  const outcome = edit(wrapInDocx(ANCHORED('a'), comments), [{ op: 'delete_comment', target: 'comment1' }]);
  assert.equal(outcome.body, '<w:p><w:r><w:t>a</w:t></w:r></w:p>');
  assert.doesNotMatch(textOf(outcome.bytes, 'word/comments.xml'), /w:comment /);
});

test('spaces, quotes, dashes and soft hyphens are alike unless exact is asked for, and those of the file stay', () => {
  const file = wrapInDocx(p('within ten\u00a0days of “the noti\u00adce” – or so'));
  const replaced = (find: string, replace: string, more = {}): string => {
    const outcome = edit(file, [{ op: 'replace_text', find, replace, ...more }]);
    return statuses(outcome)[0] === 'applied' ? outcome.body : (statuses(outcome)[0] ?? '');
  };
  assert.match(replaced('ten days', 'thirty days'), /within thirty\u00a0days of/);
  assert.match(replaced('"the notice"', '"the letter"'), /“the letter”/);
  assert.match(replaced('- or so', '- at most'), /– at most/);
  assert.equal(replaced('ten days', 'thirty days', { exact: true }), 'target_not_found');
});

test('what is not found names the paragraphs that are most like it', () => {
  const outcome = edit(wrapInDocx(p('Something else') + p('The fee is due within ten days.')), [
    { op: 'replace_text', find: 'The fee is payable within ten days', replace: 'x' },
  ]);
  assert.deepEqual(outcome.results[0]?.candidates, ['p2']);
});

test('a regular expression finds and replaces with its groups; one that cannot be used is reported', () => {
  const file = wrapInDocx(p('Fee: 120 EUR and 80 EUR'));
  const outcome = edit(file, [{ op: 'replace_text', find: '(\\d+) EUR', replace: '€$1', regex: true, all: true }]);
  assert.match(outcome.body, /Fee: €120 and €80/);
  assert.deepEqual(statuses(edit(file, [{ op: 'replace_text', find: '(', replace: 'x', regex: true }])), ['unsupported']);
  assert.deepEqual(statuses(edit(file, [{ op: 'replace_text', find: 'z*', replace: 'x', regex: true }])), ['unsupported']);
});

test('a text over the end of a paragraph is found; its lines are replaced one by one, tracked too', () => {
  const file = wrapInDocx(p('It ends here.') + p('And here begins') + p('more'));
  for (const mode of ['direct', 'tracked'] as const) {
    const outcome = edit(file, [{ op: 'replace_text', find: 'ends here. And here', replace: 'stops.\nThen' }], mode);
    assert.deepEqual(statuses(outcome), ['applied'], outcome.results[0]?.message);
    if (mode === 'direct') assert.match(outcome.body, /It stops\..*Then begins/s);
    else assert.deepEqual([outcome.integrity.accept_matches, outcome.integrity.reject_matches], [true, true]);
  }
  const more = edit(file, [{ op: 'replace_text', find: 'ends here. And here', replace: 'a\nb\nc' }]);
  assert.deepEqual([statuses(more)[0], more.results[0]?.candidates], ['unsupported', ['p1', 'p2']]);
});

test('a text over ends of paragraphs whose replacement has fewer lines makes them one, tracked too', () => {
  const file = wrapInDocx(p('First. It ends') + '<w:p/>' + p('here. Then more') + p('last'));
  const operation = { op: 'replace_text', find: 'It ends\n\nhere.', replace: 'It ends here.' };
  const direct = edit(file, [operation]);
  assert.deepEqual(
    listContent(direct.bytes).map(({ text }) => text),
    ['First. It ends here. Then more', 'last'],
  );
  const tracked = edit(file, [operation], 'tracked');
  assert.deepEqual([statuses(tracked), tracked.integrity.accept_matches, tracked.integrity.reject_matches], [['applied'], true, true]);
  assert.equal(tracked.body.match(/<w:rPr><w:del /g)?.length, 2);
  assert.doesNotMatch(tracked.body, /delText/);
});

test('paragraphs with a table or the end of a section between them do not become one', () => {
  const section = p('It ends').replace('<w:p>', '<w:p><w:pPr><w:sectPr/></w:pPr>');
  for (const [before, between] of [
    [p('It ends'), '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>'],
    [section, ''],
  ] as const) {
    const file = wrapInDocx(before + between + p('here'));
    for (const mode of ['direct', 'tracked'] as const)
      assert.deepEqual(statuses(edit(file, [{ op: 'replace_text', find: 'ends here', replace: 'ends' }], mode)), ['unsupported']);
  }
});

test('where one place only is meant, what is written as asked outranks what is merely alike', () => {
  const outcome = edit(wrapInDocx(p('ten\u00a0days') + p('ten days')), [{ op: 'replace_text', find: 'ten days', replace: 'a week' }]);
  assert.deepEqual(statuses(outcome), ['applied']);
  assert.match(outcome.body, /ten\u00a0days.*a week/s);
});

const BOX = (text: string): string => {
  const content = `<w:txbxContent>${p(text)}</w:txbxContent>`;
  const shape = `<w:drawing><wp:inline><wp:docPr id="1" name="Box" descr="The fee"/><a:graphic><a:graphicData uri="wps"><wps:wsp xmlns:wps="wps"><wps:txbx>${content}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const fallback = `<w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml">${content}</v:textbox></w:pict>`;
  return `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${shape}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
};

test('the text of a text box is found, listed and changed in both of its copies, tracked too', () => {
  const file = wrapInDocx(`${BOX('The old fee')}${p('The old price')}`);
  assert.deepEqual(
    listContent(file)
      .filter(({ address }) => address.startsWith('box'))
      .map(({ address, text }) => [address, text]),
    [['box1.p1', 'The old fee']],
  );
  const direct = edit(file, [{ op: 'replace_text', find: 'old', replace: 'new', all: true }]);
  assert.deepEqual(statuses(direct), ['applied']);
  assert.equal(direct.body.match(/The new fee/g)?.length, 2);
  const tracked = edit(file, [{ op: 'rewrite_block', target: 'box1.p1', text: 'The new fee' }], 'tracked');
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true], tracked.results[0]?.message);
  assert.equal(tracked.body.match(/<w:delText/g)?.length, 2);
  assert.deepEqual(statuses(edit(file, [{ op: 'delete_block', target: 'box1.p1' }])), ['unsupported']);
});

test('replace_text with all reaches descriptions, and what it leaves is named', () => {
  const all = (find: string): EditOperation => ({ op: 'replace_text', find, replace: 'price', all: true });
  const described = wrapInDocx(BOX('a') + p('The fee'), comments);
  const outcome = edit(described, [all('fee')]);
  assert.deepEqual(outcome.results[0]?.message, undefined);
  assert.doesNotMatch(outcome.body, /descr="[^"]*fee/);
  const tracked = edit(described, [all('fee')], 'tracked');
  assert.match(tracked.results[0]?.message ?? '', /img1\.alt, which cannot be tracked/);
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  const why = edit(wrapInDocx(p('Why?'), comments), [all('Why')]);
  assert.match(why.results[0]?.message ?? '', /comment1\.p1, which is changed only where it is the target/);
});

test('comments and descriptions are changed where they are the target; a text that is only there is said to be there', () => {
  const file = wrapInDocx(BOX('a') + p('Text'), comments);
  const comment = edit(file, [{ op: 'replace_text', target: 'comment1', find: 'Why', replace: 'How' }]);
  assert.deepEqual(statuses(comment), ['applied']);
  assert.match(textOf(comment.bytes, 'word/comments.xml'), /<w:t>How\?<\/w:t>/);
  const [only] = edit(file, [{ op: 'replace_text', find: 'Why', replace: 'How' }]).results;
  assert.deepEqual([only?.reason, only?.candidates], ['target_not_found', ['comment1.p1']]);
  assert.deepEqual(statuses(edit(file, [{ op: 'replace_text', target: 'img1.alt', find: 'fee', replace: 'price' }], 'tracked')), [
    'unsupported',
  ]);
});

test('the only paragraph is deleted with tracked changes also where somebody left off in it', () => {
  const left = '<w:bookmarkStart w:id="7" w:name="_GoBack"/><w:bookmarkEnd w:id="7"/>';
  const outcome = edit(wrapInDocx(p('Gone').replace('</w:p>', `${left}</w:p>`)), [{ op: 'delete_block', target: 'p1' }], 'tracked');
  assert.deepEqual([statuses(outcome), outcome.integrity.accept_matches, outcome.integrity.reject_matches], [['applied'], true, true]);
});

test('a first page of its own is told apart with a tracked change, and stays where it was told apart already', () => {
  const operation = { op: 'set_header_footer', place: 'header', pages: 'first', text: 'First' };
  const section = (inner: string): string => `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>${inner}</w:sectPr>`;
  for (const body of [p('a') + section(''), p('a') + section('<w:titlePg/>'), p('a')]) {
    const outcome = edit(wrapInDocx(body), [operation], 'tracked');
    assert.deepEqual([statuses(outcome), outcome.integrity.reject_matches], [['applied'], true]);
    const rejected = edit(outcome.bytes, [{ op: 'reject_revision', target: 'all' }]);
    assert.equal(/<w:titlePg\/>/.test(outcome.body), true);
    assert.equal(/<w:titlePg\/>/.test(body.includes('titlePg') ? outcome.body : rejected.body), body.includes('titlePg'));
  }
});

test('words around a commented one are replaced with tracked changes: what comes is where it is at once', () => {
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const commented = ANCHORED('look').replaceAll(/^<w:p>|<\/w:p>$/g, '');
  const file = wrapInDocx(`<w:p>${run('change the ')}${commented}${run(' of text')}</w:p>`, comments);
  const outcome = edit(file, [{ op: 'replace_text', find: 'the look of', replace: 'X' }], 'tracked');
  assert.deepEqual([statuses(outcome), outcome.integrity.accept_matches, outcome.integrity.reject_matches], [['applied'], true, true]);
});

test('the last paragraph is deleted with tracked changes where a bookmark that begins before it ends in it', () => {
  const body = `<w:p><w:bookmarkStart w:id="7" w:name="all"/><w:r><w:t>a</w:t></w:r></w:p>${p('b').replace('</w:p>', '<w:bookmarkEnd w:id="7"/></w:p>')}`;
  const outcome = edit(wrapInDocx(`${body}<w:sectPr/>`), [{ op: 'delete_block', target: 'p2' }], 'tracked');
  assert.deepEqual([statuses(outcome), outcome.integrity.accept_matches, outcome.integrity.reject_matches], [['applied'], true, true]);
});

test('words are written behind a field and in front of a picture where a paragraph has nothing else', () => {
  const field = '<w:p><w:fldSimple w:instr=" DATE "><w:r><w:t>today</w:t></w:r></w:fldSimple></w:p>';
  const picture = BOX('Inside');
  for (const mode of ['direct', 'tracked'] as const) {
    const behind = edit(wrapInDocx(field), [{ op: 'rewrite_block', target: 'p1', text: 'today, at noon' }], mode);
    assert.deepEqual(statuses(behind), ['applied'], behind.results[0]?.message);
    assert.match(behind.body, /<\/w:fldSimple>.*, at noon/);
    const [shown] = listContent(wrapInDocx(picture));
    const before = edit(wrapInDocx(picture), [{ op: 'rewrite_block', target: 'p1', text: `See ${shown?.text ?? ''}` }], mode);
    assert.deepEqual(statuses(before), ['applied'], before.results[0]?.message);
    assert.match(before.body, /See.*AlternateContent/);
    assert.deepEqual(
      [statuses(edit(wrapInDocx(field), [{ op: 'rewrite_block', target: 'p1', text: 'now' }], mode))],
      [['read_only_content']],
    );
  }
});

test('the last paragraph is deleted with tracked changes behind one whose end another author has deleted', () => {
  const first = p('a').replace('<w:p>', '<w:p><w:pPr><w:rPr><w:del w:id="4" w:author="Ana"/></w:rPr></w:pPr>');
  const outcome = edit(wrapInDocx(`${first}${p('b')}<w:sectPr/>`), [{ op: 'delete_block', target: 'p2' }], 'tracked');
  assert.deepEqual([statuses(outcome), outcome.integrity.accept_matches, outcome.integrity.reject_matches], [['applied'], true, true]);
});

test('a new row that is given fewer texts than it has cells says so, as they may stand in the wrong columns', () => {
  const table = wrapInDocx(
    '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
  );
  const saidOf = (rows: string[][]): string | undefined => edit(table, [{ op: 'insert_rows', target: 't1.r1', rows }]).results[0]?.message;
  assert.match(saidOf([['a', 'b'], ['a']]) ?? '', /has 2 cells and was given only 1 text, from its first cell on/);
  assert.equal(saidOf([['a', 'b']]), undefined);
});

test('words were replaced nowhere in a file that takes in another Word file whole', () => {
  const name = 'word/afchunk.docx';
  const extra: ExtraParts = {
    entries: [{ name, data: wrapInDocx(p('ten days')) }],
    types: [{ name, contentType: `${WORD}.document.main+xml` }],
    relationships: [{ id: 'rId9', type: `${OFFICE_RELATIONSHIP}aFChunk`, target: 'afchunk.docx' }],
  };
  const file = wrapInDocx(`${p('ten days')}<w:altChunk r:id="rId9"/>`, extra);
  assert.match(edit(file, [{ op: 'replace_text', find: 'ten', replace: 'six', all: true }]).body, /six days/);
});
