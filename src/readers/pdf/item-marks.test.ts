import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('bullets without a space behind them begin items, and a lone one says nothing', () => {
  assert.deepEqual(read([line('•Quality', 50, 100), line('•Price', 50, 124), line('➢Training', 50, 148)]), [
    '- Quality',
    '- Price',
    '- Training',
  ]);
  assert.deepEqual(read([line('●●●○○ rated by readers', 50, 100)]), ['p ●●●○○ rated by readers']);
});

test('dots in the middle of a line begin items in texts of East Asia, and stand within names', () => {
  assert.deepEqual(read([line('・仕様書のひな形', 50, 100), line('ㆍ사업 개요', 50, 124), line('·추진 일정', 50, 148)]), [
    '- 仕様書のひな形',
    '- 사업 개요',
    '- 추진 일정',
  ]);
  assert.deepEqual(read([line('ジョン・スミスの報告', 50, 100)]), ['p ジョン・スミスの報告']);
});

test('an item in Japanese that leaves room for another letter has ended', () => {
  assert.deepEqual(
    read([
      line('1. 実験方法を説明する', 50, 100),
      line('本システムを用いて制作する作業の記録を一人ずつ順に確かめ、改善する点を聞く。', 50, 114),
      line('制作の題目は利用者が選ぶものとし、期間は一週間とする。終了後に質問票を配る。', 50, 128),
    ])[0],
    '1. 実験方法を説明する',
  );
});

test('the number of a heading that nothing divides from its title is apart from it', () => {
  assert.deepEqual(read([line('1.1Vorwort', 50, 100, { size: 16 }), line('Text of the part begins here.', 50, 130)]), [
    'h1 1.1 Vorwort',
    'p Text of the part begins here.',
  ]);
});

test('signs of symbol fonts in the area for private use are bullets', () => {
  assert.deepEqual(read([line('\uE0A7 first', 50, 100), line('\uF0D8 second', 50, 124)]), ['- first', '- second']);
});

test('several bullets on one line are several items', () => {
  assert.deepEqual(read([line('• Oak • Elm tree • Ash', 50, 100), line('• Yew • Fir', 50, 124, { at: { 2: 250 } })]), [
    '- Oak',
    '- Elm tree',
    '- Ash',
    '- Yew',
    '- Fir',
  ]);
  assert.deepEqual(read([line('Oslo • Rome • Paris', 50, 100)]), ['p Oslo • Rome • Paris']);
});

test('letters and Roman numbers that count from line to line are marks, initials are not', () => {
  assert.deepEqual(
    read([
      line('Parts of the plan', 50, 76),
      line('a) measure the flow', 50, 100),
      line('b) mark the mains', 50, 112),
      line('i. at the well', 80, 124),
      line('ii. at the dam', 80, 136),
      line('c) report', 50, 148),
    ]),
    ['p Parts of the plan', '- a) measure the flow', '- b) mark the mains', '  - i. at the well', '  - ii. at the dam', '- c) report'],
  );
  assert.deepEqual(read([line('K. Berg spoke first.', 50, 100), line('M. Reyes spoke of the accounts.', 50, 130)]), [
    'p K. Berg spoke first.',
    'p M. Reyes spoke of the accounts.',
  ]);
});

test('in a text from right to left the number at the right of a line is the mark of its item', () => {
  assert.deepEqual(
    read([line('.1', 488, 100), line('תוקף הדרכון לפחות חצי שנה', 318, 100), line('.2', 488, 124), line('ביטוח רפואי ומטען', 360, 124)]),
    ['1. תוקף הדרכון לפחות חצי שנה', '2. ביטוח רפואי ומטען'],
  );
});

test('boxes are marks of items that are done or not, also several on a line', () => {
  const { value } = readPdf(
    exampleDocument([examplePage([line('☒ Design', 50, 100), line('☐ Documentation', 50, 124), line('☐ Yes ☒ No', 50, 148)])]),
  );
  const [list] = value.pages.flat();
  assert.deepEqual(outlineOf(value.pages.flat()), ['- Design', '- Documentation', '- Yes', '- No']);
  assert.deepEqual(list?.type === 'list' ? list.items.map(({ checked }) => checked) : [], [true, false, false, true]);
});

test('an item whose first line is set in goes on at the margin below it', () => {
  assert.deepEqual(
    read([
      line('(1) Installing new software and doing a check of it, as is', 70, 100),
      line('said in the bulletin of the maker, before the next flight is', 50, 112),
      line('begun.', 50, 124),
      line('(2) Revising the manual.', 70, 136),
      line('A text that is no item.', 50, 148),
    ]),
    [
      '- (1) Installing new software and doing a check of it, as is said in the bulletin of the maker, before the next flight is begun.',
      '- (2) Revising the manual.',
      'p A text that is no item.',
    ],
  );
});

test('numbers in circles, Korean syllables and kana before a gap are marks, and stay', () => {
  assert.deepEqual(
    read([
      line('① 내장 글꼴을 찾는다', 50, 100),
      line('② 시스템 글꼴을 찾는다', 50, 124),
      line('가. 제출 서류', 50, 148, { at: { 1: 80 } }),
      line('나. 제출 기한', 50, 172, { at: { 1: 80 } }),
    ]),
    ['- ① 내장 글꼴을 찾는다', '- ② 시스템 글꼴을 찾는다', '- 가. 제출 서류', '- 나. 제출 기한'],
  );
});

test('a paragraph below an item that ended with its sentence is no part of it', () => {
  const items = [
    line('• The first of all the things there are.', 50, 100),
    line('• The second one of them.', 50, 112),
    line('What there is to say of it goes on over a line that is much longer than that.', 60, 124),
    line('• The third one of them is', 50, 136),
    line('said in two lines.', 60, 148),
  ];
  assert.deepEqual(read(items), [
    '- The first of all the things there are.',
    '- The second one of them.',
    'p What there is to say of it goes on over a line that is much longer than that.',
    '- The third one of them is said in two lines.',
  ]);
});

test('full-width numbers and letters are marks without a space behind them, figures with a full-width stop are none', () => {
  assert.deepEqual(
    read([line('（１）結果の通知', 50, 100), line('（２）契約の締結', 50, 124), line('１．趣旨', 50, 160), line('２．内容', 50, 184)]),
    ['- （１）結果の通知', '- （２）契約の締結', '1. 趣旨', '2. 内容'],
  );
  assert.deepEqual(read([line('１．５％を上限とする', 50, 100)]), ['p １．５％を上限とする']);
});

test('boxes that were typed in brackets are boxes, behind a bullet or without one', () => {
  const { value } = readPdf(exampleDocument([examplePage([line('• [x] Design', 50, 100), line('[ ] Documentation', 50, 124)])]));
  const [list] = value.pages.flat();
  assert.deepEqual(outlineOf(value.pages.flat()), ['- Design', '- Documentation']);
  assert.deepEqual(list?.type === 'list' ? list.items.map(({ checked }) => checked) : [], [true, false]);
});

test('items keep the numbers that they are printed with', () => {
  assert.deepEqual(
    read([line('1. Oak', 50, 100), line('2. Ash', 50, 124), line('5. Elm', 50, 148), line('6. Yew', 50, 172), line('1. Fir', 50, 196)]),
    ['1. Oak', '2. Ash', '5. Elm', '6. Yew', '1. Fir'],
  );
});

test('a line that begins anew below an item which ended far before the edge is no part of it', () => {
  assert.deepEqual(
    read([
      line('• Oak', 50, 100),
      line('Its wood is hard and heavy and has been used for ships and for the roofs of halls.', 60, 112),
      line('• 発表時間', 50, 148),
      line('２０分程度で、そのうち質疑応答は五分以内とする。発表者は二名以内とし、資料を使う。', 60, 160),
    ]),
    [
      '- Oak',
      'p Its wood is hard and heavy and has been used for ships and for the roofs of halls.',
      '- 発表時間',
      'p ２０分程度で、そのうち質疑応答は五分以内とする。発表者は二名以内とし、資料を使う。',
    ],
  );
});

test('items whose text has a wide gap are no table', () => {
  assert.deepEqual(
    read([
      line('☐ Endorsement (dated this year)', 50, 100, { at: { 2: 260 } }),
      line('☐ Transcripts (official)', 50, 124, { at: { 2: 260 } }),
      line('☐ Answers (signed)', 50, 148, { at: { 2: 260 } }),
    ]),
    ['- Endorsement (dated this year)', '- Transcripts (official)', '- Answers (signed)'],
  );
});

test('control characters of symbol fonts are bullets, before a gap too', () => {
  assert.deepEqual(
    read([line('\u0084 Río Colorado', 50, 100, { at: { 1: 75 } }), line('\u0084 Seawater desalination', 50, 124, { at: { 1: 75 } })]),
    ['- Río Colorado', '- Seawater desalination'],
  );
});

test('a line further in that begins anew is no part of an item that ended far before it', () => {
  assert.deepEqual(
    read([
      line('• API design', 50, 100),
      line('At first we review each of the designs as soon as there is one to be had.', 120, 112),
      line('• Tools', 50, 124),
    ]),
    ['- API design', 'p At first we review each of the designs as soon as there is one to be had.', '- Tools'],
  );
});

test('where air is above each item, a line right below one goes on with it', () => {
  const item = (number: number, top: number): RenderedLine[] => [
    line(`(${number}) An application that names all of the following information about you:`, 50, top),
    line('The country of which you are a citizen and the places of your work and of your stays.', 50, top + 12),
    line('A second line that is as long as the others, so that it is known how far they go, is', 50, top + 24),
    line('that.', 50, top + 36),
  ];
  assert.deepEqual(
    read([...item(1, 100), ...item(2, 172), ...item(3, 244), ...item(4, 316)]).map((block) => block.slice(-5)),
    ['that.', 'that.', 'that.', 'that.'],
  );
});

test('a dash between words that happens to begin a line is no item', () => {
  assert.deepEqual(
    read([
      line('The office gives no more than the services of others and of schools that a plan of TIM', 50, 100),
      line('– advice or a project of one – is about, and nothing else is paid for by it at all.', 50, 112),
    ]),
    [
      'p The office gives no more than the services of others and of schools that a plan of TIM – advice or a project of one – is about, and nothing else is paid for by it at all.',
    ],
  );
});

test('a line between dashes below an item is a paragraph', () => {
  assert.deepEqual(read([line('1. We will check the plant and ask for your help.', 50, 100), line('- Below -', 250, 112)]), [
    '1. We will check the plant and ask for your help.',
    'p - Below -',
  ]);
});

test('an item goes on behind a sign that was set apart', () => {
  assert.deepEqual(
    read([
      line('1. Let go of the button where you want the link to appear on the page, and then click', 50, 100),
      line('Create Link .', 64, 112, { at: { 2: 160 } }),
      line('2. Save the page that you have made, and close it, and close the window that is below.', 50, 124),
    ])[0],
    '1. Let go of the button where you want the link to appear on the page, and then click Create Link .',
  );
});

test('in a text from right to left an item goes on below its text', () => {
  assert.deepEqual(
    read([
      line('.1', 488, 100),
      line('ויזה להודו כניסה כפולה ויזה לנפאל נעשית בכניסה לנפאל ויש', 203, 100),
      line('להצטייד בשתי תמונות.', 383, 112),
      line('.2', 488, 124),
      line('ביטוח רפואי ומטען', 400, 124),
    ]),
    ['1. ויזה להודו כניסה כפולה ויזה לנפאל נעשית בכניסה לנפאל ויש להצטייד בשתי תמונות.', '2. ביטוח רפואי ומטען'],
  );
});

test('names of files behind bullets, in letters of one width, are items', () => {
  const font = 'DejaVuSansMono';
  const text = 'These files are made of the types of the program, one for each of the types:';
  assert.deepEqual(
    read([
      line(text, 50, 76),
      line('● Options.ts', 50, 100, { font }),
      line('● Metrics.ts', 50, 112, { font }),
      line('● Warning.ts', 50, 124, { font }),
    ]),
    [`p ${text}`, '- Options.ts', '- Metrics.ts', '- Warning.ts'],
  );
});

test('an item goes on below its text, though a gap divides the sentences of a line or its letters are those of code', () => {
  assert.deepEqual(
    read([
      line('.2', 488, 100),
      line('ויזה להודו כניסה כפולה ויזה לנפאל נעשית בכניסה לנפאל ויש', 203, 100),
      line('להצטייד בשתי תמונות.', 383, 112),
      line('עלות ויזה הוא', 270, 112),
      line('.3', 488, 124),
      line('ביטוח רפואי ומטען', 403, 124),
    ])[0],
    '2. ויזה להודו כניסה כפולה ויזה לנפאל נעשית בכניסה לנפאל ויש להצטייד בשתי תמונות. עלות ויזה הוא',
  );
  assert.deepEqual(
    read([
      line('● std::time::Instant does not work in wasm32-unknown-unknown, so that it is done by way of web-time', 50, 100, { size: 8.5 }),
      line('That is the clock of browsers; the others are as they are in the library itself.', 58.5, 113),
      line('● getrandom is made for all.', 50, 126),
    ])[0]?.slice(-39),
    'others are as they are in the library itself.'.slice(-39),
  );
});

test('a minus before words begins an item, and is a sign before figures', () => {
  const lines = ['Acts that apply', '− Clean Air Act', '− Waste disposal acts', '− 5 % of the total'];
  assert.deepEqual(read(lines.map((text, at) => line(text, 60, 100 + at * 30, text.startsWith('−') ? { at: { 1: 80 } } : {}))), [
    'p Acts that apply',
    '- Clean Air Act',
    '- Waste disposal acts',
    'p − 5 % of the total',
  ]);
});
