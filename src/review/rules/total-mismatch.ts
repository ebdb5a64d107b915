import { parseNumber } from '../../base/figures.ts';
import type { Table } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { walkBlocks } from '../../document/walk.ts';
import { defineContentRule, type Hit } from '../define-rule.ts';

const decimalsOf = (text: string): number => /[.,](\d+)\D*$/.exec(text.trim())?.[1]?.length ?? 0;

function cellTexts(table: Table, column: number): string[] | undefined {
  const rows = table.rows.slice(table.header_rows);
  if (rows.some((row) => row.cells.length !== table.columns.length || row.cells.some((cell) => cell.colspan !== undefined || cell.rowspan !== undefined))) return undefined;
  return rows.map((row) => plainText(row.cells[column]?.runs ?? []).trim());
}

/** Separators with exactly three digits behind them are read in both ways: the total is wrong only if it is in both. */
function disagrees(texts: readonly string[], decimal: '.' | ','): { sum: number; total: number } | undefined {
  const values = texts.map((text) => (text === '' || /^[–—-]$|^n\/?[ad]\.?$/i.test(text) ? 0 : parseNumber(text, decimal)));
  const total = values.at(-1);
  if (total === undefined || values.some((value) => value === undefined)) return undefined;
  const parts = values.slice(0, -1) as number[];
  const sum = parts.reduce((a, b) => a + b, 0);
  // each rounded figure may be off by half a unit of its last place
  const places = Math.min(...texts.filter((text) => /\d/.test(text)).map(decimalsOf));
  const tolerance = parts.length * 0.5 * 10 ** -places + Math.abs(total) * 1e-9;
  return Math.abs(sum - total) <= tolerance ? undefined : { sum, total };
}

function checkColumn(table: Table, column: number): Hit[] {
  const texts = cellTexts(table, column);
  const total = texts?.at(-1) ?? '';
  if (!texts || texts.length < 3 || !/\d/.test(total) || texts.some((text) => text.includes('%')) || table.columns[column]?.type?.startsWith('pct')) return [];
  // subtotals are counted twice, and an average is no sum
  if (table.rows.slice(table.header_rows, -1).some((row) => /^(?:sub)?total/i.test(plainText(row.cells[0]?.runs ?? []).trim()))) return [];
  const wrong = disagrees(texts, '.');
  if (!wrong || !disagrees(texts, ',')) return [];
  const head = plainText(table.rows[table.header_rows - 1]?.cells[column]?.runs ?? []).trim();
  return [{ message: `The total of ${head === '' ? `column ${column + 1}` : `"${head}"`} is ${total}, but its figures add up to ${Number(wrong.sum.toFixed(4))}.`, location: { block_id: table.id } }];
}

/** A reader who adds up a column and gets another total trusts none of the figures. Never mended: only the author knows which is wrong. */
export const totalMismatch = defineContentRule({
  code: 'total_mismatch',
  severity: 'warning',
  summary: 'a total row that is not the sum of its column',
  check: ({ document }) => [...walkBlocks(document.blocks)].flatMap((block) => {
    if (block.type !== 'table' || !block.total_row) return [];
    const label = plainText(block.rows.at(-1)?.cells[0]?.runs ?? []);
    if (!/total|suma/i.test(label)) return [];
    return block.columns.flatMap((_, column) => (column === 0 ? [] : checkColumn(block, column)));
  }),
  examples: {
    fires: [{ name: 'sixty-five for fifty-nine', document: { blocks: [tableOf(['Item', '20'], ['Other', '39'], ['Total', '65'])] } }],
    silent: [
      { name: 'a true sum', document: { blocks: [tableOf(['Item', '20'], ['Other', '39'], ['Total', '59'])] } },
      { name: 'rounded figures', document: { blocks: [tableOf(['Item', '20.4'], ['Other', '39.3'], ['Total', '59.8'])] } },
      { name: 'shares', document: { blocks: [tableOf(['Item', '20 %'], ['Other', '39 %'], ['Total', '12 %'])] } },
    ],
  },
});

function tableOf(...rows: [string, string][]): Table {
  return {
    id: 'b1', type: 'table', columns: [{}, {}], header_rows: 1, total_row: true,
    rows: [['Position', 'Amount'] as [string, string], ...rows].map((cells) => ({ cells: cells.map((text) => ({ runs: [{ text }] })) })),
  };
}
