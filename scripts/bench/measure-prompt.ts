/** How soon the first words reach a client after the model has said them: a scripted model tells when it began. */
import { SCRIPTED_DOCUMENTS } from '../../test/support/scripted-documents.ts';
import { startScriptedModel } from '../../test/support/scripted-model.ts';
import { startOctavo, stopOctavo } from '../../test/support/service.ts';
import { liveEvents } from '../../test/support/sse.ts';
import { median, round, type Row } from './measure.ts';

/** From the model's first text to the first `content.block_delta` at the client of a stream. */
export async function measureFirstWords(name: string, environment: Record<string, string>, runs: number): Promise<Row> {
  const model = await startScriptedModel(SCRIPTED_DOCUMENTS);
  const running = await startOctavo({
    environment: { ...environment, OCTAVO_MODEL: 'openai-compatible:scripted', OCTAVO_MODEL_BASE_URL: model.url },
  });
  try {
    const times: number[] = [];
    // the first documents warm the service
    for (let at = -2; at < runs; at++) {
      const answer = await running.post({ prompt: 'Write a memo on the weekly review', format: 'pdf', stream: true });
      let first: number | undefined;
      for await (const { type } of liveEvents(answer)) if (type === 'content.block_delta') first ??= performance.now();
      const begun = model.requests.findLast(({ structured }) => !structured)?.begunAt;
      if (first === undefined || begun === undefined) throw new Error('nothing was written');
      if (at >= 0) times.push(first - begun);
    }
    return { name, median_ms: round(median(times)), floor_ms: null, ratio: null, runs };
  } finally {
    await stopOctavo(running);
    await model.close();
  }
}
