/** What is promised of the document store, tried on the embedded server, on one behind TCP, and in memory; what only a database can show, on the two. */
import type { NewEvent } from '../../src/contract/event.ts';
import { writeEvent } from '../../src/contract/written-events.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DocumentStore, NewDocument } from '../../src/ports/document-store.ts';
import { LeaseLost, type JobQueue } from '../../src/ports/job-queue.ts';
import type { DocumentRecord } from '../../src/ports/record.ts';
import { createTestDatabase, startEmbedded, startExternal, type TestServer } from '../support/postgres-servers.ts';
import {
  accept,
  checkSequence,
  claim,
  clock,
  makeProject,
  newDocument,
  openStore,
  tryClaim,
  typesOf,
  until,
  type OpenStore,
} from './open-store.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { sampleReport } from '../support/sample-report.ts';

const delta = (text: string): NewEvent => ({ type: 'content.block_delta', data: { block_id: 'b1', text } });

interface Owner {
  orgId: string;
  projectId: string;
}
interface Side {
  store: DocumentStore;
  queue: JobQueue;
  /** A new organisation with a project. */
  makeOwner(): Promise<Owner>;
  close(): Promise<void>;
}
interface DatabaseSide extends Side {
  url: string;
  opened: OpenStore;
}

async function openDatabaseSide(start: () => Promise<TestServer>): Promise<DatabaseSide> {
  const server = await start();
  const url = await createTestDatabase(server, 'contract');
  const opened = await openStore(url);
  return {
    ...opened,
    url,
    opened,
    makeOwner: () => makeProject(opened.db),
    close: async () => {
      await opened.close();
      await server.close();
    },
  };
}

async function openMemorySide(): Promise<Side> {
  let owners = 0;
  return {
    ...createMemoryStore(clock),
    makeOwner: async () => ({ orgId: `org_${++owners}`, projectId: `prj_${owners}` }),
    close: () => Promise.resolve(),
  };
}

const sides: readonly [name: string, open: () => Promise<Side>][] = [
  ['the embedded server', () => openDatabaseSide(startEmbedded)],
  ['a server behind TCP', () => openDatabaseSide(startExternal)],
  ['memory', openMemorySide],
];

for (const [name, open] of sides) {
  describe(`documents on ${name}`, () => {
    let side: Side;
    let store: DocumentStore;
    let queue: JobQueue;
    let owner: Owner;
    before(async () => {
      side = await open();
      ({ store, queue } = side);
    });
    after(() => side.close());
    // Each test has an organisation of its own, and so a rate and lists of its own.
    const fresh = async (): Promise<void> => {
      owner = await side.makeOwner();
    };
    const make = (more: Partial<NewDocument> = {}): Promise<string> => accept(store, newDocument(owner, more));

    test('an accepted document is queued, with its event, its job and all it was given', async () => {
      await fresh();
      const document = newDocument(owner, { metadata: { b: '2', a: '1' }, retention: 'none' });
      const outcome = await store.accept(document);
      assert.ok(outcome.kind === 'accepted');
      assert.equal(outcome.record.status, 'queued');
      assert.deepEqual(await store.get(document.id), outcome.record);
      assert.deepEqual(Object.keys(outcome.record.metadata), ['b', 'a']);
      assert.deepEqual(await store.job(document.id), document.job);
      assert.equal(await store.report(document.id), null);
      const events = await store.events(document.id, 0, 10);
      assert.deepEqual(
        events.map(({ type, sequence, version, data, document_id }) => ({ type, sequence, version, data, document_id })),
        [{ type: 'document.created', sequence: 1, version: 1, data: { operation: 'create', format: 'docx' }, document_id: document.id }],
      );
      assert.match(events[0]?.id ?? '', /^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
      assert.match(events[0]?.timestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.deepEqual(Object.keys(events[0]?.display ?? {}), ['en', 'es']);
      assert.equal(await store.get('doc_00000000000000000000000000'), null);
    });

    test('a life: claimed, written to, finished; state and events agree', async () => {
      await fresh();
      const id = await make();
      const { lease, record, job } = await claim(queue, id);
      assert.deepEqual(
        [record.status, record.phase, record.attempt, lease.attempt, job],
        ['running', 'reading', 1, 1, newDocument(owner).job],
      );
      assert.equal(await tryClaim(queue, id), null);
      await store.commit(lease, { phase: 'building', type: 'memo', pages: 2 }, [delta('one'), delta('two')]);
      await store.commit(lease, { validationSummary: { errors: 0, warnings: 1, info: 2 } }, []);
      assert.deepEqual(await queue.renew([lease]), [id]);
      await store.finish(lease, { status: 'ready_with_warnings', phase: 'finishing', report: sampleReport({ summary: 'made' }) }, [
        delta('three'),
      ]);
      const made = await store.get(id);
      assert.deepEqual(
        [made?.status, made?.phase, made?.type, made?.pages, made?.validationSummary?.warnings],
        ['ready_with_warnings', null, 'memo', 2, 1],
      );
      assert.ok(made?.completedAt && made.expiresAt);
      assert.equal(Math.round((made.expiresAt.getTime() - made.completedAt.getTime()) / 86_400_000), 30);
      assert.deepEqual(await store.report(id), sampleReport({ summary: 'made' }));
      const events = await store.events(id, 0, 100);
      checkSequence(events);
      assert.deepEqual(typesOf(events), [
        'document.created',
        'document.started',
        'content.block_delta',
        'content.block_delta',
        'content.block_delta',
        'document.ready',
      ]);
      assert.deepEqual(events.at(-1)?.data, {
        status: 'ready_with_warnings',
        pages: 2,
        validation_summary: { errors: 0, warnings: 1, info: 2 },
      });
      assert.deepEqual(typesOf(await store.events(id, 4, 1)), ['content.block_delta']);
      assert.deepEqual(await store.events(id, Number.MAX_SAFE_INTEGER, 10), []);
      await assert.rejects(store.commit(lease, { pages: 9 }, [delta('late')]), LeaseLost);
      await assert.rejects(store.finish(lease, { status: 'ready' }, []), LeaseLost);
      assert.deepEqual(await queue.renew([lease]), []);
      assert.equal((await store.events(id, 0, 100)).length, events.length);
    });

    test('content that was written down as JSON is stored as it is, and sent as any other', async () => {
      await fresh();
      const { lease } = await claim(queue, await make());
      for (const text of ['short', 'Ünïcödé "quoted"\n\u0000 '.repeat(5_000)]) {
        const data = { block_id: 'b1', block: { type: 'paragraph', text: [{ text }] } };
        await store.commit(lease, {}, [delta('one'), { type: 'content.block_completed', json: JSON.stringify(data) }]);
        const stored = (await store.events(lease.jobId, 0, 100)).at(-1);
        assert.ok(stored);
        const sent: unknown = JSON.parse(writeEvent(stored));
        const { id, timestamp, sequence } = stored;
        assert.deepEqual(sent, {
          id,
          type: 'content.block_completed',
          version: 1,
          document_id: lease.jobId,
          sequence,
          timestamp,
          data,
        });
        assert.deepEqual(stored.data, data);
        assert.equal(writeEvent(stored).includes('\n'), false);
      }
    });

    test('retention none ends 15 minutes after the end', async () => {
      await fresh();
      const { lease } = await claim(queue, await make({ retention: 'none' }));
      await store.finish(lease, { status: 'ready' }, []);
      const made = await store.get(lease.jobId);
      assert.equal(Math.round(((made?.expiresAt?.getTime() ?? 0) - (made?.completedAt?.getTime() ?? 0)) / 1_000), 900);
    });

    test('a failed document says why, and whether to try again', async () => {
      await fresh();
      for (const [code, retryable, reported] of [
        ['content_empty', false, 'There is nothing to show in the content.'],
        ['processing_failed', true, 'The document could not be made.'],
      ] as const) {
        const { lease } = await claim(queue, await make());
        const error = { code, message: 'Why: "\u0000\ud800" \\u0000' };
        await store.finish(lease, { status: 'failed', error }, []);
        assert.equal((await store.get(lease.jobId))?.status, 'failed');
        assert.deepEqual((await store.get(lease.jobId))?.error, error);
        const last = (await store.events(lease.jobId, 0, 10)).at(-1);
        assert.deepEqual([last?.type, last?.data], ['document.failed', { error: { code, message: reported, retryable } }]);
      }
    });

    test('a document cannot finish unfinished', async () => {
      await fresh();
      const { lease } = await claim(queue, await make());
      await assert.rejects(async () => store.finish(lease, { status: 'running' }, []), /cannot finish/);
      await assert.rejects(async () => store.finish(lease, { status: 'failed' }, []), /without an error/);
      await store.commit(lease, {}, []);
    });

    test('odd text comes back as it went in', async () => {
      await fresh();
      const odd = 'a\u0000b\u0010c\u00100 😀 \\u0000 "quoted" \u2028 é';
      const document = newDocument(owner, {
        name: odd,
        metadata: { [odd.slice(0, 10)]: odd, empty: '' },
        job: { kind: 'create', format: 'docx', markdown: `${odd}\ud800`, sources: [], quality: 'auto' },
      });
      const id = await accept(store, document);
      const { record, job, lease } = await claim(queue, id);
      assert.deepEqual([record.name, record.metadata, job], [document.name, document.metadata, document.job]);
      await store.commit(lease, { styleUnsupported: [odd] }, [delta(`${odd}\udfff`)]);
      assert.deepEqual((await store.get(id))?.styleUnsupported, [odd]);
      assert.equal((await store.events(id, 2, 1))[0]?.data['text'], `${odd}\udfff`);
      assert.equal((await store.list(owner.projectId, { limit: 5, order: 'asc', metadata: { [odd.slice(0, 10)]: odd } })).data.length, 1);
    });

    test('thousands of events at once keep their order', async () => {
      await fresh();
      const { lease } = await claim(queue, await make());
      await store.commit(
        lease,
        {},
        Array.from({ length: 5_000 }, (_, i) => delta(String(i))),
      );
      const events = await store.events(lease.jobId, 2, 6_000);
      assert.equal(events.length, 5_000);
      assert.ok(events.every(({ data, sequence }, i) => data['text'] === String(i) && sequence === i + 3));
    });

    test('fifty concurrent duplicates make one document', async () => {
      await fresh();
      const idempotency = { key: 'same', fingerprint: 'f' };
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => store.accept(newDocument(owner, { idempotency }))));
      const accepted = outcomes.filter(({ kind }) => kind === 'accepted');
      assert.equal(accepted.length, 1);
      const ids = new Set(outcomes.map((outcome) => ('record' in outcome ? outcome.record.id : outcome.kind)));
      assert.equal(ids.size, 1);
      assert.equal((await store.list(owner.projectId, { limit: 100, order: 'asc' })).data.length, 1);
    });

    test('a key is bound to its request and project, answered when it is said or when the document has ended', async () => {
      await fresh();
      const key = { key: 'k', fingerprint: 'one' };
      assert.equal(await store.findIdempotent(owner.projectId, 'k'), null);
      const id = await make({ idempotency: key });
      assert.deepEqual(await store.findIdempotent(owner.projectId, 'k'), { fingerprint: 'one', documentId: id, answered: false });
      assert.equal((await store.accept(newDocument(owner, { idempotency: { key: 'k', fingerprint: 'two' } }))).kind, 'key_reused');
      const unanswered = await store.accept(newDocument(owner, { idempotency: key }));
      assert.ok(unanswered.kind === 'replay' && !unanswered.answered);
      await store.markAnswered(owner.projectId, 'k');
      const answered = await store.accept(newDocument(owner, { idempotency: key }));
      assert.ok(answered.kind === 'replay' && answered.answered && answered.record.id === id);
      const ended = await make({ idempotency: { key: 'k2', fingerprint: 'x' } });
      await store.cancel(ended);
      assert.equal((await store.findIdempotent(owner.projectId, 'k2'))?.answered, true);
      const other = await side.makeOwner();
      assert.equal((await store.accept(newDocument(other, { idempotency: key }))).kind, 'accepted');
    });

    test('three attempts that count, then it fails; attempts handed back do not count', async () => {
      await fresh();
      const id = await make();
      for (const attemptCounts of [false, true, false, true, true]) await queue.release((await claim(queue, id)).lease, { attemptCounts });
      assert.equal(await tryClaim(queue, id), null);
      const record = await store.get(id);
      assert.deepEqual([record?.status, record?.error?.code, record?.phase, record?.attempt], ['failed', 'processing_failed', null, 5]);
      assert.ok(record?.expiresAt);
      const events = await store.events(id, 0, 20);
      checkSequence(events);
      assert.deepEqual(events.at(-1)?.data, { error: { ...record.error, retryable: true } });
    });

    test('the attempt of a lease counts what counts, that of the record what was begun', async () => {
      await fresh();
      const id = await make();
      await queue.release((await claim(queue, id)).lease);
      const again = await claim(queue, id);
      assert.deepEqual([again.lease.attempt, again.record.attempt, again.record.status], [1, 2, 'running']);
    });

    test('cancel ends what waits and what runs, and leaves alone what has ended', async () => {
      await fresh();
      const waiting = await make();
      assert.equal((await store.cancel(waiting))?.status, 'canceled');
      const running = await make();
      const { lease } = await claim(queue, running);
      assert.equal((await store.cancel(running))?.status, 'canceled');
      await assert.rejects(store.commit(lease, {}, [delta('late')]), LeaseLost);
      assert.equal(await tryClaim(queue, running), null);
      const again = await store.cancel(running);
      assert.equal(again?.completedAt?.getTime(), (await store.get(running))?.completedAt?.getTime());
      checkSequence(await store.events(running, 0, 10));
      assert.deepEqual(typesOf(await store.events(running, 0, 10)), ['document.created', 'document.started', 'document.canceled']);
      const done = await make();
      await store.finish((await claim(queue, done)).lease, { status: 'ready' }, []);
      assert.equal((await store.cancel(done))?.status, 'ready');
      assert.equal(await store.cancel('doc_00000000000000000000000000'), null);
    });

    test('lists: pages in both directions, filters, nothing of other projects', async () => {
      await fresh();
      const ids: string[] = [];
      for (let i = 0; i < 5; i++)
        ids.push(
          await make({
            format: i % 2 ? 'pdf' : 'docx',
            name: `Plan ${i}${i === 2 ? ' at 100 %' : ''}`,
            metadata: { n: String(i), all: 'yes' },
            parentId: i === 4 ? (ids[0] ?? null) : null,
          }),
        );
      const other = await side.makeOwner();
      await accept(store, newDocument(other));
      const list = async (query: Partial<Parameters<typeof store.list>[1]>) => {
        const { data, hasMore } = await store.list(owner.projectId, { limit: 2, order: 'desc', ...query });
        return [data.map(({ id }: DocumentRecord) => ids.indexOf(id)), hasMore];
      };
      const at = (n: number): string => ids[n] ?? '';
      assert.deepEqual(await list({}), [[4, 3], true]);
      assert.deepEqual(await list({ after: at(3) }), [[2, 1], true]);
      assert.deepEqual(await list({ after: at(1) }), [[0], false]);
      assert.deepEqual(await list({ before: at(1) }), [[3, 2], true]);
      assert.deepEqual(await list({ before: at(3) }), [[4], false]);
      assert.deepEqual(await list({ order: 'asc' }), [[0, 1], true]);
      assert.deepEqual(await list({ order: 'asc', after: at(2) }), [[3, 4], false]);
      assert.deepEqual(await list({ order: 'asc', before: at(3) }), [[1, 2], true]);
      assert.deepEqual(await list({ order: 'asc', after: at(0), before: at(3) }), [[1, 2], false]);
      assert.deepEqual(await list({ order: 'desc', after: at(3), before: at(0) }), [[2, 1], false]);
      assert.deepEqual(await list({ format: 'pdf' }), [[3, 1], false]);
      assert.deepEqual(await list({ status: 'running' }), [[], false]);
      assert.deepEqual(await list({ status: 'queued', operation: 'create', metadata: { n: '2' } }), [[2], false]);
      assert.deepEqual(await list({ metadata: { all: 'yes', n: '9' } }), [[], false]);
      assert.deepEqual(await list({ metadata: { "x' or true --": '' } }), [[], false]);
      assert.deepEqual(await list({ parentId: at(0) }), [[4], false]);
      assert.deepEqual(await list({ name: 'plan 3' }), [[3], false]);
      assert.deepEqual(await list({ name: '%' }), [[2], false]);
      assert.deepEqual(await list({ name: 'plan_' }), [[], false]);
    });

    test('files: kept, listed, deleted', async () => {
      await fresh();
      const file = (n: number) => ({
        id: `file_${clock.ulid()}`,
        ...owner,
        filename: `ä ${n}\u0000.pdf`,
        contentType: 'application/pdf',
        bytes: n,
        sha256: 'ab',
        pages: null,
        key: `files/${n}`,
        createdAt: new Date(1_700_000_000_000 + n),
      });
      const files = [file(0), file(1), file(2)];
      for (const one of files) await store.addFile(one);
      assert.deepEqual(await store.getFile(files[1]?.id ?? ''), files[1]);
      assert.deepEqual(await store.listFiles(owner.projectId, { limit: 2, order: 'desc' }), { data: [files[2], files[1]], hasMore: true });
      assert.deepEqual(await store.listFiles(owner.projectId, { limit: 2, order: 'asc', after: files[1]?.id ?? '' }), {
        data: [files[2]],
        hasMore: false,
      });
      assert.equal(await store.deleteFile(files[1]?.id ?? ''), true);
      assert.equal(await store.deleteFile(files[1]?.id ?? ''), false);
      assert.equal(await store.getFile(files[1]?.id ?? ''), null);
    });

    test('the check answers', async () => {
      await store.check();
    });
  });
}

for (const [name, start] of [
  ['the embedded server', startEmbedded],
  ['a server behind TCP', startExternal],
] as const) {
  describe(`documents on ${name}, as only a database shows`, () => {
    let side: DatabaseSide;
    let opened: OpenStore;
    let url: string;
    let store: OpenStore['store'];
    let queue: JobQueue;
    let owner: Owner;
    before(async () => {
      side = await openDatabaseSide(start);
      ({ opened, url, queue } = side);
      ({ store } = opened);
    });
    after(() => side.close());
    const fresh = async (): Promise<void> => {
      owner = await side.makeOwner();
    };
    const make = (more: Partial<NewDocument> = {}): Promise<string> => accept(store, newDocument(owner, more));
    const make3 = async (): Promise<string[]> => [await make(), await make(), await make()];

    test('a key is free again after 24 hours', async () => {
      await fresh();
      await make({ idempotency: { key: 'old', fingerprint: 'one' } });
      await make({ idempotency: { key: 'older', fingerprint: 'one' } });
      await opened.db.pool.query(`update idempotency_keys set created_at = created_at - interval '24 hours' where project_id = $1`, [
        owner.projectId,
      ]);
      assert.equal(await store.findIdempotent(owner.projectId, 'old'), null);
      const again = await make({ idempotency: { key: 'old', fingerprint: 'two' } });
      assert.equal((await store.findIdempotent(owner.projectId, 'old'))?.documentId, again);
      await store.sweep();
      const { rows } = await opened.db.pool.query('select key from idempotency_keys where project_id = $1', [owner.projectId]);
      assert.deepEqual(rows, [{ key: 'old' }]);
    });

    test('the rate is exact, per organisation, over sixty seconds, and counts no refusals', async () => {
      await fresh();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.accept(newDocument(owner, { ratePerMinute: 7 }))));
      assert.equal(outcomes.filter(({ kind }) => kind === 'accepted').length, 7);
      const refused = outcomes.find((outcome) => outcome.kind === 'rate_limited');
      assert.ok(refused?.kind === 'rate_limited' && refused.retryAfterS >= 55 && refused.retryAfterS <= 60);
      const other = await side.makeOwner();
      assert.equal((await store.accept(newDocument(other, { ratePerMinute: 1 }))).kind, 'accepted');
      const age = (seconds: number) =>
        opened.db.pool.query(`update documents set created_at = created_at - $2 * interval '1 second' where org_id = $1`, [
          owner.orgId,
          seconds,
        ]);
      await age(50);
      assert.equal((await store.accept(newDocument(owner, { ratePerMinute: 7 }))).kind, 'rate_limited');
      await age(11);
      const later = await Promise.all(Array.from({ length: 9 }, () => store.accept(newDocument(owner, { ratePerMinute: 7 }))));
      assert.equal(later.filter(({ kind }) => kind === 'accepted').length, 7);
    });

    test('a clock that was set back does not lock an organisation out', async () => {
      await fresh();
      for (let i = 0; i < 3; i++) await make({ ratePerMinute: 3 });
      await opened.db.pool.query(`update documents set created_at = created_at + interval '1 hour' where org_id = $1`, [owner.orgId]);
      for (let i = 0; i < 3; i++) await make({ ratePerMinute: 3 });
      assert.equal((await store.accept(newDocument(owner, { ratePerMinute: 3 }))).kind, 'rate_limited');
    });

    test('writes from many sides leave no gap', async () => {
      await fresh();
      const id = await make();
      const { lease } = await claim(queue, id);
      const second = await openStore(url);
      const writes = Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? store : second.store).commit(lease, { pages: i }, [delta(String(i)), delta(String(i))]),
      );
      await Promise.all(writes);
      await Promise.all(
        [store.finish(lease, { status: 'ready' }, []), second.store.cancel(id), store.cancel(id), second.queue.renew([lease])].map(
          (write) => Promise.allSettled([write]),
        ),
      );
      const events = await store.events(id, 0, 200);
      checkSequence(events);
      assert.equal(events.length, 83);
      await second.close();
    });

    test('a newer claim makes the older lease void', async () => {
      await fresh();
      const id = await make();
      const old = await claim(queue, id);
      await opened.db.pool.query(`update jobs set lease_until = clock_timestamp() - interval '1 ms' where id = $1`, [id]);
      const fresher = await claim(queue, id);
      // the first death of a process is not held against what it worked on
      assert.deepEqual([fresher.lease.attempt, fresher.record.attempt], [1, 2]);
      await assert.rejects(store.commit(old.lease, { pages: 1 }, [delta('late')]), LeaseLost);
      await assert.rejects(store.finish(old.lease, { status: 'ready' }, []), LeaseLost);
      assert.deepEqual(await queue.renew([old.lease]), []);
      await queue.release(old.lease);
      await store.finish(fresher.lease, { status: 'ready' }, []);
      const events = await store.events(id, 0, 10);
      checkSequence(events);
      assert.deepEqual(
        events.filter(({ type }) => type === 'document.started').map(({ data }) => data['attempt']),
        [1, 2],
      );
    });

    test('deleted content leaves what it was and nothing of what it said', async () => {
      await fresh();
      const id = await make({ metadata: { secret: 'x' } });
      const { lease } = await claim(queue, id);
      assert.equal((await store.deleteContent(id))?.contentDeletedAt, null);
      await store.finish(
        lease,
        {
          status: 'ready',
          pages: 3,
          outputs: [{ id: 'out_1', kind: 'pdf', contentType: 'application/pdf', bytes: 1, key: 'k' }],
          report: sampleReport(),
        },
        [],
      );
      const deleted = await store.deleteContent(id);
      assert.ok(deleted?.contentDeletedAt);
      assert.deepEqual(
        [deleted.name, deleted.metadata, deleted.outputs, deleted.status, deleted.pages, deleted.format],
        [null, {}, [], 'ready', 3, 'docx'],
      );
      assert.deepEqual([await store.job(id), await store.report(id), await store.events(id, 0, 10)], [null, null, []]);
      assert.equal((await store.deleteContent(id))?.contentDeletedAt?.getTime(), deleted.contentDeletedAt.getTime());
      assert.equal(await store.deleteContent('doc_00000000000000000000000000'), null);
      const { rows } = await opened.db.pool.query<{ row: string }>('select documents::text as row from documents where id = $1', [id]);
      assert.ok(!/memo|secret/i.test(rows[0]?.row ?? 'memo'));
    });

    test('what is past its time is found until its content is gone', async () => {
      await fresh();
      const ids = await make3();
      for (const id of ids) await store.finish((await claim(queue, id)).lease, { status: 'ready' }, []);
      const mine = async () => (await store.expired(1_000)).filter((id) => ids.includes(id));
      assert.deepEqual(await mine(), []);
      await opened.db.pool.query(`update documents set expires_at = clock_timestamp() - interval '1 second' where id = any($1)`, [
        ids.slice(0, 2),
      ]);
      assert.deepEqual((await mine()).sort(), ids.slice(0, 2));
      assert.equal((await store.expired(1)).length, 1);
      await store.deleteContent(ids[0] ?? '');
      assert.deepEqual(await mine(), ids.slice(1, 2));
    });

    test('events go seven days after the end, and it is known that they went', async () => {
      await fresh();
      const [old = '', young = ''] = await make3();
      for (const id of [old, young]) await store.finish((await claim(queue, id)).lease, { status: 'ready' }, []);
      await opened.db.pool.query(`update documents set completed_at = completed_at - interval '7 days 1 minute' where id = $1`, [old]);
      await store.sweep();
      assert.deepEqual([await store.eventsExpired(old), await store.eventsExpired(young)], [true, false]);
      assert.deepEqual([(await store.events(old, 0, 10)).length, (await store.events(young, 0, 10)).length], [0, 3]);
      assert.equal((await store.get(old))?.status, 'ready');
    });

    test('a change is noticed in this process and in others', async () => {
      await fresh();
      const second = await openStore(url);
      const id = await make();
      const heard = { here: 0, there: 0, gone: 0 };
      const stops = [store.watch(id, () => heard.here++), second.store.watch(id, () => heard.there++)];
      store.watch(id, () => heard.gone++)();
      // The connection for notices is made with the first watch; its first sign is that it is there.
      await until('the first wake', () => heard.there > 0);
      const atFirst = { ...heard };
      const { lease } = await claim(queue, id);
      await store.commit(lease, {}, [delta('x')]);
      await until('the wake elsewhere', () => heard.there > atFirst.there);
      assert.ok(heard.here >= atFirst.here + 2);
      assert.equal(heard.gone, 0);
      for (const stop of stops) stop();
      await second.close();
    });
  });
}
