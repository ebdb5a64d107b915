import { type Move } from '../../../ooxml/address-moves.ts';
import { A } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { insertAfter, insertBefore, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { findRow, type TableRows } from '../mechanics/deck-tables.ts';
import { cellsOfNewRows, mergedAtDeletion } from '../mechanics/merged-rows.ts';
import { frameOf } from '../mechanics/layouts.ts';

const ROWS_MAX = 200;
const target = z.string().min(1).max(200).describe('Address of a row of a table, s2.t1.r3.');

const insertSchema = z.strictObject({
  op: z.literal('insert_rows'),
  target,
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  rows: z
    .array(z.array(textFits(0, 10_000)).max(200))
    .min(1)
    .max(ROWS_MAX)
    .describe('A text for each cell, row by row.'),
});
const deleteSchema = z.strictObject({
  op: z.literal('delete_rows'),
  target,
  count: z.int().min(1).max(10_000).optional().describe('1 where absent.'),
});

const heightOf = (row: XmlElement): number => Number(attributeOf(row, 'h') ?? 0);

/** The frame grows or shrinks with its rows. */
function sizeEdits({ object: { element, part } }: TableRows, byEmu: number): XmlEdit[] {
  const frame = frameOf(element);
  const ext = frame && firstElementOf(frame, 'ext', A);
  const cy = Number((ext && attributeOf(ext, 'cy')) ?? 0);
  return ext === undefined || byEmu === 0 || cy + byEmu <= 0 ? [] : [setAttribute(part, ext, 'cy', String(cy + byEmu))];
}

const shiftRows =
  (stem: string, indexOf: (index: number) => number | null): Move =>
  (address) => {
    const match = address.startsWith(`${stem}.r`) ? /^(\d+)(.*)$/s.exec(address.slice(stem.length + 2)) : null;
    if (match === null) return address;
    const to = indexOf(Number(match[1]) - 1);
    return to === null ? null : `${stem}.r${to + 1}${match[2] ?? ''}`;
  };

export const insertDeckRows = defineEdit<DeckFile, z.infer<typeof insertSchema>>({
  op: 'insert_rows',
  format: 'pptx',
  summary: 'Inserts rows into a table that look like the one beside them; merged cells that reach over the place grow',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such row',
    merged_cells: 'a text is given for a cell that a merged one covers',
    would_overflow: 'a row is given more texts than it has cells',
  },
  schema: insertSchema,
  plan(file, fields) {
    const found = findRow(file, fields.target);
    if ('rejected' in found) return found;
    const {
      object: { part },
      rows,
      at,
      stem,
    } = found;
    const model = rows[at];
    if (model === undefined) return reject('target_not_found', `There is no ${fields.target}.`);
    const cells = elementsOf(model, 'tc', A);
    if (fields.rows.some((texts) => texts.length > cells.length))
      return reject('would_overflow', `The rows of this table have ${cells.length} cells.`);
    const first = fields.position === 'before' ? at : at + 1;
    const made = cellsOfNewRows(part, rows, { at: first, model: at }, fields.rows);
    if (made.covered !== undefined)
      return reject('merged_cells', `Column ${made.covered + 1} of the new rows is covered by a merged cell: leave its text empty.`);
    const height = attributeOf(model, 'h');
    const open = `<${model.name}${height === undefined ? '' : ` h="${height}"`}>`;
    const xml = made.xml.map((inner) => `${open}${inner}</${model.name}>`).join('');
    return {
      parts: [
        {
          part: part.name,
          edits: [
            (fields.position === 'before' ? insertBefore : insertAfter)(model, xml),
            ...made.edits,
            ...sizeEdits(found, heightOf(model) * fields.rows.length),
          ],
        },
      ],
      after: fields.rows.map((texts) => texts.join(' | ')).join('\n'),
      moved: shiftRows(stem, (index) => (index >= first ? index + fields.rows.length : index)),
    };
  },
  examples: [
    {
      name: 'no table',
      operation: { op: 'insert_rows', target: 's1.t1.r1', rows: [['a']] },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

export const deleteDeckRows = defineEdit<DeckFile, z.infer<typeof deleteSchema>>({
  op: 'delete_rows',
  format: 'pptx',
  summary: 'Deletes rows of a table; merged cells become shorter and keep what they hold while one of their rows stays',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'fewer rows are there',
    unsupported: 'no row would be left',
  },
  schema: deleteSchema,
  plan(file, fields) {
    const found = findRow(file, fields.target);
    if ('rejected' in found) return found;
    const {
      object: { part },
      rows,
      at,
      stem,
    } = found;
    const count = fields.count ?? 1;
    const gone = rows.slice(at, at + count);
    if (gone.length < count) return reject('target_not_found', `From ${fields.target} on there are ${gone.length} rows.`);
    if (gone.length === rows.length) return reject('unsupported', 'No row would be left; delete the table with delete_shape.');
    const merged = mergedAtDeletion(part, rows, at, count);
    return {
      parts: [
        {
          part: part.name,
          edits: [...gone.map(removeNode), ...merged.edits, ...sizeEdits(found, -gone.reduce((sum, row) => sum + heightOf(row), 0))],
        },
      ],
      before: gone.map((row) => elementsOf(row, 'tc', A).map(textOf).join(' | ')).join('\n'),
      after: '',
      ...(merged.kept.length === 0
        ? {}
        : { message: `Merged cells keep their text in the rows that stay: ${merged.kept.join('; ').slice(0, 500)}` }),
      moved: shiftRows(stem, (index) => (index < at ? index : index < at + count ? null : index - count)),
    };
  },
  examples: [
    { name: 'no table', operation: { op: 'delete_rows', target: 's1.t1.r1' }, given: '<a:p/>', expected: { rejected: 'target_not_found' } },
  ],
});
