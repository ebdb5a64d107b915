/** Title pages that were torn into headings: "WORLD", "ECONOMIC", "OUTLOOK", each on a line of its own, as they come out of scans. */
import type { Block, Heading } from './block.ts';
import { plainText } from './inline.ts';

const PIECE_CHARS_MAX = 30;
const WORDS_MAX = 3;
const TITLE_CHARS_MAX = 110;
const LEVEL_MAX = 6;

/** Whether a heading is a piece of a title: a few words in capitals. */
export function isTornPiece(text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed.length > 1 &&
    trimmed.length <= PIECE_CHARS_MAX &&
    trimmed.split(/\s+/).length <= WORDS_MAX &&
    /\p{Lu}{2}/u.test(trimmed) &&
    !/\p{Ll}/u.test(trimmed) &&
    !/^\d|[.:;!?]$/u.test(trimmed)
  );
}

/** Pieces of a title at the very start, as one heading above all others; other documents as they are. */
export function joinTornTitle(blocks: readonly Block[]): Block[] {
  const [first] = blocks;
  if (first?.type !== 'heading') return [...blocks];
  const end = blocks.findIndex(
    (block) => block.type !== 'heading' || block.level !== first.level || !isTornPiece(plainText(block.runs)) || block.anchor !== undefined,
  );
  const pieces = blocks.slice(0, Math.max(0, end)).filter((block): block is Heading => block.type === 'heading');
  const text = pieces.map(({ runs }) => plainText(runs).trim()).join(' ');
  if (pieces.length < 2 || text.length > TITLE_CHARS_MAX) return [...blocks];
  const rest = blocks
    .slice(end)
    .map((block): Block => (block.type === 'heading' ? { ...block, level: Math.min(LEVEL_MAX, block.level + 1) } : block));
  return [{ ...first, runs: [{ text }] }, ...rest];
}
