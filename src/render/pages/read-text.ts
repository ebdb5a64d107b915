/**
 * The text of a page in its lines. PDFium tells letters and their boxes; they are joined here, since its own rectangles
 * are single words in many files and slow to ask for.
 */
import { looksAlike } from '../../base/color.ts';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { quarterOf, turnSize } from './page-frame.ts';
import { turnBox } from '../../document/turn-box.ts';
import type { Frame } from './page-frame.ts';
import type { Quarter } from '../../document/turn-box.ts';
import type { Parts } from './pdfium.ts';
import { isOutOfPlace, isTurnedBack, joinLoneSigns, precedesLoneSign, putInPlace } from './signs-in-place.ts';
import { reserve } from './reserve.ts';
import type { Reserved } from './reserve.ts';

/** Of a page: lines of a poster full of small print have many letters, glyphs that are scattered are a line each. */
const CHARS_MAX = 200_000;
const ROWS_MAX = 10_000;
const FONT_NAME_BYTES = 256;
const BOLD = /bold|black|heavy|demi|medi$|^(?:cmbx|cmssbx|sfbx|sfssbx)/i;
const PAPER = 'FFFFFF';
const FILL = 0;
const NO_INK = 3;
/** Outlines drawn beside the filling make letters bold. */
const FILL_AND_STROKE = 2;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** PDFium tells a hyphen at the end of a line as this. */
const LINE_END_HYPHENS = new Set([0x02, 0xfffe]);

/** What the letters of one text object share. */
interface Style {
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
interface Row extends Box {
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
}

/** `faint`: lines that may be unseen. */
export interface PageText {
  lines: RenderedLine[];
  quarter: Quarter;
  fonts: Set<string>;
  faint: Map<RenderedLine, 'no ink' | 'paper'>;
  /** Share of the letters whose characters the file does not tell; 0 where that was not asked. */
  guessed: number;
  /** The page holds more text than is read of one. */
  cut: boolean;
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
function addLetter(rows: Row[], letter: Box, char: string, style: Style): Row | undefined {
  const last = rows.at(-1);
  let row = last;
  if (!row || row.faint !== style.faint || !follows(row, letter, style) || precedesLoneSign(row, letter, char)) {
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
    };
    rows.push(row);
  } else if (isOutOfPlace(row, letter, char)) {
    putInPlace(row, letter, char);
    row.letters++;
    if (style.bold) row.boldLetters++;
    return undefined;
  } else {
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

interface Reading {
  structure: boolean;
  letters: number;
  /** Those of which the file does not say what characters they are. */
  guessed: number;
  cut: boolean;
  pdfium: Parts;
  text: number;
  memory: Reserved;
  fonts: Map<number, { name: string; bold: boolean }>;
  frame: Frame;
}

function fontOf({ pdfium, memory, fonts }: Reading, object: number): { name: string; bold: boolean } {
  const { call, library } = pdfium;
  const handle = object === 0 ? 0 : call.FPDFTextObj_GetFont(object);
  const known = fonts.get(handle);
  if (known) return known;
  const bytes = handle === 0 ? 0 : call.FPDFFont_GetBaseFontName(handle, memory.address, FONT_NAME_BYTES);
  // subsets are named ABCDEF+Name
  const name =
    bytes > 1 && bytes <= FONT_NAME_BYTES
      ? new TextDecoder().decode(library.HEAPU8.slice(memory.address, memory.address + bytes - 1)).replace(/^[A-Z]{6}\+/, '')
      : '';
  const font = { name, bold: BOLD.test(name) };
  fonts.set(handle, font);
  return font;
}

const BLACK = '000000';

/** RRGGBB that letters are filled with. */
function colorOf({ pdfium: { call }, text, memory }: Reading, index: number): string {
  if (call.FPDFText_GetFillColor(text, index, memory.address, memory.address + 4, memory.address + 8, memory.address + 12) === 0)
    return BLACK;
  const view = memory.view();
  return [0, 4, 8]
    .map((at) => (view.getUint32(at, true) & 0xff).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function styleOf(reading: Reading, object: number, index: number): Style {
  const {
    pdfium: { call },
    text,
    memory,
    frame,
  } = reading;
  const font = fontOf(reading, object);
  const size = call.FPDFText_GetFontSize(text, index);
  let [scale, angle] = [1, 0];
  if (call.FPDFText_GetMatrix(text, index, memory.address) !== 0) {
    const view = memory.view();
    const [a, b, c, d] = [view.getFloat32(0, true), view.getFloat32(4, true), view.getFloat32(8, true), view.getFloat32(12, true)];
    scale = Math.hypot(c, d);
    angle = Math.atan2(b, a);
  }
  const mode = object === 0 ? FILL : call.FPDFTextObj_GetTextRenderMode(object);
  const bold = font.bold || mode === FILL_AND_STROKE;
  const color = colorOf(reading, index);
  const faint = mode === NO_INK ? 'no ink' : mode === FILL && looksAlike(color, PAPER) ? 'paper' : '';
  const mark = object === 0 ? -1 : call.FPDFPageObj_GetMarkedContentID(object);
  return {
    font: font.name,
    bold,
    color,
    faint: reading.structure ? faint : '',
    emPt: Math.round(size * scale * 20) / 20,
    mark,
    quarter: quarterOf(frame.quarter - Math.round(angle / (Math.PI / 2))),
  };
}

/** Height of the font's box at a letter, which does not depend on the letter. */
function fontHeight({ pdfium, text, memory, frame }: Reading, index: number, quarter: Quarter): number {
  if (pdfium.call.FPDFText_GetLooseCharBox(text, index, memory.address) === 0) return 0;
  const view = memory.view();
  const { left, top, right, bottom } = frame.seen(
    view.getFloat32(0, true),
    view.getFloat32(4, true),
    view.getFloat32(8, true),
    view.getFloat32(12, true),
  );
  return quarter % 2 === 1 ? right - left : bottom - top;
}

function readRows(reading: Reading): Row[] {
  const {
    pdfium: { call },
    text,
    frame,
  } = reading;
  const box = reserve(reading.pdfium, 32);
  const rows: Row[] = [];
  let [object, style]: [number, Style | undefined] = [-1, undefined];
  try {
    const count = call.FPDFText_CountChars(text);
    for (let i = 0; i < count; i++) {
      if (i >= CHARS_MAX || rows.length > ROWS_MAX) {
        reading.cut = true;
        break;
      }
      let code = call.FPDFText_GetUnicode(text, i) >>> 0;
      if (LINE_END_HYPHENS.has(code)) code = 0x2d;
      const last = rows.at(-1);
      const guessed = reading.structure && call.FPDFText_HasUnicodeMapError(text, i) === 1;
      // what has no character is none of the codes that would be spaces
      if (guessed && code < 0x20) code = 0xfffd;
      if (code <= 0x20 || code === 0xa0) {
        if (last && last.spaced !== true) last.spaced = call.FPDFText_IsGenerated(text, i) === 1 ? 'guessed' : true;
        continue;
      }
      if (code > 0x10ffff || call.FPDFText_GetCharBox(text, i, box.address, box.address + 8, box.address + 16, box.address + 24) === 0)
        continue;
      reading.letters++;
      if (guessed) reading.guessed++;
      const own = call.FPDFText_GetTextObject(text, i);
      if (own !== object || style === undefined) [object, style] = [own, styleOf(reading, own, i)];
      const { quarter } = style;
      const view = box.view();
      const seen = frame.seen(view.getFloat64(0, true), view.getFloat64(16, true), view.getFloat64(8, true), view.getFloat64(24, true));
      const letter = quarter === 0 ? seen : turnBox(seen, frame, quarterOf(-quarter));
      const begun = addLetter(rows, letter, String.fromCodePoint(code), style);
      if (begun) begun.fontHeightPt = fontHeight(reading, i, quarter);
    }
  } finally {
    box.free();
  }
  return rows;
}

/** The quarter of most letters, where it is that of nearly all. */
function mainQuarter(rows: readonly Row[]): Quarter {
  const letters = [0, 0, 0, 0];
  for (const row of rows) letters[row.quarter] = (letters[row.quarter] ?? 0) + row.letters;
  const all = letters.reduce((sum, count) => sum + count, 0);
  return ([1, 2, 3] as const).find((quarter) => (letters[quarter] ?? 0) > all * 0.8 && all >= 20) ?? 0;
}

/** @param main how the view of the page is turned */
function toLine(row: Row, frame: Frame, main: Quarter, structure: boolean): RenderedLine {
  const turned = quarterOf(row.quarter - main);
  const { left, top, right, bottom } = turned === 0 ? row : turnBox(row, turnSize(frame, quarterOf(-row.quarter)), turned);
  return {
    text: row.text,
    left,
    top,
    right,
    bottom,
    sizePt: row.bottom - row.top,
    fontHeightPt: row.fontHeightPt,
    font: row.font,
    bold: row.boldLetters > row.letters * 0.95,
    emPt: row.emPt,
    ...(turned === 0 ? {} : { turned }),
    ...(turned === 0 && structure ? { words: row.words } : {}),
    ...(structure && row.color !== BLACK ? { color: row.color } : {}),
    ...(structure && row.marks.some(({ id }) => id >= 0) ? { marks: row.marks } : {}),
  };
}

/** `quarter`: how the view must be turned back so that most text reads from left to right, which may be known. @param handle of a loaded page */
export function readText(pdfium: Parts, handle: number, frame: Frame, structure: boolean, turned?: Quarter): PageText {
  const text = pdfium.call.FPDFText_LoadPage(handle);
  if (text === 0) return { lines: [], quarter: 0, fonts: new Set(), faint: new Map(), guessed: 0, cut: false };
  const memory = reserve(pdfium, FONT_NAME_BYTES + 4);
  const fonts: Reading['fonts'] = new Map();
  try {
    const reading: Reading = { structure, pdfium, text, memory, fonts, frame, letters: 0, guessed: 0, cut: false };
    const rows = joinLoneSigns(readRows(reading));
    const quarter = turned ?? mainQuarter(rows);
    const faint: PageText['faint'] = new Map();
    const lines = rows.map((row): RenderedLine => {
      const line = toLine(row, frame, quarter, structure);
      if (row.faint !== '') faint.set(line, row.faint);
      return line;
    });
    return {
      lines,
      quarter,
      faint,
      cut: reading.cut,
      guessed: reading.guessed / Math.max(1, reading.letters),
      fonts: new Set([...fonts.values()].map(({ name }) => name).filter((name) => name !== '')),
    };
  } finally {
    memory.free();
    pdfium.call.FPDFText_ClosePage(text);
  }
}
