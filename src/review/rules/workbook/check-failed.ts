import { cellName } from '../../../spreadsheet/cell-names.ts';
import { defineWorkbookRule, type Hit } from '../../define-rule.ts';
import { sheetFileOf } from '../../example-workbooks.ts';
import { cellKey, placeOf } from '../../workbook/cells.ts';
import type { WorkbookView, Worksheet } from '../../workbook-view.ts';

const TOLD_MAX = 10;
/** Words that promise a zero, beside a cell. */
const MUST_BE_ZERO =
  /(?:must|should|has to|ought to) (?:be|equal|come to) (?:zero|0)(?![\d.,])|(?:debe|tiene que|ha de) (?:ser|dar) (?:cero|0)(?![\d.,])|(?:= ?0|zero) (?:if|when) (?:ok|correct|balanced)/iu;
/** Cells are shown to the cent. */
const NOTHING = 0.005;

/** Formulas of a row whose words say that they come to zero, and do not. */
function failedIn(sheet: Worksheet, file: WorkbookView): Hit[] {
  const rows = new Map<number, string>();
  for (const [key, value] of sheet.values)
    if (typeof value === 'string' && !sheet.formulas.has(key) && MUST_BE_ZERO.test(value)) rows.set(placeOf(key).row, value);
  if (rows.size === 0) return [];
  const hits: Hit[] = [];
  for (const { row, column } of sheet.formulas.values()) {
    const words = rows.get(row);
    if (words === undefined) continue;
    const value = sheet.values.get(cellKey(row, column)) ?? file.calculate(sheet, row, column);
    if (typeof value !== 'number' || Math.abs(value) < NOTHING) continue;
    const cell = cellName(row, column);
    hits.push({
      message: `${sheet.name}!${cell} is ${Number(value.toPrecision(10))}, and "${words.slice(0, 80)}" says that it must be zero.`,
      location: { sheet: sheet.name, cell },
    });
  }
  return hits.slice(0, TOLD_MAX);
}

/** A check that its own author has put in, and that fails: the figures around it do not agree. */
export const checkFailed = defineWorkbookRule({
  code: 'check_failed',
  severity: 'error',
  summary: 'a check of the workbook that its text says must be zero, and is not',
  check: (file) => file.sheets.flatMap((sheet) => failedIn(sheet, file)),
  examples: {
    fires: [
      {
        name: 'a difference',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Assets', 100],
            ['Liabilities', 90],
            ['Check (must be zero)', { f: 'B2-B3', v: 10 }],
          ]),
      },
      {
        name: 'in Spanish',
        file: () =>
          sheetFileOf([
            ['Concepto', 'Importe'],
            ['Debe', 10],
            ['Haber', 9],
            ['Cuadre: debe ser 0', { f: 'B2-B3', v: 1 }],
          ]),
      },
    ],
    silent: [
      {
        name: 'balanced',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Assets', 100],
            ['Liabilities', 100],
            ['Check (must be zero)', { f: 'B2-B3', v: 0 }],
          ]),
      },
      {
        name: 'a share below a tenth',
        file: () =>
          sheetFileOf([
            ['Item', 'Amount'],
            ['Loss should be 0.5 % at most', { f: '1/400', v: 0.0025 }],
          ]),
      },
    ],
  },
});
