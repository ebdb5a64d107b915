import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, readPartText } from '../ooxml/office-package.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { orderNotes } from './order-notes.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const typeOf = (name: string): string => `application/vnd.openxmlformats-officedocument.wordprocessingml.${name}+xml`;

/** A file whose text refers to these ids, and whose notes have these ids and their own id as text. */
function fileOf(references: readonly number[], notes: readonly number[], kind = 'footnote'): Uint8Array {
  const runs = references.map((id) => `<w:r><w:${kind}Reference w:customMarkFollows="0" w:id="${id}"/></w:r>`).join('');
  const separators = [-1, 0].map((id) => `<w:${kind} w:type="separator" w:id="${id}"><w:p/></w:${kind}>`).join('');
  const own = notes.map((id) => `<w:${kind} w:id="${id}"><w:p><w:r><w:t>note ${id}</w:t></w:r></w:p></w:${kind}>`).join('');
  const parts = {
    '[Content_Types].xml': buildContentTypes(
      [
        { name: 'word/document.xml', contentType: typeOf('document.main') },
        { name: 'word/notes.xml', contentType: typeOf(`${kind}s`) },
      ],
      {},
    ),
    '_rels/.rels': buildRelationships([{ id: 'rId1', type: `${R}officeDocument`, target: 'word/document.xml' }]),
    'word/_rels/document.xml.rels': buildRelationships([{ id: 'rId1', type: `${R}${kind}s`, target: 'notes.xml' }]),
    'word/document.xml': `<w:document xmlns:w="${W}"><w:body><w:p>${runs}</w:p></w:body></w:document>`,
    'word/notes.xml': `<w:${kind}s xmlns:w="${W}">${separators}${own}</w:${kind}s>`,
  };
  return writeZip(Object.entries(parts).map(([name, data]) => ({ name, data: Buffer.from(data) })));
}

/** The notes as LibreOffice shows them, the next larger id for each reference; null where nothing was changed. */
function shown(references: readonly number[], notes: readonly number[], kind?: string): string[] | null {
  const opened = openOfficePackage(fileOf(references, notes, kind));
  if (!orderNotes(opened)) return null;
  const saved = openOfficePackage(saveOfficePackage(opened));
  const [text, own] = ['word/document.xml', 'word/notes.xml'].map((name) => readPartText(saved, name).text);
  const ids = [...(text ?? '').matchAll(/Reference [^<>]*w:id="(\d+)"/g)].map(([, id]) => Number(id));
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  const found = [...(own ?? '').matchAll(/<w:\w+note w:id="(\d+)">(.*?)<\/w:\w+note>/g)].map(([, id, xml]) => ({
    id: Number(id),
    text: (xml ?? '').replaceAll(/<[^<>]*>/g, ''),
  }));
  assert.deepEqual(
    found.map(({ id }) => id).toSorted((a, b) => a - b),
    ids,
  );
  assert.match(own ?? '', /w:type="separator" w:id="-1".*w:type="separator" w:id="0"/);
  return found.toSorted((a, b) => a.id - b.id).map((note) => note.text);
}

test('notes in the order of their references stay as they are', () => {
  assert.equal(shown([1, 2, 3], [1, 2, 3]), null);
  assert.equal(shown([2, 5, 9], [9, 2, 5]), null);
  assert.equal(shown([], [1]), null);
});

test('notes get ids in the order of their references, wherever they stand', () => {
  assert.deepEqual(shown([3, 1, 2], [1, 2, 3]), ['note 3', 'note 1', 'note 2']);
  assert.deepEqual(shown([900, 7, 8], [8, 900, 7], 'endnote'), ['note 900', 'note 7', 'note 8']);
});

test('a note that is referred to twice is there twice, one that is not goes, one that is missing is empty', () => {
  assert.deepEqual(shown([3, 3, 2], [1, 2, 3]), ['note 3', 'note 3', 'note 2']);
  assert.deepEqual(shown([2, 3], [1, 2, 3]), ['note 2', 'note 3']);
  assert.deepEqual(shown([2, 7, 1], [1, 2]), ['note 2', '', 'note 1']);
});

test('a file in which one note is referred to very often stays as it is', () => {
  const often = Array.from({ length: 20_000 }, () => 3);
  assert.equal(shown([...often, 2], [2, 3]), null);
});
