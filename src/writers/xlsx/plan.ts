/**
 * A workbook before it is written: sheets with rows and tables in their places, formulas as trees, looks by name. Rows
 * and columns count from 0. Tables keep their cells by column, so that large ones stay small in memory.
 */
import type { TextStyle } from '../../spreadsheet/text-styles.ts';
import type { Note } from '../../base/note.ts';
import type { CELL_STYLES, Chart, TableRule, TotalKind } from '../../document/block.ts';
import type { Asset, Document } from '../../document/document.ts';
import type { Run } from '../../document/inline.ts';
import type { Look } from '../../document/look.ts';
import type { BlankCells } from './blank-cells.ts';
import type { Measure } from './measure.ts';
import type { PlacedRemark } from '../review.ts';
import type { PlacedFormula, Scalar } from '../../spreadsheet/formula-tree.ts';

export interface FormulaCell {
  kind: 'formula';
  /** As the author wrote it, with its `=`. */
  source: string;
  formula: PlacedFormula;
  /** Its value; undefined where only an office program can calculate it. */
  value: Scalar | undefined;
}
export interface RichCell {
  kind: 'rich';
  runs: Run[];
  text: string;
}
export type Content = Scalar | FormulaCell | RichCell;

export type Horizontal = 'left' | 'center' | 'right';

/** How a cell looks; equal ones share one record of the file. */
export interface CellLook {
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  /** RRGGBB; the text's colour where absent. */
  color?: string;
  sizePt?: number;
  face?: string;
  fill?: string;
  top?: Border;
  bottom?: Border;
  box?: Border;
  format?: string;
  align?: Horizontal;
  vertical?: 'top' | 'center' | 'bottom';
  wrap?: boolean;
  indent?: number;
  /** A style of the workbook that the cell is of; what is said here stays. */
  style?: NamedStyle | TextStyle;
  /** May be typed into where the sheet is protected. */
  unlocked?: boolean;
  /** Font, ground and lines as a template has them, written as they are. */
  dress?: { font: string; fill: string; border: string };
}
export type NamedStyle = (typeof CELL_STYLES)[number];
export interface Border {
  style: 'hair' | 'thin' | 'medium' | 'thick';
  color: string;
}

export interface CellPlan {
  column: number;
  content: Content;
  look: CellLook;
}
interface RowPlan {
  heightPt?: number;
  cells: CellPlan[];
}
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export type RowKind = 'body' | 'group' | 'subtotal';

export interface ColumnPlan {
  /** Header as one line, unique in its table. */
  name: string;
  /** Number format; '' for text. */
  format: string;
  numeric: boolean;
  align: Horizontal;
  /** What the author says may be typed here; it holds where the cells are formulas too. */
  input?: Extract<TableRule, { kind: 'input' }>;
  /** A named style that the author gives it. */
  style?: NamedStyle;
  /** What a person may enter here. */
  entry: 'text' | 'integer' | 'decimal' | 'date' | 'list' | 'any';
  choices: string[];
  /** One for each body row; undefined is a formula of the column that is not calculated yet. */
  cells: (Content | undefined)[];
  /** Of cells whose own format is not the column's, by row: sums in several currencies. */
  formats?: Map<number, string>;
  /** Labels are beside values of several kinds: what is calculated is shown as its own row has it. */
  mixed?: boolean;
  /** The same in every row. */
  formula: PlacedFormula | undefined;
  formulaSource: string;
  total: Content;
  totalKind: TotalKind | undefined;
  /** Shares of a whole, drawn as bars behind their figures. */
  bars: boolean;
  /** Fixed by the author: share of the width. */
  share: number | undefined;
}

export interface TablePlan extends Area {
  /** Position in the plan's list, and of its sheet. */
  index: number;
  sheet: number;
  blockId: string;
  /** Name of the table object; '' where its shape allows none. */
  name: string;
  /** The author's own name for it. */
  anchor?: string | undefined;
  /** Names by which formulas may call it, in lower case. */
  aliases: string[];
  headers: CellPlan[][];
  columns: ColumnPlan[];
  rowCount: number;
  kinds: RowKind[] | undefined;
  hasTotal: boolean;
  filter: boolean;
  merges: Area[];
  description: string;
  rules: readonly TableRule[];
  /** Heights of rows that hold more than one line, by row of the table's body; the default elsewhere. */
  heights: Map<number, number>;
}

export interface ChartPlace {
  chart: Chart;
  /** Row in which it begins, and how far it reaches. */
  row: number;
  column: number;
  widthPt: number;
  heightPt: number;
  /** Where its figures stand: table, column of the categories, columns of the series. */
  table: number;
  category: number;
  series: number[];
}
interface Passage {
  row: number;
  column: number;
  text: string;
  sizePt: number;
  bold: boolean;
}
interface PicturePlace {
  asset: Asset;
  alt: string;
  row: number;
  column: number;
  widthPt: number;
  heightPt: number;
}

export interface SheetPlan {
  name: string;
  /** As the author has it. */
  title: string;
  blockId: string;
  role: 'summary' | 'inputs' | 'plain' | 'contents';
  /** Formulas are locked. */
  protected: boolean;
  /** Width of column A in characters where it is a gutter; null where the table begins there. */
  gutter: boolean;
  rows: Map<number, RowPlan>;
  tables: TablePlan[];
  merges: Area[];
  charts: ChartPlace[];
  pictures: PicturePlace[];
  /** Texts that run across the sheet's width; how high their rows are is known once the widths are. */
  passages: Passage[];
  /** Large key figures, and how wide their labels are; each takes two columns. */
  figures: { row: number; column: number; labelChars: number }[];
  /** Links of cells in tables and rows: web or mail addresses, or `#Sheet!A1`. */
  links: { row: number; column: number; target: string }[];
  /** Comments on cells. */
  remarks: { row: number; column: number; remarks: PlacedRemark[] }[];
  /** First free row. */
  next: number;
  /** Characters by column. */
  widths: Map<number, number>;
  measure: Measure;
  frozen: { rows: number; columns: number } | undefined;
}

interface NamePlan {
  name: string;
  /** The cell that holds it, or a formula. */
  content: { kind: 'cell'; sheet: number; row: number; column: number } | { kind: 'formula'; cell: FormulaCell };
}

export interface WorkbookPlan {
  document: Document;
  look: Look;
  sheets: SheetPlan[];
  tables: TablePlan[];
  names: NamePlan[];
  notes: Note[];
  /** Cells that may hold an empty text; known once divisions are guarded. */
  blanks?: BlankCells;
}

export function isFormula(content: Content | undefined): content is FormulaCell {
  return typeof content === 'object' && content !== null && 'kind' in content && content.kind === 'formula';
}

export function isRich(content: Content | undefined): content is RichCell {
  return typeof content === 'object' && content !== null && 'kind' in content && content.kind === 'rich';
}

/** Number format of a cell of a table's body. */
export const formatAt = ({ format, formats }: ColumnPlan, row: number): string => formats?.get(row) ?? format;

/** First row of a table's body. */
export const bodyTop = (table: TablePlan): number => table.top + table.headers.length;

/** Texts at the left edge, and beside figures that end where they begin, are in a little. */
export const standsIn = (table: TablePlan, at: number): boolean => at === 0 || table.columns[at - 1]?.align === 'right';
