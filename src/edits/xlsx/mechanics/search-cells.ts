/** Cells by their text, without a look at those that hold another: of a sheet of 100,000 cells a search makes a few. */
import { attributeText, findClosing, type SheetCell, type SheetRow, type SheetText } from '../../../ooxml/sheet-text.ts';
import { endOfTag } from '../../../ooxml/scan-tags.ts';
import { readStringTable } from '../../../ooxml/string-table.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';

export interface HeldCell {
  cell: SheetCell;
  text: string;
}

/** With more strings than these one look at every cell costs less than so long a pattern. */
const STRINGS_MAX = 100;

const isTextual = (type: string | undefined): boolean => type === 's' || type === 'inlineStr' || type === 'str';

/**
 * Cells with a text, also one that a formula gives, in the order of the part.
 * @param holds told the text of a cell; never ''
 */
export function cellsHolding(file: WorkbookFile, sheet: SheetText, holds: (text: string) => boolean): HeldCell[] {
  const strings = readStringTable(file.opened);
  const wanted = strings.items.flatMap((_, index) => {
    const text = strings.text(index);
    return text !== '' && holds(text) ? [index] : [];
  });
  // an index in CDATA is found by no pattern
  const isOdd = wanted.length > STRINGS_MAX || sheet.part.source.includes('<![CDATA[');
  const places = isOdd ? null : [...sharedPlaces(sheet, wanted), ...ownPlaces(file, sheet, holds)];
  const cells = places === null ? allCells(sheet) : cellsAt(sheet, places);
  return cells.flatMap((cell) => {
    const text = isTextual(attributeText(sheet.part.source, cell, 't')) ? file.text(sheet, cell) : '';
    return text !== '' && holds(text) ? [{ cell, text }] : [];
  });
}

const allCells = (sheet: SheetText): SheetCell[] => [...sheet.rows.values()].flatMap((row) => [...sheet.cellsOf(row).values()]);

/** Positions within cells that show one of the shared strings; among them may be numbers that look like their indexes. */
function sharedPlaces({ part, prefix, visible }: SheetText, indexes: readonly number[]): number[] {
  if (indexes.length === 0) return [];
  const pattern = new RegExp(`>\\s*0*(?:${indexes.join('|')})\\s*</${prefix}v`, 'g');
  // an index that is written with entities is found by no pattern
  const odd = visible.includes('&#') ? new RegExp(`>[\\s\\d]*&#x?[\\da-fA-F]+;[^<]*</${prefix}v`, 'g') : null;
  return [pattern, odd].flatMap((one) => (one === null ? [] : [...part.source.matchAll(one)].map(({ index }) => index)));
}

/** Positions of cells that hold such a text themselves. */
function ownPlaces(file: WorkbookFile, sheet: SheetText, holds: (text: string) => boolean): number[] {
  const { visible, prefix } = sheet;
  const places: number[] = [];
  for (const found of visible.matchAll(/\st\s*=\s*(?:"(?:inlineStr|str)"|'(?:inlineStr|str)')/g)) {
    const start = visible.lastIndexOf('<', found.index);
    const end = endOfTag(visible, start);
    if (start === -1 || end === -1 || visible.charAt(end - 1) === '/') continue;
    const contentEnd = findClosing(visible, `${prefix}c`, end);
    if (contentEnd === -1) continue;
    const span = { start, end: contentEnd + 1, contentStart: end + 1, contentEnd, selfClosing: false, row: 0, column: 0 };
    const text = file.text(sheet, span);
    if (text !== '' && holds(text)) places.push(end);
  }
  return places;
}

/** The cells around these positions. */
function cellsAt(sheet: SheetText, places: readonly number[]): SheetCell[] {
  const rows = [...sheet.rows.values()];
  const found = new Set<SheetCell>();
  for (const place of places.toSorted((a, b) => a - b)) {
    const row = rowAround(rows, place);
    if (row === undefined) continue;
    for (const cell of sheet.cellsOf(row).values()) if (cell.start <= place && place < cell.end) found.add(cell);
  }
  return [...found];
}

/** @param rows in the order of the part */
function rowAround(rows: readonly SheetRow[], place: number): SheetRow | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.start ?? Infinity) <= place) low = middle + 1;
    else high = middle;
  }
  const row = rows[low - 1];
  return row !== undefined && place < row.end ? row : undefined;
}
