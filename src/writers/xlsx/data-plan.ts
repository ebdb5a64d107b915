/** Rows of values → the plan of a sheet that holds nothing else, without a document in between: for data by the ten thousand. */
import type { Look } from '../../document/look.ts';
import { decideColumn } from './column-type.ts';
import { headLook } from './looks.ts';
import type { ColumnPlan, SheetPlan, TablePlan } from './plan.ts';

interface DataColumn {
  name: string;
  /** Column type of the dialect: `int`, `eur2`, `date`, …; text where absent. Dates are given as days since 1899-12-30. */
  type?: string;
  /** `=[Units]*[Price]`: the column holds no values of its own. */
  formula?: string;
}
export interface DataSheet {
  name: string;
  columns: readonly DataColumn[];
  /** Each with a value for every column; those of computed ones are passed over. */
  rows: Iterable<readonly (string | number | boolean | null)[]>;
}

function columnOf({ name, type, formula }: DataColumn, lang: string): ColumnPlan {
  const decided = decideColumn({
    header: name,
    declared: type ?? (formula === undefined ? 'text' : undefined),
    align: undefined,
    texts: formula === undefined ? [] : [undefined],
    lang,
    decimal: '.',
  });
  const { format, numeric, align, entry } = decided;
  return {
    name,
    format,
    numeric,
    align,
    entry,
    choices: [],
    cells: [],
    formula: formula === undefined ? undefined : { kind: 'missing' },
    formulaSource: formula ?? '',
    total: null,
    totalKind: undefined,
    bars: false,
    share: undefined,
  };
}

/** The table, in A1 of a sheet without margins. Its formulas are still to be placed. */
export function planData(data: DataSheet, sheet: SheetPlan, { look, lang }: { look: Look; lang: string }): TablePlan {
  const columns = data.columns.map((column) => columnOf(column, lang));
  let count = 0;
  for (const row of data.rows) {
    for (const [at, column] of columns.entries()) column.cells.push(column.formula ? undefined : (row[at] ?? null));
    count++;
  }
  const table: TablePlan = {
    index: 0,
    sheet: 0,
    blockId: '',
    name: ' ',
    aliases: [data.name.trim().toLowerCase()],
    columns,
    rowCount: count,
    kinds: undefined,
    hasTotal: false,
    filter: true,
    merges: [],
    description: '',
    rules: [],
    heights: new Map(),
    top: 0,
    left: 0,
    bottom: count,
    right: columns.length - 1,
    headers: [
      columns.map((column, at) => ({
        column: at,
        content: column.name,
        look: headLook(look, { align: column.align, last: true, first: at === 0, numeric: column.numeric }),
      })),
    ],
  };
  sheet.tables.push(table);
  sheet.next = count + 1;
  return table;
}
