import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { detectFileKind, FILE_KINDS, withPdfHeader } from './file-kind.ts';
import { readZipEntry, readZipNames } from './zip-peek.ts';

const text = (content: string): Uint8Array => Buffer.from(content, 'latin1');
const TYPES = (main: string): string =>
  `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.${main}+xml"/></Types>`;

interface Entry {
  name: string;
  data: string | Uint8Array;
}

/** A zip archive of stored entries, as APPNOTE has it. */
function zip(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const bytes = Buffer.from(data);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), bytes);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const office = (main: string, more: readonly Entry[] = []): Buffer => zip([{ name: '[Content_Types].xml', data: TYPES(main) }, ...more]);

/** A compound file of one directory sector, whose root holds streams of these names and first bytes. */
function compound(streams: Readonly<Record<string, readonly number[]>>): Buffer {
  const names = Object.keys(streams);
  const sectors = 2 + names.length;
  const file = Buffer.alloc(512 * (1 + sectors));
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0xfffffffe, 68);
  for (let at = 0; at < 109; at++) file.writeUInt32LE(at === 0 ? 0 : 0xffffffff, 76 + at * 4);
  for (let sector = 0; sector < 128; sector++) file.writeUInt32LE(0xfffffffe, 512 + sector * 4);
  ['Root Entry', ...names].forEach((name, at) => {
    const entry = 1024 + at * 128;
    file.write(name, entry, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, entry + 64);
    file.writeUInt8(at === 0 ? 5 : 2, entry + 66);
    file.writeUInt32LE(0xffffffff, entry + 68);
    file.writeUInt32LE(at > 0 && at < names.length ? at + 1 : 0xffffffff, entry + 72);
    file.writeUInt32LE(at === 0 ? 1 : 0xffffffff, entry + 76);
    file.writeUInt32LE(1 + at, entry + 116);
    file.writeUInt32LE(4_096, entry + 120);
    if (at > 0) Buffer.from(streams[name] ?? []).copy(file, 512 * (2 + at));
  });
  return file;
}

function check(bytes: Uint8Array, name: string | undefined, expected: string | RegExp): void {
  const found = detectFileKind(bytes, name);
  if (typeof expected === 'string') assert.equal(found.kind, expected, `${name}: ${found.kind === null ? found.reason : ''}`);
  else assert.match(found.kind === null ? found.reason : `is ${found.kind}`, expected, name);
}

test('pictures and PDF are determined from their first bytes, whatever the name', () => {
  for (const name of ['a.png', 'a.docx', 'a', undefined, 'a.txt']) {
    check(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), name, 'png');
    check(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), name, 'jpg');
    check(text('GIF89a\0'), name, 'gif');
    check(text('RIFF\0\0\0\0WEBPVP8 '), name, 'webp');
    check(text('%PDF-1.7\n%\u00e2\u00e3'), name, 'pdf');
  }
  check(text(`\0junk${'\u0001'.repeat(900)}%PDF-1.4`), 'a.pdf', 'pdf');
  check(text(`${'\u0001'.repeat(1_100)}%PDF-1.4`), 'a.pdf', /not supported/);
});

test('a text that speaks of PDF is a text, and an archive that holds one an archive', () => {
  check(text('The header of a file is %PDF-1.7.\n'), 'notes.md', 'md');
  check(text('The header of a file is %PDF-1.7.\n'), 'notes.pdf', 'pdf');
  check(zip([{ name: 'a.pdf', data: '%PDF-1.7' }]), 'a.zip', 'zip');
  check(zip([{ name: 'a.pdf', data: '%PDF-1.7' }]), 'a.docx', /not such a file/);
  check(zip([{ name: 'word/document.xml', data: '<w/>' }]), 'a.zip', /not an Office file/);
});

test('a contradicting name is reported', () => {
  const found = detectFileKind(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'a.JPEG');
  assert.match(found.kind === null ? '' : (found.contradiction ?? ''), /\.jpeg.*png/);
  const agreeing = detectFileKind(Uint8Array.from([0xff, 0xd8, 0xff]), 'a.JPG');
  assert.equal(agreeing.kind === null ? '' : agreeing.contradiction, null);
});

test('office files are determined from the type of their main part', () => {
  check(office('wordprocessingml.document.main'), 'a.docx', 'docx');
  check(office('wordprocessingml.template.main'), 'a.dotx', 'docx');
  check(office('presentationml.presentation.main'), 'a.docx', 'pptx');
  check(office('presentationml.slideshow.main'), 'a.ppsx', 'pptx');
  check(office('spreadsheetml.sheet.main'), undefined, 'xlsx');
  check(office('other.main'), 'a.docx', /no document, presentation or workbook/);
});

test('books and OpenDocument files say what they are; macros and passwords of the latter are refused', () => {
  const typed = (type: string, more: readonly Entry[] = []): Buffer => zip([{ name: 'mimetype', data: type }, ...more]);
  const open = 'application/vnd.oasis.opendocument.';
  check(typed(`${open}text`), 'a.odt', 'odt');
  check(typed(`${open}spreadsheet-template`), 'a.docx', 'ods');
  check(typed(`${open}presentation`), undefined, 'odp');
  check(typed(`${open}graphics`), 'a.odg', /not supported/);
  check(typed('application/epub+zip'), 'a.epub', 'epub');
  check(typed(`${open}text`, [{ name: 'Basic/Standard/Module1.xml', data: '' }]), 'a.odt', /macros/);
  check(typed(`${open}text`, [{ name: 'META-INF/manifest.xml', data: '<manifest:encryption-data/>' }]), 'a.odt', /password/);
});

test('macros are found by type, by name and by relationship', () => {
  check(
    zip([{ name: '[Content_Types].xml', data: '<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>' }]),
    'a.docm',
    /macro-enabled/,
  );
  check(office('wordprocessingml.document.main', [{ name: 'word/vbaProject.bin', data: 'x' }]), 'a.docx', /macro-enabled/);
  const relationship = '<Relationship Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="data.bin"/>';
  check(
    office('wordprocessingml.document.main', [
      { name: 'word/_rels/document.xml.rels', data: relationship },
      { name: 'word/data.bin', data: 'x' },
    ]),
    'a.docx',
    /macro-enabled/,
  );
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(relationship, 'utf16le')]);
  check(office('wordprocessingml.document.main', [{ name: 'word/_rels/document.xml.rels', data: wide }]), 'a.docx', /macro-enabled/);
  check(office('spreadsheetml.sheet.main', [{ name: 'xl/worksheets/_rels/sheet1.xml.rels', data: '<Relationships/>' }]), 'a.xlsx', 'xlsx');
});

test('every workbook of SheetJS was refused for macros: it declares a type with them for parts that it has not', () => {
  const types = `<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>${TYPES('spreadsheetml.sheet.main')}</Types>`;
  const book = (more: readonly Entry[] = []): Buffer => zip([{ name: '[Content_Types].xml', data: types }, ...more]);
  check(book(), 'a.xlsx', 'xlsx');
  check(book([{ name: 'xl/Book.BIN', data: 'x' }]), 'a.xlsx', /macro-enabled/);
});

test('old office files are determined from their streams, with macros and passwords', () => {
  check(compound({ WordDocument: [0xec, 0xa5] }), 'a.doc', 'doc');
  check(compound({ Workbook: [0x09, 0x08, 0, 0] }), 'a.xls', 'xls');
  check(compound({ Book: [0x09, 0x08, 0, 0] }), 'a.xls', 'xls');
  check(compound({ 'PowerPoint Document': [] }), 'a.ppt', 'ppt');
  check(compound({ WordDocument: [0xec, 0xa5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }), 'a.doc', /password/);
  check(compound({ Workbook: [0x09, 0x08, 2, 0, 0, 6, 0x2f, 0, 1, 0, 0] }), 'a.xls', /password/);
  check(compound({ Workbook: [0x09, 0x08, 2, 0, 0x2f, 0, 0xe1, 0, 0, 0] }), 'a.xls', 'xls');
  check(compound({ EncryptedPackage: [], EncryptionInfo: [] }), 'a.docx', /password/);
  check(compound({ WordDocument: [], VBA: [] }), 'a.doc', /macros/);
  check(compound({ '__properties_version1.0': [] }), 'a.msg', 'msg');
  check(compound({ Contents: [] }), 'a.doc', /not supported/);
  check(compound({ PP40: [], 'Current User': [] }), 'a.ppt', /PowerPoint 95 and before are not supported: open/);
  check(compound({ 'PowerPoint Document': [], 'PersistentStorage Directory': [] }), 'a.ppt', /PowerPoint 95/);
  check(compound({ 'PowerPoint Document': [], 'PersistentStorage Directory': [], PP97_DUALSTORAGE: [] }), 'a.ppt', 'ppt');
  check(compound({ EncryptedPackage: [], DRMEncryptedDataSpace: [] }), 'a.docx', /rights management/);
});

test('a sheet of Excel 2 to 4 begins with its first record: it is taken, but for a password', () => {
  for (const [version, length] of [
    [0, 4],
    [2, 6],
    [4, 6],
    [8, 8],
  ] as const) {
    const sheet = [9, version, length, 0, 0, 0, 0x10, 0, ...Array<number>(length - 4).fill(0)];
    check(Uint8Array.from([...sheet, 0x0a, 0, 0, 0]), 'a.xls', 'xls');
    check(Uint8Array.from([...sheet, 0x2f, 0, 4, 0, 1, 2, 3, 4]), 'a.xls', /password/);
  }
  check(Uint8Array.from([9, 4, 6, 0, 0, 0, 0x77, 0, 0, 0]), 'a.xls', /not supported/);
});

test('texts are distinguished by their name alone, Rich Text by its beginning', () => {
  check(text('{\\rtf1'), 'a.doc', 'rtf');
  check(text('# A'), 'a.md', 'md');
  check(text('# A'), 'a.markdown', 'md');
  for (const kind of ['csv', 'tsv', 'json', 'xml', 'ipynb', 'eml']) check(text('a,b'), `a.${kind}`, kind);
  check(text('a'), undefined, 'txt');
  check(text('a'), 'a.docx', 'txt');
  check(text('<p>a</p>'), 'a.html', 'html');
  check(text('\n<!doctype HTML><p>'), undefined, 'html');
  check(Buffer.from('\ufeffé', 'utf16le'), 'a.txt', 'txt');
  check(text('a\0\u0001'), 'a.md', /not supported/);
  check(text(`${'text '.repeat(50)}\0\u0001`), 'a.md', 'md');
  check(text(`${'text '.repeat(50)}\0\u0001`), 'a.bin', /not supported/);
});

test('documents in one XML file and messages are known by their beginning, whatever their name', () => {
  const word = '<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"';
  check(text(`<?xml version="1.0"?>\n<?mso-application progid="Word.Document"?>\n${word}>`), 'a.doc', 'doc');
  check(text(`${word} w:macrosPresent="yes">`), 'a.doc', /macros/);
  check(text('<?xml version="1.0"?><!-- x -->\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'), 'a.xls', 'xls');
  check(text('<Workbook xmlns="urn:other">'), 'a.xml', 'xml');
  const flat = (type: string): string => `<office:document office:mimetype="application/vnd.oasis.opendocument.${type}">`;
  check(text(flat('text')), 'a.fodt', 'odt');
  check(text(flat('spreadsheet')), 'a.xml', 'ods');
  check(text(flat('presentation')), undefined, 'odp');
  check(text(`${flat('text')}<ooo:module ooo:name="A"/>`), 'a.fodt', /macros/);
  check(text(flat('graphics')), 'a.fodg', 'txt');
  check(text('<?xml version="1.0"?>\n<FictionBook>'), 'a.fb2', 'xml');
  check(text('<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>'), undefined, 'html');
  check(text('Date: now\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary=b\r\n\r\n'), 'a.doc', 'eml');
  check(text('MIME-Version: 1.0\nContent-Type: multipart/mixed\n\n'), 'a.txt', 'txt');
  check(text('MIME-Version: 1.0 is a field\nof messages'), undefined, 'txt');
  check(text('<!--'.repeat(2_000)), undefined, 'txt');
});

test('binary workbooks are old ones, unless they hold macros', () => {
  const binary = (more = ''): string =>
    `<Types><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>${more}</Types>`;
  const parts = (types: string): Uint8Array =>
    zip([
      { name: '[Content_Types].xml', data: types },
      { name: 'xl/workbook.bin', data: 'x' },
    ]);
  check(parts(binary()), 'a.xlsb', 'xls');
  check(parts(binary('<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>')), 'a.xlsb', /macro/);
});

test('what is not taken says why', () => {
  check(new Uint8Array(), 'a.png', /empty/);
  check(text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', /SVG/);
  check(text('<?xml version="1.0"?><?mso-application progid="Word.Document"?><w/>'), 'a.doc', /Word in Office 2003 XML.*as \.docx/);
  check(text('%!PS-Adobe-3.0\n/Times findfont'), 'a.ps', /PostScript.*PDF/);
  check(text('%!PS-Adobe-3.0\n/Times findfont'), 'a.txt', 'txt');
  check(Uint8Array.from([1, 2, 3]), '~$report.docx', /lock file/);
  check(
    zip([
      { name: 'Index/Document.iwa', data: 'x' },
      { name: 'preview.jpg', data: 'x' },
    ]),
    'a.pages',
    /Pages documents/,
  );
  check(zip([{ name: 'mimetype', data: 'application/vnd.sun.xml.writer' }]), 'a.sxw', /OpenOffice 1/);
  check(text('MZ\0\u0001\u0002'), 'a.exe', /program, not a document/);
  check(text('QZ\0\u0001\u0002'), 'a.exe', /not supported/);
  check(text('PK\u0003\u0004 nothing behind'), 'a.docx', /damaged zip/);
  check(text('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'), 'a.doc', /damaged Office/);
});

test('damaged archives and compound files end in an answer', () => {
  const whole = [
    office('wordprocessingml.document.main', [{ name: 'word/document.xml', data: '<w/>' }]),
    compound({ WordDocument: [0xec], Data: [] }),
  ];
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (const bytes of whole) {
    for (let length = 0; length < bytes.length; length += 7) detectFileKind(bytes.subarray(0, length), 'a.docx');
    for (let round = 0; round < 3_000; round++) {
      const damaged = Buffer.from(bytes);
      for (let change = 0; change < 4; change++) damaged[random(damaged.length)] = [0, 255, random(256)][random(3)] ?? 0;
      const found = detectFileKind(damaged, 'a.docx');
      assert.ok(found.kind === null ? found.reason.length > 5 : FILE_KINDS.includes(found.kind));
    }
  }
});

test('entries are read within their bound, stored or not', () => {
  const archive = zip([
    { name: 'a', data: 'one' },
    { name: 'b', data: Buffer.alloc(4 * 1_048_576 + 1) },
  ]);
  assert.deepEqual([...(readZipNames(archive) ?? [])], ['a', 'b']);
  assert.equal(Buffer.from(readZipEntry(archive, 'a') ?? []).toString(), 'one');
  assert.equal(readZipEntry(archive, 'b'), null);
  assert.equal(readZipEntry(archive, 'c'), null);
});

/** One holds only a word to readers that do not know rights management; the other one is of PowerPoint 4 (1994). */
const REFUSED = [
  'tika/tika-parsers/tika-parsers-standard/tika-parsers-standard-modules/tika-parser-microsoft-module/src/test/resources/test-documents/testWORD_protected_drm.doc',
  'format-corpus/office-examples/powerpoint4-mac/unc- oxford.ppt',
];

/** Files whose kind or rejection the corpus knows. */
test('the corpus is reported as its manifest has it', (t) => {
  const corpus = process.env['OCTAVO_CORPUS'];
  if (corpus === undefined) return t.skip('OCTAVO_CORPUS is not set');
  const rows = readFileSync(`${corpus}/MANIFEST.tsv`, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  let agreed = 0;
  const wrong: string[] = [];
  for (const [path = '', kind = '', , , verdict = ''] of rows) {
    if (!FILE_KINDS.some((known) => known === kind) || !/^(ok|file_rejected\(password\))$/.test(verdict)) continue;
    const found = detectFileKind(readFileSync(`${corpus}/${path}`), path);
    const rejected = found.kind === null;
    // Whether a PDF needs a password shows on opening it.
    if (verdict === 'ok' ? !rejected : rejected || kind === 'pdf') agreed++;
    else wrong.push(path);
  }
  assert.ok(agreed > 2_000, `${agreed} files`);
  assert.deepEqual(wrong, REFUSED);
});

test('UTF-16 without a byte order mark is text, in either order and under any name', () => {
  const little = Buffer.from('Grüße aus Köln.\nSecond line.\n', 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()])
    for (const name of ['a.txt', undefined]) {
      const detected = detectFileKind(bytes, name);
      assert.equal(detected.kind, 'txt');
    }
  assert.equal(detectFileKind(Buffer.from([1, 0, 2, 0, 3, 0, 4, 0, 5, 0]), undefined).kind, null);
});

test('a PDF whose header is damaged or missing is a PDF, and gets one that readers find', () => {
  const rest = '1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n';
  const damaged = text(`%PDX-1.4\n${rest}`);
  const missing = text(rest);
  for (const bytes of [damaged, missing]) assert.equal(detectFileKind(bytes, 'a.pdf').kind, 'pdf');
  assert.equal(Buffer.from(withPdfHeader(damaged)).toString('latin1'), `%PDF-1.7\n${rest}`);
  assert.equal(Buffer.from(withPdfHeader(missing)).toString('latin1'), `%PDF-1.7\n${rest}`);
  const sound = text(`%PDF-1.4\n${rest}`);
  assert.equal(withPdfHeader(sound), sound);
  assert.equal(detectFileKind(text(`About PDF.\n${rest}`), 'notes.txt').kind, 'txt');
});

test('a large file that is no text all through is none, wherever that is', () => {
  const large = Buffer.alloc(6 * 2 ** 20, 'A line of text.\n');
  assert.equal(detectFileKind(large, undefined).kind, 'txt');
  for (const at of [0, 3 * 2 ** 20, large.length - 600_000]) {
    const spoilt = Buffer.from(large);
    spoilt.fill(0, at, at + 600_000);
    assert.equal(detectFileKind(spoilt, undefined).kind, null, `zeros from ${at}`);
    assert.equal(detectFileKind(spoilt, 'notes.txt').kind, 'txt', 'a name that says text is believed');
  }
});
