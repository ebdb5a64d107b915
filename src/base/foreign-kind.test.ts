import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nameAppleDocument,
  nameForeignBytes,
  nameForeignEncoding,
  nameForeignCompound,
  nameForeignPackage,
  nameForeignText,
  nameForeignType,
} from './foreign-kind.ts';

/** Each reason says what the file is and what to do about it, and calls nothing damaged. */
function check(reason: string | null, expected: RegExp): void {
  assert.match(reason ?? 'none', expected);
  assert.match(reason ?? 'none', /: (?:open|export|send|save|unpack|print)/);
  assert.doesNotMatch(reason ?? 'none', /damaged/);
}

const bytes = (hex: string, before = 0): Uint8Array => Buffer.concat([Buffer.alloc(before), Buffer.from(hex, 'hex'), Buffer.alloc(40)]);

test('files of other programs are known by their first bytes', () => {
  check(nameForeignBytes(bytes('dba52d000000')), /Word 1 and 2/);
  check(nameForeignBytes(bytes('31be0000')), /Write/);
  check(nameForeignBytes(bytes('edadde0b')), /PowerPoint 95 and before/);
  check(nameForeignBytes(bytes('ff575043')), /WordPerfect/);
  check(nameForeignBytes(bytes('00000200060400')), /Lotus/);
  check(nameForeignBytes(bytes('e4525c7b8cd8a74daeb1')), /OneNote/);
  check(nameForeignBytes(bytes('2142444e')), /Outlook/);
  check(nameForeignBytes(bytes(Buffer.from('Standard Jet DB').toString('hex'), 4)), /Access/);
  check(nameForeignBytes(bytes('49492a00')), /PNG/);
  check(nameForeignBytes(bytes('66747970686569630000', 4)), /PNG/);
  check(nameForeignBytes(bytes('667479706d703432', 4)), /Sound and video/);
  check(nameForeignBytes(bytes('1f8b0800')), /zip/);
  check(nameForeignBytes(bytes('1f8b0800'), 'gnumeric'), /Gnumeric.*\.xlsx/);
  check(nameForeignText('<?xml version="1.0"?>\n<gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd">'), /Gnumeric/);
  check(nameForeignBytes(bytes('7573746172', 257)), /zip/);
  check(nameForeignBytes(bytes('4d5a9000')), /program/);
  check(nameForeignBytes(bytes('424d00000000000000000000000028000000')), /PNG/);
  for (const unknown of ['424d00', '0102030405', '']) assert.equal(nameForeignBytes(bytes(unknown)), null, unknown);
  assert.equal(nameForeignBytes(new Uint8Array()), null);
});

test('compound files of other programs are known by their streams, but not beside those of Office', () => {
  const named = (...names: string[]): string | null => nameForeignCompound({ root: new Set(names), all: new Set(names) }, false);
  check(named('pp40'), /PowerPoint 95 and before/);
  check(named('visiodocument'), /Visio/);
  check(named('quill', 'contents'), /Publisher/);
  check(named('matost'), /Works/);
  check(named('contents', 'spelling'), /Works/);
  check(named('   114', 'props14'), /Project/);
  check(named('nativecontent_main'), /Quattro/);
  check(named('starwriterdocument'), /StarOffice/);
  check(named('fileheader', 'bodytext'), /Hangul/);
  check(named('\tdrmcontent', 'encryptedpackage'), /rights management/);
  assert.equal(named('contents'), null);
  assert.equal(nameForeignCompound({ root: new Set(['worddocument', 'quill']), all: new Set() }, true), null);
});

test('packages and archives of other programs are known by what they say of themselves', () => {
  check(nameForeignPackage('<Override ContentType="application/vnd.ms-visio.drawing.main+xml"/>'), /Visio/);
  check(nameForeignPackage('<Default ContentType="application/vnd.ms-package.xps-fixeddocumentsequence+xml"/>'), /XPS/);
  check(nameForeignType('application/vnd.oasis.opendocument.graphics'), /drawings/);
  check(nameForeignType('application/vnd.oasis.opendocument.image'), /OpenDocument/);
  check(nameForeignType('application/vnd.sun.xml.calc'), /OpenOffice 1/);
  assert.equal(nameForeignType('text/plain'), null);
});

test('documents of Pages, Numbers and Keynote are named, other archives are not', () => {
  const apple = (names: string[], extension = ''): string | null => nameAppleDocument(new Set(names), extension);
  check(apple(['Index/Document.iwa', 'Index/Slide-8.iwa']), /Keynote/);
  check(apple(['Index/Document.iwa'], 'numbers'), /Numbers spreadsheets.*Excel/);
  check(apple(['Index/Document.iwa'], 'pages'), /Pages documents.*Word/);
  check(apple(['Index/Document.iwa'], 'zip'), /Pages and Numbers/);
  check(apple(['Plan.pages/Index.zip', 'Plan.pages/preview.jpg', '__MACOSX/._Plan.pages'], 'zip'), /Pages documents/);
  check(apple(['index.apxl.gz']), /Keynote/);
  check(apple(['index.xml', 'buildVersionHistory.plist'], 'pages'), /Pages documents/);
  assert.equal(apple(['index.xml', 'style.css']), null);
  assert.equal(apple(['Plan.pages/Index.zip', 'report.docx']), null);
});

test('texts of mainframes are named, other texts without spaces are not', () => {
  // "Open progress - The", and digits, as EBCDIC has them
  const ebcdic = Buffer.from('f1f0f5d6978595409799968799859 2a2406040e38885404040'.replace(' ', ''), 'hex');
  check(nameForeignEncoding(Buffer.concat([ebcdic, ebcdic])), /EBCDIC.*UTF-8/);
  assert.equal(nameForeignEncoding(Buffer.from('a@b'.repeat(40))), null);
  assert.equal(nameForeignEncoding(Buffer.from('ПриветМир'.repeat(20))), null);
  assert.equal(nameForeignEncoding(ebcdic.subarray(0, 10)), null);
  check(nameForeignBytes(Buffer.from([0x03, 0x79, 1, 2]), 'dbf'), /dBASE.*CSV/);
});

test('texts that only programs read are named', () => {
  check(nameForeignText('%!PS-Adobe-3.0 EPSF-3.0'), /PostScript/);
  check(nameForeignText('\u001b%-12345X@PJL'), /PostScript and printer/);
  check(nameForeignText('<?xml?><?mso-application progid="Excel.Sheet"?><Workbook>'), /Excel in Office 2003 XML.*as \.xlsx/);
  check(nameForeignText('<?xml?><?mso-application progid="Word.Document"?><pkg:package>'), /one XML file.*as \.docx/);
  assert.equal(nameForeignText('%!PS is how PostScript begins'.slice(2)), null);
});
