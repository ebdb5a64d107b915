/** Rows of tables on slides among cells that are merged downwards (ISO/IEC 29500-1 §21.1.3.16): these grow and shrink with their rows. */
import { A } from '../../../ooxml/names.ts';
import { replaceNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { cellXml, columnsOf, isCoveredAcross } from './deck-tables.ts';

const cellsOf = (row: XmlElement | undefined): XmlElement[] => (row === undefined ? [] : elementsOf(row, 'tc', A));
const isCovered = (cell: XmlElement | undefined): boolean => cell !== undefined && /^(?:1|true)$/.test(attributeOf(cell, 'vMerge') ?? '');
const cellIn = (rows: readonly XmlElement[], row: number, column: number): XmlElement | undefined => cellsOf(rows[row])[column];

/** The row where the cell begins that is seen at a place. */
function originRow(rows: readonly XmlElement[], row: number, column: number): number {
  let at = row;
  while (at > 0 && isCovered(cellIn(rows, at, column))) at--;
  return at;
}

/** How many rows from this one on are covered by a cell above. */
function coveredFrom(rows: readonly XmlElement[], row: number, column: number): number {
  let at = row;
  while (isCovered(cellIn(rows, at, column))) at++;
  return at - row;
}

const spanText = (count: number): string => (count > 1 ? ` rowSpan="${count}"` : '');

/** The cell with another count of rows. Cells that one at their left covers need not say it. */
function setReach(part: XmlPart, cell: XmlElement | undefined, count: number): XmlEdit[] {
  if (cell === undefined || (isCoveredAcross(cell) && attributeOf(cell, 'rowSpan') === undefined)) return [];
  return [setAttribute(part, cell, 'rowSpan', String(count))];
}

/** Its source with another count of rows. */
function withReach({ source }: XmlPart, cell: XmlElement, count: number): string {
  const said = !isCoveredAcross(cell) || attributeOf(cell, 'rowSpan') !== undefined;
  const head = source.slice(cell.start, cell.contentStart).replace(/\s+rowSpan\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  const put = said ? head.replace(/^<[^\s/>]+/, `$&${spanText(count)}`) : head;
  return put + source.slice(cell.contentStart, cell.end);
}

/**
 * What happens to cells that are merged with rows that go: those that begin above become shorter, those that begin in a row that goes keep
 * what they hold and begin below it. @returns kept: texts of the latter
 */
export function mergedAtDeletion(
  part: XmlPart,
  rows: readonly XmlElement[],
  at: number,
  count: number,
): { edits: XmlEdit[]; kept: string[] } {
  const edits: XmlEdit[] = [];
  const kept: string[] = [];
  const behind = at + count;
  for (const [column, cell] of cellsOf(rows[at]).entries()) {
    const below = cellIn(rows, behind, column);
    const left = coveredFrom(rows, behind, column);
    const origin = originRow(rows, left > 0 ? behind : at, column);
    const begins = cellIn(rows, origin, column);
    if (begins === undefined) continue;
    if (left > 0 && below !== undefined && origin >= at) {
      edits.push(replaceNode(below, withReach(part, begins, left)));
      if (textOf(begins).trim() !== '') kept.push(textOf(begins));
    } else if (left > 0 || isCovered(cell)) for (const edit of setReach(part, begins, at - origin + left)) edits.push(edit);
  }
  return { edits, kept };
}

export interface NewRows {
  /** Source of each new row's cells. */
  xml: string[];
  edits: XmlEdit[];
  /** Column, from 0, of a cell that is covered although a text was given for it. */
  covered?: number;
}

/**
 * Cells of new rows, in the look of the model's: a cell that reaches over the place grows over them, one that is merged sideways in the model
 * is so in them. @param at number that the first of them gets, from 0; model: number of the row that they look like
 */
export function cellsOfNewRows(
  part: XmlPart,
  rows: readonly XmlElement[],
  { at, model }: { at: number; model: number },
  texts: readonly (readonly string[])[],
): NewRows {
  const edits: XmlEdit[] = [];
  const columns = cellsOf(rows[model]);
  const heads = columns.map((cell, column) => {
    const crossed = coveredFrom(rows, at, column) > 0 ? originRow(rows, at, column) : undefined;
    const begins = cellIn(rows, originRow(rows, model, column), column) ?? cell;
    if (crossed !== undefined)
      for (const edit of setReach(part, cellIn(rows, crossed, column), at - crossed + coveredFrom(rows, at, column) + texts.length))
        edits.push(edit);
    const like = crossed === undefined ? begins : (cellIn(rows, crossed, column) ?? begins);
    const across = isCoveredAcross(like);
    return {
      xml: `${columnsOf(like) > 1 ? ` gridSpan="${columnsOf(like)}"` : ''}${across ? ' hMerge="1"' : ''}${crossed === undefined ? '' : ' vMerge="1"'}`,
      isCovered: across || crossed !== undefined,
    };
  });
  const covered = heads.findIndex((head, column) => head.isCovered && texts.some((row) => (row[column] ?? '') !== ''));
  const xml = texts.map((row) =>
    columns
      .map((cell, column) => cellXml(part.source, cell, row[column] ?? '').replace(/^<[^\s/>]+/, `$&${heads[column]?.xml ?? ''}`))
      .join(''),
  );
  return { xml, edits, ...(covered < 0 ? {} : { covered }) };
}
