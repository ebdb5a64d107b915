/** The body of `POST /compare`: two files, in any of the four forms of a reference, and what is to be answered. */
import { z } from 'zod';
import { fileReferenceSchema, type FileReference } from '../contract/file-reference.ts';
import { textFits } from '../edits/text-fits.ts';
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { readFileReference, type CheckUrl } from './file-reference.ts';

const fields = {
  format: z
    .enum(['json', 'docx', 'pdf'])
    .optional()
    .describe(
      '`json` where absent: what differs, block by block; `docx`: the older Word file with tracked changes that lead to the newer one; `pdf`: the newer PDF file with its new words highlighted and the old ones in comments.',
    ),
  author: textFits(1, 200).optional().describe('Of the tracked changes and marks; the name of the key, or of the user, where absent.'),
  date: z.iso.datetime({ offset: true }).optional().describe('Of the tracked changes and marks; now where absent.'),
};

export const compareRequestSchema = z
  .strictObject({
    from: fileReferenceSchema.describe('The older file.'),
    to: fileReferenceSchema.describe('The newer file, of the same format.'),
    ...fields,
  })
  .meta({ examples: [{ from: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4', to: 'doc_01JD8Y3V6QZ4T5W7X9A1B2C3D5' }] });

const shape = z.strictObject({ from: z.unknown(), to: z.unknown(), ...fields });

export interface CompareRequest {
  from: FileReference;
  to: FileReference;
  format: 'json' | 'docx' | 'pdf';
  author?: string | undefined;
  date?: string | undefined;
}

/** @throws Refusal input_invalid with every field at fault; file_too_large */
export function parseCompareRequest(body: unknown, checkUrl: CheckUrl): CompareRequest {
  const parsed = shape.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(shape.shape));
  const given: Record<string, unknown> = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  const read = (name: 'from' | 'to'): FileReference | null => {
    if (name in given) return readFileReference(given[name], `/${name}`, errors, checkUrl);
    if (!errors.some(({ path }) => path === `/${name}` || path === '')) errors.push({ path: `/${name}`, message: 'This is required.' });
    return null;
  };
  const [from, to] = [read('from'), read('to')];
  if (from === null || to === null || !parsed.success || errors.length > 0) throw refuseFields(errors);
  const { format = 'json', author, date } = parsed.data;
  return { from, to, format, author, date };
}
