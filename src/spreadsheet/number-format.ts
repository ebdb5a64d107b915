/**
 * Number formats of workbooks (ISO/IEC 29500-1 §18.8.30, §18.8.31): the text that a cell shows for its value. Colours,
 * padding and fill characters are left out; names of months and days are English where the format names no language.
 */
import { formatDate, hasDateTokens } from './date-format.ts';
import { languageOf } from './day-names.ts';

/** Formats that files name by number alone (§18.8.30). 14 and 22 follow the reader's region; month, day and year is the order that the standard gives them. */
export const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0;-"$"#,##0',
  6: '"$"#,##0;-"$"#,##0',
  7: '"$"#,##0.00;-"$"#,##0.00',
  8: '"$"#,##0.00;-"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  27: 'yyyy-mm-dd',
  28: 'yyyy-mm-dd',
  29: 'yyyy-mm-dd',
  30: 'yyyy-mm-dd',
  31: 'yyyy-mm-dd',
  36: 'yyyy-mm-dd',
  50: 'yyyy-mm-dd',
  57: 'yyyy-mm-dd',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0;"-"',
  42: '"$"#,##0;-"$"#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '"$"#,##0.00;-"$"#,##0.00;"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

export type FormatToken = { kind: 'text' | 'code'; text: string };

interface Section {
  tokens: FormatToken[];
  condition: { operator: string; bound: number; holds: (value: number) => boolean } | undefined;
  isDate: boolean;
  isGeneral: boolean;
  isText: boolean;
  /** Of names of months and days; '' for English. */
  language: string;
}

const parsed = new Map<string, Section[]>();
/** Formats that are kept parsed; a hostile file cannot fill the memory with more. */
const PARSED_MAX = 1_000;
const FORMAT_CHARS_MAX = 1_000;

/** What a cell shows where its value is no date that its format could show. */
export const NOT_SHOWN = '####';

/** @param date1904 days count from 1904 instead of 1900 */
export function formatValue(value: number, format: string, date1904: boolean): string {
  if (format === 'General' || format === '') return formatGeneral(value);
  const sections = sectionsOf(format);
  const { section, magnitude } = chooseSection(sections, value);
  if (section === undefined) return formatGeneral(value);
  if (section.isGeneral) return formatGeneralWithWords(magnitude, section.tokens);
  if (section.isDate) return formatDate(value, section.tokens, date1904, section.language) ?? NOT_SHOWN;
  if (section.isText)
    return section.tokens.map(({ kind, text }) => (kind === 'text' ? text : text === '@' ? formatGeneral(value) : '')).join('');
  return formatFigure(magnitude, section.tokens);
}

/** `General" kg"`: the value where the word is, and its minus before all of it. */
function formatGeneralWithWords(value: number, tokens: readonly FormatToken[]): string {
  const words = tokens.map(({ kind, text }) => (kind === 'text' ? text : /^general$/i.test(text) ? formatGeneral(Math.abs(value)) : text));
  return `${value < 0 ? '-' : ''}${words.join('').trim()}`;
}

/** What a cell shows for a text: the section with `@`, or the fourth; a format without either leaves it as it is. */
export function formatText(text: string, format: string): string {
  if (!/[@;]/.test(format)) return text;
  const sections = sectionsOf(format);
  const section = sections[3] ?? sections.find(({ isText }) => isText);
  return section === undefined
    ? text
    : section.tokens
        .map((token) => (token.kind === 'text' ? token.text : token.text === '@' ? text : ''))
        .join('')
        .trim();
}

function sectionsOf(format: string): Section[] {
  const known = parsed.get(format);
  if (known !== undefined) return known;
  const sections = readSections(format.slice(0, FORMAT_CHARS_MAX));
  if (parsed.size < PARSED_MAX) parsed.set(format, sections);
  return sections;
}

function readSections(format: string): Section[] {
  const sections: Section[] = [];
  let tokens: FormatToken[] = [];
  let condition: Section['condition'];
  let language = '';
  const close = (): void => {
    const codes = tokens
      .filter(({ kind }) => kind === 'code')
      .map(({ text }) => text)
      .join('');
    const isGeneral = /general/i.test(codes);
    sections.push({ tokens, condition, isDate: !isGeneral && hasDateTokens(tokens), isGeneral, isText: codes.includes('@'), language });
    tokens = [];
    condition = undefined;
    language = '';
  };
  for (let at = 0; at < format.length; at++) {
    const sign = format.charAt(at);
    if (sign === ';') close();
    else if (sign === '"') {
      const end = format.indexOf('"', at + 1);
      tokens.push({ kind: 'text', text: format.slice(at + 1, end < 0 ? undefined : end) });
      at = end < 0 ? format.length : end;
    } else if (sign === '\\') tokens.push({ kind: 'text', text: format.charAt(++at) });
    else if (sign === '_') {
      at++;
      tokens.push({ kind: 'text', text: ' ' });
    } else if (sign === '*') at++;
    else if (sign === '[') {
      const end = format.indexOf(']', at);
      const inner = format.slice(at + 1, end < 0 ? undefined : end);
      at = end < 0 ? format.length : end;
      if (/^(?:h+|m+|s+)$/i.test(inner)) tokens.push({ kind: 'code', text: `[${inner.toLowerCase()}]` });
      else if (inner.startsWith('$')) {
        language ||= languageOf(inner.slice(1));
        tokens.push({ kind: 'text', text: /^\$([^-]*)/.exec(inner)?.[1] ?? '' });
      } else condition ??= readCondition(inner);
    } else at = pushCode(tokens, format, at);
  }
  close();
  return sections;
}

/** Codes that belong together become one token; returns the last index taken. */
function pushCode(tokens: FormatToken[], format: string, at: number): number {
  const rest = format.slice(at, at + 8);
  const whole = /^(?:general|am\/pm|a\/p|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+|E[+-])/i.exec(rest)?.[0];
  if (whole !== undefined && (whole.charAt(0).toLowerCase() !== 'e' || whole.length === 2)) {
    tokens.push({ kind: 'code', text: whole });
    return at + whole.length - 1;
  }
  const sign = format.charAt(at);
  tokens.push({ kind: /[0#?.,%@/]/.test(sign) ? 'code' : 'text', text: sign });
  return at;
}

function readCondition(inner: string): Section['condition'] {
  const match = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/.exec(inner);
  if (!match) return undefined;
  const [, operator = '=', limit] = match;
  const bound = Number(limit);
  return { operator, bound, holds: (value) => HOLDS[operator]?.(value, bound) ?? value === bound };
}

const HOLDS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '>': (value, bound) => value > bound,
  '<=': (value, bound) => value <= bound,
  '>=': (value, bound) => value >= bound,
  '<>': (value, bound) => value !== bound,
};

/** The section for a value, and what it shows: a section for negative values says the minus itself. */
function chooseSection(sections: readonly Section[], value: number): { section: Section | undefined; magnitude: number } {
  const figures = sections.length > 3 ? sections.slice(0, 3) : sections.filter((section, index) => index === 0 || !section.isText);
  const [first, second, third] = figures;
  if (figures.some((section) => section.condition !== undefined)) {
    const section = figures.find((one) => one.condition?.holds(value)) ?? figures.findLast((one) => one.condition === undefined);
    return { section, magnitude: section !== first && isForNegatives(section, figures) ? Math.abs(value) : value };
  }
  if (value < 0 && second !== undefined) return { section: second, magnitude: -value };
  if (value === 0 && third !== undefined) return { section: third, magnitude: 0 };
  return { section: first, magnitude: value };
}

/** Below zero and nothing else: such a section says the minus itself. With other bounds a program writes it. */
function isForNegatives(section: Section | undefined, [first, second, third]: readonly Section[]): boolean {
  if (section?.condition !== undefined) return section.condition.bound === 0 && /^<=?$/.test(section.condition.operator);
  return section === second && third === undefined && first?.condition?.bound === 0 && /^>=?$/.test(first.condition.operator);
}

/** Eleven characters at most, as a cell of the usual width shows. */
export function formatGeneral(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value);
  const magnitude = Math.abs(value);
  if (magnitude >= 1e11 || magnitude < 1e-9 || (magnitude < 1e-4 && String(value).length > 11)) return tidyExponent(value.toExponential(5));
  const places = Math.max(0, Math.min(9, 9 - Math.floor(Math.log10(Math.max(magnitude, 1)))));
  const fixed = value.toFixed(places);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
}

function tidyExponent(text: string): string {
  const [digits = '', exponent = '+0'] = text.split('e');
  const power = Number(exponent);
  return `${digits.replace(/\.?0+$/, '')}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

// ------------------------------------------------------------------------------------------------------------ figures

const isPlaceholder = ({ kind, text }: FormatToken): boolean => kind === 'code' && /^[0#?]$/.test(text);
const isCode = (token: FormatToken | undefined, text: string): boolean => token?.kind === 'code' && token.text === text;

function formatFigure(value: number, tokens: readonly FormatToken[]): string {
  if (tokens.some((token) => token.kind === 'code' && /^E[+-]$/i.test(token.text))) return formatScientific(value, tokens);
  const slash = tokens.findIndex((token) => isCode(token, '/'));
  if (slash > 0) return formatFraction(value, tokens, slash);
  const first = tokens.findIndex((token) => isPlaceholder(token) || isCode(token, '.'));
  const last = tokens.findLastIndex((token) => isPlaceholder(token) || isCode(token, '.'));
  if (first < 0)
    return ((value < 0 ? '-' : '') + tokens.map(({ kind, text }) => (kind === 'text' || text === '%' ? text : '')).join('')).trim();
  // Commas behind the last digit divide by a thousand each; between digits they group.
  let scale = 1;
  for (let at = last + 1; isCode(tokens[at], ','); at++) scale /= 1_000;
  for (const token of tokens) if (isCode(token, '%')) scale *= 100;
  const point = tokens.findIndex((token) => isCode(token, '.'));
  const whole = tokens.slice(first, point < 0 ? last + 1 : point);
  const decimals = point < 0 ? [] : tokens.slice(point + 1, last + 1).filter(isPlaceholder);
  const digits = roundTo(Math.abs(value) * scale, decimals.length);
  const [left = '0', right = ''] = digits.split('.');
  const negative = value < 0 && /[1-9]/.test(digits);
  const middle = layWhole(left, whole) + layDecimals(right, decimals, point >= 0);
  const before = tokens.slice(0, first).map(shown).join('');
  const after = tokens
    .slice(last + 1)
    .map(shown)
    .join('');
  return `${negative ? '-' : ''}${before}${middle}${after}`.trim();
}

const shown = ({ kind, text }: FormatToken): string => (kind === 'text' || text === '%' || text === '/' ? text : '');

/** Rounds halves away from zero as decimal figures, not as binary ones: 1.005 shows as 1.01. */
function roundTo(value: number, decimals: number): string {
  if (value >= 1e21) return String(BigInt(Math.round(value)));
  const exact = Number(`${Number(value.toPrecision(15))}e${decimals}`);
  return Number.isFinite(exact) && exact < 1e15
    ? Number(`${Math.round(exact)}e-${decimals}`).toFixed(Math.min(100, decimals))
    : value.toFixed(Math.min(100, decimals));
}

/** Whole digits into their placeholders from the right, with text between them (`000-00-0000`) and groups of three. */
function layWhole(digits: string, tokens: readonly FormatToken[]): string {
  const grouped = tokens.some((token, at) => isCode(token, ',') && at > 0);
  const placeholders = tokens.filter(isPlaceholder);
  const significant = digits.replace(/^0+/, '');
  let left = significant.length;
  let text = '';
  let placed = 0;
  let waiting = placeholders.length;
  for (const token of tokens.toReversed()) {
    if (!isPlaceholder(token)) {
      if (token.kind === 'text') text = token.text + text;
      continue;
    }
    waiting--;
    const takes = waiting === 0 ? Math.max(1, left) : 1;
    for (let step = 0; step < takes; step++) {
      const digit = left > 0 ? significant.charAt(--left) : token.text === '0' ? '0' : token.text === '?' ? ' ' : '';
      if (digit === '') continue;
      if (grouped && placed > 0 && placed % 3 === 0 && digit !== ' ') text = `,${text}`;
      text = digit + text;
      placed++;
    }
  }
  return placeholders.length === 0 && significant !== '' ? significant + text : text;
}

function layDecimals(digits: string, placeholders: readonly FormatToken[], hasPoint: boolean): string {
  if (!hasPoint) return '';
  let kept = placeholders.length;
  while (kept > 0 && digits.charAt(kept - 1) === '0' && placeholders[kept - 1]?.text !== '0') kept--;
  return `.${digits.slice(0, kept)}`;
}

function formatScientific(value: number, tokens: readonly FormatToken[]): string {
  const at = tokens.findIndex((token) => token.kind === 'code' && /^E[+-]$/i.test(token.text));
  const mantissa = tokens.slice(0, at);
  const point = mantissa.findIndex((token) => isCode(token, '.'));
  const wholes = (point < 0 ? mantissa : mantissa.slice(0, point)).filter(isPlaceholder).length || 1;
  const decimals = point < 0 ? 0 : mantissa.slice(point).filter(isPlaceholder).length;
  const width = tokens.slice(at + 1).filter((token) => isPlaceholder(token) && token.text === '0').length;
  let power = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (wholes > 1) power = Math.floor(power / wholes) * wholes;
  let digits = roundTo(Math.abs(value) / 10 ** power, decimals);
  if (wholes === 1 && digits.startsWith('10')) {
    power++;
    digits = roundTo(Math.abs(value) / 10 ** power, decimals);
  }
  const sign = power < 0 ? '-' : tokens[at]?.text.endsWith('+') ? '+' : '';
  return `${value < 0 ? '-' : ''}${digits}E${sign}${String(Math.abs(power)).padStart(width, '0')}`;
}

const DENOMINATOR_MAX = 9_999;

function formatFraction(value: number, tokens: readonly FormatToken[], slash: number): string {
  const after = tokens.slice(slash + 1);
  const fixed = Number(
    after
      .map(({ text }) => text)
      .join('')
      .trim(),
  );
  const digits = after.filter(isPlaceholder).length;
  const magnitude = Math.abs(value);
  const numerator = tokens
    .slice(0, slash)
    .findLastIndex((token, at, all) => isPlaceholder(token) && !isPlaceholder(all[at - 1] ?? { kind: 'text', text: '' }));
  const mixed = tokens.slice(0, Math.max(0, numerator)).some(isPlaceholder);
  const whole = mixed ? Math.floor(magnitude) : 0;
  const [over, under] =
    fixed > 0 && Number.isInteger(fixed)
      ? [Math.round((magnitude - whole) * fixed), fixed]
      : approximate(magnitude - whole, Math.min(DENOMINATOR_MAX, 10 ** Math.max(1, digits) - 1));
  const [carried, rest] = mixed && over === under ? [whole + 1, 0] : [whole, over];
  const fraction = rest === 0 && mixed ? '' : `${rest}/${under}`;
  const shownWhole = mixed && (carried > 0 || fraction === '') ? String(carried) : '';
  return `${value < 0 ? '-' : ''}${[shownWhole, fraction].filter((part) => part !== '').join(' ')}`;
}

/** The nearest fraction with a denominator up to `most`, by continued fractions. */
function approximate(value: number, most: number): [number, number] {
  let [h1, h0, k1, k0] = [1, 0, 0, 1];
  let rest = value;
  for (let step = 0; step < 20; step++) {
    const whole = Math.floor(rest);
    const [h2, k2] = [whole * h1 + h0, whole * k1 + k0];
    if (k2 > most) break;
    [h0, h1, k0, k1] = [h1, h2, k1, k2];
    if (rest - whole < 1e-9) break;
    rest = 1 / (rest - whole);
  }
  return [h1, Math.max(1, k1)];
}

/** Whether a number format shows days or times. */
export function isDateFormat(format: string): boolean {
  return sectionsOf(format)[0]?.isDate === true;
}
