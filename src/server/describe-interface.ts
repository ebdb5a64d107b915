/** The description of the interface, written once for each address that it is asked for under. */
import { Worker } from 'node:worker_threads';
import type { writeOpenApi } from '../api/openapi.ts';

type Describing = Parameters<typeof writeOpenApi>[0];

/** Nothing is kept of one that could not be written. */
export function createDescription(): (options: Describing) => Promise<string> {
  let kept: { publicUrl: string; json: Promise<string> } | null = null;
  return (options) => {
    if (kept?.publicUrl === options.publicUrl) return kept.json;
    const json = describe(options);
    kept = { publicUrl: options.publicUrl, json };
    json.catch(() => (kept = null));
    return json;
  };
}

function describe(options: Describing): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./openapi-thread.ts', import.meta.url), { workerData: options });
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that describes the interface ended without an answer')));
  });
}
