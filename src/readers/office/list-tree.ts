/** Paragraphs that say "item of level n" → nested lists. */
import type { Block, List, ListItem } from '../../document/block.ts';

interface ListEntry {
  level: number;
  ordered: boolean;
  /** Items of one list share it; another one at the same level begins a new list. */
  key: string;
  number: number;
  item: ListItem;
}

/** A paragraph or other block of the flow, or an item that waits for its list. */
export type FlowPiece = Block | ListEntry;

const isEntry = (piece: FlowPiece): piece is ListEntry => 'item' in piece;

interface Open {
  level: number;
  key: string;
  list: List;
}

/** Builds the lists; the other blocks stay as they are, in order. */
export function buildLists(pieces: readonly FlowPiece[]): Block[] {
  const blocks: Block[] = [];
  let open: Open[] = [];
  for (const piece of pieces) {
    if (!isEntry(piece)) {
      open = [];
      blocks.push(piece);
      continue;
    }
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > piece.level) open.pop();
    let top = open.at(-1);
    if (top && top.level === piece.level && (top.key !== piece.key || top.list.ordered !== piece.ordered)) {
      open.pop();
      top = undefined;
    }
    if (!top || top.level < piece.level) top = beginList(blocks, open, piece);
    top.list.items.push(piece.item);
  }
  return blocks;
}

function beginList(blocks: Block[], open: Open[], { level, key, ordered, number }: ListEntry): Open {
  const list: List = { id: '', type: 'list', ordered, items: [] };
  if (ordered && number !== 1) list.start = Math.max(0, number);
  const parent = open.at(-1)?.list.items.at(-1);
  (parent ? parent.blocks : blocks).push(list);
  const opened = { level, key, list };
  open.push(opened);
  return opened;
}
