/** The data of artifacts in memory: held to the promises of the store on PostgreSQL by the same tests. */
import type { DeclaredCollection } from '../../src/contract/artifact.ts';
import { RECORDS_MAX, type ArtifactRecord, type ArtifactStore, type RecordPlace } from '../../src/ports/artifact-store.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { DocumentRecord } from '../../src/ports/record.ts';

interface Kept extends ArtifactRecord {
  collection: string;
  sequence: number;
  bytes: number;
}
interface Data {
  collections: DeclaredCollection[];
  sequence: number;
  records: Map<string, Kept>;
  removals: { sequence: number; collection: string; id: string | null }[];
}

export interface MemoryArtifacts extends ArtifactStore {
  /** The content of this document has been deleted. */
  forget(documentId: string): void;
}

const keyOf = ({ collection, id }: Pick<RecordPlace, 'collection' | 'id'>): string => `${collection}/${id}`;
const shown = ({ id, revision, createdAt, updatedAt, record }: Kept): ArtifactRecord =>
  structuredClone({ id, revision, createdAt, updatedAt, record });

interface Context {
  clock: Clock;
  all: Map<string, Data>;
  /** Tells those that watch this artifact. */
  told(id: string): void;
}

const recordsIn = (all: Context['all'], documentId: string, collection: string): Kept[] =>
  [...(all.get(documentId)?.records.values() ?? [])]
    .filter((one) => one.collection === collection)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

type Settings = Pick<MemoryArtifacts, 'forget' | 'declare' | 'redeclare' | 'copyRecords' | 'state' | 'revokeLinks' | 'takeTurn'>;

function createSettings({ clock, all }: Context, documents: (id: string) => DocumentRecord | undefined): Settings {
  const turns = new Map<string, number[]>();
  return {
    forget: (id) => void all.delete(id),
    async declare({ jobId }, collections) {
      const data = all.get(jobId) ?? { collections: [], sequence: 0, records: new Map<string, Kept>(), removals: [] };
      data.collections = structuredClone([...collections]);
      all.set(jobId, data);
    },
    async redeclare(id, collections) {
      const data = all.get(id);
      if (data) data.collections = structuredClone([...collections]);
    },
    async copyRecords(from, to, collections) {
      const [source, target] = [all.get(from), all.get(to)];
      const copied = [...(source?.records ?? [])].filter(
        ([key, { collection }]) =>
          target !== undefined && (collections === null || collections.includes(collection)) && !target.records.has(key),
      );
      for (const [key, kept] of copied) {
        target?.records.set(key, structuredClone(kept));
        if (target) target.sequence = Math.max(target.sequence, kept.sequence);
      }
      return copied.length;
    },
    async state(id) {
      const data = all.get(id);
      return data ? { collections: structuredClone(data.collections), sequence: data.sequence } : null;
    },
    async revokeLinks(id) {
      const record = documents(id);
      if (!record?.artifact) return null;
      const generation = (record.artifact.generation ?? 0) + 1;
      record.artifact = { ...record.artifact, generation };
      return generation;
    },
    async takeTurn(id, kind, address, { whole, single }) {
      const nowMs = clock.now().getTime();
      const since = (subject: string): number[] => (turns.get(`${id} ${subject}`) ?? []).filter((at) => at > nowMs - 60_000);
      const [every, own] = [since(kind), since(`${kind} ${address}`)];
      const due = Math.max(every.at(-whole) ?? 0, own.at(-single) ?? 0);
      if (due > 0) return Math.max(1, due + 60_000 - nowMs);
      turns.set(`${id} ${kind}`, [...every, nowMs]);
      turns.set(`${id} ${kind} ${address}`, [...own, nowMs]);
      return 0;
    },
  };
}

type Reads = Pick<ArtifactStore, 'counts' | 'list' | 'keys' | 'get' | 'changes'>;

function createReads({ all }: Context): Reads {
  const recordsOf = (documentId: string, collection: string): Kept[] => recordsIn(all, documentId, collection);
  return {
    async counts(id) {
      const counts = new Map<string, number>();
      for (const { collection } of all.get(id)?.records.values() ?? []) counts.set(collection, (counts.get(collection) ?? 0) + 1);
      return [...counts]
        .map(([collection, records]) => ({ collection, records }))
        .toSorted((a, b) => (a.collection < b.collection ? -1 : 1));
    },
    async list(id, collection, { limit, order, after, before, bytesMax = 4 * 2 ** 20 }) {
      const backwards = before !== undefined && after === undefined;
      const up = backwards !== (order === 'asc');
      const cursor = after ?? before;
      const found = recordsOf(id, collection).filter((one) => cursor === undefined || (up ? one.id > cursor : one.id < cursor));
      const ordered = up ? found : found.toReversed();
      const page: Kept[] = [];
      let bytes = 0;
      for (const one of ordered) {
        if (page.length === limit || (page.length > 0 && bytes > bytesMax)) break;
        page.push(one);
        bytes += one.bytes;
      }
      const data = page.map(shown);
      return { data: backwards ? data.reverse() : data, hasMore: page.length < ordered.length };
    },
    keys: async (id, collection, prefix, limit) =>
      recordsOf(id, collection)
        .map((one) => one.id)
        .filter((key) => key.startsWith(prefix))
        .slice(0, limit),
    async get(place) {
      const found = all.get(place.documentId)?.records.get(keyOf(place));
      return found ? shown(found) : null;
    },
    async changes(id, sequence, limit) {
      const data = all.get(id);
      if (!data) return [];
      const put = [...data.records.values()].map((one) => ({
        sequence: one.sequence,
        collection: one.collection,
        id: one.id,
        now: shown(one),
      }));
      const gone = data.removals.map((one) => ({ ...one, now: null }));
      return [...put, ...gone]
        .filter((change) => change.sequence > sequence)
        .toSorted((a, b) => a.sequence - b.sequence)
        .slice(0, limit);
    },
  };
}

type Writes = Pick<ArtifactStore, 'add' | 'put' | 'update' | 'remove' | 'removeCollection'>;

function createWrites({ clock, all, told }: Context): Writes {
  const write = (place: RecordPlace, data: Data, json: string, before?: Kept): { kind: 'written'; record: ArtifactRecord } => {
    const now = clock.now();
    const kept: Kept = {
      id: place.id,
      collection: place.collection,
      revision: (before?.revision ?? 0) + 1,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      record: JSON.parse(json) as Record<string, unknown>,
      sequence: ++data.sequence,
      bytes: Buffer.byteLength(json),
    };
    data.records.set(keyOf(place), kept);
    told(place.documentId);
    return { kind: 'written', record: shown(kept) };
  };
  const store: Writes = {
    async add(place, json) {
      const data = all.get(place.documentId);
      if (!data) return { kind: 'missing' };
      return data.records.size >= RECORDS_MAX ? { kind: 'full' } : write(place, data, json);
    },
    async put(place, json) {
      const there = all.get(place.documentId)?.records.has(keyOf(place));
      return there ? store.update(place, json, null) : store.add(place, json);
    },
    async update(place, json, revision) {
      const data = all.get(place.documentId);
      const before = data?.records.get(keyOf(place));
      if (!data || !before) return { kind: 'missing' };
      return revision !== null && before.revision !== revision ? { kind: 'conflict' } : write(place, data, json, before);
    },
    async remove(place) {
      const data = all.get(place.documentId);
      if (!data?.records.delete(keyOf(place))) return false;
      data.removals.push({ sequence: ++data.sequence, collection: place.collection, id: place.id });
      told(place.documentId);
      return true;
    },
    async removeCollection(id, collection) {
      const data = all.get(id);
      const gone = recordsIn(all, id, collection);
      if (!data || gone.length === 0) return 0;
      for (const one of gone) data.records.delete(keyOf(one));
      data.removals.push({ sequence: ++data.sequence, collection, id: null });
      told(id);
      return gone.length;
    },
  };
  return store;
}

/** @param documents finds the record that is kept, to change it in place */
export function createMemoryArtifacts(clock: Clock, documents: (id: string) => DocumentRecord | undefined): MemoryArtifacts {
  const watchers = new Map<string, Set<() => void>>();
  const told = (id: string): void => {
    for (const onChange of watchers.get(id) ?? []) queueMicrotask(onChange);
  };
  const context: Context = { clock, all: new Map(), told };
  return {
    ...createSettings(context, documents),
    ...createReads(context),
    ...createWrites(context),
    watch(id, onChange) {
      const set = watchers.get(id) ?? new Set();
      const entry = (): void => onChange();
      watchers.set(id, set.add(entry));
      return () => void set.delete(entry);
    },
    sweep: () => Promise.resolve(),
  };
}
