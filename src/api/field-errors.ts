/** From zod's issues to the `errors` of a problem: a JSON pointer (RFC 6901) and a sentence that names the repair. */
import type { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { didYouMean } from './suggest.ts';

type Issue = z.core.$ZodIssue;

/** `['sources', 2, 'url']` → `/sources/2/url`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * @param at pointer of the value that was parsed
 * @param pointerOf how a path is written; query parameters are `?name`
 * @param known names of the properties at the top, from which one is suggested
 */
export function toFieldErrors(
  issues: readonly Issue[],
  at = '',
  pointerOf: (path: readonly PropertyKey[]) => string = toPointer,
  known: readonly string[] = [],
): FieldError[] {
  return issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: at + pointerOf([...issue.path, key]),
        message: `There is no such property here; leave it out.${didYouMean(key, issue.path.length === 0 ? known : [])}`,
      }));
    }
    return [{ path: at + pointerOf(issue.path), message: describeIssue(issue) }];
  });
}

function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `This must be ${nameType(issue.expected)}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}.`
        : `This must be one of ${issue.values.map(String).join(', ')}.${didYouMean(issue.input, issue.values.map(String))}`;
    case 'too_big':
      return `This may be ${String(issue.maximum)} at most${nameUnit(issue.origin)}.`;
    case 'too_small':
      return `This must be ${String(issue.minimum)} at least${nameUnit(issue.origin)}.`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message;
  }
}

function nameUnit(origin: string): string {
  if (origin === 'array' || origin === 'set') return ' (items)';
  return origin === 'string' ? ' (characters)' : '';
}

function nameType(expected: string): string {
  switch (expected) {
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'number':
      return 'a number';
    case 'int':
      return 'a whole number';
    case 'array':
      return 'an array';
    case 'object':
    case 'record':
      return 'an object';
    default:
      return `of the type ${expected}`;
  }
}
