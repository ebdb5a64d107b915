import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { isLarge } from './run-file-work.ts';
import { openPages, sendPages } from './sent-pages.ts';

const drawn = (pages: number): RenderedDocument => ({
  pages: Array.from({ length: pages }, (_, at) => ({
    page: at + 1,
    widthPt: 595,
    heightPt: 842,
    lines: [],
    pictures: [],
    missingGlyphs: 0,
  })),
  fonts: ['Carlito'],
  outline: [],
  tagged: true,
  title: 'Report',
  lang: 'en',
});

test('work is for a thread by its files, its texts, its data and its pages', async () => {
  const file = new Uint8Array(20_000);
  assert.equal(isLarge('listMaterial', [file]), false);
  assert.equal(isLarge('listMaterial', [new Uint8Array(60_000)]), true);
  assert.equal(isLarge('listPageContent', ['# a\n'.repeat(20_000), 0]), true);
  assert.equal(isLarge('applyEdits', [file, [{ op: 'insert_blocks', markdown: 'a '.repeat(30_000) }]]), true);
  const ada = JSON.stringify({ name: 'Ada' });
  assert.equal(isLarge('fillRecords', [file, [ada], {}]), false);
  assert.equal(isLarge('fillRecords', [file, Array.from({ length: 30 }, () => ada), {}]), true);
  assert.equal(isLarge('fillRecords', [file, [JSON.stringify(Array.from({ length: 5_000 }, (_, count) => ({ count })))], {}]), true);
  const comment = { op: 'add_comment', target: { query: 'paragraph[1]' }, text: 'x' };
  for (const name of ['resolveTargets', 'applyEdits'] as const) {
    assert.equal(isLarge(name, [file, Array.from({ length: 1 }, () => comment)]), false);
    assert.equal(isLarge(name, [file, Array.from({ length: 100 }, () => comment)]), true);
  }
  assert.equal(isLarge('describeTemplate', [file, [Array.from({ length: 10_000 }, () => ({}))]]), true);
  assert.equal(isLarge('listPdf', [await sendPages(drawn(2))]), false);
  assert.equal(isLarge('listPdf', [await sendPages(drawn(3))]), true);
});

test('an Office file weighs what its content is unpacked, not what it is packed', () => {
  const packed = (text: string, styles = ''): Uint8Array =>
    wrapInDocx(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`, {
      entries: styles === '' ? [] : [{ name: 'word/styles.xml', data: styles }],
      types: [],
      relationships: [],
    });
  const long = packed('The same words again. '.repeat(3_000));
  assert.ok(long.length < 2_000);
  assert.equal(isLarge('listMaterial', [long]), true);
  assert.equal(isLarge('listMaterial', [packed('short', 'x'.repeat(200_000))]), false);
  const middle = packed('The same words again. '.repeat(1_300));
  assert.equal(isLarge('listMaterial', [middle]), false);
  assert.equal(isLarge('applyEdits', [middle, []]), true);
  assert.equal(isLarge('redlineFiles', [packed('a '.repeat(7_000)), packed('')]), true);
});

test('pages that are sent in groups are the same on the other side', async () => {
  for (const pages of [0, 2, 3, 8, 9, 40]) assert.deepEqual(openPages(await sendPages(drawn(pages))), drawn(pages));
});
