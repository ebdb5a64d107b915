import { addressOf, readAddress } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { removeRelationship } from '../../../ooxml/change-package.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { attributeOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { removeWithParts } from '../../office/part-tree.ts';
import { changeBook } from '../mechanics/book-formulas.ts';
import { formulaCells, formulaTexts } from '../mechanics/formula-cells.ts';
import { cellsText, quoteSheet, rewriteReferences } from '../../../spreadsheet/formula-references.ts';
import { saySlicersLost, watchSlicers } from '../mechanics/lost-slicers.ts';
import { findEntry, followSheets } from '../mechanics/sheet-list.ts';
import { isProtected, tablesOf, type SheetEntry, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { removeCalculationChain } from '../mechanics/write-cells.ts';

const schema = z.strictObject({
  op: z.literal('delete_sheet'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
});

/** A formula without the sheet: a span of sheets becomes shorter, what named it alone names nothing. */
function withoutSheet(formula: string, name: string, sheets: readonly string[]): { text: string; resized: boolean } {
  const isIt = (one: string): boolean => one.toLowerCase() === name.toLowerCase();
  const indexOf = (one: string): number => sheets.findIndex((sheet) => sheet.toLowerCase() === one.toLowerCase());
  let resized = false;
  const text = rewriteReferences(formula, (reference) => {
    const named = reference.sheets;
    if (named === undefined || (named.first !== named.last && !isIt(named.first) && !isIt(named.last))) return undefined;
    if (named.first === named.last) {
      if (!isIt(named.first)) return undefined;
      resized = true;
      return '#REF!';
    }
    resized = true;
    const inward = indexOf(named.first) < indexOf(named.last) ? 1 : -1;
    const first = isIt(named.first) ? (sheets[indexOf(named.first) + inward] ?? named.last) : named.first;
    const last = isIt(named.last) ? (sheets[indexOf(named.last) - inward] ?? named.first) : named.last;
    const both =
      first === last
        ? quoteSheet(first)
        : quoteSheet(first) === first && quoteSheet(last) === last
          ? `${first}:${last}`
          : `'${`${first}:${last}`.replaceAll("'", "''")}'`;
    return `${both}!${cellsText(reference)}`;
  });
  return { text, resized };
}

/** Formulas of other sheets that name a table of this one. */
function refuseTables(file: WorkbookFile, name: string): Rejected | null {
  const sheet = file.sheet(name);
  const tables = sheet === undefined ? [] : tablesOf(file, sheet).map((table) => table.name);
  for (const other of tables.length === 0 ? [] : file.names) {
    const host = other === name ? undefined : file.sheet(other);
    for (const [cell, text] of host === undefined ? [] : formulaTexts(formulaCells(host))) {
      const used = tables.find((table) => text.toLowerCase().includes(`${table.toLowerCase()}[`));
      if (used !== undefined)
        return reject(
          'read_only_content',
          `The formula in ${addressOf(other, cell)} names the table ${used} of this sheet; change it first.`,
          [addressOf(other, cell)],
        );
    }
  }
  return null;
}

/** Slicers on other sheets that filter what is on this one. */
function slicersLost(file: WorkbookFile, { name, element, part }: SheetEntry): string | undefined {
  const sheet = file.sheet(name);
  const columns = (sheet === undefined ? [] : tablesOf(file, sheet)).flatMap((table) =>
    table.columns.map((column) => ({ table: attributeOf(table.part.root, 'id'), column: attributeOf(column, 'id') })),
  );
  const tab = attributeOf(element, 'sheetId') ?? '';
  return saySlicersLost(file.opened, { columns, ...(part === undefined ? {} : { sheet: { tab, part } }) });
}

export const deleteSheet = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'delete_sheet',
  format: 'xlsx',
  summary:
    'Deletes a sheet with its tables, pivot tables, charts, slicers and comments, and slicers elsewhere that filter nothing else; formulas that named its cells say #REF!',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    unsupported: 'it is the last one that is shown',
    read_only_content: 'formulas elsewhere name its tables',
    protected_document: 'the sheet, or the structure of the workbook, is protected',
  },
  schema,
  plan(file, { target }) {
    const found = findEntry(file, target);
    if ('rejected' in found) return found;
    const { entry, index } = found;
    const { main, entries, opened } = file;
    const sheet = file.sheet(entry.name);
    if (sheet !== undefined && isProtected(sheet))
      return reject('protected_document', `The sheet ${entry.name} is protected; remove the protection and send it again.`);
    const shown = entries.filter((one) => one !== entry && (attributeOf(one.element, 'state') ?? 'visible') === 'visible');
    if (shown.length === 0) return reject('unsupported', 'A workbook needs a sheet that is shown, and this is its only one.');
    const refused = refuseTables(file, entry.name);
    if (refused !== null) return refused;
    const { part } = entry;
    const dropSlicers = watchSlicers(opened);
    const lost = slicersLost(file, entry);
    const names = entries.map(({ name }) => name);
    const book = changeBook(file, (text) => withoutSheet(text, entry.name, names), sheet === undefined ? [] : [sheet]);
    const kept = followSheets(file, (at) => (at === index ? null : at > index ? at - 1 : at));
    // a name that goes is not changed before it goes
    const removed = kept.filter(({ xml, start, end }) => xml === '' && end > start);
    const parts = book.parts.map((one) =>
      one.part === main.name
        ? { ...one, edits: one.edits.filter((edit) => !removed.some(({ start, end }) => edit.start >= start && edit.end <= end)) }
        : one,
    );
    return {
      parts: [{ part: main.name, edits: [removeNode(entry.element), ...kept] }, ...parts.filter((one) => one.part !== part)],
      before: entry.name,
      after: book.dirty.length === 0 ? '' : `${book.dirty.length} formulas named it: ${book.dirty.slice(0, 5).join(', ')}`,
      ...(lost === undefined ? {} : { message: lost }),
      touched: book.dirty,
      moved: (address) => (readAddress(address)?.name.toLowerCase() === entry.name.toLowerCase() ? null : address),
      finish(now) {
        removeRelationship(now, main.name, entry.relationship);
        if (part !== undefined) removeWithParts(now, part);
        dropSlicers(now);
        removeCalculationChain(now);
      },
    };
  },
  examples: [{ name: 'the only one', operation: { op: 'delete_sheet', target: 'Data' }, given: '', expected: { rejected: 'unsupported' } }],
});
