/** One file of a kind that our own readers take → Markdown. Pure computing: runs in a thread of its own in the service. */
import type { FileKind } from '../../base/file-kind.ts';
import type { Note, Noted } from '../../base/note.ts';
import { isWanted, type Wishes } from '../../contract/extract-wishes.ts';
import type { Block } from '../../document/block.ts';
import { listContent, type AddressedBlock } from '../../edits/list-content.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { readDocx } from '../../readers/docx.ts';
import type { OfficeContent } from '../../readers/docx.ts';
import { readHtml } from '../../readers/html.ts';
import { inspectOffice } from '../../readers/inspect-office.ts';
import { joinTablesOverPages, readPdf } from '../../readers/pdf.ts';
import { readPptx } from '../../readers/pptx.ts';
import { readCsv } from '../../readers/csv.ts';
import { readMessage } from '../../readers/email.ts';
import { readOutlookMessage } from '../../readers/outlook-message.ts';
import { readEpub } from '../../readers/epub.ts';
import { readJson, readNotebook, readXmlText } from '../../readers/json.ts';
import { decodeText } from '../../readers/text.ts';
import { unpackFiles } from '../../readers/archive.ts';
import { layOutBlocks, type Layout } from './lay-out-blocks.ts';
import { placeCropped, type PlacedDescription } from './cropped-pictures.ts';
import { listPackagePictures, type ListedPicture, type OpenPictures } from './list-pictures.ts';
import { forgetSources, placeDescriptions, showPictures, SHOWN_BYTES_MAX, type ShownPicture } from './show-pictures.ts';
import { readDataPictures } from '../../readers/data-pictures.ts';
import { readPackagePictures } from '../../readers/package-pictures.ts';
import { listTables, type TableValues } from './list-tables.ts';
import { readXlsx } from '../../readers/xlsx.ts';
import { writePlainMarkdown } from '../../writers/plain-markdown.ts';
import { openPages, type SentPages } from '../work/sent-pages.ts';

/** What our readers take as it is. */
export const READ_KINDS = [
  'docx',
  'pptx',
  'xlsx',
  'html',
  'txt',
  'md',
  'csv',
  'tsv',
  'json',
  'xml',
  'ipynb',
  'eml',
  'msg',
  'epub',
  'zip',
] as const satisfies FileKind[];
type TextKind = (typeof READ_KINDS)[number];

export interface TextTask {
  kind: TextKind;
  bytes: Uint8Array;
  addresses?: boolean | undefined;
  wishes?: Wishes | undefined;
  /** What a model says of the pictures that a first reading has shown, by their keys. */
  described?: ReadonlyMap<string, string>;
}

/** A PDF comes as what PDFium has found on its pages, a picture as what was recognized in it. */
export type ReadTask =
  | TextTask
  | { kind: 'pdf' | 'picture'; drawn: SentPages; wishes?: Wishes | undefined; described?: readonly PlacedDescription[] }
  /** An Office file that is only looked at: its bounds, and how many slides or sheets it has. */
  | { kind: 'inspect'; bytes: Uint8Array };

export interface ReadResult {
  markdown: string;
  pages: number | null;
  notes: Note[];
  /** Of Office files, where they were asked for. */ blocks?: AddressedBlock[];
  /** Where they were asked for, and the kind has them. */
  tables?: TableValues[];
  layout?: Layout;
  pictures?: ListedPicture[];
  /** Where descriptions were asked for and none are given yet: what is to be described. */
  shown?: ShownPicture[];
  /** Files that are in the file, each to be read by itself: attachments of a message, entries of an archive. */
  inner?: { name: string; bytes: Uint8Array }[];
}

/** @throws Refusal file_rejected */
export function readFileTask(task: ReadTask): ReadResult | Promise<ReadResult> {
  switch (task.kind) {
    case 'docx':
      return addressed(writtenOffice(readDocx(task.bytes), task), task);
    case 'pptx':
      return addressed(writtenOffice(readPptx(task.bytes), task), task);
    case 'xlsx':
      return addressed(writtenOffice(readXlsx(task.bytes), task), task);
    case 'html':
      return readPage(task);
    case 'pdf':
      return readDrawn(openPages(task.drawn), task.wishes, task.described);
    case 'picture':
      return readDrawnPicture(openPages(task.drawn), task.wishes, task.described);
    case 'inspect': {
      const { value, notes } = inspectOffice(task.bytes);
      return { markdown: '', pages: value.pages, notes };
    }
    case 'csv':
    case 'tsv':
      return written(readCsv(task.bytes), task.wishes);
    case 'json':
      return written(readJson(task.bytes), task.wishes);
    case 'xml':
      return written(readXmlText(task.bytes));
    case 'ipynb': {
      const notebook = readNotebook(task.bytes);
      return notebook === null ? written(readJson(task.bytes)) : { markdown: notebook.value, pages: null, notes: notebook.notes };
    }
    case 'eml':
      return readMail(task, readMessage);
    case 'msg':
      return readMail(task, readOutlookMessage);
    case 'epub':
      return readBook(task);
    case 'zip':
      return { markdown: '', pages: null, ...unpackFiles(task.bytes) };
    case 'txt':
    case 'md': {
      const { value, notes } = decodeText(task.bytes);
      return { markdown: value, pages: null, notes };
    }
  }
}

/** A page, slide or sheet with its blocks. */
interface Part<Page extends number | null = number | null> {
  page: Page;
  blocks: Block[];
}

const partsOf = (blocks: readonly Block[]): Part[] =>
  blocks.some(({ type }) => type === 'slide' || type === 'sheet')
    ? blocks.map((block, index) => ({ page: index + 1, blocks: [block] }))
    : [{ page: null, blocks: [...blocks] }];

const wantedOf = <Page extends number | null>(parts: readonly Part<Page>[], { pages }: Wishes): Part<Page>[] =>
  parts.filter(({ page }) => page === null || isWanted(page, pages));

type Read = Noted<{ blocks: Block[]; pages: number | null }>;

/** A file whose pictures are known by `img:1`, `img:2`, …. */
interface Pictured {
  task: TextTask;
  /** What is behind them. */
  names: readonly string[];
  open: OpenPictures;
}

function written({ value: { blocks, pages }, notes }: Read, wishes: Wishes = {}): ReadResult {
  return writeParts(wantedOf(partsOf(blocks), wishes), { pages, notes }, wishes);
}

function writeParts(parts: readonly Part[], { pages, notes }: { pages: number | null; notes: Note[] }, { tables }: Wishes): ReadResult {
  const numbers = parts.flatMap(({ page }) => page ?? []);
  const markdown = writePlainMarkdown(
    parts.flatMap((part) => part.blocks),
    numbers,
  );
  return { markdown, pages, notes, ...(tables ? { tables: listTables(parts) } : {}) };
}

/** @param settle what is done to the blocks once their pictures are known */
function writtenWithPictures(
  { value, notes }: Read,
  { task: { wishes = {}, described }, names, open }: Pictured,
  settle: (parts: readonly Part[]) => void = () => undefined,
): ReadResult {
  const parts = wantedOf(partsOf(value.blocks), wishes);
  const listed = wishes.pictures ? listPackagePictures(open, names, parts) : undefined;
  const shown =
    wishes.describe && described === undefined ? showPictures(parts, names, (parted) => open(parted, SHOWN_BYTES_MAX)) : undefined;
  placeDescriptions(parts, described ?? new Map());
  settle(parts);
  return {
    ...writeParts(parts, { pages: value.pages, notes: [...notes, ...(listed?.notes ?? [])] }, wishes),
    ...(listed ? { pictures: listed.pictures } : {}),
    ...(shown ? { shown } : {}),
  };
}

const wantsPictures = ({ wishes: { describe = false, pictures = false } = {} }: TextTask): boolean => describe || pictures;

function readPage(task: TextTask): ReadResult {
  if (!wantsPictures(task)) return written(readHtml(task.bytes), task.wishes);
  const names: string[] = [];
  return writtenWithPictures(readHtml(task.bytes, names), { task, names, open: readDataPictures }, forgetSources);
}

function readBook(task: TextTask): ReadResult {
  if (!wantsPictures(task)) return written(readEpub(task.bytes), task.wishes);
  const names: string[] = [];
  const read = readEpub(task.bytes, names);
  const open: OpenPictures = (parts, bytesMax) => readPackagePictures(task.bytes, parts, bytesMax);
  return writtenWithPictures(read, { task, names, open }, forgetSources);
}

/** Headers and footers of pages and slides are in comments, as their borders are: a reader who wants the text alone skips them. */
function writtenOffice({ value, notes }: Noted<OfficeContent>, task: TextTask): ReadResult {
  const open: OpenPictures = (parts, bytesMax) => readPackagePictures(task.bytes, parts, bytesMax);
  const read = writtenWithPictures({ value, notes }, { task, names: value.pictures, open });
  return { ...read, markdown: withFurniture(value.furniture, read.markdown) };
}

function readDrawn(drawn: RenderedDocument, wishes: Wishes = {}, described: readonly PlacedDescription[] = []): ReadResult {
  const { value, notes } = readPdf(drawn);
  const parts = wantedOf(
    value.pages.map((blocks, index) => ({ page: index + 1, blocks })),
    wishes,
  );
  const placed = placeCropped(drawn, parts, described);
  // boxes are those of a page: there each page keeps what is on it
  const read = wishes.layout ? parts : joinTablesOverPages(parts, value);
  const text = read.map(({ page, blocks }) => `<!-- Page ${page} -->\n\n${writePlainMarkdown(blocks)}`).join('\n');
  return {
    markdown: withFurniture(value.furniture, text),
    pages: value.pages.length,
    notes,
    ...(wishes.tables ? { tables: listTables(read) } : {}),
    ...(wishes.layout ? { layout: layOutBlocks(drawn, parts, placed) } : {}),
  };
}

function readDrawnPicture(drawn: RenderedDocument, wishes: Wishes = {}, described: readonly PlacedDescription[] = []): ReadResult {
  const parts = [{ page: 1, blocks: readPdf(drawn).value.pages.flat() }];
  const placed = placeCropped(drawn, parts, described);
  const blocks = parts.flatMap((part) => part.blocks);
  return {
    markdown: writePlainMarkdown(blocks),
    pages: null,
    notes: [recognitionNote(drawn)],
    ...(wishes.tables ? { tables: listTables([{ page: null, blocks }]) } : {}),
    ...(wishes.layout ? { layout: layOutBlocks(drawn, parts, placed) } : {}),
  };
}

/** A message, whose attachments are read by themselves. */
function readMail(task: TextTask, read: typeof readMessage): ReadResult {
  const names: string[] | undefined = wantsPictures(task) ? [] : undefined;
  const message = read(task.bytes, names);
  const result =
    names === undefined
      ? written(message, task.wishes)
      : writtenWithPictures(message, { task, names, open: readDataPictures }, forgetSources);
  return { ...result, inner: message.value.attachments };
}

function withFurniture(
  { headers, footers }: { headers: string[]; footers: string[] } = { headers: [], footers: [] },
  text: string,
): string {
  const comment = (place: string, words: string): string => `<!-- ${place}: ${words.replaceAll(/-(?=[->])/g, '\u2010')} -->\n`;
  const parts = [...headers.map((words) => comment('Page header', words)), text, ...footers.map((words) => comment('Page footer', words))];
  return parts.filter((part) => part !== '').join('\n');
}

/** Characters of all blocks of an answer. */
const BLOCKS_CHARS_MAX = 4_000_000;

function addressed(result: ReadResult, { bytes, addresses }: { bytes: Uint8Array; addresses?: boolean | undefined }): ReadResult {
  if (!addresses) return result;
  const blocks: AddressedBlock[] = [];
  let chars = 0;
  for (const block of listContent(bytes)) {
    chars += JSON.stringify(block).length;
    if (chars > BLOCKS_CHARS_MAX) {
      result.notes.push({
        code: 'blocks_cut',
        severity: 'warning',
        message: `The blocks with addresses have more than ${BLOCKS_CHARS_MAX} characters; the rest of them was left out.`,
      });
      break;
    }
    blocks.push(block);
  }
  return { ...result, blocks };
}

/** Below it, in percent, words are often wrong. */
const SURE = 75;

function recognitionNote({ pages: [page] }: RenderedDocument): Note {
  if (!page || page.lines.length === 0)
    return { code: 'picture_without_text', severity: 'warning', message: 'Text recognition (OCR) found no text in the picture.' };
  const unsure = (page.recognized ?? 0) < SURE;
  return {
    code: 'picture_recognized',
    severity: unsure ? 'warning' : 'info',
    message: `The picture was read by text recognition (OCR).${unsure ? ' Much of it may be wrong.' : ''}`,
  };
}
