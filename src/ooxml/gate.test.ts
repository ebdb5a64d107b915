import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openForeignPackage } from './gate.ts';
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

const codesOf = (relations: readonly RelationshipInput[]): string[] => openForeignPackage(makePackage(relations)).notes.map(({ code }) => code);

test('what a file would load from outside is said, links are not', () => {
  for (const kind of ['attachedTemplate', 'image', 'oleObject', 'subDocument', 'frame', 'externalLinkPath']) {
    assert.deepEqual(codesOf([{ id: 'x', type: OFFICE + kind, target: 'http://evil.example/x', external: true }]), ['external_reference'], kind);
  }
  assert.deepEqual(codesOf([{ id: 'x', type: `${OFFICE}hyperlink`, target: 'https://a.example/', external: true }]), []);
});

test('what acts inside a file is said', () => {
  for (const kind of ['control', 'aFChunk', 'oleObject']) assert.deepEqual(codesOf([{ id: 'x', type: OFFICE + kind, target: 'part.bin' }]), ['active_content'], kind);
});

test('macros, document types and broken relationships are refused', () => {
  const refused = (bytes: Uint8Array): void => assert.throws(() => openForeignPackage(bytes), { name: 'Refusal', code: 'file_rejected' });
  refused(makePackage([], 'application/vnd.ms-word.document.macroEnabled.main+xml'));
  refused(makePackage('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Relationships/>'));
  refused(makePackage('<Relationships TargetMode="">'));
});
