/** Blocks that a reader has found → what is answered: Markdown, and what else was asked for. */
import type { Note, Noted } from '../../base/note.ts';
import { isWanted, type Wishes } from '../../contract/extract-wishes.ts';
import type { Block } from '../../document/block.ts';
import { writePlainMarkdown } from '../../writers/plain-markdown.ts';
import { listPackagePictures, type OpenPictures } from './list-pictures.ts';
import { listTables } from './list-tables.ts';
import { sheetMarker } from './outline.ts';
import type { ReadResult, TextTask } from './read-file.ts';
import { placeDescriptions, showPictures, SHOWN_BYTES_MAX } from './show-pictures.ts';

/** A page, slide or sheet with its blocks. */
export interface Part<Page extends number | null = number | null> {
  page: Page;
  blocks: Block[];
}

const partsOf = (blocks: readonly Block[]): Part[] =>
  blocks.some(({ type }) => type === 'slide' || type === 'sheet')
    ? blocks.map((block, index) => ({ page: index + 1, blocks: [block] }))
    : [{ page: null, blocks: [...blocks] }];

export const wantedOf = <Page extends number | null>(parts: readonly Part<Page>[], { pages }: Wishes): Part<Page>[] =>
  parts.filter(({ page }) => page === null || isWanted(page, pages));

type Read = Noted<{ blocks: Block[]; pages: number | null }>;

/** A file whose pictures are known by `img:1`, `img:2`, …. */
interface Pictured {
  task: TextTask;
  /** What is behind them. */
  names: readonly string[];
  open: OpenPictures;
}

export function written({ value: { blocks, pages }, notes }: Read, wishes: Wishes = {}): ReadResult {
  return writeParts(wantedOf(partsOf(blocks), wishes), { pages, notes }, wishes);
}

function writeParts(
  parts: readonly Part[],
  { pages, notes }: { pages: number | null; notes: Note[] },
  { tables, outline }: Wishes,
): ReadResult {
  const markdown = outline && parts.some(isSheet) ? parts.map(writeMarked).join('\n') : writeText(parts);
  return { markdown, pages, notes, ...(tables ? { tables: listTables(parts) } : {}) };
}

const isSheet = ({ blocks: [first] }: Part): boolean => first?.type === 'sheet';

const writeMarked = ({ page, blocks }: Part): string => `${page === null ? '' : sheetMarker(page)}${writePlainMarkdown(blocks)}`;

const writeText = (parts: readonly Part[]): string =>
  writePlainMarkdown(
    parts.flatMap((part) => part.blocks),
    parts.flatMap(({ page }) => page ?? []),
  );

/** @param settle what is done to the blocks once their pictures are known */
export function writtenWithPictures(
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

export const wantsPictures = ({ wishes: { describe = false, pictures = false } = {} }: TextTask): boolean => describe || pictures;

export function withFurniture(
  { headers, footers }: { headers: string[]; footers: string[] } = { headers: [], footers: [] },
  text: string,
): string {
  const comment = (place: string, words: string): string => `<!-- ${place}: ${words.replaceAll(/-(?=[->])/g, '\u2010')} -->\n`;
  const parts = [...headers.map((words) => comment('Page header', words)), text, ...footers.map((words) => comment('Page footer', words))];
  return parts.filter((part) => part !== '').join('\n');
}
