import { addressOf } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { removeNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { formulaCells, formulaTexts } from '../mechanics/formula-cells.ts';
import { rewriteReferences } from '../../../spreadsheet/formula-references.ts';
import { findEntry, followSheets } from '../mechanics/sheet-list.ts';
import { type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { maxOf, minOf } from '../../../base/extremes.ts';

const schema = z.strictObject({
  op: z.literal('move_sheet'),
  target: z.string().min(1).max(300).describe("A sheet: Sheet1, or 'Q1 plan'."),
  position: z.int().min(1).max(10_000).describe('Its place among the sheets afterwards, from 1.'),
});

/** Formulas through several sheets count with all between the first and the last. */
function refuseSpans(file: WorkbookFile, order: readonly string[]): Rejected | null {
  const before = file.entries.map(({ name }) => name.toLowerCase());
  const between = (names: readonly string[], first: string, last: string): string => {
    const at = [names.indexOf(first.toLowerCase()), names.indexOf(last.toLowerCase())];
    return names
      .slice(minOf(at), maxOf(at) + 1)
      .toSorted()
      .join('/');
  };
  for (const name of file.names) {
    const sheet = file.sheet(name);
    if (sheet === undefined) continue;
    for (const [cell, text] of formulaTexts(formulaCells(sheet))) {
      let changes = false;
      rewriteReferences(text, ({ sheets }) => {
        if (sheets !== undefined && sheets.first !== sheets.last)
          changes ||= between(before, sheets.first, sheets.last) !== between(order, sheets.first, sheets.last);
        return undefined;
      });
      if (changes)
        return reject('unsupported', `The formula in ${addressOf(name, cell)} adds up a span of sheets that would be another one.`, [
          addressOf(name, cell),
        ]);
    }
  }
  return null;
}

export const moveSheet = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'move_sheet',
  format: 'xlsx',
  summary: 'Moves a sheet to another place among the sheets',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such sheet',
    no_effect: 'it is there already',
    unsupported: 'a formula through several sheets would count with others',
    protected_document: 'the structure of the workbook is protected',
  },
  schema,
  plan(file, { target, position }) {
    const found = findEntry(file, target);
    if ('rejected' in found) return found;
    const { entry, index } = found;
    const { main, entries } = file;
    const to = Math.min(position, entries.length) - 1;
    if (to === index) return reject('no_effect', `The sheet ${entry.name} is in place ${to + 1} already.`);
    const rest = entries.filter((one) => one !== entry);
    const order = rest.toSpliced(to, 0, entry);
    const refused = refuseSpans(
      file,
      order.map(({ name }) => name.toLowerCase()),
    );
    if (refused !== null) return refused;
    const xml = main.source.slice(entry.element.start, entry.element.end);
    const behind = rest[to];
    const last = rest.at(-1);
    const at = behind === undefined ? (last?.element.end ?? 0) : behind.element.start;
    const edits: XmlEdit[] = [removeNode(entry.element), { start: at, end: at, xml }];
    return {
      parts: [{ part: main.name, edits: [...edits, ...followSheets(file, (old) => order.findIndex((one) => one === entries[old]))] }],
      before: String(index + 1),
      after: String(to + 1),
    };
  },
  examples: [
    {
      name: 'it is there already',
      operation: { op: 'move_sheet', target: 'Data', position: 1 },
      given: '',
      expected: { rejected: 'no_effect' },
    },
  ],
});
