import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import {
  addPart,
  addRelationship,
  changedParts,
  editXmlPart,
  freePartName,
  removePart,
  removeRelationship,
  replacePart,
  saveOfficePackage,
} from './change-package.ts';
import { appendContent } from './edit-xml.ts';
import {
  contentTypeOf,
  keepPartText,
  knownPartText,
  openOfficePackage,
  partNamed,
  partNames,
  readPart,
  readPartText,
  readXmlPart,
  relationshipsOf,
  reopenPackage,
} from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { buildContentTypes, buildRelationships, relationshipsPartOf } from './package-parts.ts';
import { relativeTarget, resolveTarget } from './package/relationships.ts';
import { partNameOf, readZip, verifyZip } from './read-zip.ts';
import { writeZip } from './write-zip.ts';

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const OFFICE_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Sample {
  types?: string;
  relationships?: string;
  extra?: Record<string, string>;
}

function makeSample({ types, relationships, extra }: Sample = {}): Uint8Array {
  return writeZip(
    Object.entries({
      '[Content_Types].xml': types ?? buildContentTypes([{ name: 'word/document.xml', contentType: MAIN }], { png: 'image/png' }),
      '_rels/.rels': relationships ?? buildRelationships([{ id: 'rId1', type: OFFICE_DOCUMENT, target: 'word/document.xml' }]),
      'word/document.xml': '<w:document xmlns:w="w"><w:body/></w:document>',
      'word/_rels/document.xml.rels': buildRelationships([
        { id: 'rId1', type: 't/image', target: 'media/a%20b.png' },
        { id: 'rId3', type: 't/link', target: 'https://x.example/', external: true },
      ]),
      'word/media/a b.png': 'picture',
      ...extra,
    }).map(([name, data]) => ({ name, data })),
  );
}

const openSample = (sample: Sample = {}): OfficePackage => openOfficePackage(makeSample(sample));

function checkRefused(bytes: Uint8Array, message: RegExp): void {
  assert.throws(
    () => openOfficePackage(bytes),
    (error) => error instanceof Refusal && error.code === 'file_rejected' && message.test(error.message),
  );
}

test('main part, kind, media types, relationships', () => {
  const opened = openSample();
  assert.equal(opened.kind, 'docx');
  assert.equal(opened.mainPart, 'word/document.xml');
  assert.equal(contentTypeOf(opened, 'Word/Document.xml'), MAIN);
  assert.equal(contentTypeOf(opened, 'word/media/a b.PNG'), 'image/png');
  assert.equal(contentTypeOf(opened, 'word/a.bin'), undefined);
  assert.deepEqual(relationshipsOf(opened, opened.mainPart), [
    { id: 'rId1', type: 't/image', target: 'word/media/a b.png', external: false },
    { id: 'rId3', type: 't/link', target: 'https://x.example/', external: true },
  ]);
  assert.equal(decode(readPart(opened, 'word/media/A b.png')), 'picture');
});
test('a main part that nothing refers to is found by its type', () =>
  assert.equal(openSample({ relationships: buildRelationships([]) }).mainPart, 'word/document.xml'));
test('strict files, templates, presentations and workbooks', () => {
  const types = (type: string): string =>
    buildContentTypes([{ name: 'word/document.xml', contentType: `application/vnd.openxmlformats-officedocument.${type}` }]);
  const relationships = buildRelationships([
    { id: 'a', type: 'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument', target: '/word/document.xml' },
  ]);
  assert.equal(openSample({ relationships, types: types('wordprocessingml.template.main+xml') }).kind, 'docx');
  assert.equal(openSample({ types: types('presentationml.slideshow.main+xml') }).kind, 'pptx');
  assert.equal(openSample({ types: types('spreadsheetml.sheet.main+xml') }).kind, 'xlsx');
});
test('a media type with macros counts where a part has it', () => {
  const types = buildContentTypes([{ name: 'word/document.xml', contentType: MAIN }], {
    bin: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
  });
  assert.equal(openSample({ types }).kind, 'docx');
  checkRefused(makeSample({ types, extra: { 'word/book.bin': 'x' } }), /macro-enabled/);
});
test('what is not taken', () => {
  checkRefused(writeZip([{ name: 'a.txt', data: 'x' }]), /not an Office file/);
  checkRefused(makeSample({ types: buildContentTypes([]) }), /no document, presentation or workbook/);
  checkRefused(
    makeSample({
      types: buildContentTypes([{ name: 'word/document.xml', contentType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }]),
    }),
    /macro-enabled/,
  );
  checkRefused(makeSample({ extra: { 'word/vbaProject.bin': 'x' } }), /macro-enabled/);
  checkRefused(makeSample({ types: '<!DOCTYPE Types><Types/>' }), /document type/);
  checkRefused(makeSample({ relationships: '<Relationships>' }), /not well-formed/);
});
test('a missing part is the fault of the file', () =>
  assert.throws(() => readPart(openSample(), 'word/styles.xml'), /does not have: word\/styles\.xml/));

test('targets', () => {
  assert.equal(resolveTarget('word/document.xml', '../customXml/item1.xml'), 'customXml/item1.xml');
  assert.equal(resolveTarget('', 'word/document.xml'), 'word/document.xml');
  assert.equal(resolveTarget('word/document.xml', '/xl\\a.xml#top'), 'xl/a.xml');
  assert.equal(resolveTarget('word/document.xml', '../../../etc/passwd'), 'etc/passwd');
  assert.equal(resolveTarget('word/document.xml', 'a%zz'), 'word/a%zz');
  for (const [source, part] of [
    ['word/document.xml', 'word/media/a b#.png'],
    ['ppt/slides/slide1.xml', 'ppt/media/a.png'],
    ['', 'word/document.xml'],
    ['a/b.xml', 'c/ñ.xml'],
  ] as const) {
    assert.equal(resolveTarget(source, relativeTarget(source, part)), part);
  }
});

test('parts of the same text are read apart: relationships lead on from their own folder, and bytes are the reader’s own', () => {
  const rows = buildRelationships([{ id: 'rId1', type: 'x', target: 'a.xml' }]);
  const extra = Object.fromEntries(
    ['one/b.xml', 'one/c.xml', 'two/b.xml'].flatMap((name) => [
      [name, '<b/>'],
      [relationshipsPartOf(name), rows],
    ]),
  );
  const opened = openSample({ extra });
  const targets = ['one/b.xml', 'one/c.xml', 'two/b.xml'].map((name) => relationshipsOf(opened, name)[0]?.target);
  assert.deepEqual(targets, ['one/a.xml', 'one/a.xml', 'two/a.xml']);
  const deep = 'one/_rels/b.xml.rels';
  readPart(opened, deep).fill(0);
  assert.equal(Buffer.from(readPart(opened, 'two/_rels/b.xml.rels')).toString(), rows);
});

test('an untouched package is saved as the very bytes that it came in', () => {
  const bytes = makeSample();
  const opened = openOfficePackage(bytes);
  const part = readXmlPart(opened, opened.mainPart);
  editXmlPart(opened, part, []);
  replacePart(opened, opened.mainPart, readPart(opened, opened.mainPart));
  assert.deepEqual(changedParts(opened), []);
  assert.equal(saveOfficePackage(opened), bytes);
});
test('a change leaves all other parts packed as they were', () => {
  const opened = openSample();
  const part = readXmlPart(opened, opened.mainPart);
  const [body] = part.root.children;
  assert.ok(body?.kind === 'element');
  editXmlPart(opened, part, [appendContent(part, body, '<w:p/>')]);
  const saved = readZip(saveOfficePackage(opened));
  assert.equal(
    decode(saved.parts.get('word/document.xml')?.read() ?? new Uint8Array()),
    '<w:document xmlns:w="w"><w:body><w:p/></w:body></w:document>',
  );
  assert.deepEqual(
    saved.entries.map(({ name }) => name),
    opened.archive.entries.map(({ name }) => name),
  );
  for (const [at, { name, data, record }] of opened.archive.entries.entries()) {
    if (name === 'word/document.xml') continue;
    assert.deepEqual(saved.entries[at]?.data, data);
    assert.deepEqual(saved.entries[at]?.record, record);
  }
});
test('added parts are declared, referred to and found', () => {
  const opened = openSample();
  const name = freePartName(opened, 'word/media/image', '.png');
  addPart(opened, { name, contentType: 'image/png' }, 'new');
  const id = addRelationship(opened, opened.mainPart, { type: 't/image', target: name });
  addPart(opened, { name: 'word/ñ.xml', contentType: 'a/b+xml' }, '<a/>');
  addRelationship(opened, 'word/ñ.xml', { type: 't/link', target: 'https://y.example/?a&b', external: true });
  const saved = openOfficePackage(saveOfficePackage(opened));
  assert.equal(id, 'rId4');
  assert.deepEqual(
    relationshipsOf(saved, saved.mainPart).map((row) => row.target),
    ['word/media/a b.png', 'https://x.example/', 'word/media/image1.png'],
  );
  assert.equal(contentTypeOf(saved, 'word/media/image1.png'), 'image/png');
  assert.deepEqual(relationshipsOf(saved, 'word/ñ.xml'), [
    { id: 'rId1', type: 't/link', target: 'https://y.example/?a&b', external: true },
  ]);
  assert.deepEqual(changedParts(opened), [
    '[Content_Types].xml',
    'word/_rels/document.xml.rels',
    'word/_rels/ñ.xml.rels',
    'word/media/image1.png',
    'word/ñ.xml',
  ]);
  assert.throws(() => addPart(saved, { name: 'word/ñ.XML', contentType: 'a/b' }, ''), /already/);
  assert.throws(() => replacePart(saved, 'word/nothing.xml', new Uint8Array()), /no part/);
});
test('removed parts are gone with their relationships and their type', () => {
  const opened = openSample({ extra: { 'word/a.xml': '<a/>', 'word/_rels/a.xml.rels': buildRelationships([]) } });
  removeRelationship(opened, opened.mainPart, 'rId1');
  for (const name of ['word/media/a b.png', 'word/a.xml', 'word/missing.xml']) removePart(opened, name);
  const saved = openOfficePackage(saveOfficePackage(opened));
  assert.deepEqual(partNames(saved), ['[Content_Types].xml', '_rels/.rels', 'word/document.xml', 'word/_rels/document.xml.rels']);
  assert.equal(relationshipsOf(saved, saved.mainPart).length, 1);
  assert.equal(partNamed(opened, 'word/a.xml'), undefined);
});
test('a new relationship took the id of one that was removed, so that a sheet added beside a formula changed was refused', () => {
  const opened = openSample();
  removeRelationship(opened, opened.mainPart, 'rId3');
  const [first, second] = ['a', 'b'].map((name) =>
    addRelationship(opened, opened.mainPart, { type: 't/link', target: `https://${name}.example/`, external: true }),
  );
  assert.deepEqual([first, second], ['rId4', 'rId5']);
});

const corpus = process.env['OCTAVO_CORPUS'];
test(
  'every Office file of the corpus survives opening, changing one part, and saving',
  { skip: corpus === undefined ? 'OCTAVO_CORPUS is not set' : false },
  () => {
    let opened = 0;
    for (const path of globSync('**/*.{docx,pptx,xlsx}', { cwd: corpus ?? '' }).sort()) {
      const bytes = readFileSync(`${corpus}/${path}`);
      try {
        const file = openOfficePackage(bytes);
        verifyZip(file.archive);
        assert.equal(saveOfficePackage(file), bytes, path);
        checkOneChange(file, path);
        opened++;
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === 'file_rejected', `${path}: ${String(error).slice(0, 500)}`);
      }
    }
    assert.ok(opened > 1000, `only ${opened} files could be opened`);
  },
);

/** A comment behind the last element of the main part: all other parts keep their packed bytes. */
function checkOneChange(file: OfficePackage, path: string): void {
  const part = readXmlPart(file, file.mainPart);
  editXmlPart(file, part, [{ start: part.root.end, end: part.root.end, xml: '<!-- changed -->' }]);
  assert.deepEqual(changedParts(file), [part.name], path);
  const saved = readZip(saveOfficePackage(file));
  assert.equal(saved.entries.length, file.archive.entries.length, path);
  for (const [at, { name, data }] of file.archive.entries.entries()) {
    const same = Buffer.compare(saved.entries[at]?.data ?? new Uint8Array(), data) === 0;
    assert.ok(same === (partNameOf(name) !== part.name) && saved.entries[at]?.name === name, `${path}: ${name}`);
  }
}

test('the text of a part is read once, and again when it has changed; a package opened again shares it until then', () => {
  const opened = openOfficePackage(makeSample());
  const name = 'word/document.xml';
  assert.equal(knownPartText(opened, name), undefined);
  const { text, encoding } = readPartText(opened, name);
  const again = reopenPackage(opened);
  assert.equal(readPartText(again, name), knownPartText(opened, name));
  replacePart(again, name, Buffer.from('<w:document xmlns:w="w"/>'));
  assert.equal(knownPartText(again, name), undefined);
  assert.equal(readPartText(again, name).text, '<w:document xmlns:w="w"/>');
  assert.equal(readPartText(opened, name).text, text);
  addPart(again, { name: 'word/new.xml', contentType: 'application/x-new' }, '<a/>');
  keepPartText(again, 'word/new.xml', { text: '<a/>', encoding });
  assert.deepEqual(
    [opened, again].map((one) => [knownPartText(one, 'word/new.xml')?.text, contentTypeOf(one, 'word/new.xml'), partNames(one).length]),
    [
      [undefined, 'application/xml', partNames(opened).length],
      ['<a/>', 'application/x-new', partNames(opened).length + 1],
    ],
  );
});

test('more text than is kept is read each time', () => {
  const opened = openOfficePackage(makeSample());
  const name = 'word/document.xml';
  replacePart(opened, name, Buffer.from(`<a>${'x'.repeat(24_000_000)}</a>`));
  assert.equal(readPartText(opened, name).text.length, 24_000_007);
  assert.equal(knownPartText(opened, name), undefined);
});
