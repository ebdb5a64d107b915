/** Cells into a sheet, each in its row and column (ISO/IEC 29500-1 §18.3.1.4, §18.3.1.73); formatting stays. */
import { BEHIND_CALCULATION } from './sheet-list.ts';
import { addressOf, type Area, areasMeet, areaText, type CellPlace, isWithin, placeText, readArea } from '../../../spreadsheet/places.ts';
import { COLUMNS_MAX } from '../../../spreadsheet/cell-names.ts';
import { S } from '../../../ooxml/names.ts';
import { appendContent, insertBefore, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { removePart, removeRelationship } from '../../../ooxml/change-package.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { reject, type EditPlan, type PartEdits, type Rejected } from '../../define-edit.ts';
import { cellAt, mergesOf, tableHeads, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { formulaCells, formulaTexts } from './formula-cells.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { attributeText, childSpan, formulaOf, type SheetText, type Span } from '../../../ooxml/sheet-text.ts';

type CellValue = string | number | boolean | null;
export type CellContent = CellValue | { formula: string };
export interface NewCell extends CellPlace {
  /** `runs`: a text formatted in pieces, as XML in the prefix of the sheet; `error`: `#DIV/0!` and its kin, as a value. */
  value: CellContent | { runs: string } | { error: string };
  /** Index of a format; absent: that of the cell that was there. */ style?: string | undefined;
}

export function cellXml(prefix: string, cell: NewCell): string {
  const { value, style } = cell;
  const head = `${prefix}c r="${placeText(cell)}"${style === undefined ? '' : ` s="${style}"`}`;
  if (value === null) return `<${head}/>`;
  if (typeof value === 'number') return `<${head}><${prefix}v>${value}</${prefix}v></${prefix}c>`;
  if (typeof value === 'boolean') return `<${head} t="b"><${prefix}v>${value ? 1 : 0}</${prefix}v></${prefix}c>`;
  if (typeof value === 'object' && 'runs' in value) return `<${head} t="inlineStr"><${prefix}is>${value.runs}</${prefix}is></${prefix}c>`;
  if (typeof value === 'object' && 'error' in value)
    return `<${head} t="e"><${prefix}v>${escapeText(value.error)}</${prefix}v></${prefix}c>`;
  if (typeof value === 'object') return `<${head}><${prefix}f>${escapeText(value.formula)}</${prefix}f></${prefix}c>`;
  return `<${head} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapeText(value)}</${prefix}t></${prefix}is></${prefix}c>`;
}

/** Cells held against merged areas, at most. */
const COMPARED_MAX = 50_000_000;

function boundsOf(cells: readonly CellPlace[]): Area {
  const box = { top: Infinity, left: Infinity, bottom: 0, right: 0 };
  for (const { row, column } of cells) {
    box.top = Math.min(box.top, row);
    box.left = Math.min(box.left, column);
    box.bottom = Math.max(box.bottom, row);
    box.right = Math.max(box.right, column);
  }
  return box;
}

/** Why a cell of the sheet cannot be written by itself; null where it can. */
export type CellGuard = (cell: CellPlace) => Rejected | null;

/** @param merges areas of merged cells that are looked at; heads: header rows of tables, which are not written */
export function guardCells(
  file: WorkbookFile,
  sheet: Sheet,
  merges: readonly Area[] = mergesOf(sheet),
  heads: readonly Area[] = tableHeads(file, sheet),
): CellGuard {
  const arrays = arraysOf(sheet);
  const pivots = pivotsOf(file, sheet);
  const within = (areas: readonly Area[], cell: CellPlace): Area | undefined => areas.find((area) => isWithin(cell, area));
  const addressesOf = (area: Area): string[] => [`${quoteSheet(sheet.name)}!${areaText(area)}`];
  return (cell) => {
    const merge = within(merges, cell);
    if (merge !== undefined && (merge.top !== cell.row || merge.left !== cell.column)) {
      const first = { row: merge.top, column: merge.left };
      return reject('merged_cells', `${placeText(cell)} is covered by the merged cell ${placeText(first)}.`, [
        addressOf(sheet.name, first),
      ]);
    }
    if (within(heads, cell) !== undefined)
      return reject(
        'read_only_content',
        `${placeText(cell)} names a column of a table: set_cells or replace_text rename it, with the formulas that use the name.`,
      );
    const pivot = within(pivots, cell);
    if (pivot !== undefined)
      return reject(
        'read_only_content',
        `${placeText(cell)} is in the pivot table ${areaText(pivot)}, which Excel fills: change its source.`,
        addressesOf(pivot),
      );
    const array = within(arrays, cell);
    if (array !== undefined)
      return reject('read_only_content', `${placeText(cell)} lies in ${areaText(array)}, which one formula fills.`, addressesOf(array));
    return null;
  };
}

function refuseOf(file: WorkbookFile, sheet: Sheet, cells: readonly NewCell[], heads?: readonly Area[]): Rejected | null {
  const box = boundsOf(cells);
  const merges = mergesOf(sheet).filter((area) => areasMeet(area, box));
  if (merges.length * cells.length > COMPARED_MAX)
    return reject('would_overflow', 'So many cells lie among so many merged ones; send fewer at once.');
  const refuse = guardCells(file, sheet, merges, heads);
  for (const cell of cells) {
    const refused = refuse(cell);
    if (refused !== null) return refused;
  }
  return null;
}

/** What pivot tables fill. */
const pivotsOf = (file: WorkbookFile, sheet: Sheet): Area[] =>
  relationshipsOf(file.opened, sheet.part.name).flatMap(({ type, target, external }) => {
    const name = external || !type.endsWith('/pivotTable') ? undefined : partNamed(file.opened, target);
    const location = name === undefined ? undefined : firstElementOf(readXmlPart(file.opened, name).root, 'location', S);
    return readArea((location && attributeOf(location, 'ref')) ?? '') ?? [];
  });

/** Areas that one formula fills; what is but one cell is written like any other. */
function arraysOf(sheet: Sheet): Area[] {
  if (!/\st\s*=\s*["'](?:array|dataTable)/.test(sheet.visible)) return [];
  return [...formulaCells(sheet)].flatMap(({ formula }) => {
    const area = formula.type === 'array' || formula.type === 'dataTable' ? readArea(formula.ref ?? '') : null;
    return area === null || (area.top === area.bottom && area.left === area.right) ? [] : [area];
  });
}

/** Cells that share the formula of one that is written get its text, each as it reads for it. */
function unshare(sheet: Sheet, cells: readonly NewCell[]): XmlEdit[] {
  const written = new Set(cells.map(placeText));
  const heads = cells.flatMap((cell) => {
    const old = cellAt(sheet, cell);
    const formula = old && formulaOf(sheet, old);
    return formula?.type === 'shared' && formula.text !== '' && formula.group !== undefined ? [formula.group] : [];
  });
  if (heads.length === 0) return [];
  const groups = new Set(heads);
  const members = [...formulaCells(sheet)];
  const texts = formulaTexts(members);
  return members
    .filter(({ cell, formula }) => formula.type === 'shared' && groups.has(formula.group ?? '') && !written.has(placeText(cell)))
    .map(({ cell, formula }) => ({
      start: formula.start,
      end: formula.end,
      xml: `<${sheet.prefix}f>${escapeText(texts.get(cell) ?? '')}</${sheet.prefix}f>`,
    }));
}

/** Excel recalculates when it opens the file. */
export function recalculation({ main }: WorkbookFile): PartEdits {
  const prefix = main.root.name.slice(0, main.root.name.indexOf(':') + 1);
  const settings = firstElementOf(main.root, 'calcPr', S);
  if (settings !== undefined)
    return {
      part: main.name,
      edits: attributeOf(settings, 'fullCalcOnLoad') === '1' ? [] : [setAttribute(main, settings, 'fullCalcOnLoad', '1')],
    };
  const behind = elementsOf(main.root).find(({ local }) => BEHIND_CALCULATION.includes(local));
  const xml = `<${prefix}calcPr fullCalcOnLoad="1"/>`;
  return { part: main.name, edits: [behind === undefined ? appendContent(main, main.root, xml) : insertBefore(behind, xml)] };
}

/** The list of formulas in the order of counting: Excel makes it again where it is gone, and calls a wrong one damage. */
export function removeCalculationChain(opened: OfficePackage): void {
  const chain = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/calcChain'));
  const name = chain && partNamed(opened, chain.target);
  if (chain === undefined || name === undefined) return;
  removePart(opened, name);
  removeRelationship(opened, opened.mainPart, chain.id);
}

function* rowsOf(cells: readonly NewCell[]): Generator<[number, NewCell[]]> {
  const byRow = new Map<number, NewCell[]>();
  for (const cell of cells) {
    const row = byRow.get(cell.row);
    if (row === undefined) byRow.set(cell.row, [cell]);
    else row.push(cell);
  }
  yield* [...byRow].toSorted(([a], [b]) => a - b);
}

const sortedKeys = new WeakMap<object, number[]>();

/** The first in the list of what is behind this number. */
function firstBehind<T>(entries: ReadonlyMap<number, T>, number: number): T | undefined {
  const keys = sortedKeys.get(entries) ?? [...entries.keys()].toSorted((one, other) => one - other);
  sortedKeys.set(entries, keys);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? 0) > number) high = middle;
    else low = middle + 1;
  }
  const found = keys[low];
  return found === undefined ? undefined : entries.get(found);
}

/** At the end of an element found by its tags. */
function appendTo(parent: Span, name: string, xml: string): XmlEdit {
  return parent.selfClosing
    ? { start: parent.end - 2, end: parent.end, xml, fills: name }
    : { start: parent.contentEnd, end: parent.contentEnd, xml };
}

/** New cells of more are written row by row, which takes a third of the time less. */
const CELL_BY_CELL_MAX = 10_000;

/** A new cell is once at its place, in the order of rows and columns. */
const ownPlace = (cell: CellPlace): { order: number; unique: string } => ({
  order: cell.row * (COLUMNS_MAX + 1) + cell.column,
  unique: `cell ${placeText(cell)}`,
});

/** Columns carry a format for cells that are not there yet (§18.3.1.13). */
function columnStyles({ part }: SheetText): (column: number) => string | undefined {
  const list = firstElementOf(part.root, 'cols', S);
  const styled = (list === undefined ? [] : elementsOf(list, 'col', S)).filter((one) => attributeOf(one, 'style') !== undefined);
  return (column) => {
    const found = styled.find((one) => Number(attributeOf(one, 'min')) <= column && Number(attributeOf(one, 'max')) >= column);
    return found && attributeOf(found, 'style');
  };
}

/**
 * Spans for the cells; `chain` where a formula has gone. Nothing is checked.
 * @param rowAttributes of rows that are made for them, as XML
 */
export function cellEdits(sheet: Sheet, cells: readonly NewCell[], rowAttributes = ''): { edits: XmlEdit[]; chain: boolean } {
  const { part, prefix, data } = sheet;
  const edits: XmlEdit[] = [];
  const ofColumn = columnStyles(sheet);
  let chain = false;
  for (const [number, wanted] of rowsOf(cells)) {
    const row = sheet.rows.get(number);
    const sorted = wanted.toSorted((a, b) => a.column - b.column);
    const newXml = (cell: NewCell): string =>
      cellXml(prefix, { ...cell, style: cell.style ?? (row && attributeText(sheet.visible, row, 's')) ?? ofColumn(cell.column) });
    if (row === undefined) {
      // operations of one request come to one row, whatever the order in which they name its cells
      const behind = firstBehind(sheet.rows, number);
      const place = behind === undefined ? appendContent(part, data, '') : { start: behind.start, end: behind.start };
      const within = `${prefix}row r="${number}"${rowAttributes}`;
      const [first] = sorted;
      if (first !== undefined && cells.length > CELL_BY_CELL_MAX)
        edits.push({ ...place, ...ownPlace(first), xml: sorted.map(newXml).join(''), within });
      else for (const cell of sorted) edits.push({ ...place, ...ownPlace(cell), xml: newXml(cell), within });
      continue;
    }
    const known = sheet.cellsOf(row);
    for (const cell of sorted) {
      const old = known.get(cell.column);
      if (old === undefined) {
        const behind = firstBehind(known, cell.column);
        const xml = newXml(cell);
        const at = behind === undefined ? appendTo(row, `${prefix}row`, xml) : { start: behind.start, end: behind.start, xml };
        edits.push({ ...at, ...ownPlace(cell) });
        continue;
      }
      chain ||= childSpan(sheet, old, 'f') !== null;
      edits.push({
        start: old.start,
        end: old.end,
        xml: cellXml(prefix, { ...cell, style: cell.style ?? attributeText(part.source, old, 's') }),
      });
    }
  }
  return { edits, chain };
}

/** @param heads header rows of tables that are not written; all of the sheet where absent */
export function writeCells(file: WorkbookFile, sheet: Sheet, cells: readonly NewCell[], heads?: readonly Area[]): EditPlan | Rejected {
  const refused = refuseOf(file, sheet, cells, heads);
  if (refused !== null) return refused;
  const { edits, chain } = cellEdits(sheet, cells);
  return {
    parts: [{ part: sheet.part.name, edits: [...edits, ...unshare(sheet, cells)] }],
    touched: cells.map((cell) => addressOf(sheet.name, cell)),
    ...(chain ? { finish: removeCalculationChain } : {}),
  };
}
