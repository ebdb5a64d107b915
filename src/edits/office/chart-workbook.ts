/** The workbook inside a presentation or Word file that holds a chart's figures: its cells change together with what the chart shows. */
import { type Area, areasMeet, areaText } from '../../spreadsheet/places.ts';
import { C } from '../../ooxml/names.ts';
import { columnLetters } from '../../spreadsheet/cell-names.ts';
import { editXmlPart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { insertAfter, removeNode, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { openOfficePackage } from '../../ooxml/office-package.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { attributeOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../define-edit.ts';
import type { ChartFigures } from './chart-series.ts';
import { areasIn } from '../xlsx/mechanics/find-dependents.ts';
import { quoteSheet } from '../../spreadsheet/formula-references.ts';
import { readWorkbookFile, tablesOf, type SheetTable } from '../../ooxml/workbook-file.ts';
import { cellEdits, type NewCell } from '../xlsx/mechanics/write-cells.ts';
import { maxOf } from '../../base/extremes.ts';

export interface Figures {
  categories: readonly (string | number)[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

/** Where a chart's figures lie: names in the row above the values, categories in the column before them. */
export interface FiguresPlace {
  sheet: string;
  top: number;
  left: number;
  rows: number;
  columns: number;
}

/** The block of cells that all series of a chart refer to; null where they lie otherwise. */
export function findPlace(root: XmlElement): FiguresPlace | null {
  const formulaOf = (ser: XmlElement, ...locals: string[]): string => {
    const holder = locals.map((local) => firstElementOf(ser, local, C)).find((one) => one !== undefined);
    for (const inner of holder === undefined ? [] : walkElements(holder)) if (inner.local === 'f' && inner.uri === C) return textOf(inner);
    return '';
  };
  const all = [...walkElements(root)].filter(({ local, uri }) => local === 'ser' && uri === C);
  const values = all.map((ser) => areasIn(formulaOf(ser, 'val', 'yVal'), '', []));
  const [first] = values[0] ?? [];
  if (first === undefined || first.left < 2 || first.top < 2) return null;
  const isBlock = values.every(
    ([area, ...more], index) =>
      more.length === 0 &&
      area !== undefined &&
      area.sheet === first.sheet &&
      area.left === first.left + index &&
      area.right === area.left &&
      area.top === first.top,
  );
  if (!isBlock) return null;
  return {
    sheet: first.sheet,
    top: first.top - 1,
    left: first.left - 1,
    rows: maxOf(values.map(([area]) => (area?.bottom ?? 0) - first.top + 1)),
    columns: all.length,
  };
}

/** Formulas for the figures at this place. */
export function placedFigures({ sheet, top, left }: FiguresPlace, { categories, series }: Figures): ChartFigures {
  const column = (at: number): string => {
    const letters = `$${columnLetters(at - 1)}$`;
    return `${quoteSheet(sheet)}!${letters}${top + 1}${categories.length === 1 ? '' : `:${letters}${top + categories.length}`}`;
  };
  return {
    categories: { formula: column(left), values: categories },
    series: series.map(({ name, values }, index) => ({
      name: { formula: `${quoteSheet(sheet)}!$${columnLetters(left + index)}$${top}`, values: [name] },
      values: { formula: column(left + 1 + index), values },
    })),
  };
}

function resizeTable({ part, columns, totals }: SheetTable, area: Area, names: readonly string[]): XmlEdit[] | Rejected {
  if (totals > 0) return reject('unsupported', "The table of the chart's workbook has a row of totals.");
  const list = firstElementOf(part.root, 'tableColumns');
  const last = columns.at(-1);
  if (list === undefined || last === undefined) return [];
  const prefix = last.name.slice(0, last.name.indexOf(':') + 1);
  const highest = columns.reduce((most, one) => Math.max(most, Number(attributeOf(one, 'id') ?? 0)), 0);
  const filter = firstElementOf(part.root, 'autoFilter');
  const added = names
    .slice(columns.length)
    .map((name, index) => `<${prefix}tableColumn id="${highest + 1 + index}" name="${escapeAttribute(name)}"/>`)
    .join('');
  return [
    setAttribute(part, part.root, 'ref', areaText(area)),
    ...(filter === undefined ? [] : [setAttribute(part, filter, 'ref', areaText(area))]),
    setAttribute(part, list, 'count', String(names.length)),
    ...columns.slice(0, names.length).map((one, index) => setAttribute(part, one, 'name', names[index] ?? '')),
    ...columns.slice(names.length).map(removeNode),
    ...(added === '' ? [] : [insertAfter(last, added)]),
  ];
}

/** Names of a table's columns are texts, each another one. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    let own = name.trim() === '' ? `Column${index + 1}` : name;
    for (let number = 2; taken.has(own.toLowerCase()); number++) own = `${name}${number}`;
    taken.add(own.toLowerCase());
    return own;
  });
}

/** The workbook with these figures in their place, and what is left of the old ones emptied. */
export function writeFigures(bytes: Uint8Array, place: FiguresPlace, { categories, series }: Figures): Uint8Array | Rejected {
  const opened = openOfficePackage(bytes);
  const file = opened.kind === 'xlsx' ? readWorkbookFile(opened) : undefined;
  const sheet = file?.sheet(place.sheet);
  if (file === undefined || sheet === undefined) return reject('unsupported', `The chart's workbook has no sheet ${place.sheet}.`);
  const { top, left } = place;
  const area = { top, left, bottom: top + categories.length, right: left + series.length };
  const tables = tablesOf(file, sheet).filter((table) => areasMeet(table.area, area));
  const [table] = tables;
  const names = distinct([
    file.text(sheet, sheet.cellsOf(sheet.rows.get(top) ?? NO_ROW).get(left) ?? NO_CELL),
    ...series.map(({ name }) => name),
  ]);
  const cells: NewCell[] = [];
  const height = Math.max(place.rows, categories.length);
  const width = Math.max(place.columns, series.length);
  for (let column = 0; column <= width; column++) {
    // a table's names and the cells that show them are the same
    if (column > 0 || table !== undefined)
      cells.push({
        row: top,
        column: left + column,
        value: column > series.length ? null : table !== undefined ? (names[column] ?? null) : (series[column - 1]?.name ?? null),
      });
    for (let row = 0; row < height; row++) {
      const value = column === 0 ? (categories[row] ?? null) : (series[column - 1]?.values[row] ?? null);
      cells.push({ row: top + 1 + row, column: left + column, value: row >= categories.length ? null : value });
    }
  }
  if (table !== undefined) {
    if (tables.length > 1 || table.area.top !== top || table.area.left !== left)
      return reject('unsupported', "The chart's figures lie in a table of its workbook in another way than Office puts them.");
    const edits = resizeTable(table, area, names);
    if (!Array.isArray(edits)) return edits;
    editXmlPart(opened, table.part, edits);
  }
  editXmlPart(opened, sheet.part, cellEdits(sheet, cells).edits);
  return saveOfficePackage(opened);
}

const NO_ROW = { number: 0, start: 0, end: 0, contentStart: 0, contentEnd: 0, selfClosing: true };
const NO_CELL = { row: 0, column: 0, start: 0, end: 0, contentStart: 0, contentEnd: 0, selfClosing: true };
