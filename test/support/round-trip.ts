/** A file made of Markdown, read back: which of its blocks come back as what they were, by type and text. */
import { composeDeck } from '../../src/document/compose-deck.ts';
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import { plainText } from '../../src/document/inline.ts';
import { detectLanguage } from '../../src/document/language.ts';
import { resolveLook } from '../../src/document/look.ts';
import { blockText } from '../../src/document/walk.ts';
import type { Block, ListItem, TableRow } from '../../src/document/block.ts';
import type { PageReader } from '../../src/pipeline/extract.ts';
import { readDocx } from '../../src/readers/docx.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { readPdf } from '../../src/readers/pdf.ts';
import { readPptx } from '../../src/readers/pptx.ts';
import { readXlsx } from '../../src/readers/xlsx.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { writeTypst } from '../../src/writers/typst.ts';
import { planWorkbook, writeXlsx } from '../../src/writers/xlsx.ts';
import type { MadeFormat } from './lost-words.ts';
import { typeset } from './typeset.ts';

const CREATED = new Date('2026-11-20T12:00:00Z');

/** `heading Results`, `item First point`, `cell 12` */
export type PieceOfText = string;

/** Numbers of clauses and headings, which are counted by the file; quotes, hyphens and joins as type sets them; the format of figures and days. */
const NUMBERING = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|\([a-z]{1,3}\)|[a-z]\)|[ivx]{1,4}\.|§ ?\d+) (?=\S)/u;
/** Which part of several a slide is that was too full for one. */
const PART = / \(\d+\/\d+\)$/;
const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060]/g, '')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[‐‑–—−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    // formulas are equal however their writer spells them
    .replaceAll(/_\{(\w)\}\^\{\\prime\}/g, "'_$1")
    .replaceAll(/([_^])\{(\w)\}/g, '$1$2')
    .replaceAll(/ ?= ?/g, '=')
    .trim();
const figureOf = (text: string): string =>
  /^[^\p{L}]*[\p{Sc}]?[-\d.,'\s]+[%\p{Sc}]?(?: ?[A-Z]{3}| \p{L}{1,3}[23]?)?$/u.test(text) && /\d/.test(text)
    ? text
        .replace(/ \p{L}{1,3}[23]?$/u, '')
        .replaceAll(/[^\d]/g, '')
        .replace(/0+$/, '')
    : text;

const piece = (type: string, text: string): PieceOfText[] => {
  const bare = plainOf(text);
  const plain =
    type === 'cell'
      ? figureOf(bare)
      : bare
          .replace(NUMBERING, '')
          .replace(PART, '')
          .replace(/ \((?:clause|section|cláusula|apartado) [\d.]+\)/g, '');
  // what divides a lead from its text is set as space, and the text begins anew
  const set = type === 'item' ? plain.replaceAll(/[.:](?= |$)/g, '').toLowerCase() : plain;
  return set === '' ? [] : [`${type} ${set}`];
};

const paragraphPieces = (text: string): PieceOfText[] => {
  const lines = text
    .split('\n')
    .map(plainOf)
    .filter((line) => line !== '');
  return lines.length < 2 ? piece('paragraph', text) : [`paragraph ${lines.join(LINE)}`];
};
const itemPieces = ({ blocks: [first, ...rest] }: ListItem): PieceOfText[] =>
  first?.type === 'paragraph' ? [...piece('item', plainText(first.runs)), ...piecesOf(rest)] : piecesOf(first ? [first, ...rest] : rest);
/** A key figure has its words in an order of its own. */
const figurePieces = (texts: readonly string[]): PieceOfText[] => {
  const words = plainOf(texts.join(' '))
    .toLowerCase()
    .split(' ')
    .map((word) => figureOf(word).replaceAll(/[,;:.]+$/g, ''))
    .filter((word) => word !== '');
  return words.length === 0 ? [] : [`figure ${words.toSorted().join(' ')}`];
};
const cellPieces = (rows: readonly TableRow[]): PieceOfText[] =>
  rows.flatMap(({ cells }) =>
    cells.flatMap(({ runs, blocks, formula }) => {
      const text = blocks ? blocks.map(blockText).join(' ') : plainText(runs);
      // a formula comes back as its value, a day as the language shows it
      return formula !== undefined || text.startsWith('=') || /^\d{4}-\d{2}-\d{2}$/.test(text) ? [] : piece('cell', text);
    }),
  );

/** What a block says, by the type that a reader can tell; layout of its own (covers, letterheads, signatures) is left out. */
function blockPieces(block: Block): PieceOfText[] {
  switch (block.type) {
    case 'heading':
      return piece(block.type, plainText(block.runs));
    case 'paragraph':
      return paragraphPieces(plainText(block.runs));
    case 'list':
      return block.items.flatMap(itemPieces);
    case 'table':
      return cellPieces(block.rows);
    case 'code':
      return piece('code', block.text);
    case 'slide':
      return [...piece('heading', plainText(block.title ?? [])), ...piecesOf(block.blocks)];
    case 'sheet':
      return [...piece('heading', block.name), ...piecesOf(block.blocks)];
    case 'clause':
      return [
        ...piece('heading', plainText(block.title ?? [])),
        ...piecesOf(block.blocks).map((one) => one.replace(/^paragraph /, CLAUSE)),
      ];
    case 'quote':
      return piecesOf(block.blocks).map((one) => one.replace(/^paragraph /, 'quote '));
    case 'columns':
      return block.columns.flatMap(({ blocks }) => piecesOf(blocks));
    case 'kpis':
      return block.items.flatMap(({ value, label, change }) =>
        plainText(value).startsWith('=') ? [] : figurePieces([value, label ?? [], change ?? []].map(plainText)),
      );
    default:
      return 'blocks' in block && Array.isArray(block.blocks) ? piecesOf(block.blocks) : [];
  }
}

export const piecesOf = (blocks: readonly Block[]): PieceOfText[] => blocks.flatMap(blockPieces);

/** Divides the lines of what may be the head or the close of a letter, memo or minutes. */
const LINE = '\u2028';
/** What heads and closes set apart comes back line by line, and `Label: value` in two places. */
function inLines(one: PieceOfText, texts: ReadonlySet<string>): PieceOfText[] {
  const lines = one.slice(one.indexOf(' ') + 1).split(LINE);
  if (lines.length === 1) return [one];
  const isRead = (text: string): boolean => [text, text.replace(NUMBERING, ''), figureOf(text)].some((form) => texts.has(form));
  const apart = lines.every((line) => isRead(line) || line.split(/: (.*)/s).every((part) => part === '' || isRead(part)));
  return apart ? [] : piece('paragraph', lines.join(' '));
}

const CLAUSE = 'clause ';
/** What stands in a clause is a numbered item or, alone, a paragraph. */
const settled = ({ written, read }: RoundTrip): RoundTrip => {
  const items = new Set(read.filter((one) => one.startsWith('item ')));
  const asItem = (one: PieceOfText): PieceOfText =>
    `item ${one
      .slice(CLAUSE.length)
      .replaceAll(/[.:](?= |$)/g, '')
      .toLowerCase()}`;
  const settle = (one: PieceOfText): PieceOfText =>
    !one.startsWith(CLAUSE) ? one : items.has(asItem(one)) ? asItem(one) : one.replace(CLAUSE, 'paragraph ');
  const texts = new Set(read.map((one) => one.slice(one.indexOf(' ') + 1)));
  const figures = new Set(read.filter((one) => one.startsWith('figure ')));
  /** Points that are figures with their names are drawn as key figures. */
  const asFigure = (one: PieceOfText): PieceOfText => {
    const [figure] = one.startsWith('item ') && !items.has(one) ? figurePieces([one.slice('item '.length)]) : [];
    return figure !== undefined && figures.has(figure) ? figure : one;
  };
  return {
    written: written
      .flatMap((one) => inLines(one, texts))
      .map(settle)
      .map(asFigure),
    read: read.map((one) => one.replaceAll(LINE, ' ')),
  };
};

/** What was written, and what came back. */
export interface RoundTrip {
  written: PieceOfText[];
  read: PieceOfText[];
}

/** Makes a file of the text as the product does, and reads it. @param pages reads PDF files */
export async function roundTrip(markdown: string, format: MadeFormat, pages: PageReader): Promise<RoundTrip> {
  const trip = settled(await makeAndRead(markdown, format, pages));
  if (format !== 'pdf') return trip;
  // on pages that are drawn, key figures are a layout of their own
  const isText = (one: PieceOfText): boolean => !one.startsWith('figure ');
  return { written: trip.written.filter(isText), read: trip.read.filter(isText) };
}

async function makeAndRead(markdown: string, format: MadeFormat, pages: PageReader): Promise<RoundTrip> {
  const { value } = readMarkdown(markdown, { pictures: 0, deck: format === 'pptx', workbook: format === 'xlsx' });
  const lang = value.meta.lang ?? detectLanguage(value.blocks.map(blockText).join('\n'));
  const input = { blocks: value.blocks, meta: value.meta, lang, name: null, assets: new Map<string, never>() };
  const look = resolveLook(format === 'xlsx' ? 'spreadsheet' : format === 'pptx' ? 'presentation' : decideType(value.blocks, value.meta));
  switch (format) {
    case 'pptx': {
      const composed = composeDeck(input);
      const { bytes } = writePptx(planDeck(composed, look), { created: CREATED });
      return { written: piecesOf(composed.blocks), read: piecesOf(readPptx(bytes).value.blocks) };
    }
    case 'xlsx': {
      const { document } = composeDocument(input, look);
      const { bytes } = writeXlsx(planWorkbook(document, look), { created: CREATED });
      return { written: piecesOf(document.blocks), read: piecesOf(readXlsx(bytes).value.blocks) };
    }
    case 'docx': {
      const { document } = composeDocument(input, look);
      const { render } = buildDocx(document, look, { created: CREATED });
      return { written: piecesOf(document.blocks), read: piecesOf(readDocx(render).value.blocks) };
    }
    case 'pdf': {
      const { document } = composeDocument(input, look);
      const { pdf } = await typeset(writeTypst(document, look).value);
      return { written: piecesOf(document.blocks), read: piecesOf(readPdf(await pages.read(pdf)).value.pages.flat()) };
    }
  }
}

/** Pieces of the one that the other lacks, each as often as it is missing. */
export function lacking(wanted: readonly PieceOfText[], found: readonly PieceOfText[]): PieceOfText[] {
  const left = new Map<PieceOfText, number>();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
