import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument, RenderedLine } from '../../document/rendered-document.ts';
import { readDrawn, readDrawnPicture } from './read-drawn.ts';

const line: RenderedLine = { text: 'Words', left: 50, top: 50, right: 90, bottom: 60, sizePt: 8, fontHeightPt: 12, font: '', bold: false };
const drawn = (page: Partial<RenderedDocument['pages'][number]>): RenderedDocument => ({
  pages: [{ page: 1, widthPt: 600, heightPt: 800, lines: [line], pictures: [], missingGlyphs: 0, ...page }],
  fonts: [],
  outline: [],
  tagged: false,
  title: '',
  lang: '',
});

test('a picture that recognition was unsure of says how much', () => {
  assert.deepEqual(readDrawnPicture(drawn({ recognized: 41 })).notes, [
    {
      code: 'picture_recognized',
      severity: 'warning',
      message: 'The picture was read by text recognition (OCR), with a confidence of 41 of 100: much of it may be wrong.',
    },
  ]);
  assert.equal(readDrawnPicture(drawn({ recognized: 93 })).notes[0]?.message, 'The picture was read by text recognition (OCR).');
});

test('a page that holds more than is read of one is named', () => {
  assert.deepEqual(
    readDrawn(drawn({ cut: true })).notes.map(({ code, severity }) => [code, severity]),
    [['text_incomplete', 'warning']],
  );
});
