/** Blobs in memory. */
import { Readable } from 'node:stream';
import type { Blobs } from '../../src/ports/blobs.ts';

export interface MemoryBlobs extends Blobs {
  keys(): string[];
}

export function createMemoryBlobs(): MemoryBlobs {
  const held = new Map<string, Uint8Array>();
  return {
    keys: () => [...held.keys()],
    put: async (key, bytes) => void held.set(key, Uint8Array.from(bytes)),
    get: async (key) => held.get(key) ?? null,
    async stream(key, range) {
      const bytes = held.get(key);
      return bytes === undefined ? null : Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]);
    },
    async deleteAll(prefix) {
      for (const key of held.keys()) if (key.startsWith(prefix)) held.delete(key);
    },
    list: async (prefix) => [...held.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
    async folders(root, { after, before, limit }) {
      const names = [...held.keys()].flatMap((key) => (key.startsWith(root) ? (key.slice(root.length).split('/', 1)[0] ?? []) : []));
      return [...new Set(names)]
        .filter((name) => name > after && name < before)
        .toSorted()
        .slice(0, limit);
    },
    sweep: () => Promise.resolve(),
    check: () => Promise.resolve(),
  };
}
