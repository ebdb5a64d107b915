/**
 * A sheet before and after, cell by cell, within the stretch of its source that differs: what no operation named holds what it held and looks
 * as it looked.
 */
import { textNumber } from '../../../ooxml/text-number.ts';
import { readPlace } from '../../../spreadsheet/places.ts';

export interface SheetSource {
  text: string;
  /** Shared texts by number. */
  strings: () => readonly string[];
  /** How many formats there are. */
  formats: () => number;
}

/** What operations asked for on a sheet. */
export interface SheetAsk {
  name: string;
  mayHold: (row: number, column: number) => boolean;
  mayLook: (row: number, column: number) => boolean;
  /** Nothing beside cells was named: heights, widths, merged cells, rules and settings stay. */
  cellsOnly: boolean;
  /** Whether the words of headers and footers may be others. */
  mayHead: boolean;
}

interface Cell {
  format: string;
  /** The formula; of others type and value. */
  holds: string;
  /** Of a formula that is written once for several cells: it is written out where its first cell gets another. */
  isShared: boolean;
  isEmpty: boolean;
}
interface Stretch {
  cells: Map<string, Cell>;
  rows: Map<number, string>;
  faults: string[];
}

const STEP = 4_096;
const FAULTS_MAX = 5;
const PIECE = /<(?:[\w.-]+:)?(?:row\b([^>]*)>|c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:[\w.-]+:)?c\s*>))/g;
const FORMULA = /<(?:[\w.-]+:)?f\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:[\w.-]+:)?f\s*>)/;
const VALUE = /<(?:[\w.-]+:)?v\b[^>]*>([\s\S]*?)<\/(?:[\w.-]+:)?v\s*>/;
const INLINE = /<(?:[\w.-]+:)?is\b[^>]*>([\s\S]*?)<\/(?:[\w.-]+:)?is\s*>/;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

/** Comments hide what looks like cells; they keep their length. */
const visible = (text: string): string =>
  text.includes('<!--') ? text.replaceAll(/<!--[\s\S]*?-->/g, (whole) => ' '.repeat(whole.length)) : text;

/** How many characters two texts have in common at their beginning. */
export function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP;
  at = Math.min(at, most);
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** How many they have in common at their end, `most` at most. */
export function commonEnd(a: string, b: string, most: number): number {
  let count = 0;
  while (count + STEP <= most && a.slice(a.length - count - STEP, a.length - count) === b.slice(b.length - count - STEP, b.length - count))
    count += STEP;
  while (count < most && a.charCodeAt(a.length - count - 1) === b.charCodeAt(b.length - count - 1)) count++;
  return count;
}

interface Bounds {
  from: number;
  to: number;
}

/** From the tag of `sheetData` to its end tag. */
function dataOf(text: string): Bounds | null {
  const open = /<(?:[\w.-]+:)?sheetData\b[^>]*>/.exec(text);
  if (open === null || open[0].endsWith('/>')) return null;
  // the end tag is the last of this name
  const [from, to] = [open.index + open[0].length, text.lastIndexOf('</', text.lastIndexOf('sheetData'))];
  return to < from ? null : { from, to };
}

/** The last row that begins before a place; rows without numbers are counted from the first. */
function rowBefore(text: string, { from }: Bounds, at: number): number {
  for (let found = text.lastIndexOf('row', at - 3); found > from; found = text.lastIndexOf('row', found - 1)) {
    const tag = /^row\b[^>]*\sr\s*=/.test(text.slice(found, found + 200));
    const open = text.lastIndexOf('<', found);
    if (/^<(?:[\w.-]+:)?row\b/.test(text.slice(open, found + 4))) return tag ? open : from;
  }
  return from;
}

function rowAfter(text: string, { to }: Bounds, at: number): number {
  const found = /<(?:[\w.-]+:)?row\b/g;
  found.lastIndex = at;
  const index = found.exec(text)?.index ?? to;
  return Math.min(index, to);
}

function readCell(attributes: string, inner: string, strings: SheetSource['strings']): Cell {
  const formula = FORMULA.exec(inner);
  const type = attribute(attributes, 't') ?? 'n';
  const value = VALUE.exec(inner)?.[1] ?? '';
  const shown = type === 's' ? (strings()[textNumber(value)] ?? '') : type === 'inlineStr' ? (INLINE.exec(inner)?.[1] ?? '') : value;
  const kind = type === 's' || type === 'inlineStr' ? 'text' : type;
  return {
    format: attribute(attributes, 's') ?? '0',
    holds: formula === null ? `${kind} ${shown}` : `formula ${formula[1]?.trim() ?? ''} ${formula[2] ?? ''}`,
    isShared: /\bt\s*=\s*["']shared/.test(formula?.[1] ?? ''),
    isEmpty: formula === null && shown === '',
  };
}

function readStretch(source: SheetSource, text: string): Stretch {
  const stretch: Stretch = { cells: new Map(), rows: new Map(), faults: [] };
  const formats = Math.max(1, source.formats());
  let [row, column] = [0, 0];
  for (const [, line, attributes = '', inner = ''] of text.matchAll(PIECE)) {
    if (line !== undefined) {
      const next = Number(attribute(line, 'r') ?? row + 1);
      if (next <= row) stretch.faults.push(`row ${next} behind row ${row}`);
      [row, column] = [next, 0];
      const looks = line
        .replace(/\/$/, '')
        .replaceAll(/\s(?:spans|[\w.-]+:\w+)\s*=\s*["'][^"']*["']/g, '')
        .trim();
      stretch.rows.set(row, looks);
      continue;
    }
    const place = readPlace(attribute(attributes, 'r') ?? '') ?? { row, column: column + 1 };
    if (place.column <= column || place.row !== row) stretch.faults.push(`cells of row ${row} out of order`);
    ({ column } = place);
    const cell = readCell(attributes, inner, source.strings);
    if (Number(cell.format) >= formats) stretch.faults.push(`a cell of format ${cell.format}, which is not there`);
    stretch.cells.set(`${row},${column}`, cell);
  }
  return stretch;
}

const say = (cell: Cell | undefined): string =>
  cell === undefined || cell.isEmpty ? 'nothing' : cell.holds.replaceAll(/<[^>]*>/g, '').slice(0, 60);

function compareCells(before: Stretch, after: Stretch, { name, mayHold, mayLook }: SheetAsk): string[] {
  const faults: string[] = [];
  for (const key of new Set([...before.cells.keys(), ...after.cells.keys()])) {
    const [was, is] = [before.cells.get(key), after.cells.get(key)];
    const [row = 0, column = 0] = key.split(',').map(Number);
    const isEmpty = (was?.isEmpty ?? true) && (is?.isEmpty ?? true);
    const isSame = isEmpty || was?.holds === is?.holds || (was?.isShared === true && is?.holds.startsWith('formula') === true);
    if (!isSame && !mayHold(row, column)) faults.push(`${name}, row ${row}, column ${column} held ${say(was)} and holds ${say(is)}`);
    else if ((was?.format ?? '0') !== (is?.format ?? '0') && !mayHold(row, column) && !mayLook(row, column))
      faults.push(`${name}, row ${row}, column ${column} has another format`);
    if (faults.length >= FAULTS_MAX) break;
  }
  return faults;
}

/** Rows that came in only to hold a cell look like others. */
function compareRows(before: Stretch, after: Stretch, name: string): string[] {
  return [...before.rows].flatMap(([row, looks]) => {
    const now = after.rows.get(row);
    return now === looks || (now === undefined && looks.replace(/^r=["']\d+["']$/, '') === '')
      ? []
      : [`${name}, row ${row} has other settings`];
  });
}

/** How large the sheet is follows its cells; a part of another encoding may be written in UTF-8. */
const withoutSize = (text: string): string =>
  text.replace(/^\uFEFF?<\?xml\b[^>]*\?>/, '').replaceAll(/<(?:[\w.-]+:)?dimension\b[^>]*?(?:\/>|>\s*<\/(?:[\w.-]+:)?dimension\s*>)/g, '');

const withoutHeads = (text: string): string => text.replaceAll(/(<(?:[\w.-]+:)?(?:odd|even|first)(?:Header|Footer)\b[^>]*>)[^<]*/g, '$1');

/** Faults of the sheet that the edit has made: what is not as asked, and what is out of order. */
export function compareSheets(before: SheetSource, after: SheetSource, ask: SheetAsk): string[] {
  const [old, now] = [dataOf(before.text), dataOf(after.text)];
  if (old === null || now === null) return [];
  const [oldData, nowData] = [before.text.slice(old.from, old.to), after.text.slice(now.from, now.to)];
  const start = commonStart(oldData, nowData);
  const faults: string[] = [];
  if (start < oldData.length || start < nowData.length) {
    const end = commonEnd(oldData, nowData, Math.min(oldData.length, nowData.length) - start);
    const stretchOf = (source: SheetSource, data: Bounds): Stretch => {
      // with a row more on either side, since rows stand in order
      const from = rowBefore(source.text, data, rowBefore(source.text, data, data.from + start));
      const to = rowAfter(source.text, data, rowAfter(source.text, data, Math.max(from, data.to - end)) + 1);
      return readStretch(source, visible(source.text.slice(from, to)));
    };
    const [was, is] = [stretchOf(before, old), stretchOf(after, now)];
    faults.push(
      ...(was.faults.length === 0 ? is.faults.slice(0, 1).map((fault) => `${ask.name} has ${fault}`) : []),
      ...compareCells(was, is, ask),
      ...(ask.cellsOnly ? compareRows(was, is, ask.name) : []),
    );
  }
  if (ask.cellsOnly && withoutSize(before.text.slice(0, old.from)) !== withoutSize(after.text.slice(0, now.from)))
    faults.push(`${ask.name} has other columns or views`);
  const behind = (text: string): string => (ask.mayHead ? withoutHeads(text) : text);
  if (ask.cellsOnly && behind(before.text.slice(old.to)) !== behind(after.text.slice(now.to)))
    faults.push(`${ask.name} has other merged cells, rules or print settings`);
  return faults.slice(0, FAULTS_MAX);
}
