/** Pictures of text → words with their places. Real adapter: Tesseract in the sandbox, `render/`. */
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { GrayPicture } from './page-renderer.ts';

/** Pixels from the upper left corner of the picture, as if it had been scanned straight. */
export interface PlacedBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface RecognizedWord extends PlacedBox {
  text: string;
  /** 0 to 100: how sure it is. */
  confidence: number;
}

export interface RecognizedLine extends PlacedBox {
  words: RecognizedWord[];
  /** Height of the letters from descender to ascender, in pixels. */
  letterHeight: number;
  /** Degrees by which the line is turned: 0 where it reads from left to right. */
  angle: number;
  /** How far it goes down for each pixel to the right, before the sheet was straightened. */
  slope: number;
  bold: boolean;
}

export interface RecognizedText {
  /** In the order in which they are read; those of one paragraph follow each other. */
  lines: RecognizedLine[];
  /** Mean of the words', weighed by their letters; 0 where there are none. */
  confidence: number;
  /** Thin long lines, level and upright. */
  rules: PlacedBox[];
}

export interface TextRecognizer {
  /** Languages that it can read (`eng`, `spa`); none where it is not installed. */
  languages(): readonly string[];
  /** @throws Refusal `processing_failed` where the picture takes too long or ends the program; Error where it is not installed */
  recognize(picture: GrayPicture, options?: { dpi?: number; signal?: AbortSignal }): Promise<RecognizedText>;
  close(): Promise<void>;
}

/** Pages and pictures of text as drawn documents whose lines are recognized. Real adapter: `render/page-recognizer.ts`. */
export interface PageRecognizer extends Pick<TextRecognizer, 'languages'> {
  /** The document with the text of its pictured pages, or of those that are wanted (1-based); pages whose text could not be recognized stay as they are. */
  recognizePages(pdf: Uint8Array, drawn: RenderedDocument, isWanted?: (page: number) => boolean): Promise<RenderedDocument>;
  /** A picture as a document of one page. @throws Refusal source_unreadable, processing_failed */
  recognizePicture(bytes: Uint8Array): Promise<RenderedDocument>;
}
