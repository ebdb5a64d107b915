/**
 * Small typography of running text (looks §7, §13): quotation marks of the language for straight ones, and blanks that
 * must not end a line. Words are never touched; code, formulas and addresses keep every character.
 */
import type { Run } from '../document/inline.ts';

export interface QuoteMarks {
  open: string;
  close: string;
  innerOpen: string;
  innerClose: string;
}

const ENGLISH: QuoteMarks = { open: '“', close: '”', innerOpen: '‘', innerClose: '’' };
const MARKS: Readonly<Record<string, QuoteMarks>> = {
  es: { open: '«', close: '»', innerOpen: '‘', innerClose: '’' },
  it: { open: '«', close: '»', innerOpen: '‘', innerClose: '’' },
  pt: { open: '«', close: '»', innerOpen: '‘', innerClose: '’' },
  ca: { open: '«', close: '»', innerOpen: '‘', innerClose: '’' },
  gl: { open: '«', close: '»', innerOpen: '‘', innerClose: '’' },
  fr: { open: '«\u00a0', close: '\u00a0»', innerOpen: '‘', innerClose: '’' },
  de: { open: '„', close: '“', innerOpen: '‚', innerClose: '‘' },
  pl: { open: '„', close: '”', innerOpen: '‚', innerClose: '’' },
  ru: { open: '«', close: '»', innerOpen: '„', innerClose: '“' },
  uk: { open: '«', close: '»', innerOpen: '„', innerClose: '“' },
};

/** @param lang BCP 47; other languages take the English marks */
export const quoteMarks = (lang: string): QuoteMarks => MARKS[lang.slice(0, 2).toLowerCase()] ?? ENGLISH;

/** Runs that are taken letter by letter. */
const isVerbatim = (run: Run): boolean => run.code === true || run.math === true || /:\/\/|\S@\S/.test(run.text);

/** The runs with the marks of the language, or of their own where they are in another one; the very same array where there is nothing to do. */
export function withQuotes(runs: readonly Run[], documentMarks: QuoteMarks): readonly Run[] {
  if (!runs.some((run) => /["']/.test(run.text) && !isVerbatim(run))) return runs;
  const [first] = runs;
  const own = first?.lang !== undefined && runs.every((run) => run.lang === first.lang || isVerbatim(run)) ? first.lang : undefined;
  const marks = own === undefined ? documentMarks : quoteMarks(own);
  const state: QuoteState = { before: '', open: false, innerOpen: false };
  return runs.map((run) => {
    if (isVerbatim(run) || !/["']/.test(run.text)) {
      state.before = run.text.at(-1) ?? state.before;
      return run;
    }
    return { ...run, text: markText(run.text, marks, state) };
  });
}

interface QuoteState {
  /** The character before, also from an earlier run. */
  before: string;
  open: boolean;
  innerOpen: boolean;
}

const OPENING = /^$|[\s([{«“‘„‚—–/\u00a0]/;

function markText(text: string, marks: QuoteMarks, state: QuoteState): string {
  let marked = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const mark = character === '"' ? outerMark(marks, state) : character === "'" ? innerMark(marks, state, text.charAt(at + 1)) : character;
    marked += mark;
    state.before = mark.at(-1) ?? '';
  }
  return marked;
}

function outerMark(marks: QuoteMarks, state: QuoteState): string {
  if (!state.open && OPENING.test(state.before)) {
    state.open = true;
    return marks.open;
  }
  // 12" is a measure where nothing is open to be closed
  if (!state.open && /\d/.test(state.before)) return '"';
  state.open = false;
  return marks.close;
}

function innerMark(marks: QuoteMarks, state: QuoteState, next: string): string {
  if (OPENING.test(state.before) && /[\p{L}«“]/u.test(next)) {
    state.innerOpen = true;
    return marks.innerOpen;
  }
  const closes = state.innerOpen && !/\p{L}/u.test(next);
  if (closes) state.innerOpen = false;
  else if (/\d/.test(state.before) && !/\p{L}/u.test(next)) return "'";
  // an apostrophe is the same sign in every language
  return closes ? marks.innerClose : '’';
}

const UNITS =
  '%|‰|€|\\$|£|¥|°C|°F|km/h|km²|km|m²|m2|m³|m3|ha|kg|mg|cm|mm|kV|kWh|kW|MWh|MW|GWh|GW|Hz|kHz|MHz|GHz|kB|MB|GB|TB|min|ms|M€|k€|EUR|USD|GBP|am|pm|a\\.m\\.|p\\.m\\.|millions?|billions?|trillions?|bn|millones|mill[oó]n|[mglhsVAWtK]';
const NAMES =
  'clauses?|sections?|tables?|figures?|pages?|schedules?|annex|appendix|article|art\\.|no\\.|nos\\.|cláusulas?|secci[oó]n|tablas?|figuras?|páginas?|pág\\.|anexo|apartado|artículo|núm\\.|n\\.º';
const NUMBERS = new RegExp(
  `(?<=\\d) (?=(?:${UNITS})(?![\\p{L}\\d]))|(?<=[€$£¥]) (?=\\d)|(?<=\\d) (?=\\d{3}(?!\\d))|(?<=(?<![\\p{L}\\d])(?:${NAMES})) (?=\\d)`,
  'giu',
);
const INITIAL = /(?<![\p{L}\d])(\p{Lu}\.) (?=\p{Lu}\p{Ll})/gu;

/** An emoji behind a word stays on the word's line; one behind another emoji may go over. */
const BEFORE_EMOJI = /(?<=[\p{L}\d.,;:!?)\]”»]) (?=\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/gu;

/** Between number and unit, "Table 1", initials and surname, and before an emoji the blank becomes one that does not break. */
export function withFirmBlanks(text: string): string {
  if (!text.includes(' ')) return text;
  const numbers = /\d/.test(text) ? text.replace(NUMBERS, '\u00a0') : text;
  const emoji = /[\u2600-\u27bf\u2b50-\u2b55\ud83c-\ud83e]/.test(numbers) ? numbers.replace(BEFORE_EMOJI, '\u00a0') : numbers;
  return emoji.includes('. ') ? emoji.replace(INITIAL, '$1\u00a0') : emoji;
}

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const COUNTED =
  'days?|weeks?|months?|years?|hours?|minutes?|points?|people|users?|customers?|slides?|días?|semanas?|meses|años?|horas?|minutos?|puntos?|personas|clientes|usuarios';
const SHORT_PARTS = new RegExp(
  `(?<=(?<![\\p{L}\\d])\\d{1,2}) (?=(?:de )?(?:${MONTHS})(?![\\p{L}]))|(?<=(?<![\\p{L}\\d])\\d{1,2} de) (?=(?:${MONTHS})(?![\\p{L}]))|(?<=(?<![\\p{L}])(?:${MONTHS})(?: de)?) (?=\\d)|(?<=(?<![\\p{L}])(?<!\\d[ \\u00a0]de[ \\u00a0])(?:${MONTHS})) (?=de \\d{4})|(?<=(?<![\\p{L}\\d])[QTH][1-4]) (?=\\d{4}(?!\\d))|(?<=(?<![\\d.,])\\d{1,3}) (?=(?:${COUNTED})(?![\\p{L}]))`,
  'giu',
);

/** A hyphen typed for a minus, with nothing before it that it could join. */
const MINUS = /(?<=^|\()-(?=[€$£]?\d)/gu;

/** The hyphen of "e-commerce" and "T-shirt": one letter at the end of a line is read as a slip. */
const LETTER_HYPHEN = /(?<=(?<![\p{L}\p{N}/.@-])\p{L})-(?=\p{L})/gu;

/** Lines of slides are short: day and month, month and year, quarter and year, a small number and what it counts stay together too. */
export const shortLineRuns = (runs: readonly Run[]): readonly Run[] =>
  runs.map((run) => {
    if (isVerbatim(run) || !/[\d-]/.test(run.text)) return run;
    const text = run.text.replace(SHORT_PARTS, '\u00a0').replace(MINUS, '−').replace(LETTER_HYPHEN, '\u2011');
    return text === run.text ? run : { ...run, text };
  });

/** The runs with non-breaking spaces. */
export function firmRuns(runs: readonly Run[]): readonly Run[] {
  return runs.map((run) => {
    if (isVerbatim(run)) return run;
    const text = withFirmBlanks(run.text);
    return text === run.text ? run : { ...run, text };
  });
}

const HYPHENATED = /(?<=\p{L})-(?=\p{L})|(?<=\d)-(?=\d)/gu;

/** Behind the dash of "2024–2026". */
const RANGE_DASH = /(?<=\d)–(?=\d)/gu;
/** "No-Width Non Break" in Word's list of special characters; no line ends behind it by Unicode's rules either (UAX 14, LB8a). */
const NO_BREAK = '\u200d';

/**
 * A title is never broken inside a hyphenated word, nor within a range of years, a date or a number and what it counts: its hyphens, dashes
 * and blanks there become ones that do not break.
 */
export const titleText = (text: string): string =>
  text.replace(HYPHENATED, '\u2011').replace(RANGE_DASH, `–${NO_BREAK}`).replace(SHORT_PARTS, '\u00a0');

export const titleRuns = (runs: readonly Run[]): readonly Run[] =>
  runs.map((run) => (isVerbatim(run) || !/[-–\d]/.test(run.text) ? run : { ...run, text: titleText(run.text) }));

/** Between the characters of a word behind which programs end a line. */
const AFTER_SIGN = /(?<=[/_.–])(?=\S)/gu;

/** Words that shall not be divided between lines, in signs at which no line ends. */
export function wholeRuns(runs: readonly Run[], words: readonly string[] = []): readonly Run[] {
  if (words.length === 0) return runs;
  return runs.map((run) => {
    if (isVerbatim(run)) return run;
    const text = words.reduce(
      (sum, word) => sum.replaceAll(word, word.replaceAll('-', '\u2011').replaceAll(AFTER_SIGN, NO_BREAK)),
      run.text,
    );
    return text === run.text ? run : { ...run, text };
  });
}

/** The text in pieces, of which every second one is a word that shall not be divided. */
export function cutAtWords(text: string, words: readonly string[] = []): string[] {
  const wanted = words.filter((word) => text.includes(word)).toSorted((a, b) => b.length - a.length);
  return wanted.length === 0
    ? [text]
    : text.split(new RegExp(`(${wanted.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|')})`, 'u'));
}
