import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHocr } from './read-hocr.ts';

const HOCR = `<div class='ocr_page' id='page_1' title='image "x\\y.pgm"; bbox 0 0 2550 3300; ppageno 0'>
 <p class='ocr_par' id='par_1_1' lang='eng' title="bbox 302 345 872 394">
  <span class='ocr_line' id='line_1_1' title="bbox 302 345 872 394; baseline 0.01 -1; x_size 55.4; x_descenders 7.4; x_ascenders 12">
   <span class='ocrx_word' id='word_1_1' title='bbox 302 345 456 394; x_wconf 90'>R&amp;D</span>
   <span class='ocrx_word' id='word_1_2' title='bbox 478 345 592 393; x_wconf 60' lang='spa'><strong>&lt;año&gt;</strong></span>
   <span class='ocrx_word' id='word_1_3' title='bbox 600 345 602 393; x_wconf 95'> </span>
  </span>
 </p>
 <span class='ocr_caption' id='line_1_2' title="bbox 10 20 30 400; textangle 90; x_size 20">
  <span class='ocrx_word' id='word_1_4' title='bbox 10 20 30 400; x_wconf 12'>up</span>
 </span>
 <span class='ocr_line' id='line_1_3' title="bbox 0 0 9 9; x_size 9"> </span>
</div>`;

test('lines and words come with their places, sizes and how sure they are', () => {
  const { lines, confidence } = readHocr(HOCR);
  assert.deepEqual(
    lines.map(({ words }) => words.map(({ text }) => text)),
    [['R&D', '<año>'], ['up']],
  );
  assert.deepEqual(lines[0]?.words[1], { text: '<año>', left: 478, top: 345, right: 592, bottom: 393, confidence: 60 });
  assert.deepEqual(
    lines.map(({ letterHeight, angle, slope }) => [letterHeight, angle, slope]),
    [
      [55.4, 0, 0.01],
      [20, 90, 0],
    ],
  );
  assert.equal(Math.round(confidence), Math.round((3 * 90 + 5 * 60 + 2 * 12) / 10));
});

test('nothing recognized is no lines', () => {
  assert.deepEqual(readHocr(''), { lines: [], confidence: 0, rules: [] });
});
