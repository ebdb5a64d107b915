import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eld } from 'eld/extrasmall';
import { byNgrams } from './language-ngrams.ts';

const TEXTS = [
  "l'assemblea ha deciso che i soci versano la quota entro trenta giorni",
  'the supplier confirmed the plan for the coming year and the board agreed',
  'kurulun kararı gereğince ödeme otuz gün içinde yapılır',
  'styrelsen beslutade att betala avgiften inom trettio dagar',
  'd’après le conseil, l’avis n’est pas donné qu’à l’issue du délai',
  'правлението реши да плати таксата в срок от тридесет дни',
  'nhà cung cấp đã xác nhận kế hoạch cho năm tới',
  "o'zbek tilida yozilgan matn, bu yerda ko'p so'zlar bor",
  '委員会は来年の計画を確認した',
];

test('the table is read as the package reads it', () => {
  for (const text of TEXTS) {
    const theirs = eld.detect(text);
    assert.equal(byNgrams(text)?.lang ?? '', theirs.language, text);
  }
});

test('what no language has an n-gram of is like none', () => assert.equal(byNgrams('12 34 56'), undefined));
