/** Where a text is in another one, as `replace_text` and its kin look for it in every format. */
import { minOf } from '../base/extremes.ts';
import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';
import { diffWords } from './diff-words.ts';
import { textFits } from './text-fits.ts';

export const findFields = {
  find: textFits(1, 10_000).describe(
    'The text that goes, as it is shown; it may run across changes of formatting, and \\n is the end of a line or paragraph.',
  ),
  replace: textFits(0, 100_000).describe('The text that comes, in the formatting of what goes; with regex, $1 is its first group.'),
  all: z.boolean().optional().describe('Every place; without it the text must be in one place only.'),
  match_case: z.boolean().optional().describe('true where absent.'),
  whole_word: z.boolean().optional().describe('Only where no letter or digit adjoins.'),
  exact: z
    .boolean()
    .optional()
    .describe(
      'Character by character; without it, kinds of spaces, quotes and dashes are alike, and soft hyphens and numbers of notes do not count.',
    ),
  regex: z.boolean().optional().describe('find is a regular expression in the syntax of RE2.'),
};

export interface FindFields {
  find: string;
  replace: string;
  match_case?: boolean | undefined;
  whole_word?: boolean | undefined;
  exact?: boolean | undefined;
  regex?: boolean | undefined;
}
export interface FoundText {
  start: number;
  end: number;
  /** What comes there: of what was found tolerantly and stays, the characters of the file. */
  text: string;
  /** Found character by character. */
  exact: boolean;
}

/** A text with alike characters made the same one, and where each of them is in the source; one more for its end. */
interface Folded {
  text: string;
  /** Absent of a text that folding leaves in its places. */
  at?: readonly number[];
}

/** Whether folding may change anything in a text besides its case; two questions are answered four times as fast as one expression for both. */
const mayFold = (text: string): boolean => /[^\x20-\x7e]/.test(text) || text.includes('  ');

const SPACE = /^[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/;
/** What a text has where something else than text is: a number of a note, a picture. */
const OBJECT = '\ufffc';
const IGNORED = /^[\u00ad\u200b-\u200d\u2060\ufeff\ufffc]$/;
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/^[‘’‚‛′`´]$/, "'"],
  [/^[“”„‟″«»]$/, '"'],
  [/^[‐‑‒–—―−]$/, '-'],
];

function foldCharacter(character: string, matchCase: boolean): string {
  const alike = character < '\u0080' ? character : (ALIKE.find(([pattern]) => pattern.test(character))?.[1] ?? character);
  if (matchCase) return alike;
  const lower = alike.toLowerCase();
  return lower.length === alike.length ? lower : alike;
}

/** Latin, Greek, Cyrillic and other letters and signs below the general punctuation, but for the few that are folded. */
const isPlain = (code: number): boolean =>
  (code > 0x20 && code < 0x7f) || (code > 0xbb && code < 0x1680) || (code > 0x1680 && code < 0x1fb0);

function fold(text: string, { exact = false, match_case: matchCase = true }: Pick<FindFields, 'exact' | 'match_case'>): Folded {
  if (!mayFold(text)) return { text: matchCase ? text : text.toLowerCase() };
  let folded = '';
  // asked of the text so far, it would be put together anew at every space
  let endsWithSpace = false;
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (exact || isPlain(text.charCodeAt(i))) {
      folded += foldExact(character, matchCase);
      endsWithSpace = character === ' ';
      at.push(i);
      continue;
    }
    if (IGNORED.test(character)) continue;
    const isSpace = SPACE.test(character);
    // a stretch of spaces is one
    if (isSpace && endsWithSpace) continue;
    endsWithSpace = isSpace;
    folded += isSpace ? ' ' : foldCharacter(character, matchCase);
    at.push(i);
  }
  at.push(text.length);
  return { text: folded, at };
}

const foldExact = (character: string, matchCase: boolean): string => {
  const lower = matchCase ? character : character.toLowerCase();
  return lower.length === character.length ? lower : character;
};

/** Where a character of the folded text is in the source. */
const placeOf = ({ at }: Folded, index: number): number | undefined => (at === undefined ? index : at[index]);

/** The text as these fields look through it: where it does not hold the text to find, folded alike, nothing is found. */
export const foldForFind = (text: string, fields: Pick<FindFields, 'exact' | 'match_case'>): string => fold(text, fields).text;

/** The text as tolerant search sees it. */
export const foldText = (text: string, matchCase: boolean): string => fold(text, { match_case: matchCase }).text;

const isApart = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) && !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));

/** Why the expression cannot be used; null where it can, or is none. */
export function faultOfPattern({ find, regex }: Pick<FindFields, 'find' | 'regex'>): string | null {
  if (regex !== true) return null;
  try {
    return RE2JS.compile(find).matches('') ? 'it matches the empty text' : null;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message.slice(0, 200);
    throw error;
  }
}

function findPattern(text: string, { find, replace, match_case: matchCase = true }: FindFields): FoundText[] {
  const matcher = RE2JS.compile(find, matchCase ? 0 : RE2JS.CASE_INSENSITIVE).matcher(text);
  const found: FoundText[] = [];
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end === start) continue;
    const replaced = replace.replaceAll(/\$(?:(\d)|\{(\d{1,2})\}|\$)/g, (whole, one: string | undefined, other: string | undefined) => {
      const group = Number(one ?? other ?? Number.NaN);
      return Number.isNaN(group) ? '$' : group <= matcher.groupCount() ? (matcher.group(group) ?? '') : whole;
    });
    found.push({ start, end, text: replaced, exact: true });
  }
  return found;
}

/** The replacement in the characters of the file: what `find` and `replace` have in common is left as it is written there. */
function keepWritten(matched: string, { find, replace, exact, match_case: matchCase }: FindFields): string {
  if (matched === find || exact === true) return replace;
  const [asked, there] = [fold(find, { match_case: matchCase }), fold(matched, { match_case: matchCase })];
  const place = (offset: number): number => {
    const index = asked.at === undefined ? Math.min(offset, asked.text.length) : asked.at.findIndex((at) => at >= offset);
    return placeOf(there, index === -1 ? asked.text.length : index) ?? matched.length;
  };
  let text = '';
  let from = 0;
  for (const change of diffWords(find, replace)) {
    text += matched.slice(place(from), place(change.start)) + change.text;
    from = change.end;
  }
  return text + matched.slice(place(from));
}

/** A replacement with the notes and pictures that were passed over: they stay, behind the words that are in front of them. */
function withObjects(matched: string, text: string, find: string): string {
  const segments = matched.split(OBJECT);
  if (segments.length === text.split(OBJECT).length || find.includes(OBJECT)) return text;
  let rest = text.replaceAll(OBJECT, '');
  const kept = segments
    .slice(1)
    .toReversed()
    .map((segment) => {
      if (!rest.endsWith(segment)) return '';
      rest = rest.slice(0, rest.length - segment.length);
      return segment;
    });
  const [first = '', second = ''] = segments;
  // words in front that stay as they are
  if (first !== '' && second !== '' && kept.at(-1) === '' && rest.startsWith(first)) {
    kept[kept.length - 1] = rest.slice(first.length);
    rest = first;
  }
  return [rest, ...kept.toReversed()].join(OBJECT);
}

/** All places, without overlap, in order. A `regex` must have been judged by `faultOfPattern` before. */
export function findText(text: string, fields: FindFields): FoundText[] {
  if (fields.regex === true)
    return findPattern(text, fields).filter(({ start, end }) => fields.whole_word !== true || isApart(text, start, end));
  const hay = fold(text, fields);
  const needle = fold(fields.find, fields).text;
  const found: FoundText[] = [];
  if (needle === '') return found;
  for (let at = hay.text.indexOf(needle); at !== -1;) {
    const start = placeOf(hay, at) ?? 0;
    // up to the end of the last character, not to the beginning of the next one: what is ignored between them stays
    const end = (placeOf(hay, at + needle.length - 1) ?? 0) + 1;
    const last = needle.endsWith(' ') ? (placeOf(hay, at + needle.length) ?? text.length) : end;
    const taken = fields.whole_word !== true || isApart(text, start, last);
    if (taken) {
      const matched = text.slice(start, last);
      const replaced = withObjects(matched, keepWritten(matched, fields), fields.find);
      found.push({ start, end: last, text: replaced, exact: matched === fields.find });
    }
    at = hay.text.indexOf(needle, taken ? at + needle.length : at + 1);
  }
  return found;
}

/** The answer for each text, read once for all places that have the same one: a workbook may show one long text in thousands of cells. */
export function oncePerText<Answer>(read: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    answers.set(text, answer);
    return answer;
  };
}

/** Where one place only is meant, what is written character by character as asked outranks what is merely alike. */
export function preferExact<Place extends { changes: FoundText[] }>(found: readonly Place[], all: boolean | undefined): readonly Place[] {
  if (all === true) return found;
  let exact: Place | undefined;
  for (const place of found)
    for (const change of place.changes) {
      if (!change.exact) continue;
      // of millions of places the second one tells enough
      if (exact !== undefined) return found;
      exact = { ...place, changes: [change] };
    }
  return exact === undefined ? found : [exact];
}

const CANDIDATES_MAX = 5;
/** Share of its words that a text must hold to be what may have been meant. */
const LIKE_MIN = 0.5;
/** What a word that is like another one counts beside one that is the same. */
const MISTYPED = 0.9;
/** Of a text with more words, one with mistakes in some is known by the others. */
const MISTYPED_WORDS_MAX = 20;
/** Letters of words that may have one mistake, and two; with more letters they are not looked at. */
const [ONE_MISTAKE, TWO_MISTAKES, LETTERS_MAX] = [4, 8, 64];

/**
 * Letters that are wrong, missing, too many or exchanged with their neighbour, between two words: the optimal string alignment distance.
 * @returns more than `most` where it is more
 */
function mistakesBetween(a: string, b: string, most: number): number {
  let [last, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1))
        least = Math.min(least, (last[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (minOf(next) > most) return most + 1;
    [last, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}

/** Whether one word may be the other, mistyped: with its first or its last letter. */
function isMistyped(word: string, other: string): boolean {
  const most = word.length >= TWO_MISTAKES ? 2 : word.length >= ONE_MISTAKE ? 1 : 0;
  if (most === 0 || Math.max(word.length, other.length) > LETTERS_MAX || Math.abs(word.length - other.length) > most) return false;
  if (word.charAt(0) !== other.charAt(0) && word.at(-1) !== other.at(-1)) return false;
  return mistakesBetween(word, other, most) <= most;
}

/**
 * Addresses of the texts that have most words of it, the likest first: of two with as many, the one that has them without a typing
 * mistake.
 */
export function nearestTexts(texts: Iterable<{ address: string; text: string }>, find: string): string[] {
  const words = new Set(foldText(find, false).match(/[\p{L}\p{N}]+/gu));
  if (words.size === 0) return [];
  const mistyped = new Map<string, readonly string[]>();
  const likeOf = (own: string): readonly string[] => {
    const known = mistyped.get(own) ?? [...words].filter((word) => isMistyped(word, own));
    mistyped.set(own, known);
    return known;
  };
  const scoreOf = oncePerText((text) => {
    const own = new Set(foldText(text, false).match(/[\p{L}\p{N}]+/gu));
    const like = new Set(words.size > MISTYPED_WORDS_MAX ? [] : [...own].flatMap(likeOf));
    const same = [...words].filter((word) => own.has(word)).length;
    const alike = [...words].filter((word) => like.has(word) && !own.has(word)).length;
    return (same + alike) / words.size >= LIKE_MIN ? same + alike * MISTYPED : 0;
  });
  const scored: { address: string; score: number }[] = [];
  for (const { address, text } of texts) {
    const score = scoreOf(text);
    if (score > 0) scored.push({ address, score });
  }
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CANDIDATES_MAX)
    .map(({ address }) => address);
}
