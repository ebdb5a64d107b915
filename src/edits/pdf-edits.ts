/**
 * All operations on PDF files: those on its pages are in `pdf/operations/`, those on its text, for which the pages are laid
 * out again, in `pdf-text.ts`.
 */
import { z } from 'zod';
import type { EditListed } from './all-edits.ts';
import { newBlockSchema } from './docx/mechanics/new-blocks.ts';
import { findFields } from './find-text.ts';
import type { PdfEdit } from './pdf/define-pdf-edit.ts';
import { rotatePages } from './pdf/operations/rotate-pages.ts';
import { deletePages } from './pdf/operations/delete-pages.ts';
import { movePages } from './pdf/operations/move-pages.ts';
import { fillForm } from './pdf/operations/fill-form.ts';
import { addPageNumbers } from './pdf/operations/add-page-numbers.ts';
import { setBookmarks } from './pdf/operations/set-bookmarks.ts';
import { setPdfProperty } from './pdf/operations/set-property.ts';
import { stamp } from './pdf/operations/stamp.ts';
import { annotate } from './pdf/operations/annotate.ts';
import { redact } from './pdf/operations/redact.ts';
import { textFits } from './text-fits.ts';

const target = z.string().min(1).max(200);
const expect = z.string().max(100_000).optional();
const replaceText = z.strictObject({
  op: z.literal('replace_text'),
  ...findFields,
  target: target.optional().describe('Address of the block that it is looked for in.'),
});
const rewriteBlock = z.strictObject({ op: z.literal('rewrite_block'), target, text: textFits(0, 100_000), expect });
const deleteBlock = z.strictObject({ op: z.literal('delete_block'), target, expect });
const insertBlocks = z.strictObject({
  op: z.literal('insert_blocks'),
  target,
  position: z.enum(['before', 'after']).optional(),
  blocks: z.array(newBlockSchema).min(1).max(500),
  expect,
});

export const PDF_TEXT_SCHEMAS = {
  replace_text: replaceText,
  rewrite_block: rewriteBlock,
  delete_block: deleteBlock,
  insert_blocks: insertBlocks,
} as const;

export type PdfTextOperation = {
  [Op in keyof typeof PDF_TEXT_SCHEMAS]: z.infer<(typeof PDF_TEXT_SCHEMAS)[Op]>;
}[keyof typeof PDF_TEXT_SCHEMAS];

const listed = (
  schema: z.ZodType<{ op: string }> & { shape: { op: { value: string } } },
  summary: string,
  refuses: EditListed['refuses'],
): EditListed => ({
  op: schema.shape.op.value,
  format: 'pdf',
  summary,
  tracked: false,
  refuses: { ...refuses, protected_document: 'the file is signed or encrypted' },
  schema,
});

export const PDF_PAGE_EDITS: readonly PdfEdit[] = [
  rotatePages,
  deletePages,
  movePages,
  fillForm,
  stamp,
  annotate,
  redact,
  addPageNumbers,
  setBookmarks,
  setPdfProperty,
];

export const PDF_EDITS: readonly EditListed[] = [
  ...PDF_PAGE_EDITS,
  listed(replaceText, 'Replaces words; the pages are set again in the faces, sizes and margins of the source', {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text is in several places and `all` is not set',
    no_effect: 'old and new text are the same',
  }),
  listed(rewriteBlock, 'Gives a paragraph another text; the pages are set again', {
    no_effect: 'it holds this text already',
    unsupported: 'it is a table or a picture',
  }),
  listed(deleteBlock, 'Deletes a paragraph, a list or a table; the pages are set again', { target_not_found: 'there is no such block' }),
  listed(insertBlocks, 'Inserts paragraphs, headings, lists and tables; the pages are set again', {
    target_not_found: 'there is no such block',
  }),
];
