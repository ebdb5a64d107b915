/** What somebody types before the text of an item: bullets, and whatever counts. */
import { isBullet } from '../pdf/list-marks.ts';

export interface Count {
  /** Marks of one kind count on with each other: `a)`, `(a)`, `1.`, `1.1`. */
  kind: string;
  number: number;
  /** Headings and names begin with such as well. */
  weak: boolean;
}

export interface TypedMark {
  /** What it may count: `i)` is the ninth letter and the first Roman number. */
  counts: Count[];
  /** Numbers in one: `1.1` has two; 0 for what is no number. */
  depth: number;
  /** Letters of the mark with the space behind it. */
  length: number;
  bullet: boolean;
  /** A number as our lists count: `1.` and `1)`. */
  plain: boolean;
}

/** Bullets that text begins with as well, so that a space is needed and a letter behind it; the `o` of a typewriter font, before a tab. */
const TYPEWRITTEN = /^(?:[-–*]\s+(?=[^\s\d])|[·・･ㆍ]\s*(?=\p{L})|o\t\s*(?=\S))/u;
/** `- 3 -`: a line between dashes. */
const BETWEEN_DASHES = /^([-–]) .* \1$/u;
/** Letters that lists count by, in their order: Latin, Cyrillic, Greek, Hebrew, Japanese, Korean. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'абвгдежзиклмнопрстуфхцчшщэюя',
  'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  '가나다라마바사아자차카타파하',
];
const KANA = 6;
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';
const IDEOGRAPHS = '一二三四五六七八九十';
const COUNTED = new RegExp(
  `^(\\(?)(?:(\\d{1,3}(?:\\.\\d{1,3}){0,4})|([ivxlIVXL]{1,6}|\\p{L})|([${IDEOGRAPHS}]{1,3})|([${CIRCLED}]))([.)、]?)(\\s*)(?=\\S)`,
  'u',
);
/** `20. November 2026` */
const DATE = /^\d{1,2}\. \p{L}{3,12}\.? \d{4}(?!\d)/u;
/** `14.2 %` is a figure. */
const FIGURE = /^[%‰°×±+\-–−=<>/]/u;
/** Full-width signs (Unicode FF01 to FF5E) as those that they stand for, so many as before. */
const narrow = (text: string): string => text.replaceAll(/[！-～]/gu, (sign) => sign.normalize('NFKC'));
const HEAD_CHARS = 24;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

function romanOf(text: string): number {
  const values = [...text.toLowerCase()].map((sign) => ROMAN[sign] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** `十二` is 12. */
function ideographsOf(text: string): number {
  const values = [...text].map((sign) => IDEOGRAPHS.indexOf(sign) + 1);
  const ten = values.indexOf(10);
  if (ten < 0) return values.length === 1 ? (values[0] ?? 0) : 0;
  return (ten === 0 ? 1 : (values[0] ?? 1)) * 10 + (values[ten + 1] ?? 0);
}

function bulletOf(text: string): TypedMark | undefined {
  const [first = ''] = text;
  const found = TYPEWRITTEN.exec(text)?.[0];
  const shaped = isBullet(first) && !/[·☐☑☒✅✗✘]/u.test(first) ? /^.\s*(?=\S)/su.exec(text)?.[0] : undefined;
  const sign = found ?? shaped;
  if (sign === undefined || BETWEEN_DASHES.test(text)) return undefined;
  return { counts: [{ kind: `bullet ${first}`, number: 1, weak: false }], depth: 0, length: sign.length, bullet: true, plain: false };
}

/** What letters count, with the kind of each. */
function lettersOf(letters: string, around: string): Count[] {
  const counts: Count[] = [];
  const alphabet = ALPHABETS.findIndex((signs) => [...letters].length === 1 && signs.includes(letters));
  // `A. Meier` is a name
  const weak = /^\p{Lu}$/u.test(letters) && around === '.';
  if (alphabet >= 0) counts.push({ kind: `${alphabet} ${around}`, number: (ALPHABETS[alphabet] ?? '').indexOf(letters) + 1, weak });
  if (/^(?:[ivxl]+|[IVXL]+)$/.test(letters))
    counts.push({ kind: `${/^\p{Lu}/u.test(letters) ? 'I' : 'i'} ${around}`, number: romanOf(letters), weak });
  return counts;
}

function numberOf(number: string, around: string): Count | undefined {
  const parts = number.split('.');
  if (parts.some((part) => part.startsWith('0'))) return undefined;
  return { kind: `${parts.slice(0, -1).join('.')}# ${around}`, number: Number(parts.at(-1)), weak: parts.length > 1 || around === '、' };
}

/** The mark that a paragraph begins with; undefined where there is none, or where it is a date or a figure. */
export function readMark(said: string): TypedMark | undefined {
  const bullet = bulletOf(said);
  if (bullet) return bullet;
  const text = `${narrow(said.slice(0, HEAD_CHARS))}${said.slice(HEAD_CHARS)}`;
  const [all, open = '', number, letters, ideographs, circled, close = '', gap = ''] = COUNTED.exec(text) ?? [];
  if (all === undefined || (open !== '' && close !== ')')) return undefined;
  const around = `${open}${close}`;
  // brackets that are full-width and the comma of lists need no space behind them
  const needsGap = !(close === '、' || (open !== '' && said.startsWith('（')) || /[．）]\s*$/u.test(said.slice(0, all.length)));
  const behind = text.slice(all.length);
  const mark = { depth: 0, length: all.length, bullet: false, plain: false };
  if (circled !== undefined) return { ...mark, counts: [{ kind: 'circled', number: CIRCLED.indexOf(circled) + 1, weak: false }] };
  if (number !== undefined) {
    const parts = number.split('.').length;
    const stuck = parts > 1 && close !== '' && /^\p{Lu}/u.test(behind);
    if ((needsGap && gap === '' && !stuck) || (!needsGap && /^\d/.test(behind))) return undefined;
    // `12 persons` is a figure, `1.1 Scope` counts on with others alone
    if ((parts === 1 && close === '') || (close === '' && FIGURE.test(behind)) || DATE.test(text)) return undefined;
    const count = numberOf(number, around);
    return count && { ...mark, counts: [count], depth: parts, plain: parts === 1 && (around === '.' || around === ')') };
  }
  if (ideographs !== undefined && (close === '、' || open !== ''))
    return { ...mark, counts: [{ kind: `ideographs ${around}`, number: ideographsOf(ideographs), weak: true }] };
  if (letters === undefined || (needsGap && gap === '')) return undefined;
  // kana stand before a gap by themselves
  if (close === '' && !(ALPHABETS[KANA]?.includes(letters) && gap !== '')) return undefined;
  const counts = lettersOf(letters, around);
  return counts.length === 0 ? undefined : { ...mark, counts };
}
