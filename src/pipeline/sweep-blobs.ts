/**
 * Bytes that no record names: of requests whose process died between the files and the record, and of attempts that died. Bytes are
 * stored before the record says so, so that a crash leaves too much rather than too little; this takes it away within the hour.
 */
import type { DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';

type Deps = Pick<PipelineDependencies, 'blobs' | 'store' | 'clock'>;

/** No request takes longer from its first file to its record. */
const SETTLED_MS = 30 * 60_000;
/** What is older was looked at by a round before. */
const WINDOW_MS = 3 * 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
const FOLDERS_AT_ONCE = 500;

/** Outputs among the blobs of a document (`out_…`) that its record does not name. Others (sources, plans) belong to the document. */
export async function removeStrayOutputs(
  { blobs }: Pick<Deps, 'blobs'>,
  { id, outputs }: Pick<DocumentRecord, 'id' | 'outputs'>,
): Promise<void> {
  const named = new Set(outputs.map(({ key }) => key));
  for (const key of await blobs.list(`documents/${id}/out_`)) if (!named.has(key)) await blobs.deleteAll(key);
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time of a ulid: every id made later is greater. */
export function ulidAt(ms: number): string {
  let text = '';
  for (let rest = Math.max(0, ms), count = 0; count < 10; count++, rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text;
  return text;
}

/** The folders `<root>/<prefix><ulid>/` of ids made in the window, after `from`, in steps. */
async function* foldersOf({ blobs, clock }: Deps, root: string, prefix: string, from: string | null): AsyncGenerator<string[]> {
  const now = clock.now().getTime();
  const before = prefix + ulidAt(now - SETTLED_MS);
  for (let after = from ?? prefix + ulidAt(now - WINDOW_MS); ;) {
    const names = await blobs.folders(`${root}/`, { after, before, limit: FOLDERS_AT_ONCE });
    const last = names.at(-1);
    if (last === undefined) return;
    yield names;
    after = last;
  }
}

/** Performs a sweep where the last one of this process is long enough ago; each goes on where the one before has ended. */
export function createBlobSweep(deps: Deps): () => Promise<void> {
  let sweptAtMs = -Infinity;
  const seen: { documents: string | null; files: string | null } = { documents: null, files: null };
  return async () => {
    const { blobs, store, clock } = deps;
    if (clock.monotonicMs() - sweptAtMs < SWEEP_EVERY_MS) return;
    sweptAtMs = clock.monotonicMs();
    await blobs.sweep();
    for await (const ids of foldersOf(deps, 'documents', 'doc_', seen.documents)) {
      const found = await store.knownDocuments(ids);
      for (const id of ids) {
        if (!found.known.has(id)) await blobs.deleteAll(`documents/${id}/`);
        const failed = found.failed.has(id) ? await store.get(id) : null;
        if (failed) await removeStrayOutputs(deps, failed);
      }
      seen.documents = ids.at(-1) ?? seen.documents;
    }
    for await (const ids of foldersOf(deps, 'files', 'file_', seen.files)) {
      const known = await store.knownFiles(ids);
      for (const id of ids) if (!known.has(id)) await blobs.deleteAll(`files/${id}/`);
      seen.files = ids.at(-1) ?? seen.files;
    }
  };
}
