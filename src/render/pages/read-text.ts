/**
 * The text of a page in its lines. PDFium tells letters and their boxes; they are joined here, since its own rectangles
 * are single words in many files and slow to ask for.
 */
import { looksAlike } from '../../base/color.ts';
import { hasUndividedWords } from '../../base/undivided-words.ts';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { quarterOf, turnSize } from './page-frame.ts';
import { turnBox } from '../../document/turn-box.ts';
import type { Frame } from './page-frame.ts';
import type { Quarter } from '../../document/turn-box.ts';
import type { Parts } from './pdfium.ts';
import { mendSizes } from './letter-sizes.ts';
import { addLetter, type Row, type Style } from './letter-rows.ts';
import { joinLoneSigns } from './signs-in-place.ts';
import { reserve } from './reserve.ts';
import type { Reserved } from './reserve.ts';
import { asWritten, UprightColumns } from './upright-columns.ts';

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
/** Text that runs from top to bottom, in quarters. */
const DOWNWARDS: Quarter = 1;
/** PDFium tells a hyphen at the end of a line as this. */
const LINE_END_HYPHENS = new Set([0x02, 0xfffe]);

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
    // a size below zero turns what the matrix turns back (ISO 32000-1 §9.3.1 allows any number)
    angle = Math.atan2(b, a) + (size < 0 ? Math.PI : 0);
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
    emPt: Math.round(Math.abs(size) * scale * 20) / 20,
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

/** Where a letter begins on its line, on the page as it is shown. */
function originOf({ pdfium, text, memory, frame }: Reading, index: number): { x: number; y: number } | undefined {
  if (pdfium.call.FPDFText_GetCharOrigin(text, index, memory.address, memory.address + 8) === 0) return undefined;
  const view = memory.view();
  const [x, y] = [view.getFloat64(0, true), view.getFloat64(8, true)];
  const { left, top } = frame.seen(x, y, x, y);
  return { x: left, y: top };
}

/** Of letters that are in no column. */
const FLOWING = { upright: false, apart: undefined };

/** @param standing letters are in columns: `columns` has seen them all, and tells which */
function readRows(reading: Reading, columns: UprightColumns, standing: boolean): Row[] {
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
      const view = box.view();
      const seen = frame.seen(view.getFloat64(0, true), view.getFloat64(16, true), view.getFloat64(8, true), view.getFloat64(24, true));
      const place = style.quarter === 0 && UprightColumns.concerns(code) ? originOf(reading, i) : undefined;
      if (place && !standing) columns.see(i, place, style.emPt);
      const { upright, apart } = standing ? columns.stands(i, { box: seen, em: style.emPt, level: style.quarter === 0 }, place) : FLOWING;
      // between letters one below the other PDFium sees a new line
      if (last?.spaced === 'guessed' && apart !== undefined) last.spaced = apart;
      const shared = upright ? { ...style, quarter: DOWNWARDS } : style;
      const char = String.fromCodePoint(code);
      const letter = shared.quarter === 0 ? seen : turnBox(seen, frame, quarterOf(-shared.quarter));
      const begun = addLetter(rows, letter, upright ? asWritten(char) : char, shared);
      if (begun) begun.fontHeightPt = fontHeight(reading, i, shared.quarter);
    }
  } finally {
    box.free();
  }
  return rows;
}

/** The rows of a page, and whether its letters stand in columns. */
function readRowsOrColumns(reading: Reading): { rows: Row[]; columns: boolean } {
  const columns = new UprightColumns();
  const rows = readRows(reading, columns, false);
  if (!columns.found) return { rows, columns: false };
  [reading.letters, reading.guessed] = [0, 0];
  return { rows: readRows(reading, columns, true), columns: true };
}

/** The quarter of most letters, where it is that of nearly all. */
function mainQuarter(rows: readonly Row[], columns: boolean): Quarter {
  const letters = [0, 0, 0, 0];
  for (const row of rows) letters[row.quarter] = (letters[row.quarter] ?? 0) + row.letters;
  const all = letters.reduce((sum, count) => sum + count, 0);
  // headings and numbers across a page of columns are level, and may be many
  if (columns && (letters[DOWNWARDS] ?? 0) > all / 2) return DOWNWARDS;
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
    ...(turned === 0 && structure && hasUndividedWords(row.text) ? { letters: row.places } : {}),
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
    const read = readRowsOrColumns(reading);
    const rows = joinLoneSigns(read.rows);
    mendSizes(rows);
    const quarter = turned ?? mainQuarter(rows, read.columns);
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
