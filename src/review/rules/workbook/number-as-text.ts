import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey, isWithin } from '../../workbook/cells.ts';
import { headerOf } from '../../workbook/shapes.ts';
import type { Worksheet } from '../../workbook-view.ts';

/** `1234`, `-1,234.50`, `1.234,5`, `12 %`, `€ 5`, `(3)`; not `202.45.194.182`. */
const FIGURE =
  /^\s*[(+\-−]?\s*(?:[€$£¥]\s*)?[+\-−]?(?:\d+|\d{1,3}(?:([.,'\u00a0\u202f ])\d{3})(?:\1\d{3})*)(?:[.,]\d+)?(?:\s*(?:%|[€$£¥]|EUR|USD))?\)?\s*$/;
/** Among figures, also one with a word behind it: `12 kg`. */
const LOOSE = /^[^\p{L}\d]{0,3}\d[\d.,]*\s?\p{L}{1,10}\.?$/u;
/** Signs that nobody puts into a number that names something. */
const AMOUNT = /[%€$£¥]|\d[.,]\d/;
/** Left as text on purpose: zeros at the front, more digits than a figure keeps, dates. */
const NAMES = /^\s*0\d|\d{16,}|^\s*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\s*$/;
const NAMING_HEADS =
  /(?<!\p{L})(?:id|code|c[oó]digo|no|n[º°o]|num(?:ber)?|n[uú]mero|ref(?:erence|erencia)?|sku|zip|postal|cp|phone|tel[eé]?fono?|tel|account|cuenta|iban|vat|nif|cif|isbn|year|a[nñ]o|version|versi[oó]n|room|key|clave|clause|section|ip)(?!\p{L})|[#º°]/iu;
/** As many figures to one text: less is a column of both. */
const FIGURES_PER_TEXT = 3;
const TEXTS_MIN = 3;
const TOLD_MAX = 10;

const isFigure = (text: string): boolean => FIGURE.test(text) && !NAMES.test(text);

interface Block {
  figures: number;
  texts: { row: number; text: string }[];
  loose: { row: number; text: string }[];
  others: number;
  first: number;
}

/** Cells of a column below one heading. */
function* blocksOf(sheet: Worksheet, column: number): Generator<Block, void, undefined> {
  const blank = (first: number): Block => ({ figures: 0, texts: [], loose: [], others: 0, first });
  let block: Block | undefined;
  let last = -2;
  for (const row of sheet.columns.get(column) ?? []) {
    if (!block || row > last + 2) {
      if (block) yield block;
      block = blank(row);
    }
    last = row;
    const value = sheet.values.get(cellKey(row, column));
    if (typeof value === 'number') block.figures++;
    else if (typeof value === 'string' && row > block.first && !sheet.formulas.has(cellKey(row, column)) && isFigure(value))
      block.texts.push({ row, text: value });
    else if (typeof value === 'string' && row > block.first && !sheet.formulas.has(cellKey(row, column)) && LOOSE.test(value.trim()))
      block.loose.push({ row, text: value });
    else if (typeof value === 'string' && value.trim() !== '' && row > block.first) block.others++;
  }
  if (block) yield block;
}

function inColumn(sheet: Worksheet, column: number): Hit[] {
  return [...blocksOf(sheet, column)].flatMap((block): Hit[] => {
    const meant = ({ row }: { row: number }): boolean => !sheet.textAccepted.some((area) => isWithin(row, column, area));
    const texts = (block.texts.length > 0 ? block.texts : block.loose).filter(meant);
    const [first] = texts;
    if (!first || NAMING_HEADS.test(headerOf(sheet, first.row, column)?.text ?? '')) return [];
    const among = block.figures >= FIGURES_PER_TEXT * texts.length && block.figures >= FIGURES_PER_TEXT && block.others <= 1;
    const all =
      texts.length >= TEXTS_MIN &&
      block.figures <= 1 &&
      block.others <= 1 &&
      block.texts.length > 0 &&
      texts.filter(({ text }) => AMOUNT.test(text)).length > texts.length / 2;
    if (!among && !all) return [];
    const cell = cellName(first.row, column);
    return [
      {
        message: `${sheet.name}!${cell} holds "${first.text.trim().slice(0, 30)}" as text${texts.length > 1 ? `, and so do ${texts.length - 1} cells below it` : ''}: no sum takes it in.`,
        location: { sheet: sheet.name, cell },
      },
    ];
  });
}

const column = (head: string, values: readonly (number | string)[]): RowInput[] => [[head], ...values.map((value) => [value])];

/** Sums, charts and sorting pass over it without a word. */
export const numberAsText = defineWorkbookRule({
  code: 'number_as_text',
  severity: 'warning',
  summary: 'a figure of the workbook that is text, and so in no sum',
  check: (file) => file.sheets.flatMap((sheet) => [...sheet.columns.keys()].flatMap((at) => inColumn(sheet, at)).slice(0, TOLD_MAX)),
  examples: {
    fires: [
      { name: 'one among figures', file: () => sheetFileOf(column('Amount', [12, 30, '45', 8])) },
      { name: 'a whole column', file: () => sheetFileOf(column('Amount', ['1,234.50', '12.00', '7.25'])) },
      { name: 'with its currency', file: () => sheetFileOf(column('Importe', ['12 €', '30 €', '45 €'])) },
    ],
    silent: [
      { name: 'figures', file: () => sheetFileOf(column('Amount', [12, 30, 45])) },
      { name: 'codes', file: () => sheetFileOf(column('Code', ['1001', '1002', '1003'])) },
      { name: 'zeros at the front', file: () => sheetFileOf(column('Shop', [12, 30, 45, '007'])) },
      { name: 'words among figures', file: () => sheetFileOf(column('Amount', [12, 'none', 45, 8])) },
      { name: 'years', file: () => sheetFileOf(column('Season', ['2024', '2025', '2026'])) },
    ],
  },
});
