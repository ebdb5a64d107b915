/**
 * A file that someone else has made, read for review: as a document that rules can look at, with the location of each of its
 * blocks as the client knows it. Pure computing.
 */
import { deserialize, serialize } from 'node:v8';
import { Refusal, type FileFault } from '../../base/refusal.ts';
import type { FindingLocation } from '../../base/finding.ts';
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import { decideType } from '../../document/document-type.ts';
import type { Document, DocumentType } from '../../document/document.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { detectLanguage } from '../../document/language.ts';
import { blockText, walkBlocks } from '../../document/walk.ts';
import { listContent, type AddressedBlock } from '../../edits/list-content.ts';
import { readDocx } from '../../readers/docx.ts';
import { readPdf } from '../../readers/pdf.ts';
import { readPptx } from '../../readers/pptx.ts';
import { readXlsx } from '../../readers/xlsx.ts';
import { checkLength, checkSheetPages } from '../accept/request-target.ts';
import { estimateSheetPages, type SheetPages } from '../../review/estimate-sheet-pages.ts';

export interface ForeignContent {
  title: string;
  lang: string;
  /** Opened by `openDocument` where it is looked at: the cells of a large workbook are not copied into the main thread, which they held up for seconds. */
  packed: Uint8Array;
  type: DocumentType;
  /** Slides, sheets or pages; null of Word files, whose pages show when they are rendered. */
  pages: number | null;
  /** Of a workbook: how many pages it fills, about, told before it is drawn. */
  sheetPages?: SheetPages;
  /** Of a Word file: characters of its paragraphs. */
  textChars?: number;
  /** Block id → where the client finds it. */
  places: Record<string, FindingLocation>;
  notes: Note[];
}

/** The document of a file from outside, as rules look at it. */
export const openDocument = ({ packed }: Pick<ForeignContent, 'packed'>): Document => deserialize(packed);

const packDocument = (document: Document): Pick<ForeignContent, 'title' | 'lang' | 'packed'> => ({
  title: document.title,
  lang: document.lang,
  packed: new Uint8Array(serialize(document)),
});

const SAMPLE_CHARS = 20_000;
/** Addresses beyond so many are not looked up for findings. */
const ADDRESSED_MAX = 50_000;

function sampleOf(blocks: readonly Block[]): string {
  let text = '';
  for (const block of blocks) {
    text += `${blockText(block)}\n`;
    if (text.length > SAMPLE_CHARS) break;
  }
  return text;
}

function documentOf(blocks: Block[], title: string | undefined): Document {
  const heading = blocks.find((block) => block.type === 'heading' || block.type === 'slide');
  return {
    title: title ?? (heading ? (blockText(heading).split('\n')[0] ?? '') : ''),
    lang: detectLanguage(sampleOf(blocks)),
    blocks,
    assets: new Map(),
  };
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function* flatten(blocks: readonly AddressedBlock[]): Generator<{ address: string; text: string }> {
  for (const block of blocks) {
    if (block.rows) for (const row of block.rows) yield* row.cells;
    else if (block.type !== 'image' && block.type !== 'revision') yield block;
    if (block.blocks) yield* flatten(block.blocks);
  }
}

/** The nth block with a text has the nth address with that text. */
function addressesOf(blocks: readonly Block[], addressed: readonly AddressedBlock[]): Map<string, string> {
  const free = new Map<string, string[]>();
  let count = 0;
  for (const { address, text } of flatten(addressed)) {
    if (++count > ADDRESSED_MAX) break;
    const key = squeeze(text);
    if (key !== '') free.set(key, [...(free.get(key) ?? []), address].slice(0, 1_000));
  }
  const found = new Map<string, string>();
  const all = [...walkBlocks(blocks)];
  for (const type of ['table', 'image'] as const) {
    const mine = all.filter((block) => block.type === type);
    const theirs = addressed.filter((block) => block.type === type);
    // where one side has more (pictures of headers, nested tables), they cannot be matched
    if (mine.length === theirs.length) for (const [i, { id }] of mine.entries()) found.set(id, theirs[i]?.address ?? '');
  }
  for (const block of all) {
    if (block.type === 'table' || block.type === 'image') continue;
    const address = free.get(squeeze(blockText(block)))?.shift();
    if (address !== undefined) found.set(block.id, address);
  }
  return found;
}

function placesOf(blocks: readonly Block[], addresses: ReadonlyMap<string, string>): Record<string, FindingLocation> {
  const places: Record<string, FindingLocation> = {};
  let slides = 0;
  for (const top of blocks) {
    const around: FindingLocation = top.type === 'slide' ? { slide: ++slides } : top.type === 'sheet' ? { sheet: top.name } : {};
    for (const { id } of walkBlocks([top])) {
      const address = addresses.get(id);
      places[id] = { ...around, ...(address === undefined ? {} : { block_id: address }) };
    }
  }
  return places;
}

/** Characters of paragraphs and headings: the file has no fewer. */
function charsOf(blocks: readonly Block[]): number {
  let chars = 0;
  for (const block of walkBlocks(blocks)) if (block.type === 'paragraph' || block.type === 'heading') chars += blockText(block).length;
  return chars;
}

/**
 * @param bounded whether a workbook of too many sheets or pages is refused, which is told before its cells are read
 * @throws Refusal file_rejected: hostile, damaged, protected; docx_invalid: a Word file without a text that can be read; document_too_long
 */
export function readForeignOffice(bytes: Uint8Array, kind: 'docx' | 'pptx' | 'xlsx', bounded = false): ForeignContent {
  const sheetPages = kind === 'xlsx' ? estimateSheetPages(bytes) : undefined;
  if (bounded && sheetPages) checkLength('xlsx', sheetPages.sheets);
  if (bounded && sheetPages) checkSheetPages(sheetPages);
  const { value, notes } = kind === 'docx' ? readWord(bytes) : kind === 'pptx' ? readPptx(bytes) : readXlsx(bytes);
  const document = documentOf(value.blocks, value.meta.title);
  const addresses = kind === 'xlsx' ? new Map<string, string>() : addressesOf(value.blocks, listContent(bytes));
  return {
    ...packDocument(document),
    type: decideType(value.blocks, { title: value.meta.title }),
    pages: value.pages,
    places: placesOf(value.blocks, addresses),
    notes,
    ...(sheetPages ? { sheetPages } : {}),
    ...(kind === 'docx' ? { textChars: charsOf(value.blocks) } : {}),
  };
}

/** The type of a Word file by what it says, without reading it for rules. @throws Refusal as `readForeignOffice` */
export function typeOfWord(bytes: Uint8Array): DocumentType {
  const { value } = readWord(bytes);
  return decideType(value.blocks, { title: value.meta.title });
}

/** Of files that are no Word files at all; those that are refused for what they hold have another fault, or none. */
const UNREADABLE: readonly (FileFault | undefined)[] = ['no_text', 'malformed_xml', 'damaged', 'part_missing'];

/** What is wrong with the package is said by its validation; what is left is a Word file that holds no text. */
function readWord(bytes: Uint8Array): ReturnType<typeof readDocx> {
  try {
    return readDocx(bytes, { literal: true });
  } catch (error) {
    if (error instanceof Refusal && UNREADABLE.includes(error.fault) && error.fault !== undefined)
      throw new Refusal('docx_invalid', `The Word file cannot be opened: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A PDF comes as what is on its pages. */
export function readForeignPdf(drawn: RenderedDocument): ForeignContent {
  const { value, notes } = readPdf(drawn);
  const blocks = value.pages.flat();
  const places: Record<string, FindingLocation> = {};
  for (const [index, page] of value.pages.entries()) for (const { id } of walkBlocks(page)) places[id] = { page: index + 1 };
  const document = documentOf(blocks, drawn.title === '' ? undefined : drawn.title);
  return { ...packDocument(document), type: decideType(blocks, { title: document.title }), pages: drawn.pages.length, places, notes };
}
