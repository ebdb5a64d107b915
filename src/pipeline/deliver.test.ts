import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageRenderer } from '../ports/page-renderer.ts';
import { startDelivery } from './deliver.ts';
import type { NewOutput, Sink } from './sink.ts';

const PDF = Uint8Array.of(1);

/** What a delivery puts into a sink, and how often pages were drawn for it. */
async function deliver(previews: boolean | undefined): Promise<{ kinds: string[]; draws: number }> {
  const kinds: string[] = [];
  let draws = 0;
  const draw: PageRenderer['draw'] = async (_pdf, { onPage }) => {
    draws++;
    await onPage({ page: 1, total: 1, png: PDF, width: 1, height: 1, widthPt: 1, heightPt: 1 });
    return { pages: 1 };
  };
  const sink: Sink = {
    ...(previews === undefined ? {} : { previews }),
    emit: () => undefined,
    put: ({ bytes, ...output }: NewOutput) => {
      kinds.push(output.kind);
      return Promise.resolve({ ...output, id: output.kind, key: output.kind, bytes: bytes.length });
    },
  };
  const pages = { draw } as PageRenderer;
  const delivery = startDelivery({ engine: { pages }, sink, signal: new AbortController().signal });
  delivery.renderPages(PDF);
  await delivery.finish([{ kind: 'pdf', contentType: 'application/pdf', bytes: PDF }]);
  return { kinds: kinds.sort(), draws };
}

test('pictures of pages are drawn for a sink unless it wants none', async () => {
  assert.deepEqual(await deliver(undefined), { kinds: ['pdf', 'preview'], draws: 1 });
  assert.deepEqual(await deliver(true), { kinds: ['pdf', 'preview'], draws: 1 });
  assert.deepEqual(await deliver(false), { kinds: ['pdf'], draws: 0 });
});
