/** One worksheet as a sparse grid of shown texts. Read as a stream: sheets are the largest parts that Office files have. */
import { textNumber } from '../../ooxml/text-number.ts';
import { R } from '../../ooxml/names.ts';
import { columnLetters, COLUMNS_MAX, readCellArea, readCorner, ROWS_MAX, type Area } from '../../spreadsheet/cell-names.ts';
import { readPart } from '../../ooxml/office-package.ts';
import { decodeXml } from '../../ooxml/decode-xml.ts';
import { attributeOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import { scanXml } from '../../ooxml/scan-xml.ts';
import type { XmlOpening } from '../../ooxml/scan-xml.ts';
import { noteOnce, partsByKind, sidePart, targetOf } from '../office/parts.ts';
import { safeLink } from '../office/runs.ts';
import { BUILT_IN, formatText, formatValue, NOT_SHOWN } from '../../spreadsheet/number-format.ts';
import type { TextStyle } from '../../spreadsheet/text-styles.ts';
import { keepFurniture, type PrintedPages } from './page-furniture.ts';
import { seenPart } from './unseen-cells.ts';
import type { CellLook } from './unseen-cells.ts';
import { unescapeXstring } from './workbook.ts';
import type { Workbook } from './workbook.ts';

/** Both ends inclusive, counted from 0. */
export interface SheetGrid {
  /** Rows in order; cells that show something, by column. */
  rows: Map<number, Map<number, string>>;
  merges: Area[];
  /** By `row,column`. */
  links: Map<string, string>;
  /** Cells whose style says what text they are, by row and column. */
  styles: Map<number, Map<number, TextStyle>>;
  /** How many cells show something. */
  cells: number;
  /** How many of them lie under a merged cell. */
  covered: number;
  /** What is too much to be kept. */
  beyond: { cells: number; merges: number; links: number };
}

const CELLS_MAX = 1_000_000;
const CHARACTERS_MAX = 24_000_000;
const MERGES_MAX = 50_000;
/** No program takes a longer one. */
const FORMULA_CHARS_MAX = 8_192;

interface Cell {
  row: number;
  column: number;
  type: string;
  style: number;
  value: string;
  inline: string;
  formula: string | null;
}

/** What is known while a sheet is read from its beginning to its end. */
interface SheetReading {
  workbook: Workbook;
  part: string;
  grid: SheetGrid;
  pale: PaleCell[];
  colored: Area[];
  cell: Cell | undefined;
  row: number;
  column: number;
  characters: number;
  /** Open `rPh` elements: their text is a reading of the cell's, not part of it. */
  phonetic: number;
  printed: PrintedPages;
  /** Of the header or footer that is being read. */
  coded: string;
}

export function readSheet(workbook: Workbook, part: string): SheetGrid {
  const grid: SheetGrid = {
    rows: new Map(),
    merges: [],
    links: new Map(),
    styles: new Map(),
    cells: 0,
    covered: 0,
    beyond: { cells: 0, merges: 0, links: 0 },
  };
  const reading: SheetReading = {
    workbook,
    part,
    grid,
    pale: [],
    colored: [],
    cell: undefined,
    row: -1,
    column: -1,
    characters: 0,
    phonetic: 0,
    printed: { first: false, even: false },
    coded: '',
  };
  const path: string[] = [];
  scanXml(decodeXml(readPart(workbook.reading.file, part)).text, {
    open(element) {
      path.push(element.local);
      beginElement(reading, element);
    },
    text(value) {
      const { cell } = reading;
      const local = path.at(-1);
      if (!cell && path.at(-2) === 'headerFooter') reading.coded += value;
      if (!cell) return;
      if (local === 'v') cell.value += value;
      else if (local === 't' && reading.phonetic === 0) cell.inline += value;
      else if (local === 'f') cell.formula = (cell.formula ?? '') + value;
    },
    close() {
      const local = path.pop();
      if (local === 'rPh') reading.phonetic--;
      if (local === 'c') endCell(reading);
      else if (local !== undefined && path.at(-1) === 'headerFooter')
        keepFurniture(workbook.furniture, { local, coded: reading.coded, printed: reading.printed });
    },
  });
  const { pale, colored } = reading;
  if (pale.length > 0) dropPale(workbook, grid, pale, [...colored, ...areasOfTables(workbook, part)]);
  return grid;
}

function beginElement(reading: SheetReading, element: XmlOpening): void {
  const { workbook, part, grid, colored, cell } = reading;
  const attribute = (local: string): string => element.attributes.find((one) => one.local === local && one.uri === '')?.value ?? '';
  switch (element.local) {
    case 'row': {
      const number = Number(attribute('r'));
      reading.row = Number.isInteger(number) && number > 0 && number <= ROWS_MAX ? number - 1 : reading.row + 1;
      reading.column = -1;
      if (isOn(attribute('hidden'))) noteHidden(workbook);
      return;
    }
    case 'col':
      if (isOn(attribute('hidden'))) noteHidden(workbook);
      return;
    case 'c': {
      const place = readCorner(attribute('r'));
      reading.column = place?.column ?? reading.column + 1;
      reading.cell = {
        row: place?.row ?? Math.max(reading.row, 0),
        column: reading.column,
        type: attribute('t') || 'n',
        style: Number(attribute('s') || 0),
        value: '',
        inline: '',
        formula: null,
      };
      return;
    }
    case 'mergeCell': {
      const area = readCellArea(attribute('ref'));
      if (area && grid.merges.length < MERGES_MAX) grid.merges.push(area);
      else if (area) grid.beyond.merges++;
      return;
    }
    case 'conditionalFormatting':
      for (const area of readAreas(attribute('sqref'))) colored.push(area);
      return;
    case 'headerFooter':
      reading.printed = { first: isOn(attribute('differentFirst')), even: isOn(attribute('differentOddEven')) };
      return;
    case 'oddHeader':
    case 'oddFooter':
    case 'evenHeader':
    case 'evenFooter':
    case 'firstHeader':
    case 'firstFooter':
      reading.coded = '';
      return;
    case 'picture':
      colored.push(ALL);
      return;
    case 'hyperlink':
      readLink(workbook, part, grid, element);
      return;
    case 'rPh':
      reading.phonetic++;
      return;
    case 'f':
      if (cell) cell.formula = '';
      return;
    default:
  }
}

function endCell(reading: SheetReading): void {
  const { workbook, grid, cell } = reading;
  reading.cell = undefined;
  const text = cell === undefined ? '' : shownText(workbook, cell, reading.part);
  if (cell === undefined || text === '') return;
  reading.characters += text.length;
  if (grid.cells >= CELLS_MAX || reading.characters > CHARACTERS_MAX) {
    grid.beyond.cells++;
    return;
  }
  addCell(grid, cell, text);
  const style = workbook.texts[cell.style];
  if (style !== undefined) grid.styles.set(cell.row, (grid.styles.get(cell.row) ?? new Map<number, TextStyle>()).set(cell.column, style));
  const pieces = cell.type === 's' ? workbook.pieces.get(textNumber(cell.value)) : undefined;
  const seen = seenPart(workbook.looks[cell.style] ?? PLAIN, text, pieces);
  if (seen !== null) reading.pale.push({ row: cell.row, column: cell.column, seen });
}

const isOn = (value: string): boolean => value === '1' || value === 'true';

const PLAIN: CellLook = { ink: undefined, ground: undefined };
const ALL: Area = { top: 0, left: 0, bottom: ROWS_MAX, right: COLUMNS_MAX };
const AREAS_MAX = 2_000;
const ASKED_MAX = 20_000_000;

interface PaleCell {
  row: number;
  column: number;
  seen: string;
}

const readAreas = (text: string): Area[] =>
  text
    .trim()
    .split(/\s+/, AREAS_MAX)
    .flatMap((area) => readCellArea(area) ?? []);

/** Tables and pivot tables of a sheet. */
export function areasOfTables({ reading }: Workbook, part: string): Area[] {
  return ['table', 'pivotTable']
    .flatMap((kind) => partsByKind(reading, part, kind))
    .flatMap((name): Area[] => {
      const root = sidePart(reading, name);
      const place = root && (firstElementOf(root, 'location') ?? root);
      return readAreas((place && attributeOf(place, 'ref')) ?? '');
    });
}

function dropPale({ reading }: Workbook, grid: SheetGrid, pale: readonly PaleCell[], colored: readonly Area[]): void {
  // so many are slow to ask for each cell, and rare: the sheet is read as it is
  if (pale.length * colored.length > ASKED_MAX) return;
  for (const { row, column, seen } of pale) {
    if (colored.some(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right)) continue;
    noteOnce(reading, 'hidden_text', 'info', 'Some cells hold text in the colour of its background, which nobody sees; it was left out.');
    const cells = grid.rows.get(row);
    if (seen !== '') cells?.set(column, seen);
    else if (cells?.delete(column)) grid.cells--;
    if (cells?.size === 0) grid.rows.delete(row);
  }
}

const noteHidden = ({ reading }: Workbook): void => noteOnce(reading, 'cells_hidden', 'info', 'Hidden rows or columns were read too.');

function addCell(grid: SheetGrid, { row, column }: Cell, text: string): void {
  let cells = grid.rows.get(row);
  if (cells === undefined) grid.rows.set(row, (cells = new Map()));
  cells.set(column, text);
  grid.cells++;
}

function readLink({ reading }: Workbook, part: string, grid: SheetGrid, { attributes }: XmlOpening): void {
  const id = attributes.find(({ local, uri }) => local === 'id' && uri === R)?.value;
  const area = readCellArea(attributes.find(({ local, uri }) => local === 'ref' && uri === '')?.value ?? '');
  const target = targetOf(reading, part, id);
  const link = target?.external ? safeLink(target.target) : undefined;
  if (area === undefined || link === undefined) return;
  if (grid.links.size < MERGES_MAX) grid.links.set(`${area.top},${area.left}`, link);
  else grid.beyond.links++;
}

function sharedString({ reading, strings }: Workbook, value: string): string {
  const string = strings[textNumber(value)];
  if (string === undefined && value.trim() !== '')
    noteOnce(reading, 'part_damaged', 'warning', 'Some cells name a text that is not in the file; they are empty here.');
  return string ?? '';
}

function shownText(workbook: Workbook, cell: Cell, part: string): string {
  const { row, column, type, style, value, inline, formula } = cell;
  if (formula !== null && value.trim() === '' && inline === '') return shownFormula(workbook, cell, part);
  switch (type) {
    case 's':
      return shownString(workbook, style, sharedString(workbook, value));
    case 'inlineStr':
      return shownString(workbook, style, unescapeXstring(inline));
    case 'str':
      return shownString(workbook, style, unescapeXstring(value));
    case 'b':
      return value === '' ? '' : value.trim() === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'e':
      return value.trim();
    case 'd': {
      const serial = serialOf(value.trim());
      return serial === null ? value.trim() : shownNumber(workbook, { row, column, style, number: serial, date1904: false });
    }
    default: {
      if (value.trim() === '') return inline.trim();
      const number = Number(value);
      return Number.isFinite(number) ? shownNumber(workbook, { row, column, style, number, date1904: workbook.date1904 }) : value.trim();
    }
  }
}

/** A formula whose value is not in the file: what it comes to, else itself. */
function shownFormula(workbook: Workbook, { row, column, type, style, formula }: Cell, part: string): string {
  // a text that is empty is a value
  if (type === 'str') return '';
  const calculated = workbook.calculated(part, row, column);
  if (calculated === undefined) {
    noteOnce(workbook.reading, 'formula_without_value', 'info', 'Some formulas have no stored value; the formula itself is shown.');
    return formula === null || formula === '' ? '' : `=${formula.slice(0, FORMULA_CHARS_MAX)}`;
  }
  noteOnce(workbook.reading, 'formula_without_value', 'info', 'Some formulas have no stored value; the values were calculated.');
  if (typeof calculated === 'number') return shownNumber(workbook, { row, column, style, number: calculated, date1904: workbook.date1904 });
  if (typeof calculated === 'string') return shownString(workbook, style, calculated);
  return calculated === null ? '' : typeof calculated === 'boolean' ? (calculated ? 'TRUE' : 'FALSE') : calculated.error;
}

/** Values that are not shown which a note names. */
const UNSHOWN_NAMED_MAX = 10;

function shownNumber(
  { reading, formats, unshown }: Workbook,
  { row, column, style, number, date1904 }: { row: number; column: number; style: number; number: number; date1904: boolean },
): string {
  const format = formats[style] ?? 'General';
  if (format === BUILT_IN[14] || format === BUILT_IN[22])
    noteOnce(reading, 'dates_month_first', 'info', 'Dates in the format that each region shows differently are written as month/day/year.');
  const text = formatValue(number, format, date1904);
  if (text === '' && number !== 0) noteHiddenValue(reading);
  if (text === NOT_SHOWN && unshown.count++ < UNSHOWN_NAMED_MAX) unshown.first.push(`${columnLetters(column)}${row + 1} holds ${number}`);
  return text;
}

function shownString({ reading, formats }: Workbook, style: number, string: string): string {
  const text = string.trim();
  const shown = text === '' ? '' : formatText(text, formats[style] ?? 'General');
  if (shown === '' && text !== '') noteHiddenValue(reading);
  return shown;
}

const noteHiddenValue = (reading: Workbook['reading']): void =>
  noteOnce(reading, 'value_hidden', 'info', 'Some cells hide what they hold by their number format; it was left out.');

/** Days since the end of 1899 of a date in ISO 8601, which cells of the type `d` hold (§18.18.11). */
function serialOf(text: string): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)Z?)?$/.exec(text);
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2] ?? '00:00'}Z`);
  const serial = (time - Date.UTC(1899, 11, 30)) / 86_400_000;
  return serial >= 61 ? serial : null;
}
