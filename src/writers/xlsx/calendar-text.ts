/** Dates as people write them in English and Spanish → days of a workbook. */
import { toSerial } from '../../spreadsheet/serial-days.ts';

export type DayOrder = 'dmy' | 'mdy';
export interface DateValue {
  serial: number;
  time: boolean;
  monthOnly: boolean;
}

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['january', 'jan', 'enero', 'ene'],
    ['february', 'feb', 'febrero', 'feb'],
    ['march', 'mar', 'marzo', 'mar'],
    ['april', 'apr', 'abril', 'abr'],
    ['may', 'may', 'mayo', 'may'],
    ['june', 'jun', 'junio', 'jun'],
    ['july', 'jul', 'julio', 'jul'],
    ['august', 'aug', 'agosto', 'ago'],
    ['september', 'sep', 'septiembre', 'sept'],
    ['october', 'oct', 'octubre', 'oct'],
    ['november', 'nov', 'noviembre', 'nov'],
    ['december', 'dec', 'diciembre', 'dic'],
  ].flatMap((names, i) => names.map((name) => [name, i + 1] as const)),
);

const ISO = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const FIGURES = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|º)?[ -](?:de )?([\p{L}]{3,10})\.?,?[ -](?:de )?(\d{4})$/iu;
const MONTH_FIRST = /^([\p{L}]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;
const MONTH_ONLY = /^([\p{L}]{3,10})\.?[ -](?:de )?(\d{4})$/iu;

function dayOf(year: number, month: number, day: number, clock: readonly (string | undefined)[] = []): DateValue | undefined {
  const inMonth = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  const [hours, minutes, seconds] = clock.map((part) => Number(part ?? 0));
  const time = clock[0] !== undefined;
  if (!inMonth || (time && ((hours ?? 0) > 23 || (minutes ?? 0) > 59 || (seconds ?? 0) > 59))) return undefined;
  const serial = toSerial(year, month, day, time ? (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) : 0);
  return serial === undefined ? undefined : { serial, time, monthOnly: false };
}

const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/;

/** `08:30`, `36:15`, as a part of a day; undefined for what is none. */
export function readClock(text: string): { value: number; hours: number; padded: boolean } | undefined {
  const [, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return {
    value: (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) / 86_400,
    hours: Number(hours),
    padded: hours.length === 2,
  };
}

const monthOf = (name: string): number => {
  const key = name.toLowerCase();
  return Object.hasOwn(MONTHS, key) ? (MONTHS[key] ?? 0) : 0;
};

export function readDate(text: string, order: DayOrder): DateValue | undefined {
  if (text.length > 40 || text.length < 7 || !/\d{4}/.test(text)) return undefined;
  const iso = ISO.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4]), iso.slice(5));
  const figures = FIGURES.exec(text);
  if (figures) {
    const [first, second] = [Number(figures[1]), Number(figures[3])];
    return order === 'dmy'
      ? dayOf(Number(figures[4]), second, first, figures.slice(5))
      : dayOf(Number(figures[4]), first, second, figures.slice(5));
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return dayOf(Number(dayFirst[3]), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return dayOf(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]));
  const monthOnly = MONTH_ONLY.exec(text);
  const day = monthOnly && dayOf(Number(monthOnly[2]), monthOf(monthOnly[1] ?? ''), 1);
  return day ? { ...day, monthOnly: true } : undefined;
}

/** In which order day and month are in a column; undefined where every date could be read either way. */
export function dayOrder(texts: readonly string[], lang: string): DayOrder | undefined {
  let ambiguous = false;
  for (const text of texts) {
    const match = FIGURES.exec(text);
    if (!match) continue;
    if (Number(match[1]) > 12 || match[2] !== '/') return 'dmy';
    if (Number(match[3]) > 12) return 'mdy';
    ambiguous ||= match[1] !== match[3];
  }
  if (!ambiguous || !/^en\b/i.test(lang)) return 'dmy';
  return /^en-US$/i.test(lang) ? 'mdy' : /^en-[A-Z]{2}$/i.test(lang) ? 'dmy' : undefined;
}
