/** What lies over a page and is no part of its own text: what was filled into forms, captions of buttons, signatures, stamps. */
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import type { Frame } from './page-frame.ts';
import type { Parts } from './pdfium.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { reserve } from './reserve.ts';
import type { Reserved } from './reserve.ts';

const ANNOTATIONS_MAX = 3000;
const TEXT_BYTES_MAX = 16_384;
const FREE_TEXT = 3;
const WIDGET = 20;
/** Notes that pop up, links, and what opens them: nothing of them is on the page. */
const UNSEEN_TYPES = new Set([1, 2, 16]);
const INVISIBLE_FLAGS = 0b100011;
const SIZE_PT_MAX = 11;
const CHECKED = '☒';
const LETTER_WIDTH_EM = 0.5;

function stringValue({ call, library }: Parts, memory: Reserved, annotation: number, key: string): string {
  library.HEAPU8.set(new TextEncoder().encode(`${key}\0`), memory.address);
  const bytes = call.FPDFAnnot_GetStringValue(annotation, memory.address, memory.address + 16, TEXT_BYTES_MAX);
  return bytes > 2 && bytes <= TEXT_BYTES_MAX
    ? new TextDecoder('utf-16le').decode(library.HEAPU8.slice(memory.address + 16, memory.address + 16 + bytes - 2))
    : '';
}

/** What is laid over a page at a place, and what the file tells of its text: '' for nothing, undefined for a box that is not ticked. */
interface Overlay extends Box {
  told: string | undefined;
  /** It is on or off: what its appearance draws are ticks. */
  ticked: boolean;
}

/** Whatever it is called where a box or button is on, it has a state. */
function textOf(pdfium: Parts, memory: Reserved, annotation: number, subtype: number): Pick<Overlay, 'told' | 'ticked'> {
  const state = subtype === WIDGET ? stringValue(pdfium, memory, annotation, 'AS') : '';
  if (state !== '') return { told: state === 'Off' ? undefined : CHECKED, ticked: true };
  const told =
    subtype === WIDGET
      ? stringValue(pdfium, memory, annotation, 'V')
      : subtype === FREE_TEXT
        ? stringValue(pdfium, memory, annotation, 'Contents')
        : '';
  return { told, ticked: false };
}

function readOverlays(pdfium: Parts, handle: number, frame: Frame): Overlay[] {
  const { call } = pdfium;
  const count = Math.min(ANNOTATIONS_MAX, call.FPDFPage_GetAnnotCount(handle));
  if (count <= 0) return [];
  const memory = reserve(pdfium, TEXT_BYTES_MAX + 16);
  const overlays: Overlay[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const annotation = call.FPDFPage_GetAnnot(handle, index);
      if (annotation === 0) continue;
      const subtype = call.FPDFAnnot_GetSubtype(annotation);
      if (!UNSEEN_TYPES.has(subtype) && (call.FPDFAnnot_GetFlags(annotation) & INVISIBLE_FLAGS) === 0) {
        const text = textOf(pdfium, memory, annotation, subtype);
        if (call.FPDFAnnot_GetRect(annotation, memory.address) !== 0) {
          const view = memory.view();
          const at = (offset: number): number => view.getFloat32(offset, true);
          overlays.push({ ...frame.seen(at(0), at(4), at(8), at(12)), ...text });
        }
      }
      call.FPDFPage_CloseAnnot(annotation);
    }
  } finally {
    memory.free();
  }
  return overlays;
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Words of a line: where each begins in its text, its left and right. */
const wordsOf = ({ text, words = [] }: RenderedLine): { text: string; left: number; right: number }[] =>
  Array.from({ length: Math.floor(words.length / 3) }, (_, index) => ({
    text: text.slice(words[index * 3] ?? 0, words[index * 3 + 3] ?? text.length).trim(),
    left: words[index * 3 + 1] ?? 0,
    right: words[index * 3 + 2] ?? 0,
  }));
const placeOf = (word: { text: string; left: number }): string => `${Math.round(word.left)} ${word.text}`;

/** Of the lines with all appearances those words that the page itself does not have there: an appearance may stand in a line of the page. */
function withoutOwn(lines: readonly RenderedLine[], own: readonly RenderedLine[]): RenderedLine[] {
  const known = new Map<string, RenderedLine[]>();
  for (const line of own) for (const word of wordsOf(line)) known.set(placeOf(word), [...(known.get(placeOf(word)) ?? []), line]);
  const isOwn = (word: { text: string; left: number }, line: RenderedLine): boolean =>
    (known.get(placeOf(word)) ?? []).some(({ top, bottom }) => top < line.bottom && bottom > line.top);
  return lines.flatMap((line) => {
    const all = wordsOf(line);
    const words = all.filter((word) => !isOwn(word, line));
    if (words.length === 0 || line.turned !== undefined) return [];
    if (words.length === all.length) return [line];
    let text = '';
    const places = words.flatMap((word) => {
      text += `${text === '' ? '' : ' '}${word.text}`;
      return [text.length - word.text.length, word.left, word.right];
    });
    return [{ ...line, text, words: places, left: minOf(words.map(({ left }) => left)), right: maxOf(words.map(({ right }) => right)) }];
  });
}

/**
 * What is shown over a page: what was filled in, and what appearances draw (captions of buttons, signatures, stamps). Where an
 * appearance shows another text than its field holds, it counts: it is what is seen.
 * @param own the lines of the page itself
 * @param upright the page's places in the view of its lines
 * @param appearances the lines of the page with all appearances drawn into it, asked for where there may be some
 */
export function readFields(
  pdfium: Parts,
  handle: number,
  frame: Frame,
  {
    own,
    appearances,
    upright,
  }: { own: readonly RenderedLine[]; appearances: () => readonly RenderedLine[]; upright: <T extends Box>(box: T) => T },
): RenderedLine[] {
  const overlays = readOverlays(pdfium, handle, frame).map(upright);
  if (overlays.length === 0) return [];
  const drawn = withoutOwn(appearances(), own);
  const taken = new Map<Overlay, RenderedLine[]>();
  const loose: RenderedLine[] = [];
  for (const line of drawn) {
    const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2];
    const over = overlays.findLast((box) => box.left - 1 <= x && box.right + 1 >= x && box.top - 1 <= y && box.bottom + 1 >= y);
    if (!over) loose.push(line);
    else taken.set(over, [...(taken.get(over) ?? []), line]);
  }
  const fields = overlays.flatMap((overlay) => {
    const { told = '', ticked } = overlay;
    const shown = ticked ? [] : (taken.get(overlay) ?? []);
    const letters = lettersOf(shown.map(({ text }) => text).join(''));
    return letters !== '' && (told === '' || !letters.includes(lettersOf(told))) ? shown : told.trim() === '' ? [] : linesOf(told, overlay);
  });
  return [...fields, ...loose].map(({ marks: _marks, ...line }) => ({ ...line, field: true }));
}

function linesOf(text: string, { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): RenderedLine[] {
  const parts = text
    .split(/\r\n|\r|\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  const height = (bottom - top) / parts.length;
  const size = Math.min(SIZE_PT_MAX, Math.max(4, height * 0.8));
  return parts.map((part, index) => {
    const middle = top + height * (index + 0.5);
    return {
      text: part,
      left,
      right: Math.min(right, left + part.length * size * LETTER_WIDTH_EM),
      top: middle - size * 0.4,
      bottom: middle + size * 0.4,
      sizePt: size * 0.8,
      fontHeightPt: size * 1.2,
      emPt: size,
      font: '',
      bold: false,
      field: true,
    };
  });
}

/** The lines of fields behind the line at their left, or before the first that begins below. */
export function withFields(lines: readonly RenderedLine[], fields: readonly RenderedLine[]): RenderedLine[] {
  const all = [...lines];
  for (const field of fields) {
    const middle = (field.top + field.bottom) / 2;
    const beside = all.findLastIndex(
      (line) => line.turned === undefined && line.top <= middle && line.bottom >= middle && line.right <= field.left + 4,
    );
    const below = all.findIndex((line) => line.turned === undefined && line.top > middle);
    all.splice(beside >= 0 ? beside + 1 : below >= 0 ? below : all.length, 0, field);
  }
  return all;
}
