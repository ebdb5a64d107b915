/** The JSON body of `POST /files` (decisions §2): `{url, filename?}` or `{data, filename}`. */
import { cleanFilename } from '../base/file-name.ts';
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from './document-request.ts';
import type { FileReference } from '../contract/file-reference.ts';
import { NO_FILENAME, readDataReference, readUrlReference, type CheckUrl } from './file-reference.ts';

/** @throws Refusal input_invalid, file_too_large */
export function parseFileRequest(body: unknown, checkUrl: CheckUrl): Extract<FileReference, { kind: 'url' | 'data' }> {
  const errors: FieldError[] = [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuseFields([{ path: '', message: 'Send {url, filename?} or {data, filename}, or multipart/form-data with the field file.' }]);
  }
  if (!('url' in body) && !('data' in body))
    errors.push({ path: '/url', message: 'Send url (a file to download) or data (its bytes in base64).' });
  const reference =
    'url' in body || !('data' in body)
      ? 'url' in body
        ? readUrlReference(body, '', errors, checkUrl)
        : null
      : readDataReference(body, '', errors);
  if (reference === null || reference.kind === 'file' || reference.kind === 'document') throw refuseFields(errors);
  return reference;
}

/**
 * The name of an uploaded part, cut where it is too long; undefined where it has none, so that the service names the file.
 * @throws Refusal input_invalid at /file for a name that is blank or holds what no name may
 */
export function parseUploadName(uploaded: string | undefined): string | undefined {
  if (uploaded === undefined || uploaded === '') return undefined;
  const filename = cleanFilename(uploaded);
  if (filename === null) throw refuseFields([{ path: '/file', message: `The part's filename, ${NO_FILENAME}` }]);
  return filename;
}
