import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';

const read = (text: string): string[] =>
  readPdf(exampleDocument([examplePage([exampleLine(text, 50, 100)])])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('brackets that come as they are drawn are turned back, and a stop goes behind its number', () => {
  assert.deepEqual(read('הספרייה )העירונית( בעלות של 480,000 .₪ העבודה'), ['p הספרייה (העירונית) בעלות של 480,000 ₪. העבודה']);
  assert.deepEqual(read('הספרייה (העירונית) נפתחה'), ['p הספרייה (העירונית) נפתחה']);
  assert.deepEqual(read('.2 עבודות חשמל'), ['2. עבודות חשמל']);
});

test('a letter that comes twice with its accent is one', () => {
  assert.deepEqual(read('زرعت ٤٢ سط حًًحا خلال'), ['p زرعت ٤٢ سطحًا خلال']);
  assert.deepEqual(read('أعدّدّته الجمعية'), ['p أعدّته الجمعية']);
});

test('texts from left to right keep their signs', () => {
  assert.deepEqual(read('first ) and ( then .5 of it'), ['p first ) and ( then .5 of it']);
});
