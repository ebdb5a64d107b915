/** Dates and times of workbooks: days since the end of 1899 (or the beginning of 1904), with a day in 1900 that never was. */
import { dayNames, type DayNames } from './day-names.ts';
import type { FormatToken } from './number-format.ts';

const DAY_MS = 86_400_000;
/** 9999-12-31 */
const SERIAL_MAX = 2_958_466;

export function hasDateTokens(tokens: readonly FormatToken[]): boolean {
  return tokens.some(({ kind, text }) => kind === 'code' && /^(?:[ymdhs]+|am\/pm|a\/p|\[[hms]+\])$/i.test(text));
}

interface Moment {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hours: number;
  minutes: number;
  seconds: number;
  fraction: number;
  serial: number;
}

/** Null for values that are no dates. */
function momentOf(value: number, date1904: boolean, secondDecimals: number): Moment | null {
  const serial = date1904 ? value + 1462 : value;
  if (!(serial >= 0 && serial < SERIAL_MAX)) return null;
  const step = 10 ** secondDecimals;
  let ticks = Math.round((serial - Math.floor(serial)) * 86_400 * step);
  let days = Math.floor(serial);
  if (ticks >= 86_400 * step) {
    ticks = 0;
    days++;
  }
  const inDay = Math.floor(ticks / step);
  const base = {
    hours: Math.floor(inDay / 3_600),
    minutes: Math.floor(inDay / 60) % 60,
    seconds: inDay % 60,
    fraction: ticks % step,
    serial,
  };
  // 1900 is taken for a leap year, as Lotus did: serial 60 is a day that never was.
  // So are the days of the week before it one off.
  const weekday = (days + 6) % 7;
  if (days === 60) return { ...base, year: 1900, month: 2, day: 29, weekday };
  // Day 0, which a time of day without a date has, is shown as 0 January 1900.
  if (days === 0) return { ...base, year: 1900, month: 1, day: 0, weekday };
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY_MS);
  return { ...base, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday };
}

/** Null where the value is no date, which Excel shows as ####. @param language of the names of months and days; '' for English */
export function formatDate(value: number, tokens: readonly FormatToken[], date1904: boolean, language = ''): string | null {
  const decimals = secondDecimals(tokens);
  // Time that has passed may be less than none: `[h]:mm` of minus a day is -24:00.
  if (value < 0 && tokens.some(({ kind, text }) => kind === 'code' && text.startsWith('['))) {
    const text = formatDate(-value, tokens, false, language);
    return text === null ? null : `-${text}`;
  }
  const moment = momentOf(value, date1904, decimals);
  if (moment === null) return null;
  const half = tokens.some(({ kind, text }) => kind === 'code' && /^(?:am\/pm|a\/p)$/i.test(text));
  const names = dayNames(language);
  let text = '';
  for (const [at, token] of tokens.entries())
    text += token.kind === 'text' ? token.text : shownOf({ tokens, at, moment, half, decimals, names });
  return text.trim();
}

/** Zeros behind a point behind seconds: `ss.000`. */
function secondDecimals(tokens: readonly FormatToken[]): number {
  const point = tokens.findIndex(({ kind, text }, at) => kind === 'code' && text === '.' && /s/i.test(tokens[at - 1]?.text ?? ''));
  if (point < 0) return 0;
  const zeros = tokens.slice(point + 1, point + 4).findIndex(({ text }) => text !== '0');
  return zeros < 0 ? Math.min(3, tokens.length - point - 1) : zeros;
}

interface Place {
  tokens: readonly FormatToken[];
  at: number;
  moment: Moment;
  half: boolean;
  decimals: number;
  names: DayNames;
}

function shownOf({ tokens, at, moment, half, decimals, names }: Place): string {
  const code = tokens[at]?.text.toLowerCase() ?? '';
  const pad = (value: number, length = code.length): string => String(value).padStart(Math.min(2, length), '0');
  switch (code.charAt(0)) {
    case 'y':
      return code.length <= 2 ? pad(moment.year % 100, 2) : String(moment.year);
    case 'm':
      return isMinutes(tokens, at) ? pad(moment.minutes) : monthOf(moment.month, code.length, names);
    case 'd':
      return code.length === 3
        ? (names.daysShort[moment.weekday] ?? '')
        : code.length > 3
          ? (names.days[moment.weekday] ?? '')
          : pad(moment.day);
    case 'h':
      return pad(half ? moment.hours % 12 || 12 : moment.hours);
    case 's':
      return pad(moment.seconds);
    case 'a':
      return code === 'a/p' ? (moment.hours < 12 ? 'A' : 'P') : moment.hours < 12 ? 'AM' : 'PM';
    case '[':
      return elapsed(code, moment);
    case '.':
      return decimals > 0 && /s/i.test(tokens[at - 1]?.text ?? '') ? `.${String(moment.fraction).padStart(decimals, '0')}` : '.';
    case '0':
      return '';
    default:
      return code;
  }
}

function monthOf(month: number, length: number, { months, monthsShort }: DayNames): string {
  const name = months[month - 1] ?? '';
  if (length === 3) return monthsShort[month - 1] ?? '';
  if (length === 5) return name.charAt(0).toUpperCase();
  return length > 3 ? name : String(month).padStart(length, '0');
}

/** `m` behind hours or before seconds means minutes. */
function isMinutes(tokens: readonly FormatToken[], at: number): boolean {
  const near = (step: number): string => {
    for (let other = at + step; other >= 0 && other < tokens.length; other += step) {
      const token = tokens[other];
      if (token?.kind === 'code' && /^\[?[ymdhs]/i.test(token.text)) return token.text.replace('[', '').charAt(0).toLowerCase();
    }
    return '';
  };
  return near(-1) === 'h' || near(1) === 's';
}

function elapsed(code: string, { serial }: Moment): string {
  const total = Math.round(serial * 86_400);
  const value = code.includes('h') ? Math.floor(total / 3_600) : code.includes('m') ? Math.floor(total / 60) : total;
  return String(value).padStart(code.length - 2, '0');
}
