/** Uploaded files and extractions as clients see them. */
import { z } from 'zod';
import { FILE_KINDS } from '../base/file-kind.ts';
import { noteSchema } from '../base/note.ts';
import { countSchema, documentIdSchema, instantSchema, listSchemaOf } from './document.ts';
import { dataReferenceSchema, fileReferenceSchema, urlReferenceSchema } from './file-reference.ts';
import { EXTRACTION_ID, FILE_ID } from './ids.ts';

export const fileSchema = z.object({
  id: z.string().regex(FILE_ID).describe('Id of the file, `file_…`: give it as `file` or among `sources`.'),
  object: z.literal('file'),
  filename: z.string().describe('Its name, as it was given.'),
  content_type: z.string().describe('Media type, decided from the bytes.'),
  bytes: countSchema.describe('Size in bytes.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the bytes, in hexadecimal digits.'),
  pages: countSchema
    .nullable()
    .describe(
      'Pages of a PDF, slides of a presentation, sheets of a workbook. Null for text and pictures, for Word files, whose pages are known only once they are laid out, and for PDF files where this deployment cannot count them.',
    ),
  created_at: instantSchema.describe('When it was uploaded.'),
});
export type PublicFile = z.infer<typeof fileSchema>;

export const fileListSchema = listSchemaOf(fileSchema);

export const deletedFileSchema = z.object({
  id: z.string().regex(FILE_ID).describe('Id of the file that was deleted.'),
  object: z.literal('file'),
  deleted: z.literal(true),
});

/** Body of `POST /files` in JSON. */
export const fileRequestSchema = z.union([urlReferenceSchema, dataReferenceSchema]);
/** Body of `POST /extract` in JSON. */
export const extractRequestSchema = z.strictObject({ file: fileReferenceSchema.describe('The file to read.') });

/** Body of uploads as a form. */
export const uploadFormSchema = z.object({ file: z.file().describe('The bytes, with a file name.') });

/** Blocks of a file with the addresses that operations take as `target`. */
const addressedBlocksSchema = z.array(
  z.looseObject({
    address: z.string().describe('What operations name as their target: `p3`, `t2.r1.c3`, `s2.sh3.p1`, `Sheet1!B2`.'),
    type: z.string().describe('Kind of block: `heading`, `paragraph`, `table`, `row`, `cell`, `shape`, …'),
    text: z.string().describe('Its words; `expect` of an operation may hold them.'),
  }),
);

const pageSchema = z.number().int().min(1).nullable().describe('Page, slide or sheet; null where the kind has none.');
const outlineEntrySchema = z.object({
  level: z.number().int().min(1).max(6).describe('1 is the highest.'),
  text: z.string().describe('The words of the heading.'),
  page: pageSchema,
  chars: countSchema.describe('Characters from it to the next entry.'),
});
const tableValuesSchema = z.object({
  page: pageSchema,
  caption: z.string().nullable().describe('Its caption; null where it has none.'),
  header_rows: countSchema.describe('How many of the rows are headers.'),
  rows: z.array(z.array(z.string().nullable())).describe('All rows, headers among them; null where a merged cell goes on.'),
});
const layoutSchema = z.object({
  pages: z
    .array(
      z.object({
        page: countSchema.describe('Number of the page, from 1.'),
        width: z.number().describe('Width in points.'),
        height: z.number().describe('Height in points.'),
      }),
    )
    .describe('Sizes in points.'),
  blocks: z
    .array(
      z.object({
        page: countSchema.describe('Page that it is on, from 1.'),
        type: z.string().describe('Kind of block: `heading`, `paragraph`, `list`, `table`, `image`, …'),
        text: z.string().describe('Its words.'),
        box: z
          .tuple([z.number(), z.number(), z.number(), z.number()])
          .nullable()
          .describe('Left, top, right, bottom in points from the upper left corner; null where no line of the page says it.'),
        described: z.literal(true).optional().describe('Its words are those of a model that looked at the picture.'),
      }),
    )
    .describe('Every block of the text, in reading order.'),
});
const pictureFileSchema = z.object({
  name: z.string().describe('A name for the picture, with its extension.'),
  page: pageSchema,
  content_type: z.string().describe('Media type, decided from the bytes.'),
  alt: z.string().describe('What it is said to show.'),
  data: z.string().describe('The file in base64.'),
});

const descriptionSchema = z.object({
  page: pageSchema,
  name: z.string().describe('Of the picture, as `pictures` has it.'),
  text: z.string().describe('What the model says that it shows: one line, in the language of the text around it. Nobody has checked it.'),
});
const describingModelSchema = z.object({
  name: z.string().describe('The model that looked at the pictures.'),
  input_tokens: countSchema.describe('Tokens that it read.'),
  output_tokens: countSchema.describe('Tokens that it wrote.'),
});

export const extractionSchema = z.object({
  object: z.literal('extraction'),
  id: z.string().regex(EXTRACTION_ID).describe('Id of the extraction, `ext_…`.'),
  format: z.enum(FILE_KINDS).describe('What the file is, decided from its bytes.'),
  markdown: z.string().describe('The text, cut after 2,000,000 characters.'),
  chars: countSchema.describe('Length of the whole text.'),
  truncated: z.boolean().describe('Whether `markdown` was cut; where the kind has pages, slides or sheets, `pages` reads the rest.'),
  pages: countSchema.nullable().describe('Pages of a PDF, slides or sheets; null for other kinds.'),
  notes: z.array(noteSchema.pick({ code: true, severity: true, message: true })).describe('What could not be carried.'),
  blocks: addressedBlocksSchema.optional().describe('With `addresses=true`: as `GET /documents/{document_id}/content` returns them.'),
  outline: z.array(outlineEntrySchema).optional().describe('With `outline=true`; `markdown` says the same in words.'),
  tables: z.array(tableValuesSchema).optional().describe('With `tables=true`.'),
  layout: layoutSchema.optional().describe('With `layout=true`, of PDF files and pictures.'),
  pictures: z.array(pictureFileSchema).optional().describe('With `pictures=true`.'),
  descriptions: z
    .array(descriptionSchema)
    .optional()
    .describe('With `describe=true`: the pictures that a model has described; `markdown` has the same where they stand.'),
  model: describingModelSchema.optional().describe('With `describe=true`: the model, and what it took. Descriptions are not charged.'),
});

export const queuedExtractionSchema = z.object({
  object: z.literal('extraction'),
  id: z.string().regex(EXTRACTION_ID).describe('Id of the extraction, `ext_…`.'),
  status: z.literal('queued').describe('It is still being read: ask again at `Location`.'),
});

export const contentSchema = z.object({
  object: z.literal('content'),
  document_id: documentIdSchema.describe('The document whose content it is.'),
  blocks: addressedBlocksSchema.describe(
    'In reading order; tables have `rows` of `cells`, each with its address. A sheet lists 20,000 cells and says in `omitted_cells` how many more it has; `query` looks at all.',
  ),
});
