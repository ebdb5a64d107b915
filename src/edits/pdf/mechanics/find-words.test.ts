import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedDocument } from '../../../document/rendered-document.ts';
import { findWords, wordsWithin } from './find-words.ts';

/** Each letter 10 points wide. */
const line = (text: string, top: number): RenderedDocument['pages'][number]['lines'][number] => ({
  text,
  left: 0,
  right: text.length * 10,
  top,
  bottom: top + 10,
  sizePt: 10,
  font: 'A',
  bold: false,
  words: [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => [index, index * 10, (index + word.length) * 10]),
});
const page = {
  page: 1,
  widthPt: 300,
  heightPt: 400,
  lines: [line('Pay Jane Roe now', 0), line('or Jane', 20), line('Roe later', 40)],
  pictures: [],
  missingGlyphs: 0,
};
const drawn: RenderedDocument = { pages: [page], fonts: [], outline: [], tagged: false, title: '', lang: '' };
const find = (text: string, matchCase = true): number[][] =>
  findWords(drawn, text, { matchCase, page: undefined }).map(({ boxes }) => boxes.flatMap(({ left, top, right }) => [left, top, right]));

test('words are found within a line, and over the end of one', () => {
  assert.deepEqual(find('Jane Roe'), [
    [40, 0, 80, 90, 0, 120],
    [30, 20, 70, 0, 40, 30],
  ]);
  assert.deepEqual(find('jane'), []);
  assert.equal(find('jane', false).length, 2);
  assert.deepEqual(
    find('an'),
    [
      [40, 0, 80],
      [30, 20, 70],
    ],
    'a part takes the whole word',
  );
});

test('a page that was turned to be read is searched as it is shown', () => {
  const turned: RenderedDocument = { ...drawn, pages: [{ ...page, turned: 1 }] };
  assert.deepEqual(findWords(turned, 'now', { matchCase: true, page: 1 })[0]?.boxes, [{ left: 390, top: 130, right: 400, bottom: 160 }]);
});

test('what lies in a box is reported', () => {
  assert.deepEqual(wordsWithin(page, [{ left: 35, top: -2, right: 125, bottom: 12 }]), ['Jane', 'Roe']);
});

test('marks are for whole words, and a text that is set twice in one place is one', () => {
  const twice: RenderedDocument = {
    ...drawn,
    pages: [{ ...page, lines: [line('fees and fee', 0), line('fees and fee', 0), line('coffee', 20)] }],
  };
  assert.equal(findWords(twice, 'fee', { matchCase: true, wholeWord: true, page: undefined }).length, 1);
  assert.equal(findWords(twice, 'fee', { matchCase: true, page: undefined }).length, 5);
});

/** A line of a script that sets no spaces: its letters have places of their own. */
const undivided = (text: string, top: number): ReturnType<typeof line> => ({
  ...line(text, top),
  letters: [...text].flatMap((char, at) => (char === ' ' ? [] : [at * 10, at * 10 + 10, at])),
});

test('of a line in Japanese the letters that are meant are found, and no more', () => {
  const japanese: RenderedDocument = {
    ...drawn,
    pages: [{ ...page, lines: [undivided('名前は田中です', 0), undivided('文書を作', 20), undivided('成した2026年 価格', 40)] }],
  };
  const places = (text: string, wholeWord: boolean): number[][] =>
    findWords(japanese, text, { matchCase: true, wholeWord, page: undefined }).map(({ boxes }) =>
      boxes.flatMap(({ left, top, right }) => [left, top, right]),
    );
  for (const wholeWord of [false, true]) {
    assert.deepEqual(places('田中', wholeWord), [[30, 0, 50]]);
    // over the end of a line, and over a gap
    assert.deepEqual(places('作成', wholeWord), [[30, 20, 40, 0, 40, 10]]);
    assert.deepEqual(places('年 価格', wholeWord), [[70, 40, 110]]);
  }
  assert.deepEqual(places('2026', true), [[30, 40, 70]]);
  assert.deepEqual(places('20', true), []);
  const [turned] = findWords({ ...japanese, pages: [{ ...page, turned: 1, lines: [undivided('名前は田中です', 0)] }] }, '田中', {
    matchCase: true,
    wholeWord: true,
    page: undefined,
  });
  assert.deepEqual([turned?.runs, turned?.boxes], [1, [{ left: 390, top: 30, right: 400, bottom: 50 }]]);
  assert.deepEqual(wordsWithin(japanese.pages[0] ?? page, [{ left: 29, top: 0, right: 51, bottom: 10 }]), ['田中']);
});
