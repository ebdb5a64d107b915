import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeDeck } from '../src/document/compose-deck.ts';
import { composeDocument } from '../src/document/compose.ts';
import { resolveLook } from '../src/document/look.ts';
import { readMarkdown } from '../src/readers/markdown.ts';
import { buildDocx } from '../src/writers/docx.ts';
import { planDeck, writePptx } from '../src/writers/pptx.ts';
import { planWorkbook, writeXlsx } from '../src/writers/xlsx.ts';
import { listMaterial, type MaterialBlock } from '../src/edits/list-material.ts';

const created = new Date(0);
const contentOf = (markdown: string, deck = false): Parameters<typeof composeDocument>[0] => {
  const { blocks, meta } = readMarkdown(markdown, { pictures: 0, deck }).value;
  return { blocks, meta, lang: 'en', name: null, assets: new Map() };
};
const all = (blocks: readonly MaterialBlock[]): MaterialBlock[] => blocks.flatMap((block) => [block, ...all(block.blocks ?? [])]);

test('clauses of a Word file carry the numbers that a reader sees', () => {
  const look = resolveLook('contract');
  const markdown =
    '# Agreement\n\n:::clause{title="Object"}\nOne.\n:::\n\n:::clause{title="Price"}\n::::clause\nTen.\n::::\n\n::::clause\nMonthly.\n::::\n:::\n';
  const bytes = buildDocx(composeDocument(contentOf(markdown), look).document, look, { created }).deliver(new Map());
  const numbered = listMaterial(bytes).filter(({ number }) => number !== undefined);
  assert.deepEqual(
    numbered.map(({ number, text }) => `${number} ${text}`),
    ['1. Object', '2. Price', '2.1 Ten.', '2.2 Monthly.'],
  );
});

test('charts of decks and workbooks have their figures, slides their notes', () => {
  const deck = planDeck(
    composeDeck(
      contentOf(
        '::slide{layout=chart}\n\n# Sales rise\n\n:::chart{type=column unit=€}\n| Year | Sales | Cost |\n|---|--:|--:|\n| 2025 | 3 | 2 |\n| 2026 | 4 | 2.5 |\n:::\n\n:::notes\nBegin with the sum.\n:::\n',
        true,
      ),
    ),
    resolveLook('presentation'),
  );
  const blocks = all(listMaterial(writePptx(deck, { created }).bytes));
  assert.deepEqual(blocks.find(({ type }) => type === 'chart')?.data, [
    ['', 'Sales', 'Cost'],
    ['2025', '3', '2'],
    ['2026', '4', '2.5'],
  ]);
  assert.deepEqual(blocks.find(({ type }) => type === 'slide')?.beside, ['speaker notes: Begin with the sum.']);
  const look = resolveLook('spreadsheet');
  const book = planWorkbook(
    composeDocument(
      contentOf(
        '# Sheet: Plan\n\n::name{Rate=21%}\n\n| Item | Net |\n|---|--:|\n| A | 1 |\n| B | 2 |\n\n:::chart{type=column x=Item y=Net title=Net}\n:::\n',
      ),
      look,
    ).document,
    look,
  );
  const sheets = all(listMaterial(writeXlsx(book, { created }).bytes));
  const chart = sheets.find(({ type }) => type === 'chart');
  assert.deepEqual(chart?.data?.slice(1), [
    ['A', '1'],
    ['B', '2'],
  ]);
  assert.match(chart?.beside?.[0] ?? '', /^drawn from .*Plan/);
  assert.match(sheets.find(({ type }) => type === 'sheet')?.beside?.join('\n') ?? '', /the name Rate: /);
});
