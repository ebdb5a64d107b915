/** Extractions that wait, and blobs, in memory: for tests of the pipeline without a database. */
import type { ExtractionQueue, ExtractionState } from '../../src/ports/extraction-queue.ts';
import type { Blobs } from '../../src/ports/blobs.ts';

interface Held {
  orgId: string;
  state: ExtractionState;
  attempt: number;
  leased: boolean;
}

export interface MemoryExtractions extends ExtractionQueue {
  rows: ReadonlyMap<string, Held>;
  /** The lease of an extraction runs out. */
  loseLease(id: string): void;
}

export function createMemoryExtractions(): MemoryExtractions {
  const rows = new Map<string, Held>();
  const watchers = new Map<string, Set<() => void>>();
  const workers = new Set<() => void>();
  const tell = (id: string): void => {
    for (const onChange of watchers.get(id) ?? []) onChange();
    for (const wake of workers) wake();
  };
  const own = ({ id, attempt }: { id: string; attempt: number }): Held | undefined => {
    const row = rows.get(id);
    return row?.state === 'running' && row.attempt === attempt ? row : undefined;
  };
  return {
    rows,
    loseLease(id) {
      const row = rows.get(id);
      if (row) row.leased = false;
      tell(id);
    },
    async add({ id, orgId, state }, waitingMax) {
      if ([...rows.values()].filter((row) => row.orgId === orgId).length >= waitingMax) return false;
      rows.set(id, { orgId, state, attempt: state === 'running' ? 1 : 0, leased: state === 'running' });
      tell(id);
      return true;
    },
    async state(id, orgId) {
      const row = rows.get(id);
      return row?.orgId === orgId ? row.state : null;
    },
    async claim(limit) {
      const free = [...rows].filter(([, row]) => row.state === 'queued' || (row.state === 'running' && !row.leased)).slice(0, limit);
      for (const [, row] of free) Object.assign(row, { state: 'running', attempt: row.attempt + 1, leased: true });
      return free.map(([id, { attempt }]) => ({ id, attempt }));
    },
    renew: async (claims) => claims.filter((claim) => own(claim) !== undefined).map(({ id }) => id),
    async finish(claim) {
      const row = own(claim);
      if (row) row.state = 'done';
      tell(claim.id);
      return row !== undefined;
    },
    async handBack(claims) {
      for (const claim of claims) {
        const row = own(claim);
        if (row) Object.assign(row, { state: 'queued', attempt: row.attempt - 1, leased: false });
        tell(claim.id);
      }
    },
    async take(id, orgId) {
      const row = rows.get(id);
      if (row?.orgId !== orgId || row.state !== 'done') return false;
      row.state = 'taken';
      return true;
    },
    remove: async (id) => void rows.delete(id),
    stale: async (limit) => [...rows.keys()].slice(0, limit),
    watch(id, onChange) {
      const set = watchers.get(id) ?? new Set();
      watchers.set(id, set.add(onChange));
      return () => set.delete(onChange);
    },
    onQueued(wake) {
      workers.add(wake);
      return () => workers.delete(wake);
    },
  };
}

export function createMemoryBlobs(): { blobs: Blobs; keys(): string[] } {
  const held = new Map<string, Uint8Array>();
  return {
    keys: () => [...held.keys()],
    blobs: {
      put: async (key, bytes) => void held.set(key, Uint8Array.from(bytes)),
      get: async (key) => held.get(key) ?? null,
      stream: async () => null,
      deleteAll: async (prefix) => {
        for (const key of held.keys()) if (key.startsWith(prefix)) held.delete(key);
      },
      check: async () => undefined,
    },
  };
}
