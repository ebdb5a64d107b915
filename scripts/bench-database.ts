/**
 * `npm run bench:database`: what one PostgreSQL of this machine takes. Clients accept documents, claim them, commit their events in steps and
 * finish them by the statements of the service, without renderers; then how large tables and indexes became, and what follows for
 * a day of many documents. `--documents 2000 --clients 8 --events 32` bound it; `--day 10000000` is what is extrapolated to.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';
import { createAccountStore } from '../src/adapters/postgres-account-store.ts';
import { openDatabase, type Database } from '../src/adapters/postgres-database.ts';
import { createDocumentStore, type PostgresDocumentStore } from '../src/adapters/postgres-document-store.ts';
import { createJobQueue } from '../src/adapters/postgres-job-queue.ts';
import { createSystemClock } from '../src/adapters/system-clock.ts';
import type { NewEvent } from '../src/contract/event.ts';
import { DOCUMENT_KINDS, type JobQueue } from '../src/ports/job-queue.ts';
import type { CreateJob, OutputRecord } from '../src/ports/record.ts';
import { findProcesses, readCpuMs } from './bench/processes.ts';
import { readSamples, varySample } from './bench/samples.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '8' },
    events: { type: 'string', default: '32' },
    day: { type: 'string', default: '10000000' },
  },
});

/** Commits of a document between its claim and its end: a fast one costs few, since what is emitted meanwhile goes together. */
const STEPS = 3;
const DAY_S = 86_400;
/** Interface §6.3, and the retention that is usual. */
const [EVENTS_DAYS, CONTENT_DAYS] = [7, 30];
const TABLES = ['documents', 'document_content', 'events', 'jobs'] as const;
const GB = 1e9;

const amount = (value: number, digits = 0): string => value.toLocaleString('en', { maximumFractionDigits: digits });

/** A memo of the samples leaves 34 events of some 200 bytes, and a report of 1,100, which is counted with its text here. */
const [EVENT_CHARS, REPORT_CHARS] = [170, 1_100];

function eventsOf(markdown: string, count: number): NewEvent[] {
  return Array.from({ length: count }, (_, at) => {
    const from = (at * EVENT_CHARS) % Math.max(1, markdown.length - EVENT_CHARS);
    return { type: 'content.block_delta', data: { block_id: `b${at}`, text: markdown.slice(from, from + EVENT_CHARS) } };
  });
}

function outputsOf(id: string): OutputRecord[] {
  return (['docx', 'pdf', 'preview'] as const).map((kind) => {
    const output = `out_${clock.ulid()}`;
    return { id: output, kind, contentType: 'application/octet-stream', bytes: 48_000, key: `documents/${id}/${output}` };
  });
}

const clock = createSystemClock();

interface OpenStore {
  db: Database;
  store: PostgresDocumentStore;
  queue: JobQueue;
}

async function makeProject(db: Database): Promise<{ orgId: string; projectId: string }> {
  const accounts = createAccountStore(db);
  const [orgId, projectId] = [`org_${clock.ulid()}`, `prj_${clock.ulid()}`];
  await accounts.createOrganisation({ id: orgId, name: 'Measured' });
  await accounts.createProject({ id: projectId, orgId, name: 'Measured', region: 'local', retention: '30d' });
  return { orgId, projectId };
}

async function makeOne({ store, queue }: OpenStore, owner: { orgId: string; projectId: string }, markdown: string): Promise<void> {
  const kept = markdown + markdown.slice(0, REPORT_CHARS);
  const job: CreateJob = { kind: 'create', format: 'docx', markdown: kept, sources: [], quality: 'auto' };
  const id = `doc_${clock.ulid()}`;
  const accepted = await store.accept({
    id,
    ...owner,
    name: 'A memo',
    operation: 'create',
    format: 'docx',
    type: null,
    mode: 'content',
    parentId: null,
    metadata: {},
    retention: '30d',
    route: { path: 'fast', reason: 'The content is supplied.' },
    quality: null,
    versions: { engine: 'octavo', renderer: 'none', model: null },
    job,
    ratePerMinute: 1_000_000,
  });
  const [claimed] = await queue.claim(DOCUMENT_KINDS, { limit: 1, running: [], perOrganisation: 1_000, only: id });
  if (accepted.kind !== 'accepted' || claimed === undefined) throw new Error(`a document was ${accepted.kind} and not claimed`);
  const { lease } = claimed;
  const events = eventsOf(markdown, Number(values.events));
  const part = Math.ceil(events.length / STEPS);
  for (let step = 0; step < STEPS; step++) await store.commit(lease, { phase: 'rendering' }, events.slice(step * part, (step + 1) * part));
  await store.finish(lease, { status: 'ready', pages: 1, outputs: outputsOf(id) }, []);
}

interface Sizes {
  table: string;
  bytes: number;
  indexes: number;
}

async function readSizes({ db }: OpenStore): Promise<Sizes[]> {
  const sizes: Sizes[] = [];
  for (const table of TABLES) {
    await db.pool.query(`vacuum analyze ${table}`);
    const { rows } = await db.pool.query<{ bytes: string; indexes: string }>(
      'select pg_total_relation_size($1::regclass) - pg_indexes_size($1::regclass) as bytes, pg_indexes_size($1::regclass) as indexes',
      [table],
    );
    sizes.push({ table, bytes: Number(rows[0]?.bytes), indexes: Number(rows[0]?.indexes) });
  }
  return sizes;
}

/** Bytes of the log of changes so far. */
async function readLog({ db }: OpenStore): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`);
  return Number(rows[0]?.bytes);
}

function tellDay(
  sizes: readonly Sizes[],
  before: readonly Sizes[],
  { documents, logBytes }: { documents: number; logBytes: number },
): void {
  const day = Number(values.day);
  console.log(
    `\n${amount(day)} documents a day: ${amount(day / DAY_S)} a second on average, ${amount((3 * day) / DAY_S)} at three times that`,
  );
  const grown = (table: string, of: 'bytes' | 'indexes'): number =>
    ((sizes.find((one) => one.table === table)?.[of] ?? 0) - (before.find((one) => one.table === table)?.[of] ?? 0)) / documents;
  const kept: [string, number, number][] = [
    ['documents', 365, day],
    ['document_content', CONTENT_DAYS, day],
    ['events', EVENTS_DAYS, day * (Number(values.events) + 2)],
  ];
  for (const [table, days, rows] of kept) {
    const [bytes, indexes] = [grown(table, 'bytes'), grown(table, 'indexes')];
    console.log(
      `${table.padEnd(18)} ${amount(bytes)} + ${amount(indexes)} bytes a document (table + indexes); after ${days} days ${amount((bytes * day * days) / GB)} + ${amount((indexes * day * days) / GB)} GB, ${amount((rows * days) / 1e6)} million rows`,
    );
  }
  console.log(
    `log of changes     ${amount(logBytes / documents)} bytes a document; ${amount(((logBytes / documents) * day) / GB)} GB a day`,
  );
}

async function measure(url: string, dataDir: string): Promise<void> {
  const db = await openDatabase(url, { log: () => undefined });
  const store = createDocumentStore(db, { clock });
  const open: OpenStore = { db, store, queue: createJobQueue(db, store.feed, { clock }) };
  const documents = Number(values.documents);
  const { memo } = readSamples();
  try {
    const owners = await Promise.all(Array.from({ length: Number(values.clients) }, async () => makeProject(open.db)));
    for (const owner of owners) await makeOne(open, owner, memo);
    const before = await readSizes(open);
    const [cpuBefore, logBefore] = [readCpuMs(findProcesses(process.pid, dataDir)) - readCpuMs([process.pid]), await readLog(open)];
    const ownBefore = process.cpuUsage();
    const start = performance.now();
    let left = documents;
    await Promise.all(
      owners.map(async (owner) => {
        while (left-- > 0) await makeOne(open, owner, varySample(memo, left));
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    const own = process.cpuUsage(ownBefore);
    const cpuMs = readCpuMs(findProcesses(process.pid, dataDir)) - readCpuMs([process.pid]) - cpuBefore;
    const logBytes = (await readLog(open)) - logBefore;
    const events = documents * (Number(values.events) + 2);
    console.log(`${amount(documents)} documents by ${values.clients} clients in ${amount(seconds, 1)} s`);
    console.log(`${amount(documents / seconds)} documents and ${amount(events / seconds)} events a second`);
    console.log(
      `processor time a document: ${amount(cpuMs / documents, 2)} ms of PostgreSQL, ${amount((own.user + own.system) / 1000 / documents, 2)} ms of the client`,
    );
    tellDay(await readSizes(open), before, { documents, logBytes });
  } finally {
    await store.close();
    await db.close();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'octavo-bench-database-'));
const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  await measure(server.url, dataDir);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
