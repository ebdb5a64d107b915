/** What a record may be: a JSON object of 16 KB, and of a declared collection its fields. */
import { Refusal, type FieldError } from '../../base/refusal.ts';
import { RECORD_BYTES_MAX, type DeclaredCollection, type DeclaredField } from '../../contract/artifact.ts';
import type { ArtifactValue } from '../../ports/artifact-store.ts';

/** As browsers hold it for `<input type=email>` (HTML standard, "valid e-mail address"), with a dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

const isBlank = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function describeDate(value: unknown): string | null {
  const parsed = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  const exists = parsed !== null && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(String(value));
  return exists ? null : 'This must be a date such as 2027-03-31.';
}

function describeNumber(value: unknown, max: number | undefined): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'This must be a number.';
  return max !== undefined && value > max ? `This must be ${max} at most.` : null;
}

/** What is wrong with the value of a field; null if nothing. */
function describeValue({ type, required, choices = [], max }: DeclaredField, value: unknown): string | null {
  if (type === 'check') {
    if (value !== undefined && value !== null && typeof value !== 'boolean') return 'This must be true or false.';
    return required && value !== true ? 'This must be ticked.' : null;
  }
  if (isBlank(value)) return required ? 'This is required.' : null;
  switch (type) {
    case 'number':
      return describeNumber(value, max);
    case 'date':
      return describeDate(value);
    case 'choice':
      return typeof value === 'string' && choices.includes(value) ? null : `This must be one of ${choices.join(', ')}.`;
    case 'text':
    case 'long_text':
    case 'email':
      if (typeof value !== 'string') return 'This must be a text.';
      if (max !== undefined && [...value].length > max) return `This must have ${max} characters at most.`;
      return type === 'email' && !EMAIL.test(value) ? 'This must be an e-mail address.' : null;
  }
}

const pointerTo = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function findFieldErrors(fields: readonly DeclaredField[], value: ArtifactValue): FieldError[] {
  const named = fields.flatMap((field) => {
    const wrong = describeValue(field, Object.hasOwn(value, field.name) ? value[field.name] : undefined);
    return wrong === null ? [] : [{ path: pointerTo(field.name), message: wrong }];
  });
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(value).filter((name) => !known.has(name));
  return [...named, ...unknown.map((name) => ({ path: pointerTo(name), message: 'The collection has no such field.' }))];
}

/**
 * The record as JSON.
 * @param declared of a collection that names its fields
 * @throws Refusal record_too_large; input_invalid with every field at fault
 */
export function writeRecord(value: ArtifactValue, declared: DeclaredCollection | undefined): string {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  if (bytes > RECORD_BYTES_MAX)
    throw new Refusal('record_too_large', `The record has ${bytes} bytes as JSON; ${RECORD_BYTES_MAX} are allowed.`);
  const errors = declared?.fields === undefined ? [] : findFieldErrors(declared.fields, value);
  if (errors.length > 0) throw new Refusal('input_invalid', 'The record does not fit the fields of its collection.', { errors });
  return json;
}
