/** The rows of a sheet as text, in pieces: a sheet of 50,000 rows is never held as a whole. */
import { columnLetters } from '../../spreadsheet/cell-names.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import type { PlacedFormula, Scalar } from '../../spreadsheet/formula-tree.ts';
import { writeFormula } from './formula/write.ts';
import { apart, bodyLook, FROM_OTHER_SHEET, INPUT, totalLook } from './looks.ts';
import {
  bodyTop,
  formatAt,
  isFormula,
  isRich,
  standsIn,
  type CellLook,
  type ColumnPlan,
  type Content,
  type RowKind,
  type SheetPlan,
  type TablePlan,
  type WorkbookPlan,
} from './plan.ts';
import type { PrintLayout } from './print-layout.ts';
import type { SharedStrings } from './shared-strings.ts';
import { inStyle, type Styles } from './styles.ts';
import { ROW_PT, type Measure } from './measure.ts';
import { maxOf } from '../../base/extremes.ts';

export interface SheetWriting {
  book: WorkbookPlan;
  sheet: SheetPlan;
  print: PrintLayout;
  sheetIndex: number;
  styles: Styles;
  strings: SharedStrings;
  /** Whether formulas carry what they evaluate to; without, an office program calculates them all. */
  cached: boolean;
}

const CHUNK_CHARS = 1 << 18;
/** A text that begins so would be a formula if a user edited it. */
const FORMULA_LIKE = /^[=+\-@]/;

export function* sheetRows(writing: SheetWriting): Generator<string, void, undefined> {
  const { sheet } = writing;
  const starts = new Map(sheet.tables.map((table) => [table.top, table]));
  const last = Math.max(-1, maxOf(sheet.rows.keys()), maxOf(sheet.tables.map((table) => table.bottom)));
  let chunk = '';
  for (let row = 0; row <= last; row++) {
    const table = starts.get(row);
    if (table) {
      yield chunk;
      chunk = '';
      yield* tableRows(table, writing);
      row = Math.max(row, table.bottom);
      continue;
    }
    const plan = sheet.rows.get(row);
    if (!plan) continue;
    const cells = plan.cells
      .toSorted((a, b) => a.column - b.column)
      .map(({ column, content, look }) => looseCell({ row, column, content, look }, writing))
      .join('');
    chunk += rowXml(row, plan.heightPt ?? ROW_PT, cells, sheet.measure);
  }
  yield chunk;
}

function rowXml(row: number, heightPt: number, cells: string, { scale }: Measure): string {
  const height = heightPt === ROW_PT ? '' : ` ht="${Math.min(409, Math.round(heightPt * scale * 4) / 4)}" customHeight="1"`;
  return cells === '' ? `<row r="${row + 1}"${height}/>` : `<row r="${row + 1}"${height}>${cells}</row>`;
}

interface LooseCell {
  row: number;
  column: number;
  content: Content;
  look: CellLook;
}

function looseCell({ row, column, content, look }: LooseCell, writing: SheetWriting): string {
  const style = writing.styles.idOf(look, typeof content === 'string' && FORMULA_LIKE.test(content));
  return contentXml(`${columnLetters(column)}${row + 1}`, style, content, look, row, writing);
}

/** One cell. Numbers go first: nearly all cells of large tables are. */
function contentXml(name: string, style: number, content: Content, look: CellLook, row: number, writing: SheetWriting): string {
  if (typeof content === 'number')
    return Number.isFinite(content)
      ? `<c r="${name}" s="${style}"><v>${content}</v></c>`
      : `<c r="${name}" s="${style}" t="e"><v>#NUM!</v></c>`;
  if (typeof content === 'string') return `<c r="${name}" s="${style}" t="s"><v>${writing.strings.idOf(content)}</v></c>`;
  if (content === null) return `<c r="${name}" s="${style}"/>`;
  if (typeof content === 'boolean') return `<c r="${name}" s="${style}" t="b"><v>${content ? 1 : 0}</v></c>`;
  if (isFormula(content)) return formulaXml(name, style, content.formula, content.value, row, writing);
  if (isRich(content)) {
    const base = { sizePt: look.sizePt ?? 11, color: look.color ?? writing.book.look.roles.body.color, bold: look.bold ?? false };
    return `<c r="${name}" s="${style}" t="s"><v>${writing.strings.idOfRuns(content.runs, base)}</v></c>`;
  }
  return `<c r="${name}" s="${style}" t="e"><v>${content.error}</v></c>`;
}

function formulaXml(
  name: string,
  style: number,
  formula: PlacedFormula,
  value: Scalar | undefined,
  row: number,
  writing: SheetWriting,
): string {
  const text = escapeText(writeFormula(formula, { sheet: writing.sheetIndex, row }, writing.book));
  return `<c r="${name}" s="${style}"${writing.cached ? valueXml(value, text) : `><f>${text}</f></c>`}`;
}

/** The rest of a formula's cell: its type, its text, what it evaluates to. */
function valueXml(value: Scalar | undefined, formula: string): string {
  if (typeof value === 'number') return `><f>${formula}</f><v>${value}</v></c>`;
  if (value === undefined || value === null) return `><f>${formula}</f></c>`;
  if (typeof value === 'string') return ` t="str"><f>${formula}</f><v>${escapeText(value)}</v></c>`;
  if (typeof value === 'boolean') return ` t="b"><f>${formula}</f><v>${value ? 1 : 0}</v></c>`;
  return ` t="e"><f>${formula}</f><v>${value.error}</v></c>`;
}

// -------------------------------------------------------------------------------------------------------------- tables

/** Whether a sheet calculates: only then are typed figures distinguished from computed ones by colour. */
function calculates(sheet: SheetPlan): boolean {
  return sheet.tables.some(({ columns }) =>
    columns.some((column) => column.formula !== undefined || column.cells.some((cell) => isFormula(cell) && cell.source !== '')),
  );
}

interface ColumnWriter {
  letters: string;
  write(row: number, at: number, kind: RowKind): string;
}

function columnWriter(table: TablePlan, at: number, wraps: boolean, inputs: boolean, writing: SheetWriting): ColumnWriter {
  const column = table.columns[at];
  const letters = columnLetters(table.left + at);
  if (!column) throw new Error(`no column ${at}`);
  const { align, numeric, format } = column;
  const typable = writing.sheet.protected && column.formula === undefined && !column.cells.some((cell) => isFormula(cell));
  const plainLook = (kind: RowKind, color: string | undefined, own: string): CellLook =>
    apart(
      bodyLook(writing.book.look, {
        align,
        first: standsIn(table, at),
        numeric,
        kind,
        format: own,
        wrap: wraps && !numeric && (format === '' || format === '@'),
        color,
      }),
      at,
      writing.book.look,
    );
  const lookFor = (kind: RowKind, color: string | undefined, own = format): CellLook => ({
    ...inStyle(plainLook(kind, color, own), kind === 'body' ? column.style : undefined),
    ...(typable && kind === 'body' ? { unlocked: true } : {}),
  });
  const styles = new Map<string, number>();
  const styleOf = (kind: RowKind, color: string | undefined, quoted: boolean, own = format): number => {
    const key = `${kind} ${color ?? ''} ${quoted ? 1 : 0} ${own}`;
    const known = styles.get(key) ?? writing.styles.idOf(lookFor(kind, color, own), quoted);
    styles.set(key, known);
    return known;
  };
  const colorOf = (content: Content | undefined): string | undefined => {
    if (isFormula(content)) return fromOtherSheet(content.formula, writing) ? FROM_OTHER_SHEET : undefined;
    return inputs && typeof content === 'number' && numeric ? INPUT.color : undefined;
  };
  // a column's formula is the same in every row but where its table is no object
  const shared =
    column.formula && table.name !== ''
      ? escapeText(writeFormula(column.formula, { sheet: writing.sheetIndex, row: 0 }, writing.book))
      : undefined;
  const plain = column.formula ? styleOf('body', fromOtherSheet(column.formula, writing) ? FROM_OTHER_SHEET : undefined, false) : 0;
  let plainBody: number | undefined;
  let typedBody: number | undefined;
  return {
    letters,
    write(row, index, kind) {
      const name = letters + (row + 1);
      const content = column.cells[index];
      if (column.formula) {
        if (shared === undefined) return formulaXml(name, plain, column.formula, scalarOf(content), row, writing);
        return `<c r="${name}" s="${plain}"${writing.cached ? valueXml(scalarOf(content), shared) : `><f>${shared}</f></c>`}`;
      }
      const color = colorOf(content);
      // nearly all cells of large tables are figures or texts in the column's own look
      if (
        kind === 'body' &&
        column.formats === undefined &&
        (typeof content === 'number' || (typeof content === 'string' && !FORMULA_LIKE.test(content)))
      ) {
        if (color === undefined) return contentXml(name, (plainBody ??= styleOf('body', undefined, false)), content, {}, row, writing);
        return contentXml(name, (typedBody ??= styleOf('body', color, false)), content, {}, row, writing);
      }
      const style = styleOf(kind, color, typeof content === 'string' && FORMULA_LIKE.test(content), formatAt(column, index));
      return contentXml(name, style, content ?? null, isRich(content) ? lookFor(kind, color) : {}, row, writing);
    },
  };
}

const scalarOf = (content: Content | undefined): Scalar | undefined => (isFormula(content) || isRich(content) ? undefined : content);

/** A formula that only fetches a cell from elsewhere. */
function fromOtherSheet(formula: PlacedFormula, { book, sheetIndex }: SheetWriting): boolean {
  if (formula.kind !== 'reference') return false;
  const { reference } = formula;
  if (reference.kind === 'area') return reference.sheet !== sheetIndex;
  if (reference.kind === 'table') return book.tables[reference.table]?.sheet !== sheetIndex;
  const content = book.names[reference.name]?.content;
  return content?.kind === 'cell' && content.sheet !== sheetIndex;
}

function* tableRows(table: TablePlan, writing: SheetWriting): Generator<string, void, undefined> {
  const { measure } = writing.sheet;
  const inputs = calculates(writing.sheet);
  const wraps = table.heights.size > table.headers.length + (table.hasTotal ? 1 : 0);
  const writers = table.columns.map((_, at) => columnWriter(table, at, wraps, inputs, writing));
  let chunk = table.headers
    .map((cells, line) => {
      const row = table.top + line;
      return rowXml(
        row,
        table.heights.get(line - table.headers.length) ?? 26,
        cells.map((cell) => looseCell({ row, ...cell }, writing)).join(''),
        measure,
      );
    })
    .join('');
  const first = bodyTop(table);
  for (let index = 0; index < table.rowCount; index++) {
    const row = first + index;
    const kind = table.kinds?.[index] ?? 'body';
    const heightPt = table.heights.get(index) ?? ROW_PT;
    const height = heightPt === ROW_PT ? '' : ` ht="${Math.min(409, Math.round(heightPt * measure.scale * 4) / 4)}" customHeight="1"`;
    chunk += `<row r="${row + 1}"${height}>`;
    for (const writer of writers) chunk += writer.write(row, index, kind);
    chunk += '</row>';
    if (chunk.length > CHUNK_CHARS) {
      yield chunk;
      chunk = '';
    }
  }
  if (table.hasTotal)
    chunk += rowXml(
      table.bottom,
      table.heights.get(table.rowCount) ?? 24,
      table.columns.map((column, at) => totalCell(table, column, at, writing)).join(''),
      measure,
    );
  yield chunk;
}

function totalCell(table: TablePlan, column: ColumnPlan, at: number, writing: SheetWriting): string {
  const look = totalLook(writing.book.look, {
    align: column.align,
    first: standsIn(table, at),
    numeric: column.numeric,
    format: column.totalKind === 'count' ? '#,##0' : typeof column.total === 'string' ? '' : column.format,
  });
  return looseCell(
    { row: table.bottom, column: table.left + at, content: column.total, look: apart(look, at, writing.book.look) },
    writing,
  );
}
