/** Tables on slides (ISO/IEC 29500-1 §21.1.3): every row has a cell for each column of the grid, those that a merged one covers too. */
import { A } from '../../../ooxml/names.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { addressNow, findObject, type DeckObject } from './deck-objects.ts';

export interface TableRows {
  object: DeckObject;
  table: XmlElement;
  rows: XmlElement[];
  at: number;
  stem: string;
}

export function findRow(file: DeckFile, address: string): TableRows | Rejected {
  const now = addressNow(file, address);
  if (typeof now !== 'string') return now;
  const [, stem = '', number = ''] = /^(.*\.t\d+)\.r(\d+)$/.exec(now) ?? [];
  if (stem === '') return reject('target_not_found', `${address.slice(0, 100)} is no row of a table; rows are s2.t1.r3.`);
  const object = findObject({ ...file, moves: [] }, stem, ['table']);
  if ('rejected' in object) return object;
  const table = [...walkElements(object.element)].find(({ local, uri }) => local === 'tbl' && uri === A);
  const rows = table === undefined ? [] : elementsOf(table, 'tr', A);
  const at = Number(number) - 1;
  if (table === undefined || rows[at] === undefined)
    return reject(
      'target_not_found',
      `${stem} has ${rows.length} rows.`,
      rows.map((_, index) => `${stem}.r${index + 1}`),
    );
  return { object, table, rows, at, stem };
}

/** The cell with another text, in the format of its first paragraph and run. */
export function cellXml(source: string, cell: XmlElement, text: string): string {
  const cut = (element: XmlElement | undefined): string => (element === undefined ? '' : source.slice(element.start, element.end));
  const prefix = cell.name.slice(0, cell.name.indexOf(':') + 1);
  const body = firstElementOf(cell, 'txBody', A);
  const first = body && elementsOf(body, 'p', A)[0];
  const run = first && elementsOf(first).find(({ local }) => local === 'r' || local === 'fld');
  const end = first && firstElementOf(first, 'endParaRPr', A);
  const format = run === undefined ? cut(end).replace(/endParaRPr/g, 'rPr') : cut(firstElementOf(run, 'rPr', A));
  const properties = cut(first && firstElementOf(first, 'pPr', A));
  const paragraphs = text
    .split('\n')
    .map(
      (line) =>
        `<${prefix}p>${properties}${line === '' ? format.replace(/rPr(?=[\s/>])/g, 'endParaRPr') : `<${prefix}r>${format}<${prefix}t>${escapeText(line)}</${prefix}t></${prefix}r>`}</${prefix}p>`,
    )
    .join('');
  return `<${cell.name}><${prefix}txBody>${cut(body && firstElementOf(body, 'bodyPr', A)) || `<${prefix}bodyPr/>`}${cut(body && firstElementOf(body, 'lstStyle', A))}${paragraphs}</${prefix}txBody>${cut(firstElementOf(cell, 'tcPr', A))}</${cell.name}>`;
}

/** The table of a cell, and the cell's column from 0. */
export function findColumn(file: DeckFile, address: string): (Omit<TableRows, 'at'> & { column: number }) | Rejected {
  const now = addressNow(file, address);
  if (typeof now !== 'string') return now;
  const [, row = '', number = ''] = /^(.*\.t\d+\.r\d+)\.c(\d+)$/.exec(now) ?? [];
  if (row === '') return reject('target_not_found', `${address.slice(0, 100)} is no cell of a table; cells are s2.t1.r3.c2.`);
  const found = findRow({ ...file, moves: [] }, row);
  if ('rejected' in found) return found;
  const held = found.rows[found.at];
  const cells = held === undefined ? [] : elementsOf(held, 'tc', A);
  const column = Number(number) - 1;
  if (cells[column] === undefined)
    return reject(
      'target_not_found',
      `${row} has ${cells.length} cells.`,
      cells.map((_, index) => `${row}.c${index + 1}`),
    );
  const { object, table, rows, stem } = found;
  return { object, table, rows, stem, column };
}

/** Whether a cell is covered by one at its left. */
export const isCoveredAcross = (cell: XmlElement): boolean => /^(?:1|true)$/.test(attributeOf(cell, 'hMerge') ?? '');
/** How many columns a cell reaches over. */
export const columnsOf = (cell: XmlElement): number => Number(attributeOf(cell, 'gridSpan') ?? 1);
