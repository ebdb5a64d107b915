/** One filling of a template: its options, its bounds, and all that was found at fault on the way. */
import { evaluate, isList, isRecord, isTrue, MISSING, type Scope, type Value } from './scope.ts';
import { TagFault, type Expression, type Piped } from './expression.ts';
import { format } from './formatters.ts';
import type { Tag } from './read-tag.ts';

export interface FillOptions {
  /** What a value that the data does not have becomes: a fault, nothing, or the tag as it stands. */
  missing: 'error' | 'empty' | 'keep';
  /** BCP 47: how numbers and dates are written. */
  locale: string;
}

/** Something of the template that cannot be filled with this data. */
export interface FillFault {
  /** As it stands in the template. */
  tag: string;
  /** Address of the paragraph, shape or cell, or the part. */
  place: string;
  /** One sentence, without tag and place. */
  message: string;
  /** What is to be repaired: the template, or the data that came with it. */
  about: 'template' | 'data';
}

export interface PlacedTag {
  tag: Tag;
  text: string;
  /** Its address, found when it is wanted: most templates have no faults. */
  place(): string;
}

export interface Filling {
  options: FillOptions;
  faults: Map<string, FillFault>;
  repeated: number;
  written: number;
  /** Number of the record, where there are many. */
  record: number | undefined;
  /** Pictures that were placed, and their bytes. */
  pictures: number;
  pictureBytes: number;
}

/** Copies of loops in one filling. */
const REPEATS_MAX = 200_000;
/** Characters of markup that one filling may write. */
const WRITTEN_MAX = 120_000_000;
const FAULTS_MAX = 200;

/** The filling would be larger than anything that can be opened; ends it. */
export class TooMuch extends Error {}

export const beginFilling = (options: FillOptions): Filling => ({
  options,
  faults: new Map(),
  repeated: 0,
  written: 0,
  record: undefined,
  pictures: 0,
  pictureBytes: 0,
});

/** Notes a fault, each once. */
export function addFault(
  { faults, record }: Filling,
  tag: Pick<PlacedTag, 'text' | 'place'>,
  message: string,
  about: FillFault['about'] = 'template',
): void {
  const { text } = tag;
  const place = record === undefined ? tag.place() : `record ${record}, ${tag.place()}`;
  const key = `${text}|${place}|${message}`;
  if (faults.size < FAULTS_MAX) faults.set(key, { tag: text, place, message, about });
}

/** Counts markup that is written. @throws TooMuch */
export function countWritten(filling: Filling, characters: number): void {
  filling.written += characters;
  if (filling.written > WRITTEN_MAX) throw new TooMuch('The filled file would be too large; fill it in several requests.');
}

function countRepeats(filling: Filling, copies: number): void {
  filling.repeated += copies;
  if (filling.repeated > REPEATS_MAX)
    throw new TooMuch(`The loops of the template would repeat more than ${REPEATS_MAX} times; fill it in several requests.`);
}

/** The expression that a message names as missing. */
function nameOf(expression: Expression): string {
  return expression.kind === 'path' ? expression.text : 'it';
}

/** Names of data that look like the one that is missing. */
function suggest(expression: Expression, scope: Scope): string {
  const first = expression.kind === 'path' ? expression.keys[0] : undefined;
  if (typeof first !== 'string') return '';
  const known = new Set<string>();
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent)
    if (isRecord(at.value)) for (const key of Object.keys(at.value)) known.add(key);
  const names = [...known].slice(0, 12);
  return names.length === 0 ? '' : ` (there are ${names.join(', ')}${known.size > names.length ? ', …' : ''})`;
}

/** What a tag comes to; undefined where it is kept as it stands, or was a fault. */
export function valueOfTag(filling: Filling, placed: PlacedTag, piped: Piped, scope: Scope): Value | undefined {
  const { missing, locale } = filling.options;
  try {
    let value = evaluate(scope, piped.value);
    for (const { name, args } of piped.formatters) {
      const given = args.map((arg): Value => (arg.kind === 'literal' ? arg.value : evaluate(scope, arg)));
      value = format(name, value, given, locale);
    }
    if (value !== MISSING) return value;
    if (missing === 'keep') return undefined;
    if (missing === 'error')
      addFault(filling, placed, `there is no value for ${nameOf(piped.value)} in the data${suggest(piped.value, scope)}`, 'data');
    return null;
  } catch (error) {
    if (!(error instanceof TagFault)) throw error;
    addFault(filling, placed, error.message, 'data');
    return null;
  }
}

const inside = (scope: Scope, value: Scope['value'], index: number, count: number, name?: string, key?: string): Scope => ({
  value,
  parent: scope,
  index,
  count,
  key,
  name,
  copy: scope.copy || index > 0,
});

/** The scopes in which the content of a block is written: one for each item; none where it is left out. */
export function scopesOf(filling: Filling, placed: PlacedTag & { tag: Tag & { kind: 'open' } }, scope: Scope): Scope[] {
  const { expression, block, as } = placed.tag;
  let value: Value;
  try {
    value = evaluate(scope, expression);
  } catch (error) {
    if (!(error instanceof TagFault)) throw error;
    addFault(filling, placed, error.message, 'data');
    return [];
  }
  if (block === 'if') return isTrue(value) ? [scope] : [];
  if (block === 'none') return isTrue(value) ? [] : [scope];
  if (value === MISSING) {
    if (filling.options.missing === 'error')
      addFault(filling, placed, `there is no value for ${nameOf(expression)} in the data${suggest(expression, scope)}`, 'data');
    return [];
  }
  if (isList(value)) {
    countRepeats(filling, value.length);
    return value.map((one, index) => inside(scope, one, index, value.length, as));
  }
  if (isRecord(value)) return [{ ...inside(scope, value, 0, 1, as), copy: scope.copy }];
  return isTrue(value) ? [scope] : [];
}

/** Whether the condition of an `else if` holds. */
export function holds(filling: Filling, placed: PlacedTag, condition: Expression | undefined, scope: Scope): boolean {
  if (condition === undefined) return true;
  try {
    return isTrue(evaluate(scope, condition));
  } catch (error) {
    if (!(error instanceof TagFault)) throw error;
    addFault(filling, placed, error.message, 'data');
    return false;
  }
}
