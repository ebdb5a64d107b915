import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutOfPlace, joinLoneSigns, precedesLoneSign, putInPlace, type Lettered } from './signs-in-place.ts';

const WIDTH = 10;
const boxAt = (left: number): { left: number; right: number; top: number; bottom: number } => ({
  left,
  right: left + WIDTH,
  top: 0,
  bottom: 10,
});

/** A row whose letters are ten points wide, from `left` on; `_` is a gap as wide. */
function rowOf(drawn: string, left = 0): Lettered {
  const letters = [...drawn].flatMap((char, at) => (char === '_' ? [] : [{ char, left: left + at * WIDTH }]));
  const places = letters.flatMap((letter, at) => [letter.left, letter.left + WIDTH, at]);
  const [text, end] = [letters.map(({ char }) => char).join(''), letters.at(-1)?.left ?? left];
  const box = { left, top: 0, right: end + WIDTH, bottom: 10 };
  return {
    ...box,
    text,
    emPt: 10,
    letters: letters.length,
    quarter: 0,
    faint: '',
    words: [0, left, box.right],
    marks: [{ at: 0, id: 1 }],
    places,
    lastLeft: end,
    lastRight: end + WIDTH,
  };
}

test('a sign that was drawn after the letters around it is put between them', () => {
  const row = rowOf('乔_吉拉');
  assert.ok(isOutOfPlace(row, boxAt(10), '•'));
  putInPlace(row, boxAt(10), '•');
  assert.deepEqual([row.text, row.words, row.places.filter((_, at) => at % 3 === 2)], ['乔•吉拉', [0, 0, 40], [0, 1, 2, 3]]);
});

test('letters in their order are left where they are, and so are those of Hebrew', () => {
  assert.equal(isOutOfPlace(rowOf('ab'), boxAt(20), '•'), false);
  assert.equal(isOutOfPlace(rowOf('ab', 50), boxAt(10), 'c'), false);
  assert.equal(isOutOfPlace(rowOf('אב_ג', 50), boxAt(70), '.'), false);
});

test('a dash between words has a space on either side, and words and marks move on', () => {
  const row = {
    ...rowOf('ab'),
    text: 'ab cd',
    words: [0, 0, 20, 3, 40, 60],
    places: [0, 10, 0, 10, 20, 1, 40, 50, 3, 50, 60, 4],
    marks: [
      { at: 0, id: 1 },
      { at: 3, id: 2 },
    ],
  };
  putInPlace(row, { left: 24, right: 36, top: 0, bottom: 10 }, '–');
  assert.deepEqual([row.text, row.words], ['ab – cd', [0, 0, 20, 3, 24, 36, 5, 40, 60]]);
  assert.deepEqual(row.marks, [
    { at: 0, id: 1 },
    { at: 5, id: 2 },
  ]);
});

test('a sign that is a row by itself goes into the gap that another row leaves for it, and nowhere else', () => {
  const joined = (...rows: Lettered[]): string[] => joinLoneSigns(rows).map(({ text }) => text);
  assert.deepEqual(joined(rowOf('•', 10), rowOf('乔_吉拉')), ['乔•吉拉']);
  assert.deepEqual(joined(rowOf('•', 10), rowOf('乔吉拉')), ['•', '乔吉拉']);
  assert.deepEqual(joined(rowOf('•', -20), rowOf('乔_吉拉')), ['•', '乔_吉拉'.replace('_', '')]);
  assert.deepEqual(joined(rowOf('•', 40), rowOf('乔________吉')), ['•', '乔吉']);
});

test('a quotation mark at the beginning of the next line, which reaches up to the line above, is no part of it', () => {
  const raised = { left: 10, right: 14, top: 15, bottom: 18 };
  assert.equal(isOutOfPlace(rowOf('ab_cd'), raised, '‘'), false);
  assert.equal(isOutOfPlace(rowOf('abcd'), { ...boxAt(10), right: 14 }, '‘'), false);
});

test('letters to the left of a sign that was drawn before them begin their own row', () => {
  assert.equal(precedesLoneSign(rowOf('•', 40), boxAt(20), '乔'), true);
  assert.equal(precedesLoneSign(rowOf('•', 40), boxAt(50), '乔'), false);
  assert.equal(precedesLoneSign(rowOf('•a', 40), boxAt(20), '乔'), false);
  assert.equal(precedesLoneSign(rowOf('.', 40), boxAt(20), 'א'), false);
});
