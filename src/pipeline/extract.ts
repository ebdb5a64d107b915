/**
 * A file → Markdown. The kind shows in the bytes. Nothing is kept: everything is in memory until it is answered,
 * except the folder of the sandboxed office renderer, which is deleted with the conversion.
 */
import { detectFileKind } from '../base/file-kind.ts';
import type { FileKind } from '../base/file-kind.ts';
import type { Note } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import type { AddressedBlock } from '../edits/list-content.ts';
import { notePdfActions } from '../readers/pdf-actions.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { PageRecognizer } from '../ports/text-recognizer.ts';
import { openPdf, validatePicture } from './accept/validate-file.ts';
export { createFileValidation } from './accept/validate-file.ts';
import { readFileTask } from './extract/read-file.ts';
import type { ReadResult, ReadTask } from './extract/read-file.ts';
import { createReadingThreads } from './extract/reading-threads.ts';

/** What reads the pages of PDF files: renderers, or a worker that has them. */
export type PageReader = Pick<PageRenderer, 'read' | 'outline'>;

/** What reads PDF files, converts old Office files, and recognizes text in pictures. */
export interface ExtractRenderers {
  pages: PageReader;
  office: Pick<OfficeRenderer, 'modernize' | 'calculate'> | null;
  /** null: pictures are not read. */
  recognition: PageRecognizer | null;
}

export interface ExtractTools {
  read: (task: ReadTask) => Promise<ReadResult> | ReadResult;
  /** null where this process has none. */
  renderers: ExtractRenderers | null;
  /** Makes ready for the first file. */
  warm?: () => void;
}

export interface NamedFile {
  bytes: Uint8Array;
  filename: string | undefined;
  /** Whether blocks with addresses are wanted too. */
  addresses?: boolean;
}

export interface Extracted {
  format: FileKind;
  markdown: string;
  /** Unicode code points of the whole text. */
  chars: number;
  truncated: boolean;
  /** Pages, slides or sheets; null where the kind has none. */
  pages: number | null;
  notes: Note[];
  /** Where they were asked for: what `target` and `expect` of an edit name. */
  blocks?: AddressedBlock[];
}

/** Characters of one answer. */
export const EXTRACT_CHARS_MAX = 2_000_000;

const MODERN = { doc: 'docx', ppt: 'pptx', xls: 'xlsx' } as const;
const CONVERT_TIMEOUT_MS = 60_000;

/** Reads in threads, as a service should; a single command reads where it is. */
export function createExtractTools(renderers: ExtractRenderers | null, options: { threads: boolean }): ExtractTools {
  return { renderers, ...(options.threads ? createReadingThreads() : { read: readFileTask }) };
}

/** @throws Refusal file_rejected, feature_unavailable for kinds that are not read, processing_failed */
export async function extractMarkdown(file: NamedFile, tools: ExtractTools): Promise<Extracted> {
  const detected = detectFileKind(file.bytes, file.filename);
  if (detected.kind === null) throw rejected(detected.reason);
  const { markdown, pages, notes, blocks } = await readKind(detected.kind, file, tools).catch((error: unknown) => {
    // Readers speak of the file alone; the request named it in a field.
    throw error instanceof Refusal && error.code === 'file_rejected' && error.errors.length === 0 ? rejected(error.message, error) : error;
  });
  if (detected.contradiction !== null) notes.unshift({ code: 'name_contradicts', severity: 'info', message: detected.contradiction });
  const extracted: Extracted = { format: detected.kind, ...cut(markdown), pages, notes };
  return file.addresses ? { ...extracted, blocks: blocks ?? withoutAddresses(detected.kind, notes) } : extracted;
}

function withoutAddresses(kind: FileKind, notes: Note[]): AddressedBlock[] {
  notes.push({
    code: 'addresses_missing',
    severity: 'info',
    message: `The text of ${kind} files has no addresses; only Word, PowerPoint and Excel files have.`,
  });
  return [];
}

const rejected = (message: string, cause?: unknown): Refusal =>
  new Refusal('file_rejected', message, { errors: [{ path: '/file', message }], cause });

function cut(markdown: string): Pick<Extracted, 'markdown' | 'chars' | 'truncated'> {
  let chars = 0;
  let end = markdown.length;
  for (let at = 0; at < markdown.length; chars++) {
    if (chars === EXTRACT_CHARS_MAX) end = at;
    const unit = markdown.charCodeAt(at);
    at += unit >= 0xd800 && unit < 0xdc00 && at + 1 < markdown.length ? 2 : 1;
  }
  return { markdown: markdown.slice(0, end), chars, truncated: chars > EXTRACT_CHARS_MAX };
}

async function readKind(kind: FileKind, { bytes, addresses }: NamedFile, tools: ExtractTools): Promise<ReadResult> {
  switch (kind) {
    case 'docx':
    case 'pptx':
    case 'xlsx':
    case 'html':
    case 'txt':
    case 'md':
      return tools.read({ kind, bytes, addresses });
    case 'pdf':
      return readPdfFile(bytes, tools);
    case 'doc':
    case 'ppt':
    case 'xls':
      return readOldOffice(kind, { bytes, addresses }, tools);
    case 'png':
    case 'jpg':
    case 'gif':
    case 'webp':
      // a picture that nothing could read is refused before pictures are
      validatePicture(bytes);
      return readPicture(bytes, tools);
  }
}

async function readPicture(bytes: Uint8Array, { read, renderers }: ExtractTools): Promise<ReadResult> {
  const recognition = renderers?.recognition ?? null;
  if (recognition === null || recognition.languages().length === 0)
    throw new Refusal('feature_unavailable', 'Text recognition (OCR) is not installed here: pictures cannot be read.');
  try {
    return { ...(await read({ kind: 'picture', drawn: await recognition.recognizePicture(bytes) })), pages: null };
  } catch (error) {
    throw error instanceof Refusal && error.code === 'source_unreadable' ? rejected(error.message, error) : error;
  }
}

async function readPdfFile(bytes: Uint8Array, { read, renderers }: ExtractTools): Promise<ReadResult> {
  if (renderers === null) throw new Refusal('feature_unavailable', 'This process reads no PDF files; send it to one that has renderers.');
  const { pages, recognition } = renderers;
  const reading = async (): Promise<ReadResult> => {
    const drawn = await pages.read(bytes);
    return read({ kind: 'pdf', drawn: recognition === null ? drawn : await recognition.recognizePages(bytes, drawn) });
  };
  const result = await openPdf(reading());
  return { ...result, notes: [...result.notes, ...notePdfActions(bytes)] };
}

async function readOldOffice(
  kind: 'doc' | 'ppt' | 'xls',
  { bytes, addresses }: Pick<NamedFile, 'bytes' | 'addresses'>,
  tools: ExtractTools,
): Promise<ReadResult> {
  const office = tools.renderers?.office ?? null;
  if (office === null) throw new Refusal('feature_unavailable', `This process reads no .${kind} files; send it to one that has renderers.`);
  try {
    return await tools.read({
      kind: MODERN[kind],
      bytes: await office.modernize({ bytes, kind }, { timeoutMs: CONVERT_TIMEOUT_MS }),
      addresses,
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'processing_failed') throw error;
    throw rejected(`The .${kind} file cannot be opened: it is damaged.`, error);
  }
}
