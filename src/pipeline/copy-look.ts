/** The look of a supplied file, whatever it is, for a document of this format. */
import { detectFileKind } from '../base/file-kind.ts';
import { Refusal } from '../base/refusal.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import { copyWordLook } from '../templates/word-look.ts';
import { copyDeckLook } from '../templates/deck-look.ts';
import type { CopiedLook } from '../templates/copied-look.ts';

/** What reads the pages and pixels of files that are no Office files. */
export interface LookTools {
  office: Pick<OfficeRenderer, 'modernize'>;
  pages: Pick<PageRenderer, 'read' | 'draw'>;
  pictures: Pick<PictureDecoder, 'decode'>;
}

/** @throws Refusal source_unreadable, file_rejected */
export async function copyLook(
  { bytes, filename }: { bytes: Uint8Array; filename: string },
  format: string,
  _tools: LookTools,
  _signal: AbortSignal,
): Promise<CopiedLook> {
  const { kind } = detectFileKind(bytes, filename);
  if (kind === 'pptx') return copyDeckLook(bytes, format);
  if (kind === 'docx') return copyWordLook(bytes, format);
  throw new Refusal('source_unreadable', `${filename} has no look that could be copied.`);
}
