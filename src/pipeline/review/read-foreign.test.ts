import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../../document/walk.ts';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openDocument, readForeignOffice } from './read-foreign.ts';

const rowsOf = (count: number): string =>
  `<sheetData>${Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('')}</sheetData>`;
const bookOf = (count: number, sheets = 1): Uint8Array =>
  wrapInXlsx({ sheets: Object.fromEntries(Array.from({ length: sheets }, (_, i) => [`S${i}`, rowsOf(count)])) });

test('a workbook with too many pages or sheets is refused before its cells are read, where its length is bounded', () => {
  const long = bookOf(46 * 650);
  assert.throws(() => readForeignOffice(long, 'xlsx', true), { code: 'document_too_long', message: /fills about \d+ pages/ });
  assert.ok((readForeignOffice(long, 'xlsx').sheetPages?.filled ?? 0) > 600);
  assert.throws(() => readForeignOffice(bookOf(1, 51), 'xlsx', true), { code: 'document_too_long', message: /51 sheets/ });
  assert.equal(readForeignOffice(bookOf(1, 50), 'xlsx', true).pages, 50);
});

test('the document comes packed, and opens as it was read', () => {
  const content = readForeignOffice(bookOf(3), 'xlsx', true);
  const { blocks, lang } = openDocument(content);
  assert.equal(lang, content.lang);
  assert.match(blocks.map((block) => blockText(block)).join('\n'), /0[\s\S]*1[\s\S]*2/);
});

test('typed lists of a Word file are judged as the paragraphs that they are', () => {
  const word = wrapInDocx(['• One', '• Two', '1. First', '2. Second'].map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join(''));
  assert.deepEqual(
    openDocument(readForeignOffice(word, 'docx')).blocks.map(({ type }) => type),
    ['paragraph', 'paragraph', 'paragraph', 'paragraph'],
  );
});
