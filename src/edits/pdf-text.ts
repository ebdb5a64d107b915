/** The text of a PDF file as blocks with addresses, and typed operations on it. */
import type { Block } from '../document/block.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { plainText, type Run } from '../document/inline.ts';
import { blockText, mapRuns, numberBlocks } from '../document/walk.ts';
import type { EditOperation, EditResult } from './apply-edits.ts';
import { isRejected, reject, type Rejected } from './define-edit.ts';
import { faultOfPattern, findText } from './find-text.ts';
import type { AddressedBlock } from './list-content.ts';
import { PDF_TEXT_SCHEMAS, type PdfTextOperation } from './pdf-edits.ts';
import type { PlacedPicture } from './placed-pictures.ts';

const CELLS_MAX = 20_000;

function addressed(block: Block, address: string): AddressedBlock {
  switch (block.type) {
    case 'heading':
      return { address, type: 'heading', level: block.level, text: plainText(block.runs) };
    case 'table':
      return {
        address,
        type: 'table',
        text: '',
        rows: block.rows.slice(0, CELLS_MAX).map((row, r) => ({
          address: `${address}.r${r + 1}`,
          cells: row.cells.map((cell, c) => ({ address: `${address}.r${r + 1}.c${c + 1}`, text: plainText(cell.runs) })),
        })),
      };
    case 'list':
      return { address, type: 'list_item', text: blockText(block) };
    case 'image':
      return { address, type: 'image', text: block.alt };
    default:
      return { address, type: 'paragraph', text: blockText(block) };
  }
}

/**
 * Blocks of a PDF with their addresses: `page2.b3` is the third block of the second page.
 * @param pages the blocks of each page, as the reader gives them
 */
export function listPdfContent(pages: readonly (readonly Block[])[]): AddressedBlock[] {
  return pages.flatMap((blocks, page) => blocks.map((block, i) => addressed(block, `page${page + 1}.b${i + 1}`)));
}

type NewBlock = Extract<PdfTextOperation, { op: 'insert_blocks' }>['blocks'][number];

interface Placed {
  address: string;
  block: Block;
  gone: boolean;
  before: Block[];
  after: Block[];
}

type Done = { before: string; after: string };

const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

function blockOf(given: NewBlock): Block {
  switch (given.type) {
    case 'paragraph':
    case 'quote': {
      const runs: Run[] = given.runs?.map(({ text, bold, italic, underline }) => ({
        text,
        ...(bold ? { bold } : {}),
        ...(italic ? { italic } : {}),
        ...(underline ? { underline } : {}),
      })) ?? [{ text: given.text ?? '' }];
      return given.type === 'quote'
        ? { id: '', type: 'quote', blocks: [{ id: '', type: 'paragraph', runs }] }
        : { id: '', type: 'paragraph', runs };
    }
    case 'heading':
      return {
        id: '',
        type: 'heading',
        level: given.level,
        runs: [{ text: given.text ?? (given.runs ?? []).map(({ text }) => text).join('') }],
      };
    case 'list':
      return { id: '', type: 'list', ordered: given.ordered ?? false, items: given.items.map((text) => ({ blocks: [paragraph(text)] })) };
    case 'page_break':
      return { id: '', type: 'page_break' };
    case 'table': {
      const columns = given.rows.reduce((most, row) => Math.max(most, row.length), 0);
      return {
        id: '',
        type: 'table',
        columns: Array.from({ length: columns }, () => ({})),
        header_rows: given.header === false ? 0 : 1,
        rows: given.rows.map((row) => ({ cells: Array.from({ length: columns }, (_, i) => ({ runs: [{ text: row[i] ?? '' }] })) })),
      };
    }
  }
}

/** Replaces the span, in the formatting of its first character. */
function replaceSpan(runs: readonly Run[], start: number, end: number, text: string): Run[] {
  const changed: Run[] = [];
  let at = 0;
  let put = false;
  for (const run of runs) {
    const [from, to] = [Math.max(0, start - at), Math.min(run.text.length, end - at)];
    const isWithin = at < end && at + run.text.length > start;
    const atEnd = start === end && at + run.text.length >= start && !put;
    if (!isWithin && !atEnd) changed.push(run);
    else {
      changed.push({ ...run, text: run.text.slice(0, from) + (put ? '' : text) + run.text.slice(Math.max(from, to)) });
      put = true;
    }
    at += run.text.length;
  }
  return changed.filter((run) => run.text !== '');
}

function find(placed: readonly Placed[], address: string, expect?: string): Placed | Rejected {
  const found = placed.find((one) => one.address === address);
  if (!found) return reject('target_not_found', `There is no block ${address.slice(0, 60)}; read the content for its addresses.`);
  if (found.gone) return reject('overlapping_operation', `${address} is deleted by an earlier operation.`);
  if (expect !== undefined && blockText(found.block) !== expect)
    return reject('expect_mismatch', `${address} holds "${blockText(found.block).slice(0, 200)}".`);
  return found;
}

function replaceText(placed: readonly Placed[], operation: Extract<PdfTextOperation, { op: 'replace_text' }>): Done | Rejected {
  if (operation.find === operation.replace) return reject('no_effect', 'Old and new text are the same.');
  const fault = faultOfPattern(operation);
  if (fault !== null) return reject('unsupported', `The regular expression cannot be used: ${fault}.`);
  const among = placed.filter((one) => !one.gone && (operation.target === undefined || one.address === operation.target));
  if (among.length === 0) return reject('target_not_found', `There is no block ${String(operation.target).slice(0, 60)}.`);
  const counts = among
    .map((one) => {
      let count = 0;
      mapRuns([one.block], (runs) => {
        count += findText(plainText(runs), operation).length;
        return runs;
      });
      return { one, count };
    })
    .filter(({ count }) => count > 0);
  const places = counts.reduce((sum, { count }) => sum + count, 0);
  if (places === 0) return reject('target_not_found', `"${operation.find.slice(0, 80)}" is nowhere in the text.`);
  if (places > 1 && operation.all !== true)
    return reject(
      'ambiguous_target',
      `"${operation.find.slice(0, 80)}" is in ${places} places; set all, or name the block.`,
      counts.map(({ one }) => one.address),
    );
  const [first] = counts;
  const before = first ? blockText(first.one.block) : '';
  for (const { one } of counts) {
    const [changed] = mapRuns([one.block], (runs) =>
      findText(plainText(runs), operation)
        .toReversed()
        .reduce((all, { start, end, text }) => replaceSpan(all, start, end, text), [...runs]),
    );
    if (changed) one.block = changed;
  }
  return { before, after: first ? blockText(first.one.block) : '' };
}

function perform(placed: Placed[], operation: PdfTextOperation): Done | Rejected {
  if (operation.op === 'replace_text') return replaceText(placed, operation);
  const found = find(placed, operation.target, operation.expect);
  if (isRejected(found)) return found;
  const before = blockText(found.block);
  switch (operation.op) {
    case 'delete_block':
      found.gone = true;
      return { before, after: '' };
    case 'rewrite_block': {
      const { block } = found;
      if (block.type !== 'paragraph' && block.type !== 'heading')
        return reject('unsupported', `${found.address} is a ${block.type}, whose text is changed by replace_text.`);
      if (before === operation.text) return reject('no_effect', `${found.address} holds this text already.`);
      found.block = { ...block, runs: replaceSpan(block.runs, 0, plainText(block.runs).length, operation.text) };
      return { before, after: operation.text };
    }
    case 'insert_blocks': {
      const blocks = operation.blocks.map(blockOf);
      if (operation.position === 'before') found.before.push(...blocks);
      else found.after.push(...blocks);
      return { before: '', after: blocks.map(blockText).join('\n') };
    }
  }
}

function parse(operation: EditOperation): PdfTextOperation | Rejected {
  const known = Object.entries(PDF_TEXT_SCHEMAS).find(([op]) => op === operation.op);
  if (!known)
    return reject(
      'overlapping_operation',
      'A change of the text sets all pages again: send operations on pages in a request of their own.',
    );
  return known[1].parse(operation);
}

export interface TextChanges {
  /** The text after the operations. */
  blocks: Block[];
  results: EditResult[];
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');
const BEGINNING_CHARS = 12;
/** Fewer begin many lines. */
const BEGINNING_CHARS_MIN = 4;

/** Places the picture after the last block of its page that begins above it. */
function placePicture(placed: readonly Placed[], drawn: RenderedDocument, { page, box, asset }: PlacedPicture): void {
  const shown = drawn.pages[page - 1];
  const here = placed.filter(({ address }) => address.startsWith(`page${page}.`));
  const image: Block = {
    id: '',
    type: 'image',
    asset: asset.key,
    alt: `Picture on page ${page}`,
    width: Math.min(1, (box.right - box.left) / ((shown?.widthPt ?? 595) * 0.75)),
  };
  const topOf = ({ block }: Placed): number | undefined => {
    const begins = squeeze(blockText(block)).slice(0, BEGINNING_CHARS);
    return begins.length < BEGINNING_CHARS_MIN ? undefined : shown?.lines.find((line) => squeeze(line.text).startsWith(begins))?.top;
  };
  const above = here.findLast((one) => (topOf(one) ?? Infinity) <= box.top);
  if (above) above.after.push(image);
  else if (here[0]) here[0].before.push(image);
  else placed.at(-1)?.after.push(image);
}

/** Whether any operation changes text: then all pages are laid out again. */
export const changesText = (operations: readonly EditOperation[]): boolean =>
  operations.some(({ op }) => Object.hasOwn(PDF_TEXT_SCHEMAS, op));

/**
 * Applies operations to the text; those that cannot be done are rejected in their results.
 * @param pages the blocks of each page, as the reader gives them
 * @param pictures put among the blocks where they are on the pages
 */
export function changePdfText(
  drawn: RenderedDocument,
  pages: readonly (readonly Block[])[],
  operations: readonly EditOperation[],
  pictures: readonly PlacedPicture[] = [],
): TextChanges {
  const placed = pages.flatMap((blocks, page) =>
    blocks.map((block, i): Placed => ({ address: `page${page + 1}.b${i + 1}`, block, gone: false, before: [], after: [] })),
  );
  const results = operations.map((operation): EditResult => {
    const parsed = parse(operation);
    const outcome = isRejected(parsed) ? parsed : perform(placed, parsed);
    const line = { op: operation.op, target: operation.target ?? null };
    return isRejected(outcome) ? { ...line, status: 'rejected', ...outcome.rejected } : { ...line, status: 'applied', ...outcome };
  });
  for (const picture of pictures) placePicture(placed, drawn, picture);
  const blocks = placed.flatMap((one) => [...one.before, ...(one.gone ? [] : [one.block]), ...one.after]);
  numberBlocks(blocks);
  return { blocks, results };
}
