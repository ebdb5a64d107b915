import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import type { SheetEntry, WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject, type PartEdits, type Rejected } from '../../define-edit.ts';
import { findSheet } from '../mechanics/find-cells.ts';
import { setAttributes, setSheetProperties, setView } from '../mechanics/frame-attributes.ts';
import { findEntry } from '../mechanics/sheet-list.ts';
import { colorSchema } from './set-format.ts';

const schema = z.strictObject({
  op: z.literal('set_sheet'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
  hidden: z.boolean().optional().describe('true hides the sheet, false shows it again.'),
  tab_color: z
    .union([colorSchema, z.literal('none')])
    .optional()
    .describe('Of its tab: RRGGBB, or none.'),
  gridlines: z.boolean().optional().describe('Whether the lines between cells are seen on the screen.'),
  zoom: z.int().min(10).max(400).optional().describe('Percent.'),
  right_to_left: z.boolean().optional().describe('Column A at the right.'),
});
type Fields = z.infer<typeof schema>;

const stateOf = ({ element }: SheetEntry): string => attributeOf(element, 'state') ?? 'visible';

/** A workbook opens on a sheet that is shown, and what is hidden is not among the selected ones. */
function hideEdits(file: WorkbookFile, target: string, hidden: boolean): PartEdits[] | Rejected {
  const found = findEntry(file, target);
  if ('rejected' in found) return found;
  const { entry, index } = found;
  const { main, entries } = file;
  if ((stateOf(entry) !== 'visible') === hidden) return [];
  const first = entries.findIndex((one) => one !== entry && stateOf(one) === 'visible');
  if (hidden && first === -1) return reject('unsupported', 'A workbook needs a sheet that is shown, and this is its only one.');
  const edits: XmlEdit[] = setAttributes(main, entry.element, { state: hidden ? 'hidden' : null });
  const views = firstElementOf(main.root, 'bookViews', S);
  for (const view of !hidden || views === undefined ? [] : elementsOf(views, 'workbookView', S))
    if (Number(attributeOf(view, 'activeTab') ?? 0) === index) edits.push(...setAttributes(main, view, { activeTab: String(first) }));
  return [{ part: main.name, edits }];
}

/** Hidden sheets are not selected: what is typed would be written into all that are. */
function selectEdits(file: WorkbookFile, entry: SheetEntry | undefined): XmlEdit[] {
  const sheet = entry && file.sheet(entry.name);
  const views = sheet && firstElementOf(sheet.part.root, 'sheetViews', S);
  return sheet === undefined || views === undefined
    ? []
    : elementsOf(views, 'sheetView', S).flatMap((view) => setAttributes(sheet.part, view, { tabSelected: null }));
}

const flag = (value: boolean | undefined, usual: boolean): string | null | undefined =>
  value === undefined ? undefined : value === usual ? null : value ? '1' : '0';

function frameEdits(
  file: WorkbookFile,
  { target, tab_color: color, gridlines, zoom, right_to_left: turned }: Fields,
): PartEdits[] | Rejected {
  if ([color, gridlines, zoom, turned].every((one) => one === undefined)) return [];
  const found = findSheet(file, target);
  if ('rejected' in found) return found;
  const { sheet } = found;
  const size = zoom === undefined ? undefined : String(zoom);
  const edits = [
    ...setView(sheet, { showGridLines: flag(gridlines, true), zoomScale: size, zoomScaleNormal: size, rightToLeft: flag(turned, false) }),
    ...(color === undefined
      ? []
      : setSheetProperties(sheet, {
          tabColor: color === 'none' ? null : { rgb: `FF${color}`, theme: null, indexed: null, tint: null, auto: null },
        })),
  ];
  return edits.length === 0 ? [] : [{ part: sheet.part.name, edits }];
}

export const setSheet = defineEdit<WorkbookFile, Fields>({
  op: 'set_sheet',
  format: 'xlsx',
  summary: 'Hides or shows a sheet, colours its tab, sets grid lines, zoom and direction',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    unsupported: 'it is the only one that is shown',
    no_effect: 'it is so already, or nothing is named',
    protected_document: 'the sheet, or the structure of the workbook, is protected',
  },
  schema,
  plan(file, fields) {
    const listed = fields.hidden === undefined ? [] : hideEdits(file, fields.target, fields.hidden);
    if ('rejected' in listed) return listed;
    const framed = frameEdits(file, fields);
    if ('rejected' in framed) return framed;
    const parts = [...listed, ...framed];
    if (parts.length === 0) return reject('no_effect', 'The sheet is so already, or nothing of it is named.');
    const entry = fields.hidden === true && listed.length > 0 ? findEntry(file, fields.target) : undefined;
    const hidden = entry === undefined || 'rejected' in entry ? undefined : entry.entry;
    const selected = selectEdits(file, hidden);
    const sheet = hidden && file.sheet(hidden.name);
    const { op: _op, target: _target, ...named } = fields;
    return {
      parts: [...parts, ...(sheet === undefined || selected.length === 0 ? [] : [{ part: sheet.part.name, edits: selected }])],
      after: Object.entries(named)
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${String(value)}`]))
        .join(', '),
    };
  },
  examples: [
    {
      name: 'the only one cannot be hidden',
      operation: { op: 'set_sheet', target: 'Data', hidden: true },
      given: '',
      expected: { rejected: 'unsupported' },
    },
    {
      name: 'cells stay',
      operation: { op: 'set_sheet', target: 'Data', tab_color: 'C00000', gridlines: false },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row>',
    },
  ],
});
