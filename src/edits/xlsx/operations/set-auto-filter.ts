import { z } from 'zod';
import { replaceNode } from '../../../ooxml/edit-xml.ts';
import { areasMeet, areaText } from '../../../spreadsheet/places.ts';
import { tablesOf, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { findArea } from '../mechanics/find-cells.ts';
import { filterOf, removeFilter, showRows } from '../mechanics/filtered-rows.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';

const schema = z.strictObject({
  op: z.literal('set_auto_filter'),
  target: z.string().min(1).max(300).describe('The header row and the rows below it: Sheet1!A1:F200.'),
  remove: z.boolean().optional().describe('true takes the filter of the sheet away.'),
});

export const setAutoFilter = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'set_auto_filter',
  format: 'xlsx',
  summary: 'Puts filter buttons on a header row, or takes them away; no row is hidden by it, and those that a filter hid are shown again',
  tracked: false,
  alone: true,
  refuses: {
    unsupported: 'it meets a table, which has filters of its own',
    no_effect: 'it is so already',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findArea(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, area } = found;
    const { part, prefix } = sheet;
    const known = filterOf(sheet);
    const before = known?.reference ?? '';
    const shown = known?.hides === true ? { message: `Rows that the filter of ${before} hid are shown again.` } : {};
    if (fields.remove === true)
      return known === undefined
        ? reject('no_effect', `${sheet.name} has no filter.`)
        : { parts: [{ part: part.name, edits: removeFilter(sheet, known) }], before, after: '', ...shown };
    if (before === areaText(area)) return reject('no_effect', `${before} has its filter already.`);
    if (tablesOf(file, sheet).some((table) => areasMeet(table.area, area)))
      return reject('unsupported', `${areaText(area)} meets a table, which has filters of its own.`);
    const xml = `<${prefix}autoFilter ref="${areaText(area)}"/>`;
    const edits =
      known === undefined ? [insertInOrder(sheet, 'autoFilter', xml)] : [replaceNode(known.element, xml), ...showRows(sheet, known)];
    return { parts: [{ part: part.name, edits }], before, after: areaText(area), ...shown };
  },
  examples: [
    {
      name: 'nothing to take away',
      operation: { op: 'set_auto_filter', target: 'Data!A1:B9', remove: true },
      given: '',
      expected: { rejected: 'no_effect' },
    },
  ],
});
