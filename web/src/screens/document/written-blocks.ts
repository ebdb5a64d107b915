/** The text of a document as its events tell it, block by block. */
import type { DocumentEvent } from '../../api/contract.ts';

export interface WrittenBlock {
  id: string;
  index: number;
  text: string;
  done: boolean;
}

/** Blocks in their order; one that is started again begins anew, one that is removed is gone. */
export function writtenBlocks(events: readonly DocumentEvent[]): WrittenBlock[] {
  const blocks = new Map<string, WrittenBlock>();
  for (const { type, data } of events) {
    if (type === 'content.block_started') blocks.set(data.block_id, { id: data.block_id, index: data.index, text: '', done: false });
    else if (type === 'content.block_removed') blocks.delete(data.block_id);
    else if (type === 'content.block_delta' || type === 'content.block_completed') {
      const block = blocks.get(data.block_id);
      if (block === undefined) continue;
      if (type === 'content.block_delta') block.text += data.text;
      else block.done = true;
    }
  }
  return [...blocks.values()].sort((a, b) => a.index - b.index);
}

export const STEPS = ['accepted', 'writing', 'drawing', 'checking', 'ready'] as const;
export type Step = (typeof STEPS)[number];

/** How far a document has come. */
export function stepOf(events: readonly DocumentEvent[]): Step {
  const has = (prefix: string): boolean => events.some(({ type }) => type.startsWith(prefix));
  if (has('document.ready')) return 'ready';
  if (has('validation.') || has('preview.')) return 'checking';
  if (has('render.') || (has('content.block_completed') && events.at(-1)?.type === 'content.block_completed')) return 'drawing';
  return has('document.started') ? 'writing' : 'accepted';
}
