import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { insertAfter, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type PartEdits } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { findComment, identify, readComments, setThread, writeComment } from '../mechanics/word-comments.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { valueOf } from '../../../ooxml/word-text.ts';

const target = z.string().min(1).max(200).describe('Address of a comment, comment2.');
const replySchema = z.strictObject({
  op: z.literal('reply_comment'),
  target,
  text: textFits(1, 10_000),
  author: textFits(1, 200).optional(),
  expect: z.string().max(100_000).optional(),
});
const resolveSchema = z.strictObject({
  op: z.literal('resolve_comment'),
  target,
  resolved: z.boolean().optional().describe('true where absent; false opens it again.'),
  expect: z.string().max(100_000).optional(),
});

/** An answer is where the comment is that it answers. */
function anchorBeside(file: WordFile, answered: string, id: number): PartEdits[] {
  const { w } = file;
  const isOf = (element: XmlElement): boolean => element.uri === W && valueOf(element, 'id') === answered;
  return [...new Set(file.stories.map(({ part }) => part))].flatMap((part): PartEdits[] => {
    const edits: XmlEdit[] = [];
    for (const element of walkElements(part.root)) {
      if (element.local === 'commentRangeStart' && isOf(element))
        edits.push(insertAfter(element, `<${w}commentRangeStart ${w}id="${id}"/>`));
      else if (element.local === 'commentRangeEnd' && isOf(element))
        edits.push(insertAfter(element, `<${w}commentRangeEnd ${w}id="${id}"/>`));
      else if (element.local === 'commentReference' && isOf(element))
        edits.push(insertAfter(element.parent ?? element, `<${w}r><${w}commentReference ${w}id="${id}"/></${w}r>`));
    }
    return edits.length === 0 ? [] : [{ part: part.name, edits }];
  });
}

/** The comment that begins the thread: Word knows one level of answers. */
function threadOf(file: WordFile, id: string): string {
  const { comments } = readComments(file.opened);
  return comments.find((comment) => comment.id === id)?.parent ?? id;
}

export const replyComment = defineEdit<WordFile, z.infer<typeof replySchema>>({
  op: 'reply_comment',
  format: 'docx',
  summary: 'Answers a comment in its thread',
  tracked: false,
  refuses: { target_not_found: 'there is no such comment', unsupported: 'it is nowhere in the text' },
  schema: replySchema,
  plan(file, fields, context) {
    const comment = findComment(file, fields);
    if ('rejected' in comment) return comment;
    const id = file.nextId();
    const answers = threadOf(file, comment.id);
    const parts = anchorBeside(file, answers, id);
    if (parts.length === 0) return reject('unsupported', `${fields.target} is nowhere in the text, so that an answer would not be seen.`);
    const by = { ...context, author: fields.author ?? context.author };
    return {
      parts,
      before: comment.text,
      after: fields.text,
      finish: (opened) => writeComment(opened, { id, text: fields.text, answers, by }),
    };
  },
  examples: [
    {
      name: 'no such comment',
      operation: { op: 'reply_comment', target: 'comment1', text: 'Yes' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});

export const resolveComment = defineEdit<WordFile, z.infer<typeof resolveSchema>>({
  op: 'resolve_comment',
  format: 'docx',
  summary: 'Marks the thread of a comment as settled, or opens it again',
  tracked: false,
  refuses: { target_not_found: 'there is no such comment', no_effect: 'it is so already' },
  schema: resolveSchema,
  plan(file, fields) {
    const comment = findComment(file, fields);
    if ('rejected' in comment) return comment;
    const resolved = fields.resolved !== false;
    const first = threadOf(file, comment.id);
    const known = readComments(file.opened).comments.find(({ id }) => id === first);
    if (known?.resolved === resolved) return reject('no_effect', `${fields.target} is ${resolved ? 'settled' : 'open'} already.`);
    return {
      parts: [],
      before: comment.text,
      after: resolved ? 'settled' : 'open',
      finish: (opened) => {
        const paragraph = identify(opened, first);
        if (paragraph !== null) setThread(opened, paragraph, { done: resolved ? '1' : '0' });
      },
    };
  },
  examples: [
    {
      name: 'no such comment',
      operation: { op: 'resolve_comment', target: 'comment1' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
