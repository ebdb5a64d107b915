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

/** Whether any operation changes text: then all pages are laid out again. */
export const changesText = (operations: readonly EditOperation[]): boolean =>
  operations.some(({ op }) => PDF_TEXT_EDITS.some((edit) => edit.op === op));

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
    const outcome =
      PDF_TEXT_EDITS.find(({ op }) => op === operation.op)?.apply(placed, operation) ??
      reject('overlapping_operation', 'A change of the text sets all pages again: send operations on pages in a request of their own.');
    const line = { op: operation.op, target: operation.target ?? null };
    return isRejected(outcome) ? { ...line, status: 'rejected', ...outcome.rejected } : { ...line, status: 'applied', ...outcome };
  });
  for (const picture of pictures) placePicture(placed, drawn, picture);
  const blocks = placed.flatMap((one) => [...one.before, ...(one.gone ? [] : [one.block]), ...one.after]);
  numberBlocks(blocks);
  return { blocks, results };
}
