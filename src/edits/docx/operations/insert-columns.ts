import { z } from 'zod';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import { cellsWithin, deleteColumnsAt, insertColumnsAt, type ColumnChange } from '../mechanics/table-columns.ts';
import { commentsIn, removeLostComments } from '../mechanics/word-comments.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { maxOf } from '../../../base/extremes.ts';

const insertSchema = z.strictObject({
  op: z.literal('insert_columns'),
  target: z.string().min(1).max(200).describe('Address of a cell; the new ones look like it and its neighbours above and below.'),
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  columns: z
    .array(z.array(textFits(0, 10_000)).max(10_000))
    .min(1)
    .max(20)
    .describe('Texts of the cells from the top, column by column.'),
  expect: z.string().max(100_000).optional(),
});

const TABLE =
  '<w:tbl><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>B</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>';

export const insertColumns = defineEdit<WordFile, z.infer<typeof insertSchema>>({
  op: 'insert_columns',
  format: 'docx',
  summary: 'Inserts columns into a table, which keeps its width; merged cells that reach across grow',
  tracked: true,
  refuses: {
    would_overflow: 'the table would have more than 63 columns, or a column is given more texts than there are rows',
    merged_cells: 'tracked, a cell reaches across the place',
    unsupported: 'tracked, a cell has a tracked change of its formatting by somebody else',
    read_only_content: 'it is locked',
  },
  schema: insertSchema,
  plan(file, fields, context) {
    const cell = findTarget(file, fields, ['cell']);
    if ('rejected' in cell) return cell;
    const { table } = cell.row;
    if (cell.locked !== null) return reject('read_only_content', `Nothing can be inserted beside ${fields.target}: ${cell.locked}.`);
    const long = fields.columns.find((texts) => texts.length > table.rows.length);
    if (long !== undefined)
      return reject('would_overflow', `${table.address} has ${table.rows.length} rows; a new column was given ${long.length} texts.`);
    const before = fields.position === 'before';
    const at = before ? cell.column : cell.column + cell.span;
    const edits = insertColumnsAt({ file, table, context, at, count: fields.columns.length }, fields.columns, !before);
    return isRejected(edits)
      ? edits
      : { parts: [{ part: cell.part.name, edits }], before: '', after: tell(fields.columns.map((texts) => texts.join('\n')).join('\t')) };
  },
  examples: [
    {
      name: 'between two; the merged cell below grows',
      operation: { op: 'insert_columns', target: 't1.r1.c2', position: 'before', columns: [['new']] },
      given: TABLE,
      expected:
        '<w:tbl><w:tblGrid><w:gridCol w:w="2667"/><w:gridCol w:w="2667"/><w:gridCol w:w="2667"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:tcPr><w:tcW w:w="2667" w:type="dxa"/></w:tcPr><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>new</w:t></w:r></w:p></w:tc>' +
        '<w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>B</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="3"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'tracked, across a merged cell',
      operation: { op: 'insert_columns', target: 't1.r1.c1', columns: [['new']] },
      mode: 'tracked',
      given: TABLE,
      expected: { rejected: 'merged_cells' },
    },
    {
      name: 'too many texts',
      operation: { op: 'insert_columns', target: 't1.r1.c1', columns: [['a', 'b', 'c']] },
      given: TABLE,
      expected: { rejected: 'would_overflow' },
    },
  ],
});

const deleteSchema = z.strictObject({
  op: z.literal('delete_columns'),
  target: z.string().min(1).max(200).describe('Address of a cell in the first column that goes.'),
  count: z.number().int().min(1).max(62).optional().describe('Columns from there on; absent: those of the cell.'),
  expect: z.string().max(100_000).optional(),
});

export const deleteColumns = defineEdit<WordFile, z.infer<typeof deleteSchema>>({
  op: 'delete_columns',
  format: 'docx',
  summary: 'Deletes columns of a table; merged cells that reach across shrink',
  tracked: true,
  refuses: {
    merged_cells: 'a row would be left without a cell; tracked, a cell reaches across the place',
    target_not_found: 'fewer columns are there',
    unsupported: 'no column would be left',
    read_only_content: 'it is locked',
  },
  schema: deleteSchema,
  plan(file, fields, context) {
    const cell = findTarget(file, fields, ['cell']);
    if ('rejected' in cell) return cell;
    const { table } = cell.row;
    const total = maxOf(table.rows.flatMap(({ cells }) => cells.map(({ column, span }) => column + span)));
    const change: ColumnChange = { file, table, context, at: cell.column, count: fields.count ?? cell.span };
    if (change.at + change.count > total)
      return reject('target_not_found', `From ${fields.target} on there are ${total - change.at} columns, not ${change.count}.`);
    if (change.count === total)
      return reject('unsupported', `No column would be left; delete ${table.address} with delete_block.`, [table.address]);
    const { name } = cell.part;
    const comments = commentsIn(cellsWithin(change).map(({ element }) => element));
    const edits = deleteColumnsAt(change);
    return isRejected(edits)
      ? edits
      : {
          parts: [{ part: name, edits }],
          before: tell(
            cellsWithin(change)
              .map((one) => textOfTarget(file, one))
              .join('\n'),
          ),
          after: '',
          ...(context.mode === 'tracked' || comments.length === 0
            ? {}
            : { finish: (opened: OfficePackage) => removeLostComments(opened, name, comments) }),
        };
  },
  examples: [
    {
      name: 'the last one; the merged cell below shrinks',
      operation: { op: 'delete_columns', target: 't1.r1.c2' },
      given: TABLE,
      expected:
        '<w:tbl><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'tracked',
      operation: { op: 'delete_columns', target: 't1.r1.c2' },
      mode: 'tracked',
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:tcPr><w:cellDel w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:tcPr><w:p><w:pPr><w:rPr><w:del w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'all of them',
      operation: { op: 'delete_columns', target: 't1.r1.c1', count: 2 },
      given: TABLE,
      expected: { rejected: 'unsupported' },
    },
  ],
});
