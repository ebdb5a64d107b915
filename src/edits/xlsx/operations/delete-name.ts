import { z } from 'zod';
import { decodeXml } from '../../../ooxml/decode-xml.ts';
import { S } from '../../../ooxml/names.ts';
import { contentTypeOf, partNames, readPart, readXmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../../ooxml/xml-tree.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { changeBook } from '../mechanics/book-formulas.ts';
import { findName, writeNames } from '../mechanics/defined-names.ts';
import { usersOfName } from '../mechanics/find-dependents.ts';
import { findEntry } from '../mechanics/sheet-list.ts';
import { slicerCachesOf } from '../mechanics/slicer-parts.ts';

const schema = z.strictObject({
  op: z.literal('delete_name'),
  name: z.string().min(1).max(255).describe('A name that nothing uses.'),
  scope: z.string().min(1).max(100).optional().describe('A sheet, where the name is for it alone.'),
  expect: z.string().max(8_192).optional().describe('What it means so far.'),
});

const WORDS = /[\p{L}_\\][\p{L}\p{N}_.\\?]*/gu;
/** Elements that take figures from a name (ISO/IEC 29500-1 §18.10.1.95, §18.10.1.78, §18.3.1.29). */
const SOURCES = new Set(['worksheetSource', 'rangeSet', 'dataRef']);
const SOURCE_TYPE = /(?:pivotCacheDefinition|spreadsheetml\.worksheet)\+xml$/i;

const isIt = (text: string, name: string): boolean => text.toLowerCase() === name.toLowerCase();
const hasWord = (text: string, name: string): boolean => (text.match(WORDS) ?? []).some((word) => isIt(word, name));

/** Whether a formula anywhere, of a cell or a rule, a chart or another name, has the word. */
function isUsed(file: WorkbookFile, name: string): boolean {
  let used = false;
  changeBook(file, (text) => {
    used ||= hasWord(text, name);
    return { text, resized: false };
  });
  return used;
}

/** Who takes figures from the name, or leads to it, other than by a formula. */
function otherUser({ opened, entries }: WorkbookFile, name: string): string | undefined {
  const parts = partNames(opened);
  // links of shapes and pictures name their place as a relationship, with a # before it
  const leads = parts
    .filter((part) => part.endsWith('.rels') && decodeXml(readPart(opened, part)).text.includes('"#'))
    .some((part) => elementsOf(readXmlPart(opened, part).root).some((row) => isIt(attributeOf(row, 'Target') ?? '', `#${name}`)));
  if (leads) return 'A link leads to';
  for (const part of parts.filter((one) => SOURCE_TYPE.test(contentTypeOf(opened, one) ?? ''))) {
    const isSheet = entries.some((entry) => entry.part === part);
    // cells name nothing in this way, and they are what makes sheets large
    const text = decodeXml(readPart(opened, part)).text;
    if (isSheet && !text.includes('dataRef')) continue;
    const uses = [...walkElements(readXmlPart(opened, part).root)].some(
      (element) => SOURCES.has(element.local) && isIt(attributeOf(element, 'name') ?? '', name),
    );
    if (uses) return isSheet ? 'A consolidation takes its figures from' : 'A pivot table takes its figures from';
  }
  return undefined;
}

export const deleteName = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'delete_name',
  format: 'xlsx',
  summary: 'Deletes a defined name that nothing uses',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such name',
    read_only_content: 'a formula, a rule, a chart, a link, a pivot table or another name uses it',
    expect_mismatch: 'it means something else',
    unsupported: 'Excel keeps it for itself, or for a slicer',
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
    if (slicerCachesOf(file.opened).some(({ name }) => isIt(name, fields.name)))
      return reject('unsupported', `${fields.name} is kept by Excel for a slicer, which is damaged without it.`);
    const before = textOf(known);
    if (fields.expect !== undefined && fields.expect.replace(/^=/, '') !== before)
      return reject('expect_mismatch', `${fields.name} means "${before.slice(0, 300)}".`);
    if (isUsed(file, fields.name))
      return reject('read_only_content', `A formula uses ${fields.name}; change it first.`, usersOfName(file, fields.name));
    const user = otherUser(file, fields.name);
    if (user !== undefined) return reject('read_only_content', `${user} ${fields.name}; change that first.`);
    return { parts: [{ part: file.main.name, edits: writeNames(file, [{ ...key, formula: null }]) }], before, after: '' };
  },
  examples: [
    { name: 'no such name', operation: { op: 'delete_name', name: 'Rate' }, given: '', expected: { rejected: 'target_not_found' } },
  ],
});
