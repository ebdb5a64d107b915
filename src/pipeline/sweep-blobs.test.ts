import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryBlobs } from '../../test/support/memory-blobs.ts';
import type { DocumentRecord } from '../ports/record.ts';
import { createBlobSweep, removeStrayOutputs, ulidAt } from './sweep-blobs.ts';

const HOUR_MS = 3_600_000;
const start = Date.UTC(2026, 0, 5, 12);

/** A world whose clock is set by hand, with the documents and files that its database knows. */
function openWorld(known: Record<string, { status: string; keys: string[] }>) {
  let nowMs = start;
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs, ulid: () => ulidAt(nowMs) };
  const blobs = createMemoryBlobs();
  const asked: number[] = [];
  const store = {
    knownDocuments: async (ids: readonly string[]) => {
      asked.push(ids.length);
      const there = ids.filter((id) => known[id] !== undefined);
      return { known: new Set(there), failed: new Set(there.filter((id) => known[id]?.status === 'failed')) };
    },
    knownFiles: async (ids: readonly string[]) => new Set(ids.filter((id) => known[id] !== undefined)),
    get: async (id: string) => ({ id, outputs: (known[id]?.keys ?? []).map((key) => ({ key })) }) as DocumentRecord,
  };
  const idAt = (prefix: string, ms: number): string => `${prefix}_${ulidAt(ms)}${'8'.repeat(16)}`;
  return {
    blobs,
    idAt,
    asked,
    sweep: createBlobSweep({ blobs, clock, store: store as never }),
    pass: (ms: number) => void (nowMs += ms),
    put: (key: string) => blobs.put(key, Buffer.from('x'), 'text/plain'),
  };
}

test('bytes of requests that never became a record go within the hour, and those of records and of this moment stay', async () => {
  const known: Record<string, { status: string; keys: string[] }> = {};
  const world = openWorld(known);
  const [orphan, young, kept] = [
    world.idAt('doc', start - HOUR_MS),
    world.idAt('doc', start - 60_000),
    world.idAt('doc', start - HOUR_MS + 1),
  ];
  const [orphanFile, keptFile] = [world.idAt('file', start - HOUR_MS), world.idAt('file', start - HOUR_MS + 1)];
  known[kept] = { status: 'ready', keys: [] };
  known[keptFile] = { status: '', keys: [] };
  for (const id of [orphan, young, kept]) await world.put(`documents/${id}/source-1`);
  for (const id of [orphanFile, keptFile]) await world.put(`files/${id}/original`);
  await world.sweep();
  assert.deepEqual(world.blobs.keys().toSorted(), [
    `documents/${kept}/source-1`,
    `documents/${young}/source-1`,
    `files/${keptFile}/original`,
  ]);
  world.pass(HOUR_MS);
  await world.sweep();
  assert.ok(!world.blobs.keys().includes(`documents/${young}/source-1`), 'it is an hour old and nobody has it');
});

test('a sweep goes on where the one before has ended', async () => {
  const known: Record<string, { status: string; keys: string[] }> = {};
  const world = openWorld(known);
  for (let i = 0; i < 1_200; i++) {
    const id = world.idAt('doc', start - HOUR_MS + i);
    known[id] = { status: 'ready', keys: [] };
    await world.put(`documents/${id}/source-1`);
  }
  await world.sweep();
  assert.deepEqual(world.asked, [500, 500, 200]);
  await world.sweep();
  world.pass(HOUR_MS / 4);
  await world.sweep();
  assert.deepEqual(world.asked, [500, 500, 200], 'none is asked for again');
});

test('a document that failed keeps what it names and its sources, and nothing of its dead attempts', async () => {
  const known: Record<string, { status: string; keys: string[] }> = {};
  const world = openWorld(known);
  const id = world.idAt('doc', start - HOUR_MS);
  const keys = ['source-1', 'out_A.docx', 'out_B.png'].map((name) => `documents/${id}/${name}`);
  known[id] = { status: 'failed', keys: [keys[1] ?? ''] };
  for (const key of keys) await world.put(key);
  await world.sweep();
  assert.deepEqual(world.blobs.keys().toSorted(), [keys[1], keys[0]].toSorted());
});

test('outputs that the record does not name are strays', async () => {
  const blobs = createMemoryBlobs();
  for (const name of ['out_A.docx', 'out_B.png', 'source-1', 'edit-plan.json'])
    await blobs.put(`documents/doc_1/${name}`, Buffer.from('x'), '');
  await removeStrayOutputs({ blobs }, { id: 'doc_1', outputs: [{ key: 'documents/doc_1/out_A.docx' }] as DocumentRecord['outputs'] });
  assert.deepEqual(blobs.keys(), ['documents/doc_1/out_A.docx', 'documents/doc_1/source-1', 'documents/doc_1/edit-plan.json']);
});
