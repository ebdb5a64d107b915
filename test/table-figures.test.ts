import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../src/document/inline.ts';
import { detectLanguage } from '../src/document/language.ts';
import { blockText } from '../src/document/walk.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { withTableFigures } from '../src/writers/table-figures.ts';

/** Rows of the first table as they are shown, cells divided by ` | `. */
function shown(markdown: string, lang?: string): string[] {
  const { blocks } = readMarkdown(markdown, { pictures: 0 }).value;
  const document = { title: '', lang: lang ?? detectLanguage(blocks.map(blockText).join('\n')), blocks, assets: new Map() };
  const table = withTableFigures(document).blocks.find(({ type }) => type === 'table');
  assert.ok(table?.type === 'table');
  return table.rows.map(({ cells }) => cells.map(({ runs }) => plainText(runs).replaceAll('\u00A0', '~')).join(' | '));
}

test('typed columns have the currency, the separators and the dates of the language', () => {
  const table = (types: string, rows: string): string =>
    `:::table{types="${types}" total=sum}\n| Item | Price | Due | Share |\n|---|---|---|---|\n${rows}\n:::`;
  const rows = '| A | 1250000 | 2026-11-20 | 12.5 |\n| B | -12.5 | 2026-01-02 | 3 |';
  assert.deepEqual(shown(table('text,eur0,date,pct1', rows), 'en').slice(1), [
    'A | €1,250,000 | 20 Nov 2026 | 12.5%',
    'B | −€12.50 | 2 Jan 2026 | 3.0%',
    'Total | €1,249,987.50 |  | ',
  ]);
  assert.deepEqual(shown(table('text,eur2,date,pct1', rows), 'es').slice(1), [
    'A | 1.250.000,00~€ | 20/11/2026 | 12,5~%',
    'B | −12,50~€ | 02/01/2026 | 3,0~%',
    'Total | 1.249.987,50~€ |  | ',
  ]);
});

test('money without a type is told by its header, and has the sign of those beside it', () => {
  assert.deepEqual(shown('| Item | Amount (EUR) |\n|---|---|\n| A | 1250000 |\n| B | 800 |', 'en').slice(1), ['A | 1,250,000', 'B | 800']);
  assert.deepEqual(shown('| Concepto | Importe |\n|---|---|\n| A | 1250000 |\n| B | 800 |\n| Total | 1.250.800 € |', 'es').slice(1), [
    'A | 1.250.000~€',
    'B | 800~€',
    'Total | 1.250.800 €',
  ]);
  assert.deepEqual(
    shown('The price is €1,250,000.\n\n| Term | Value |\n|---|---|\n| Price | 1250000 |\n| Users | 12500 |', 'en').slice(1),
    ['Price | €1,250,000', 'Users | 12500'],
  );
});

test('codes, years, articles, telephones and counts stay as they are written', () => {
  for (const text of [
    '| Article | Price code | Year | Phone |\n|---|---|---|---|\n| 104523 | 88123 | 2026 | 600123456 |',
    '| Metric | 2025 | 2026 |\n|---|---|---|\n| Employees | 12500 | 13400 |\n| Invoice no. | 202600012 | 202600013 |',
    ':::table{types="id,int,text"}\n| Code | Year | Note |\n|---|---|---|\n| 104523 | 2026 | 1250000 |\n:::',
    '| Cost centre | Budget 2026 |\n|---|---|\n| 104523 | n/a |\n| Number of employees | 12500 |',
  ])
    assert.deepEqual(
      shown(text, 'en'),
      shown(text, 'xx').map((row) => row),
      text,
    );
  assert.deepEqual(shown('| Cost centre | Salary per year |\n|---|---|\n| 104523 | 45000 |', 'en').slice(1), ['104523 | 45,000']);
});

test('a figure that could be read in two ways keeps its digits', () => {
  assert.deepEqual(shown(':::table{types="text,eur0"}\n| Item | Price |\n|---|---|\n| A | 1.250 |\n:::', 'en').slice(1), ['A | 1.250']);
});

test('one decimal of millions stays one', () => {
  assert.deepEqual(
    shown('| | 2025 | 2026 |\n|---|--:|--:|\n| Ship calls | 3,020 | 3,262 |\n| Revenue, € million | 64.9 | 71.3 |', 'en').slice(1),
    ['Ship calls | 3,020 | 3,262', 'Revenue, € million | 64.9 | 71.3'],
  );
});
