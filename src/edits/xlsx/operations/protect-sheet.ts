import { S } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { isProtected, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { attributeOf, firstElementOf } from '../../../ooxml/xml-tree.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { findAnySheet } from '../mechanics/find-cells.ts';
import { insertInOrder } from '../mechanics/frame-order.ts';

/** What may be allowed although a sheet is protected: attributes of §18.3.1.85, in which 0 allows. */
const ALLOWED = {
  format_cells: 'formatCells',
  format_columns: 'formatColumns',
  format_rows: 'formatRows',
  insert_rows: 'insertRows',
  insert_columns: 'insertColumns',
  delete_rows: 'deleteRows',
  delete_columns: 'deleteColumns',
  sort: 'sort',
  filter: 'autoFilter',
  links: 'insertHyperlinks',
} as const;

const schema = z.strictObject({
  op: z.literal('protect_sheet'),
  target: z.string().min(1).max(300).describe('A sheet.'),
  allow: z
    .array(z.enum(Object.keys(ALLOWED) as [keyof typeof ALLOWED, ...(keyof typeof ALLOWED)[]]))
    .max(10)
    .optional()
    .describe('What may be done all the same; cells that are not locked can always be filled in.'),
  remove: z.boolean().optional().describe('Take the protection away.'),
});

export const protectSheet = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'protect_sheet',
  format: 'xlsx',
  summary:
    'Protects a sheet against changes by mistake, without a password, once the other operations of the request are done, or takes the protection away',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    no_effect: 'it is so already',
    protected_document: 'the protection has a password',
  },
  schema,
  plan(file, { target, allow = [], remove }) {
    const found = findAnySheet(file, target);
    if (isRejected(found)) return found;
    const { sheet } = found;
    const old = firstElementOf(sheet.part.root, 'sheetProtection', S);
    const before = isProtected(sheet) ? 'protected' : 'open';
    if (old !== undefined && ['password', 'hashValue'].some((name) => (attributeOf(old, name) ?? '') !== ''))
      return reject('protected_document', `The protection of ${sheet.name} has a password.`, [quoteSheet(sheet.name)]);
    if (remove === true) {
      if (old === undefined || before === 'open') return reject('no_effect', `${sheet.name} is not protected.`);
      return { parts: [{ part: sheet.part.name, edits: [removeNode(old)] }], before, after: 'open' };
    }
    if (before === 'protected') return reject('no_effect', `${sheet.name} is protected already; take the protection away first.`);
    const allowed = [...new Set(allow)].map((name) => ` ${ALLOWED[name]}="0"`).join('');
    const xml = `<${sheet.prefix}sheetProtection sheet="1" objects="1" scenarios="1"${allowed}/>`;
    const edits = [...(old === undefined ? [] : [removeNode(old)]), insertInOrder(sheet, 'sheetProtection', xml)];
    return { parts: [{ part: sheet.part.name, edits }], before, after: 'protected' };
  },
  examples: [
    { name: 'cells stay', operation: { op: 'protect_sheet', target: 'Data', allow: ['sort'] }, given: '', expected: '' },
    {
      name: 'nothing to take away',
      operation: { op: 'protect_sheet', target: 'Data', remove: true },
      given: '',
      expected: { rejected: 'no_effect' },
    },
  ],
});
