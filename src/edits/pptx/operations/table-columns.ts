import { A } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { Move } from '../../../ooxml/address-moves.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { insertAfter, insertBefore, removeAttribute, removeNode, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { cellXml, columnsOf, findColumn, isCoveredAcross } from '../mechanics/deck-tables.ts';

const COLUMNS_MAX = 100;
const target = z.string().min(1).max(200).describe('Address of a cell of the column, s2.t1.r1.c2.');

const insertSchema = z.strictObject({
  op: z.literal('insert_columns'),
  target,
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  columns: z
    .array(z.array(textFits(0, 10_000)).max(1_000))
    .min(1)
    .max(20)
    .describe('Texts of the cells from the top, column by column.'),
});
const deleteSchema = z.strictObject({
  op: z.literal('delete_columns'),
  target,
  count: z.int().min(1).max(COLUMNS_MAX).optional().describe('1 where absent.'),
});

const gridOf = (table: XmlElement): XmlElement[] => {
  const grid = firstElementOf(table, 'tblGrid', A);
  return grid === undefined ? [] : elementsOf(grid, 'gridCol', A);
};
const widthOf = (column: XmlElement | undefined): number => Number((column && attributeOf(column, 'w')) ?? 0);
const cellsOf = (row: XmlElement): XmlElement[] => elementsOf(row, 'tc', A);

/** The columns share the table's width as they did, those that come or go included. */
function widthEdits(part: XmlPart, columns: readonly XmlElement[], share: number): XmlEdit[] {
  return columns.map((column) => setAttribute(part, column, 'w', String(Math.round(widthOf(column) * share))));
}

const setSpan = (part: XmlPart, cell: XmlElement, span: number): XmlEdit[] => {
  if (span > 1) return [setAttribute(part, cell, 'gridSpan', String(span))];
  const gone = removeAttribute(part, cell, 'gridSpan');
  return gone === null ? [] : [gone];
};

const shiftColumns =
  (stem: string, indexOf: (index: number) => number | null): Move =>
  (address) => {
    const match = address.startsWith(`${stem}.r`) ? /^(\d+)\.c(\d+)(.*)$/s.exec(address.slice(stem.length + 2)) : null;
    if (match === null) return address;
    const to = indexOf(Number(match[2]) - 1);
    return to === null ? null : `${stem}.r${match[1] ?? ''}.c${to + 1}${match[3] ?? ''}`;
  };

/** New cells of one row. @param at the column before which they come; texts: of the new columns in this row */
function insertInRow(part: XmlPart, row: XmlElement, at: number, model: number, texts: readonly string[]): XmlEdit[] {
  const cells = cellsOf(row);
  const [beside, like] = [cells[at], cells[model]];
  if (like === undefined) return [];
  const covered = beside !== undefined && isCoveredAcross(beside);
  const xml = texts.map((text) => {
    const cell = cellXml(part.source, like, text);
    return covered ? cell.replace(/^<([^\s/>]+)/, `<$1 hMerge="1"`) : cell;
  });
  const origin = covered ? cells.slice(0, at).findLast((cell) => !isCoveredAcross(cell)) : undefined;
  return [
    beside === undefined ? insertAfter(cells.at(-1) ?? like, xml.join('')) : insertBefore(beside, xml.join('')),
    ...(origin === undefined ? [] : setSpan(part, origin, columnsOf(origin) + texts.length)),
  ];
}

export const insertDeckColumns = defineEdit<DeckFile, z.infer<typeof insertSchema>>({
  op: 'insert_columns',
  format: 'pptx',
  summary: 'Inserts columns into a table, which keeps its width; merged cells that reach across grow',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such cell',
    would_overflow: 'a column is given more texts than there are rows, or the table would have more than 100 columns',
  },
  schema: insertSchema,
  plan(file, fields) {
    const found = findColumn(file, fields.target);
    if ('rejected' in found) return found;
    const { object, table, rows, stem, column } = found;
    const { part } = object;
    const grid = gridOf(table);
    const count = fields.columns.length;
    const long = fields.columns.find((texts) => texts.length > rows.length);
    if (long !== undefined)
      return reject('would_overflow', `${stem} has ${rows.length} rows; a new column was given ${long.length} texts.`);
    if (grid.length + count > COLUMNS_MAX) return reject('would_overflow', `${stem} would have more than ${COLUMNS_MAX} columns.`);
    const like = grid[column];
    if (like === undefined) return reject('unsupported', `${stem} has a row with more cells than the table has columns.`);
    const at = fields.position === 'before' ? column : column + 1;
    const all = grid.reduce((sum, one) => sum + widthOf(one), 0);
    const share = all / (all + count * widthOf(like));
    const entry = `<${like.name} w="${Math.round(widthOf(like) * share)}"/>`.repeat(count);
    const edits = [
      ...widthEdits(part, grid, share),
      at < grid.length ? insertBefore(grid[at] ?? like, entry) : insertAfter(grid.at(-1) ?? like, entry),
      ...rows.flatMap((row, y) =>
        insertInRow(
          part,
          row,
          at,
          column,
          fields.columns.map((texts) => texts[y] ?? ''),
        ),
      ),
    ];
    return {
      parts: [{ part: part.name, edits }],
      after: fields.columns.map((texts) => texts.join('\n')).join('\t'),
      moved: shiftColumns(stem, (index) => (index >= at ? index + count : index)),
    };
  },
  examples: [
    {
      name: 'no table',
      operation: { op: 'insert_columns', target: 's1.t1.r1.c1', columns: [['a']] },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

/** What goes of one row: a merged cell whose first column goes keeps what it holds and becomes narrower. */
function deleteInRow(part: XmlPart, row: XmlElement, from: number, to: number): XmlEdit[] {
  const cells = cellsOf(row);
  const edits: XmlEdit[] = [];
  for (let at = 0; at < cells.length;) {
    const origin = cells[at];
    if (origin === undefined) break;
    const span = Math.max(1, columnsOf(origin));
    const group = cells.slice(at, at + span);
    const gone = group.filter((_, index) => at + index >= from && at + index < to).length;
    if (gone === span) for (const cell of group) edits.push(removeNode(cell));
    else if (gone > 0) {
      for (const cell of group.slice(-gone)) edits.push(removeNode(cell));
      for (const edit of setSpan(part, origin, span - gone)) edits.push(edit);
    }
    at += span;
  }
  return edits;
}

export const deleteDeckColumns = defineEdit<DeckFile, z.infer<typeof deleteSchema>>({
  op: 'delete_columns',
  format: 'pptx',
  summary: 'Deletes columns of a table, which keeps its width; merged cells that reach across shrink',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'fewer columns are there', unsupported: 'no column would be left' },
  schema: deleteSchema,
  plan(file, fields) {
    const found = findColumn(file, fields.target);
    if ('rejected' in found) return found;
    const { object, table, rows, stem, column } = found;
    const { part } = object;
    const grid = gridOf(table);
    const count = fields.count ?? 1;
    const gone = grid.slice(column, column + count);
    if (gone.length < count) return reject('target_not_found', `From ${fields.target} on there are ${gone.length} columns.`);
    if (gone.length === grid.length) return reject('unsupported', 'No column would be left; delete the table with delete_shape.');
    const all = grid.reduce((sum, one) => sum + widthOf(one), 0);
    const left = all - gone.reduce((sum, one) => sum + widthOf(one), 0);
    const edits = [
      ...gone.map(removeNode),
      ...widthEdits(
        part,
        grid.filter((one) => !gone.includes(one)),
        left === 0 ? 1 : all / left,
      ),
      ...rows.flatMap((row) => deleteInRow(part, row, column, column + count)),
    ];
    return {
      parts: [{ part: part.name, edits }],
      before: rows
        .map((row) =>
          cellsOf(row)
            .slice(column, column + count)
            .map(textOf)
            .join(' | '),
        )
        .join('\n'),
      after: '',
      moved: shiftColumns(stem, (index) => (index < column ? index : index < column + count ? null : index - count)),
    };
  },
  examples: [
    {
      name: 'no table',
      operation: { op: 'delete_columns', target: 's1.t1.r1.c1' },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
