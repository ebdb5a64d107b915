import { parseNumber } from '../../../base/figures.ts';
import type { Table } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { saysSubtotal } from '../../../document/total-words.ts';
import { walkBlocks } from '../../../document/walk.ts';
import { defineContentRule, type Hit } from '../../define-rule.ts';
import { minOf } from '../../../base/extremes.ts';

/** "Total", and nothing behind it that says that more, or something else, is in it than the rows above. */
const TOTAL =
  /^(?:grand |overall )?total(?:es)?(?: (?:general|amount|due|costs?|budget|importe|presupuesto|coste|gastos|horas|hours))?\s*(?:\((?:[€$£]|eur|usd|k€|m€|€ ?[km])\))?$|^(?:suma(?: total)?|importe total|sum)$/i;
/** Rows that are already in others, or are taken away from them. */
const NOT_ADDED =
  /^(?:sub-?total|of which|thereof|including|incl\.|de l[oa]s cuales|del cual|de los que|discount|descuento|rebate|less\b|menos\b|deducc?i[oó]n|deduction|withh|retenci[oó]n|irpf)/i;
/** Columns whose figures nobody adds. */
const NOT_ADDITIVE =
  /\b(?:average|avg|mean|median|rate|price|per|ratio|year|age|index|score|rank|media|promedio|mediana|tasa|precio|por|año|edad|índice|puntuación|unit(?:ario|aria)?|cumulative|acumulad[oa]|tarifa|no\.|nº|id)\b|#|%/i;
/** What shows only some of the rows cannot be added up. */
const PARTIAL = /\b(?:top|selected|selection|largest|main|extract|principales|selecci[oó]n|mayores|extracto)\b/i;

const decimalsOf = (text: string): number => /[.,](\d+)\D*$/.exec(text.trim())?.[1]?.length ?? 0;

function cellTexts(table: Table, column: number): string[] | undefined {
  const rows = table.rows.slice(table.header_rows);
  if (
    rows.some(
      (row) =>
        row.cells.length !== table.columns.length || row.cells.some((cell) => cell.colspan !== undefined || cell.rowspan !== undefined),
    )
  )
    return undefined;
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
  const places = minOf(texts.filter((text) => /\d/.test(text)).map(decimalsOf));
  const tolerance = parts.length * 0.5 * 10 ** -places + Math.abs(total) * 1e-9;
  return Math.abs(sum - total) <= tolerance ? undefined : { sum, total };
}

/** Shares are added only where they are said to make a whole: growth rates have a total too, which is no sum. */
function sharesOrNone(texts: readonly string[]): boolean {
  if (!texts.some((text) => text.includes('%'))) return true;
  return texts.every((text) => text.includes('%') || text === '') && /^100(?:[.,]0+)?\s?%$/.test(texts.at(-1) ?? '');
}

/** Rows in bold over others are sums of their own; so are those that say it. */
function addsOtherwise(table: Table): boolean {
  return table.rows.slice(table.header_rows, -1).some(({ cells: [first] }) => {
    const runs = (first?.runs ?? []).filter((run) => run.text.trim() !== '');
    return (
      NOT_ADDED.test(plainText(runs).trim()) ||
      saysSubtotal(plainText(runs)) ||
      /^total\b/i.test(plainText(runs).trim()) ||
      (runs.length > 0 && runs.every((run) => run.bold === true))
    );
  });
}

function checkColumn(table: Table, column: number): Hit[] {
  const texts = cellTexts(table, column);
  const total = texts?.at(-1) ?? '';
  if (!texts || texts.length < 3 || !/\d/.test(total) || !sharesOrNone(texts)) return [];
  const wrong = disagrees(texts, '.');
  if (!wrong || !disagrees(texts, ',')) return [];
  const head = plainText(table.rows[table.header_rows - 1]?.cells[column]?.runs ?? []).trim();
  if (NOT_ADDITIVE.test(head.replace('%', total.includes('%') ? '' : '%'))) return [];
  return [
    {
      message: `The total of ${head === '' ? `column ${column + 1}` : `"${head}"`} is ${total}, but its figures add up to ${Number(wrong.sum.toFixed(4))}.`,
      location: { block_id: table.id },
    },
  ];
}

/** A reader who adds up a column and gets another total trusts none of the figures. Never repaired: only the author knows which is wrong. */
export const totalMismatch = defineContentRule({
  code: 'total_mismatch',
  severity: 'warning',
  formats: ['docx', 'pptx', 'xlsx', 'pdf'],
  foreign: { formats: ['docx', 'pptx', 'xlsx', 'pdf'] },
  summary: 'a total row that is not the sum of its column',
  check: ({ document }) =>
    [...walkBlocks(document.blocks)].flatMap((block) => {
      if (block.type !== 'table' || !block.total_row) return [];
      const label = plainText(block.rows.at(-1)?.cells[0]?.runs ?? []).trim();
      const caption = plainText(block.caption ?? []);
      if (!TOTAL.test(label) || PARTIAL.test(caption) || addsOtherwise(block)) return [];
      return block.columns.flatMap((_, column) => (column === 0 ? [] : checkColumn(block, column)));
    }),
  examples: {
    fires: [
      { name: 'sixty-five for fifty-nine', document: { blocks: [tableOf(['Item', '20'], ['Other', '39'], ['Total', '65'])] } },
      { name: 'shares of a whole', document: { blocks: [tableOf(['Item', '20 %'], ['Other', '39 %'], ['Total', '100 %'])] } },
    ],
    silent: [
      { name: 'a true sum', document: { blocks: [tableOf(['Item', '20'], ['Other', '39'], ['Total', '59'])] } },
      { name: 'rounded figures', document: { blocks: [tableOf(['Item', '20.4'], ['Other', '39.3'], ['Total', '59.8'])] } },
      { name: 'with a discount', document: { blocks: [tableOf(['Item', '20'], ['Discount', '2'], ['Total', '18'])] } },
      { name: 'with what is in another', document: { blocks: [tableOf(['All', '20'], ['of which abroad', '8'], ['Total', '20'])] } },
      {
        name: 'with tax',
        document: { blocks: [tableOf(['Item', '20'], ['Base imponible', '20'], ['IVA', '4'], ['Importe total', '24'])] },
      },
      { name: 'growth', document: { blocks: [tableOf(['Item', '20 %'], ['Other', '39 %'], ['Total', '12 %'])] } },
    ],
  },
});

function tableOf(...rows: [string, string][]): Table {
  return {
    id: 'b1',
    type: 'table',
    columns: [{}, {}],
    header_rows: 1,
    total_row: true,
    rows: [['Position', 'Amount'] as [string, string], ...rows].map((cells) => ({ cells: cells.map((text) => ({ runs: [{ text }] })) })),
  };
}
