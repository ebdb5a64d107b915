/** Builds Word files from blocks made by hand and reads their parts, for the tests of the Word writer. */
import type { Block, TableCell } from '../../src/document/block.ts';
import { composeDocument } from '../../src/document/compose.ts';
import type { Asset, DocumentType } from '../../src/document/document.ts';
import type { Run } from '../../src/document/inline.ts';
import { resolveLook } from '../../src/document/look.ts';
import type { Style } from '../../src/document/style.ts';
import { numberBlocks } from '../../src/document/walk.ts';
import { decodeXml } from '../../src/ooxml/decode-xml.ts';
import { readZip } from '../../src/ooxml/read-zip.ts';
import { parseXml } from '../../src/ooxml/xml-tree.ts';
import { buildDocx, type BuiltDocx } from '../../src/writers/docx.ts';

export const t = (text: string, marks: Omit<Run, 'text'> = {}): Run => ({ text, ...marks });
export const p = (...runs: (string | Run)[]): Block => ({
  id: '',
  type: 'paragraph',
  runs: runs.map((run) => (typeof run === 'string' ? { text: run } : run)),
});
export const h = (level: number, text: string, anchor?: string): Block => ({
  id: '',
  type: 'heading',
  level,
  runs: [{ text }],
  ...(anchor === undefined ? {} : { anchor }),
});
export const ul = (...items: (string | Block[])[]): Block => ({
  id: '',
  type: 'list',
  ordered: false,
  items: items.map((item) => ({ blocks: typeof item === 'string' ? [p(item)] : item })),
});
export const ol = (...items: (string | Block[])[]): Block => ({
  id: '',
  type: 'list',
  ordered: true,
  items: items.map((item) => ({ blocks: typeof item === 'string' ? [p(item)] : item })),
});
const cellOf = (cell: string | TableCell): TableCell => (typeof cell === 'string' ? { runs: cell === '' ? [] : [{ text: cell }] } : cell);
/** A table with one head row. */
export const tableOf = (rows: (string | TableCell)[][], more: Partial<Extract<Block, { type: 'table' }>> = {}): Block => ({
  id: '',
  type: 'table',
  columns: (rows[0] ?? []).map(() => ({})),
  header_rows: 1,
  rows: rows.map((cells) => ({ cells: cells.map(cellOf) })),
  ...more,
});

/** A PNG of 2 by 2 points; the pixels that it claims are the caller's. */
export function pictureOf(key: string, width: number, height: number): Asset {
  const data = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8DAwPCfAUIBABvyA/3xh4/6AAAAAElFTkSuQmCC',
    'base64',
  );
  return { key, contentType: 'image/png', width, height, data };
}

export interface WordOptions {
  type?: DocumentType;
  style?: Partial<Style>;
  lang?: string;
  meta?: Record<string, string>;
  assets?: readonly Asset[];
}

export function buildWord(
  blocks: Block[],
  { type = 'report', style = {}, lang = 'en', meta = {}, assets = [] }: WordOptions = {},
): BuiltDocx {
  numberBlocks(blocks);
  const look = resolveLook(type, style);
  const { document } = composeDocument(
    { blocks, meta, lang, name: null, assets: new Map(assets.map((asset) => [asset.key, asset])) },
    look,
  );
  return buildDocx(document, look, { created: new Date('2026-11-20T12:00:00Z') });
}

/** A part as text, after it was parsed: a part that is not well-formed throws. */
export function partText(bytes: Uint8Array, name: string): string {
  const part = readZip(bytes).parts.get(name);
  if (part === undefined) throw new Error(`there is no part ${name}`);
  const { text } = decodeXml(part.read());
  parseXml(text);
  return text;
}

export const partNames = (bytes: Uint8Array): string[] => [...readZip(bytes).parts.keys()];
export const countOf = (text: string, piece: string): number => text.split(piece).length - 1;

/** `word/document.xml` of the blocks. */
export const wordXml = (blocks: Block[], options: WordOptions = {}): string =>
  partText(buildWord(blocks, options).render, 'word/document.xml');
