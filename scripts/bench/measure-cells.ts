/** How long it takes to change a cell of a workbook of 50,000 rows and ten columns, or to insert a row in its middle, without drawing. In this process. */
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { applyEdits, type EditOperation } from '../../src/edits/apply-edits.ts';
import { columnLetters } from '../../src/spreadsheet/cell-names.ts';
import { median, round, type Row } from './measure.ts';

const ROWS = 50_000;
const COLUMNS = 10;
const WARM_UP_RUNS = 2;
const CONTEXT = { mode: 'direct', author: 'Octavo', date: '2026-01-01T00:00:00Z' } as const;

function makeWorkbook(): Uint8Array {
  const last = columnLetters(COLUMNS - 2);
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const row = at + 1;
    const figures = Array.from(
      { length: COLUMNS - 2 },
      (__, column) => `<c r="${columnLetters(column + 1)}${row}"><v>${((at * 7_919 + column * 104_729) % 100_003) / 100}</v></c>`,
    ).join('');
    return `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>Customer ${row}</t></is></c>${figures}<c r="${columnLetters(COLUMNS - 1)}${row}"><f>SUM(B${row}:${last}${row})</f><v>1</v></c></row>`;
  });
  return wrapInXlsx({ sheets: { Data: rows.join('') } });
}

/** @param runs how often each */
export function measureCells(runs: number): Row[] {
  const file = makeWorkbook();
  const operations: Record<string, EditOperation> = {
    'one cell in a workbook of 50,000 rows': { op: 'set_cells', target: `Data!C${ROWS / 2}`, values: [[5]] },
    'one row inserted in a workbook of 50,000': { op: 'insert_rows', target: `Data!${ROWS / 2}:${ROWS / 2}` },
  };
  return Object.entries(operations).map(([name, operation]) => {
    const times: number[] = [];
    for (let at = -WARM_UP_RUNS; at < runs; at++) {
      const start = performance.now();
      const { results } = applyEdits(file, [operation], CONTEXT);
      if (at >= 0) times.push(performance.now() - start);
      if (results[0]?.status !== 'applied') throw new Error(`the edit was not done: ${results[0]?.message ?? ''}`);
    }
    return { name, median_ms: round(median(times)), floor_ms: null, ratio: null, runs };
  });
}
