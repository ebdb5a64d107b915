/** What has been reported of a document's text, from its stored events. */
import type { DocumentStore } from '../../ports/document-store.ts';

const BATCH = 1_000;

export interface ReportedText {
  /** Of all top-level blocks that were reported complete, in their order. */
  text: string;
  /** Id → the complete block, as JSON. */
  blocks: Map<string, string>;
}

/** A block that was started again and not completed counts as not reported. */
export async function readReported(store: Pick<DocumentStore, 'events'>, id: string): Promise<ReportedText> {
  const texts = new Map<string, string>();
  const blocks = new Map<string, string>();
  for (let cursor = 0; ;) {
    const events = await store.events(id, cursor, BATCH);
    for (const { type, data, sequence } of events) {
      cursor = sequence;
      const blockId = String(data['block_id']);
      if (type === 'content.block_started') {
        texts.set(blockId, '');
        blocks.delete(blockId);
      } else if (type === 'content.block_delta') texts.set(blockId, `${texts.get(blockId) ?? ''}${String(data['text'])}`);
      else if (type === 'content.block_completed') blocks.set(blockId, JSON.stringify(data['block']));
    }
    if (events.length < BATCH) break;
  }
  const text = [...texts]
    .filter(([blockId]) => blocks.has(blockId))
    .map(([, source]) => `${source}\n\n`)
    .join('');
  return { text, blocks };
}
