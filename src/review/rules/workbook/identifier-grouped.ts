import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey } from '../../workbook/cells.ts';
import { figureAt, headerOf, runsOf, saysTotal } from '../../workbook/shapes.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const ROWS_MIN = 3;
const YEARS = { first: 1900, last: 2100 };
const YEAR_HEAD = /^(?:fiscal )?(?:year|año|ejercicio|jahr|année|anno|ano)$/iu;
/** Numbers that name something: nobody adds them up. */
const NAME_HEAD =
  /^(?:id|code|código|sku|ean|gtin|isbn|zip|zip code|postcode|postal code|código postal|cp|phone|telephone|tel\.?|teléfono|account (?:no\.?|number)|order (?:no\.?|number|id)|invoice (?:no\.?|number)|employee (?:no\.?|number|id)|customer (?:no\.?|number|id)|n\.?º (?:de )?(?:pedido|factura|cliente|cuenta|empleado)|nif|dni|vat (?:no\.?|number))$/iu;
const GROUPED = /^[#0]*[#0],[#0]{3}(?![#0,]*,$)/;
const TOLD_MAX = 10;

function hitIn(sheet: Worksheet, column: number, file: WorkbookView, { top, bottom }: { top: number; bottom: number }): Hit | undefined {
  const head = (headerOf(sheet, top, column)?.text ?? '').trim();
  const years = YEAR_HEAD.test(head);
  if (!years && !NAME_HEAD.test(head)) return undefined;
  const cells = Array.from({ length: bottom - top + 1 }, (_, i) => top + i).flatMap((row) => {
    const value = figureAt(sheet, row, column);
    return value === undefined || saysTotal(sheet, row, column)
      ? []
      : [{ row, value, format: file.styles.of(sheet.styles.get(cellKey(row, column)) ?? 0).format }];
  });
  if (cells.length < ROWS_MIN || cells.some(({ value }) => !Number.isInteger(value) || value < 0)) return undefined;
  if (years && cells.some(({ value }) => value < YEARS.first || value > YEARS.last)) return undefined;
  const grouped = cells.find(({ value, format }) => value >= 1000 && GROUPED.test(format));
  return (
    grouped && {
      message: `${sheet.name}!${cellName(grouped.row, column)} shows ${grouped.value} with its thousands divided, although "${head.slice(0, 60)}" ${years ? 'holds years' : 'names things and counts nothing'}.`,
      location: { sheet: sheet.name, cell: cellName(grouped.row, column) },
    }
  );
}

const rows = (head: string, ...values: number[]): RowInput[] => [[head], ...values.map((v) => [{ v, s: 1 }])];

/** "2,026" is no year, and "10,482" no number of an order. */
export const identifierGrouped = defineWorkbookRule({
  code: 'identifier_grouped',
  severity: 'info',
  summary: 'years or numbers that name something, shown with their thousands divided',
  check: (file) =>
    file.sheets.flatMap((sheet) =>
      [...sheet.columns.keys()]
        .flatMap((column) => [...runsOf(sheet, column)].flatMap((run) => hitIn(sheet, column, file, run) ?? []))
        .slice(0, TOLD_MAX),
    ),
  examples: {
    fires: [
      { name: 'years', file: () => sheetFileOf(rows('Year', 2024, 2025, 2026), { formats: ['#,##0'] }) },
      { name: 'orders', file: () => sheetFileOf(rows('Order no.', 10482, 10483, 10484), { formats: ['#,##0'] }) },
    ],
    silent: [
      { name: 'years as years', file: () => sheetFileOf(rows('Year', 2024, 2025, 2026), { formats: ['0'] }) },
      { name: 'amounts', file: () => sheetFileOf(rows('Visits', 2024, 2025, 2026), { formats: ['#,##0'] }) },
    ],
  },
});
