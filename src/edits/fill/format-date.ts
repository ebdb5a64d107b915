/** Dates and times as a language writes them. What a value says is shown as it says it: no time zone is put on top. */
import { TagFault } from './expression.ts';
import { MISSING, type Value } from './scope.ts';

const ISO = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** Days and times of a value; undefined where it is none. Its own clock is kept: 14:00+01:00 is 14:00. */
export function readInstant(value: Value): Date | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < 8.64e15 ? new Date(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const time = TIME.exec(value.trim());
  if (time !== null) return checked([1970, 1, 1, Number(time[1]), Number(time[2]), Number(time[3] ?? 0)]);
  const found = ISO.exec(value.trim());
  if (found === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  return checked([year, month, day, hour, minute, second]);
}

function checked([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0]: number[]): Date | undefined {
  const made = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  made.setUTCFullYear(year);
  const is = made.getUTCMonth() === month - 1 && made.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return is ? made : undefined;
}

const STYLES = ['short', 'medium', 'long', 'full'] as const;
const PATTERN = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|ss|a|'[^']*'/g;
const UTC = { timeZone: 'UTC' } as const;

function token(date: Date, name: string, locale: string): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const part = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    new Intl.DateTimeFormat(locale, { ...UTC, ...options }).formatToParts(date).find((one) => one.type === type)?.value ?? '';
  const hour = date.getUTCHours();
  const made: Record<string, () => string> = {
    yyyy: () => String(date.getUTCFullYear()).padStart(4, '0'),
    yy: () => two(date.getUTCFullYear() % 100),
    // with its day, since some languages have another form of the month beside one
    MMMM: () => part({ month: 'long', day: 'numeric', year: 'numeric' }, 'month'),
    MMM: () => part({ month: 'short', day: 'numeric', year: 'numeric' }, 'month'),
    MM: () => two(date.getUTCMonth() + 1),
    M: () => String(date.getUTCMonth() + 1),
    dd: () => two(date.getUTCDate()),
    d: () => String(date.getUTCDate()),
    EEEE: () => part({ weekday: 'long' }, 'weekday'),
    EEE: () => part({ weekday: 'short' }, 'weekday'),
    HH: () => two(hour),
    H: () => String(hour),
    hh: () => two(hour % 12 === 0 ? 12 : hour % 12),
    h: () => String(hour % 12 === 0 ? 12 : hour % 12),
    mm: () => two(date.getUTCMinutes()),
    ss: () => two(date.getUTCSeconds()),
    a: () => (hour < 12 ? 'am' : 'pm'),
  };
  return made[name]?.() ?? name.slice(1, -1);
}

/**
 * @param style short, medium, long (where absent) or full; else a pattern: yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h mm ss a,
 * text in single quotes
 * @throws TagFault where the value is no date, or the pattern says nothing
 */
export function formatDate(value: Value, style: Value | undefined, kind: 'date' | 'time' | 'datetime', locale: string): string {
  const date = readInstant(value);
  if (date === undefined) {
    const shown = value === MISSING ? 'a missing value' : JSON.stringify(value)?.slice(0, 40);
    throw new TagFault(`${shown} is no date; dates are written as 2026-11-22 or 2026-11-22T14:30`);
  }
  const wanted = style === undefined || style === MISSING ? (kind === 'date' ? 'long' : 'short') : String(style);
  const known = STYLES.find((one) => one === wanted);
  if (known === undefined) {
    if (!new RegExp(PATTERN.source).test(wanted)) throw new TagFault(`"${wanted.slice(0, 40)}" is no style or pattern of dates`);
    return wanted.replaceAll(PATTERN, (name) => token(date, name, locale));
  }
  const options: Intl.DateTimeFormatOptions =
    kind === 'date' ? { dateStyle: known } : kind === 'time' ? { timeStyle: known } : { dateStyle: known, timeStyle: 'short' };
  return new Intl.DateTimeFormat(locale, { ...UTC, ...options }).format(date);
}
