import { z } from 'zod';
import { S } from '../../../ooxml/names.ts';
import { attributeOf, elementsOf, firstElementOf, textOf } from '../../../ooxml/xml-tree.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { changeBook } from '../mechanics/book-formulas.ts';
import { findName, writeNames } from '../mechanics/defined-names.ts';
import { usersOfName } from '../mechanics/find-dependents.ts';
import { findEntry } from '../mechanics/sheet-list.ts';

const schema = z.strictObject({
  op: z.literal('delete_name'),
  name: z.string().min(1).max(255).describe('A name that nothing uses.'),
  scope: z.string().min(1).max(100).optional().describe('A sheet, where the name is for it alone.'),
  expect: z.string().max(8_192).optional().describe('What it means so far.'),
});

const WORDS = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/gu;

/** Whether a formula anywhere, of a cell or a rule, a chart or another name, has the word. */
function isUsed(file: WorkbookFile, name: string): boolean {
  let used = false;
  changeBook(file, (text) => {
    used ||= (text.match(WORDS) ?? []).some((word) => word.toLowerCase() === name.toLowerCase());
    return { text, resized: false };
  });
  return used;
}

export const deleteName = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'delete_name',
  format: 'xlsx',
  summary: 'Deletes a defined name that no formula uses',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such name',
    read_only_content: 'a formula, a rule, a chart or another name uses it',
    expect_mismatch: 'it means something else',
    unsupported: 'Excel keeps it for itself',
  },
  schema,
  plan(file, fields) {
    if (/^_xlnm\./i.test(fields.name))
      return reject('unsupported', `${fields.name} is kept by Excel: set_page and set_auto_filter change it.`);
    const scope = fields.scope === undefined ? undefined : findEntry(file, fields.scope);
    if (scope !== undefined && 'rejected' in scope) return scope;
    const key = { name: fields.name, scope: scope?.index };
    const known = findName(file, key);
    if (known === undefined) {
      const list = firstElementOf(file.main.root, 'definedNames', S);
      const others = (list === undefined ? [] : elementsOf(list, 'definedName', S)).flatMap((one) => attributeOf(one, 'name') ?? []);
      return reject(
        'target_not_found',
        `There is no name "${fields.name.slice(0, 100)}" ${scope === undefined ? 'of the whole workbook' : `of ${scope.entry.name}`}.`,
        others,
      );
    }
    const before = textOf(known);
    if (fields.expect !== undefined && fields.expect.replace(/^=/, '') !== before)
      return reject('expect_mismatch', `${fields.name} means "${before.slice(0, 300)}".`);
    if (isUsed(file, fields.name))
      return reject('read_only_content', `A formula uses ${fields.name}; change it first.`, usersOfName(file, fields.name));
    return { parts: [{ part: file.main.name, edits: writeNames(file, [{ ...key, formula: null }]) }], before, after: '' };
  },
  examples: [
    { name: 'no such name', operation: { op: 'delete_name', name: 'Rate' }, given: '', expected: { rejected: 'target_not_found' } },
  ],
});
