import { z } from 'zod';
import { insertAfter, insertBefore } from '../../../ooxml/edit-xml.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type EditContext } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { openRevision } from '../mechanics/change-text.ts';
import { findTarget, tell } from '../mechanics/find-target.ts';
import { cellXml, copiedProperties, guardLooks, sliceOf } from '../mechanics/new-cell.ts';
import type { WordCell, WordFile, WordRow } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('insert_rows'),
  target: z.string().min(1).max(200).describe('Address of a row; the new ones look like it.'),
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  rows: z
    .array(z.array(textFits(0, 10_000)).min(1).max(63))
    .min(1)
    .max(1_000)
    .describe('Texts of the cells, row by row.'),
  expect: z.string().max(100_000).optional(),
});

function newCell(file: WordFile, cell: WordCell, text: string, context: EditContext): string {
  const { w } = file;
  const kept = copiedProperties(cell, { apart: false })
    .map((property) => sliceOf(cell, property))
    .join('');
  return cellXml(file, cell, { text, properties: kept === '' ? '' : `<${w}tcPr>${kept}</${w}tcPr>` }, context);
}

function rowXml(file: WordFile, row: WordRow, texts: readonly string[], context: EditContext): string {
  const { w } = file;
  const { source } = row.part;
  const properties = childOf(row.element, 'trPr');
  const kept =
    properties === undefined
      ? ''
      : elementsOf(properties)
          .filter(({ local }) => !['tblHeader', 'ins', 'del', 'trPrChange'].includes(local))
          .map(({ start, end }) => source.slice(start, end))
          .join('');
  const mark = context.mode === 'tracked' ? `${openRevision(file, 'ins', context)}/>` : '';
  return `<${w}tr>${kept + mark === '' ? '' : `<${w}trPr>${kept}${mark}</${w}trPr>`}${row.cells.map((cell, index) => newCell(file, cell, texts[index] ?? '', context)).join('')}</${w}tr>`;
}

/** Texts go into the cells from the first on: where some are missing, the others may stand in the wrong columns. */
function leftEmpty(rows: readonly (readonly string[])[], cells: number): { message?: string } {
  const short = rows.find((texts) => texts.length > 0 && texts.length < cells);
  return short === undefined
    ? {}
    : {
        message: `A new row has ${cells} cells and was given only ${short.length} ${short.length === 1 ? 'text' : 'texts'}, from its first cell on; the others are left empty.`,
      };
}

export const insertRows = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'insert_rows',
  format: 'docx',
  summary: 'Inserts rows that look like the one beside them',
  tracked: true,
  refuses: { merged_cells: 'the row has cells merged downwards', would_overflow: 'a row is given more texts than it has cells' },
  schema,
  plan(file, fields, context) {
    const row = findTarget(file, fields, ['row']);
    if ('rejected' in row) return row;
    if (row.locked !== null) return reject('read_only_content', `Nothing can be inserted beside ${fields.target}: ${row.locked}.`);
    const plain = row.table.rows.filter(({ cells }) => cells.every(({ merge }) => merge === 'none')).map(({ address }) => address);
    if (!plain.includes(row.address)) return reject('merged_cells', `${fields.target} has cells that are merged with other rows.`, plain);
    const wide = fields.rows.find((texts) => texts.length > row.cells.length);
    if (wide !== undefined)
      return reject('would_overflow', `${fields.target} has ${row.cells.length} cells; a new row was given ${wide.length} texts.`);
    const xml = fields.rows.map((texts) => rowXml(file, row, texts, context)).join('');
    const edit = (fields.position === 'before' ? insertBefore : insertAfter)(row.element, xml);
    return {
      parts: [{ part: row.part.name, edits: [...row.cells.flatMap((cell) => guardLooks(file, cell)), edit] }],
      before: '',
      after: tell(fields.rows.map((texts) => texts.join('\t')).join('\n')),
      ...leftEmpty(fields.rows, row.cells.length),
    };
  },
  examples: [
    {
      name: 'as the row beside it',
      operation: { op: 'insert_rows', target: 't1.r1', rows: [['B', '2']] },
      given:
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:i/></w:rPr><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
      expected:
        '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:i/></w:rPr><w:t>1</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>B</w:t></w:r></w:p></w:tc><w:tc><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:i/></w:rPr><w:t>2</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>',
    },
    {
      name: 'too many texts',
      operation: { op: 'insert_rows', target: 't1.r1', rows: [['B', '2']] },
      given: '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>',
      expected: { rejected: 'would_overflow' },
    },
  ],
});
