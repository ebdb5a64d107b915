import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writeZip } from '../../src/ooxml/write-zip.ts';
import { canonicalParts, canonicalXml, checkGolden } from './office-golden.ts';
import { wrapInDocx } from './office-parts.ts';
import { validateAllOffice } from './validate-office.ts';

test('canonical XML has one line for an element and keeps text as it is', () => {
  assert.equal(
    canonicalXml('<?xml version="1.0"?><a x=\'1\'>\n <b> two </b><c/>mixed<d></d></a>'),
    '<a x="1">\n  <b> two </b>\n  <c/>\n  mixed\n  <d/>\n</a>\n',
  );
});
test('what is no XML is listed by its hash', () => {
  const parts = canonicalParts(
    writeZip([
      { name: 'a.xml', data: '<a/>' },
      { name: 'b.png', data: 'x' },
    ]),
  );
  assert.equal(parts.get('parts.txt'), 'a.xml\nb.png  1 bytes  2d711642b726b044\n');
});
test('a golden is written when accepted, then holds', () => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'octavo-golden-')), 'docx');
  const accept = process.env['OCTAVO_ACCEPT'];
  try {
    delete process.env['OCTAVO_ACCEPT'];
    assert.throws(() => checkGolden(folder, wrapInDocx('<w:p/>')), /npm run accept/);
    process.env['OCTAVO_ACCEPT'] = '1';
    checkGolden(folder, wrapInDocx('<w:p/>'));
    delete process.env['OCTAVO_ACCEPT'];
    checkGolden(folder, wrapInDocx('<w:p/>'));
    assert.throws(
      () => checkGolden(folder, wrapInDocx('<w:p/><w:p/>')),
      /word\/document\.xml:4\n {2}golden {2}<\/w:body>\n {2}made {4}<w:p\/>/,
    );
  } finally {
    if (accept !== undefined) process.env['OCTAVO_ACCEPT'] = accept;
    rmSync(path.dirname(folder), { recursive: true, force: true });
  }
});
test('the validator names part, place and rule of each error, and says nothing of valid files', async () => {
  const errors = await validateAllOffice({
    good: { bytes: wrapInDocx('<w:p/>'), kind: 'docx' },
    bad: { bytes: wrapInDocx('<w:p><w:nothing/></w:p>'), kind: 'docx' },
    broken: { bytes: Buffer.from('no archive'), kind: 'docx' },
  });
  assert.deepEqual(Object.keys(errors), ['bad', 'broken']);
  assert.equal(errors['bad']?.[0]?.xPath, '/w:document[1]/w:body[1]/w:p[1]');
  assert.equal(errors['broken']?.[0]?.id, 'Exception');
});
