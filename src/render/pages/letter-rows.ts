/** Rows of letters as they grow: which row a letter of a page goes on, and whether a space is in front of it. */
import type { Box } from '../../document/rendered-document.ts';
import type { Quarter } from '../../document/turn-box.ts';
import { composeAccent, isAccent } from './drawn-accents.ts';
import { isOutOfPlace, isTurnedBack, precedesLoneSign, putInPlace } from './signs-in-place.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** What the letters of one text object share. */
export interface Style {
  font: string;
  bold: boolean;
  emPt: number;
  color: string;
  mark: number;
  quarter: Quarter;
  faint: Faint;
}

/** Letters without ink, or in the colour of paper; '' for all others. */
type Faint = 'no ink' | 'paper' | '';

/** A row of letters as it grows, in a view where it reads from left to right. */
export interface Row extends Box {
  /** How high and low the letters are that the next one may follow. */
  bandTop: number;
  bandBottom: number;
  text: string;
  /** A space was read behind the last letter; `guessed`: the file has none, there is a gap. */
  spaced: boolean | 'guessed';
  quarter: Quarter;
  font: string;
  color: string;
  faint: Faint;
  fontHeightPt: number;
  letters: number;
  boldLetters: number;
  /** The size and the font of most letters so far, and how many more they are than the others. */
  emPt: number;
  emLead: number;
  fontLead: number;
  words: number[];
  marks: { at: number; id: number }[];
  /** Of each letter the left and right edge, and its index in the text. */
  places: number[];
  /** Box of the last letter, and where in the text the letters of that box begin. */
  lastLeft: number;
  lastRight: number;
  ligatureAt: number;
  /** The last letter is an accent by itself. */
  accented: boolean;
}

/** Of heights: a wider gap begins another piece of text. Sizes further apart than the ratio are of two texts. */
const REACH = 1.6;
const EM_RATIO_MAX = 2;

/** The letter goes on with the row, to its right or (in Hebrew and Arabic) its left; the letters of a ligature share one box. */
function follows(row: Row, letter: Box, { quarter, emPt }: Pick<Style, 'quarter' | 'emPt'>): boolean {
  const height = Math.max(row.bandBottom - row.bandTop, letter.bottom - letter.top, 4);
  const middle = (letter.top + letter.bottom) / 2;
  // words beside a large figure are no part of its line
  const small = Math.min(row.emPt, emPt);
  const large = Math.max(row.emPt, emPt);
  const reach = (small > 0 && large > small * EM_RATIO_MAX ? small : height) * REACH;
  return (
    row.quarter === quarter &&
    middle > row.bandTop - height * 0.45 &&
    middle < row.bandBottom + height * 0.45 &&
    letter.right > row.left - reach &&
    letter.left < row.right + reach
  );
}

/** Of heights: how much lower the letters of the next line are at least, in their middle or (quotation marks) at their top, and how far back it begins. */
const LOWER_MIN = 0.6;
const TOP_LOWER_MIN = 0.75;
const OPENING_LOWER_MIN = 0.35;
const OPENS = /[\p{Ps}\p{Pi}]/u;
const BACK_MIN = 2;

/** A letter far to the left of the last one and below it begins the next line, however close that is: titles are set tight. */
function beginsNextLine(row: Row, letter: Box, char: string): boolean {
  const height = Math.max(row.bandBottom - row.bandTop, letter.bottom - letter.top, 4);
  const lower = (letter.top + letter.bottom - row.bandTop - row.bandBottom) / 2;
  return (
    letter.right < row.lastLeft - height * BACK_MIN &&
    (lower > height * LOWER_MIN || letter.top - row.bandTop > height * (OPENS.test(char) ? OPENING_LOWER_MIN : TOP_LOWER_MIN)) &&
    !RIGHT_TO_LEFT.test(char) &&
    !RIGHT_TO_LEFT.test(row.text.at(-1) ?? '')
  );
}

const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** PDFium tells the two halves of an emoji one by one: this is the first of them, or a sign of one half. */
const PICTOGRAM = /^[\uD83C-\uD83E\u2600-\u27BF]/;
const WORDLIKE = /[\p{L}\p{N}%‰°]/u;
/** Of sizes: the air that programs set between Han or Kana and Latin letters or digits, and what parts a sign from the word before it. */
const AIR_MAX = 0.75;
const SIGN_GAP = 0.12;

/** Whether a space is between the row and the next letter. */
function isApart(row: Row, letter: Box, char: string): boolean {
  const em = Math.max(row.emPt, row.bandBottom - row.bandTop, 4);
  const gap = Math.max(letter.left - row.lastRight, row.lastLeft - letter.right);
  if (isTurnedBack(row, letter, char, em)) return true;
  if (row.spaced !== 'guessed') return row.spaced || (gap > em * SIGN_GAP && PICTOGRAM.test(char));
  const before = row.text.at(-1) ?? '';
  return !(gap < em * AIR_MAX && (NO_SPACES.test(char) || NO_SPACES.test(before)) && WORDLIKE.test(char) && WORDLIKE.test(before));
}

/** The new row where the letter begins one; the height of its font is for the caller to say. */
export function addLetter(rows: Row[], letter: Box, char: string, style: Style): Row | undefined {
  const last = rows.at(-1);
  let row = last;
  if (
    !row ||
    row.faint !== style.faint ||
    !follows(row, letter, style) ||
    beginsNextLine(row, letter, char) ||
    precedesLoneSign(row, letter, char)
  ) {
    row = {
      ...letter,
      bandTop: letter.top,
      bandBottom: letter.bottom,
      text: char,
      spaced: false,
      quarter: style.quarter,
      font: style.font,
      color: style.color,
      faint: style.faint,
      fontHeightPt: 0,
      letters: 0,
      boldLetters: 0,
      emPt: style.emPt,
      emLead: 0,
      fontLead: 0,
      words: [0, letter.left, letter.right],
      marks: [{ at: 0, id: style.mark }],
      places: [letter.left, letter.right, 0],
      lastLeft: letter.left,
      lastRight: letter.right,
      ligatureAt: 0,
      accented: false,
    };
    rows.push(row);
  } else if (isOutOfPlace(row, letter, char)) {
    putInPlace(row, letter, char);
    row.letters++;
    if (style.bold) row.boldLetters++;
    return undefined;
  } else if (addAccented(row, letter, char, style.emPt)) return undefined;
  else {
    if (isApart(row, letter, char)) {
      row.text += ' ';
      row.words.push(row.text.length, letter.left, letter.right);
    }
    if (row.marks.at(-1)?.id !== style.mark) row.marks.push({ at: row.text.length, id: style.mark });
    // The letters of a ligature share one box; PDFium turns those of Arabic round with the line.
    const ligature = row.lastLeft === letter.left && row.lastRight === letter.right && !row.spaced && RIGHT_TO_LEFT.test(char);
    row.text = ligature ? row.text.slice(0, row.ligatureAt) + char + row.text.slice(row.ligatureAt) : row.text + char;
    if (!ligature) row.ligatureAt = row.text.length - char.length;
    row.places.push(letter.left, letter.right, row.text.length - char.length);
    row.spaced = false;
    widen(row, letter, style.emPt);
  }
  row.accented = isAccent(char);
  row.lastLeft = letter.left;
  row.lastRight = letter.right;
  row.letters++;
  if (style.bold) row.boldLetters++;
  if (Math.abs(style.emPt - row.emPt) < 0.05) row.emLead++;
  else if (--row.emLead < 0) [row.emPt, row.emLead] = [style.emPt, 1];
  if (style.font === row.font) row.fontLead++;
  else if (--row.fontLead < 0) [row.font, row.fontLead] = [style.font, 1];
  return row === last ? undefined : row;
}

/** Whether the letter is one with the last of the row: its accent, or the letter below that. */
function addAccented(row: Row, letter: Box, char: string, emPt: number): boolean {
  const composed = composeAccent(row, row.accented, letter, char);
  if (composed === undefined) return false;
  row.text = row.text.slice(0, -1) + composed;
  row.accented = false;
  row.spaced = false;
  row.lastLeft = Math.min(row.lastLeft, letter.left);
  row.lastRight = Math.max(row.lastRight, letter.right);
  row.places.splice(-3, 2, row.lastLeft, row.lastRight);
  widen(row, letter, emPt);
  return true;
}

/** A first letter of three lines, or a tall bracket, is no measure for what follows: else all lines beside it, and then all beside those, would be one. */
const BAND_EM_MAX = 1.6;
/** Of a small letter, where the file tells no size that can be. */
const EM_PER_LETTER = 1.4;
const HALF_LINE_EM = 0.4;

function widen(row: Row, letter: Box, emPt: number): void {
  row.bandTop = Math.min(row.bandTop, letter.top);
  row.bandBottom = Math.max(row.bandBottom, letter.bottom);
  const em = Math.max(emPt, (letter.bottom - letter.top) * EM_PER_LETTER);
  if (row.bandBottom - row.bandTop > em * BAND_EM_MAX) {
    const [middle, half] = [(letter.top + letter.bottom) / 2, em * HALF_LINE_EM];
    row.bandTop = Math.min(letter.top, middle - half);
    row.bandBottom = Math.max(letter.bottom, middle + half);
  }
  const last = row.words.length - 1;
  row.words[last - 1] = Math.min(row.words[last - 1] ?? Infinity, letter.left);
  row.words[last] = Math.max(row.words[last] ?? -Infinity, letter.right);
  row.left = Math.min(row.left, letter.left);
  row.top = Math.min(row.top, letter.top);
  row.right = Math.max(row.right, letter.right);
  row.bottom = Math.max(row.bottom, letter.bottom);
}
