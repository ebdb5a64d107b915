/** The JSON body of `POST /extract` (interface §4.3; decisions §2): one file, in any of the four forms of a reference. */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from './document-request.ts';
import { withoutNulls } from './absent-nulls.ts';
import { toFieldErrors } from './field-errors.ts';
import type { FileReference } from '../contract/file-reference.ts';
import { readFileReference, type CheckUrl } from './file-reference.ts';

/** The reference itself is judged by readFileReference, which says more. */
const shape = z.strictObject({ file: z.unknown() });

/** @throws Refusal input_invalid, file_too_large */
export function parseExtractRequest(given: unknown, checkUrl: CheckUrl): FileReference {
  const body = withoutNulls(shape, given);
  const parsed = shape.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(shape.shape));
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject && !('file' in body) && !errors.some(({ path }) => path === '/file'))
    errors.push({ path: '/file', message: 'This is required.' });
  const reference = isObject && 'file' in body ? readFileReference(body.file, '/file', errors, checkUrl) : null;
  if (reference === null || errors.length > 0) throw refuseFields(errors);
  return reference;
}
