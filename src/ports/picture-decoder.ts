/** Pictures from outside → pixels we trust, re-encoded by us. Real adapter: sharp in the sandbox, `render/`. */
export interface DecodedPicture {
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  data: Uint8Array;
}

export interface PictureDecoder {
  /**
   * Decodes PNG, JPEG, GIF (first frame) or WebP, applies its orientation, drops metadata, bounds the longer side to
   * 4,000 px. JPEG stays JPEG; the rest becomes PNG.
   * @throws Refusal `source_unreadable` for what is not a readable picture or declares over 100 megapixels
   */
  decode(bytes: Uint8Array, options?: { signal?: AbortSignal }): Promise<DecodedPicture>;
  close(): Promise<void>;
}
