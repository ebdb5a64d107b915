/**
 * Which formulas count with the cells that an edit touched, directly or through others. Their stored values are no longer
 * true; all others stay. References through names and tables are followed; what finds its cells by itself (INDIRECT, OFFSET)
 * counts with everything.
 */
import { append } from '../../../base/append.ts';
import { addressOf, type Area, type CellPlace, readAddress, readArea } from '../../../spreadsheet/places.ts';
import { S } from '../../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import { formulaCells, formulaTexts } from './formula-cells.ts';
import { rewriteReferences } from '../../../spreadsheet/formula-references.ts';
import { type SheetCell } from '../../../ooxml/sheet-text.ts';
import { tablesOf, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { plainAreas } from '../../../spreadsheet/plain-areas.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

export interface FormulaPlace extends CellPlace {
  sheet: Sheet;
  cell: SheetCell;
}
interface SheetArea extends Area {
  sheet: string;
  /** Of a table: its first row below the names of its columns. */
  body?: number;
}
interface Watcher {
  formula: FormulaPlace;
  area: Area;
  done: boolean;
}

/** Rows that one area is listed under; taller ones are looked through one by one. */
const LISTED_ROWS = 40;
/** Comparisons; beyond them every formula counts as touched. */
const STEPS_MAX = 20_000_000;
const SEEKING = /\b(?:INDIRECT|OFFSET)\s*\(/i;
const WITH_NAMES = /#(?:All|Headers)/i;
const WORDS = /[\p{L}_\\][\p{L}\p{N}_.\\]*/gu;

const key = (name: string): string => name.toLowerCase();

/** Areas of a formula. @param home sheet of references that name none */
export function areasIn(formula: string, home: string, sheets: readonly string[]): SheetArea[] {
  const plain = plainAreas(formula);
  if (plain !== null) return plain.map((area) => ({ sheet: home, ...area }));
  const areas: SheetArea[] = [];
  rewriteReferences(formula, ({ sheets: named, from, to }) => {
    const area = {
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    };
    const first = named === undefined ? home : named.first;
    const last = named === undefined ? home : named.last;
    if (key(first) === key(last)) areas.push({ sheet: first, ...area });
    else {
      const at = [first, last].map((one) => sheets.findIndex((name) => key(name) === key(one)));
      for (const name of sheets.slice(minOf(at), maxOf(at) + 1)) areas.push({ sheet: name, ...area });
    }
    return undefined;
  });
  return areas;
}

/** What a name or table means. */
interface Named {
  areas: SheetArea[];
  /** It finds its cells by itself, or counts them from the cell that uses it. */
  seeks: boolean;
  /** Further names that it may be made of. */
  words: readonly string[];
}

/** Whether a name has relative rows or columns: they are counted from the cell that uses it. */
function floats(formula: string): boolean {
  let found = false;
  rewriteReferences(formula, ({ from, to }) => {
    found ||= !from.rowFixed || !from.columnFixed || !to.rowFixed || !to.columnFixed;
    return undefined;
  });
  return found;
}

/** Names and tables → what they mean, each by itself. Names of several sheets may be one word: it means all of them. */
function readNamed(file: WorkbookFile): Map<string, Named> {
  const sheets = file.entries.map(({ name }) => name);
  const named = new Map<string, Named>();
  const list = firstElementOf(file.main.root, 'definedNames', S);
  for (const name of list === undefined ? [] : elementsOf(list, 'definedName', S)) {
    const [word, text] = [key(attributeOf(name, 'name') ?? ''), textOf(name)];
    const other = named.get(word);
    named.set(word, {
      areas: [...(other?.areas ?? []), ...areasIn(text, '', sheets)],
      seeks: other?.seeks === true || SEEKING.test(text) || floats(text),
      words: [...(other?.words ?? []), ...(text.match(WORDS) ?? [])],
    });
  }
  for (const name of file.names) {
    const sheet = file.sheet(name);
    for (const table of sheet === undefined ? [] : tablesOf(file, sheet))
      named.set(key(table.name), {
        areas: [{ sheet: name, ...table.area, body: table.area.top + table.headers }],
        seeks: false,
        words: [],
      });
  }
  return named;
}

/** What the names and tables of a formula mean, through names of names. */
function meantBy(formula: string, named: ReadonlyMap<string, Named>): Pick<Named, 'areas' | 'seeks'> {
  const meant: Pick<Named, 'areas' | 'seeks'> = { areas: [], seeks: false };
  const seen = new Set<string>();
  const queue = [...(formula.match(WORDS) ?? [])];
  for (let word = queue.pop(); word !== undefined; word = queue.pop()) {
    const found = named.get(key(word));
    if (found === undefined || seen.has(key(word))) continue;
    seen.add(key(word));
    append(meant.areas, found.areas);
    meant.seeks ||= found.seeks;
    queue.push(...found.words);
  }
  return meant;
}

/** Formulas by the cells that they look at. */
class Watch {
  readonly all: FormulaPlace[] = [];
  readonly seeking: FormulaPlace[] = [];
  readonly #bySheet = new Map<string, { rows: Map<number, Watcher[]>; tall: Watcher[] }>();

  add(formula: FormulaPlace, areas: readonly SheetArea[]): void {
    for (const area of areas) {
      const watcher = { formula, area, done: false };
      const sheet = this.#sheet(area.sheet);
      if (area.bottom - area.top >= LISTED_ROWS) {
        sheet.tall.push(watcher);
        continue;
      }
      for (let row = area.top; row <= area.bottom; row++) {
        const watchers = sheet.rows.get(row);
        if (watchers === undefined) sheet.rows.set(row, [watcher]);
        else watchers.push(watcher);
      }
    }
  }

  #sheet(name: string): { rows: Map<number, Watcher[]>; tall: Watcher[] } {
    let sheet = this.#bySheet.get(name);
    if (sheet === undefined) {
      sheet = this.#bySheet.get(key(name)) ?? { rows: new Map(), tall: [] };
      this.#bySheet.set(key(name), sheet);
      this.#bySheet.set(name, sheet);
    }
    return sheet;
  }

  of(name: string, row: number): readonly (readonly Watcher[])[] {
    const sheet = this.#sheet(name);
    return [sheet.rows.get(row) ?? [], sheet.tall];
  }
}

/** Of a table a formula looks at the names of columns only where it says so (§18.17.6.3). */
const lookedAt = (areas: readonly SheetArea[], formula: string): readonly SheetArea[] =>
  WITH_NAMES.test(formula) ? areas : areas.map((area) => (area.body === undefined ? area : { ...area, top: area.body }));

function watchAll(file: WorkbookFile): Watch {
  const sheets = file.entries.map(({ name }) => name);
  const watch = new Watch();
  let named: Map<string, Named> | undefined;
  for (const name of file.names) {
    const sheet = file.sheet(name);
    if (sheet === undefined || !sheet.visible.includes(`<${sheet.prefix}f`)) continue;
    named ??= readNamed(file);
    for (const [cell, text] of formulaTexts(formulaCells(sheet))) {
      const formula = { sheet, cell, row: cell.row, column: cell.column };
      const through = named.size === 0 ? { areas: [], seeks: false } : meantBy(text, named);
      watch.add(formula, [...areasIn(text, name, sheets), ...lookedAt(through.areas, text)]);
      watch.all.push(formula);
      if (through.seeks || SEEKING.test(text)) watch.seeking.push(formula);
    }
  }
  return watch;
}

/** Formulas that use a name. */
export function usersOfName(file: WorkbookFile, name: string): string[] {
  return file.names.flatMap((sheet) => {
    const text = file.sheet(sheet);
    if (text === undefined || !text.visible.toLowerCase().includes(key(name))) return [];
    return [...formulaTexts(formulaCells(text))].flatMap(([cell, formula]) =>
      (formula.match(WORDS) ?? []).some((word) => key(word) === key(name)) ? [addressOf(sheet, cell)] : [],
    );
  });
}

/** @param touched addresses of cells, or of areas of them */
export function findDependents(file: WorkbookFile, touched: Iterable<string>): FormulaPlace[] {
  const watch = watchAll(file);
  if (watch.all.length === 0) return [];
  const areas = [...touched].flatMap((address): SheetArea[] => {
    const read = readAddress(address);
    const area = read === null ? null : readArea(read.reference);
    return read === null || area === null ? [] : [{ sheet: read.name, ...area }];
  });
  return spread(file, watch, areas);
}

/** Cells side by side in one row. */
interface Strip {
  sheet: string;
  row: number;
  left: number;
  right: number;
}

function spread(file: WorkbookFile, watch: Watch, areas: readonly SheetArea[]): FormulaPlace[] {
  const found = new Set<SheetCell>();
  const result: FormulaPlace[] = [];
  const queue: Strip[] = [];
  const take = (formula: FormulaPlace): void => {
    if (found.has(formula.cell)) return;
    found.add(formula.cell);
    result.push(formula);
    queue.push({ sheet: formula.sheet.name, row: formula.row, left: formula.column, right: formula.column });
  };
  if (areas.length > 0) watch.seeking.forEach(take);
  const strips = areas.flatMap((area) => stripsOf(file, area));
  const byRow = new Map<string, Strip[]>();
  for (const strip of strips) {
    queue.push(strip);
    const name = `${key(strip.sheet)}!${strip.row}`;
    byRow.set(name, [...(byRow.get(name) ?? []), strip]);
  }
  for (const formula of watch.all) {
    if (
      (byRow.get(`${key(formula.sheet.name)}!${formula.row}`) ?? []).some(
        ({ left, right }) => formula.column >= left && formula.column <= right,
      )
    )
      take(formula);
  }
  let steps = 0;
  for (let at = 0; at < queue.length; at++) {
    const strip = queue[at];
    if (strip === undefined) break;
    for (const watchers of watch.of(strip.sheet, strip.row)) {
      steps += watchers.length;
      if (steps > STEPS_MAX) return watch.all;
      for (const watcher of watchers) {
        if (watcher.done || !meets(strip, watcher.area)) continue;
        watcher.done = true;
        take(watcher.formula);
      }
    }
  }
  return result;
}

const meets = ({ row, left, right }: Strip, area: Area): boolean =>
  row >= area.top && row <= area.bottom && left <= area.right && right >= area.left;

/** Rows of an area that are there, or the one row that it is. */
function stripsOf(file: WorkbookFile, { sheet, top, left, bottom, right }: SheetArea): Strip[] {
  if (top === bottom) return [{ sheet, row: top, left, right }];
  const rows = [...(file.sheet(sheet)?.rows.keys() ?? [])].filter((row) => row >= top && row <= bottom);
  return rows.map((row) => ({ sheet, row, left, right }));
}
