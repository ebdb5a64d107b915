/** Templates filled with data: what `POST /fill` takes, and what its dry run answers. */
import { z } from 'zod';
import { documentSchema } from './document.ts';
import { metadataSchema } from './document-request.ts';
import { fileReferenceSchema } from './file-reference.ts';
import { NAME_CHARS } from './limits.ts';
import { textField } from './text-field.ts';
import { RETENTIONS } from './vocabulary.ts';

export const FILL_MISSING = ['error', 'empty', 'keep'] as const;
export const FILL_FORMATS = ['docx', 'pptx', 'xlsx', 'pdf'] as const;

const FILL_OUTPUTS = ['documents', 'one'] as const;
/** Records of one request. */
const FILL_RECORDS_MAX = 1_000;
/** A body is JSON already: a schema that says so again, by itself, is one that generators of clients cannot follow. */
export const jsonValueSchema: z.ZodType<z.core.util.JSONType> = z.any().describe('Any JSON value.');
const recordSchema = z.record(z.string(), jsonValueSchema);

/** All fields but the file. */
export const fillFields = {
  data: z
    .union([recordSchema, z.array(recordSchema).min(1).max(FILL_RECORDS_MAX)])
    .optional()
    .describe(
      'What the tags of the template name; a list of up to 1,000 records fills it for each of them. Required, but for a dry run that only asks what is wanted.',
    ),
  output: z
    .enum(FILL_OUTPUTS)
    .optional()
    .describe('Of a list: `documents` (where absent) makes a document for each record, in the background; `one` puts all into one file.'),
  missing: z
    .enum(FILL_MISSING)
    .optional()
    .describe(
      'What a value that the data does not have becomes: `error` (where absent) refuses the request, `empty` leaves nothing, `keep` the tag.',
    ),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'This must be a language tag such as de or pt-BR.')
    .optional()
    .describe('How numbers and dates are written; the language of the template where absent.'),
  format: z.enum(FILL_FORMATS).optional().describe('`pdf` gives the PDF alone; otherwise the kind of the template.'),
  dry_run: z.boolean().optional().describe('Say what the template wants and what is wrong; nothing is made.'),
  background: z.boolean().optional().describe('Answer 202 at once.'),
  name: textField(NAME_CHARS, 'A name for the document; the name of the template where absent.').optional(),
  metadata: metadataSchema
    .optional()
    .describe('Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500.'),
  retention: z.enum(RETENTIONS).optional().describe("How long content is kept after finishing; the project's setting where absent."),
};

export const fillRequestSchema = z
  .strictObject({ file: fileReferenceSchema.describe('The template: a Word, PowerPoint or Excel file, or a PDF form.'), ...fillFields })
  .meta({
    examples: [
      {
        file: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4',
        data: { customer: { name: 'Ada Lovelace' }, items: [{ name: 'Desk', price: 420 }], due: '2026-12-01' },
        language: 'en-GB',
      },
    ],
  });

export const fillFaultSchema = z.object({
  tag: z.string().describe('As it stands in the template.'),
  place: z.string().describe('Address of the paragraph, shape or cell, as `GET …/content` gives it; else the part of the file.'),
  message: z.string().describe('What is wrong, and what would be right.'),
  about: z.enum(['template', 'data']).describe('What is to be repaired.'),
});

export const fillDryRunSchema = z.object({
  object: z.literal('fill_dry_run'),
  valid: z.boolean().describe('Whether it could be filled: with the data, or, without data, whether the template is sound.'),
  format: z.enum(FILL_FORMATS).describe('What would be made.'),
  tags: z
    .array(
      z.object({
        tag: z.string().describe('As it stands in the template.'),
        place: z.string().describe('Address of the paragraph, shape or cell that it stands in.'),
      }),
    )
    .describe('Every tag of the template, in reading order.'),
  faults: z.array(fillFaultSchema).describe('Everything that keeps it from being filled; empty where nothing does.'),
  data_schema: z
    .record(z.string(), z.unknown())
    .describe('The data that the template expects, as a JSON Schema; what the tags do not tell is left open.'),
});
export type FillDryRun = z.infer<typeof fillDryRunSchema>;

export const fillBatchSchema = z.object({
  object: z.literal('fill_batch'),
  documents: z.array(documentSchema).describe('One for each record, in their order, as they are queued.'),
});

/** What is answered before anything is made: the queued document, or one for each record. */
export const fillAcceptedSchema = z.union([documentSchema, fillBatchSchema]);
