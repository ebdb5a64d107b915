/** Cells as the figures of a chart: names in their first row, categories in their first column; blocks of the same rows are read as one. */
import type { Area } from '../../../spreadsheet/places.ts';
import { findAreaToRead, findSheet } from './find-cells.ts';
import { R } from '../../../ooxml/names.ts';
import { columnLetters } from '../../../spreadsheet/cell-names.ts';
import { partNamed, readXmlPart, relationshipsOf, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import type { ChartFigures } from '../../office/chart-series.ts';
import { partsOf } from './book-formulas.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { attributeText, formulaOf } from '../../../ooxml/sheet-text.ts';
import { cellAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const POINTS_MAX = 4_000;
const SERIES_MAX = 64;

interface FoundColumns {
  sheet: Sheet;
  area: Area;
  columns: readonly number[];
}

/** Addresses that commas part, of which a sheet's name may have some. */
function blocksOf(file: WorkbookFile, data: string): string[] {
  const blocks = data.match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? [];
  return blocks.length > 1 && 'rejected' in findAreaToRead(file, data) ? blocks : [data];
}

/** Columns of one block, or of several of the same rows: `Data!A1:A9,Data!D1:E9`, in which the sheet need be named but once. */
function findColumns(file: WorkbookFile, data: string): FoundColumns | Rejected {
  const [first = data, ...others] = blocksOf(file, data);
  const found = findAreaToRead(file, first.trim());
  if ('rejected' in found) return found;
  const { sheet, area } = found;
  const columns = Array.from({ length: area.right - area.left + 1 }, (_, at) => area.left + at);
  const named = first.trim().slice(0, first.trim().lastIndexOf('!') + 1);
  for (const other of others) {
    const next = findAreaToRead(file, other.includes('!') ? other.trim() : `${named}${other.trim()}`);
    if ('rejected' in next) return next;
    if (next.sheet.name !== sheet.name || next.area.top !== area.top || next.area.bottom !== area.bottom)
      return reject(
        'unsupported',
        `The blocks of ${data.slice(0, 100)} are not of the same rows of one sheet; name them so, names and categories too.`,
      );
    for (let at = next.area.left; at <= next.area.right; at++) if (!columns.includes(at)) columns.push(at);
  }
  return { sheet, area, columns };
}

export function readFigures(file: WorkbookFile, data: string): ChartFigures | Rejected {
  const found = findColumns(file, data);
  if ('rejected' in found) return found;
  const { sheet, area, columns } = found;
  const [categories = area.left, ...figures] = columns;
  const [points, series] = [area.bottom - area.top, figures.length];
  if (points < 1 || series < 1)
    return reject('target_not_found', `${data.slice(0, 100)} is too small: names are in its first row, categories in its first column.`);
  if (points > POINTS_MAX || series > SERIES_MAX)
    return reject('would_overflow', `A chart of this request has at most ${POINTS_MAX} categories and ${SERIES_MAX} series.`);
  const fixed = (row: number, column: number): string => `$${columnLetters(column - 1)}$${row}`;
  const prefix = `${quoteSheet(sheet.name)}!`;
  const column = (at: number): string => `${prefix}${fixed(area.top + 1, at)}${points === 1 ? '' : `:${fixed(area.bottom, at)}`}`;
  const valueAt = (row: number, at: number): string | number | null => {
    const cell = cellAt(sheet, { row, column: at });
    const text = cell === undefined ? '' : file.text(sheet, cell);
    const type = cell && attributeText(sheet.visible, cell, 't');
    return text === '' ? null : type === undefined || type === 'n' ? Number(text) : text;
  };
  const isWaiting = (row: number, at: number): boolean => {
    const cell = cellAt(sheet, { row, column: at });
    return cell !== undefined && file.text(sheet, cell) === '' && formulaOf(sheet, cell) !== undefined;
  };
  const rows = Array.from({ length: points }, (_, index) => area.top + 1 + index);
  const all = figures.map((at) => {
    const values = rows.map((row) => valueAt(row, at));
    const name = String(valueAt(area.top, at) ?? '');
    const waits = rows.some((row) => isWaiting(row, at));
    return {
      at,
      name,
      values,
      waits,
      isText: !waits && values.some((one) => one !== null) && !values.some((one) => typeof one === 'number'),
    };
  });
  const drawn = all.some(({ isText }) => !isText) ? all.filter(({ isText }) => !isText) : all;
  return {
    ...sayTexts(all.filter((one) => !drawn.includes(one)).map(({ name, at }) => (name === '' ? columnLetters(at - 1) : name))),
    waiting: drawn.some(({ waits }) => waits),
    categories: { formula: column(categories), values: rows.map((row) => valueAt(row, categories)) },
    series: drawn.map(({ at, name, values }) => ({
      name: { formula: `${prefix}${fixed(area.top, at)}`, values: [name] },
      values: { formula: column(at), values: values.map((value) => (typeof value === 'number' ? value : null)) },
    })),
  };
}

/** A column of texts is no series: its legend would name something of which nothing is seen. */
function sayTexts(names: readonly string[]): { message?: string } {
  if (names.length === 0) return {};
  const shown = names.slice(0, 5).map((name) => `"${name.slice(0, 60)}"`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return { message: `Without numbers, and therefore no series of the chart: ${shown.join(', ')}${more}.` };
}

/** Figures for a new chart; a formula is null where no cells hold the names or the categories. */
export interface NewFigures {
  waiting?: boolean;
  /** What was left out. */
  message?: string;
  categories: { formula: string | null; values: readonly (string | number | null)[] };
  series: {
    name: { formula: string | null; values: readonly string[] };
    values: { formula: string; values: readonly (number | null)[] };
  }[];
}

/**
 * Cells of one column or one row as one series, as Excel draws them: a text before them is its name, and they are counted from 1 on.
 * @returns null where they are neither
 */
export function readLine(file: WorkbookFile, data: string): NewFigures | Rejected | null {
  if (blocksOf(file, data).length > 1) return null;
  const found = findAreaToRead(file, data);
  if ('rejected' in found) return found;
  const { sheet, area } = found;
  const isColumn = area.left === area.right;
  if (isColumn === (area.top === area.bottom)) return null;
  const count = Math.max(area.bottom - area.top, area.right - area.left) + 1;
  if (count > POINTS_MAX + 1) return reject('would_overflow', `A chart of this request has at most ${POINTS_MAX} categories.`);
  const cells = Array.from({ length: count }, (_, at) => {
    const place = isColumn ? { row: area.top + at, column: area.left } : { row: area.top, column: area.left + at };
    const cell = cellAt(sheet, place);
    const text = cell === undefined ? '' : file.text(sheet, cell);
    const type = cell && attributeText(sheet.visible, cell, 't');
    const isNumber = text !== '' && (type === undefined || type === 'n');
    const isWaiting = cell !== undefined && text === '' && formulaOf(sheet, cell) !== undefined;
    return { fixed: `$${columnLetters(place.column - 1)}$${place.row}`, text, value: isNumber ? Number(text) : null, isWaiting };
  });
  const [first] = cells;
  const named = first !== undefined && first.value === null && !first.isWaiting;
  const values = named ? cells.slice(1) : cells;
  const prefix = `${quoteSheet(sheet.name)}!`;
  const ends = [...new Set([values[0]?.fixed ?? '', values.at(-1)?.fixed ?? ''])].join(':');
  return {
    waiting: values.some(({ isWaiting }) => isWaiting),
    categories: { formula: null, values: values.map((_, at) => String(at + 1)) },
    series: [
      {
        name: named && first.text !== '' ? { formula: prefix + first.fixed, values: [first.text] } : { formula: null, values: [''] },
        values: { formula: prefix + ends, values: values.map(({ value }) => value) },
      },
    ],
  };
}

/** Charts of a sheet in the order of its drawing. */
export function chartsOf({ opened }: WorkbookFile, sheet: Sheet): XmlPart[] {
  return partsOf(opened, sheet, '/drawing').flatMap((drawing) => {
    const targets = new Map(relationshipsOf(opened, drawing.name).map((one) => [one.id, one]));
    return [...walkElements(drawing.root)].flatMap((element): XmlPart[] => {
      const target = element.local === 'chart' ? targets.get(attributeOf(element, 'id', R) ?? '') : undefined;
      const name = target === undefined || target.external ? undefined : partNamed(opened, target.target);
      return name === undefined ? [] : [readXmlPart(opened, name)];
    });
  });
}

/** `Sheet1!chart2`. */
export function findChart(file: WorkbookFile, target: string): XmlPart | Rejected {
  const found = findSheet(file, target);
  if ('rejected' in found) return found;
  const charts = chartsOf(file, found.sheet);
  const number = /^chart([1-9][0-9]{0,3})$/.exec(found.reference)?.[1];
  const chart = charts[Number(number) - 1];
  return (
    chart ??
    reject(
      'target_not_found',
      `There is no chart ${(followMoves(file.moves, target) ?? target).slice(0, 100)}.`,
      charts.map((_, index) => `${quoteSheet(found.sheet.name)}!chart${index + 1}`),
    )
  );
}
