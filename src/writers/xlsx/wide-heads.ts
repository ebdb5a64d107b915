/** Texts of sheets that go over several pages in width: columns that every page repeats show their own width of them, and no more. */
import { maxOf } from '../../base/extremes.ts';
import { widthOf } from './finish.ts';
import { heightOf } from './measure.ts';
import type { SheetPlan, WorkbookPlan } from './plan.ts';
import { layOutPrint, type PrintLayout } from './print-layout.ts';

/** More lines are too much above a table: such texts stay in one piece on the first page. */
const LINES_MAX = 4;
/** Repeated columns become wider for a title's longest word, up to this. */
const WORD_CHARS_MAX = 26;
const PAD_CHARS = 2;

type RowPlan = SheetPlan['rows'] extends Map<number, infer Row> ? Row : never;
type CellPlan = RowPlan['cells'][number];

const charsBetween = (sheet: SheetPlan, from: number, to: number): number => {
  let chars = 0;
  for (let column = from; column <= to; column++) chars += widthOf(sheet, column);
  return chars;
};

/** The text of a row that holds nothing else, at its left end. */
function soleText(plan: RowPlan, end: number): { cell: CellPlan; text: string } | undefined {
  const [cell, ...others] = plan.cells;
  return cell && others.length === 0 && typeof cell.content === 'string' && cell.column <= end ? { cell, text: cell.content } : undefined;
}

interface Text {
  row: number;
  plan: RowPlan;
  cell: CellPlan;
  text: string;
}

/** A text over these columns, in as many lines as it takes. */
function spread(sheet: SheetPlan, { row, plan, cell, text }: Text, from: number, to: number): void {
  const sizePt = cell.look.sizePt ?? 11;
  const lines = sheet.measure.countLines(text, charsBetween(sheet, from, to) - PAD_CHARS, sizePt, cell.look.bold ?? false);
  sheet.merges = sheet.merges.filter((merge) => merge.top !== row);
  if (to > from) sheet.merges.push({ top: row, bottom: row, left: from, right: to });
  cell.column = from;
  cell.look = { ...cell.look, wrap: true };
  plan.heightPt = heightOf(lines, sizePt, lines === 1 ? (plan.heightPt ?? 0) : 0);
}

/** Puts a title above the table into the repeated columns, in several lines where it has to be; false where it does not go there. */
function intoRepeated(sheet: SheetPlan, text: Text, end: number): boolean {
  const { row, cell, plan } = text;
  const sizePt = cell.look.sizePt ?? 11;
  const bold = cell.look.bold ?? false;
  const room = (): number => charsBetween(sheet, cell.column, end) - PAD_CHARS;
  const word = maxOf(text.text.split(/\s+/).map((one) => sheet.measure.textChars(one, sizePt, bold)));
  if (sheet.measure.countLines(text.text, Math.max(room(), word), sizePt, bold) > LINES_MAX || word > WORD_CHARS_MAX) return false;
  if (word > room()) sheet.widths.set(end, Math.ceil(widthOf(sheet, end) + word - room() + 0.5));
  const lines = sheet.measure.countLines(text.text, room(), sizePt, bold);
  sheet.merges = sheet.merges.filter((merge) => merge.top !== row);
  if (lines === 1) return true;
  if (end > cell.column) sheet.merges.push({ top: row, bottom: row, left: cell.column, right: end });
  cell.look = { ...cell.look, wrap: true };
  plan.heightPt = heightOf(lines, sizePt, plan.heightPt ?? 0);
  return true;
}

/** Of the sheet without what runs over its columns: that must not decide where pages end. */
function pagesOf(sheet: SheetPlan, look: WorkbookPlan['look'], running: ReadonlySet<number>): PrintLayout {
  const bare = sheet.merges.filter(({ top, bottom }) => top !== bottom || !running.has(top));
  return layOutPrint({ ...sheet, merges: bare }, look);
}

/**
 * Puts titles above the table into the repeated columns; longer texts go beside these, over the columns of the first page alone, so that
 * no page cuts them and none repeats a piece of them.
 */
export function wrapWideHeads({ sheets, look }: WorkbookPlan): void {
  for (const sheet of sheets) {
    const top = sheet.tables[0]?.top ?? 0;
    const end = layOutPrint(sheet, look).repeated.columnsTo;
    if (end === undefined) continue;
    const passages = new Set(sheet.passages.map(({ row }) => row));
    const texts = [...sheet.rows].flatMap(([row, plan]): Text[] => {
      const found = row < top || passages.has(row) ? soleText(plan, end) : undefined;
      return found ? [{ row, plan, ...found }] : [];
    });
    const long = texts.filter((text) => text.row >= top || !intoRepeated(sheet, text, end));
    if (long.length === 0) continue;
    const [next] = pagesOf(sheet, look, new Set(long.map(({ row }) => row))).columnBreaks;
    if (next !== undefined && next > end + 1) for (const text of long) spread(sheet, text, end + 1, next - 1);
  }
}
