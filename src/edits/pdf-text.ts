/** The text of a PDF file as blocks with addresses, and typed operations on it. */
import type { Block } from '../document/block.ts';
import type { RenderedDocument } from '../document/rendered-document.ts';
import { plainText } from '../document/inline.ts';
import { blockText, numberBlocks } from '../document/walk.ts';
import type { EditOperation, EditResult } from './apply-edits.ts';
import { isRejected, reject } from './define-edit.ts';
import type { AddressedBlock } from './list-content.ts';
import type { PlacedBlock } from './pdf/define-pdf-text-edit.ts';
import { PDF_TEXT_EDITS } from './pdf-edits.ts';
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
function placePicture(placed: readonly PlacedBlock[], drawn: RenderedDocument, { page, box, asset }: PlacedPicture): void {
  const shown = drawn.pages[page - 1];
  const here = placed.filter(({ address }) => address.startsWith(`page${page}.`));
  const image: Block = {
    id: '',
    type: 'image',
    asset: asset.key,
    alt: `Picture on page ${page}`,
    width: Math.min(1, (box.right - box.left) / ((shown?.widthPt ?? 595) * 0.75)),
  };
  const topOf = ({ block }: PlacedBlock): number | undefined => {
    const begins = squeeze(blockText(block)).slice(0, BEGINNING_CHARS);
    return begins.length < BEGINNING_CHARS_MIN ? undefined : shown?.lines.find((line) => squeeze(line.text).startsWith(begins))?.top;
  };
  const above = here.findLast((one) => (topOf(one) ?? Infinity) <= box.top);
  if (above) above.after.push(image);
  else if (here[0]) here[0].before.push(image);
  else placed.at(-1)?.after.push(image);
}

/** Of its height: a page whose text ends above this was ended on purpose where another one follows. */
const SHORT_PAGE = 0.6;
/** Of its height, where footers are. */
const FOOT = 0.1;

/** Begins a new page where the source has ended one long before its foot. */
function breakPages(placed: readonly PlacedBlock[], drawn: RenderedDocument): void {
  for (const { page, lines, heightPt, pictures } of drawn.pages.slice(0, -1)) {
    const ends = [...lines.filter(({ top }) => top < heightPt * (1 - FOOT)), ...pictures].reduce(
      (most, { bottom }) => Math.max(most, bottom),
      0,
    );
    const next = placed.find(({ address }) => address.startsWith(`page${page + 1}.`));
    if (ends > 0 && ends < heightPt * SHORT_PAGE) next?.before.unshift({ id: '', type: 'page_break' });
  }
}

const isOfText = ({ op }: EditOperation): boolean => PDF_TEXT_EDITS.some((edit) => edit.op === op);

/** Whether any operation changes text: then all pages are laid out again. */
export const changesText = (operations: readonly EditOperation[]): boolean => operations.some(isOfText);

/** Operations on the whole file that name no page: they may come onto pages that are not there yet. */
const OF_THE_FILE = new Set(['add_page_numbers', 'stamp', 'set_property', 'add_attachment']);

/** Operations that stand beside changes of the text, by their places in the request. */
export interface BesideText {
  /** To be done after the text, or without it where nothing of it changes. */
  later: ReadonlyMap<number, EditOperation>;
  /** Of the others, which name pages that would not be the same. */
  refused: ReadonlyMap<number, EditResult>;
}

/** @param changed whether any change of the text is made, so that all pages are set again */
export function besideText(operations: readonly EditOperation[], changed: boolean): BesideText {
  const others = [...operations.entries()].filter(([, operation]) => !isOfText(operation));
  const fits = (operation: EditOperation): boolean => !changed || (OF_THE_FILE.has(operation.op) && operation['pages'] === undefined);
  const { rejected } = reject(
    'overlapping_operation',
    'A change of the text sets all pages again: send operations that name pages in a request of their own.',
  );
  return {
    later: new Map(others.filter(([, operation]) => fits(operation))),
    refused: new Map(
      others
        .filter(([, operation]) => !fits(operation))
        .map(([at, { op, target }]): [number, EditResult] => [at, { op, target: target ?? null, status: 'rejected', ...rejected }]),
    ),
  };
}

/** Operations of a request that change the text, by their places in it. */
export const ofText = (operations: readonly EditOperation[]): Map<number, EditOperation> =>
  new Map([...operations.entries()].filter(([, operation]) => isOfText(operation)));

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
    blocks.map((block, i): PlacedBlock => ({ address: `page${page + 1}.b${i + 1}`, block, gone: false, before: [], after: [] })),
  );
  const results = operations.map((operation): EditResult => {
    const outcome = PDF_TEXT_EDITS.find(({ op }) => op === operation.op)?.apply(placed, operation);
    if (outcome === undefined) throw new Error(`${operation.op} is no change of text`);
    const line = { op: operation.op, target: operation.target ?? null };
    return isRejected(outcome) ? { ...line, status: 'rejected', ...outcome.rejected } : { ...line, status: 'applied', ...outcome };
  });
  for (const picture of pictures) placePicture(placed, drawn, picture);
  breakPages(placed, drawn);
  const blocks = placed.flatMap((one) => [...one.before, ...(one.gone ? [] : [one.block]), ...one.after]);
  numberBlocks(blocks);
  return { blocks, results };
}
