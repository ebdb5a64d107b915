import { z } from 'zod';
import { append } from '../../../base/append.ts';
import { guardElement, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { defineEdit, isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import {
  coveredBy,
  divideCell,
  divideColumn,
  gridColumns,
  gridWidth,
  mergeArea,
  refuseMerge,
  type CellArea,
} from '../mechanics/cell-areas.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import type { WordCell, WordFile } from '../../../ooxml/word-file.ts';

const target = z.string().min(1).max(200).describe('Address of a cell: t2.r1.c3.');
const expect = z.string().max(100_000).optional();

const mergeSchema = z.strictObject({
  op: z.literal('merge_cells'),
  target: target.describe('Address of the cell at the upper left: t2.r1.c1.'),
  to: z.string().min(1).max(200).describe('Address of the cell at the lower right: t2.r2.c3.'),
  expect,
});
const unmergeSchema = z.strictObject({ op: z.literal('unmerge_cells'), target, expect });
const splitSchema = z.strictObject({
  op: z.literal('split_cell'),
  target,
  columns: z.number().int().min(2).max(10).describe('Cells beside each other that it becomes; the text stays in the first.'),
  expect,
});

/** Word takes no more. */
const COLUMNS_MAX = 63;

const UNTRACKED = 'tracked: Word has no tracked change for it';
const untracked = ({ mode }: EditContext): Rejected | null =>
  mode === 'direct' ? null : reject('unsupported', 'Word has no tracked change for merging and splitting cells: send it with mode direct.');

/** No other operation of the request may change the table. */
const whole = (cell: WordCell, edits: XmlEdit[]): { part: string; edits: XmlEdit[] }[] => [
  { part: cell.part.name, edits: [...edits, guardElement(cell.row.table.element)] },
];

export const mergeWordCells = defineEdit<WordFile, z.infer<typeof mergeSchema>>({
  op: 'merge_cells',
  format: 'docx',
  summary: 'Merges cells of a table into one, which takes over the text of all',
  tracked: false,
  refuses: {
    merged_cells: 'the cells make no rectangle, or one is merged already',
    unsupported: `it is one cell, or of another table; ${UNTRACKED}`,
    read_only_content: 'a cell is locked',
  },
  schema: mergeSchema,
  plan(file, fields, context) {
    const refusal = untracked(context);
    if (refusal !== null) return refusal;
    const first = findTarget(file, fields, ['cell']);
    if (isRejected(first)) return first;
    const last = findTarget(file, { target: fields.to }, ['cell']);
    if (isRejected(last)) return last;
    const { table } = first.row;
    if (last.row.table !== table) return reject('unsupported', `${fields.to} is in another table.`, [fields.target, fields.to]);
    const [top, bottom] = [table.rows.indexOf(first.row), table.rows.indexOf(last.row)].toSorted((a, b) => a - b);
    const area: CellArea = {
      rows: table.rows.slice(top, (bottom ?? 0) + 1),
      left: Math.min(first.column, last.column),
      right: Math.max(first.column + first.span, last.column + last.span),
    };
    if (first === last) return reject('unsupported', `${fields.target} is one cell; name two.`);
    const refused = refuseMerge(area);
    if (refused !== null) return refused;
    return {
      parts: whole(first, mergeArea(file, area, context)),
      before: tell(textOfTarget(file, first)),
      after: `${fields.target} to ${fields.to}`,
    };
  },
  examples: [
    {
      name: 'beside each other: the text of both in one',
      operation: { op: 'merge_cells', target: 't1.r1.c1', to: 't1.r1.c2' },
      given:
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'one below the other',
      operation: { op: 'merge_cells', target: 't1.r1.c1', to: 't1.r2.c1' },
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'tracked',
      operation: { op: 'merge_cells', target: 't1.r1.c1', to: 't1.r1.c2' },
      mode: 'tracked',
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});

export const unmergeWordCells = defineEdit<WordFile, z.infer<typeof unmergeSchema>>({
  op: 'unmerge_cells',
  format: 'docx',
  summary: 'Makes a merged cell of a table into single ones again; the text stays in the first',
  tracked: false,
  refuses: { no_effect: 'it is no merged cell', merged_cells: 'it is covered by the cell above it', unsupported: UNTRACKED },
  schema: unmergeSchema,
  plan(file, fields, context) {
    const refusal = untracked(context);
    if (refusal !== null) return refusal;
    const cell = findTarget(file, fields, ['cell']);
    if (isRejected(cell)) return cell;
    if (cell.merge === 'covered')
      return reject('merged_cells', `${fields.target} is covered by the cell above it; name that one.`, [fields.target]);
    if (cell.locked !== null) return reject('read_only_content', `${fields.target} cannot be changed: ${cell.locked}.`);
    if (cell.merge === 'none' && cell.span === 1) return reject('no_effect', `${fields.target} is no merged cell.`);
    const { table } = cell.row;
    const widths = Array.from({ length: cell.span }, (_, index) => gridWidth(table, cell.column + index, cell.column + index + 1));
    const edits = coveredBy(cell).flatMap((one) => divideCell(file, one, widths, context));
    return { parts: whole(cell, edits), before: tell(textOfTarget(file, cell)), after: '' };
  },
  examples: [
    {
      name: 'over two columns',
      operation: { op: 'unmerge_cells', target: 't1.r1.c1' },
      given:
        '<w:tbl><w:tblGrid><w:gridCol w:w="100"/><w:gridCol w:w="200"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tblGrid><w:gridCol w:w="100"/><w:gridCol w:w="200"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p/></w:tc><w:tc><w:tcPr><w:tcW w:w="200" w:type="dxa"/></w:tcPr><w:p></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'not merged',
      operation: { op: 'unmerge_cells', target: 't1.r1.c1' },
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: { rejected: 'no_effect' },
    },
  ],
});

export const splitCell = defineEdit<WordFile, z.infer<typeof splitSchema>>({
  op: 'split_cell',
  format: 'docx',
  summary: 'Splits a cell of a table into several beside each other; the text stays in the first',
  tracked: false,
  refuses: {
    merged_cells: 'it is a merged cell: unmerge it',
    would_overflow: 'the table would have more than 63 columns',
    unsupported: UNTRACKED,
  },
  schema: splitSchema,
  plan(file, fields, context) {
    const refusal = untracked(context);
    if (refusal !== null) return refusal;
    const cell = findTarget(file, fields, ['cell']);
    if (isRejected(cell)) return cell;
    if (cell.locked !== null) return reject('read_only_content', `${fields.target} cannot be changed: ${cell.locked}.`);
    if (cell.merge !== 'none' || cell.span > 1)
      return reject('merged_cells', `${fields.target} is a merged cell; use unmerge_cells first.`, [fields.target]);
    const { table } = cell.row;
    const { columns } = fields;
    const all = table.rows.reduce(
      (most, { cells }) => Math.max(most, (cells.at(-1)?.column ?? 0) + (cells.at(-1)?.span ?? 1)),
      gridColumns(table).length,
    );
    if (all + columns - 1 > COLUMNS_MAX)
      return reject('would_overflow', `The table would have ${all + columns - 1} columns; Word takes ${COLUMNS_MAX}.`);
    const width = gridWidth(table, cell.column, cell.column + 1);
    const edits = divideColumn(file, cell, columns, context);
    if (isRejected(edits)) return edits;
    append(
      edits,
      divideCell(
        file,
        cell,
        Array.from({ length: columns }, () => (width === undefined ? undefined : Math.floor(width / columns))),
        context,
      ),
    );
    return { parts: whole(cell, edits), before: tell(textOfTarget(file, cell)), after: `${columns} cells` };
  },
  examples: [
    {
      name: 'in two',
      operation: { op: 'split_cell', target: 't1.r1.c1', columns: 2 },
      given:
        '<w:tbl><w:tblGrid><w:gridCol w:w="200"/></w:tblGrid><w:tr><w:tc><w:p/></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tblGrid><w:gridCol w:w="100"/><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p/></w:tc><w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'a merged one',
      operation: { op: 'split_cell', target: 't1.r1.c1', columns: 2 },
      given: '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: { rejected: 'merged_cells' },
    },
  ],
});
