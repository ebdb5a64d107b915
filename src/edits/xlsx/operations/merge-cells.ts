import { z } from 'zod';
import { insertAfter, removeNode, replaceContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { S } from '../../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { areasMeet, areaText, placeText, readArea, type Area, type CellPlace } from '../../../spreadsheet/places.ts';
import { formulaOf } from '../../../ooxml/sheet-text.ts';
import { cellAt, mergesOf, tablesOf, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject, type EditPlan, type Rejected } from '../../define-edit.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { writeCells, type NewCell } from '../mechanics/write-cells.ts';

const target = z.string().min(1).max(300).describe('Cells: Sheet1!B2:D2.');
const mergeSchema = z.strictObject({
  op: z.literal('merge_cells'),
  target,
  others: z
    .enum(['drop', 'join'])
    .optional()
    .describe(
      'What the other cells hold: it goes, or comes behind the text of the first with blanks between; absent: nothing may be lost.',
    ),
});
type MergeFields = z.infer<typeof mergeSchema>;
const unmergeSchema = z.strictObject({ op: z.literal('unmerge_cells'), target });

/** Cells looked through for values that a merge would hide. */
const CELLS_MAX = 100_000;
/** Of a cell in Excel. */
const TEXT_CHARS_MAX = 32_767;

const contains = (outer: Area, inner: Area): boolean =>
  inner.top >= outer.top && inner.left >= outer.left && inner.bottom <= outer.bottom && inner.right <= outer.right;

function refuseMerge(file: WorkbookFile, sheet: Sheet, area: Area): Rejected | null {
  const [rows, columns] = [area.bottom - area.top + 1, area.right - area.left + 1];
  if (rows * columns === 1) return reject('unsupported', `${areaText(area)} is one cell; name several.`);
  if (rows * columns > CELLS_MAX) return reject('would_overflow', `${areaText(area)} has more than ${CELLS_MAX} cells.`);
  // those that lie within become part of it, as in Excel
  const met = mergesOf(sheet).find((merge) => areasMeet(merge, area) && (!contains(area, merge) || contains(merge, area)));
  if (met !== undefined) return reject('merged_cells', `${areaText(met)} is merged already.`, [areaText(met)]);
  if (tablesOf(file, sheet).some((table) => areasMeet(table.area, area)))
    return reject('unsupported', `${areaText(area)} is in a table, in which Excel merges no cells.`);
  return null;
}

interface Held extends CellPlace {
  text: string;
  isFormula: boolean;
}

/** Cells that hold something, row by row. */
function heldIn(file: WorkbookFile, sheet: Sheet, area: Area): Held[] {
  const held: Held[] = [];
  for (let row = area.top; row <= area.bottom; row++) {
    if (!sheet.rows.has(row)) continue;
    for (let column = area.left; column <= area.right; column++) {
      const place = { row, column };
      const cell = cellAt(sheet, place);
      const text = cell === undefined ? '' : textAt(file, sheet, place);
      // a formula without a value is one whose value is still to come
      const isFormula = cell !== undefined && formulaOf(sheet, cell) !== undefined;
      if (text !== '' || isFormula) held.push({ ...place, text, isFormula });
    }
  }
  return held;
}

/** Excel keeps the first cell alone: what others hold is not thrown away unasked. @returns what is written into the cells */
function keepValues(file: WorkbookFile, sheet: Sheet, area: Area, others: MergeFields['others']): EditPlan | Rejected | null {
  const held = heldIn(file, sheet, area);
  const lost = held.filter(({ row, column }) => row !== area.top || column !== area.left);
  const [first] = lost;
  if (first === undefined) return null;
  if (others === undefined)
    return reject(
      'merged_cells',
      `${placeText(first)} holds a value that a merge would lose: say with others whether it goes or is joined to the first.`,
    );
  const emptied = lost.map(({ row, column }): NewCell => ({ row, column, value: null }));
  if (others === 'drop') return writeCells(file, sheet, emptied);
  const formula = held.find(({ isFormula }) => isFormula);
  if (formula !== undefined)
    return reject('merged_cells', `${placeText(formula)} holds a formula, which is not joined to a text: write its value first.`);
  const text = held.map((one) => one.text).join(' ');
  if (text.length > TEXT_CHARS_MAX) return reject('would_overflow', `Joined, the texts have more than ${TEXT_CHARS_MAX} characters.`);
  return writeCells(file, sheet, [{ row: area.top, column: area.left, value: text }, ...emptied]);
}

export const mergeCells = defineEdit<WorkbookFile, z.infer<typeof mergeSchema>>({
  op: 'merge_cells',
  format: 'xlsx',
  summary: 'Merges cells into one, which keeps the value of the first, or what all of them hold',
  tracked: false,
  alone: true,
  refuses: {
    merged_cells: 'they cut cells that are merged, or others than the first hold values and `others` is not said',
    read_only_content: 'a pivot table or one formula for several cells fills them',
    unsupported: 'it is one cell, or in a table',
    would_overflow: 'there are too many of them',
    protected_document: 'the sheet is protected',
  },
  schema: mergeSchema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const refused = refuseMerge(file, sheet, area);
    if (refused !== null) return refused;
    const kept = keepValues(file, sheet, area, fields.others);
    if (kept !== null && 'rejected' in kept) return kept;
    const { part, prefix } = sheet;
    const list = firstElementOf(part.root, 'mergeCells', S);
    const xml = `<${prefix}mergeCell ref="${areaText(area)}"/>`;
    const all = list === undefined ? [] : elementsOf(list, 'mergeCell', S);
    const within = all.filter((merge) => {
      const known = readArea(attributeOf(merge, 'ref') ?? '');
      return known !== null && contains(area, known);
    });
    const last = all.findLast((merge) => !within.includes(merge));
    const count = String(all.length - within.length + 1);
    const edits: XmlEdit[] =
      list === undefined
        ? [insertInOrder(sheet, 'mergeCells', `<${prefix}mergeCells count="1">${xml}</${prefix}mergeCells>`)]
        : last === undefined
          ? [replaceContent(part, list, xml), setAttribute(part, list, 'count', count)]
          : [...within.map(removeNode), insertAfter(last, xml), setAttribute(part, list, 'count', count)];
    return { ...kept, parts: [...(kept?.parts ?? []), { part: part.name, edits }], before: '', after: `${areaText(area)} merged` };
  },
  examples: [
    {
      name: 'a value would be lost',
      operation: { op: 'merge_cells', target: 'Data!A1:B1' },
      given: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>',
      expected: { rejected: 'merged_cells' },
    },
    { name: 'one cell', operation: { op: 'merge_cells', target: 'Data!A1' }, given: '', expected: { rejected: 'unsupported' } },
  ],
});

export const unmergeCells = defineEdit<WorkbookFile, z.infer<typeof unmergeSchema>>({
  op: 'unmerge_cells',
  format: 'xlsx',
  summary: 'Takes merged cells apart; the first keeps the value',
  tracked: false,
  alone: true,
  refuses: { no_effect: 'none of them is merged', protected_document: 'the sheet is protected' },
  schema: unmergeSchema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const list = firstElementOf(sheet.part.root, 'mergeCells', S);
    const all = list === undefined ? [] : elementsOf(list, 'mergeCell', S);
    const gone = all.filter((merge) => {
      const known = readArea(attributeOf(merge, 'ref') ?? '');
      return known !== null && areasMeet(known, area);
    });
    if (list === undefined || gone.length === 0) return reject('no_effect', `No cell of ${areaText(area)} is merged.`);
    const edits =
      gone.length === all.length
        ? [removeNode(list)]
        : [...gone.map(removeNode), setAttribute(sheet.part, list, 'count', String(all.length - gone.length))];
    return {
      parts: [{ part: sheet.part.name, edits }],
      before: gone.map((merge) => attributeOf(merge, 'ref') ?? '').join(', '),
      after: '',
    };
  },
  examples: [
    { name: 'none is merged', operation: { op: 'unmerge_cells', target: 'Data!A1:B2' }, given: '', expected: { rejected: 'no_effect' } },
  ],
});
