/** Pages as a scanner makes them: a little askew, grainy, compressed. */
import sharp from 'sharp';
import type { PageRenderer } from '../../src/ports/page-renderer.ts';

export interface ScanWishes {
  dpi?: number;
  /** Degrees, clockwise. */ skew?: number;
  /** Spread of the grain, out of 255. */ grain?: number;
  turns?: 0 | 1 | 2 | 3;
}

/** A page of a PDF as a JPEG. */
export async function scanPage(
  pages: PageRenderer,
  pdf: Uint8Array,
  page: number,
  { dpi = 200, skew = 0.4, grain = 12, turns = 0 }: ScanWishes = {},
): Promise<{ jpeg: Buffer; width: number; height: number; dpi: number }> {
  const { pixels, width, height } = await pages.drawGray(pdf, page, { dpi, turns });
  const skewed = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(skew, { background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The same grain every time: a linear congruential generator, four draws for something like a bell curve.
  let state = 1;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const noisy = Buffer.from(skewed.data);
  for (let at = 0; at < noisy.length; at++)
    noisy[at] = Math.max(0, Math.min(255, (noisy[at] ?? 0) * 0.94 + (draw() + draw() + draw() + draw()) * 2 * grain));
  const jpeg = await sharp(noisy, { raw: { width: skewed.info.width, height: skewed.info.height, channels: skewed.info.channels } })
    .toColourspace('b-w')
    .jpeg({ quality: 75 })
    .toBuffer();
  return { jpeg, width: skewed.info.width, height: skewed.info.height, dpi };
}

/** A PDF of nothing but pictures, one for each page. */
export function pdfOfScans(scans: readonly { jpeg: Buffer; width: number; height: number; dpi: number }[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (piece: Buffer | string): void => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (...pieces: (Buffer | string)[]): void => {
    offsets.push(length);
    put(`${offsets.length} 0 obj`);
    for (const piece of pieces) put(piece);
    put('endobj\n');
  };
  put('%PDF-1.4\n');
  object('<</Type/Catalog/Pages 2 0 R>>');
  object(`<</Type/Pages/Kids[${scans.map((_, index) => `${3 + index * 3} 0 R`).join(' ')}]/Count ${scans.length}>>`);
  for (const [index, { jpeg, width, height, dpi }] of scans.entries()) {
    const [wide, high] = [(width * 72) / dpi, (height * 72) / dpi];
    const content = `${wide} 0 0 ${high} 0 0 cm /Im Do`;
    object(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Contents ${4 + index * 3} 0 R/Resources<</XObject<</Im ${5 + index * 3} 0 R>>>>>>`,
    );
    object(`<</Length ${content.length}>>stream\n${content}\nendstream\n`);
    object(
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`,
      jpeg,
      '\nendstream\n',
    );
  }
  const start = length;
  put(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
  );
  return Buffer.concat(parts);
}
