/** The four operations that insert and delete rows and columns: what they have in common. */
import { COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { findArea } from './find-cells.ts';
import { placeText, type CellPlace } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { defineEdit, reject, type Edit, type EditExample, type Rejected } from '../../define-edit.ts';
import { calculatedFormulas } from './calculated-columns.ts';
import { sayHidden } from './hidden-cells.ts';
import { sayTexts } from './say-texts.ts';
import { showDays } from './day-values.ts';
import { daysOf, newRowsSchema, readNewRows, type GivenContent } from './new-rows.ts';
import { shiftSheet, type Filling } from './shift-sheet.ts';
import type { Shift } from './shift.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import type { CellContent, NewCell } from './write-cells.ts';

const COUNT_MAX = 10_000;

interface Words {
  op: 'insert_rows' | 'delete_rows' | 'insert_columns' | 'delete_columns';
  axis: 'row' | 'column';
  target: string;
  summary: string;
  examples: readonly EditExample[];
}

const refusesBoth = {
  target_not_found: 'there is no such sheet',
  protected_document: 'the sheet is protected',
  would_overflow: 'cells would be pushed over the edge of the sheet',
  read_only_content: 'it cuts a pivot table, a formula for many cells, the header row of a table or all of it',
  unsupported: 'a formula adds up several sheets of which one would move',
};

/** How many are in the address, and where they begin. */
function readTarget(file: WorkbookFile, target: string, axis: 'row' | 'column') {
  const found = findArea(file, target);
  if ('rejected' in found) return found;
  const { sheet, area } = found;
  const whole = axis === 'row' ? area.left === 1 && area.right === COLUMNS_MAX : area.top === 1 && area.bottom === ROWS_MAX;
  const single = area.top === area.bottom && area.left === area.right;
  if (!whole && !single)
    return reject(
      'target_not_found',
      axis === 'row' ? `Name whole rows, as ${sheet.name}!5:7.` : `Name whole columns, as ${sheet.name}!B:D.`,
    );
  return {
    sheet,
    at: axis === 'row' ? area.top : area.left,
    count: axis === 'row' ? area.bottom - area.top + 1 : area.right - area.left + 1,
  };
}

export function createDelete({ op, axis, target, summary, examples }: Words): Edit<WorkbookFile> {
  const schema = z.strictObject({
    op: z.literal(op),
    target: z.string().min(1).max(300).describe(target),
    expect: z.string().max(32_767).optional().describe('Text of the first cell that holds something there.'),
  });
  return defineEdit<WorkbookFile, z.infer<typeof schema>>({
    op,
    format: 'xlsx',
    summary,
    tracked: false,
    alone: true,
    refuses: refusesBoth,
    schema,
    examples,
    plan(file, fields) {
      const found = readTarget(file, fields.target, axis);
      if ('rejected' in found) return found;
      const { sheet, at, count } = found;
      const before = firstText(file, sheet, axis, at, count);
      if (fields.expect !== undefined && fields.expect !== before)
        return reject('expect_mismatch', `${fields.target} begins with "${before.slice(0, 300)}".`, [fields.target]);
      const made = shiftSheet(file, sheet, { sheet: sheet.name, axis, at, count, kind: 'delete' }, new Map());
      return 'rejected' in made ? made : { ...made, before, after: '' };
    },
  });
}

function firstText(file: WorkbookFile, sheet: Sheet, axis: 'row' | 'column', at: number, count: number): string {
  for (const row of sheet.rows.values()) {
    if (axis === 'row' && (row.number < at || row.number >= at + count)) continue;
    for (const cell of sheet.cellsOf(row).values()) {
      if (axis === 'column' && (cell.column < at || cell.column >= at + count)) continue;
      const text = file.text(sheet, cell);
      if (text !== '') return text;
    }
  }
  return '';
}

export function createInsert({ op, axis, target, summary, examples }: Words): Edit<WorkbookFile> {
  const lines = axis === 'row' ? 'Row by row, from column A' : 'Column by column, from row 1';
  const schema = z.strictObject({
    op: z.literal(op),
    target: z.string().min(1).max(300).describe(target),
    count: z.int().min(1).max(COUNT_MAX).optional().describe('How many come; absent: as many as the address names.'),
    values: newRowsSchema
      .optional()
      .describe(
        `${lines}: what they hold; null leaves a cell empty, {"date": "2026-05-01"} is a day. Formulas, as {"formula": "=…"}, name the cells where they are afterwards.`,
      ),
    expect: z.string().max(32_767).optional().describe('Text of the first cell that holds something in what is pushed away.'),
  });
  return defineEdit<WorkbookFile, z.infer<typeof schema>>({
    op,
    format: 'xlsx',
    summary,
    tracked: false,
    alone: true,
    refuses: {
      ...refusesBoth,
      would_overflow: `${refusesBoth.would_overflow}, or a day lies before March 1900`,
      formula_error: 'a formula to be filled in cannot stand',
    },
    schema,
    examples,
    plan(file, fields) {
      const found = readTarget(file, fields.target, axis);
      if ('rejected' in found) return found;
      const { sheet, at } = found;
      const count = fields.count ?? Math.max(found.count, fields.values?.length ?? 0);
      if (count > COUNT_MAX || (fields.values?.length ?? 0) > count)
        return reject(
          'would_overflow',
          `There are ${fields.values?.length ?? 0} lines of values for ${count} ${axis}s; at most ${COUNT_MAX} come at once.`,
        );
      const before = firstText(file, sheet, axis, at, found.count);
      if (fields.expect !== undefined && fields.expect !== before)
        return reject('expect_mismatch', `${fields.target} begins with "${before.slice(0, 300)}".`, [fields.target]);
      const shift: Shift = { sheet: sheet.name, axis, at, count, kind: 'insert' };
      const filled = fill(file, sheet, shift, fields.values ?? []);
      if ('rejected' in filled) return filled;
      const made = shiftSheet(file, sheet, shift, filled.filling);
      if ('rejected' in made) return made;
      const held = filled.given.filter(({ value }) => value !== '');
      const said = [
        made.message,
        axis === 'row' ? sayTexts(file, sheet, filled.given, at).message : undefined,
        sayHidden(sheet, held, axis).message,
      ].filter((one) => one !== undefined);
      return {
        ...made,
        ...(said.length === 0 ? {} : { message: said.join(' ') }),
        before: '',
        after: `${count} ${axis}${count === 1 ? '' : 's'}`,
        finish(opened) {
          made.finish?.(opened);
          showDays(opened, sheet.name, filled.days);
        },
      };
    },
  });
}

interface Filled {
  filling: Filling;
  /** What the request gives, without the formulas of tables. */
  given: NewCell[];
  /** Cells that days come into. */
  days: CellPlace[];
}

function fill(file: WorkbookFile, sheet: Sheet, shift: Shift, values: readonly (readonly GivenContent[])[]): Filled | Rejected {
  const filling = new Map<string, CellContent>(shift.axis === 'row' ? calculatedFormulas(file, sheet, shift) : []);
  const days: CellPlace[] = [];
  const given: NewCell[] = [];
  for (const [line, cells] of values.entries()) {
    const rows =
      shift.axis === 'row'
        ? readNewRows(file, [cells], { row: shift.at + line, column: 1 })
        : readNewRows(
            file,
            cells.map((cell) => [cell]),
            { row: 1, column: shift.at + line },
          );
    if ('rejected' in rows) return rows;
    for (const cell of rows.flatMap((row) => row.cells)) {
      filling.set(placeText(cell), cell.value);
      given.push(cell);
    }
    days.push(...daysOf(rows));
  }
  return { filling, given, days };
}
