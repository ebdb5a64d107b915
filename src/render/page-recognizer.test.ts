/** Which text of a page is taken: its own, or what is recognized. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { createPageRecognizer } from './page-recognizer.ts';

const picture = { width: 8, height: 8, pixels: new Uint8Array(64).fill(255), dpi: 100 };

/** The text of a page whose letters are guessed, after recognition said `Summary of words` as surely as that. */
async function readGuessed(confidence: number): Promise<string[]> {
  const box = { left: 0, top: 0, right: 80, bottom: 10 };
  const words = ['Summary', 'words'].map((text) => ({ text, confidence, ...box }));
  const recognition = createPageRecognizer({
    pages: { drawGray: () => Promise.resolve(picture) },
    pictures: { decodeGray: () => Promise.resolve(picture) },
    recognizer: {
      languages: () => ['eng'],
      recognize: () =>
        Promise.resolve({ confidence, rules: [], lines: [{ words, ...box, letterHeight: 10, angle: 0, slope: 0, bold: false }] }),
      close: () => Promise.resolve(),
    },
  });
  const line = { text: 'Arial Italic', left: 50, right: 110, top: 100, bottom: 108, sizePt: 8, font: 'Arial', bold: false };
  const page = { page: 1, widthPt: 595, heightPt: 842, lines: [line], pictures: [], missingGlyphs: 0, guessed: 1 };
  const drawn: RenderedDocument = { pages: [page], fonts: [], outline: [], tagged: false, title: '', lang: '' };
  const { pages } = await recognition.recognizePages(new Uint8Array(), drawn);
  return pages.flatMap(({ lines }) => lines.map(({ text }) => text));
}

test('guessed letters give way to what is surely recognized, and to nothing else', async () => {
  assert.deepEqual(await readGuessed(95), ['Summary words']);
  assert.deepEqual(await readGuessed(56), ['Arial Italic']);
});
