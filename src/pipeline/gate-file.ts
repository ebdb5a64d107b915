/**
 * The gate for every file from outside that is kept or worked on: uploads, addresses, base64. What it is, is told from its
 * bytes; then the bounds of its kind, before anything opens it. Extraction goes through the same gates by its readers.
 */
import { detectFileKind, PICTURE_KINDS, type FileKind } from '../base/file-kind.ts';
import { readPictureHeader } from '../base/picture-header.ts';
import { Refusal } from '../base/refusal.ts';
import type { ExtractTools } from './extract.ts';

export interface GatedFile {
  kind: FileKind;
  contentType: string;
  /** Pages, slides or sheets; null where the kind has none, or where nobody here can count them. */
  pages: number | null;
}

/** @throws Refusal file_rejected, without a path: the caller knows which field named the file */
export type FileGate = (bytes: Uint8Array, filename: string | undefined) => Promise<GatedFile>;

/** Pixels that a picture may say it has; more are refused before they are decoded. */
export const PICTURE_PIXELS_MAX = 100_000_000;

const rejected = (message: string, cause?: unknown): Refusal => new Refusal('file_rejected', message, { cause });

/**
 * The gate, with its refusals at the field that named the file.
 * @param code a source that does not pass is `source_unreadable` (interface §7.2)
 * @throws Refusal of that code
 */
export async function passGate(
  { gate }: { gate: FileGate },
  path: string,
  { bytes, filename }: { bytes: Uint8Array; filename: string | undefined },
  code: 'file_rejected' | 'source_unreadable' = 'file_rejected',
): Promise<GatedFile> {
  try {
    return await gate(bytes, filename);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file_rejected') throw error;
    throw new Refusal(code, error.message, { errors: [{ path, message: error.message }], cause: error });
  }
}

export function createFileGate(tools: ExtractTools): FileGate {
  return async (bytes, filename) => {
    const detected = detectFileKind(bytes, filename);
    if (detected.kind === null) throw rejected(detected.reason);
    const { kind, contentType } = detected;
    if (PICTURE_KINDS.includes(kind)) checkPicture(bytes);
    return { kind, contentType, pages: await countPages(kind, bytes, tools) };
  };
}

/** @throws Refusal file_rejected */
export function checkPicture(bytes: Uint8Array): void {
  const header = readPictureHeader(bytes);
  if (!header) throw rejected('The file is not a readable picture.');
  if (header.width * header.height > PICTURE_PIXELS_MAX)
    throw rejected(`The picture has ${header.width} × ${header.height} pixels; at most 100 megapixels are taken.`);
}

async function countPages(kind: FileKind, bytes: Uint8Array, { read, renderers }: ExtractTools): Promise<number | null> {
  switch (kind) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return (await read({ kind: 'inspect', bytes })).pages;
    case 'pdf':
      return renderers === null ? null : countPdfPages(bytes, renderers);
    default:
      return null;
  }
}

/** @throws Refusal file_rejected for a file that is damaged, protected, or has too many pages */
async function countPdfPages(bytes: Uint8Array, { pages }: NonNullable<ExtractTools['renderers']>): Promise<number> {
  try {
    return (await pages.outline(bytes)).pages;
  } catch (error) {
    throw readablePdfRefusal(error);
  }
}

/** What is wrong with a PDF that PDFium does not open, in words for whoever sent it; other errors as they are. */
export function readablePdfRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'processing_failed') return error;
  switch (error.fault) {
    case 'password_protected':
      return rejected('The file is protected by a password; remove it and send the file again.', error);
    case 'too_large':
    case 'too_many_pages':
      return rejected(error.message, error);
    default:
      return rejected('The PDF cannot be read: it is damaged.', error);
  }
}
