/** What is put in or over cells that are not printed: a sheet with a print area shows nothing else on paper, in PDFs and in pictures of its pages. */
import { S } from '../../../ooxml/names.ts';
import { attributeText } from '../../../ooxml/sheet-text.ts';
import type { Sheet, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import { COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { areasMeet, areaText, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { findName } from './defined-names.ts';
import { areasIn } from './find-dependents.ts';

const EMU_PER_PT = 12_700;
const EMU_PER_PIXEL = 9_525;
/** Of Calibri at 11 points, by which widths of columns are told (ISO/IEC 29500-1 §18.3.1.13). */
const DIGIT_PIXELS = 7;
const USUAL = { rowPt: 15, columnPixels: 64 };

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

function columnSizes({ part }: Sheet): (column: number) => number {
  const format = firstElementOf(part.root, 'sheetFormatPr', S);
  const list = firstElementOf(part.root, 'cols', S);
  const known = list === undefined ? [] : elementsOf(list, 'col', S);
  const emuOf = (chars: string | undefined): number =>
    (chars === undefined ? USUAL.columnPixels : Math.round(Number(chars) * DIGIT_PIXELS)) * EMU_PER_PIXEL;
  const usual = emuOf(format && attributeOf(format, 'defaultColWidth'));
  return (column) => {
    const own = known.find((one) => Number(attributeOf(one, 'min')) <= column && Number(attributeOf(one, 'max')) >= column);
    const width = own && attributeOf(own, 'width');
    return own !== undefined && isOn(attributeOf(own, 'hidden')) ? 0 : width === undefined ? usual : emuOf(width);
  };
}

function rowSizes(sheet: Sheet): (row: number) => number {
  const format = firstElementOf(sheet.part.root, 'sheetFormatPr', S);
  const usual = Number((format && attributeOf(format, 'defaultRowHeight')) ?? USUAL.rowPt);
  return (number) => {
    const row = sheet.rows.get(number);
    if (row !== undefined && isOn(attributeText(sheet.visible, row, 'hidden'))) return 0;
    return Number((row && attributeText(sheet.visible, row, 'ht')) ?? usual) * EMU_PER_PT;
  };
}

/** The last row or column that a thing of this length reaches. */
function reach(from: number, length: number, sizeOf: (index: number) => number, most: number): number {
  let left = length;
  let at = from;
  for (; at < most; at++) {
    left -= sizeOf(at);
    if (left <= 0) break;
  }
  return at;
}

/** The areas that are printed; [] where all is. */
function printedAreas(file: WorkbookFile, sheet: Sheet): Area[] {
  const scope = file.entries.findIndex(({ name }) => name === sheet.name);
  const name = findName(file, { name: '_xlnm.Print_Area', scope });
  return name === undefined ? [] : areasIn(textOf(name), sheet.name, file.names);
}

/** Says of cells in which something is put that they are not printed, or not all of them: for the result of the operation. */
export function sayCellsUnprinted(file: WorkbookFile, sheet: Sheet, cells: Area): { message?: string } {
  const areas = printedAreas(file, sheet);
  const isWhole = ({ top, left, bottom, right }: Area): boolean =>
    cells.top >= top && cells.left >= left && cells.bottom <= bottom && cells.right <= right;
  if (areas.length === 0 || areas.some(isWhole)) return {};
  const said = `the print area ${areas.map(areaText).join(', ')} of ${sheet.name}`;
  return {
    message: areas.some((area) => areasMeet(area, cells))
      ? `It reaches beyond ${said}, so that only a part of it is printed; set_page changes the area.`
      : `It lies outside ${said}, so that it is not printed; set_page changes the area.`,
  };
}

/**
 * The same of a thing that lies over cells.
 * @param place the cell of its upper left corner
 * @param size in EMU
 */
export function sayUnprinted(
  file: WorkbookFile,
  sheet: Sheet,
  place: CellPlace,
  { cx, cy }: { cx: number; cy: number },
): { message?: string } {
  if (printedAreas(file, sheet).length === 0) return {};
  return sayCellsUnprinted(file, sheet, {
    top: place.row,
    left: place.column,
    bottom: reach(place.row, cy, rowSizes(sheet), ROWS_MAX),
    right: reach(place.column, cx, columnSizes(sheet), COLUMNS_MAX),
  });
}
