/** All that an organisation has, as one archive (tar, gzip): written while it is read, so that it may be larger than memory. */
import { append } from '../base/append.ts';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { Dashboard } from '../accounts/dashboard.ts';
import { Refusal } from '../base/refusal.ts';
import { presentAuditEntry, presentInvitation, presentKey, presentMember, presentProject } from '../api/present-dashboard.ts';
import { presentDocument, presentFile } from '../api/present-document.ts';
import type { Project } from '../ports/account-store.ts';
import type { DocumentRecord } from '../ports/record.ts';
import type { Membership } from '../ports/people-store.ts';
import { nameDownload, nameFile } from './content-disposition.ts';
import type { ServerOptions } from './server-options.ts';

const PAGE = 100;
const LEDGER_LINES_MAX = 100_000;

export type ArchiveOptions = Pick<ServerOptions, 'pipeline' | 'blobs' | 'store'>;

const ABOUT = `Everything that this organisation has on Octavo.

organisation.json, members.json, invitations.json   who belongs to it
audit-log.ndjson                                    who did what, newest first
ledger.ndjson                                       what was granted, reserved, charged and released, oldest first
projects/ID/project.json, keys.json                 settings; keys without what opens
projects/ID/files/ID.json, ID/                      uploaded files
projects/ID/documents/ID/                           document.json, request.json, report.json, the files it gave, the pictures of its pages;
                                                    data/ holds what visitors of an artifact wrote
missing.txt                                         what could not be read, if anything

Lines of .ndjson files are JSON values. Content that was deleted, or whose retention has ended, is not here.
`;

/** The archive while it is written. */
class Writer {
  readonly #pack: Pack;
  readonly #missing: string[] = [];

  constructor(target: Pack) {
    this.#pack = target;
  }

  /** A whole file. */
  text(name: string, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pack.entry({ name }, text, (error) => (error ? reject(error) : resolve()));
    });
  }

  json(name: string, value: unknown): Promise<void> {
    return this.text(name, `${JSON.stringify(value, null, 2)}\n`);
  }

  lines(name: string, values: readonly unknown[]): Promise<void> {
    return this.text(name, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  }

  /** Bytes as they are stored; what is gone by now is named at the end. */
  async blob(name: string, key: string, blobs: ArchiveOptions['blobs'], size: number): Promise<void> {
    const source = await blobs.stream(key);
    if (source === null) return void this.#missing.push(name);
    await pipeline(source, this.#pack.entry({ name, size }));
  }

  async end(): Promise<void> {
    if (this.#missing.length > 0) await this.text('missing.txt', `${this.#missing.join('\n')}\n`);
    this.#pack.finalize();
  }
}

/** Pages of a list until its end. */
async function* pages<T extends { id: string }>(
  read: (query: { limit: number; order: 'asc'; after?: string }) => Promise<{ data: T[]; hasMore: boolean }>,
): AsyncGenerator<T> {
  for (let after: string | undefined; ;) {
    const page = await read({ limit: PAGE, order: 'asc', ...(after === undefined ? {} : { after }) });
    yield* page.data;
    after = page.data.at(-1)?.id;
    if (!page.hasMore || after === undefined) return;
  }
}

/** The value, or null where it was deleted meanwhile, or there is none. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function writeArtifactData(
  writer: Writer,
  folder: string,
  { pipeline: service }: ArchiveOptions,
  place: { project: Project; id: string },
): Promise<void> {
  const { project, id } = place;
  const collections = (await unlessGone(() => service.artifacts.collections(project, id))) ?? [];
  for (const { collection } of collections) {
    const records: unknown[] = [];
    for await (const batch of service.artifacts.exportRecords(project, id, collection)) append(records, batch);
    await writer.lines(`${folder}/data/${nameFile(collection)}.ndjson`, records);
  }
}

async function writeDocument(writer: Writer, options: ArchiveOptions, project: Project, record: DocumentRecord): Promise<void> {
  const folder = `projects/${project.id}/documents/${record.id}`;
  const { outputs: _links, ...shown } = presentDocument(record, () => ({ url: '', expiresAt: record.createdAt }));
  await writer.json(`${folder}/document.json`, shown);
  if (record.contentDeletedAt !== null) return;
  const job = await options.store.job(record.id);
  if (job !== null) await writer.json(`${folder}/request.json`, job);
  const report = await unlessGone(() => options.pipeline.report(project, record.id));
  if (report !== null) await writer.json(`${folder}/report.json`, report);
  for (const output of record.outputs)
    await writer.blob(`${folder}/${nameDownload(record, output)}`, output.key, options.blobs, output.bytes);
  if (record.artifact !== null) await writeArtifactData(writer, folder, options, { project, id: record.id });
}

async function writeProject(writer: Writer, options: ArchiveOptions, dashboard: Dashboard, project: Project): Promise<void> {
  const folder = `projects/${project.id}`;
  await writer.json(`${folder}/project.json`, presentProject(project));
  await writer.json(`${folder}/keys.json`, (await dashboard.accounts.store.listKeys(project.id)).map(presentKey));
  for await (const file of pages((query) => options.pipeline.listFiles(project, query))) {
    await writer.json(`${folder}/files/${file.id}.json`, presentFile(file));
    await writer.blob(`${folder}/files/${file.id}/${nameFile(file.filename)}`, file.key, options.blobs, file.bytes);
  }
  for await (const record of pages((query) => options.pipeline.list(project, query))) await writeDocument(writer, options, project, record);
}

async function writeAll(
  writer: Writer,
  options: ArchiveOptions,
  dashboard: Dashboard,
  { organisation, projects }: Membership,
): Promise<void> {
  const { people, accounts } = dashboard;
  const { id, name, createdAt } = organisation;
  await writer.text('README.txt', ABOUT);
  await writer.json('organisation.json', { id, object: 'organisation', name, created_at: createdAt.toISOString() });
  await writer.json('members.json', (await people.listMembers(id)).map(presentMember));
  await writer.json('invitations.json', (await people.listInvitations(id)).map(presentInvitation));
  const entries: unknown[] = [];
  for (let before: string | undefined, more = true; more;) {
    const page = await people.listAudit(id, { limit: 1_000, before });
    append(entries, page.data.map(presentAuditEntry));
    before = page.data.at(-1)?.id;
    more = page.hasMore;
  }
  await writer.lines('audit-log.ndjson', entries);
  await writer.lines('ledger.ndjson', await accounts.store.listLedger({ orgId: id, limit: LEDGER_LINES_MAX }));
  for (const project of projects) await writeProject(writer, options, dashboard, project);
  await writer.end();
}

/**
 * Begins to write the archive; what fails on the way destroys the stream, so that its reader sees a broken archive and no whole one.
 * @param membership the organisation with its projects
 */
export function openArchive(options: ArchiveOptions, dashboard: Dashboard, membership: Membership): Gzip {
  const target = pack();
  const zipped = createGzip();
  // either end may go first: the other one is destroyed with it, and the error is that of the answer
  void pipeline(target, zipped).catch(() => undefined);
  writeAll(new Writer(target), options, dashboard, membership).catch((error: unknown) =>
    zipped.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return zipped;
}
