/** The body of `POST /documents` as it is documented, and the request that it stands for. */
import { z } from 'zod';
import { fileReferenceSchema, type FileReference } from './file-reference.ts';
import {
  MARKDOWN_CHARS,
  METADATA_KEY_CHARS,
  METADATA_KEYS_MAX,
  METADATA_VALUE_CHARS_MAX,
  NAME_CHARS,
  PROMPT_CHARS,
  SOURCES_MAX,
  STYLE_CHARS,
} from './limits.ts';
import { describeText, textField } from './text-field.ts';
import {
  FORMATS,
  OPERATIONS,
  QUALITIES,
  QUALITY_LEVELS,
  RETENTIONS,
  STORAGES,
  type Format,
  type Operation,
  type Quality,
  type QualityLevel,
  type Retention,
  type Storage,
} from './vocabulary.ts';

export const metadataSchema = z
  .record(z.string(), z.string())
  .superRefine((metadata, context) => {
    const entries = Object.entries(metadata);
    if (entries.length > METADATA_KEYS_MAX)
      context.addIssue({ code: 'custom', message: `This may have ${METADATA_KEYS_MAX} keys at most; it has ${entries.length}.` });
    for (const [key, value] of entries.slice(0, METADATA_KEYS_MAX)) {
      const wrongKey = describeText(key, METADATA_KEY_CHARS);
      if (wrongKey !== null) context.addIssue({ code: 'custom', path: [key], message: `The key: ${wrongKey}` });
      const wrongValue = describeText(value, { min: 0, max: METADATA_VALUE_CHARS_MAX });
      if (wrongValue !== null) context.addIssue({ code: 'custom', path: [key], message: wrongValue });
    }
  })
  .meta({
    maxProperties: METADATA_KEYS_MAX,
    propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
    additionalProperties: { type: 'string', maxLength: METADATA_VALUE_CHARS_MAX },
  });

/** All fields but the file references. */
export const documentRequestFields = {
  operation: z
    .enum(OPERATIONS)
    .optional()
    .describe(
      '`create` (where absent) makes a document from `content` or `prompt`; `edit` changes `file` as `prompt` asks; `review` looks `file` through.',
    ),
  name: textField(NAME_CHARS, 'A name for the document; it also names downloaded files.').optional(),
  format: z
    .enum(FORMATS)
    .optional()
    .describe(
      'The kind of file wanted. Without it the service infers it: from an unmistakable word of the prompt, else by a model; from Markdown `xlsx` for sheets, `pptx` for slides, else `docx`.',
    ),
  prompt: textField(PROMPT_CHARS, 'What to write (create) or change (edit). Uses a model.').optional(),
  content: z
    .strictObject({
      markdown: textField(
        MARKDOWN_CHARS,
        'CommonMark and GFM, with directives for covers, charts, slides, sheets and more (docs/markdown.md). Its words are kept as they are.',
      ),
    })
    .optional()
    .describe('Your own text in Markdown (create).'),
  style: textField(
    STYLE_CHARS,
    'The look in free words, or as JSON the style object of `style_applied`, whole or in part, which needs no model. "template: source 1", or the field `template` of that object, copies the look of that source, without a model too. What cannot be done is listed in `style_unsupported`.',
  ).optional(),
  quality: z.enum(QUALITIES).optional().describe('`auto` where absent; create and edit.'),
  max_quality: z.enum(QUALITY_LEVELS).optional().describe('With `quality: auto`: the highest level that the service may choose.'),
  stream: z
    .boolean()
    .optional()
    .describe('Answer with a stream of server-sent events, as they happen, in place of the finished document; false where absent.'),
  background: z
    .boolean()
    .optional()
    .describe('Answer 202 at once with the queued document; ask for it later, or be told by a webhook. false where absent.'),
  metadata: metadataSchema
    .optional()
    .describe('Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500.'),
  artifact: z
    .strictObject({
      storage: z.enum(STORAGES).describe('`shared`: on the service, the same for all visitors. `local`: in the browser of each visitor.'),
    })
    .optional()
    .describe('Artifacts only: where the page keeps its data.'),
  retention: z.enum(RETENTIONS).optional().describe("How long content is kept after finishing; the project's setting where absent."),
};

/** The body as it is documented. */
export const documentRequestSchema = z
  .strictObject({
    ...documentRequestFields,
    sources: z
      .array(fileReferenceSchema)
      .max(SOURCES_MAX)
      .optional()
      .describe(
        'create only: documents (5 at most) to write from, pictures (10 at most) to place. With `content`, pictures are referenced as `![caption](img:N)`, and a document is taken only as the file whose look `style` asks for.',
      ),
    file: fileReferenceSchema.optional().describe('review and edit: the file to work on.'),
  })
  .meta({
    examples: [
      {
        format: 'docx',
        name: 'Plan for 2027',
        content: {
          markdown:
            '# Plan for 2027\n\nWe will open **two** offices.\n\n| City | Month |\n|---|---|\n| Lisbon | March |\n| Vigo | June |\n',
        },
      },
    ],
  });

/** A valid request; `path`s of refusals are those of the body (`/sources/2`). */
export interface DocumentRequest {
  operation: Operation;
  name?: string | undefined;
  format?: Format | undefined;
  prompt?: string | undefined;
  content?: { markdown: string } | undefined;
  style?: string | undefined;
  sources: FileReference[];
  file?: FileReference | undefined;
  quality: Quality;
  maxQuality?: QualityLevel | undefined;
  metadata: Record<string, string>;
  artifact?: { storage: Storage } | undefined;
  retention?: Retention | undefined;
}
