import { z } from 'zod';
import { removeNode } from '../../ooxml/edit-xml.ts';
import { defineEdit, reject, type PartEdits } from '../define-edit.ts';
import { textFits } from '../text-fits.ts';
import { findTarget, tell, textOfTarget } from './find-target.ts';
import { rewriteParagraph } from './rewrite-block.ts';
import type { WordCell, WordFile } from './word-file.ts';

const schema = z.strictObject({
  op: z.literal('set_cell_text'),
  target: z.string().min(1).max(200).describe('Address of a cell, t1.r2.c3.'),
  text: textFits(0, 100_000),
  expect: z.string().max(100_000).optional(),
});

/** The cell that shows the text of a cell merged downwards. */
function shownBy(cell: WordCell): string[] {
  const { table } = cell.row;
  const above = table.rows.slice(0, table.rows.indexOf(cell.row)).flatMap(({ cells }) => cells).filter(({ column, merge }) => column === cell.column && merge === 'start');
  return above.slice(-1).map(({ address }) => address);
}

export const setCellText = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'set_cell_text', format: 'docx', summary: 'Gives a cell of a table another text, in the formatting of its first paragraph', tracked: true,
  refuses: { merged_cells: 'the cell is covered by one above it', read_only_content: 'it holds a table, a field or a picture', unsupported: 'tracked, a cell of several paragraphs' },
  schema,
  plan(file, fields, context) {
    const cell = findTarget(file, fields, ['cell']);
    if ('rejected' in cell) return cell;
    const before = textOfTarget(file, cell);
    if (cell.merge === 'covered') return reject('merged_cells', `${fields.target} is merged into the cell above it.`, shownBy(cell));
    if (before === fields.text) return reject('no_effect', `${fields.target} holds this text already.`);
    const [first, ...others] = cell.blocks;
    if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind === 'table')) return reject('read_only_content', `${fields.target} holds a table; name a cell or a paragraph in it.`);
    const parts: PartEdits[] = [];
    if (others.length > 0) {
      if (context.mode === 'tracked') return reject('unsupported', `${fields.target} has ${cell.blocks.length} paragraphs; with tracked changes rewrite them one by one.`, cell.blocks.map(({ address }) => address));
      const locked = others.find((block) => block.kind === 'paragraph' && file.textOf(block).pieces.some(({ locked: lock }) => lock !== null));
      if (locked !== undefined) return reject('read_only_content', `${locked.address} holds what is no text.`, [locked.address]);
      parts.push({ part: cell.part.name, edits: others.map(({ element }) => removeNode(element)) });
    }
    const made = rewriteParagraph(file, first, fields.text, context);
    return 'rejected' in made ? made : { parts: [made, ...parts], before: tell(before), after: tell(fields.text) };
  },
  examples: [
    {
      name: 'keeps the formatting', operation: { op: 'set_cell_text', target: 't1.r1.c2', text: '12', expect: '10' },
      given: '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>10</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected: '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:rPr><w:b/></w:rPr><w:t>12</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'covered by a merged cell', operation: { op: 'set_cell_text', target: 't1.r2.c1', text: '12' }, expected: { rejected: 'merged_cells' },
      given: '<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p/></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p/>',
    },
  ],
});
