/**
 * What stands on a page: text in its pieces with their boxes, pictures, fonts. PDFium tells letters and their boxes;
 * they are joined into rows here, since its own rectangles are single words in many files and slow to ask for.
 */
import type { Box, DrawnLine, DrawnPage } from '../../document/drawn-document.ts';
import type { Parts } from './pdfium.ts';

const CHARS_MAX = 30_000;
const OBJECTS_MAX = 20_000;
const OBJECT_TEXT = 1;
const OBJECT_IMAGE = 3;
/** Fonts are asked of the first text objects of a page only: a page rarely has more than a handful. */
const FONT_PROBES_MAX = 400;
/** Pictures smaller than this are bullets, rules and the like. */
const PICTURE_PT_MIN = 8;

interface Memory { address: number; view: () => DataView; free: () => void }

function reserve({ library }: Parts, bytes: number): Memory {
  const address = library.wasmExports.malloc(bytes);
  if (address === 0) throw new Error('it takes too much memory');
  // the module's memory may grow, and then moves: a view is good for one read
  return { address, view: () => new DataView(library.HEAPU8.buffer, address, bytes), free: () => library.wasmExports.free(address) };
}

/** A row of letters as it grows. */
interface Row extends Box { text: string; spaced: boolean; font: string; fontHeightPt: number }

const BOLD = /bold|black|heavy|demi|medi$/i;

const toLine = (row: Row): DrawnLine => ({ text: row.text, left: row.left, top: row.top, right: row.right, bottom: row.bottom, sizePt: row.bottom - row.top, fontHeightPt: row.fontHeightPt, font: row.font, bold: BOLD.test(row.font) });

/** The letter goes on with the row, to its right or (in Hebrew and Arabic) its left; the letters of a ligature share one box. */
function follows(row: Row, letter: Box): boolean {
  const height = Math.max(row.bottom - row.top, letter.bottom - letter.top, 4);
  const middle = (letter.top + letter.bottom) / 2;
  return middle > row.top - height * 0.45 && middle < row.bottom + height * 0.45 && letter.right > row.left - height * 1.6 && letter.left < row.right + height * 1.6;
}

/** @param font asks for the font of the letter, which a new row takes */
function addLetter(rows: Row[], letter: Box, char: string, font: () => Pick<Row, 'font' | 'fontHeightPt'>): void {
  const row = rows.at(-1);
  if (!row || !follows(row, letter)) {
    rows.push({ ...letter, text: char, spaced: false, ...font() });
    return;
  }
  row.text += row.spaced ? ` ${char}` : char;
  row.spaced = false;
  row.left = Math.min(row.left, letter.left);
  row.top = Math.min(row.top, letter.top);
  row.right = Math.max(row.right, letter.right);
  row.bottom = Math.max(row.bottom, letter.bottom);
}

const FONT_NAME_BYTES = 256;

/** Font of one letter: its name, and the height of its box, which is told as left, top, right, bottom. */
function readFont(pdfium: Parts, { text, index, memory }: { text: number; index: number; memory: Memory }): Pick<Row, 'font' | 'fontHeightPt'> {
  const { call, library } = pdfium;
  const found = call.FPDFText_GetLooseCharBox(text, index, memory.address) !== 0;
  const view = memory.view();
  const fontHeightPt = found ? Math.abs(view.getFloat32(4, true) - view.getFloat32(12, true)) : 0;
  const bytes = call.FPDFText_GetFontInfo(text, index, memory.address, FONT_NAME_BYTES, memory.address + FONT_NAME_BYTES);
  const named = bytes > 1 && bytes <= FONT_NAME_BYTES;
  return { fontHeightPt, font: named ? new TextDecoder().decode(library.HEAPU8.slice(memory.address, memory.address + bytes - 1)).replace(/^[A-Z]{6}\+/, '') : '' };
}

function readLines(pdfium: Parts, page: number, heightPt: number): DrawnLine[] {
  const { call } = pdfium;
  const text = call.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const box = reserve(pdfium, 32);
  const font = reserve(pdfium, FONT_NAME_BYTES + 4);
  const rows: Row[] = [];
  try {
    const count = Math.min(CHARS_MAX, call.FPDFText_CountChars(text));
    for (let i = 0; i < count; i++) {
      const code = call.FPDFText_GetUnicode(text, i) >>> 0;
      const last = rows.at(-1);
      if (code <= 0x20 || code === 0xa0) {
        if (last) last.spaced = true;
      } else if (code <= 0x10ffff && call.FPDFText_GetCharBox(text, i, box.address, box.address + 8, box.address + 16, box.address + 24) !== 0) {
        const view = box.view();
        const letter = { left: view.getFloat64(0, true), right: view.getFloat64(8, true), bottom: heightPt - view.getFloat64(16, true), top: heightPt - view.getFloat64(24, true) };
        addLetter(rows, letter, String.fromCodePoint(code), () => readFont(pdfium, { text, index: i, memory: font }));
      }
    }
  } finally {
    font.free();
    box.free();
    call.FPDFText_ClosePage(text);
  }
  return rows.map(toLine);
}

function readFontName(pdfium: Parts, object: number, name: Memory): string {
  const { call, library } = pdfium;
  const font = call.FPDFTextObj_GetFont(object);
  if (font === 0) return '';
  const bytes = call.FPDFFont_GetBaseFontName(font, name.address, 256);
  if (bytes <= 1 || bytes > 256) return '';
  // subsets are named ABCDEF+Name
  return new TextDecoder().decode(library.HEAPU8.slice(name.address, name.address + bytes - 1)).replace(/^[A-Z]{6}\+/, '');
}

function readObjects(pdfium: Parts, page: number, heightPt: number, fonts: Set<string>): Box[] {
  const { call } = pdfium;
  const edges = reserve(pdfium, 16);
  const name = reserve(pdfium, 256);
  const pictures: Box[] = [];
  let probes = 0;
  try {
    const count = Math.min(OBJECTS_MAX, call.FPDFPage_CountObjects(page));
    for (let i = 0; i < count; i++) {
      const object = call.FPDFPage_GetObject(page, i);
      const type = call.FPDFPageObj_GetType(object);
      if (type === OBJECT_TEXT && probes < FONT_PROBES_MAX) {
        probes++;
        const font = readFontName(pdfium, object, name);
        if (font !== '') fonts.add(font);
      }
      if (type !== OBJECT_IMAGE || call.FPDFPageObj_GetBounds(object, edges.address, edges.address + 4, edges.address + 8, edges.address + 12) === 0) continue;
      const view = edges.view();
      const [left, bottom, right, top] = [view.getFloat32(0, true), view.getFloat32(4, true), view.getFloat32(8, true), view.getFloat32(12, true)];
      if (right - left >= PICTURE_PT_MIN && top - bottom >= PICTURE_PT_MIN) pictures.push({ left, top: heightPt - top, right, bottom: heightPt - bottom });
    }
  } finally {
    name.free();
    edges.free();
  }
  return pictures;
}

/** @param handle of a loaded page; `fonts` gathers the names in use */
export function readPage(pdfium: Parts, handle: number, page: number, fonts: Set<string>): DrawnPage {
  const widthPt = pdfium.call.FPDF_GetPageWidthF(handle);
  const heightPt = pdfium.call.FPDF_GetPageHeightF(handle);
  const lines = readLines(pdfium, handle, heightPt);
  const missingGlyphs = lines.reduce((sum, line) => sum + (line.text.match(/\uFFFD/g)?.length ?? 0), 0);
  return { page, widthPt, heightPt, lines, pictures: readObjects(pdfium, handle, heightPt, fonts), missingGlyphs };
}
