/**
 * The cells of a sheet as its part holds them: values, styles and formulas, each by place. Rows and columns count from 0.
 */
import { append } from '../../base/append.ts';
import type { CellError, ErrorCode, Scalar } from '../../spreadsheet/formula-tree.ts';
import { COLUMNS_MAX, readCellArea, readCorner, type Area } from '../../spreadsheet/cell-names.ts';
import { valueOf, walkTags } from '../../ooxml/scan-tags.ts';
import { unescapeText } from '../../ooxml/xml-text.ts';

export interface CellFormula {
  row: number;
  column: number;
  /** As the file holds it, without `=`; of a shared formula the text in its first cell. */
  text: string;
  /** How far the cell is from the one that the text is written for. */
  down: number;
  across: number;
  /** Arrays and data tables give several cells at once. */
  many: boolean;
  /** The value that the file gives; undefined where it says nothing. */
  cached: Scalar | undefined;
}

export interface SheetCells {
  /** By `cellKey`; of formulas the stored value, where the file has one. Empty cells have none. */
  values: Map<number, Scalar>;
  formulas: Map<number, CellFormula>;
  styles: Map<number, number>;
  /** Rows that hold something, from the top, by column. */
  columns: Map<number, number[]>;
  hiddenRows: Set<number>;
  widths: { from: number; to: number; width: number; hidden: boolean }[];
  /** Characters; undefined where the file leaves it to the program. */
  defaultWidth: number | undefined;
  merges: Area[];
  /** Cells in which formulas are not to be looked for one by one. */
  arrays: Area[];
  /** Names of cells that are in the part twice. */
  twice: string[];
  /** Cells whose text is none of the file's. */
  textMissing: string[];
  /** Places at which the program is asked not to say that a number is text. */
  textAccepted: Area[];
  /** Cells of the part, as far as they were looked at; empty ones too. */
  count: number;
  last: { row: number; column: number };
  /** False where there are more cells than are looked at. */
  complete: boolean;
}

/** Areas of a sheet that are looked at, of each kind. */
const AREAS_MAX = 500;
const MERGES_MAX = 50_000;
export const cellKey = (row: number, column: number): number => row * COLUMNS_MAX + column;
export const placeOf = (key: number): { row: number; column: number } => ({
  row: Math.floor(key / COLUMNS_MAX),
  column: key % COLUMNS_MAX,
});

export const isWithin = (row: number, column: number, { top, left, bottom, right }: Area): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** `_x000D_` stands for a character that XML cannot hold (§22.4.2.4). */
export const textOfX = (written: string): string =>
  unescapeText(written).replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const ERRORS: ReadonlySet<string> = new Set(['#DIV/0!', '#N/A', '#REF!', '#NAME?', '#NULL!', '#NUM!', '#VALUE!']);

interface OpenCell {
  row: number;
  column: number;
  type: string;
  raw: string;
  value: string | undefined;
  inline: string | undefined;
  formula: { raw: string; text: string } | undefined;
}

/** What cells refer to. `things`: the `vm` of cells that hold a thing, read as an empty text. */
interface CellSources {
  strings: readonly string[];
  things?: ReadonlySet<number>;
}

/** Takes one cell after the other into the maps. */
class CellTaker {
  readonly cells: SheetCells;
  readonly #strings: readonly string[];
  readonly #things: ReadonlySet<number>;
  readonly #shared = new Map<string, { text: string; row: number; column: number }>();
  #row = -1;
  #column = -1;

  constructor({ strings, things = new Set() }: CellSources) {
    this.#strings = strings;
    this.#things = things;
    this.cells = {
      values: new Map(),
      formulas: new Map(),
      styles: new Map(),
      columns: new Map(),
      hiddenRows: new Set(),
      widths: [],
      defaultWidth: undefined,
      merges: [],
      arrays: [],
      twice: [],
      textMissing: [],
      textAccepted: [],
      count: 0,
      last: { row: -1, column: -1 },
      complete: true,
    };
  }

  row(raw: string): void {
    const given = Number(valueOf({ raw }, 'r') ?? this.#row + 2);
    this.#row = Number.isInteger(given) && given > 0 ? given - 1 : this.#row + 1;
    this.#column = -1;
    if (isTrue(valueOf({ raw }, 'hidden'))) this.cells.hiddenRows.add(this.#row);
  }

  open(raw: string): OpenCell {
    const named = readCorner(valueOf({ raw }, 'r') ?? '');
    this.#row = named?.row ?? this.#row;
    this.#column = named?.column ?? this.#column + 1;
    return {
      row: this.#row,
      column: this.#column,
      type: valueOf({ raw }, 't') ?? 'n',
      raw,
      value: undefined,
      inline: undefined,
      formula: undefined,
    };
  }

  take(cell: OpenCell): void {
    const { row, column } = cell;
    const { values, formulas, styles, columns, last, twice } = this.cells;
    const key = cellKey(row, column);
    const style = Number(valueOf(cell, 's') ?? 0);
    if (styles.has(key) || values.has(key) || formulas.has(key)) twice.push(valueOf(cell, 'r') ?? '');
    const value = this.#valueOf(cell);
    const formula = cell.formula && this.#formulaOf(cell, cell.formula, value);
    if (style !== 0) styles.set(key, style);
    if (value === undefined && !formula) return;
    if (value !== undefined) values.set(key, value);
    if (formula) formulas.set(key, formula);
    const rows = columns.get(column);
    if (rows) rows.push(row);
    else columns.set(column, [row]);
    last.row = Math.max(last.row, row);
    last.column = Math.max(last.column, column);
  }

  #valueOf({ type, value, inline, formula, raw }: OpenCell): Scalar | undefined {
    if (type === 'inlineStr') return textOfX(inline ?? '');
    if (value === undefined) return type === 'str' && formula ? '' : undefined;
    switch (type) {
      case 's': {
        // an empty value names no text
        if (value.trim() === '') return undefined;
        const text = this.#strings[Number(value)];
        if (text === undefined) this.cells.textMissing.push(valueOf({ raw }, 'r') ?? '');
        return text;
      }
      case 'b':
        return isTrue(value.trim());
      case 'e': {
        if (this.#things.has(Number(valueOf({ raw }, 'vm') ?? 0))) return '';
        const code = unescapeText(value);
        return { error: ERRORS.has(code) ? (code as ErrorCode) : '#VALUE!' } satisfies CellError;
      }
      case 'n': {
        const number = value.trim() === '' ? Number.NaN : Number(value);
        return Number.isFinite(number) ? number : undefined;
      }
      default:
        return textOfX(value);
    }
  }

  #formulaOf({ row, column }: OpenCell, { raw, text }: { raw: string; text: string }, cached: Scalar | undefined): CellFormula {
    const type = valueOf({ raw }, 't');
    const reference = valueOf({ raw }, 'ref');
    const own = unescapeText(text).trim().replace(/^=/, '');
    if (type === 'array' || type === 'dataTable') {
      const area = readCellArea(reference ?? '');
      if (area && this.cells.arrays.length < AREAS_MAX) this.cells.arrays.push(area);
      return { row, column, text: own, down: 0, across: 0, many: true, cached };
    }
    const shared = type === 'shared' ? (valueOf({ raw }, 'si') ?? '') : undefined;
    if (shared !== undefined && own !== '') this.#shared.set(shared, { text: own, row, column });
    const first = shared !== undefined && own === '' ? this.#shared.get(shared) : undefined;
    return first
      ? { row, column, text: first.text, down: row - first.row, across: column - first.column, many: false, cached }
      : { row, column, text: own, down: 0, across: 0, many: own === '', cached };
  }
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

/** @param cellsMax beyond them the sheet is not looked at. @throws Refusal where a tag does not end */
export function readCells(source: string, name: string, sources: CellSources, cellsMax: number): SheetCells {
  const taker = new CellTaker(sources);
  const { cells } = taker;
  let cell: OpenCell | undefined;
  let phonetic = false;
  walkTags(source, name, {
    open(local, raw, text) {
      switch (local) {
        case 'row':
          taker.row(raw);
          return;
        case 'c':
          if (cells.count < cellsMax) {
            cells.count++;
            cell = taker.open(raw);
          } else cells.complete = false;
          return;
        case 'v':
          if (cell) cell.value = text;
          return;
        case 'f':
          if (cell) cell.formula = { raw, text };
          return;
        case 't':
          if (cell && !phonetic) cell.inline = (cell.inline ?? '') + text;
          return;
        case 'rPh':
          phonetic = true;
          return;
        default:
          readAround(cells, local, raw);
      }
    },
    close(local) {
      if (local === 'rPh') phonetic = false;
      if (local !== 'c' || !cell) return;
      taker.take(cell);
      cell = undefined;
    },
  });
  return cells;
}

/** What is before and behind the cells. */
function readAround(cells: SheetCells, local: string, raw: string): void {
  switch (local) {
    case 'sheetFormatPr': {
      const width = Number(valueOf({ raw }, 'defaultColWidth') ?? Number.NaN);
      cells.defaultWidth = Number.isFinite(width) ? width : undefined;
      return;
    }
    case 'col': {
      const [from, to, width] = ['min', 'max', 'width'].map((attribute) => Number(valueOf({ raw }, attribute) ?? Number.NaN));
      if (from !== undefined && to !== undefined && from >= 1 && to >= from)
        cells.widths.push({
          from: from - 1,
          to: to - 1,
          width: Number.isFinite(width) ? Number(width) : Number.NaN,
          hidden: isTrue(valueOf({ raw }, 'hidden')),
        });
      return;
    }
    case 'mergeCell': {
      const area = readCellArea(valueOf({ raw }, 'ref') ?? '');
      if (area && cells.merges.length < MERGES_MAX) cells.merges.push(area);
      return;
    }
    case 'ignoredError': {
      if (!isTrue(valueOf({ raw }, 'numberStoredAsText'))) return;
      append(
        cells.textAccepted,
        (valueOf({ raw }, 'sqref') ?? '')
          .split(/\s+/, AREAS_MAX)
          .flatMap((one) => readCellArea(one) ?? [])
          .slice(0, AREAS_MAX - cells.textAccepted.length),
      );
    }
  }
}
