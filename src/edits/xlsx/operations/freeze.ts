import { append } from '../../../base/append.ts';
import { findSheet } from '../mechanics/find-cells.ts';
import { placeText } from '../../../spreadsheet/places.ts';
import { S } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { appendContent, prependContent, removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';
import { type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const schema = z.strictObject({
  op: z.literal('freeze'),
  target: z.string().min(1).max(300).describe('A sheet.'),
  rows: z.int().min(0).max(1_000).describe('How many stay at the top; 0: none.'),
  columns: z.int().min(0).max(500).optional().describe('How many stay at the left.'),
});

export const freeze = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'freeze',
  format: 'xlsx',
  summary: 'Keeps the first rows and columns in sight, or lets them go',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such sheet', no_effect: 'it is so already', protected_document: 'the sheet is protected' },
  schema,
  plan(file, { target, rows, columns = 0 }) {
    const found = findSheet(file, target);
    if ('rejected' in found) return found;
    const { sheet } = found;
    const { part, prefix } = sheet;
    const views = firstElementOf(part.root, 'sheetViews', S);
    const view = views && firstElementOf(views, 'sheetView', S);
    const pane = view && firstElementOf(view, 'pane', S);
    const isFrozen = ((pane && attributeOf(pane, 'state')) ?? '').startsWith('frozen');
    const [oldRows, oldColumns] = [
      isFrozen && pane ? Number(attributeOf(pane, 'ySplit') ?? 0) : 0,
      isFrozen && pane ? Number(attributeOf(pane, 'xSplit') ?? 0) : 0,
    ];
    if (oldRows === rows && oldColumns === columns) return reject('no_effect', `${rows} rows and ${columns} columns are frozen already.`);
    const active = rows > 0 && columns > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight';
    const cell = placeText({ row: rows + 1, column: columns + 1 });
    const xml =
      rows + columns === 0
        ? ''
        : `<${prefix}pane${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''} topLeftCell="${cell}" activePane="${active}" state="frozen"/><${prefix}selection pane="${active}" activeCell="${cell}" sqref="${cell}"/>`;
    const edits: XmlEdit[] = [];
    if (view === undefined) {
      const whole = `<${prefix}sheetView workbookViewId="0">${xml}</${prefix}sheetView>`;
      edits.push(
        views === undefined
          ? insertInOrder(sheet, 'sheetViews', `<${prefix}sheetViews>${whole}</${prefix}sheetViews>`)
          : appendContent(part, views, whole),
      );
    } else {
      append(
        edits,
        elementsOf(view)
          .filter(({ local }) => local === 'pane' || local === 'selection')
          .map(removeNode),
      );
      if (xml !== '') edits.push(prependContent(part, view, xml));
    }
    return {
      parts: [{ part: part.name, edits }],
      before: `${oldRows} rows, ${oldColumns} columns`,
      after: `${rows} rows, ${columns} columns`,
    };
  },
  examples: [
    { name: 'it is so already', operation: { op: 'freeze', target: 'Data', rows: 0 }, given: '', expected: { rejected: 'no_effect' } },
  ],
});
