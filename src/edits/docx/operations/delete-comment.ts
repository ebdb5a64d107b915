import { z } from 'zod';
import { W } from '../../../ooxml/names.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import { walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, type PartEdits } from '../../define-edit.ts';
import { findComment, readComments, removeComments } from '../mechanics/word-comments.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { valueOf } from '../../../ooxml/word-text.ts';

const schema = z.strictObject({
  op: z.literal('delete_comment'),
  target: z.string().min(1).max(200).describe('Address of a comment, comment2; its answers go with it.'),
  expect: z.string().max(100_000).optional(),
});

const MARKS = new Set(['commentRangeStart', 'commentRangeEnd', 'commentReference']);

/** A run that holds nothing but the mark goes with it. */
function nodeOf(mark: XmlElement): XmlElement {
  const run = mark.parent;
  const isAlone =
    mark.local === 'commentReference' &&
    run?.local === 'r' &&
    run.children.every((child) => child === mark || (child.kind === 'element' ? child.local === 'rPr' : child.value.trim() === ''));
  return isAlone ? run : mark;
}

function marksOf(file: WordFile, ids: ReadonlySet<string>): PartEdits[] {
  return [...new Set(file.stories.map(({ part }) => part))].flatMap((part): PartEdits[] => {
    const marks = [...walkElements(part.root)].filter(
      (element) => element.uri === W && MARKS.has(element.local) && ids.has(valueOf(element, 'id') ?? ''),
    );
    return marks.length === 0 ? [] : [{ part: part.name, edits: marks.map((mark) => removeNode(nodeOf(mark))) }];
  });
}

export const deleteComment = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'delete_comment',
  format: 'docx',
  summary: 'Deletes a comment with its answers and its marks in the text',
  tracked: false,
  refuses: { target_not_found: 'there is no such comment' },
  schema,
  plan(file, fields) {
    const comment = findComment(file, fields);
    if ('rejected' in comment) return comment;
    const { comments } = readComments(file.opened);
    const ids = new Set([comment.id, ...comments.filter(({ parent }) => parent === comment.id).map(({ id }) => id)]);
    return { parts: marksOf(file, ids), before: comment.text, after: '', finish: (opened) => removeComments(opened, ids) };
  },
  examples: [
    {
      name: 'no such comment',
      operation: { op: 'delete_comment', target: 'comment1' },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
