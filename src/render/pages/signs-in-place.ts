/**
 * Signs that a page draws before or behind the letters around them, as programs do with those that the font of the text lacks:
 * `乔•吉拉德` may come as `乔吉拉德` and `•`. They are put where they are seen.
 */
import type { Box } from '../../document/rendered-document.ts';

/** What is known of a row of letters here. */
export interface Lettered extends Box {
  text: string;
  emPt: number;
  letters: number;
  quarter: number;
  faint: string;
  /** For each word where it begins in the text, its left and its right edge. */
  words: number[];
  marks: { at: number; id: number }[];
  /** Of each letter the left and right edge, and its index in the text. */
  places: number[];
  lastLeft: number;
  lastRight: number;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Of a row that has more, letters are left as they come: each one that is put moves all behind it. */
const PLACES_MAX = 3 * 2_000;
const OPENS = /[\p{Ps}\p{Pi}"']/u;
const SIGN = /^\p{P}$/u;
/** Of sizes: what parts a sign from a word, and from a letter of China or Japan. */
const GAP_EM = 0.12;
const UNDIVIDED_GAP_EM = 0.75;
const OVERLAP_EM = 0.2;
/** Of the width of a sign, how wide the gap for it is at least. */
const GAP_SHARE = 0.8;
const LEVEL_EM = 0.25;

/**
 * A sign to the left of the letter that was read last, in a gap that the row leaves for it. What does not fit is no part of the line: a
 * quotation mark at the beginning of the next one reaches up to it.
 */
export function isOutOfPlace(row: Lettered, letter: Box, char: string): boolean {
  if (letter.right > row.lastLeft || row.places.length > PLACES_MAX) return false;
  if (RIGHT_TO_LEFT.test(char) || RIGHT_TO_LEFT.test(row.text) || !isLevelWith(row, letter)) return false;
  return SIGN.test(char) && isInGap(row, letter);
}

/** The row is a sign and nothing else, and the letter is to the left of it: the sign was drawn before its line, which finds it later. */
export const precedesLoneSign = (row: Lettered, letter: Box, char: string): boolean =>
  row.letters === 1 && letter.right <= row.left && SIGN.test(row.text) && !SIGN.test(char) && !RIGHT_TO_LEFT.test(char);

const BACK_EM_MIN = 0.5;

/** A sign that was drawn behind letters to the right of it and does not fit between them, or the letter behind such a sign. */
export function isTurnedBack(row: Lettered, letter: Box, char: string, em: number): boolean {
  const isBack = letter.right <= row.lastLeft;
  const isBehind = row.lastRight < row.right - em * BACK_EM_MIN && letter.left >= row.right - 1;
  // nearly no letter is either: what it is, is asked last
  if (!isBack && !isBehind) return false;
  const before = row.text.at(-1) ?? '';
  if (RIGHT_TO_LEFT.test(char) || RIGHT_TO_LEFT.test(before)) return false;
  return (isBack && SIGN.test(char)) || (isBehind && SIGN.test(before));
}

function isLevelWith(row: Lettered, letter: Box): boolean {
  const reach = Math.max(row.emPt, 4) * LEVEL_EM;
  const middle = (letter.top + letter.bottom) / 2;
  return middle > row.top - reach && middle < row.bottom + reach;
}

/** Whether no letter of the row is where another one is to go, and some are close to it on both sides. */
function isInGap(row: Lettered, letter: Box): boolean {
  const em = Math.max(row.emPt, 4);
  let [before, behind] = [-Infinity, Infinity];
  for (let index = 0; index < row.places.length; index += 3) {
    const [left = 0, right = 0] = [row.places[index], row.places[index + 1]];
    if (right <= letter.left + em * OVERLAP_EM) before = Math.max(before, right);
    else if (left >= letter.right - em * OVERLAP_EM) behind = Math.min(behind, left);
    else return false;
  }
  return letter.left - before < em && behind - letter.right < em && behind - before >= (letter.right - letter.left) * GAP_SHARE;
}

const isApart = (gap: number, em: number, other: string): boolean =>
  other !== '' && other !== ' ' && gap > em * (UNDIVIDED.test(other) ? UNDIVIDED_GAP_EM : GAP_EM);

/** Puts a letter between those of the row that are to its left and to its right, with spaces where there are gaps. */
export function putInPlace(row: Lettered, letter: Box, char: string): void {
  const { places } = row;
  let index = 0;
  while (index < places.length && (places[index] ?? 0) < letter.left) index += 3;
  const em = Math.max(row.emPt, 4);
  const end = index < places.length ? (places[index + 2] ?? 0) : row.text.length;
  const behind = row.text.slice(end);
  const gapBefore = letter.left - (places[index - 2] ?? letter.left);
  const gapBehind = (places[index] ?? letter.right) - letter.right;
  // a space that stood for the gap goes where the sign fills it
  const before = row.text.slice(0, end).trimEnd();
  const spaceBefore = isApart(gapBefore, em, before.at(-1) ?? '') ? ' ' : '';
  // what a gap parts from the word before it, and does not open the next one, is a word of its own
  const isWord = spaceBefore !== '' && index < places.length && !OPENS.test(char) && !UNDIVIDED.test(behind);
  const spaceBehind = isWord || isApart(gapBehind, em, behind[0] ?? '') ? ' ' : '';
  const head = `${before}${spaceBefore}`;
  const shift = head.length + char.length + spaceBehind.length - end;
  for (let next = index; next < places.length; next += 3) places[next + 2] = (places[next + 2] ?? 0) + shift;
  for (const mark of row.marks) if (mark.at >= end && mark.at > 0) mark.at += shift;
  places.splice(index, 0, letter.left, letter.right, head.length);
  row.text = `${head}${char}${spaceBehind}${behind}`;
  row.words = wordsOf(row);
  row.left = Math.min(row.left, letter.left);
  row.top = Math.min(row.top, letter.top);
  row.right = Math.max(row.right, letter.right);
  row.bottom = Math.max(row.bottom, letter.bottom);
}

/** Words and their edges, from the places of their letters. */
function wordsOf({ text, places }: Lettered): number[] {
  const words: number[] = [];
  let isNew = true;
  let last = 0;
  for (let index = 0; index < places.length; index += 3) {
    const [left = 0, right = 0, at = 0] = places.slice(index, index + 3);
    if (text.slice(last, at).includes(' ')) isNew = true;
    if (isNew) words.push(at, left, right);
    else {
      words[words.length - 2] = Math.min(words.at(-2) ?? left, left);
      words[words.length - 1] = Math.max(words.at(-1) ?? right, right);
    }
    [isNew, last] = [false, at];
  }
  return words;
}

/** A page with more signs that are rows by themselves is a drawing, or full of leaders. */
const SIGNS_MAX = 60;

/** The rows, signs that are rows by themselves within the gap between two letters of another row put there. */
export function joinLoneSigns<T extends Lettered>(rows: readonly T[]): T[] {
  const lone = rows.filter((row) => row.letters === 1 && SIGN.test(row.text));
  if (lone.length === 0 || lone.length > SIGNS_MAX) return [...rows];
  const joined = new Set<T>();
  for (const sign of lone) {
    const host = rows.find((row) => row !== sign && row.letters > 1 && takes(row, sign));
    if (!host) continue;
    putInPlace(host, sign, sign.text);
    host.letters++;
    joined.add(sign);
  }
  return rows.filter((row) => !joined.has(row));
}

const takes = (row: Lettered, sign: Lettered): boolean =>
  row.quarter === sign.quarter && row.faint === sign.faint && isLevelWith(row, sign) && !RIGHT_TO_LEFT.test(row.text) && isInGap(row, sign);
