import { readPlace } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { textOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findName, writeNames } from '../mechanics/defined-names.ts';
import { usersOfName } from '../mechanics/find-dependents.ts';
import { followFormula } from '../mechanics/follow-formula.ts';
import { faultOf, storeFormula } from '../mechanics/formula-fault.ts';
import { cellsText, rewriteReferences } from '../../../spreadsheet/formula-references.ts';
import { findEntry } from '../mechanics/sheet-list.ts';
import { tablesOf, type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const schema = z.strictObject({
  op: z.literal('define_name'),
  name: textFits(1, 255).describe('Letters, digits, _ and .; no cell.'),
  refers_to: textFits(1, 8_192).describe('Cells with their sheet (Sheet1!B2:B9), a value or a formula.'),
  scope: z.string().min(1).max(100).optional().describe('A sheet, where the name is for it alone.'),
  expect: z.string().max(8_192).optional().describe('What it means so far.'),
});

/** Why there can be no such name; null where there can. */
export function definedNameFault(name: string): string | null {
  if (!/^[\p{L}_\\][\p{L}\p{N}_.\\?]*$/u.test(name)) return 'it begins with a letter or _, and has letters, digits, _ and . only';
  if (readPlace(name) !== null || /^(?:[rc]|r[0-9]*c[0-9]*)$/i.test(name)) return 'it is the name of a cell';
  return /^_xlnm\./i.test(name) ? 'Excel keeps it for itself' : null;
}

export const defineName = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'define_name',
  format: 'xlsx',
  summary: 'Gives cells, a value or a formula a name, or a name another meaning',
  tracked: false,
  alone: true,
  refuses: {
    formula_error: 'the name or its formula cannot stand, or cells are named without their sheet',
    no_effect: 'it means this already',
    expect_mismatch: 'it means something else',
    unsupported: 'a table has this name',
  },
  schema,
  plan(file, fields) {
    const { main } = file;
    const fault = definedNameFault(fields.name);
    if (fault !== null) return reject('formula_error', `"${fields.name.slice(0, 100)}" is no name for cells: ${fault}.`);
    const formula = followFormula(file, storeFormula(fields.refers_to), '');
    const broken = formula === '' ? 'it is empty' : faultOf(formula);
    if (broken !== null) return reject('formula_error', `The meaning of ${fields.name} cannot stand: ${broken}.`);
    let bare = false;
    // in a name, cells without $ would move with the cell that uses it
    const fixed = rewriteReferences(formula, ({ prefix, kind, from, to }) => {
      bare ||= prefix === '';
      return (
        prefix + cellsText({ kind, from: { ...from, rowFixed: true, columnFixed: true }, to: { ...to, rowFixed: true, columnFixed: true } })
      );
    });
    if (bare) return reject('formula_error', `Name the sheet of the cells: ${file.names[0] ?? 'Sheet1'}!${fields.refers_to.slice(0, 50)}.`);
    const scope = fields.scope === undefined ? undefined : findEntry(file, fields.scope);
    if (scope !== undefined && 'rejected' in scope) return scope;
    const isTable = file.names.some((sheet) => namesOfTables(file, sheet).some((name) => name.toLowerCase() === fields.name.toLowerCase()));
    if (isTable) return reject('unsupported', `A table is named ${fields.name} already.`);
    const key = { name: fields.name, scope: scope?.index };
    const known = findName(file, key);
    const before = known === undefined ? '' : textOf(known);
    if (fields.expect !== undefined && fields.expect.replace(/^=/, '') !== before)
      return reject('expect_mismatch', `${fields.name} means "${before.slice(0, 300)}".`);
    if (before === fixed) return reject('no_effect', `${fields.name} means this already.`);
    return {
      parts: [{ part: main.name, edits: writeNames(file, [{ ...key, formula: fixed }]) }],
      before,
      after: fixed,
      touched: usersOfName(file, fields.name),
    };
  },
  examples: [
    {
      name: 'cells without their sheet',
      operation: { op: 'define_name', name: 'Rate', refers_to: 'B2' },
      given: '',
      expected: { rejected: 'formula_error' },
    },
    {
      name: 'a cell is no name',
      operation: { op: 'define_name', name: 'TAX2020', refers_to: 'Data!B2' },
      given: '',
      expected: { rejected: 'formula_error' },
    },
  ],
});

function namesOfTables(file: WorkbookFile, name: string): string[] {
  const sheet = file.sheet(name);
  return sheet === undefined ? [] : tablesOf(file, sheet).map((table) => table.name);
}
