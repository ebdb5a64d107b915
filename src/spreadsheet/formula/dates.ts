/** Functions over dates. */
import type { WorkbookFunction } from './all.ts';
import { FIRST_DAY, fromSerial, LAST_DAY, toSerial, type CalendarDay } from '../serial-days.ts';
import { numberAt } from './arguments.ts';
import { fail, UNKNOWN } from './values.ts';

function dayAt(...[args, index, calculation]: [Parameters<WorkbookFunction>[0], number, Parameters<WorkbookFunction>[1]]): CalendarDay {
  const serial = numberAt(args, index, calculation);
  if (serial < FIRST_DAY || serial > LAST_DAY + 1) throw UNKNOWN;
  return fromSerial(serial);
}

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function shiftMonths(day: CalendarDay, months: number, end: boolean): number {
  const count = day.year * 12 + day.month - 1 + months;
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return toSerial(year, month, end ? lastDay(year, month) : Math.min(day.day, lastDay(year, month))) ?? fail('#NUM!');
}

const field =
  (name: 'year' | 'month' | 'day'): WorkbookFunction =>
  (args, calculation) =>
    dayAt(args, 0, calculation)[name];

/** Parts of a time of day, on whole seconds. */
const clock =
  (unit: number, within: number): WorkbookFunction =>
  (args, calculation) => {
    const serial = numberAt(args, 0, calculation);
    return serial < 0 ? fail('#NUM!') : Math.floor(Math.round((serial - Math.floor(serial)) * 86_400) / unit) % within;
  };

export const DATES: Readonly<Record<string, WorkbookFunction>> = {
  DATE: (args, calculation) => {
    const [year, month, day] = [0, 1, 2].map((i) => Math.trunc(numberAt(args, i, calculation)));
    if (year === undefined || year < 1900 || year > 9999) throw UNKNOWN;
    return toSerial(year, month ?? 1, day ?? 1) ?? fail('#NUM!');
  },
  YEAR: field('year'),
  MONTH: field('month'),
  DAY: field('day'),
  WEEKDAY: (args, calculation) => {
    const { weekday } = dayAt(args, 0, calculation);
    const kind = numberAt(args, 1, calculation, 1);
    if (kind === 1) return weekday + 1;
    if (kind === 2) return weekday === 0 ? 7 : weekday;
    throw UNKNOWN;
  },
  TIME: (args, calculation) => {
    const [hours, minutes, seconds] = [0, 1, 2].map((i) => Math.trunc(numberAt(args, i, calculation))) as [number, number, number];
    const total = hours * 3600 + minutes * 60 + seconds;
    return total < 0 ? fail('#NUM!') : (total % 86_400) / 86_400;
  },
  HOUR: clock(3600, 24),
  MINUTE: clock(60, 60),
  SECOND: clock(1, 60),
  ISOWEEKNUM: (args, calculation) => {
    const day = Math.floor(numberAt(args, 0, calculation));
    if (day < FIRST_DAY || day > LAST_DAY) throw UNKNOWN;
    // the week is that of its Thursday
    const thursday = day + 4 - (fromSerial(day).weekday || 7);
    const first = toSerial(fromSerial(thursday).year, 1, 1) ?? fail('#NUM!');
    return Math.floor((thursday - first) / 7) + 1;
  },
  WORKDAY: (args, calculation) => {
    if (args.length > 2) throw UNKNOWN;
    let [day, left] = [Math.floor(numberAt(args, 0, calculation)), Math.trunc(numberAt(args, 1, calculation))];
    if (day < FIRST_DAY || Math.abs(left) > 100_000) throw UNKNOWN;
    for (const step = Math.sign(left); left !== 0;) {
      day += step;
      if (![0, 6].includes(fromSerial(day).weekday)) left -= step;
    }
    return day;
  },
  EDATE: (args, calculation) => shiftMonths(dayAt(args, 0, calculation), Math.trunc(numberAt(args, 1, calculation)), false),
  EOMONTH: (args, calculation) => shiftMonths(dayAt(args, 0, calculation), Math.trunc(numberAt(args, 1, calculation)), true),
  DAYS: (args, calculation) => Math.trunc(numberAt(args, 0, calculation)) - Math.trunc(numberAt(args, 1, calculation)),
  NETWORKDAYS: (args, calculation) => {
    if (args.length > 2) throw UNKNOWN;
    const [from, to] = [Math.trunc(numberAt(args, 0, calculation)), Math.trunc(numberAt(args, 1, calculation))];
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    if (first < FIRST_DAY || last - first > 200_000) throw UNKNOWN;
    let count = 0;
    for (let day = first; day <= last; day++) if (![0, 6].includes(fromSerial(day).weekday)) count++;
    return from <= to ? count : -count;
  },
};
