import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../document/rendered-document.ts';
import { showCropped } from './cropped-pictures.ts';

test('a picture of a page that is small, or lies behind its text, is told as one that says nothing', () => {
  const lines = Array.from({ length: 6 }, (_, at) => ({
    text: `Line ${at}`,
    left: 50,
    top: 100 + at * 14,
    right: 200,
    bottom: 110 + at * 14,
    sizePt: 10,
    font: 'Serif',
    bold: false,
  }));
  const page = { page: 1, widthPt: 595, heightPt: 842, lines, pictures: [], missingGlyphs: 0 };
  const boxes: Box[] = [
    { left: 50, top: 300, right: 250, bottom: 420 },
    { left: 300, top: 300, right: 318, bottom: 318 },
    { left: 0, top: 0, right: 595, bottom: 842 },
  ];
  const shown = showCropped(
    { pages: [page], fonts: [], outline: [], tagged: false, title: '', lang: '' },
    boxes.map((box, at) => ({ name: `page-1-${at + 1}.png`, page: 1, box, png: new Uint8Array([at]) })),
  );
  assert.deepEqual(
    shown.map(({ name, idle }) => [name, idle ?? false]),
    [
      ['page-1-1.png', false],
      ['page-1-2.png', true],
      ['page-1-3.png', true],
    ],
  );
});
