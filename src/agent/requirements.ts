/**
 * What a request requires of its document, as typed conditions: each with the words of the request that make it, and with what a
 * check needs to know. They are settled before any source is read, go to the writer and to the layout, and are checked on the
 * finished document (check-requirements.ts).
 */
import { z } from 'zod';
import type { PageLimits } from '../document/page-limits.ts';

export const REQUIREMENT_KINDS = [
  'length',
  'language',
  'part',
  'order',
  'absent',
  'table',
  'chart',
  'figure',
  'name',
  'date',
  'comments',
  'change',
  'look',
  'tone',
  'audience',
  'other',
] as const;

const LENGTH_UNITS = ['pages', 'slides', 'sheets', 'words'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** A range; one end may be open. */
export interface LengthRange {
  unit: LengthUnit;
  min?: number | undefined;
  max?: number | undefined;
}

export const requirementSchema = z.object({
  kind: z.enum(REQUIREMENT_KINDS),
  /** As the request says it. */
  text: z.string(),
  /** What is looked for: languages as tags, headings of parts, columns of a table, series of a chart, figures, names, dates. */
  names: z.array(z.string()),
  length: z.object({ unit: z.enum(LENGTH_UNITS), min: z.number().optional(), max: z.number().optional() }).optional(),
});
export type Requirement = z.infer<typeof requirementSchema>;

/** How a model gives one: every field is there, null where it does not apply. */
export const requirementGuess = z.object({
  kind: z.enum(REQUIREMENT_KINDS),
  words: z.string(),
  names: z.array(z.string()),
  unit: z.enum(LENGTH_UNITS).nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  about: z.number().nullable(),
});
export type RequirementGuess = z.infer<typeof requirementGuess>;

const bound = z.coerce.number().nullable().catch(null);
/** As `requirementGuess`, for an answer that keeps to the form only nearly; undefined where nothing can be used. */
export const nearlyRequirement = z
  .object({
    kind: z.enum(REQUIREMENT_KINDS).catch('other'),
    words: z.string(),
    names: z.array(z.string()).catch([]),
    unit: z.enum(LENGTH_UNITS).nullable().catch(null),
    min: bound,
    max: bound,
    about: bound,
  })
  .or(
    z.string().transform((words): RequirementGuess => ({ kind: 'other', words, names: [], unit: null, min: null, max: null, about: null })),
  );

/** What the layout has to keep to: whole numbers, each absent where nothing was asked for. */
export interface Limits {
  pagesMin?: number;
  pagesMax?: number;
  slidesMin?: number;
  slidesMax?: number;
  sheetsMin?: number;
  sheetsMax?: number;
}

const REQUIREMENTS_MAX = 30;
const NAMES_MAX = 30;
const LENGTH_MAX = 100_000;

/** A fifth more or less; one page is one page. */
function around(about: number): { min: number; max: number } {
  const slack = about <= 1 ? 0 : Math.max(1, Math.round(about / 5));
  return { min: Math.max(1, about - slack), max: about + slack };
}

/** undefined where the numbers make no range. */
export function rangeOf(
  unit: LengthUnit,
  said: { min?: number | null; max?: number | null; about?: number | null },
): LengthRange | undefined {
  const whole = (value: number | null | undefined): number | undefined =>
    typeof value === 'number' && value > 0 && value <= LENGTH_MAX ? Math.max(1, Math.round(value)) : undefined;
  const about = whole(said.about);
  const near: { min?: number; max?: number } = about === undefined ? {} : around(about);
  const [min, max] = [whole(said.min) ?? near.min, whole(said.max) ?? near.max];
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max) return { unit, max };
  return { unit, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

const clip = (text: string, chars: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, chars);

function requirementOf(guess: RequirementGuess): Requirement | undefined {
  const text = clip(guess.words, 300);
  if (text === '') return undefined;
  const names = [...new Set(guess.names.map((name) => clip(name, 120)).filter((name) => name !== ''))].slice(0, NAMES_MAX);
  if (guess.kind !== 'length') return { kind: guess.kind, text, names };
  const length = guess.unit === null ? undefined : rangeOf(guess.unit, guess);
  return length === undefined ? { kind: 'other', text, names } : { kind: 'length', text, names, length };
}

/**
 * @param guesses a model's reading of the request
 * @param lengths what the request's words alone say of lengths: taken where the model gives no range in that unit
 */
export function settleRequirements(
  guesses: readonly RequirementGuess[],
  lengths: readonly { text: string; range: LengthRange }[],
): Requirement[] {
  const settled = guesses.flatMap((guess) => requirementOf(guess) ?? []).slice(0, REQUIREMENTS_MAX);
  const known = new Set(settled.flatMap(({ length }) => (length === undefined ? [] : [length.unit])));
  const missing = lengths.filter(({ range }) => !known.has(range.unit));
  return [...missing.map(({ text, range }): Requirement => ({ kind: 'length', text, names: [], length: range })), ...settled];
}

/** The strictest of several ranges in one unit. */
export function limitsOf(requirements: readonly Requirement[]): Limits {
  const limits: Limits = {};
  for (const { length } of requirements) {
    if (length === undefined || length.unit === 'words') continue;
    const [least, most] = [`${length.unit}Min`, `${length.unit}Max`] as [keyof Limits, keyof Limits];
    if (length.min !== undefined) limits[least] = Math.max(limits[least] ?? 0, length.min);
    if (length.max !== undefined) limits[most] = Math.min(limits[most] ?? Infinity, length.max);
  }
  return limits;
}

/** The part of the limits that layout can keep to; undefined where no pages were asked for. */
export function pageLimitsOf(requirements: readonly Requirement[]): PageLimits | undefined {
  const { pagesMin, pagesMax } = limitsOf(requirements);
  if (pagesMin === undefined && pagesMax === undefined) return undefined;
  return { required: true, ...(pagesMin === undefined ? {} : { pagesMin }), ...(pagesMax === undefined ? {} : { pagesMax }) };
}

const counted = (count: number, unit: LengthUnit): string => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;

/** `at most 2 pages`, `2 to 4 slides`, `1 page`. */
export function describeRange({ unit, min, max }: LengthRange): string {
  if (min !== undefined && min === max) return counted(min, unit);
  if (min !== undefined && max !== undefined) return `${min} to ${counted(max, unit)}`;
  return max === undefined ? `at least ${counted(min ?? 1, unit)}` : `at most ${counted(max, unit)}`;
}
