/**
 * A sheet as its own text with a map of its rows. A sheet of 50,000 rows is 20 MB of XML, of which an edit needs one row:
 * the rows are found by their tags alone, a row's cells when they are asked for; all around the rows is a tree as of any part.
 */
import { columnNumber } from '../spreadsheet/cell-names.ts';
import { S } from './names.ts';
import type { XmlEdit } from './edit-xml.ts';
import { partNamed, readPartText, type OfficePackage, type XmlPart } from './office-package.ts';
import { endOfTag } from './scan-tags.ts';
import { unescapeText } from './xml-text.ts';
import { firstElementOf, parseXml, walkElements, type XmlElement } from './xml-tree.ts';

/** An element found by its tags: positions in the source of the part. */
export interface Span {
  start: number;
  end: number;
  contentStart: number;
  contentEnd: number;
  selfClosing: boolean;
}
export interface SheetRow extends Span {
  number: number;
}
export interface SheetCell extends Span {
  row: number;
  column: number;
}

export interface SheetText {
  /** The tree of the sheet without its rows; positions are those of the whole source. */
  part: XmlPart;
  data: XmlElement;
  /** `x:` as the part writes it, often ''. */
  prefix: string;
  /** By number, in the order of the source. */
  rows: Map<number, SheetRow>;
  /** The source with comments and CDATA blanked out, of the same length. */
  visible: string;
  cellsOf(row: SheetRow): Map<number, SheetCell>;
  /** Those with a formula, without a look at the others. */
  formulaCellsOf(row: SheetRow): readonly SheetCell[];
}

/** Where the element of this name is closed, -1 where it is not: `</c` begins the end of a colour, too. */
export function findClosing(source: string, name: string, from: number): number {
  const closing = `</${name}`;
  let at = source.indexOf(closing, from);
  // behind the name are only `>` or spaces
  while (at !== -1 && source.charCodeAt(at + closing.length) !== 62 && source.charCodeAt(at + closing.length) > 32)
    at = source.indexOf(closing, at + closing.length);
  return at;
}

/** The next element of this name at or behind `from`, which ends before `to`; elements of one name do not nest here. */
export function findElement(whole: string, name: string, from: number, to: number): Span | null {
  // nothing is looked for beyond the end: what is not there would be searched through the rest of the part each time
  const source = whole.slice(from, to);
  const opening = `<${name}`;
  for (let start = source.indexOf(opening); start !== -1; start = source.indexOf(opening, start + 1)) {
    const behind = source.charCodeAt(start + opening.length);
    if (behind !== 62 && behind !== 47 && behind > 32) continue;
    const tagEnd = endOfTag(source, start);
    if (tagEnd === -1) return null;
    const contentStart = tagEnd + 1;
    const selfClosing = source.charCodeAt(contentStart - 2) === 47;
    const contentEnd = selfClosing ? contentStart : findClosing(source, name, contentStart);
    if (contentEnd === -1) return null;
    const end = selfClosing ? contentStart : source.indexOf('>', contentEnd) + 1;
    return { start: from + start, end: from + end, contentStart: from + contentStart, contentEnd: from + contentEnd, selfClosing };
  }
  return null;
}

const ATTRIBUTES = new Map<string, RegExp>();

/** An attribute of the opening tag, as it is written. */
export function attributeText(source: string, { start, contentStart }: Span, name: string): string | undefined {
  let pattern = ATTRIBUTES.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`);
    ATTRIBUTES.set(name, pattern);
  }
  const found = pattern.exec(source.slice(start, contentStart));
  return found === null ? undefined : (found[1] ?? found[2]);
}

/** Sets an attribute of an element found by its tags. */
export function writeAttribute(source: string, span: Span, name: string, value: string): XmlEdit {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(["'])`).exec(source.slice(span.start, span.contentStart));
  if (found === null) {
    const at = span.start + source.slice(span.start, span.contentStart - (span.selfClosing ? 2 : 1)).trimEnd().length;
    return { start: at, end: at, xml: ` ${name}="${value}"` };
  }
  const start = span.start + found.index + found[0].length;
  return { start, end: source.indexOf(found[1] ?? '"', start), xml: value };
}

/** Comments and CDATA are blanked out, so that tags are found where they are tags. */
function blankOut(source: string): string {
  if (!source.includes('<!')) return source;
  return source.replaceAll(/<!--.*?-->|<!\[CDATA\[.*?\]\]>/gs, (found) => ' '.repeat(found.length));
}

function shiftPositions(root: XmlElement, from: number, by: number): void {
  for (const element of walkElements(root)) {
    for (const node of [element, ...element.children.filter(({ kind }) => kind === 'text')]) {
      if (node.start >= from) node.start += by;
      if (node.end >= from) node.end += by;
    }
    if (element.contentStart > from) element.contentStart += by;
    if (element.contentEnd >= from) element.contentEnd += by;
  }
}

/** @returns undefined where the part is no sheet of cells. @throws Refusal where it is damaged */
export function readSheetText(opened: OfficePackage, name: string): SheetText | undefined {
  const { text: source, encoding } = readPartText(opened, name);
  const visible = blankOut(source);
  const found = /<((?:[\w.-]+:)?)sheetData(?=[\s/>])/.exec(visible);
  if (found === null) return undefined;
  const [, prefix = ''] = found;
  const span = findElement(visible, `${prefix}sheetData`, found.index, visible.length);
  if (span === null) return undefined;
  const { root } = parseXml(source.slice(0, span.contentStart) + source.slice(span.contentEnd));
  if (!span.selfClosing) shiftPositions(root, span.contentStart, span.contentEnd - span.contentStart);
  const data = firstElementOf(root, 'sheetData', S);
  if (data === undefined) return undefined;
  const part = { source, root, name: partNamed(opened, name) ?? name, encoding };
  return { part, data, prefix, visible, rows: readRows(visible, `${prefix}row`, span), ...createCellReader(visible, prefix) };
}

/** Cells of rows, read once; a cell is the same object whichever way it was found. */
function createCellReader(visible: string, prefix: string): Pick<SheetText, 'cellsOf' | 'formulaCellsOf'> {
  const known = new WeakMap<SheetRow, Map<number, SheetCell>>();
  const withFormula = new WeakMap<SheetRow, readonly SheetCell[]>();
  const mark = `<${prefix}f`;
  const cellsOf = (row: SheetRow): Map<number, SheetCell> => {
    let cells = known.get(row);
    if (cells === undefined) {
      cells = readCells(visible, `${prefix}c`, row);
      for (const cell of withFormula.get(row) ?? []) cells.set(cell.column, cell);
      known.set(row, cells);
    }
    return cells;
  };
  const formulaCellsOf = (row: SheetRow): readonly SheetCell[] => {
    const found = withFormula.get(row);
    if (found !== undefined) return found;
    const content = visible.slice(row.contentStart, row.contentEnd);
    const made = !content.includes(mark) ? [] : known.has(row) ? null : findFormulaCells(content, prefix, row);
    const cells =
      made ?? [...cellsOf(row).values()].filter((cell) => findElement(visible, `${prefix}f`, cell.contentStart, cell.contentEnd) !== null);
    withFormula.set(row, cells);
    return cells;
  };
  return { cellsOf, formulaCellsOf };
}

/** Null where a cell does not say its name: then all before it are counted. */
function findFormulaCells(content: string, prefix: string, row: SheetRow): SheetCell[] | null {
  const cells: SheetCell[] = [];
  const mark = `<${prefix}f`;
  for (let at = content.indexOf(mark); at !== -1; at = content.indexOf(mark, at + 1)) {
    const behind = content.charCodeAt(at + mark.length);
    if (behind !== 62 && behind !== 47 && behind > 32) continue;
    const start = content.lastIndexOf(`<${prefix}c`, at);
    const cell = start === -1 ? null : findElement(content, `${prefix}c`, start, content.length);
    const letters = cell === null ? undefined : /^[A-Za-z]{1,3}/.exec(attributeText(content, cell, 'r') ?? '')?.[0];
    if (cell === null || letters === undefined || cell.contentEnd < at) return null;
    const by = row.contentStart;
    cells.push({
      start: cell.start + by,
      end: cell.end + by,
      contentStart: cell.contentStart + by,
      contentEnd: cell.contentEnd + by,
      selfClosing: cell.selfClosing,
      row: row.number,
      column: columnNumber(letters),
    });
    at = cell.end - 1;
  }
  return cells;
}

function readRows(visible: string, name: string, data: Span): Map<number, SheetRow> {
  const rows = new Map<number, SheetRow>();
  let number = 0;
  for (
    let row = findElement(visible, name, data.contentStart, data.contentEnd);
    row !== null;
    row = findElement(visible, name, row.end, data.contentEnd)
  ) {
    number = Number(attributeText(visible, row, 'r') ?? number + 1);
    rows.set(number, Object.assign(row, { number }));
  }
  return rows;
}

function readCells(visible: string, name: string, row: SheetRow): Map<number, SheetCell> {
  const cells = new Map<number, SheetCell>();
  let column = 0;
  for (
    let cell = findElement(visible, name, row.contentStart, row.contentEnd);
    cell !== null;
    cell = findElement(visible, name, cell.end, row.contentEnd)
  ) {
    const letters = /^[A-Za-z]{1,3}/.exec(attributeText(visible, cell, 'r') ?? '')?.[0];
    column = letters === undefined ? column + 1 : columnNumber(letters);
    cells.set(column, Object.assign(cell, { row: row.number, column }));
  }
  return cells;
}

/** The first element of this name inside. */
export function childSpan({ visible, prefix }: SheetText, parent: Span, local: string): Span | null {
  return parent.selfClosing ? null : findElement(visible, `${prefix}${local}`, parent.contentStart, parent.contentEnd);
}

export interface CellFormula extends Span {
  /** Without entities; '' of a cell that shares the formula of another one. */
  text: string;
  type: 'normal' | 'shared' | 'array' | 'dataTable';
  /** Cells that it is for: of arrays, data tables, and the first cell of shared ones. */
  ref: string | undefined;
  /** Number of the shared formula. */
  group: string | undefined;
}

/** The formula of a cell as its part holds it; undefined where it has none. */
export function formulaOf(sheet: SheetText, cell: SheetCell): CellFormula | undefined {
  const span = childSpan(sheet, cell, 'f');
  if (span === null) return undefined;
  const { source } = sheet.part;
  // most have no attributes
  if (span.contentStart - span.start === sheet.prefix.length + 3)
    return {
      ...span,
      text: unescapeText(source.slice(span.contentStart, span.contentEnd)),
      type: 'normal',
      ref: undefined,
      group: undefined,
    };
  const type = attributeText(source, span, 't');
  return {
    ...span,
    text: unescapeText(source.slice(span.contentStart, span.contentEnd)),
    type: type === 'shared' || type === 'array' || type === 'dataTable' ? type : 'normal',
    ref: attributeText(source, span, 'ref'),
    group: attributeText(source, span, 'si'),
  };
}
