/**
 * How many pages a workbook fills when LibreOffice draws it, told from sizes of rows and columns, page setup and print areas before
 * anything is drawn: a value in the last cell of a sheet makes a printed area of forty million pages, each of which is
 * looked at before it is found to be empty.
 */
import { decodeXml } from '../ooxml/decode-xml.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { valueOf, walkTags } from '../ooxml/scan-tags.ts';
import { readWorkbookFile, type WorkbookFile } from '../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../ooxml/xml-tree.ts';
import { isWithin, readArea, type Area } from '../spreadsheet/places.ts';
import { columnIndex, columnLetters } from '../spreadsheet/cell-names.ts';

export interface SheetPages {
  /** Sheets of the workbook, of whatever kind. */
  sheets: number;
  /** Pages with a value on them, of all sheets that are drawn; no more are counted than 100,000. */
  filled: number;
  /** Pages of the area from the first cell to the last one with a value, the empty ones too. */
  spanned: number;
  /** The last cell of the sheet that spans most: `Data!XFD1048576`. */
  last: string;
}

const FILLED_MAX = 100_000;
/** ECMA-376-1 §18.18.62 by number: width and height in points. Others count as A4. */
const PAPERS: Readonly<Record<string, readonly [number, number]>> = {
  1: [612, 792],
  3: [792, 1224],
  5: [612, 1008],
  8: [842, 1191],
  9: [595, 842],
  11: [420, 595],
};
const A4 = [595, 842] as const;
const ROW_PT = 15;
const COLUMN_CHARS = 8.43;
/** At the usual 11 points a character takes 7 pixels, and 5 more are beside it (ECMA-376-1 §18.3.1.13). */
const pointsOf = (chars: number): number => (chars * 7 + 5) * 0.75;

/** A sheet as one pass over its tags gives it. */
interface Sizes {
  /** Cells with a value: row, column and the upper edge of the row, three numbers each. */
  cells: number[];
  /** Of columns whose width is told, 0 for hidden ones. */
  columns: { min: number; max: number; widthPt: number }[];
  columnPt: number;
  page: { widthPt: number; heightPt: number };
  /** 1: as large as on the screen. */
  scale: number;
  fit: { wide: number; high: number } | null;
}

const numberOf = (tag: { raw: string }, name: string, otherwise: number): number => {
  const value = Number(valueOf(tag, name) ?? otherwise);
  return Number.isFinite(value) ? value : otherwise;
};
const isSet = (tag: { raw: string }, name: string): boolean => ['1', 'true'].includes(valueOf(tag, name) ?? '');

interface Reading extends Sizes {
  rowPt: number;
  row: number;
  column: number;
  /** Upper edge of the row, and where the next one begins. */
  top: number;
  bottom: number;
  fits: boolean;
  margins: { across: number; down: number };
  paper: readonly [number, number];
  lies: boolean;
}

function takeRow(reading: Reading, tag: { raw: string }): void {
  const row = numberOf(tag, 'r', reading.row + 2) - 1;
  reading.top = reading.bottom + Math.max(0, row - reading.row - 1) * reading.rowPt;
  reading.bottom = reading.top + (isSet(tag, 'hidden') ? 0 : numberOf(tag, 'ht', reading.rowPt));
  reading.row = row;
  reading.column = -1;
}

function takeTag(reading: Reading, local: string, tag: { raw: string }): void {
  switch (local) {
    case 'row':
      return takeRow(reading, tag);
    case 'c': {
      const letters = /^[A-Z]{1,3}/.exec(valueOf(tag, 'r') ?? '')?.[0];
      reading.column = letters === undefined ? reading.column + 1 : columnIndex(letters);
      return;
    }
    case 'v':
    case 'is':
      reading.cells.push(reading.row, reading.column, reading.top);
      return;
    case 'sheetFormatPr':
      reading.rowPt = numberOf(tag, 'defaultRowHeight', ROW_PT);
      reading.columnPt = pointsOf(numberOf(tag, 'defaultColWidth', COLUMN_CHARS));
      return;
    case 'col':
      reading.columns.push({
        min: numberOf(tag, 'min', 1) - 1,
        max: numberOf(tag, 'max', 1) - 1,
        widthPt: isSet(tag, 'hidden') ? 0 : pointsOf(numberOf(tag, 'width', COLUMN_CHARS)),
      });
      return;
    case 'pageSetUpPr':
      reading.fits = isSet(tag, 'fitToPage');
      return;
    case 'pageMargins':
      reading.margins = {
        across: (numberOf(tag, 'left', 0.7) + numberOf(tag, 'right', 0.7)) * 72,
        down: (numberOf(tag, 'top', 0.75) + numberOf(tag, 'bottom', 0.75)) * 72,
      };
      return;
    case 'pageSetup':
      reading.paper = PAPERS[valueOf(tag, 'paperSize') ?? '1'] ?? A4;
      reading.lies = valueOf(tag, 'orientation') === 'landscape';
      reading.scale = Math.min(4, Math.max(0.1, numberOf(tag, 'scale', 100) / 100));
      reading.fit = { wide: numberOf(tag, 'fitToWidth', 1), high: numberOf(tag, 'fitToHeight', 1) };
      return;
    default:
  }
}

function readSizes(source: string, name: string): Sizes {
  const reading: Reading = {
    cells: [],
    columns: [],
    columnPt: pointsOf(COLUMN_CHARS),
    page: { widthPt: 0, heightPt: 0 },
    scale: 1,
    fit: null,
    rowPt: ROW_PT,
    row: -1,
    column: -1,
    top: 0,
    bottom: 0,
    fits: false,
    lies: false,
    margins: { across: 101, down: 108 },
    paper: PAPERS[1] ?? A4,
  };
  walkTags(source, name, { open: (local, raw) => takeTag(reading, local, { raw }), close: () => undefined });
  const [width, height] = reading.lies ? [reading.paper[1], reading.paper[0]] : reading.paper;
  reading.page = { widthPt: Math.max(72, width - reading.margins.across), heightPt: Math.max(72, height - reading.margins.down) };
  return { ...reading, fit: reading.fits ? (reading.fit ?? { wide: 1, high: 1 }) : null };
}

/** Left edge of a column in points. */
function leftOf({ columns, columnPt }: Sizes, column: number): number {
  let left = column * columnPt;
  for (const { min, max, widthPt } of columns) if (min < column) left += (Math.min(max, column - 1) - min + 1) * (widthPt - columnPt);
  return left;
}

/** How much smaller the sheet is drawn. */
function scaleOf({ fit, scale, page }: Sizes, width: number, height: number): number {
  if (fit === null) return scale;
  const across = fit.wide > 0 ? (page.widthPt * fit.wide) / Math.max(1, width) : 1;
  const down = fit.high > 0 ? (page.heightPt * fit.high) / Math.max(1, height) : 1;
  return Math.max(0.1, Math.min(1, across, down));
}

function countPages(sizes: Sizes, areas: readonly Area[] | null): { filled: number; spanned: number; last: string } {
  const { cells, page } = sizes;
  const lefts = new Map<number, number>();
  const places: [x: number, y: number][] = [];
  let [width, height, lastRow, lastColumn] = [0, 0, 0, 0];
  for (let at = 0; at < cells.length; at += 3) {
    const [row, column, y] = [cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0];
    if (areas !== null && !areas.some((area) => isWithin({ row: row + 1, column: column + 1 }, area))) continue;
    const x = lefts.get(column) ?? leftOf(sizes, column);
    lefts.set(column, x);
    places.push([x, y]);
    width = Math.max(width, x + 1);
    height = Math.max(height, y + 1);
    lastRow = Math.max(lastRow, row);
    lastColumn = Math.max(lastColumn, column);
  }
  const scale = scaleOf(sizes, width, height);
  const [pageWidth, pageHeight] = [page.widthPt / scale, page.heightPt / scale];
  const filled = new Set<number>();
  for (const [x, y] of places) {
    filled.add(Math.floor(y / pageHeight) * 1_000_000 + Math.floor(x / pageWidth));
    if (filled.size >= FILLED_MAX) break;
  }
  return {
    filled: filled.size,
    spanned: places.length === 0 ? 0 : Math.ceil(width / pageWidth) * Math.ceil(height / pageHeight),
    last: `${columnLetters(lastColumn)}${lastRow + 1}`,
  };
}

/** Areas that are printed, by the place of their sheet; null where one cannot be told from its name alone. */
function printAreas(file: WorkbookFile): Map<number, Area[] | null> {
  const areas = new Map<number, Area[] | null>();
  const names = firstElementOf(file.main.root, 'definedNames');
  for (const name of names ? elementsOf(names, 'definedName') : []) {
    if (attributeOf(name, 'name') !== '_xlnm.Print_Area') continue;
    const read = textOf(name)
      .split(',')
      .map((part) => readArea(part.slice(part.lastIndexOf('!') + 1).replaceAll('$', '')));
    const known = read.filter((area) => area !== null);
    areas.set(Number(attributeOf(name, 'localSheetId') ?? -1), known.length === read.length ? known : null);
  }
  return areas;
}

/** An estimate: texts that wrap in rows without a height, pictures, breaks and repeated rows are not looked at. @throws Refusal for a damaged package */
export function estimateSheetPages(bytes: Uint8Array): SheetPages {
  const opened = openOfficePackage(bytes);
  const file = readWorkbookFile(opened);
  const areas = printAreas(file);
  const all: SheetPages = { sheets: file.entries.length, filled: 0, spanned: 0, last: '' };
  let most = 0;
  for (const [index, { name, element, part, isCells }] of file.entries.entries()) {
    const printed = areas.get(index);
    const isHidden = (attributeOf(element, 'state') ?? 'visible') !== 'visible';
    if (!isCells || part === undefined || isHidden || printed === null) continue;
    const { filled, spanned, last } = countPages(readSizes(decodeXml(readPart(opened, part)).text, part), printed ?? null);
    all.filled += filled;
    all.spanned += spanned;
    if (spanned > most) [most, all.last] = [spanned, `${name}!${last}`];
  }
  return all;
}
