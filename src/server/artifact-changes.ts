/** Live changes of an artifact's data as server-sent events, for the shell of one visitor. */
import type { FastifyReply } from 'fastify';
import type { ArtifactChange } from '../ports/artifact-store.ts';
import type { Visit, Visits } from '../pipeline/pipeline.ts';
import { presentVisitorRecord } from '../api/present-document.ts';
import { EVENT_STREAM_HEADERS, sentHeaders } from './event-stream.ts';

/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 60_000;
const HEARTBEAT = ': heartbeat\n\n';

function writeChange({ sequence, collection, id, now }: ArtifactChange): string {
  const type = now === null ? (id === null ? 'reset' : 'removed') : now.revision === 1 ? 'added' : 'updated';
  const data = { type, collection, ...(now === null ? (id === null ? {} : { id }) : presentVisitorRecord(now)) };
  return `id: ${sequence}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Answers with the changes after `after` (null: from now on) until the visitor leaves, the link expires, or the process ends.
 * @throws Refusal as `Visits.changes` does, before anything is sent
 */
export async function sendChanges(
  reply: FastifyReply,
  visits: Pick<Visits, 'changes' | 'watch'>,
  visit: Visit,
  options: { after: number | null; signal: AbortSignal; heartbeatMs: number; expiresInMs: number },
): Promise<void> {
  const { signal } = options;
  let wake = (): void => undefined;
  let woken = false;
  const onChange = (): void => {
    woken = true;
    wake();
  };
  const unwatch = visits.watch(visit, onChange);
  let { changes, sequence } = await visits.changes(visit, options.after).catch((error: unknown) => {
    unwatch();
    throw error;
  });
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...sentHeaders(reply),
    ...EVENT_STREAM_HEADERS,
  });
  raw.setTimeout(STALLED_MS, () => raw.destroy());
  const beat = setInterval(() => void (raw.writableNeedDrain || raw.write(HEARTBEAT)), options.heartbeatMs);
  const end = setTimeout(() => raw.end(), Math.min(options.expiresInMs, 2 ** 31 - 1));
  signal.addEventListener('abort', onChange);
  const isOpen = (): boolean => !signal.aborted && !raw.writableEnded && !raw.destroyed;
  try {
    raw.write(`id: ${sequence}\nevent: ready\ndata: {}\n\n`);
    while (isOpen()) {
      const sent = changes.map(writeChange).join('');
      // the cursor goes on over what this visitor is not shown
      if (sent !== '' && !raw.write(sent)) await new Promise<void>((resolve) => void raw.once('drain', resolve).once('close', resolve));
      if (!woken) await new Promise<void>((resolve) => void ((wake = resolve), raw.once('close', resolve)));
      woken = false;
      if (isOpen()) ({ changes, sequence } = await visits.changes(visit, sequence));
    }
    raw.end();
  } catch (error) {
    reply.log.warn({ err: error }, 'a stream of changes broke off');
    raw.destroy();
  } finally {
    clearInterval(beat);
    clearTimeout(end);
    signal.removeEventListener('abort', onChange);
    unwatch();
  }
}
