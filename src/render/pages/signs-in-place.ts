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
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Of a row that has more, letters are left as they come: each one that is put moves all behind it. */
const PLACES_MAX = 3 * 2_000;
const OPENS = /[\p{Ps}\p{Pi}"']/u;
const SIGNS = /^[\p{P} ]+$/u;
/** Of sizes: what parts a sign from a word, and from a letter of China or Japan. */
const GAP_EM = 0.12;
const UNDIVIDED_GAP_EM = 0.75;
const OVERLAP_EM = 0.1;

/** A sign to the left of the letter that was read last, or a letter to the left of a row that has nothing but signs. */
export function isOutOfPlace(row: Lettered, letter: Box, char: string): boolean {
  if (letter.right > row.lastLeft || row.places.length > PLACES_MAX) return false;
  if (RIGHT_TO_LEFT.test(char) || RIGHT_TO_LEFT.test(row.text)) return false;
  return SIGNS.test(char) || SIGNS.test(row.text);
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
  const lone = rows.filter((row) => row.letters === 1 && SIGNS.test(row.text));
  if (lone.length === 0 || lone.length > SIGNS_MAX) return [...rows];
  const joined = new Set<T>();
  for (const sign of lone) {
    const host = rows.find((row) => row !== sign && row.letters > 1 && isGapOf(row, sign));
    if (!host) continue;
    putInPlace(host, sign, sign.text);
    host.letters++;
    joined.add(sign);
  }
  return rows.filter((row) => !joined.has(row));
}

/** Whether nothing of the row is where the sign is, and letters of the row are close to it on both sides. */
function isGapOf(row: Lettered, sign: Lettered): boolean {
  const middle = (sign.top + sign.bottom) / 2;
  if (row.quarter !== sign.quarter || row.faint !== sign.faint || middle < row.top || middle > row.bottom) return false;
  if (sign.left < row.left || sign.right > row.right || RIGHT_TO_LEFT.test(row.text)) return false;
  const em = Math.max(row.emPt, 4);
  let [before, behind] = [-Infinity, Infinity];
  for (let index = 0; index < row.places.length; index += 3) {
    const [left = 0, right = 0] = row.places.slice(index, index + 2);
    if (right <= sign.left + em * OVERLAP_EM) before = Math.max(before, right);
    else if (left >= sign.right - em * OVERLAP_EM) behind = Math.min(behind, left);
    else return false;
  }
  return sign.left - before < em && behind - sign.right < em;
}
