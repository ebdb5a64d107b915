/** Titles of sheets that go over several pages in width: columns that every page repeats show their own width of them, and no more. */
import { widthOf } from './finish.ts';
import { heightOf } from './measure.ts';
import type { WorkbookPlan } from './plan.ts';
import { layOutPrint } from './print-layout.ts';

/** More lines are too much above a table: such texts stay in one piece on the first page. */
const LINES_MAX = 4;

/** Puts the lines above the table into the repeated columns, in several lines where they have to. */
export function wrapWideHeads({ sheets, look }: WorkbookPlan): void {
  for (const sheet of sheets) {
    const top = sheet.tables[0]?.top ?? 0;
    const end = layOutPrint(sheet, look).repeated.columnsTo;
    if (end === undefined) continue;
    for (const [row, plan] of sheet.rows) {
      const [cell, ...others] = plan.cells;
      if (row >= top || !cell || others.length > 0 || typeof cell.content !== 'string' || cell.column > end) continue;
      let chars = -2;
      for (let column = cell.column; column <= end; column++) chars += widthOf(sheet, column);
      const sizePt = cell.look.sizePt ?? 11;
      const lines = sheet.measure.countLines(cell.content, chars, sizePt, cell.look.bold ?? false);
      if (lines > LINES_MAX) continue;
      sheet.merges = sheet.merges.filter((merge) => merge.top !== row);
      if (lines === 1) continue;
      if (end > cell.column) sheet.merges.push({ top: row, bottom: row, left: cell.column, right: end });
      cell.look = { ...cell.look, wrap: true };
      plan.heightPt = heightOf(lines, sizePt, plan.heightPt ?? 0);
    }
  }
}
