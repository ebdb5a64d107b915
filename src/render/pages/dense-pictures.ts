/** Whether a picture holds so much data that it cannot be of one tone: what shows it need not be drawn to know that it shows something. */
import type { Parts } from './pdfium.ts';
import type { Reserved } from './reserve.ts';

const FILTER_BYTES = 32;
/** What `isDense` writes into. */
export const DENSE_BYTES = 8 + FILTER_BYTES;

/**
 * Bytes for each pixel that a picture of one tone stays far below: such a JPEG has less than 0.03 in colour, a fax page a bit for each
 * row, and the others nearly nothing. The grain of blank paper takes more, and less than these.
 */
const DENSE_MIN: ReadonlyMap<string, number> = new Map([
  ['DCTDecode', 0.1],
  ['DCT', 0.1],
  ['FlateDecode', 0.1],
  ['CCITTFaxDecode', 0.003],
  ['JBIG2Decode', 0.001],
]);
/** A few symbols and their places. */
const DENSE_BYTES_MIN = 2_000;

/** false where that is not sure, also for pictures that are not packed. @param object of a picture; `memory` of at least `DENSE_BYTES` */
export function isDense({ call, library }: Parts, object: number, memory: Reserved): boolean {
  if (call.FPDFImageObj_GetImageFilterCount(object) !== 1) return false;
  const [sizes, name] = [memory.address, memory.address + 8];
  const bytes = call.FPDFImageObj_GetImageFilter(object, 0, name, FILTER_BYTES);
  if (bytes < 2 || bytes > FILTER_BYTES || call.FPDFImageObj_GetImagePixelSize(object, sizes, sizes + 4) === 0) return false;
  const least = DENSE_MIN.get(Buffer.from(library.HEAPU8.buffer, name, bytes - 1).toString('latin1'));
  if (least === undefined) return false;
  const view = memory.view();
  const pixels = view.getUint32(0, true) * view.getUint32(4, true);
  const data = call.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  return data >= Math.max(DENSE_BYTES_MIN, pixels * least);
}
