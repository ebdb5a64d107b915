import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectForeignPackage, openForeignPackage } from './validate-package.ts';
import { buildContentTypes, buildRelationships } from './package-parts.ts';
import type { RelationshipInput } from './package-parts.ts';
import { writeZip } from './write-zip.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

function makePackage(relations: readonly RelationshipInput[] | string, type = WORD): Uint8Array {
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes([{ name: 'word/document.xml', contentType: type }]) },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: 'word/document.xml' }]) },
    { name: 'word/document.xml', data: '<document/>' },
    { name: 'word/_rels/document.xml.rels', data: typeof relations === 'string' ? relations : buildRelationships(relations) },
  ]);
}

const codesOf = (relations: readonly RelationshipInput[]): string[] =>
  openForeignPackage(makePackage(relations)).notes.map(({ code }) => code);

test('what a file would load from outside is said, links are not', () => {
  for (const kind of ['attachedTemplate', 'image', 'oleObject', 'subDocument', 'frame', 'externalLinkPath']) {
    assert.deepEqual(
      codesOf([{ id: 'x', type: OFFICE + kind, target: 'http://evil.example/x', external: true }]),
      ['external_reference'],
      kind,
    );
  }
  assert.deepEqual(codesOf([{ id: 'x', type: `${OFFICE}hyperlink`, target: 'https://a.example/', external: true }]), []);
});

test('what acts inside a file is said', () => {
  for (const kind of ['control', 'aFChunk', 'oleObject'])
    assert.deepEqual(codesOf([{ id: 'x', type: OFFICE + kind, target: 'part.bin' }]), ['active_content'], kind);
});

test('macros, document types and broken relationships are refused', () => {
  const refused = (bytes: Uint8Array): void => assert.throws(() => openForeignPackage(bytes), { name: 'Refusal', code: 'file_rejected' });
  refused(makePackage([], 'application/vnd.ms-word.document.macroEnabled.main+xml'));
  refused(makePackage('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Relationships/>'));
  refused(makePackage('<Relationships TargetMode="">'));
});

const bytesOf = (name: string, data: string | Uint8Array): { name: string; data: string | Uint8Array } => ({ name, data });
const PARTS = [
  bytesOf('[Content_Types].xml', buildContentTypes([{ name: 'word/document.xml', contentType: WORD }])),
  bytesOf('_rels/.rels', buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: 'word/document.xml' }])),
  bytesOf('word/document.xml', '<document/>'),
];
const withPart = (name: string, data: string | Uint8Array): Uint8Array => writeZip([...PARTS, bytesOf(name, data)]);
/** Zeros pack to a thousandth of themselves. */
const bomb = (): Uint8Array => writeZip([bytesOf('a.bin', new Uint8Array(64 * 2 ** 20))]);
const plainZip = (name: string, data: string | Uint8Array): Uint8Array => writeZip([bytesOf(name, data)]);

/** The size that the directory tells of the last part, made larger. */
function lieOfSize(bytes: Uint8Array, size: number): Uint8Array {
  const lying = bytes.slice();
  const view = new DataView(lying.buffer);
  let at = view.getUint32(lying.length - 6, true);
  for (let index = 0; index < PARTS.length; index++)
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  view.setUint32(at + 24, size, true);
  view.setUint32(view.getUint32(at + 42, true) + 22, size, true);
  return lying;
}

const REFUSED: [what: string, bytes: () => Uint8Array, message: RegExp][] = [
  [
    'too many parts',
    () => writeZip([...PARTS, ...Array.from({ length: 10_000 }, (_, at) => bytesOf(`p${at}.xml`, ''))]),
    /10003 parts; at most 10000/,
  ],
  ['XML that unpacks to 300 times its size', () => withPart('word/a.xml', new Uint8Array(4 * 2 ** 20)), /300 times/],
  ['a picture that does', () => withPart('word/a.bin', new Uint8Array(64 * 2 ** 20)), /300 times/],
  ['a size beyond all bounds', () => lieOfSize(withPart('word/a.bin', 'x'.repeat(1_000)), 600 * 2 ** 20), /too large once it is unpacked/],
  [
    'a part longer than it says',
    () => lieOfSize(withPart('word/a.bin', 'x'.repeat(1_000)), 3),
    /damaged archive|checksum|as long as it says|unpacked/,
  ],
  ['a name that leads out', () => withPart('../evil.xml', ''), /leads out/],
  [
    'two parts of one name',
    () => Buffer.from(Buffer.from(withPart('word/D0CUMENT.xml', '')).toString('latin1').replaceAll('D0CUMENT', 'DOCUMENT'), 'latin1'),
    /two parts are named/,
  ],
  ['an archive inside that unpacks beyond bounds', () => withPart('word/embeddings/a.zip', bomb()), /inside the file unpacks to too much/],
  [
    'an archive inside an archive that does',
    () => withPart('word/embeddings/a.zip', plainZip('b.zip', bomb())),
    /inside the file unpacks to too much/,
  ],
  [
    'a document type in a part that nobody reads',
    () => withPart('customXml/item1.xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
    /declares a document type/,
  ],
  [
    'a document type in UTF-16',
    () => withPart('customXml/item1.xml', Buffer.from('\ufeff<!DOCTYPE x><x/>', 'utf16le')),
    /declares a document type/,
  ],
  [
    'macros under another name',
    () =>
      writeZip(
        PARTS.map((part) =>
          part.name === '[Content_Types].xml'
            ? bytesOf(
                part.name,
                buildContentTypes([
                  { name: 'word/document.xml', contentType: WORD },
                  { name: 'word/x.bin', contentType: 'application/vnd.ms-office.vbaProject' },
                ]),
              )
            : part,
        ),
      ),
    /macro-enabled/,
  ],
  ['macros under their own name', () => withPart('word/vbaProject.bin', 'x'), /macro-enabled/],
  ['no Office file', () => plainZip('a.txt', 'x'), /not an Office file/],
  ['something before the archive', () => Buffer.concat([Buffer.from('GIF89a'), writeZip(PARTS)]), /damaged archive/],
];
for (const [what, bytes, message] of REFUSED) {
  test(`refused: ${what}`, () => assert.throws(() => inspectForeignPackage(bytes()), { name: 'Refusal', code: 'file_rejected', message }));
}

test('depth and number of elements are bounded where a part is read', () => {
  const deep = `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`;
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship TargetMode="External"/>${deep}</Relationships>`;
  assert.throws(() => inspectForeignPackage(makePackage(relations)), { code: 'file_rejected', message: /deeper than 256/ });
});

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const NOTED: [what: string, bytes: () => Uint8Array, message: RegExp][] = [
  [
    'a mail merge',
    () => makePackage([{ id: 'x', type: `${OFFICE}mailMergeSource`, target: 'file:///c:/a.mdb', external: true }]),
    /mail merge/,
  ],
  [
    'anything else outside that is no link',
    () => makePackage([{ id: 'x', type: 'urn:unheard-of', target: 'http://evil.example/', external: true }]),
    /something/,
  ],
  [
    'strict names of the same things',
    () =>
      makePackage([
        {
          id: 'x',
          type: 'http://purl.oclc.org/ooxml/officeDocument/relationships/attachedTemplate',
          target: 'http://evil.example/',
          external: true,
        },
      ]),
    /a template/,
  ],
  [
    'connections to data',
    () => makePackage([{ id: 'x', type: `${OFFICE}connections`, target: 'connections.xml' }]),
    /data of a connection/,
  ],
  ['ActiveX', () => makePackage([{ id: 'x', type: `${OFFICE}control`, target: 'activeX1.xml' }]), /ActiveX/],
  [
    'DDE of a workbook',
    () =>
      writeZip([
        bytesOf('[Content_Types].xml', buildContentTypes([{ name: 'xl/workbook.xml', contentType: SHEET }])),
        bytesOf('_rels/.rels', buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: 'xl/workbook.xml' }])),
        bytesOf('xl/workbook.xml', '<workbook/>'),
        bytesOf('xl/externalLinks/externalLink1.xml', '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>'),
      ]),
    /DDE/,
  ],
  [
    'macros of an embedded file',
    () => withPart('word/embeddings/a.xlsm', plainZip('xl/vbaProject.bin', 'x')),
    /embedded in the file holds macros/,
  ],
];
for (const [what, bytes, message] of NOTED) {
  test(`noted: ${what}`, () => {
    const { notes } = inspectForeignPackage(bytes());
    assert.equal(notes.length, 1);
    assert.match(notes[0]?.message ?? '', message);
  });
}

test('what is merely damaged inside, or speaks of document types, is no harm', () => {
  assert.deepEqual(inspectForeignPackage(withPart('word/embeddings/a.zip', 'PK\u0003\u0004 no archive')).notes, []);
  assert.deepEqual(
    inspectForeignPackage(withPart('customXml/item1.xml', '<x><!-- <!DOCTYPE x> --><![CDATA[<!DOCTYPE y>]]></x>')).notes,
    [],
  );
});

test('an element with attributes without measure is refused in any part: programs that draw the file compare them with each other', () => {
  const many = (count: number): string => Array.from({ length: count }, (_, at) => `attribute${at}="1"`).join(' ');
  assert.throws(() => inspectForeignPackage(withPart('word/settings.xml', `<a ${many(5_000)}/>`)), { code: 'file_rejected' });
  assert.doesNotThrow(() => inspectForeignPackage(withPart('word/settings.xml', `<a b="${'x'.repeat(50_000)}" ${many(50)}/>`)));
});
