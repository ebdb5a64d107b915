/** The four forms in which a request names a file. */
import { z } from 'zod';
import { DATA_CHARS_MAX, FILENAME_CHARS, URL_CHARS_MAX } from './limits.ts';
import { textField } from './text-field.ts';

export const fileIdSchema = z
  .string()
  .regex(/^file_/, 'This must be the id of a file uploaded with POST /files.')
  .describe('A file uploaded with POST /files.');
export const documentIdReferenceSchema = z
  .string()
  .regex(/^doc_/)
  .describe('A document already made; its Word, PowerPoint or Excel file is used, or its PDF if that is all it has.');
export const urlReferenceSchema = z
  .strictObject({
    url: z.url().max(URL_CHARS_MAX).describe('Public http or https address; up to 20 MB are downloaded.'),
    filename: textField(FILENAME_CHARS, 'A name for it; that of the address where absent.').optional(),
  })
  .describe('A file that the service downloads.');
export const dataReferenceSchema = z
  .strictObject({
    data: z.base64().max(DATA_CHARS_MAX).describe('The bytes in base64, standard alphabet, padding optional; up to 20 MB decoded.'),
    filename: textField(FILENAME_CHARS).describe('Its extension gives the format of text files.'),
  })
  .describe('The bytes of a file.');
export const fileReferenceSchema = z.union([fileIdSchema, documentIdReferenceSchema, urlReferenceSchema, dataReferenceSchema]);

/** A file reference that is valid by itself; whether the file exists is for the pipeline to find out. */
export type FileReference =
  | { kind: 'file'; fileId: string }
  | { kind: 'document'; documentId: string }
  | { kind: 'url'; url: string; filename?: string | undefined }
  | { kind: 'data'; bytes: Uint8Array; filename: string };
