/**
 * Operations on PDF files, as they are told and checked; what does them is loaded when a PDF comes (`pdf/`). Pages are
 * numbered from 1 as in the file that was sent, whatever else the request does to them.
 */
import { z } from 'zod';
import type { EditListed } from './all-edits.ts';
import { newBlockSchema } from './docx/mechanics/new-blocks.ts';
import { findFields } from './find-text.ts';
import { textFits } from './text-fits.ts';

const PAGES_LISTED_MAX = 5_000;
const page = z.number().int().min(1).max(100_000);
const pages = z
  .union([
    z.array(page).min(1).max(PAGES_LISTED_MAX),
    z
      .string()
      .regex(/^\s*\d{1,6}\s*(?:-\s*\d{1,6}\s*)?(?:,\s*\d{1,6}\s*(?:-\s*\d{1,6}\s*)?)*$/)
      .max(2_000),
  ])
  .describe('Numbers, or ranges such as "1-3,7".');
const color = z
  .string()
  .regex(/^#?[0-9A-Fa-f]{6}$/)
  .describe('RRGGBB');
const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe('Left, top, right, bottom in points from the upper left corner of the page as it is shown.');

const rotatePages = z.strictObject({ op: z.literal('rotate_pages'), pages, angle: z.literal([90, 180, 270]).describe('Clockwise.') });
const deletePages = z.strictObject({ op: z.literal('delete_pages'), pages });
const movePages = z.strictObject({
  op: z.literal('move_pages'),
  pages,
  before: page.describe('They come before this page; one more than there are: to the end.'),
});
const fillForm = z.strictObject({
  op: z.literal('fill_form'),
  fields: z
    .record(z.string().min(1).max(500), z.union([z.string().max(20_000), z.boolean(), z.array(z.string().max(1_000)).max(200)]))
    .describe('Full name of the field → text, choice, or whether it is ticked.'),
  flatten: z.boolean().optional().describe('What was filled in becomes part of the page and can no longer be changed.'),
});
const stamp = z.strictObject({
  op: z.literal('stamp'),
  text: textFits(1, 300),
  pages: pages.optional().describe('All where absent.'),
  position: z
    .enum(['center', 'top', 'bottom', 'top_left', 'top_right', 'bottom_left', 'bottom_right'])
    .optional()
    .describe('center where absent.'),
  size_pt: z.number().min(4).max(300).optional(),
  color: color.optional(),
  opacity: z.number().min(0.05).max(1).optional(),
  angle: z.number().min(-180).max(180).optional().describe('Counter-clockwise; 45 in the centre where absent, else 0.'),
});
const annotate = z.strictObject({
  op: z.literal('annotate'),
  page: page.optional().describe('With `find`, the only page that is looked at.'),
  find: textFits(1, 2_000).optional().describe('The words that are marked; they stand on one line or run over several.'),
  all: z.boolean().optional(),
  box: box.optional(),
  kind: z.enum(['highlight', 'underline', 'strike', 'note']).optional().describe('highlight where absent.'),
  text: textFits(0, 10_000).optional().describe('What the note says.'),
  color: color.optional(),
});
const redact = z.strictObject({
  op: z.literal('redact'),
  find: textFits(1, 2_000).optional().describe('The words that go, whole words, on one line or over several.'),
  all: z.boolean().optional().describe('Every place; without it the words must stand in one place only.'),
  match_case: z.boolean().optional().describe('true where absent.'),
  page: page.optional(),
  box: box.optional(),
  color: color.optional().describe('Of the bar that is left; black where absent.'),
});

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

export const PDF_PAGE_SCHEMAS = {
  rotate_pages: rotatePages,
  delete_pages: deletePages,
  move_pages: movePages,
  fill_form: fillForm,
  stamp,
  annotate,
  redact,
} as const;
export const PDF_TEXT_SCHEMAS = {
  replace_text: replaceText,
  rewrite_block: rewriteBlock,
  delete_block: deleteBlock,
  insert_blocks: insertBlocks,
} as const;

export type PdfPageOperation = {
  [Op in keyof typeof PDF_PAGE_SCHEMAS]: z.infer<(typeof PDF_PAGE_SCHEMAS)[Op]>;
}[keyof typeof PDF_PAGE_SCHEMAS];
export type PdfTextOperation = {
  [Op in keyof typeof PDF_TEXT_SCHEMAS]: z.infer<(typeof PDF_TEXT_SCHEMAS)[Op]>;
}[keyof typeof PDF_TEXT_SCHEMAS];

const NO_PAGE = 'there is no such page';
const PROTECTED = 'the file is signed or encrypted';
const listed = (
  schema: z.ZodType<{ op: string }> & { shape: { op: { value: string } } },
  summary: string,
  refuses: EditListed['refuses'],
): EditListed => ({
  op: schema.shape.op.value,
  format: 'pdf',
  summary,
  tracked: false,
  refuses: { ...refuses, protected_document: PROTECTED },
  schema,
});

export const PDF_EDITS: readonly EditListed[] = [
  listed(rotatePages, 'Turns pages by quarters', { target_not_found: NO_PAGE }),
  listed(deletePages, 'Deletes pages; bookmarks and links that lead to them go too', {
    target_not_found: NO_PAGE,
    unsupported: 'no page would be left',
  }),
  listed(movePages, 'Moves pages before another one', { target_not_found: NO_PAGE }),
  listed(fillForm, 'Fills the fields of a form, and makes them part of the page if wanted', {
    target_not_found: 'there is no such field',
    unsupported: 'the field takes no such value',
    read_only_content: 'the field is locked',
  }),
  listed(stamp, 'Writes a few words over pages: DRAFT, a number, a date', {
    target_not_found: NO_PAGE,
    unsupported: 'letters that the standard faces do not have',
  }),
  listed(annotate, 'Highlights, underlines or strikes words, or puts a note on a place', {
    target_not_found: 'the words are not there',
    ambiguous_target: 'they stand in several places and `all` is not set',
  }),
  listed(redact, 'Takes words or an area out of the file for good: text, pictures under it, hidden text, properties, bookmarks', {
    target_not_found: 'the words are not there',
    ambiguous_target: 'they stand in several places and `all` is not set',
  }),
  listed(replaceText, 'Replaces words; the pages are set anew in the faces, sizes and margins of the source', {
    target_not_found: 'the text is not there',
    ambiguous_target: 'the text stands in several places and `all` is not set',
    no_effect: 'old and new text are the same',
  }),
  listed(rewriteBlock, 'Gives a paragraph another text; the pages are set anew', {
    no_effect: 'it holds this text already',
    unsupported: 'it is a table or a picture',
  }),
  listed(deleteBlock, 'Deletes a paragraph, a list or a table; the pages are set anew', { target_not_found: 'there is no such block' }),
  listed(insertBlocks, 'Inserts paragraphs, headings, lists and tables; the pages are set anew', {
    target_not_found: 'there is no such block',
  }),
];
