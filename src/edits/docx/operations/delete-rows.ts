import { z } from 'zod';
import { guardElement } from '../../../ooxml/edit-xml.ts';
import { defineEdit, isRejected, reject } from '../../define-edit.ts';
import { trackContent, trackRowChange } from './delete-block.ts';
import { findTarget, tell, textOfTarget } from '../mechanics/find-target.ts';
import { removeButMarks, withControls } from '../mechanics/half-marks.ts';
import { commentsIn, removeLostComments } from '../mechanics/word-comments.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('delete_rows'),
  target: z.string().min(1).max(200).describe('Address of the first row.'),
  count: z.number().int().min(1).max(10_000).optional().describe('1 where absent.'),
  expect: z.string().max(100_000).optional(),
});

export const deleteRows = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'delete_rows',
  format: 'docx',
  summary: 'Deletes rows of a table',
  tracked: true,
  refuses: {
    merged_cells: 'a cell is merged with rows that stay',
    unsupported: 'no row would be left',
    target_not_found: 'fewer rows are there',
    no_effect: 'tracked, they are deleted already',
  },
  schema,
  plan(file, fields, context) {
    const row = findTarget(file, fields, ['row']);
    if ('rejected' in row) return row;
    const all = row.table.rows;
    const at = all.indexOf(row);
    const count = fields.count ?? 1;
    const rows = all.slice(at, at + count);
    if (rows.length < count) return reject('target_not_found', `From ${fields.target} on there are ${rows.length} rows, not ${count}.`);
    const locked = rows.find((one) => one.locked !== null);
    if (locked !== undefined) return reject('read_only_content', `${locked.address} cannot be deleted: ${locked.locked}.`);
    if (rows.length === all.length)
      return reject('unsupported', `No row would be left; delete ${row.table.address} with delete_block.`, [row.table.address]);
    const behind = all[at + count];
    const torn =
      (rows[0]?.cells.some(({ merge }) => merge === 'covered') ?? false) ||
      (behind?.cells.some(({ merge }) => merge === 'covered') ?? false);
    if (torn) return reject('merged_cells', `${fields.target} shares merged cells with rows that would stay.`);
    const before = tell(rows.map((one) => textOfTarget(file, one)).join('\n'));
    const { name } = row.part;
    const comments = commentsIn(rows.map(({ element }) => element));
    if (context.mode === 'direct')
      return {
        parts: [{ part: name, edits: withControls(rows.map(({ element }) => element)).map((one) => removeButMarks(row.part.source, one)) }],
        before,
        after: '',
        ...(comments.length === 0 ? {} : { finish: (opened: OfficePackage) => removeLostComments(opened, name, comments) }),
      };
    const content = trackContent(
      file,
      rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks)),
      'del',
      context,
    );
    if (isRejected(content)) return content;
    const edits = [...content, ...rows.flatMap((one) => trackRowChange(file, one, 'del', context))];
    return edits.length === 0
      ? reject('no_effect', `${fields.target} is deleted by a tracked change already.`)
      : { parts: [{ part: name, edits: [...edits, ...rows.map(({ element }) => guardElement(element))] }], before, after: '' };
  },
  examples: [
    {
      name: 'one row',
      operation: { op: 'delete_rows', target: 't1.r2' },
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'a bookmark that goes on behind the row begins there',
      operation: { op: 'delete_rows', target: 't1.r1' },
      given:
        '<w:tbl><w:tr><w:tc><w:p><w:bookmarkStart w:id="4" w:name="x"/></w:p></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:bookmarkEnd w:id="4"/></w:p>',
      expected: '<w:tbl><w:bookmarkStart w:id="4" w:name="x"/><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p><w:bookmarkEnd w:id="4"/></w:p>',
    },
    {
      name: 'a row with the control around it',
      operation: { op: 'delete_rows', target: 't1.r1' },
      given:
        '<w:tbl><w:sdt><w:sdtContent><w:tr><w:tc><w:p/></w:tc></w:tr></w:sdtContent></w:sdt><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'all rows',
      operation: { op: 'delete_rows', target: 't1.r1' },
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
