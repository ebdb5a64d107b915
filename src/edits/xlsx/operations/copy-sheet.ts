import { z } from 'zod';
import { defineEdit, reject } from '../../define-edit.ts';
import { copySheets, freeName, uncopiable } from '../../fill/copy-sheets.ts';
import { textFits } from '../../text-fits.ts';
import { pivotSources } from '../mechanics/book-formulas.ts';
import { findEntry, nameFault } from '../mechanics/sheet-list.ts';
import { removeCalculationChain } from '../mechanics/write-cells.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { readAddress } from '../../../spreadsheet/places.ts';
import { relationshipsOf } from '../../../ooxml/office-package.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';

const schema = z.strictObject({
  op: z.literal('copy_sheet'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
  name: textFits(1, 100).optional().describe('Of the copy; absent: that of the sheet with a number.'),
  position: z.int().min(1).max(10_000).optional().describe('Place of the copy among the sheets, from 1; absent: behind the sheet.'),
});

export const copySheet = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'copy_sheet',
  format: 'xlsx',
  summary:
    'Copies a sheet with its tables, pivot tables, slicers, charts, pictures, comments, rules and names; formulas that named the sheet or its tables name the copy in it',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    unsupported: 'the name is taken or none that a sheet may have, or the sheet holds controls, embedded objects or queries',
    protected_document: 'the structure of the workbook is protected',
  },
  schema,
  plan(file, { target, name, position }) {
    const found = findEntry(file, target);
    if ('rejected' in found) return found;
    const { entry, index } = found;
    const address = readAddress(followMoves(file.moves, target) ?? '');
    if (address !== null && address.reference !== '')
      return reject('target_not_found', `Name the sheet alone: ${entry.name.slice(0, 100)}.`);
    if (entry.part === undefined || !entry.isCells)
      return reject('unsupported', `${entry.name} is no sheet of cells; only those are copied.`);
    const fault = name === undefined ? null : nameFault(file, name);
    if (fault !== null) return fault;
    const held = uncopiable(file.opened, entry.part);
    if (held !== undefined) return reject('unsupported', `${entry.name} cannot be copied: ${held}.`);
    const counts = pivotSources(file.opened).some(({ sheet }) => sheet.toLowerCase() === entry.name.toLowerCase());
    const hasPivots = relationshipsOf(file.opened, entry.part).some(({ type }) => type.endsWith('/pivotTable'));
    const copy = name ?? freeName(file, entry.name);
    const at = Math.min((position ?? index + 2) - 1, file.entries.length);
    return {
      parts: [],
      before: entry.name,
      after: copy,
      ...(counts && hasPivots
        ? { message: `Pivot tables of ${copy} count the cells of ${entry.name}, as those that they are copied from do.` }
        : {}),
      finish(opened) {
        copySheets(opened, [[entry.name, copy]], at);
        removeCalculationChain(opened);
      },
    };
  },
  examples: [
    {
      name: 'the name is taken',
      operation: { op: 'copy_sheet', target: 'Data', name: 'DATA' },
      given: '',
      expected: { rejected: 'unsupported' },
    },
    {
      name: 'the sheet stays as it is',
      operation: { op: 'copy_sheet', target: 'Data', name: 'March' },
      given: '<row r="1"><c r="A1"><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><v>1</v></c></row>',
    },
  ],
});
