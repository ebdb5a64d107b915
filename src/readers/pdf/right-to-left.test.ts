import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendRightToLeft } from './right-to-left.ts';

test('signs of percent and money are on the side of their number on which they were written', () => {
  const mended = (text: string): string => {
    const runs = [{ text }];
    mendRightToLeft([{ id: 'b1', type: 'paragraph', runs }]);
    return runs[0]?.text ?? '';
  };
  // as PDFium tells lines of Typst
  assert.equal(mended('ارتفعت بنسبة ٪12 مقارنة %45 و ٪١٢ ثم 5€'), 'ارتفعت بنسبة 12٪ مقارنة 45% و ١٢٪ ثم €5');
  assert.equal(mended('והנתח %67 מתוך 1,250.75'), 'והנתח 67% מתוך 1,250.75');
  assert.equal(mended('The share of 12 % and €5'), 'The share of 12 % and €5');
});
