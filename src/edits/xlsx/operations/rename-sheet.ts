import { readAddress } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { setAttribute } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject, type PartEdits } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { changeBook, pivotSources } from '../mechanics/book-formulas.ts';
import { cellsText, quoteSheet, rewriteReferences } from '../../../spreadsheet/formula-references.ts';
import { findEntry, nameFault, renameInSummary } from '../mechanics/sheet-list.ts';
import { type WorkbookFile } from '../../../ooxml/workbook-file.ts';

const schema = z.strictObject({
  op: z.literal('rename_sheet'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
  name: textFits(1, 100).describe('At most 31 characters, none of \\ / ? * [ ] :'),
});

/** Quotes go round both names of a span of sheets, or round none. */
function prefixOf({ first, last }: { first: string; last: string }): string {
  if (first === last) return `${quoteSheet(first)}!`;
  const plain = quoteSheet(first) === first && quoteSheet(last) === last;
  return plain ? `${first}:${last}!` : `'${`${first}:${last}`.replaceAll("'", "''")}'!`;
}

/** The formula with the sheet's new name wherever it names it. */
export function renameInFormula(formula: string, before: string, after: string): string {
  const isIt = (name: string): boolean => name.toLowerCase() === before.toLowerCase();
  const renamed = (sheets: { first: string; last: string }): string | undefined => {
    if (!isIt(sheets.first) && !isIt(sheets.last)) return undefined;
    return prefixOf({ first: isIt(sheets.first) ? after : sheets.first, last: isIt(sheets.last) ? after : sheets.last });
  };
  return rewriteReferences(
    formula,
    (reference) => {
      const prefix = reference.sheets && renamed(reference.sheets);
      return prefix === undefined ? undefined : prefix + cellsText(reference);
    },
    renamed,
  );
}

export const renameSheet = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'rename_sheet',
  format: 'xlsx',
  summary: 'Renames a sheet; formulas, names, charts, links and pivot sources name it again',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    unsupported: 'the name is taken or none that a sheet may have',
    no_effect: 'it has this name already',
    protected_document: 'the structure of the workbook is protected',
  },
  schema,
  plan(file, { target, name }) {
    const found = findEntry(file, target);
    if ('rejected' in found) return found;
    const { entry } = found;
    if (entry.name === name) return reject('no_effect', `The sheet has this name already.`);
    const fault = nameFault(file, name, entry);
    if (fault !== null) return fault;
    const book = changeBook(file, (text) => ({ text: renameInFormula(text, entry.name, name), resized: false }));
    const pivots = pivotSources(file.opened).flatMap(({ part, sheet, element }): PartEdits[] =>
      sheet.toLowerCase() === entry.name.toLowerCase() ? [{ part: part.name, edits: [setAttribute(part, element, 'sheet', name)] }] : [],
    );
    return {
      parts: [{ part: file.main.name, edits: [setAttribute(file.main, entry.element, 'name', name)] }, ...book.parts, ...pivots],
      before: entry.name,
      after: name,
      touched: [],
      moved(address) {
        const read = readAddress(address);
        if (read === null || read.name.toLowerCase() !== entry.name.toLowerCase()) return address;
        return read.reference === '' ? quoteSheet(name) : `${quoteSheet(name)}!${read.reference}`;
      },
      finish: (opened) => renameInSummary(opened, entry.name, name),
    };
  },
  examples: [
    {
      name: 'formulas name it again',
      operation: { op: 'rename_sheet', target: 'Data', name: 'Q1 plan' },
      given: '<row r="1"><c r="A1"><f>Data!B1+B2</f><v>1</v></c></row>',
      expected: '<row r="1"><c r="A1"><f>\'Q1 plan\'!B1+B2</f><v>1</v></c></row>',
    },
    {
      name: 'a sign that names cannot have',
      operation: { op: 'rename_sheet', target: 'Data', name: 'a/b' },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
