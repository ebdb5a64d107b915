/**
 * Templates that were filled to see whether they can be, kept until the document's job comes to the same process. The job is the same
 * work on the same bytes: where another process takes it, or there were too many, it is done again.
 */
import type { Filled } from '../../edits/fill-template.ts';
import type { FilledForm } from '../../edits/fill-form.ts';

const KEPT_MAX = 16;
const BYTES_MAX = 2 * 1024 * 1024;

const kept = new Map<string, Filled | FilledForm>();

export function keepTried(documentId: string, filled: Filled | FilledForm): void {
  if (filled.bytes.length > BYTES_MAX) return;
  kept.set(documentId, filled);
  for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest);
}

/** Once for each document. */
export function takeTried(documentId: string): Filled | FilledForm | undefined {
  const found = kept.get(documentId);
  kept.delete(documentId);
  return found;
}
