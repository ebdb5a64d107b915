import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf, type RowInput } from '../../example-workbooks.ts';
import { cellKey } from '../../workbook/cells.ts';
import { figureAt, headerOf, runsOf, saysTotal, type Run } from '../../workbook/shapes.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';
import { maxOf } from '../../../base/extremes.ts';

const ROWS_MIN = 4;
/** Part of a column that has a format before one without is odd. */
const USUAL = 0.75;
/** More decimals than a reader takes in; amounts have two, measurements three or four. */
const DECIMALS_MAX = 5;
const DATE_HEADS = /(?<!\p{L})(?:date|day|due|deadline|fecha|d[ií]a|vence|vencimiento|datum|birthday|start|end|inicio|fin)(?!\p{L})/iu;
const TOLD_MAX = 10;

const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(Number(value.toPrecision(12))))?.[1]?.length ?? 0;
/** Days between 1980 and 2080, whole. */
const isDay = (value: number): boolean => Number.isInteger(value) && value > 29_220 && value < 65_745;

function inRun(sheet: Worksheet, column: number, { top, bottom }: Run, file: WorkbookView): Hit | undefined {
  const cells = Array.from({ length: bottom - top + 1 }, (_, i) => top + i).flatMap((row) => {
    const value = figureAt(sheet, row, column);
    return value === undefined || saysTotal(sheet, row, column)
      ? []
      : [
          {
            row,
            value,
            format: file.styles.of(sheet.styles.get(cellKey(row, column)) ?? 0).format,
            typed: !sheet.formulas.has(cellKey(row, column)),
          },
        ];
  });
  // a first row of figures may be the heading
  const bare = cells.filter(({ format, row }) => format === 'General' && (row > top || cells.length === 1));
  const [first] = bare;
  if (!first || cells.length < ROWS_MIN) return undefined;
  const told = (row: number, message: string): Hit => ({
    message: `${sheet.name}!${cellName(row, column)} ${message}`,
    location: { sheet: sheet.name, cell: cellName(row, column) },
  });
  const usual = Math.max(
    0,
    maxOf(
      [...new Set(cells.map(({ format }) => format))]
        .filter((format) => format !== 'General')
        .map((format) => cells.filter((cell) => cell.format === format).length),
    ),
  );
  if (usual >= cells.length * USUAL) return told(first.row, 'has no number format where the cells around it have one.');
  if (
    bare.length >= cells.length - 1 &&
    cells.every(({ format }) => format === 'General') &&
    DATE_HEADS.test(headerOf(sheet, top, column)?.text ?? '') &&
    bare.every(({ value }) => isDay(value))
  )
    return told(first.row, `and those below show the number of a day (${first.value}) in place of its date.`);
  const long = bare.find(({ value, typed }) => !typed && decimalsOf(value) > DECIMALS_MAX);
  const places = new Set(bare.map(({ value }) => decimalsOf(value)));
  return long && places.size > 1
    ? {
        ...told(
          long.row,
          `shows ${decimalsOf(long.value) > 9 ? 'nine or ten' : decimalsOf(long.value)} decimals: a number format would show as many as are meant.`,
        ),
        severity: 'info',
      }
    : undefined;
}

const rows = (head: string, cells: readonly RowInput[number][]): RowInput[] => [[head], ...cells.map((cell) => [cell])];

/** Figures of one kind are compared by their digits, which are under each other only in one format. */
export const numberFormatMissing = defineWorkbookRule({
  code: 'number_format_missing',
  severity: 'warning',
  summary: 'a figure or date of the workbook without the number format that its column has or needs',
  check: (file) =>
    file.sheets.flatMap((sheet) =>
      [...sheet.columns.keys()]
        .flatMap((column) => [...runsOf(sheet, column)].flatMap((run) => inRun(sheet, column, run, file) ?? []))
        .slice(0, TOLD_MAX),
    ),
  examples: {
    fires: [
      {
        name: 'one without',
        file: () =>
          sheetFileOf(rows('Amount', [{ v: 1, s: 1 }, { v: 2, s: 1 }, { v: 3, s: 1 }, 4, { v: 5, s: 1 }]), { formats: ['#,##0.00'] }),
      },
      { name: 'days as numbers', file: () => sheetFileOf(rows('Due date', [46000, 46010, 46020, 46031])) },
      {
        name: 'nine decimals',
        file: () =>
          sheetFileOf(
            rows(
              'Share',
              [1, 2, 4, 5].map((value, i) => ({ f: `${value}/3`, v: [1 / 3, 2 / 3, 4 / 3, 5 / 2][i] ?? 0 })),
            ).map((row, i) => (i === 4 ? [{ f: '5/2', v: 2.5 }] : row)),
          ),
      },
    ],
    silent: [
      { name: 'none has one', file: () => sheetFileOf(rows('Amount', [1, 2, 3, 4, 5])) },
      {
        name: 'all have',
        file: () =>
          sheetFileOf(
            rows(
              'Due date',
              [46000, 46010, 46020, 46031].map((v) => ({ v, s: 1 })),
            ),
            { formats: ['mmm yy'] },
          ),
      },
    ],
  },
});
