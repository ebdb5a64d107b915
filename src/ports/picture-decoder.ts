/** Pictures from outside → pixels we trust, re-encoded by us. Real adapter: sharp in the sandbox, `render/`. */
import type { GrayPicture, QuarterTurns } from './page-renderer.ts';

export interface DecodedPicture {
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  data: Uint8Array;
  /** It is drawn dark on nothing, or on a light ground of its own: on a dark page it would be hidden, or stand in a light box. PNG only. */
  needsLight?: true;
  /** Drawn in white on nothing: on a light page nobody sees it. */
  needsDark?: true;
}

/** Three bytes for each pixel. */
interface ColorSample {
  pixels: Uint8Array;
  width: number;
  height: number;
}

export interface PictureDecoder {
  /**
   * Decodes PNG, JPEG, GIF (first frame) or WebP, applies its orientation, drops metadata, bounds the longer side to
   * 4,000 px. JPEG stays JPEG; the rest becomes PNG.
   * @throws Refusal `source_unreadable` for what is not a readable picture or declares over 100 megapixels
   */
  decode(bytes: Uint8Array, options?: { signal?: AbortSignal }): Promise<DecodedPicture>;
  /**
   * The same picture as a model looks at it: a JPEG on white whose longer side is 1,568 px at most, since providers refuse more.
   * @throws Refusal `source_unreadable` as above
   */
  shrink(bytes: Uint8Array, options?: { signal?: AbortSignal }): Promise<DecodedPicture>;
  /**
   * The same picture in shades of gray on white, turned clockwise, small ones enlarged up to three times so that their
   * letters can be recognized; the longer side stays within 4,000 px.
   * @throws Refusal `source_unreadable` as above
   */
  decodeGray(bytes: Uint8Array, options?: { turns?: QuarterTurns; signal?: AbortSignal }): Promise<GrayPicture>;
  /**
   * The same picture small, on white, as red, green and blue of each pixel, row by row: enough to tell its colours.
   * @throws Refusal `source_unreadable` as above
   */
  sample(bytes: Uint8Array, options?: { signal?: AbortSignal }): Promise<ColorSample>;
  close(): Promise<void>;
}
