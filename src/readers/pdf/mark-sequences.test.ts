import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (...pages: RenderedLine[][]): string[] =>
  readPdf(exampleDocument(pages.map((lines) => examplePage(lines)))).value.pages.flatMap((blocks) => outlineOf(blocks));

test('clause numbers that count are marks of items, also where nothing divides one of them from its text', () => {
  assert.deepEqual(
    read([
      line('2.1.We measure the flow of the river at the dam and at the mill, twice a day in', 50, 100),
      line('spring.', 68, 112),
      line('2.2. We mark the mains.', 50, 124),
      line('2.3.Reports are due in May.', 50, 136),
    ]),
    [
      '- 2.1. We measure the flow of the river at the dam and at the mill, twice a day in spring.',
      '- 2.2. We mark the mains.',
      '- 2.3. Reports are due in May.',
    ],
  );
});

test('counted words before a gap are marks of items and stay; below their word a text is a paragraph', () => {
  const steps = [
    line('Step 1: Measure the flow of the river', 50, 100, { at: { 2: 100 } }),
    line('at the dam.', 100, 112),
    line('Step 2: Mark the mains.', 50, 124, { at: { 2: 100 } }),
    line('Step 3: Report.', 50, 136, { at: { 2: 100 } }),
  ];
  assert.deepEqual(read(steps), ['- Step 1: Measure the flow of the river at the dam.', '- Step 2: Mark the mains.', '- Step 3: Report.']);
  const clause = (number: number, top: number): RenderedLine[] => [
    line(`Clause ${number}. The receiving party shall limit access to those employees of its own who need`, 50, top),
    line('it to perform the services that are described here.', 50, top + 12),
  ];
  assert.deepEqual(
    read([...clause(1, 100), ...clause(2, 142), ...clause(3, 184)]).map((block) => block.slice(0, 12)),
    ['p Clause 1. ', 'p Clause 2. ', 'p Clause 3. '],
  );
  assert.deepEqual(
    read([1, 2, 3].map((number) => line(`Figure ${number}. Flow`, 50, 100 + number * 40, { at: { 2: 110 } }))).filter((block) =>
      block.startsWith('- '),
    ),
    [],
  );
});

test('bare numbers that count before a gap are marks; rows of a table and lines that a court counts are none', () => {
  assert.deepEqual(
    read([
      line('1', 50, 100),
      line('Measure the flow of the river at the dam', 80, 100),
      line('and at the mill.', 80, 112),
      line('2', 50, 124),
      line('Mark the mains.', 80, 124),
      line('3', 50, 136),
      line('Report.', 80, 136),
    ]),
    ['1. Measure the flow of the river at the dam and at the mill.', '2. Mark the mains.', '3. Report.'],
  );
  const towns = ['Oslo', 'Rome', 'Paris', 'Cork'].flatMap((town, at) => [
    line(String(at + 1), 50, 124 + at * 24),
    line(town, 90, 124 + at * 24),
    line(`${at}40`, 300, 124 + at * 24),
  ]);
  assert.deepEqual(
    read(towns).filter((block) => /^(?:-|\d+\.) /.test(block)),
    [],
  );
  const headed = [line('No.', 50, 100), line('Town', 90, 100), ...towns.filter(({ left }) => left < 300)];
  assert.deepEqual(
    read(headed).filter((block) => /^(?:-|\d+\.) /.test(block)),
    [],
  );
  const counted = Array.from({ length: 14 }, (_, at) =>
    line(`${at + 1} the witness said that he had seen the defendant at the corner of`, 50, 100 + at * 24, { at: { 1: 80 } }),
  );
  assert.deepEqual(
    read(counted).filter((block) => /^(?:-|\d+\.) /.test(block)),
    [],
  );
});

test('the numbers of Chinese texts are marks where they count', () => {
  assert.deepEqual(
    read([
      line('一、测量流量', 50, 100),
      line('二、标记管道', 50, 124),
      line('三、提交报告', 50, 148),
      line('1、每天两次', 80, 172),
      line('2、每周一次', 80, 196),
    ]),
    ['- 一、测量流量', '- 二、标记管道', '- 三、提交报告', '  1. 每天两次', '  2. 每周一次'],
  );
  assert.deepEqual(read([line('十一、五年计划', 50, 100)]), ['p 十一、五年计划']);
});

test('a sequence goes on over the end of a page', () => {
  const above = [line('(a) measure the flow', 50, 700), line('(b) mark the mains', 50, 724)];
  assert.deepEqual(read(above, [line('(c) report', 50, 100), line('The end of the text.', 50, 150)]).at(-2), '- (c) report');
});

test('a number with a zero before it is not counted by a list of ours: it stays', () => {
  assert.deepEqual(read([line('01. Oak', 50, 100), line('02. Ash', 50, 124)]), ['- 01. Oak', '- 02. Ash']);
});

test('letters of other scripts count as those of Latin do', () => {
  const list = (...texts: string[]): string[] => read(texts.map((text, at) => line(text, 50, 100 + at * 14)));
  assert.deepEqual(list('а) для физических лиц;', 'б) для юридических лиц.'), ['- а) для физических лиц;', '- б) для юридических лиц.']);
  assert.deepEqual(list('и) девятое', 'й) десятое', 'к) одиннадцатое'), ['- и) девятое', '- й) десятое', '- к) одиннадцатое']);
  assert.deepEqual(list('α) πρώτο', 'β) δεύτερο'), ['- α) πρώτο', '- β) δεύτερο']);
  assert.deepEqual(list('ア 年間の配布', 'イ Webの運営', 'ウ 発行の時期'), ['- ア 年間の配布', '- イ Webの運営', '- ウ 発行の時期']);
  assert.deepEqual(list('Директор', 'И. Петров'), ['p Директор', 'p И. Петров']);
});

test('a line further in than the text of the item above it, which had ended, is a paragraph', () => {
  assert.deepEqual(
    read([
      line('A line of the page that is longer than all those of the list that follows below it, by far.', 50, 80),
      line('• Graduate Advisor, Education Dept., October 1995 to present, with more words', 50, 100, { at: { 1: 68 } }),
      line('Elm College, Flushing', 86, 112),
      line('• Workshop Presenter', 50, 124, { at: { 1: 68 } }),
      line('Maple High School', 86, 136),
      line('• Assistant of the', 50, 148, { at: { 1: 68 } }),
      line('dean', 68, 160),
    ]).filter((text) => !text.startsWith('p ')),
    ['- Graduate Advisor, Education Dept., October 1995 to present, with more words', '- Workshop Presenter', '- Assistant of the dean'],
  );
});
