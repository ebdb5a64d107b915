/** The text of all blocks that have been told complete, from a document's stored events. */
import type { DocumentStore } from '../ports/document-store.ts';

const BATCH = 1_000;

/** Blocks at the top in their order; a block that was started again counts as told last. */
export async function readToldText(store: Pick<DocumentStore, 'events'>, id: string): Promise<string> {
  const texts = new Map<string, string>();
  const complete = new Map<string, string>();
  for (let cursor = 0; ;) {
    const events = await store.events(id, cursor, BATCH);
    for (const { type, data, sequence } of events) {
      cursor = sequence;
      const blockId = String(data['block_id']);
      if (type === 'content.block_started') {
        texts.set(blockId, '');
        complete.delete(blockId);
      } else if (type === 'content.block_delta') texts.set(blockId, `${texts.get(blockId) ?? ''}${String(data['text'])}`);
      else if (type === 'content.block_completed') complete.set(blockId, texts.get(blockId) ?? '');
    }
    if (events.length < BATCH) break;
  }
  const inOrder = [...texts.keys()].filter((blockId) => complete.has(blockId));
  return inOrder.map((blockId) => `${complete.get(blockId) ?? ''}\n\n`).join('');
}
