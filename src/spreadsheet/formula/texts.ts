/** Text functions. Lengths are counted in UTF-16 units, as Excel does. */
import { isError, type Scalar } from '../formula-tree.ts';
import type { WorkbookFunction } from './all.ts';
import { booleanAt, numberAt, scalarAt, textAt, valuesOf } from './arguments.ts';
import { fail, Failed, toNumber, toText, UNKNOWN } from './values.ts';

/** What a cell can hold. */
const CHARS_MAX = 32_767;
const bounded = (text: string): string => (text.length > CHARS_MAX ? fail('#VALUE!') : text);

const change =
  (edit: (text: string) => string): WorkbookFunction =>
  (args, calculation) =>
    edit(textAt(args, 0, calculation));

function join(values: Iterable<Scalar>): string {
  let text = '';
  for (const value of values) {
    if (isError(value)) throw new Failed(value);
    text = bounded(text + toText(value));
  }
  return text;
}

function count(args: Parameters<WorkbookFunction>[0], index: number, calculation: Parameters<WorkbookFunction>[1]): number {
  const value = Math.trunc(numberAt(args, index, calculation, 1));
  return value < 0 ? fail('#VALUE!') : value;
}

const find =
  (sensitive: boolean): WorkbookFunction =>
  (args, calculation) => {
    const [wanted, text] = [textAt(args, 0, calculation), textAt(args, 1, calculation)];
    if (!sensitive && /[*?~]/.test(wanted)) throw UNKNOWN;
    const start = Math.trunc(numberAt(args, 2, calculation, 1)) - 1;
    const found = start < 0 ? -1 : sensitive ? text.indexOf(wanted, start) : text.toLowerCase().indexOf(wanted.toLowerCase(), start);
    return found < 0 ? fail('#VALUE!') : found + 1;
  };

export const TEXTS: Readonly<Record<string, WorkbookFunction>> = {
  CONCATENATE: (args, calculation) => join(args.map((argument) => calculation.value(argument))),
  CONCAT: (args, calculation) => join(valuesOf(args, calculation)),
  TEXTJOIN: (args, calculation) => {
    const between = textAt(args, 0, calculation);
    const skip = booleanAt(args, 1, calculation, true);
    const texts: string[] = [];
    for (const value of valuesOf(args.slice(2), calculation)) {
      const text = toText(value);
      if (!skip || text !== '') texts.push(text);
    }
    return bounded(texts.join(between));
  },
  LEFT: (args, calculation) => textAt(args, 0, calculation).slice(0, count(args, 1, calculation)),
  RIGHT: (args, calculation) => {
    const length = count(args, 1, calculation);
    return length === 0 ? '' : textAt(args, 0, calculation).slice(-length);
  },
  MID: (args, calculation) => {
    const start = Math.trunc(numberAt(args, 1, calculation));
    return start < 1 ? fail('#VALUE!') : textAt(args, 0, calculation).slice(start - 1, start - 1 + count(args, 2, calculation));
  },
  LEN: (args, calculation) => textAt(args, 0, calculation).length,
  UPPER: change((text) =>
    text.replaceAll(/\p{L}/gu, (letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter)),
  ),
  LOWER: change((text) => text.toLowerCase()),
  TRIM: change((text) => text.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '')),
  PROPER: change((text) => text.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())),
  EXACT: (args, calculation) => textAt(args, 0, calculation) === textAt(args, 1, calculation),
  REPT: (args, calculation) => {
    const [text, times] = [textAt(args, 0, calculation), Math.trunc(numberAt(args, 1, calculation))];
    return times < 0 || text.length * times > CHARS_MAX ? fail('#VALUE!') : text.repeat(times);
  },
  SUBSTITUTE: (args, calculation) => {
    const [text, old, fresh] = [textAt(args, 0, calculation), textAt(args, 1, calculation), textAt(args, 2, calculation)];
    if (args.length > 3) throw UNKNOWN;
    return old === '' ? text : bounded(text.replaceAll(old, () => fresh));
  },
  REPLACE: (args, calculation) => {
    const [text, from, length] = [
      textAt(args, 0, calculation),
      Math.trunc(numberAt(args, 1, calculation)),
      Math.trunc(numberAt(args, 2, calculation)),
    ];
    return from < 1 || length < 0
      ? fail('#VALUE!')
      : bounded(text.slice(0, from - 1) + textAt(args, 3, calculation) + text.slice(from - 1 + length));
  },
  UNICHAR: (args, calculation) => {
    const code = Math.trunc(numberAt(args, 0, calculation));
    return code < 1 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? fail('#VALUE!') : String.fromCodePoint(code);
  },
  UNICODE: (args, calculation) => textAt(args, 0, calculation).codePointAt(0) ?? fail('#VALUE!'),
  T: (args, calculation) => {
    const value = scalarAt(args, 0, calculation);
    return typeof value === 'string' ? value : '';
  },
  FIND: find(true),
  SEARCH: find(false),
  VALUE: (args, calculation) => {
    const value = scalarAt(args, 0, calculation);
    // other spellings of numbers depend on the reader's country
    if (typeof value === 'string' && !/^\s*-?\d+\s*$/.test(value)) throw UNKNOWN;
    return toNumber(value);
  },
  N: (args, calculation) => {
    const value = scalarAt(args, 0, calculation);
    return typeof value === 'number' ? value : value === true ? 1 : 0;
  },
};
