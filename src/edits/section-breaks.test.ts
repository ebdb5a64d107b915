/** Section breaks that come and go, at once and as tracked changes: which section's pages, headers and footers hold afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { OFFICE_RELATIONSHIP, R, W } from '../ooxml/names.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const HEADER = 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml';
const headers: ExtraParts = {
  entries: [1, 2].map((at) => ({
    name: `word/header${at}.xml`,
    data: `<w:hdr xmlns:w="${W}"><w:p><w:r><w:t>Header ${at}</w:t></w:r></w:p></w:hdr>`,
  })),
  types: [1, 2].map((at) => ({ name: `word/header${at}.xml`, contentType: HEADER })),
  relationships: [1, 2].map((at) => ({ id: `rIdH${at}`, type: `${OFFICE_RELATIONSHIP}header`, target: `header${at}.xml` })),
};
const reference = (at: number): string => `<w:headerReference xmlns:r="${R}" w:type="default" r:id="rIdH${at}"/>`;
const PORTRAIT = '<w:pgSz w:w="11906" w:h="16838"/>';
const LANDSCAPE = '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>';
const section = (inner: string): string => `<w:sectPr>${inner}</w:sectPr>`;
const p = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const table =
  '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>';

const bodyOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(readPart(openOfficePackage(bytes), 'word/document.xml')).toString('utf8');
  return text.slice(text.indexOf('<w:body>') + 8, text.indexOf('</w:body>'));
};
const edit = (bytes: Uint8Array, operations: EditOperation[], mode: EditMode): EditOutcome =>
  applyEdits(bytes, operations, { ...CONTEXT, mode });
const settle = (bytes: Uint8Array, verdict: 'accept' | 'reject'): string =>
  bodyOf(edit(bytes, [{ op: `${verdict}_revision`, target: 'all' }], 'direct').bytes);
/** Properties that hold nothing say nothing. */
const plain = (xml: string): string =>
  xml
    .replaceAll(/<w:(rPr|pPr)>\s*<\/w:\1>|<w:(?:rPr|pPr)\/>/g, '')
    .replaceAll(/<w:(rPr|pPr)>\s*<\/w:\1>|<w:(?:rPr|pPr)\/>/g, '')
    .replaceAll(/<w:(p|sectPr)><\/w:\1>/g, '<w:$1/>');

const END = section(`${reference(1)}${PORTRAIT}`);
const INSERTED: Readonly<Record<string, [body: string, target: string]>> = {
  'a paragraph before another one': [`${p('a', '<w:jc w:val="right"/><w:rPr><w:b/></w:rPr>')}${p('b')}${END}`, 'p1'],
  'an empty paragraph': [`<w:p/>${p('b')}${END}`, 'p1'],
  'a paragraph before a table': [`${p('a')}${table}${p('b')}${END}`, 'p1'],
  'the last paragraph': [`${p('a')}${p('b')}${END}`, 'p2'],
  'a table': [`${p('a')}${table}${p('b')}${END}`, 't1'],
  'a table in front of another one': [`${table}${p('')}${table}${p('b')}${END}`, 't1'],
  'a paragraph of a file that says nothing of its section': [`${p('a')}${p('b')}`, 'p1'],
  'a paragraph in front of the end of another section': [`${p('a')}${p('b', section(LANDSCAPE))}${p('c')}${END}`, 'p1'],
};
for (const [name, [body, target]] of Object.entries(INSERTED))
  test(`a section that begins behind ${name} is tracked: accepted it is the section, rejected the file as it was`, async () => {
    const given = wrapInDocx(body, headers);
    const operations = [{ op: 'insert_section_break', target, kind: 'continuous' }];
    const [direct, tracked] = [edit(given, operations, 'direct'), edit(given, operations, 'tracked')];
    assert.deepEqual([direct.results[0]?.message, tracked.results[0]?.message], [undefined, undefined]);
    assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
    assert.equal(plain(settle(tracked.bytes, 'accept')), plain(bodyOf(direct.bytes)));
    assert.equal(plain(settle(tracked.bytes, 'reject')).replace(/<w:sectPr\/>$/, ''), plain(bodyOf(given)));
    assert.deepEqual(await validateAllOffice({ [name]: { bytes: tracked.bytes, kind: 'docx' } }), {});
  });

const DELETED: Readonly<Record<string, [body: string, target: string]>> = {
  'a paragraph with words': [`${p('a', section(`${reference(1)}${LANDSCAPE}`))}${p('b')}${section(PORTRAIT)}`, 'p1'],
  'a paragraph that was only there for it': [
    `${p('a')}<w:p><w:pPr>${section(`${reference(1)}${LANDSCAPE}`)}</w:pPr></w:p>${p('b')}${section(PORTRAIT)}`,
    'p2',
  ],
  'what stands between two tables': [
    `${table}<w:p><w:pPr>${section(LANDSCAPE)}</w:pPr></w:p>${table}${p('b')}${section(`${reference(2)}${PORTRAIT}`)}`,
    'p1',
  ],
  'the first of three sections': [
    `${p('a', section(`${reference(1)}${LANDSCAPE}`))}${p('b', section(`${reference(2)}${LANDSCAPE}`))}${p('c')}${section(PORTRAIT)}`,
    'p1',
  ],
  'a paragraph in front of a section that inherits': [
    `${p('a', section(`${reference(1)}${LANDSCAPE}`))}${p('b', section(LANDSCAPE))}${p('c')}${section(PORTRAIT)}`,
    'p1',
  ],
};
for (const [name, [body, target]] of Object.entries(DELETED))
  test(`the end of a section that is ${name} is taken away, tracked and at once, and headers stay`, async () => {
    const given = wrapInDocx(body, headers);
    const operations = [{ op: 'delete_section_break', target }];
    const [direct, tracked] = [edit(given, operations, 'direct'), edit(given, operations, 'tracked')];
    assert.deepEqual([direct.results[0]?.message, tracked.results[0]?.message], [undefined, undefined]);
    assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
    assert.equal(plain(settle(tracked.bytes, 'accept')), plain(bodyOf(direct.bytes)));
    assert.equal(headersShown(settle(tracked.bytes, 'reject')).join(), headersShown(body).join());
    assert.equal(withoutReferences(settle(tracked.bytes, 'reject')), withoutReferences(body));
    assert.equal(headersShown(bodyOf(direct.bytes)).join(), headersShown(body).slice(1).join());
    assert.deepEqual(await validateAllOffice({ [name]: { bytes: tracked.bytes, kind: 'docx' } }), {});
  });

const withoutReferences = (xml: string): string => plain(xml.replaceAll(/<w:headerReference [^>]*>/g, ''));

/** Which header each section shows: its own, or that of the one in front. */
function headersShown(body: string): string[] {
  let shown = 'none';
  return Array.from(body.matchAll(/<w:sectPr>.*?<\/w:sectPr>/g), ([xml]) => {
    shown = /r:id="(rIdH\d)"/.exec(xml)?.[1] ?? shown;
    return shown;
  });
}

const mark = (kind: 'ins' | 'del', inner: string): string =>
  `<w:rPr><w:${kind} w:id="7" w:author="Ana" w:date="2026-01-01T00:00:00Z"/></w:rPr>${inner}`;
test('a section break that Word has tracked as deleted goes with its properties, and the section behind shows the header that it had from it', () => {
  for (const [next, closing] of [
    [p('b'), section(PORTRAIT)],
    [`${p('b', section(PORTRAIT))}${p('c')}`, END],
    ['<w:p/>', ''],
    [table, `<w:p/>${section(PORTRAIT)}`],
  ] as const) {
    const body = `${p('a', mark('del', section(`${reference(1)}${LANDSCAPE}`)))}${next}${closing}`;
    const given = wrapInDocx(body, headers);
    const accepted = settle(given, 'accept');
    assert.doesNotMatch(accepted, /landscape/);
    assert.equal(headersShown(accepted)[0], 'rIdH1', accepted);
    assert.equal(headersShown(settle(given, 'reject')).length, headersShown(body).length);
  }
});

test('a section break that Word has tracked as inserted goes when it is rejected, and its words are of the section behind', () => {
  const given = wrapInDocx(`${p('a')}<w:p><w:pPr>${mark('ins', section(LANDSCAPE))}</w:pPr></w:p>${p('b')}${END}`, headers);
  assert.equal(settle(given, 'reject'), `${p('a')}${p('b')}${END}`);
  assert.match(settle(given, 'accept'), /landscape/);
});

test('what cannot be tracked of a section break is said by name', () => {
  const other = '<w:sectPrChange w:id="8" w:author="Ana" w:date="2026-01-01T00:00:00Z"><w:sectPr/></w:sectPrChange>';
  for (const [body, said] of [
    [`${p('a', mark('ins', ''))}${p('b')}${END}`, /The end of p1 or its formatting is a tracked change/],
    [`${p('a')}${p('b')}${section(`${PORTRAIT}${other}`)}`, /tracked change of its formatting by Ana/],
  ] as const) {
    const refused = edit(wrapInDocx(body, headers), [{ op: 'insert_section_break', target: 'p1' }], 'tracked');
    assert.equal(refused.results[0]?.reason, 'unsupported');
    assert.match(refused.results[0]?.message ?? '', said);
  }
  const page = edit(wrapInDocx(`${p('a')}${section(`${PORTRAIT}${other}`)}`), [{ op: 'set_page', columns: 2 }], 'tracked');
  assert.match(page.results[0]?.message ?? '', /tracked change of its formatting by Ana/);
});

test('what another program had put on the properties of a paragraph was lost where a tracked section break came behind it', () => {
  const own = ' xmlns:own="urn:example:own" own:state="kept"';
  const given = wrapInDocx(`<w:p><w:pPr${own}><w:jc w:val="right"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>${p('b')}${END}`, headers);
  const operations = [{ op: 'insert_section_break', target: 'p1' }];
  const accepted = settle(edit(given, operations, 'tracked').bytes, 'accept');
  assert.equal(accepted.split('own:state="kept"').length, 2);
  assert.equal(plain(accepted), plain(bodyOf(edit(given, operations, 'direct').bytes)));
});
