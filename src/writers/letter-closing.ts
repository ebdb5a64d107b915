/** How a letter ends, for the writers: "Yours sincerely,", room for the signature, the name, the office, what is enclosed. */
import type { Block } from '../document/block.ts';
import { plainText, type Run } from '../document/inline.ts';
import { linesOf } from '../document/fact-rows.ts';
import { ENCLOSED, isLetterClosing } from '../document/letter-words.ts';

/** The closing is among the last blocks of a letter. */
const CLOSING_BLOCKS_MAX = 6;

export interface ClosingLine {
  runs: Run[];
  text: string;
  kind: 'closing' | 'signer' | 'role' | 'enclosed';
}

/** Where the closing begins, -1 where the letter has none. */
function closingIndex(blocks: readonly Block[]): number {
  const first = Math.max(0, blocks.length - CLOSING_BLOCKS_MAX);
  return blocks.findIndex(
    (block, at) => at >= first && block.type === 'paragraph' && isLetterClosing(plainText(linesOf(block.runs)[0] ?? [])),
  );
}

/** Lines of what may stand below a letter: text, and what is enclosed as a list; undefined for anything else. */
function linesBelow(block: Block): Run[][] | undefined {
  if (block.anchor !== undefined) return undefined;
  if (block.type === 'paragraph') return linesOf(block.runs);
  if (block.type !== 'list') return undefined;
  const items = block.items.map(({ blocks: [only, ...more] }) => (only?.type === 'paragraph' && more.length === 0 ? only.runs : undefined));
  if (items.includes(undefined)) return undefined;
  return items.map((runs, i): Run[] => [{ text: block.ordered ? `${(block.start ?? 1) + i}. ` : '• ' }, ...(runs ?? [])]);
}

/** The letter's text and the lines of its closing; no lines where it has none, or where something else is among them. */
export function divideClosing(blocks: readonly Block[]): { text: readonly Block[]; closing: ClosingLine[] } {
  const at = closingIndex(blocks);
  const rest = at === -1 ? [] : blocks.slice(at).filter((block) => block.type !== 'footnotes');
  const last = rest.map(linesBelow);
  if (at === -1 || last.includes(undefined)) return { text: blocks, closing: [] };
  let named = false;
  // what is enclosed goes on to the end
  let enclosed = false;
  const closing = last
    .flatMap((lines) => lines ?? [])
    .map((runs, line): ClosingLine => {
      const text = plainText(runs).trim();
      const kind = line === 0 ? 'closing' : enclosed || ENCLOSED.test(text) ? 'enclosed' : named ? 'role' : 'signer';
      enclosed = kind === 'enclosed';
      if (kind === 'signer') named = true;
      return { runs, text, kind };
    });
  return { text: [...blocks.slice(0, at), ...blocks.slice(at).filter((block) => block.type === 'footnotes')], closing };
}
