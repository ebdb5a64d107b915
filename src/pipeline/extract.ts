/**
 * A file → Markdown. The kind shows in the bytes. Nothing is kept: everything is in memory until it is answered,
 * except the folder of the sandboxed office renderer, which is deleted with the conversion.
 */
import { detectFileKind } from '../base/file-kind.ts';
import { letOthers } from './let-others.ts';
import type { FileKind } from '../base/file-kind.ts';
import type { Note } from '../base/note.ts';
import { Refusal } from '../base/refusal.ts';
import { isWanted, type Wishes } from '../contract/extract-wishes.ts';
import type { AddressedBlock } from '../edits/list-content.ts';
import { notePdfActions } from '../readers/pdf-actions.ts';
import { closeRtf, CUT_SHORT } from '../readers/unclosed-rtf.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import type { Model } from '../ports/model.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { OfficeRenderer } from '../ports/office-renderer.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import type { PageRecognizer } from '../ports/text-recognizer.ts';
import { openPdf, validatePicture } from './accept/validate-file.ts';
export { createFileValidation } from './accept/validate-file.ts';
import { READ_KINDS, readFileTask } from './extract/read-file.ts';
import type { ReadResult, ReadTask, TextTask } from './extract/read-file.ts';
import type { Layout } from './extract/lay-out-blocks.ts';
import { showCropped, type PlacedDescription } from './extract/cropped-pictures.ts';
import { createDescriber, type Describer, type Description } from './extract/describe-pictures.ts';
import { INNER_MS_MAX, readInner, type Nesting } from './extract/read-inner.ts';
import { cropPictures, listCropped, type ListedPicture } from './extract/list-pictures.ts';
import type { TableValues } from './extract/list-tables.ts';
import { outlineOf, withoutSheetMarkers, writeOutline, type OutlineEntry } from './extract/outline.ts';
import { createReadingThreads } from './extract/reading-threads.ts';
import { runFileWork } from './work/run-file-work.ts';
import { sendPages } from './work/sent-pages.ts';

/** What reads the pages of PDF files: renderers, or a worker that has them. */
export type PageReader = Pick<PageRenderer, 'read' | 'outline'> & Partial<Pick<PageRenderer, 'crop'>>;

/** What reads PDF files, converts old Office files, and recognizes text in pictures. */
export interface ExtractRenderers {
  pages: PageReader;
  office: Pick<OfficeRenderer, 'modernize' | 'calculate'> | null;
  /** null: pictures are not read. */
  recognition: PageRecognizer | null;
  /** Makes pictures ready to be looked at; absent: none are described. */
  pictures?: Pick<PictureDecoder, 'shrink'>;
}

export interface ExtractTools {
  read: (task: ReadTask) => Promise<ReadResult> | ReadResult;
  /** null where this process has none. */
  renderers: ExtractRenderers | null;
  /** What looks at pictures, and unpredictable text for what it is told; absent or null: none is configured, and nothing is described. */
  model?: Model | null;
  nonce?: () => string;
  /** Milliseconds for the files in a file, in the place of four minutes. */
  innerMsMax?: number;
}

export interface NamedFile {
  bytes: Uint8Array;
  filename: string | undefined;
  /** Whether blocks with addresses are wanted too. */
  addresses?: boolean;
  /** What else is wanted. */
  wishes?: Wishes | undefined;
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
  /** Where they were asked for, and the kind has them. */
  outline?: OutlineEntry[];
  tables?: TableValues[];
  layout?: Layout;
  pictures?: ListedPicture[];
  descriptions?: Description[];
  /** What described them, and what that took. */
  model?: { name: string; input_tokens: number; output_tokens: number };
}

/** Characters of one answer. */
export const EXTRACT_CHARS_MAX = 2_000_000;

const MODERN = { doc: 'docx', ppt: 'pptx', xls: 'xlsx', odt: 'docx', ods: 'xlsx', odp: 'pptx', rtf: 'docx' } as const;
type OldKind = keyof typeof MODERN;
const CONVERT_TIMEOUT_MS = 60_000;

/** Reads in threads, as a service should; a single command reads where it is. */
export function createExtractTools(
  renderers: ExtractRenderers | null,
  { threads, ...seeing }: { threads: boolean } & Pick<ExtractTools, 'model' | 'nonce'>,
): ExtractTools {
  return { renderers, ...seeing, ...(threads ? createReadingThreads() : { read: readFileTask }) };
}

/** @throws Refusal file_rejected, feature_unavailable for kinds that are not read and descriptions without a model, processing_failed */
export async function extractMarkdown(file: NamedFile, tools: ExtractTools): Promise<Extracted> {
  const describer = file.wishes?.describe ? openDescriber(tools) : null;
  const until = performance.now() + (tools.innerMsMax ?? INNER_MS_MAX);
  const read = await extractFile(file, tools, { depth: 0, until, opened: { files: 0 }, describer });
  if (describer === null) return read;
  const { name, usage } = describer.spent();
  return {
    ...read,
    notes: [...read.notes, ...describer.notes()],
    descriptions: describer.descriptions(),
    model: { name, input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
  };
}

/** @throws Refusal feature_unavailable */
export function refuseDescribing({ describe }: Wishes = {}, model: unknown): void {
  const message =
    'No model is configured in this deployment, which describes pictures; leave describe out, and read them yourself with pictures=true.';
  if (describe && !model) throw new Refusal('feature_unavailable', message, { errors: [{ path: '?describe', message }] });
}

function openDescriber({ model, nonce, renderers }: ExtractTools): Describer {
  refuseDescribing({ describe: true }, model);
  const pictures = renderers?.pictures;
  if (!model || pictures === undefined || nonce === undefined)
    throw new Refusal('feature_unavailable', 'This process describes no pictures; send the file to one that has renderers.');
  return createDescriber({ model, pictures, boundary: nonce() });
}

/** Our readers take the kind as it is, without renderers. */
export const isReadHere = (kind: FileKind): kind is (typeof READ_KINDS)[number] => READ_KINDS.some((known) => known === kind);

async function extractFile(file: NamedFile, tools: ExtractTools, nesting: Nesting): Promise<Extracted> {
  const detected = detectFileKind(file.bytes, file.filename);
  if (detected.kind === null) throw rejected(detected.reason);
  const {
    markdown: own,
    pages,
    notes,
    blocks,
    inner = [],
    tables,
    layout,
    pictures,
  } = await readKind(detected.kind, file, { ...tools, describer: nesting.describer }).catch((error: unknown) => {
    // Readers speak of the file alone; the request named it in a field.
    throw error instanceof Refusal && error.code === 'file_rejected' && error.errors.length === 0 ? rejected(error.message, error) : error;
  });
  const wishes = file.wishes ?? {};
  const within =
    inner.length === 0
      ? { markdown: '', tables: [] }
      : await readInner(inner, notes, {
          wishes,
          nesting,
          charsMax: EXTRACT_CHARS_MAX,
          read: (one, deeper) => extractFile(one, tools, deeper),
        });
  const markdown = `${own}${within.markdown}`;
  if (detected.contradiction !== null) notes.unshift({ code: 'name_contradicts', severity: 'info', message: detected.contradiction });
  const extracted: Extracted = {
    format: detected.kind,
    ...(await cut(wishes.outline ? withoutSheetMarkers(markdown) : markdown)),
    pages,
    notes,
    ...(tables === undefined && !(wishes.tables && inner.length > 0) ? {} : { tables: [...(tables ?? []), ...within.tables] }),
    ...(layout === undefined ? {} : { layout }),
    ...(pictures === undefined ? {} : { pictures }),
  };
  noteMissing(detected.kind, wishes, extracted);
  if (extracted.truncated && (pages ?? 1) <= 1 && !wishes.outline) notes.push(cutNote(extracted.chars));
  if (wishes.outline) {
    extracted.outline = outlineOf(markdown);
    Object.assign(extracted, { markdown: writeOutline(extracted.outline), truncated: false });
  }
  return file.addresses ? { ...extracted, blocks: blocks ?? withoutAddresses(detected.kind, notes) } : extracted;
}

/** What was asked for and the kind does not have. */
function noteMissing(kind: FileKind, { pages, tables, layout, pictures }: Wishes, read: Extracted): void {
  const beyond = pages !== undefined && read.pages !== null && !pages.some(({ from }) => from <= (read.pages ?? 0));
  if (beyond)
    read.notes.push({
      code: 'wish_unsupported',
      severity: 'info',
      message: `The file has ${read.pages} ${read.pages === 1 ? 'page' : 'pages'} (slides, sheets), and none of those that were asked for.`,
    });
  const missing = [
    ...(tables && read.tables === undefined ? ['no tables that could be taken out'] : []),
    ...(pages !== undefined && read.pages === null ? ['no pages to choose from, so that all of it was read'] : []),
    ...(layout && read.layout === undefined ? ['no fixed pages, so that there is no layout'] : []),
    ...(pictures && read.pictures === undefined ? ['no pictures that could be taken out here'] : []),
  ];
  for (const what of missing)
    read.notes.push({ code: 'wish_unsupported', severity: 'info', message: `A file of the kind ${kind} has ${what}.` });
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

/** Of a file whose rest no choice of pages reads. */
const cutNote = (chars: number): Note => ({
  code: 'text_cut',
  severity: 'warning',
  message: `The text has ${chars.toLocaleString('en')} characters, of which the first ${EXTRACT_CHARS_MAX.toLocaleString('en')} are given. The file has no pages to ask for: divide it, and send its parts.`,
});

/** So many characters are counted in one go: some 4 ms. */
const COUNTED_AT_ONCE = 2 ** 20;

/** The first characters (Unicode code points), as many as an answer has, and how many there are in all. */
async function cut(markdown: string): Promise<Pick<Extracted, 'markdown' | 'chars' | 'truncated'>> {
  let chars = 0;
  let end = markdown.length;
  for (let at = 0; at < markdown.length; chars++) {
    if (chars === EXTRACT_CHARS_MAX) end = at;
    if (chars % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1) await letOthers();
    const unit = markdown.charCodeAt(at);
    at += unit >= 0xd800 && unit < 0xdc00 && at + 1 < markdown.length ? 2 : 1;
  }
  return { markdown: markdown.slice(0, end), chars, truncated: chars > EXTRACT_CHARS_MAX };
}

type SeeingTools = ExtractTools & Pick<Nesting, 'describer'>;

/** Read twice where pictures are described: once to find them, once with what is said of them. */
async function readText(task: TextTask, { read, describer }: SeeingTools): Promise<ReadResult> {
  const { shown = [], ...first } = await read(task);
  const described = describer === null || shown.length === 0 ? undefined : await describer.describe(shown);
  return described === undefined || described.size === 0 ? first : read({ ...task, described });
}

async function readKind(kind: FileKind, { bytes, addresses, wishes }: NamedFile, tools: SeeingTools): Promise<ReadResult> {
  if (isReadHere(kind)) return readText({ kind, bytes, addresses, wishes }, tools);
  switch (kind) {
    case 'pdf':
      return readPdfFile(bytes, wishes, tools);
    case 'doc':
    case 'ppt':
    case 'xls':
    case 'odt':
    case 'ods':
    case 'odp':
    case 'rtf':
      return readOldOffice(kind, { bytes, addresses, wishes }, tools);
    case 'png':
    case 'jpg':
    case 'gif':
    case 'webp':
      // a picture that nothing could read is refused before pictures are
      validatePicture(bytes);
      return readPicture(bytes, wishes, tools);
  }
}

async function readPicture(
  bytes: Uint8Array,
  wishes: Wishes | undefined,
  { read, renderers, describer }: SeeingTools,
): Promise<ReadResult> {
  const recognition = renderers?.recognition ?? null;
  if (recognition === null || recognition.languages().length === 0)
    throw new Refusal('feature_unavailable', 'Text recognition (OCR) is not installed here: pictures cannot be read.');
  try {
    const drawn = await recognition.recognizePicture(bytes);
    const described = describer === null ? [] : await describePictureFile(bytes, drawn, describer);
    return { ...(await read({ kind: 'picture', drawn: await sendPages(drawn), wishes, described })), pages: null };
  } catch (error) {
    throw error instanceof Refusal && error.code === 'source_unreadable' ? rejected(error.message, error) : error;
  }
}

async function describePictureFile(
  bytes: Uint8Array,
  { pages: [page] }: RenderedDocument,
  describer: Describer,
): Promise<PlacedDescription[]> {
  const after = (page?.lines ?? [])
    .map(({ text }) => text)
    .join('\n')
    .slice(0, 600);
  const found = await describer.describe([{ key: 'picture', name: 'picture', page: null, alt: '', before: '', after, bytes }]);
  const text = found.get('picture');
  return text === undefined ? [] : [{ page: 1, box: null, text }];
}

async function readPdfFile(bytes: Uint8Array, wishes: Wishes = {}, { read, renderers, describer }: SeeingTools): Promise<ReadResult> {
  if (renderers === null) throw new Refusal('feature_unavailable', 'This process reads no PDF files; send it to one that has renderers.');
  const { pages, recognition } = renderers;
  const wanted = (page: number): boolean => isWanted(page, wishes.pages);
  const reading = async (): Promise<ReadResult> => {
    const drawn = await pages.read(bytes);
    const whole = recognition === null ? drawn : await recognition.recognizePages(bytes, drawn, wanted);
    const { crop } = pages;
    if (crop === undefined || !(wishes.pictures || describer !== null)) return read({ kind: 'pdf', drawn: await sendPages(whole), wishes });
    const { cropped, notes } = await cropPictures(bytes, drawn, { crop, isWanted: wanted });
    const found = (await describer?.describe(showCropped(whole, cropped))) ?? new Map<string, string>();
    const described = cropped.flatMap(({ name, page, box }) => {
      const text = found.get(name);
      return text === undefined ? [] : [{ page, box, text }];
    });
    const result = await read({ kind: 'pdf', drawn: await sendPages(whole), wishes, described });
    return { ...result, notes: [...result.notes, ...notes], ...(wishes.pictures ? { pictures: listCropped(cropped) } : {}) };
  };
  const result = await openPdf(reading());
  return { ...result, notes: [...result.notes, ...notePdfActions(bytes)] };
}

async function readOldOffice(
  kind: OldKind,
  { bytes, addresses, wishes }: Pick<NamedFile, 'bytes' | 'addresses' | 'wishes'>,
  tools: SeeingTools,
): Promise<ReadResult> {
  const office = tools.renderers?.office ?? null;
  if (office === null) throw new Refusal('feature_unavailable', `This process reads no .${kind} files; send it to one that has renderers.`);
  const read = async (from: Uint8Array): Promise<ReadResult> =>
    readText({ kind: MODERN[kind], bytes: await modernize(office, from, kind), addresses, wishes }, tools);
  if (kind === 'ods') {
    const { value, notes } = await runFileWork('boundRepeats', bytes);
    const result = await read(value);
    return { ...result, notes: [...result.notes, ...notes] };
  }
  if (kind !== 'rtf') return read(bytes);
  const whole = closeRtf(bytes);
  const result = await read(whole ?? bytes);
  // a choice of pages leaves words out that were read
  const lost = wishes?.pages === undefined ? await runFileWork('noteLostRtf', bytes, result.markdown) : null;
  return { ...result, notes: [...result.notes, ...(whole === null ? [] : [CUT_SHORT]), ...(lost === null ? [] : [lost])] };
}

/** The fault is the file's only where it was looked at: a program that was lost or late says nothing of it. */
async function modernize(office: Pick<OfficeRenderer, 'modernize'>, bytes: Uint8Array, kind: OldKind): Promise<Uint8Array> {
  try {
    return await office.modernize({ bytes, kind }, { timeoutMs: CONVERT_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'processing_failed' || error.fault !== 'damaged') throw error;
    throw rejected(
      `The .${kind} file cannot be opened: it is damaged, or written in a way that LibreOffice does not read. Open it in the program that made it and save it as .${MODERN[kind]}.`,
      error,
    );
  }
}
