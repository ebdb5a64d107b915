/** What is done to a value behind a pipe, in the habits of a language (Unicode CLDR, by way of Intl). */
import { TagFault, type Scalar } from './expression.ts';
import { isList, isRecord, isTrue, MISSING, type Data, type Value } from './scope.ts';
import { formatDate } from './format-date.ts';

type Format = (value: Value, args: readonly Value[], locale: string) => Value;

/** The number that a value is; texts such as "12.5" count. @throws TagFault */
function needNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value)) return Number(value);
  throw new TagFault(`${describe(value)} is no number`);
}

/** A value in the words of a message. */
function describe(value: Value): string {
  if (value === MISSING) return 'a missing value';
  if (isList(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value);
}

/** A scalar as text: numbers with the decimal sign of the language and without groups. @throws TagFault for lists of objects, and objects */
export function textOfValue(value: Value, locale: string): string {
  if (value === MISSING || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15 }).format(value);
  if (typeof value === 'boolean') return String(value);
  if (isList(value) && value.every((one) => typeof one !== 'object' || one === null))
    return value.map((one) => textOfValue(one, locale)).join(', ');
  throw new TagFault(isList(value) ? 'it is a list of objects: repeat over it with a loop' : 'it is an object: name one of its fields');
}

const digitsOf = (args: readonly Value[], at: number): number | undefined => {
  const wanted = args[at];
  if (wanted === undefined || wanted === MISSING) return undefined;
  const digits = needNumber(wanted);
  if (!Number.isInteger(digits) || digits < 0 || digits > 15) throw new TagFault('decimals are a number from 0 to 15');
  return digits;
};

const text = (change: (value: string, locale: string) => string): Format => {
  return (value, _args, locale) => change(textOfValue(value, locale), locale);
};

function currency(value: Value, args: readonly Value[], locale: string): string {
  const code = args[0] === undefined || args[0] === MISSING ? '' : String(args[0]);
  if (!/^[A-Za-z]{3}$/.test(code)) throw new TagFault('currency takes the code of one, as in | currency EUR');
  const digits = digitsOf(args, 1);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code.toUpperCase(),
    ...(digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  });
  return format.format(needNumber(value));
}

function percent(value: Value, args: readonly Value[], locale: string): string {
  const digits = digitsOf(args, 0);
  const options = digits === undefined ? { maximumFractionDigits: 2 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'percent', ...options }).format(needNumber(value));
}

function number(value: Value, args: readonly Value[], locale: string): string {
  const digits = digitsOf(args, 0);
  const options = digits === undefined ? { maximumFractionDigits: 15 } : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, options).format(needNumber(value));
}

function needList(value: Value, field: Value | undefined): Data[] {
  if (!isList(value)) throw new TagFault(`${describe(value)} is no list`);
  if (field === undefined || field === MISSING) return [...value];
  return value.map((one) => (isRecord(one) && Object.hasOwn(one, String(field)) ? (one[String(field)] ?? null) : null));
}

const sum = (values: readonly Data[]): number =>
  Number(values.reduce<number>((total, value) => total + (value === null ? 0 : needNumber(value)), 0).toPrecision(15));

const title = (value: string, locale: string): string =>
  value.replaceAll(
    /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu,
    (word) => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1).toLocaleLowerCase(locale),
  );

const scalar = (value: Value | undefined): Value => value ?? '';

/** By name; those that take a missing value are in `TAKES_MISSING`. */
const FORMATS: Readonly<Record<string, Format>> = {
  number,
  currency,
  percent,
  date: (value, args, locale) => formatDate(value, args[0], 'date', locale),
  time: (value, args, locale) => formatDate(value, args[0], 'time', locale),
  datetime: (value, args, locale) => formatDate(value, args[0], 'datetime', locale),
  upper: text((value, locale) => value.toLocaleUpperCase(locale)),
  lower: text((value, locale) => value.toLocaleLowerCase(locale)),
  title: text(title),
  capital: text((value, locale) => value.charAt(0).toLocaleUpperCase(locale) + value.slice(1)),
  trim: text((value) => value.trim()),
  default: (value, args) => (value === MISSING || value === null || value === '' ? scalar(args[0]) : value),
  join: (value, args, locale) => {
    const values = needList(value, args[1]).map((one) => textOfValue(one, locale));
    return args[0] === 'and'
      ? new Intl.ListFormat(locale, { type: 'conjunction' }).format(values)
      : values.join(args[0] === undefined ? ', ' : String(args[0]));
  },
  count: (value) => (isList(value) ? value.length : isRecord(value) ? Object.keys(value).length : [...textOfValue(value, 'en')].length),
  sum: (value, args) => sum(needList(value, args[0])),
  average: (value, args) => {
    const values = needList(value, args[0]);
    if (values.length === 0) throw new TagFault('an empty list has no average');
    return Number((sum(values) / values.length).toPrecision(15));
  },
  round: (value, args) => Number(needNumber(value).toFixed(digitsOf(args, 0) ?? 0)),
  yesno: (value, args) => scalar(isTrue(value) ? (args[0] ?? 'yes') : (args[1] ?? (args.length === 0 ? 'no' : ''))),
  truncate: (value, args, locale) => {
    const whole = [...textOfValue(value, locale)];
    const most = digitsLimit(args[0]);
    return whole.length > most
      ? `${whole
          .slice(0, Math.max(0, most - 1))
          .join('')
          .trimEnd()}…`
      : whole.join('');
  },
};
const TAKES_MISSING = new Set(['default', 'yesno']);

function digitsLimit(value: Value | undefined): number {
  const most = needNumber(value ?? MISSING);
  if (!Number.isInteger(most) || most < 1) throw new TagFault('truncate takes a number of characters');
  return most;
}

export const FORMATTERS = Object.keys(FORMATS).sort();

/** @throws TagFault: unknown formatter, wrong type */
export function format(name: string, value: Value, args: readonly (Value | Scalar)[], locale: string): Value {
  const made = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (made === undefined) throw new TagFault(`there is no formatter "${name}"; there are ${FORMATTERS.join(', ')}`);
  if ((value === MISSING || value === null) && !TAKES_MISSING.has(name)) return value;
  return made(value, args, locale);
}

/** Whether there is such a formatter. */
export const isFormatter = (name: string): boolean => Object.hasOwn(FORMATS, name);
