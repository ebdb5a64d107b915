import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '../readers/markdown.ts';
import { checkByRule, type FinishedDocument } from './check-requirements.ts';
import { rangeOf, type Requirement } from './requirements.ts';

const finished = (markdown: string, more: Partial<FinishedDocument> = {}): FinishedDocument => ({
  format: 'docx',
  blocks: readMarkdown(markdown, { pictures: 0 }).value.blocks,
  pages: [markdown],
  unsupportedStyle: [],
  ...more,
});
const check = (kind: Requirement['kind'], names: string[], document: FinishedDocument, more: Partial<Requirement> = {}): string =>
  checkByRule({ kind, text: 'as asked', names, ...more }, document)?.status ?? 'open';

const REPORT = finished(
  '# Costs\n\n## Main risks\n\nOne risk, named by Ana Ruiz on 30 June 2027, costs €1,250.\n\n:::chart{type=column title="Costs by year" unit=€}\n| Year | Wages | Rent |\n|---|--:|--:|\n| 2026 | 3 | 2 |\n| 2027 | 4 | 2 |\n:::\n\n## Next steps\n\n| Step | Who |\n|---|---|\n| Sign | Ana |\n',
);

test('pages, slides, sheets and words are counted', () => {
  const length = rangeOf('pages', { max: 2 });
  assert.equal(check('length', [], finished('# A', { pages: ['a', 'b'] }), { length }), 'met');
  const verdict = checkByRule({ kind: 'length', text: 'x', names: [], length }, finished('# A', { pages: ['a', 'b', 'c'] }));
  assert.deepEqual(verdict, { status: 'not_met', evidence: 'It has 3 pages; asked for: at most 2 pages.' });
  const sheets = finished('# Sheet: A\n\n| a |\n|---|\n| 1 |\n\n# Sheet: B\n\n| a |\n|---|\n| 1 |\n', { pages: ['', '', ''] });
  assert.equal(check('length', [], sheets, { length: rangeOf('sheets', { min: 2, max: 2 }) }), 'met');
  assert.equal(check('length', [], finished('one two three'), { length: rangeOf('words', { max: 2 }) }), 'not_met');
});

test('parts are found by the words of their names, and their order is reported', () => {
  assert.equal(check('part', ['risks', 'next steps'], REPORT), 'met');
  assert.equal(check('part', ['a budget'], REPORT), 'open');
  assert.equal(check('order', ['risks', 'next steps'], REPORT), 'met');
  assert.equal(check('order', ['next steps', 'risks'], REPORT), 'not_met');
  assert.equal(check('part', ['signatures'], finished('# A\n\n:::signatures{parties="A|B"}\n:::\n')), 'met');
});

test('what must not be there is missed where it is a part; that it is nowhere said, no rule can tell', () => {
  assert.equal(check('absent', ['risks'], REPORT), 'not_met');
  assert.equal(check('absent', ['charts'], REPORT), 'not_met');
  assert.equal(check('absent', ['pictures', 'lists'], REPORT), 'met');
  assert.equal(check('absent', ['prices'], REPORT), 'open');
});

test('a chart is one that can be edited and shows what was asked; a table has its columns', () => {
  assert.equal(check('chart', ['column', 'wages', 'year'], REPORT), 'met');
  assert.equal(check('chart', ['staff'], REPORT), 'open');
  assert.equal(check('chart', [], finished('# A\n\nText')), 'not_met');
  assert.equal(check('table', ['step', 'who'], REPORT), 'met');
  assert.equal(check('table', ['step', 'deadline'], REPORT), 'open');
  assert.equal(check('table', [], finished('# A\n\nText')), 'not_met');
});

test('figures, names and dates are there as they are written; a reader looks for others', () => {
  assert.equal(check('figure', ['1250 €'], REPORT), 'met');
  assert.equal(check('figure', ['€1,250'], REPORT), 'met');
  assert.equal(check('figure', ['12,500'], REPORT), 'open');
  assert.equal(check('name', ['Ana Ruiz'], REPORT), 'met');
  assert.equal(check('date', ['30 June'], REPORT), 'met');
  assert.equal(check('date', ['30 July'], REPORT), 'open');
});

test('both languages are complete, or one of them is missed', () => {
  const english = 'The machine is repaired in the workshop before it is sent back to the customer who needs it.';
  const spanish = 'La máquina se repara en el taller antes de que se envíe de nuevo a la clienta que la necesita.';
  assert.equal(check('language', ['en', 'es'], finished(`${english}\n\n${english}\n\n${spanish}\n\n${spanish}`)), 'met');
  assert.equal(check('language', ['en', 'es'], finished(`${english}\n\n${english}\n\n${english}\n\n${english}\n\n${spanish}`)), 'not_met');
  assert.equal(check('language', ['es'], finished(`${english}\n\n${english}`)), 'not_met');
  assert.equal(check('language', ['sw'], finished(`${english}\n\n${english}`)), 'open');
});

test('a wish for the look is missed where it is unsupported', () => {
  assert.equal(check('look', [], REPORT, { text: 'with a golden border' }), 'met');
  const plain = finished('# A', { unsupportedStyle: ['a golden border'] });
  assert.equal(check('look', [], plain, { text: 'with a golden border' }), 'not_met');
  assert.equal(check('look', [], plain, { text: 'in Garamond' }), 'open');
});
