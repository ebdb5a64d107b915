import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';
import { mendRightToLeft } from './right-to-left.ts';
import { readPdf } from '../pdf.ts';

const mended = (text: string): string => {
  const runs = [{ text }];
  mendRightToLeft([{ id: 'b1', type: 'paragraph', runs }]);
  return runs[0]?.text ?? '';
};

test('signs of percent and money are on the side of their number on which they were written', () => {
  // as PDFium tells lines of Typst
  assert.equal(mended('ارتفعت بنسبة ٪12 مقارنة %45 و ٪١٢ ثم 5€'), 'ارتفعت بنسبة 12٪ مقارنة 45% و ١٢٪ ثم €5');
  assert.equal(mended('והנתח %67 מתוך 1,250.75'), 'והנתח 67% מתוך 1,250.75');
  // and where the number begins its line
  assert.equal(mended('15% מהמחיר'), '15% מהמחיר');
  assert.equal(mended('The share of 12 % and €5'), 'The share of 12 % and €5');
});

test('numbers around a hyphen behind Arabic letters are told in the order in which they were written', () => {
  assert.equal(mended('في السنوات 2021-2019 هاتف 1234567-03 والرقم .٤-٣'), 'في السنوات 2019-2021 هاتف 03-1234567 والرقم ٣-٤.');
  // dates with strokes and numbers behind Hebrew or Latin letters are drawn from left to right
  assert.equal(mended('حدد الاجتماع في 12/05/2021 من Office 3-4 في المكتب'), 'حدد الاجتماع في 12/05/2021 من Office 3-4 في المكتب');
  assert.equal(mended('הוראות לימים 3-4 בחודש, טלפון 03-1234567'), 'הוראות לימים 3-4 בחודש, טלפון 03-1234567');
});

test('text from recognition is told as it is read, and stays so', () => {
  const line = exampleLine('في السنوات 2019-2021 عملنا', 60, 100);
  const read = (recognized?: number): string[] => {
    const page = examplePage([line], recognized === undefined ? {} : { recognized });
    return outlineOf(readPdf(exampleDocument([page])).value.pages[0] ?? []);
  };
  assert.deepEqual(read(90), ['p في السنوات 2019-2021 عملنا']);
  assert.deepEqual(read(), ['p في السنوات 2021-2019 عملنا']);
});

test('a Latin word has its space before Arabic letters, and a vowel sign follows its letter', () => {
  assert.equal(mended('تعتبر البرمجة بلغة R و Pythonمن الأدوات القوية'), 'تعتبر البرمجة بلغة R و Python من الأدوات القوية');
  assert.equal(mended('قرارات أي \u064Bضا بنا \u064Bء على'), 'قرارات أي\u064Bضا بنا\u064Bء على');
});
