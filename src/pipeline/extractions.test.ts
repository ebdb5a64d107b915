import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import type { ReadResult } from './extract/read-file.ts';
import { createExtractions } from './extractions.ts';

const owner = (orgId: string): Project => ({ id: 'prj_1', orgId, name: 'p', region: 'local', retention: '30d', createdAt: new Date(0) });
const refusal = (code: string) => (error: unknown): boolean => error instanceof Refusal && error.code === code;

function open(ahead: { ms: number } = { ms: 0 }) {
  const clock = { now: () => new Date(1_800_000_000_000 + ahead.ms), ulid: () => '0'.repeat(26) };
  const work = Promise.withResolvers<ReadResult>();
  const nothing = { store: { get: async () => null, getFile: async () => null }, blobs: { get: async () => null }, downloader: { download: () => Promise.reject(new Refusal('input_invalid', 'No.')) } };
  const extractions = createExtractions({ clock, ...nothing }, { renderers: null, read: () => work.promise }, { answerMs: 0 });
  const start = () => extractions.extract(owner('org_1'), { kind: 'upload', bytes: Buffer.from('text'), filename: 'a.txt' });
  return { extractions, work, start, settle: () => new Promise((resolve) => setImmediate(resolve)) };
}

test('a queued extraction is there once, and for its own organisation', async () => {
  const { extractions, work, start, settle } = open();
  const { id } = await start();
  assert.deepEqual(await extractions.extraction(owner('org_1'), id), { id, queued: true });
  work.resolve({ markdown: 'done', pages: null, notes: [] });
  await settle();
  await assert.rejects(extractions.extraction(owner('org_2'), id), refusal('not_found'));
  const found = await extractions.extraction(owner('org_1'), id);
  assert.equal('markdown' in found && found.markdown, 'done');
  await assert.rejects(extractions.extraction(owner('org_1'), id), refusal('not_found'));
});

test('a failure is told once, an old result is gone', async () => {
  const failing = open();
  const { id } = await failing.start();
  failing.work.reject(new Refusal('file_rejected', 'No.'));
  await failing.settle();
  await assert.rejects(failing.extractions.extraction(owner('org_1'), id), refusal('file_rejected'));
  await assert.rejects(failing.extractions.extraction(owner('org_1'), id), refusal('not_found'));
  const ahead = { ms: 0 };
  const old = open(ahead);
  const queued = await old.start();
  old.work.resolve({ markdown: 'x', pages: null, notes: [] });
  await old.settle();
  ahead.ms = 3_600_001;
  await assert.rejects(old.extractions.extraction(owner('org_1'), queued.id), refusal('not_found'));
});

test('files and documents that are not there are said', async () => {
  const { extractions } = open();
  await assert.rejects(extractions.extract(owner('org_1'), { kind: 'document', documentId: 'doc_1' }), refusal('not_found'));
  await assert.rejects(extractions.extract(owner('org_1'), { kind: 'data', bytes: new Uint8Array(20 * 1024 * 1024 + 1), filename: 'a.txt' }), refusal('file_too_large'));
});
