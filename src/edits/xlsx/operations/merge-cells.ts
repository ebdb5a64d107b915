import { z } from 'zod';
import { appendContent, insertAfter, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { S } from '../../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { areasMeet, areaText, readArea, type Area } from '../../../spreadsheet/places.ts';
import { formulaOf } from '../../../ooxml/sheet-text.ts';
import { cellAt, mergesOf, tablesOf, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';

const target = z.string().min(1).max(300).describe('Cells: Sheet1!B2:D2.');
const mergeSchema = z.strictObject({ op: z.literal('merge_cells'), target });
const unmergeSchema = z.strictObject({ op: z.literal('unmerge_cells'), target });

/** Cells looked through for values that a merge would hide. */
const CELLS_MAX = 100_000;

/** Excel keeps the first cell alone: what others hold is not thrown away unasked. */
function refuseMerge(file: WorkbookFile, sheet: Sheet, area: Area): Rejected | null {
  const [rows, columns] = [area.bottom - area.top + 1, area.right - area.left + 1];
  if (rows * columns === 1) return reject('unsupported', `${areaText(area)} is one cell; name several.`);
  if (rows * columns > CELLS_MAX) return reject('would_overflow', `${areaText(area)} has more than ${CELLS_MAX} cells.`);
  const met = mergesOf(sheet).find((merge) => areasMeet(merge, area));
  if (met !== undefined) return reject('merged_cells', `${areaText(met)} is merged already.`, [areaText(met)]);
  if (tablesOf(file, sheet).some((table) => areasMeet(table.area, area)))
    return reject('unsupported', `${areaText(area)} is in a table, in which Excel merges no cells.`);
  for (let row = area.top; row <= area.bottom; row++) {
    if (!sheet.rows.has(row)) continue;
    for (let column = area.left; column <= area.right; column++) {
      const place = { row, column };
      const cell = row === area.top && column === area.left ? undefined : cellAt(sheet, place);
      // a formula without a value is one whose value is still to come
      if (cell === undefined || (textAt(file, sheet, place) === '' && formulaOf(sheet, cell) === undefined)) continue;
      return reject(
        'merged_cells',
        `${areaText({ top: row, left: column, bottom: row, right: column })} holds a value that a merge would lose.`,
      );
    }
  }
  return null;
}

export const mergeCells = defineEdit<WorkbookFile, z.infer<typeof mergeSchema>>({
  op: 'merge_cells',
  format: 'xlsx',
  summary: 'Merges cells into one, which keeps the value of the first',
  tracked: false,
  alone: true,
  refuses: {
    merged_cells: 'some are merged already, or others than the first hold values',
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
    const { part, prefix } = sheet;
    const list = firstElementOf(part.root, 'mergeCells', S);
    const xml = `<${prefix}mergeCell ref="${areaText(area)}"/>`;
    const last = list && elementsOf(list).at(-1);
    const count = list === undefined ? 1 : elementsOf(list).length + 1;
    const edits: XmlEdit[] =
      list === undefined
        ? [insertInOrder(sheet, 'mergeCells', `<${prefix}mergeCells count="1">${xml}</${prefix}mergeCells>`)]
        : [last === undefined ? appendContent(part, list, xml) : insertAfter(last, xml), setAttribute(part, list, 'count', String(count))];
    return { parts: [{ part: part.name, edits }], before: '', after: `${areaText(area)} merged` };
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
