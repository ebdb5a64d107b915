/**
 * What a start leaves behind: source texts, compiled twice, and the room that they took in the heap. V8 gives it back only
 * under pressure, which a service at rest never has; one collection at the end of the start does, and costs some 50 ms.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects once, and holds everything meanwhile: for the moment before a service answers. */
export function compactHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
