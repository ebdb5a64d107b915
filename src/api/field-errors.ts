/** From zod's issues to the `errors` of a problem: a JSON pointer (RFC 6901) and a sentence that names the repair. */
import type { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { didYouMean, whatIsMeant } from './suggest.ts';

type Issue = z.core.$ZodIssue;

/** Properties of one object for which one is guessed that was meant. */
const GUESSES_MAX = 50;

/** The properties that can be at a place; nothing where they are not known. */
const listKnown = (known: readonly string[]): string => (known.length === 0 ? '' : ` It can have ${known.join(', ')}.`);

/** `['sources', 2, 'url']` → `/sources/2/url`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * @param at pointer of the value that was parsed
 * @param pointerOf how a path is written; query parameters are `?name`
 * @param known names of the properties at the top, or at each place, from which one is suggested
 * @param listed unknown properties of one object at which those that there are are listed
 */
export function toFieldErrors(
  issues: readonly Issue[],
  at = '',
  pointerOf: (path: readonly PropertyKey[]) => string = toPointer,
  known: readonly string[] | ((path: readonly PropertyKey[]) => readonly string[]) = [],
  listed = 0,
): FieldError[] {
  const knownAt = (path: readonly PropertyKey[]): readonly string[] =>
    typeof known === 'function' ? known(path) : path.length === 0 ? known : [];
  return issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key, place) => ({
        path: at + pointerOf([...issue.path, key]),
        // a guess costs time, and somebody who is wrong so often has not mistyped
        message: `There is no such property here; leave it out.${place < GUESSES_MAX ? whatIsMeant(key, knownAt(issue.path)) : ''}${
          place < listed ? listKnown(knownAt(issue.path)) : ''
        }`,
      }));
    }
    return [{ path: at + pointerOf(issue.path), message: describeIssue(issue) }];
  });
}

function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `This must be ${nameType(issue.expected)}${showShape(issue)}.`;
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
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_format':
      return describeFormat(issue);
    case 'not_multiple_of':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message;
  }
}

/** The words of the schema; where it has none, what a value must look like. */
function describeFormat({ message, format, pattern }: Extract<Issue, { code: 'invalid_format' }>): string {
  if (!message.startsWith('Invalid ')) return message;
  return format === 'regex' && pattern !== undefined ? `This must match ${pattern}.` : `This is not in the form of its kind (${format}).`;
}

/** What each alternative wants, where they want values of different types; else the words of the schema. */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.discriminator !== undefined && 'options' in issue && Array.isArray(issue.options)) {
    const options = issue.options.map(String);
    const said: unknown =
      typeof issue.input === 'object' && issue.input !== null ? Reflect.get(issue.input, issue.discriminator) : undefined;
    return said === undefined
      ? `This is required: one of ${options.join(', ')}.`
      : `This must be one of ${options.join(', ')}.${didYouMean(said, options)}`;
  }
  if (issue.message !== 'Invalid input') return issue.message;
  if (issue.input === undefined) return 'This is required.';
  const wanted = issue.errors.flatMap((issues) => issues.flatMap((one) => (one.code === 'invalid_type' ? [nameType(one.expected)] : [])));
  return wanted.length > 0 ? `This must be ${[...new Set(wanted)].join(' or ')}.` : 'This is none of the values that can be here.';
}

const SHOWN_CHARS_MAX = 60;
/** How objects look at their places. */
const SHAPES: Readonly<Record<string, string>> = {
  content: '{"markdown": "# A title"}',
  metadata: '{"team": "sales"}',
  artifact: '{"storage": "local"}',
};

/** The expected shape, made of what was sent where that can be. */
function showShape({ expected, input, path }: Extract<Issue, { code: 'invalid_type' }>): string {
  const sent = JSON.stringify(input) ?? '';
  const short = sent.length <= SHOWN_CHARS_MAX ? sent : undefined;
  if (expected === 'boolean') return /^"?(?:true|false|yes|no|0|1)"?$/i.test(sent) ? ', without quotes' : '';
  if (expected === 'array') return short === undefined ? '' : `, such as [${short}]`;
  if (expected === 'string' && (typeof input === 'number' || typeof input === 'boolean')) return `, such as "${sent}"`;
  if (expected === 'string' && path.at(-1) === 'style') return '; an object is sent as its JSON text';
  if (expected !== 'object' && expected !== 'record') return '';
  if (typeof input === 'string' && path.at(-1) === 'content' && short !== undefined) return `, such as {"markdown": ${short}}`;
  const shape = SHAPES[String(path.at(-1))];
  return shape === undefined ? '' : `, such as ${shape}`;
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
