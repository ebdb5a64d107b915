/** The body of `POST /fill`: a template, and the data that it is filled with. */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { fillFields } from '../contract/fill.ts';
import type { FileReference } from '../contract/file-reference.ts';
import type { Retention } from '../contract/vocabulary.ts';
import type { FillOptions } from '../edits/fill-template.ts';
import { refuseFields } from './document-request.ts';
import { withoutNulls } from './absent-nulls.ts';
import { toFieldErrors } from './field-errors.ts';
import { readFileReference, type CheckUrl } from './file-reference.ts';

const shape = z.strictObject({ file: z.unknown(), ...fillFields });

/** A valid request; whether the data fits the template is for the pipeline to find out. */
export interface FillRequest {
  file: FileReference;
  /** One, or many, each as its JSON: a hundred thousand values go from thread to thread as one text. Undefined in a dry run that asks what is wanted. */
  records: string[] | undefined;
  /** A document for each record; undefined where there is one record, that is no list. */
  output: 'documents' | 'one' | undefined;
  missing: FillOptions['missing'];
  language: string | undefined;
  format: 'docx' | 'pptx' | 'xlsx' | 'pdf' | undefined;
  dryRun: boolean;
  background: boolean;
  name: string | undefined;
  metadata: Record<string, string>;
  retention: Retention | undefined;
}

/** @throws Refusal input_invalid with every field at fault; file_too_large */
export function parseFillRequest(given: unknown, checkUrl: CheckUrl): FillRequest {
  const body = withoutNulls(shape, given);
  const parsed = shape.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(shape.shape));
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject && !('file' in body) && !errors.some(({ path }) => path === '/file'))
    errors.push({ path: '/file', message: 'This is required.' });
  if (parsed.success && parsed.data.data === undefined && parsed.data.dry_run !== true)
    errors.push({ path: '/data', message: 'This is required; {} where the template names nothing.' });
  if (parsed.success && parsed.data.output !== undefined && !Array.isArray(parsed.data.data))
    errors.push({ path: '/output', message: 'This is for a list of records in data.' });
  const file = isObject && 'file' in body ? readFileReference(body.file, '/file', errors, checkUrl) : null;
  if (file === null || !parsed.success || errors.length > 0) throw refuseFields(errors);
  const { data } = parsed;
  return {
    file,
    records: data.data === undefined ? undefined : [data.data].flat().map((record) => JSON.stringify(record)),
    output: Array.isArray(data.data) ? (data.output ?? 'documents') : undefined,
    missing: data.missing ?? 'error',
    language: data.language,
    format: data.format,
    dryRun: data.dry_run ?? false,
    background: data.background ?? false,
    name: data.name,
    metadata: data.metadata ?? {},
    retention: data.retention,
  };
}
