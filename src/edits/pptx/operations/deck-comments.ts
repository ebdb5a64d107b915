/** What is done with comments on slides that are there. */
import { z } from 'zod';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { removeNode, setAttribute } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { answerThread } from '../mechanics/comment-threads.ts';
import {
  commentsOn,
  findSlideComment,
  isResolved,
  renumberComments,
  textOfComment,
  type SlideComment,
} from '../mechanics/slide-comments.ts';

const target = z.string().min(1).max(200).describe('Address of a comment, s2.comment1.');
const expect = z.string().max(100_000).optional().describe('The text that the comment must still hold.');
const deleteSchema = z.strictObject({ op: z.literal('delete_comment'), target, expect });
const replySchema = z.strictObject({
  op: z.literal('reply_comment'),
  target,
  text: textFits(1, 10_000),
  author: textFits(1, 200).optional(),
  expect,
});
const resolveSchema = z.strictObject({
  op: z.literal('resolve_comment'),
  target,
  resolved: z.boolean().optional().describe('true where absent; false opens it again.'),
  expect,
});

const numberOf = ({ address }: SlideComment): number => Number(/\d+$/.exec(address)?.[0]);
const OLDER = 'is of the kind that PowerPoint had before threads: it has no answers and cannot be resolved. Change its text, or delete it.';
const GIVEN = '<a:p/>';

/** The comment that begins the thread, and its answers. */
const threadOf = (opened: OfficePackage, slide: DeckFile['slides'][number], comment: SlideComment): SlideComment[] => {
  const first = comment.answers?.address ?? comment.address;
  return commentsOn(opened, slide).filter(({ address, answers }) => address === first || answers?.address === first);
};

export const deleteDeckComment = defineEdit<DeckFile, z.infer<typeof deleteSchema>>({
  op: 'delete_comment',
  format: 'pptx',
  summary: 'Deletes a comment of a slide with its answers, or one answer',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such comment', expect_mismatch: 'it says something else' },
  schema: deleteSchema,
  plan(file, fields) {
    const found = findSlideComment(file, fields);
    if ('rejected' in found) return found;
    const { slide, comment } = found;
    const gone = comment.answers === undefined ? threadOf(file.opened, slide, comment).length : 1;
    return {
      parts: [],
      before: textOfComment(comment),
      after: '',
      moved: renumberComments(slide.address, numberOf(comment), -gone),
      finish(opened) {
        // a list without an answer is none
        const { parent } = comment.element;
        const isLast = comment.answers !== undefined && parent !== undefined && elementsOf(parent).length === 1;
        editXmlPart(opened, comment.part, [removeNode(isLast ? parent : comment.element)]);
      },
    };
  },
  examples: [
    {
      name: 'no comment',
      operation: { op: 'delete_comment', target: 's1.comment1' },
      given: GIVEN,
      expected: { rejected: 'target_not_found' },
    },
  ],
});

export const replyDeckComment = defineEdit<DeckFile, z.infer<typeof replySchema>>({
  op: 'reply_comment',
  format: 'pptx',
  summary: 'Answers a comment of a slide in its thread',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such comment',
    expect_mismatch: 'it says something else',
    unsupported: 'it is of the older kind, which has no answers',
  },
  schema: replySchema,
  plan(file, fields, context) {
    const found = findSlideComment(file, fields);
    if ('rejected' in found) return found;
    const { slide, comment } = found;
    if (!comment.threaded) return reject('unsupported', `${fields.target} ${OLDER}`, [fields.target]);
    const thread = threadOf(file.opened, slide, comment);
    const by = { author: fields.author ?? context.author, date: context.date };
    return {
      parts: [],
      before: textOfComment(comment),
      after: fields.text,
      moved: renumberComments(slide.address, numberOf(thread.at(-1) ?? comment) + 1, 1),
      finish: (opened) => answerThread(opened, comment.answers ?? comment, { text: fields.text, by }),
    };
  },
  examples: [
    {
      name: 'no comment',
      operation: { op: 'reply_comment', target: 's1.comment1', text: 'Yes' },
      given: GIVEN,
      expected: { rejected: 'target_not_found' },
    },
  ],
});

export const resolveDeckComment = defineEdit<DeckFile, z.infer<typeof resolveSchema>>({
  op: 'resolve_comment',
  format: 'pptx',
  summary: 'Marks a thread of comments on a slide as resolved, or opens it again',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such comment',
    expect_mismatch: 'it says something else',
    unsupported: 'it is of the older kind, which cannot be resolved',
    no_effect: 'it is so already',
  },
  schema: resolveSchema,
  plan(file, fields) {
    const found = findSlideComment(file, fields);
    if ('rejected' in found) return found;
    const { comment } = found;
    if (!comment.threaded) return reject('unsupported', `${fields.target} ${OLDER}`, [fields.target]);
    const first = comment.answers ?? comment;
    const wanted = fields.resolved ?? true;
    if (isResolved(first) === wanted) return reject('no_effect', `${fields.target} is ${wanted ? 'resolved' : 'open'} already.`);
    return {
      parts: [],
      before: textOfComment(first),
      after: textOfComment(first),
      finish: (opened) =>
        editXmlPart(opened, first.part, [setAttribute(first.part, first.element, 'status', wanted ? 'resolved' : 'active')]),
    };
  },
  examples: [
    {
      name: 'no comment',
      operation: { op: 'resolve_comment', target: 's1.comment1' },
      given: GIVEN,
      expected: { rejected: 'target_not_found' },
    },
  ],
});
