import { z } from 'zod';
import { insertAfter, insertBefore } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { findTarget, tell } from '../mechanics/find-target.ts';
import { textOfNew, wordBlockSchema } from '../mechanics/new-block-schema.ts';
import { writeNewBlock } from '../mechanics/new-blocks.ts';
import { paragraphXml, type BlockWriting } from '../mechanics/new-paragraph.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';

const schema = z.strictObject({
  op: z.literal('insert_blocks'),
  target: z.string().min(1).max(200).describe('Address of the paragraph or table beside which they come.'),
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  blocks: z.array(wordBlockSchema).min(1).max(500),
  expect: z.string().max(100_000).optional(),
});

export const insertBlocks = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'insert_blocks',
  format: 'docx',
  summary:
    "Inserts paragraphs, headings, lists within lists, tables, formulas, links, fields and a table of contents in the file's own styles",
  tracked: true,
  refuses: {
    unsupported: 'the file has no style of the name given, or a formula is no LaTeX',
    target_not_found: 'a link leads to a bookmark or heading that is not there',
    read_only_content: 'the place lies in a locked control',
  },
  schema,
  plan(file, fields, context) {
    const near = findTarget(file, fields, ['paragraph', 'table']);
    if ('rejected' in near) return near;
    if (near.locked !== null) return reject('read_only_content', `Nothing can be inserted beside ${fields.target}: ${near.locked}.`);
    let xml = '';
    const before = fields.position === 'before';
    const writing: BlockWriting = { file, context, near, finishes: [], beside: before ? fields.blocks.at(-1) : fields.blocks[0] };
    for (const block of fields.blocks) {
      const written = writeNewBlock(writing, block);
      if (typeof written !== 'string') return written;
      xml += written;
      writing.behindTable = block.type === 'table';
    }
    // two tables that touch become one in Word, and a cell ends with a paragraph
    const first = fields.blocks[0]?.type === 'table' && near.kind === 'table' && !before;
    const last = fields.blocks.at(-1)?.type === 'table' && !(near.kind === 'paragraph' && before);
    const gap = (): string => paragraphXml(writing, '', '');
    const edit = (before ? insertBefore : insertAfter)(near.element, `${first ? gap() : ''}${xml}${last ? gap() : ''}`);
    return {
      parts: [{ part: near.part.name, edits: [edit] }, ...(writing.anchors ?? [])],
      before: '',
      after: tell(fields.blocks.map(textOfNew).join('\n')),
      finish: (opened) => {
        for (const finish of writing.finishes) finish(opened);
      },
    };
  },
  examples: [
    {
      name: 'a paragraph as its neighbour',
      operation: { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'paragraph', text: 'b' }] },
      given: '<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
      expected:
        '<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>',
    },
    {
      name: 'tracked',
      operation: {
        op: 'insert_blocks',
        target: 'p1',
        position: 'before',
        blocks: [{ type: 'paragraph', runs: [{ text: 'b', bold: true }] }],
      },
      mode: 'tracked',
      given: '<w:p/>',
      expected:
        '<w:p><w:pPr><w:rPr><w:ins w:id="1" w:author="Octavo" w:date="2026-01-01T00:00:00Z"/></w:rPr></w:pPr><w:ins w:id="2" w:author="Octavo" w:date="2026-01-01T00:00:00Z"><w:r><w:rPr><w:b/></w:rPr><w:t>b</w:t></w:r></w:ins></w:p><w:p/>',
    },
    {
      name: 'a heading in a file without a style for it, which is added',
      operation: { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'heading', level: 2, text: 'b' }] },
      given: '<w:p/>',
      expected: '<w:p/><w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>',
    },
    {
      name: 'no such style',
      operation: { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'paragraph', style: 'Fancy', text: 'b' }] },
      given: '<w:p/>',
      expected: { rejected: 'unsupported' },
    },
  ],
});
