/** Cells into a sheet, each in its row and column (ISO/IEC 29500-1 §18.3.1.4, §18.3.1.73); formatting stays. */
import { removePart, removeRelationship } from '../../ooxml/change-package.ts';
import { columnLetters } from '../../ooxml/cell-names.ts';
import { appendContent, insertBefore, replaceNode, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { partNamed, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { reject, type EditPlan, type PartEdits, type Rejected } from '../define-edit.ts';
import { isWithin, mergesOf, S, tableHeads, type CellPlace, type Sheet, type WorkbookFile } from './workbook-file.ts';

export type CellValue = string | number | boolean | null;
export interface NewCell extends CellPlace { value: CellValue | { formula: string } }

const nameOf = ({ row, column }: CellPlace): string => `${columnLetters(column - 1)}${row}`;

function cellXml(prefix: string, cell: NewCell, style: string | undefined): string {
  const { value } = cell;
  const head = `${prefix}c r="${nameOf(cell)}"${style === undefined ? '' : ` s="${style}"`}`;
  if (value === null) return `<${head}/>`;
  if (typeof value === 'number') return `<${head}><${prefix}v>${value}</${prefix}v></${prefix}c>`;
  if (typeof value === 'boolean') return `<${head} t="b"><${prefix}v>${value ? 1 : 0}</${prefix}v></${prefix}c>`;
  if (typeof value === 'object') return `<${head}><${prefix}f>${escapeText(value.formula)}</${prefix}f></${prefix}c>`;
  return `<${head} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${escapeText(value)}</${prefix}t></${prefix}is></${prefix}c>`;
}

function refuseOf(file: WorkbookFile, sheet: Sheet, cells: readonly NewCell[]): Rejected | null {
  const merges = mergesOf(sheet);
  const heads = tableHeads(file, sheet);
  for (const cell of cells) {
    const merge = merges.find((range) => isWithin(cell, range) && (range.from.row !== cell.row || range.from.column !== cell.column));
    if (merge !== undefined) return reject('merged_cells', `${nameOf(cell)} is covered by the merged cell ${nameOf(merge.from)}.`, [`${sheet.name}!${nameOf(merge.from)}`]);
    if (heads.some((range) => isWithin(cell, range))) return reject('read_only_content', `${nameOf(cell)} is the head of a table's column, whose name formulas use.`);
    const old = sheet.rows.get(cell.row)?.cells.get(cell.column);
    const formula = old && firstElementOf(old, 'f', S);
    if (formula !== undefined && attributeOf(formula, 'ref') !== undefined) return reject('read_only_content', `${nameOf(cell)} holds the formula of other cells too (${attributeOf(formula, 'ref') ?? ''}).`);
  }
  return null;
}

/** Excel counts anew when it opens the file; its list of formulas is made anew where one has gone. */
function recalculation({ main }: WorkbookFile): PartEdits {
  const prefix = main.root.name.slice(0, main.root.name.indexOf(':') + 1);
  const settings = firstElementOf(main.root, 'calcPr', S);
  if (settings !== undefined) return { part: main.name, edits: attributeOf(settings, 'fullCalcOnLoad') === '1' ? [] : [setAttribute(main, settings, 'fullCalcOnLoad', '1')] };
  const behind = elementsOf(main.root).find(({ local }) => ['oleSize', 'customWorkbookViews', 'pivotCaches', 'smartTagPr', 'smartTagTypes', 'webPublishing', 'fileRecoveryPr', 'webPublishObjects', 'extLst'].includes(local));
  const xml = `<${prefix}calcPr fullCalcOnLoad="1"/>`;
  return { part: main.name, edits: [behind === undefined ? appendContent(main, main.root, xml) : insertBefore(behind, xml)] };
}

function removeCalculationChain(opened: OfficePackage): void {
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

/** The first in the list of what stands behind this number. */
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

export function writeCells(file: WorkbookFile, sheet: Sheet, cells: readonly NewCell[]): Pick<EditPlan, 'parts' | 'finish'> | Rejected {
  const refused = refuseOf(file, sheet, cells);
  if (refused !== null) return refused;
  const { part, prefix, data } = sheet;
  const edits: XmlEdit[] = [];
  const append = (parent: XmlElement, behind: XmlElement | undefined, xml: string): void => void edits.push(behind === undefined ? appendContent(part, parent, xml) : insertBefore(behind, xml));
  let formulaGone = false;
  for (const [number, wanted] of rowsOf(cells)) {
    const row = sheet.rows.get(number);
    if (row === undefined) {
      append(data, firstBehind(sheet.rows, number)?.element, `<${prefix}row r="${number}">${wanted.map((cell) => cellXml(prefix, cell, undefined)).join('')}</${prefix}row>`);
      continue;
    }
    for (const cell of wanted) {
      const old = row.cells.get(cell.column);
      if (old === undefined) append(row.element, firstBehind(row.cells, cell.column), cellXml(prefix, cell, attributeOf(row.element, 's')));
      else {
        formulaGone ||= firstElementOf(old, 'f', S) !== undefined;
        edits.push(replaceNode(old, cellXml(prefix, cell, attributeOf(old, 's'))));
      }
    }
  }
  return { parts: [{ part: part.name, edits }, recalculation(file)], ...(formulaGone ? { finish: removeCalculationChain } : {}) };
}
