/**
 * Text measured before it is placed: advance widths of the faces themselves (their metric twins), lines broken as office
 * programs break them. Kerning is left out, which errs on the safe side by a percent or so.
 */
import { ADVANCE_WIDTHS, RANGES } from './text-metrics/advance-widths.ts';

type Cut = keyof typeof ADVANCE_WIDTHS;

export interface TextFace {
  /** As an office file names it. */
  name: string;
  bold: boolean;
}

/** Piece of a line in one face; sizes are points. */
export interface TextPiece {
  text: string;
  face: TextFace;
  sizePt: number;
  /** Between letters; 0 where absent. */
  spacingPt?: number;
}

const tables = new Map<Cut, Map<number, number>>();

function tableOf(cut: Cut): Map<number, number> {
  const known = tables.get(cut);
  if (known) return known;
  const widths = ADVANCE_WIDTHS[cut].split(' ');
  const table = new Map<number, number>();
  let at = 0;
  for (const [first, last] of RANGES) {
    for (let code = first; code <= last; code++, at++) {
      const width = Number.parseInt(widths[at] ?? '0', 36);
      if (width > 0) table.set(code, width);
    }
  }
  tables.set(cut, table);
  return table;
}

const FAMILIES: Readonly<Record<string, readonly [regular: Cut, bold: Cut]>> = {
  calibri: ['calibri', 'calibriBold'],
  carlito: ['calibri', 'calibriBold'],
  georgia: ['georgia', 'georgiaBold'],
  gelasio: ['georgia', 'georgiaBold'],
  cambria: ['cambria', 'cambriaBold'],
  caladea: ['cambria', 'cambriaBold'],
  'times new roman': ['times', 'timesBold'],
  'liberation serif': ['times', 'timesBold'],
  garamond: ['georgia', 'georgiaBold'],
  arial: ['arial', 'arialBold'],
  helvetica: ['arial', 'arialBold'],
  'liberation sans': ['arial', 'arialBold'],
  'arial narrow': ['arialNarrow', 'arialNarrowBold'],
  'liberation sans narrow': ['arialNarrow', 'arialNarrowBold'],
};
/** Line height at single spacing as a multiple of the size. */
const LINE_HEIGHTS: Readonly<Record<string, number>> = {
  calibri: 1.221,
  georgia: 1.136,
  cambria: 1.172,
  arial: 1.149,
  'arial narrow': 1.149,
  'times new roman': 1.149,
  consolas: 1.171,
  'courier new': 1.133,
};
const MONOSPACED = /consolas|courier|mono/i;
/** An unknown face may be as wide as Verdana. */
const UNKNOWN_FACTOR = 1.12;
const UNKNOWN_LINE = 1.25;

/** Characters outside the tables: full-width scripts and emoji fill their square, marks add nothing. */
function otherWidth(code: number): number {
  if ((code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  if (
    code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xd7ff) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xff00 && code <= 0xff60) ||
      code >= 0x1f000)
  )
    return 1040;
  return 620;
}

/** Whether widths are those of the face, or of its metric twin; all others are taken for wide ones. */
export const isMeasured = ({ name }: Pick<TextFace, 'name'>): boolean =>
  MONOSPACED.test(name) || FAMILIES[name.toLowerCase()] !== undefined;

/** Width of the text on one line, in points. */
export function measureWidth(text: string, face: TextFace, sizePt: number): number {
  if (MONOSPACED.test(face.name)) {
    let cells = 0;
    for (const character of text) cells += otherWidth(character.codePointAt(0) ?? 0) > 1000 ? 2 : 1;
    return cells * 0.602 * sizePt;
  }
  const family = FAMILIES[face.name.toLowerCase()];
  const table = tableOf((family ?? FAMILIES['arial'] ?? ['arial', 'arialBold'])[face.bold ? 1 : 0]);
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    sum += table.get(code) ?? otherWidth(code);
  }
  return (sum * sizePt * (family ? 1 : UNKNOWN_FACTOR)) / 1000;
}

/** Height of a line at single spacing, in points. */
export const lineHeight = (face: TextFace, sizePt: number): number => sizePt * (LINE_HEIGHTS[face.name.toLowerCase()] ?? UNKNOWN_LINE);

/** A line may end at blanks, after a hyphen or dash, and between characters of full width; these are the pieces between. */
const CHUNKS =
  /\n|[^\S\n\u00a0\u202f]+|[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]|(?:[^\s\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60\-–—]|[\u00a0\u202f])+[-–—]*|[-–—]+/gu;

/** The text in pieces between which a line may end: line breaks, blanks, words. */
export const chunksOf = (text: string): string[] => text.match(CHUNKS) ?? [];

/**
 * The lines that the pieces take, set one after another in a box of this width. A line break in the text begins a new one; a
 * word that is wider than the box is divided wherever it must.
 */
export function linesOf(pieces: readonly TextPiece[], widthPt: number): TextLine[] {
  const lines: TextLine[] = [];
  let words: string[] = [];
  let used = 0;
  let blank = 0;
  const turn = (forced: boolean): void => {
    lines.push({ widthPt: used, words, forced });
    words = [];
    used = 0;
    blank = 0;
  };
  for (const { text, face, sizePt, spacingPt = 0 } of pieces) {
    const widthOf = (chunk: string): number => measureWidth(chunk, face, sizePt) + chunk.length * spacingPt;
    for (const [chunk] of text.matchAll(CHUNKS)) {
      if (chunk === '\n') turn(true);
      else if (chunk.trimStart() === '') blank += widthOf(chunk);
      else {
        const width = widthOf(chunk);
        if (used > 0 && used + blank + width > widthPt) turn(false);
        const over = width > widthPt ? Math.ceil(width / Math.max(widthPt, 1)) - 1 : 0;
        for (let at = 0; at < over; at++) lines.push({ widthPt, words: [chunk], forced: false });
        used += blank + width - over * widthPt;
        blank = 0;
        words.push(chunk);
      }
    }
  }
  lines.push({ widthPt: used, words, forced: true });
  return lines;
}

export interface TextLine {
  widthPt: number;
  words: string[];
  /** It ends because the text says so, or ends. */
  forced: boolean;
}

/** How many lines the pieces take. */
export const countLines = (pieces: readonly TextPiece[], widthPt: number): number => linesOf(pieces, widthPt).length;

/** Width of the widest word, in points: less than that divides it. */
export function widestWord(text: string, face: TextFace, sizePt: number): number {
  let widest = 0;
  for (const word of text.split(/\s+/)) if (word.length < 200) widest = Math.max(widest, measureWidth(word, face, sizePt));
  return widest;
}
