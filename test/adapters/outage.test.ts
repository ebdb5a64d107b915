/** What becomes of accepted documents while a part of the infrastructure is away for a time. */
import { BUDGETS } from '../../src/agent/loop-budget.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { openDiskBlobs } from '../../src/adapters/disk-blobs.ts';
import { createMoneyStore } from '../../src/adapters/postgres-money-store.ts';
import { createWebhookStore } from '../../src/adapters/postgres-webhook-store.ts';
import { createWebhookSender } from '../../src/adapters/webhook-sender.ts';
import { createArtifactStore } from '../../src/adapters/postgres-artifact-store.ts';
import { createDownloader } from '../../src/adapters/download.ts';
import { InfrastructureFault } from '../../src/base/infrastructure-fault.ts';
import type { OpenEngine } from '../../src/cli/make-files.ts';
import { openCommandEngine } from '../../src/main/open-workshop.ts';
import { createPipeline } from '../../src/pipeline/create-pipeline.ts';
import type { PipelineDependencies, Workshop } from '../../src/pipeline/dependencies.ts';
import type { Blobs } from '../../src/ports/blobs.ts';
import type { NewDocument } from '../../src/ports/document-store.ts';
import { FREE } from '../../src/ports/prices.ts';
import { createTestDatabase, makeFolder, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, clock, makeProject, newDocument, openStore, typesOf, until, type OpenStore } from './open-store.ts';

/** More often than a document may fail by itself. */
const MEETINGS = 4;
const DOCUMENTS = 10;

/** A part that is away until some document has met that often enough. */
function createOutage(): { meet(document: string): void; met(): number } {
  const meetings = new Map<string, number>();
  let most = 0;
  return {
    meet(document) {
      if (most >= MEETINGS) return;
      const count = (meetings.get(document) ?? 0) + 1;
      meetings.set(document, count);
      most = Math.max(most, count);
      throw new InfrastructureFault('blobs', new Error('connect ECONNREFUSED'));
    },
    met: () => most,
  };
}

describe('outages', { timeout: 120_000 }, () => {
  let server: TestServer;
  let engine: OpenEngine;
  let disk: Blobs;
  const folder = makeFolder();
  let databases = 0;

  before(async () => {
    server = await startEmbedded();
    engine = await openCommandEngine({ office: false });
    disk = await openDiskBlobs(folder);
  });
  after(async () => {
    await engine?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Documents from acceptance to their end; their records and the events of each. */
  async function make(
    parts: { blobs?: Blobs; typesetter?: Workshop['typesetter'] },
    documents: (owner: { orgId: string; projectId: string }) => NewDocument[],
  ) {
    const opened: OpenStore = await openStore(await createTestDatabase(server, `outage_${++databases}`), { pollMs: 100 });
    const { store, queue } = opened;
    const silent = (): void => undefined;
    const deps: Omit<PipelineDependencies, 'validation' | 'reader' | 'pages' | 'sweepBlobs'> = {
      store,
      artifacts: createArtifactStore(opened.db, store.feed),
      webhooks: createWebhookStore(opened.db, store.feed),
      sender: createWebhookSender({ allow: [] }),
      money: createMoneyStore(opened.db, store.feed),
      mailer: null,
      random: (bytes) => randomBytes(bytes),
      queue,
      blobs: parts.blobs ?? disk,
      clock,
      downloader: createDownloader({ allow: [] }),
      log: { error: silent, warn: silent, info: silent },
      model: null,
      budgets: BUDGETS,
      ratePerMinute: 1_000,
      artifactWritesPerMinute: 0,
      prices: FREE,
      versions: { engine: 'test', office: () => 'none', typesetter: () => 'test' },
      renderers: { ...engine, recognition: null },
    };
    const owner = await makeProject(opened.db);
    const wanted = documents(owner);
    for (const document of wanted) await accept(store, document);
    const stop = await createPipeline(deps).start({
      ...engine,
      typesetter: parts.typesetter ?? engine.typesetter,
      concurrency: 4,
      waiting: 0,
    });
    const ids = wanted.map(({ id }) => id);
    const ended = async (id: string): Promise<boolean> => ((await store.get(id))?.completedAt ?? null) !== null;
    for (const id of ids) await until(`the end of ${id}`, () => ended(id));
    await stop(10_000);
    const found = await Promise.all(ids.map(async (id) => ({ record: await store.get(id), events: await store.events(id, 0, 1_000) })));
    await opened.close();
    return found;
  }
  const pdf = (owner: { orgId: string; projectId: string }, markdown = '# A memo\n\nOne line.\n'): NewDocument =>
    newDocument(owner, { format: 'pdf', job: { kind: 'create', format: 'pdf', markdown, sources: [], quality: 'auto' } });
  const ten = (owner: { orgId: string; projectId: string }): NewDocument[] => Array.from({ length: DOCUMENTS }, () => pdf(owner));

  test('a blob store that is away for a while costs no accepted document', async () => {
    const outage = createOutage();
    const blobs: Blobs = {
      ...disk,
      put: async (key, bytes, contentType) => {
        if (key.endsWith('.pdf')) outage.meet(key.split('/')[1] ?? '');
        await disk.put(key, bytes, contentType);
      },
    };
    const found = await make({ blobs }, ten);
    assert.equal(outage.met(), MEETINGS);
    assert.deepEqual(
      found.map(({ record }) => record?.status),
      found.map(() => 'ready'),
    );
  });

  test('a blob store that is away when another attempt begins costs no accepted document', async () => {
    const outage = createOutage();
    const tried = new Set<string>();
    const blobs: Blobs = {
      ...disk,
      put: async (key, bytes, contentType) => {
        const document = key.split('/')[1] ?? '';
        if (key.endsWith('.pdf') && !tried.has(document)) {
          tried.add(document);
          throw new InfrastructureFault('blobs', new Error('connect ECONNREFUSED'));
        }
        await disk.put(key, bytes, contentType);
      },
      list: async (prefix) => {
        outage.meet(prefix.split('/')[1] ?? '');
        return disk.list(prefix);
      },
    };
    const found = await make({ blobs }, ten);
    assert.equal(outage.met(), MEETINGS);
    assert.deepEqual(
      found.map(({ record }) => record?.status),
      found.map(() => 'ready'),
    );
  });

  test('a typesetter that cannot be started for a while costs no accepted document', async () => {
    const outage = createOutage();
    const typesetter: Workshop['typesetter'] = {
      ...engine.typesetter,
      compile: async (source, options) => {
        outage.meet(/memo (\d+)/.exec(source)?.[1] ?? '');
        return engine.typesetter.compile(source, options);
      },
    };
    const found = await make({ typesetter }, (owner) =>
      Array.from({ length: DOCUMENTS }, (_, at) => pdf(owner, `# The memo ${at}\n\nOne line.\n`)),
    );
    assert.equal(outage.met(), MEETINGS);
    assert.deepEqual(
      found.map(({ record }) => record?.status),
      found.map(() => 'ready'),
    );
  });

  test('a fault of the document fails it at its first attempt', async () => {
    const [made] = await make({}, (owner) => [pdf(owner, '<!-- nothing -->\n')]);
    assert.equal(made?.record?.status, 'failed');
    assert.equal(made.record.error?.code, 'content_empty');
    assert.equal(typesOf(made.events).filter((type) => type === 'document.started').length, 1);
  });
});
