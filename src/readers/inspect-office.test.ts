import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { inspectOffice } from './inspect-office.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

function makeOffice(main: string, type: string, xml: string): Uint8Array {
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([{ name: main, contentType: `application/vnd.openxmlformats-officedocument.${type}.main+xml` }]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}officeDocument`, target: main }]) },
    { name: main, data: xml },
  ]);
}

test('slides and sheets are counted as the file lists them', () => {
  const slides =
    '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:sldIdLst><p:sldId id="1"/><p:sldId id="2"/></p:sldIdLst></p:presentation>';
  assert.deepEqual(inspectOffice(makeOffice('ppt/presentation.xml', 'presentationml.presentation', slides)).value, {
    kind: 'pptx',
    pages: 2,
  });
  const sheets =
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet/><sheet/><sheet/></sheets></workbook>';
  assert.equal(inspectOffice(makeOffice('xl/workbook.xml', 'spreadsheetml.sheet', sheets)).value.pages, 3);
  assert.equal(inspectOffice(makeOffice('word/document.xml', 'wordprocessingml.document', '<x/>')).value.pages, null);
});

test('what breaks the bounds is refused before anybody reads it', () => {
  const refused = (bytes: Uint8Array): void => assert.throws(() => inspectOffice(bytes), { name: 'Refusal', code: 'file_rejected' });
  refused(makeOffice('word/document.xml', 'wordprocessingml.document', '<!DOCTYPE x><x/>'));
  refused(makeOffice('word/document.xml', 'wordprocessingml.document', '<x/>').slice(0, -4));
  refused(makeOffice('xl/workbook.xml', 'spreadsheetml.sheet', '<workbook>'));
});
