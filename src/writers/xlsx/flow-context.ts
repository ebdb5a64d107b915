/** What is available while a sheet is laid out. */
import type { Note } from '../../base/note.ts';
import type { Block, Table } from '../../document/block.ts';
import type { FootnoteNumbers } from './cell-text.ts';
import type { SheetPlan, WorkbookPlan } from './plan.ts';

export interface FlowContext {
  book: WorkbookPlan;
  sheet: SheetPlan;
  sheetIndex: number;
  decimal: '.' | ',';
  footnotes: FootnoteNumbers;
  notesById: ReadonlyMap<string, Block[]>;
  /** Figures of charts that have no table on their sheet, for a sheet of their own. */
  chartTables: ChartTable[];
}

export interface ChartTable {
  table: Table;
  place(index: number): void;
}

const NOTES_PER_CODE_MAX = 20;

export function warn({ book }: { book: WorkbookPlan }, note: Note): void {
  if (book.notes.filter(({ code }) => code === note.code).length < NOTES_PER_CODE_MAX) book.notes.push(note);
}
