/**
 * The validation of every file from outside that is kept or worked on: uploads, addresses, base64. What kind it is shows in its
 * bytes; then the bounds of its kind hold, before anything opens it. Extraction validates by its readers.
 */
import { detectFileKind, PICTURE_KINDS, type FileKind } from '../../base/file-kind.ts';
import { PICTURE_PIXELS_MAX, readPictureHeader } from '../../base/picture-header.ts';
import { Refusal, SAVE_AGAIN } from '../../base/refusal.ts';
import { FILE_BYTES_MAX } from '../../contract/limits.ts';
import type { ExtractTools, PageReader } from '../extract.ts';
import { refuseAt } from './find-own.ts';

export interface ValidFile {
  kind: FileKind;
  contentType: string;
  /** Pages, slides or sheets; null where the kind has none. */
  pages: number | null;
}

/** @throws Refusal file_rejected, without a path: the caller knows which field named the file */
export type FileValidation = (bytes: Uint8Array, filename: string | undefined) => Promise<ValidFile>;

const rejected = (message: string, cause?: unknown): Refusal => refuseAt('file_rejected', message, undefined, cause);

/**
 * Validates a file, with refusals at the field that named it.
 * @param code a source that is not valid is `source_unreadable`
 * @throws Refusal of that code; file_too_large
 */
export async function validateFile(
  { validation }: { validation: FileValidation },
  path: string,
  { bytes, filename }: { bytes: Uint8Array; filename: string | undefined },
  code: 'file_rejected' | 'source_unreadable' = 'file_rejected',
): Promise<ValidFile> {
  if (bytes.length > FILE_BYTES_MAX) throw refuseAt('file_too_large', 'The file is over 20 MB.', path);
  try {
    return await validation(bytes, filename);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'file_rejected') throw error;
    throw refuseAt(code, error.message, path, error);
  }
}

export interface ValidationTools extends Pick<ExtractTools, 'read'> {
  pages: PageReader;
}

export function createFileValidation(tools: ValidationTools): FileValidation {
  return async (bytes, filename) => {
    const detected = detectFileKind(bytes, filename);
    if (detected.kind === null) throw rejected(detected.reason);
    const { kind, contentType } = detected;
    if (PICTURE_KINDS.includes(kind)) validatePicture(bytes);
    return { kind, contentType, pages: await countPages(kind, bytes, tools) };
  };
}

/** What is wrong with a picture, by its header; null if nothing. */
export function describeWrongPicture(bytes: Uint8Array): 'unreadable' | { width: number; height: number } | null {
  const header = readPictureHeader(bytes);
  if (!header) return 'unreadable';
  return header.width * header.height > PICTURE_PIXELS_MAX ? header : null;
}

/** @throws Refusal file_rejected */
export function validatePicture(bytes: Uint8Array): void {
  const wrong = describeWrongPicture(bytes);
  if (wrong === null) return;
  throw rejected(
    wrong === 'unreadable'
      ? `The file is not a readable picture: it is damaged. ${SAVE_AGAIN}`
      : `The picture has ${wrong.width} × ${wrong.height} pixels; at most 100 megapixels are accepted: make it smaller.`,
  );
}

async function countPages(kind: FileKind, bytes: Uint8Array, { read, pages }: ValidationTools): Promise<number | null> {
  switch (kind) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return (await read({ kind: 'inspect', bytes })).pages;
    case 'pdf':
      return (await openPdf(pages.outline(bytes))).pages;
    default:
      return null;
  }
}

/** The result of opening a PDF from outside. @throws Refusal file_rejected for one that is damaged, protected, has too many pages or costs too much */
export async function openPdf<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw readablePdfRefusal(error);
  }
}

/** Why PDFium does not open a PDF, in words for the client; other errors unchanged. */
function readablePdfRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'processing_failed') return error;
  switch (error.fault) {
    case 'password_protected':
      return rejected('The file is protected by a password; remove it and send the file again.', error);
    case 'too_large':
    case 'too_many_pages':
    case 'too_costly':
      return rejected(error.message, error);
    default:
      return rejected(`The PDF cannot be read: it is damaged. ${SAVE_AGAIN}`, error);
  }
}
