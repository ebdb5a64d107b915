/** Rows or columns of a sheet that come or go, with all that the workbook says about the cells behind them. */
import { saySlicersLost, watchSlicers } from './lost-slicers.ts';
import { append } from '../../../base/append.ts';
import { type Move } from '../../../ooxml/address-moves.ts';
import { addressOf, areaText, type CellPlace, placeText, readAddress, readArea } from '../../../spreadsheet/places.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { changeBook, type ChangeFormula } from './book-formulas.ts';
import { shiftCalculated } from './calculated-columns.ts';
import { changeFormulas } from './formula-cells.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import type { SheetCell } from '../../../ooxml/sheet-text.ts';
import { createInside } from './spans-inside.ts';
import { shiftFrame } from './shift-frame.ts';
import { cutsArea, shiftParts } from './shift-parts.ts';
import { newColumns, newRows, shiftRows, type NewCells } from './shift-rows.ts';
import { filterEdits, shiftTables } from './shift-tables.ts';
import { shiftArea, shiftFormula, shiftIndex, shiftName, type Shift } from './shift.ts';
import { tablesOf, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { cellXml, removeCalculationChain, type CellContent } from './write-cells.ts';

/** What inserted cells hold, by their places after the shift. */
export type Filling = ReadonlyMap<string, CellContent>;

/** Where addresses go; those of other sheets stay. */
function moveOf(shift: Shift): Move {
  return (address) => {
    const read = readAddress(address);
    if (read === null || read.name.toLowerCase() !== shift.sheet.toLowerCase() || read.reference === '') return address;
    const area = readArea(read.reference);
    if (area === null) return address;
    const moved = shiftArea(shift, area);
    if (moved === null) return null;
    const whole = /^\$?[0-9]/.test(read.reference)
      ? `${moved.top}:${moved.bottom}`
      : /^\$?[A-Za-z]+:/.test(read.reference) && !/[0-9]/.test(read.reference)
        ? columnsText(moved)
        : areaText(moved);
    return `${quoteSheet(read.name)}!${whole}`;
  };
}

function columnsText({ left, right }: { left: number; right: number }): string {
  const letters = (column: number): string => placeText({ row: 1, column }).slice(0, -1);
  return `${letters(left)}:${letters(right)}`;
}

function movePlace(shift: Shift, place: CellPlace): CellPlace | null {
  const index = shiftIndex(shift, place[shift.axis]);
  return index === null ? null : { row: place.row, column: place.column, [shift.axis]: index };
}

export function shiftSheet(file: WorkbookFile, sheet: Sheet, shift: Shift, filling: Filling): EditPlan | Rejected {
  const sheetNames = file.entries.map(({ name }) => name);
  let torn = false;
  const formula: ChangeFormula = (text, home, holder) => {
    const isColumn = home !== undefined && holder?.local === 'calculatedColumnFormula';
    const shifted = isColumn ? shiftCalculated(shift, text, holder, home, sheetNames) : shiftFormula(shift, text, home, sheetNames);
    torn ||= shifted.torn;
    return shifted;
  };
  const ofName = (text: string): string => {
    const shifted = shiftName(shift, text, sheetNames);
    torn ||= shifted.torn;
    return shifted.text;
  };
  const tables = shiftTables(file, sheet, shift, filling);
  if ('rejected' in tables) return tables;
  const parts = shiftParts(file, sheet, shift);
  if ('rejected' in parts) return parts;
  const cells = changeFormulas(sheet, {
    formula: (text) => formula(text, sheet.name),
    place: (place) => movePlace(shift, place),
    area: (area) => moveWhole(shift, area),
  });
  if (cells.divided !== undefined) return dividedFormula(sheet, cells.divided);
  if (shift.kind === 'insert' && styledBeside(sheet, shift) * shift.count > NEW_CELLS_MAX)
    return reject('would_overflow', `So many ${shift.axis}s in the look of the one beside them are too many cells at once; insert fewer.`);
  const rows = shiftRows(sheet, shift);
  if (rows === null) return reject('would_overflow', `Cells would be pushed over the edge of the sheet ${sheet.name}.`);
  const book = changeBook(file, formula, [sheet], ofName);
  if (torn)
    return reject(
      'unsupported',
      `A formula adds up several sheets at once, of which ${sheet.name} alone would move; change that formula first.`,
    );
  const kept = withoutGone(rows, cells.edits);
  const filter = firstElementOf(sheet.part.root, 'autoFilter');
  const filterArea = filter && readArea(filter.attributes.find(({ local }) => local === 'ref')?.value ?? '');
  const edits = [
    ...kept,
    ...shiftFrame(sheet.part, shift, (text) => formula(text, sheet.name).text),
    ...(filterArea && shift.axis === 'column' ? filterEdits(sheet.part, filterArea, shift) : []),
  ];
  if (shift.kind === 'insert') append(edits, inserted(sheet, shift, filling, tables.heads));
  const dropSlicers = watchSlicers(file.opened);
  const lost = saySlicersLost(file.opened, { columns: goingColumns(file, sheet, shift) });
  return {
    parts: [{ part: sheet.part.name, edits }, ...tables.parts, ...parts.parts, ...book.parts],
    ...(lost === undefined ? {} : { message: lost }),
    moved: moveOf(shift),
    touched: [
      ...cells.dirty.map((place) => addressOf(sheet.name, place)),
      ...book.dirty,
      ...[...filling.keys()].map((place) => `${quoteSheet(sheet.name)}!${place}`),
    ],
    finish(opened) {
      parts.finish(opened);
      dropSlicers(opened);
      removeCalculationChain(opened);
    },
  };
}

/** Columns of tables that go with columns of the sheet. */
const goingColumns = (file: WorkbookFile, sheet: Sheet, shift: Shift): { table: string | undefined; column: string | undefined }[] =>
  shift.axis === 'row'
    ? []
    : tablesOf(file, sheet).flatMap(({ part, area, columns }) =>
        columns.flatMap((column, at) =>
          shiftIndex(shift, area.left + at) === null ? [{ table: attributeOf(part.root, 'id'), column: attributeOf(column, 'id') }] : [],
        ),
      );

const NEW_CELLS_MAX = 1_000_000;

/** Cells of the row or column whose look is taken on. */
function styledBeside(sheet: Sheet, { axis, at }: Shift): number {
  const row = sheet.rows.get(Math.max(1, at - 1));
  return axis === 'row' ? (row === undefined ? 0 : sheet.cellsOf(row).size) : sheet.rows.size;
}

/** Formulas for many cells at once move as a whole or not at all. */
function moveWhole(shift: Shift, area: { top: number; left: number; bottom: number; right: number }): ReturnType<typeof shiftArea> {
  const moved = shiftArea(shift, area);
  if (moved === null) return null;
  return cutsArea(shift, area) ? null : moved;
}

function dividedFormula(sheet: Sheet, cell: SheetCell): Rejected {
  return reject('read_only_content', `${placeText(cell)} holds a formula for several cells at once, of which a part would move or go.`, [
    addressOf(sheet.name, cell),
  ]);
}

/** Changes inside rows and cells that go are not made. */
function withoutGone(rows: readonly XmlEdit[], formulas: readonly XmlEdit[]): XmlEdit[] {
  const isGone = createInside(rows.filter(({ xml, start, end }) => xml === '' && end > start));
  return [...rows, ...formulas.filter(({ start }) => !isGone(start))];
}

function inserted(sheet: Sheet, shift: Shift, filling: Filling, heads: readonly (CellPlace & { text: string })[]): XmlEdit[] {
  const held = new Map<string, CellContent>([...filling, ...heads.map((head): [string, CellContent] => [placeText(head), head.text])]);
  const places = [...held.keys()].flatMap((name) => readArea(name) ?? []);
  const cellOf: NewCells = (row, column, style) => {
    const value = held.get(placeText({ row, column })) ?? null;
    return value === null && style === undefined ? '' : cellXml(sheet.prefix, { row, column, value, style });
  };
  if (shift.axis === 'row')
    return [
      newRows(
        sheet,
        shift,
        cellOf,
        places.map(({ left }) => left),
      ),
    ];
  return newColumns(sheet, shift, cellOf, new Set(places.map(({ top }) => top)));
}
