/** What was filled into the fields of a form, and text that was laid over a page: it is shown, and no part of the page's own text. */
import type { RenderedLine } from '../../document/rendered-document.ts';
import type { Frame } from './page-frame.ts';
import type { Parts } from './pdfium.ts';
import { reserve } from './reserve.ts';
import type { Reserved } from './reserve.ts';

const ANNOTATIONS_MAX = 3000;
const TEXT_BYTES_MAX = 16_384;
const FREE_TEXT = 3;
const WIDGET = 20;
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

/** @param handle of a loaded page */
export function readFields(pdfium: Parts, handle: number, frame: Frame): RenderedLine[] {
  const { call } = pdfium;
  const count = Math.min(ANNOTATIONS_MAX, call.FPDFPage_GetAnnotCount(handle));
  if (count <= 0) return [];
  const memory = reserve(pdfium, TEXT_BYTES_MAX + 16);
  const lines: RenderedLine[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const annotation = call.FPDFPage_GetAnnot(handle, index);
      if (annotation === 0) continue;
      const subtype = call.FPDFAnnot_GetSubtype(annotation);
      const shown = (subtype === WIDGET || subtype === FREE_TEXT) && (call.FPDFAnnot_GetFlags(annotation) & INVISIBLE_FLAGS) === 0;
      const state = shown && subtype === WIDGET ? stringValue(pdfium, memory, annotation, 'AS') : '';
      // Boxes and buttons have a state, whatever it is called where they are on.
      const text =
        !shown || state === 'Off'
          ? ''
          : state === ''
            ? stringValue(pdfium, memory, annotation, subtype === WIDGET ? 'V' : 'Contents')
            : CHECKED;
      if (text.trim() !== '' && call.FPDFAnnot_GetRect(annotation, memory.address) !== 0) {
        const view = memory.view();
        lines.push(
          ...linesOf(
            text,
            frame.seen(view.getFloat32(0, true), view.getFloat32(4, true), view.getFloat32(8, true), view.getFloat32(12, true)),
          ),
        );
      }
      call.FPDFPage_CloseAnnot(annotation);
    }
  } finally {
    memory.free();
  }
  return lines;
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
