import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOfficePackage, readPart } from '../src/ooxml/office-package.ts';
import { cellXml, paragraphXml, tableXml, wordFileOf } from '../src/review/example-files.ts';
import { repairFile, type RepairFacts } from '../src/edits/repair-file.ts';

const FACTS: RepairFacts = { title: '', lang: '', codes: new Set(), date: '2026-01-01T00:00:00Z' };
const part = (bytes: Uint8Array, name: string): string => Buffer.from(readPart(openOfficePackage(bytes), name)).toString('utf8');
const fixesOf = (bytes: Uint8Array, facts: Partial<RepairFacts>): string[] =>
  repairFile(bytes, { ...FACTS, ...facts }).mendings.map(({ fix }) => fix);

test('nothing wrong: the very bytes', () => {
  const bytes = wordFileOf({ body: paragraphXml('') });
  assert.equal(repairFile(bytes, { ...FACTS, title: 'A title', lang: 'es' }).bytes, bytes);
});

test('a title and a language where there are none, and only there', () => {
  const bytes = wordFileOf({ body: paragraphXml(''), title: '', styles: '<w:style w:styleId="A"/>' });
  const {
    bytes: mended,
    mendings,
    integrity,
  } = repairFile(bytes, { ...FACTS, title: 'Figures & facts', lang: 'es', codes: new Set(['properties_missing']) });
  assert.deepEqual(
    mendings.map(({ fix }) => fix),
    ['title_set', 'language_set'],
  );
  assert.match(part(mended, 'docProps/core.xml'), /Figures &amp; facts/);
  assert.match(
    part(mended, 'word/styles.xml'),
    /<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="es"\/><\/w:rPr><\/w:rPrDefault><\/w:docDefaults><w:style/,
  );
  assert.deepEqual(integrity.parts_changed, ['docProps/core.xml', 'word/styles.xml']);
  assert.deepEqual(
    fixesOf(wordFileOf({ body: paragraphXml('') }), { title: 'Other', lang: 'es', codes: new Set(['properties_missing']) }),
    [],
  );
});

test('header rows of long tables come again', () => {
  const rows = Array.from({ length: 20 }, () => cellXml());
  const bytes = wordFileOf({ body: tableXml(1, rows, '<w:tblLook w:firstRow="1"/>') + tableXml(1, rows, '<w:tblLook w:firstRow="0"/>') });
  const mended = repairFile(bytes, { ...FACTS, codes: new Set(['table_header_not_repeated']) }).bytes;
  assert.equal(part(mended, 'word/document.xml').match(/<w:tr><w:trPr><w:tblHeader\/><\/w:trPr>/g)?.length, 1);
});

test('references to parts that are not there go, unless something uses them', () => {
  const image = { id: 'rId9', type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image', target: 'media/gone.png' };
  const codes = new Set(['relationship_dangling']);
  assert.deepEqual(fixesOf(wordFileOf({ body: paragraphXml(''), relationships: [image] }), { codes }), ['relationship_dropped']);
  assert.deepEqual(
    fixesOf(wordFileOf({ body: paragraphXml('<w:r><w:drawing r:embed="rId9"/></w:r>'), relationships: [image] }), { codes }),
    [],
  );
});

test('page numbers of contents are set as drawn, where their titles are beyond doubt', () => {
  const entry = (title: string, page: number, more = ''): string =>
    `<w:p>${more}<w:r><w:t>${title}</w:t></w:r><w:r><w:tab/></w:r><w:r><w:t>${page}</w:t></w:r></w:p>`;
  const begin =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>';
  const body = `${entry('One', 9, begin)}${entry('Two', 3)}${entry('Twice', 4)}<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>${entry('One', 9)}`;
  const headings = [
    { title: 'One', page: 2 },
    { title: 'Two', page: 3 },
    { title: 'Twice', page: 5 },
    { title: 'Twice', page: 6 },
  ];
  const mended = part(
    repairFile(wordFileOf({ body }), { ...FACTS, codes: new Set(['contents_stale']), headings }).bytes,
    'word/document.xml',
  );
  assert.deepEqual(
    [...mended.matchAll(/<w:t>(\d+)<\/w:t>/g)].map(([, page]) => page),
    ['2', '3', '4', '9'],
  );
});

test('contents out of date are marked for Word', () => {
  const field = (kind: string, inner = ''): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>${inner}`;
  const bytes = wordFileOf({
    body: paragraphXml(
      `${field('begin')}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${field('separate')}<w:r><w:t>Old</w:t></w:r>${field('end')}`,
    ),
  });
  assert.match(
    part(repairFile(bytes, { ...FACTS, codes: new Set(['contents_stale']) }).bytes, 'word/document.xml'),
    /<w:fldChar w:fldCharType="begin" w:dirty="true"\/>/,
  );
});
