/** Formats onto cells, whole columns and whole rows; cells that are not there yet are made where only some of a row are meant. */
import { append } from '../../../base/append.ts';
import { COLUMNS_MAX, ROWS_MAX } from '../../../spreadsheet/cell-names.ts';
import { type Area } from '../../../spreadsheet/places.ts';
import { findArea } from './find-cells.ts';
import { S } from '../../../ooxml/names.ts';
import { insertBefore, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { readFormats, type FormatChange, type Formats } from './formats.ts';
import { attributeText, writeAttribute, type SheetText } from '../../../ooxml/sheet-text.ts';
import { type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { cellEdits, type NewCell } from './write-cells.ts';

const CELLS_MAX = 200_000;

export interface LineSizes {
  /** Characters of the standard font. */ width?: number | undefined;
  /** Points. */ height?: number | undefined;
  hidden?: boolean | undefined;
}

type Attributes = Readonly<Record<string, string | undefined>>;
/** Attributes for a line that has these. */
export type AttributesOf = (before: (name: string) => string | undefined) => Attributes;

/** Attributes onto columns (§18.3.1.13): spans are divided where only a part of one is meant. */
export function columnEdits({ part, prefix, data }: SheetText, { left, right }: Area, attributesOf: AttributesOf): XmlEdit[] {
  const list = firstElementOf(part.root, 'cols', S);
  const lines: { min: number; max: number; attributes: Map<string, string> }[] = (list === undefined ? [] : elementsOf(list, 'col', S)).map(
    (one) => ({
      min: Number(attributeOf(one, 'min')),
      max: Number(attributeOf(one, 'max')),
      attributes: new Map(one.attributes.filter(({ name }) => name !== 'min' && name !== 'max').map(({ name, value }) => [name, value])),
    }),
  );
  const made: typeof lines = [];
  let at = left;
  const put = (min: number, max: number, before: ReadonlyMap<string, string>): void => {
    const attributes = new Map(before);
    for (const [name, value] of Object.entries(attributesOf((name) => before.get(name))))
      if (value === undefined) attributes.delete(name);
      else attributes.set(name, value);
    if (!attributes.has('width')) attributes.set('width', '9.140625');
    made.push({ min, max, attributes });
  };
  for (const line of lines.toSorted((a, b) => a.min - b.min)) {
    if (line.max < left || line.min > right) {
      made.push(line);
      continue;
    }
    if (line.min < left) made.push({ ...line, max: left - 1 });
    if (line.min > at) put(at, line.min - 1, new Map());
    put(Math.max(left, line.min), Math.min(right, line.max), line.attributes);
    at = Math.min(right, line.max) + 1;
    if (line.max > right) made.push({ ...line, min: right + 1 });
  }
  if (at <= right) put(at, right, new Map());
  const xml = made
    .toSorted((a, b) => a.min - b.min)
    .map(
      ({ min, max, attributes }) =>
        `<${prefix}col min="${min}" max="${max}"${[...attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')}/>`,
    )
    .join('');
  return [
    list === undefined
      ? insertBefore(data, `<${prefix}cols>${xml}</${prefix}cols>`)
      : replaceNode(list, `<${list.name}>${xml}</${list.name}>`),
  ];
}

/** Attributes onto rows; those that are not there yet are made. */
export function rowEdits(sheet: Sheet, { top, bottom }: Area, attributesOf: AttributesOf, makes: boolean): XmlEdit[] | Rejected {
  if (bottom - top >= CELLS_MAX)
    return reject('would_overflow', `At most ${CELLS_MAX} rows are formatted at once; name their columns instead.`);
  const { visible, prefix } = sheet;
  const edits: XmlEdit[] = [];
  const missing: number[] = [];
  for (let number = top; number <= bottom; number++) {
    const row = sheet.rows.get(number);
    if (row === undefined) append(missing, makes ? [number] : []);
    else
      for (const [name, value] of Object.entries(attributesOf((name) => attributeText(visible, row, name))))
        if (value !== undefined) edits.push(writeAttribute(visible, row, name, value));
  }
  const ordered = [...sheet.rows.values()].toSorted((a, b) => a.number - b.number);
  let at = 0;
  for (const number of missing) {
    while ((ordered[at]?.number ?? Infinity) < number) at++;
    const place = ordered[at]?.start ?? (sheet.data.contentStart === sheet.data.end ? undefined : sheet.data.contentEnd);
    const attributes = Object.entries(attributesOf(() => undefined))
      .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${value}"`]))
      .join('');
    const xml = `<${prefix}row r="${number}"${attributes}/>`;
    edits.push(
      place === undefined
        ? { start: sheet.data.end - 2, end: sheet.data.end, xml, fills: sheet.data.name }
        : { start: place, end: place, xml },
    );
  }
  return edits;
}

/** `B:D`. */
export const isWholeColumns = ({ top, bottom }: Area): boolean => top === 1 && bottom === ROWS_MAX;
/** `5:9`. */
export const isWholeRows = ({ left, right }: Area): boolean => left === 1 && right === COLUMNS_MAX;

/** Parts of a format onto cells, and sizes onto their rows and columns; what is not named stays. */
export function formatCells(file: WorkbookFile, target: string, change: FormatChange, sizes: LineSizes = {}): EditPlan | Rejected {
  const formats = Object.values(change).some((one) => one !== undefined) ? readFormats(file.opened) : undefined;
  const styles = new Map<string, string>();
  const styleOf = (base: string | undefined): string => {
    const known = styles.get(base ?? '0') ?? String(formats?.change(Number(base ?? 0), change) ?? base ?? 0);
    styles.set(base ?? '0', known);
    return known;
  };
  return styleCells(file, target, formats, styleOf, sizes);
}

/**
 * @param formats with what was added to them; undefined where only sizes change
 * @param styleOf index of the format of a cell, column or row that has this one
 */
export function styleCells(
  file: WorkbookFile,
  target: string,
  formats: Formats | undefined,
  styleOf: (base: string | undefined) => string,
  sizes: LineSizes = {},
): EditPlan | Rejected {
  const found = findArea(file, target);
  if ('rejected' in found) return found;
  const { sheet, area } = found;
  const columns = isWholeColumns(area);
  const rows = isWholeRows(area) && !columns;
  const edits: XmlEdit[] = [];
  if (columns || sizes.width !== undefined) {
    append(
      edits,
      columnEdits(sheet, area, (before) => ({
        ...(columns && formats !== undefined ? { style: styleOf(before('style')) } : {}),
        ...(sizes.width === undefined ? {} : { width: String(sizes.width), customWidth: '1', bestFit: undefined }),
        ...(columns && sizes.hidden !== undefined ? { hidden: sizes.hidden ? '1' : undefined } : {}),
      })),
    );
  }
  if (rows || (sizes.height !== undefined && !columns)) {
    const made = rowEdits(
      sheet,
      area,
      (before) => ({
        ...(rows && formats !== undefined ? { s: styleOf(before('s')), customFormat: '1' } : {}),
        ...(sizes.height === undefined ? {} : { ht: String(sizes.height), customHeight: '1' }),
        ...(rows && sizes.hidden !== undefined ? { hidden: sizes.hidden ? '1' : '0' } : {}),
      }),
      rows || formats === undefined,
    );
    if (!Array.isArray(made)) return made;
    append(edits, made);
  }
  if (formats !== undefined) {
    const made = cellFormats(sheet, area, styleOf, sizes.height === undefined ? '' : ` ht="${sizes.height}" customHeight="1"`);
    if (!Array.isArray(made)) return made;
    append(edits, made);
  }
  return { parts: [{ part: sheet.part.name, edits }], ...(formats === undefined ? {} : { finish: formats.write }) };
}

/** Cells that are there get the format; in parts of rows the others are made for it. */
function cellFormats(sheet: Sheet, area: Area, styleOf: (base: string | undefined) => string, rowAttributes: string): XmlEdit[] | Rejected {
  const whole = isWholeColumns(area) || isWholeRows(area);
  const count = (area.bottom - area.top + 1) * (area.right - area.left + 1);
  if (!whole && count > CELLS_MAX)
    return reject('would_overflow', `At most ${CELLS_MAX} cells are formatted at once; name whole columns instead.`);
  const edits: XmlEdit[] = [];
  const missing: NewCell[] = [];
  const columnStyles = new Map<number, string>();
  for (const col of elementsOf(firstElementOf(sheet.part.root, 'cols', S) ?? sheet.data, 'col', S)) {
    const style = attributeOf(col, 'style');
    if (style !== undefined)
      for (let column = Number(attributeOf(col, 'min')); column <= Math.min(COLUMNS_MAX, Number(attributeOf(col, 'max'))); column++)
        columnStyles.set(column, style);
  }
  const numbers = whole
    ? [...sheet.rows.keys()].filter((row) => row >= area.top && row <= area.bottom)
    : Array.from({ length: area.bottom - area.top + 1 }, (_, index) => area.top + index);
  for (const number of numbers) {
    const row = sheet.rows.get(number);
    const cells = row === undefined ? undefined : sheet.cellsOf(row);
    for (const cell of cells?.values() ?? []) {
      if (cell.column >= area.left && cell.column <= area.right)
        edits.push(writeAttribute(sheet.visible, cell, 's', styleOf(attributeText(sheet.visible, cell, 's'))));
    }
    const rowStyle = row && attributeText(sheet.visible, row, 's');
    // a row's own format wins over that of a column, unless the cell is there
    if (whole && (rowStyle === undefined || isWholeRows(area))) continue;
    for (let column = area.left; column <= area.right; column++)
      if (cells?.has(column) !== true)
        missing.push({ row: number, column, value: null, style: styleOf(rowStyle ?? columnStyles.get(column)) });
  }
  return [...edits, ...cellEdits(sheet, missing, rowAttributes).edits];
}
