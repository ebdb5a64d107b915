/** An artifact with a page of the test's own, finished, on a server whose adapters are in memory. */
import type { DeclaredCollection } from '../../src/contract/artifact.ts';
import type { Retention, Storage } from '../../src/contract/vocabulary.ts';
import { DOCUMENT_KINDS } from '../../src/ports/job-queue.ts';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import { sampleReport } from './sample-report.ts';
import { makeOutput, type OpenServer } from './open-server.ts';

const clock = createSystemClock();

export interface TestArtifact {
  id: string;
  /** The page link, as `GET /outputs` gives it. */
  url: string;
  /** The token in it. */
  token: string;
}

export async function makeTestArtifact(
  server: OpenServer,
  page: string,
  more: { collections?: DeclaredCollection[]; storage?: Storage; retention?: Retention; name?: string } = {},
): Promise<TestArtifact> {
  const { store, artifacts, blobs, queue, owner } = server;
  const id = `doc_${clock.ulid()}`;
  await store.accept({
    id,
    ...owner,
    name: more.name ?? 'A page',
    operation: 'create',
    format: 'artifact',
    type: 'artifact',
    mode: 'content',
    parentId: null,
    metadata: {},
    retention: more.retention ?? '30d',
    route: null,
    quality: null,
    versions: { engine: 'test', renderer: 'test', model: null },
    artifact: { storage: more.storage ?? 'shared' },
    job: { kind: 'create', format: 'artifact', markdown: '# A', sources: [], quality: 'auto' },
    ratePerMinute: 1_000,
  });
  const [claimed] = await queue.claim(DOCUMENT_KINDS, { limit: 1, running: [], perOrganisation: 1_000, only: id });
  if (!claimed) throw new Error(`${id} cannot be claimed`);
  await artifacts.declare(claimed.lease, more.collections ?? []);
  const bytes = Buffer.from(page);
  const output = makeOutput(id, `out_${clock.ulid()}`, bytes.length, { kind: 'html', contentType: 'text/html; charset=utf-8' });
  await blobs.put(output.key, bytes, output.contentType);
  const report = sampleReport({ document_id: id });
  await store.finish(claimed.lease, { status: 'ready', pages: 1, outputs: [output], report }, []);
  const url = await pageLink(server, id);
  return { id, url, token: url.split('/').at(-1) ?? '' };
}

/** A fresh link to the page. */
export async function pageLink(server: OpenServer, id: string, query = ''): Promise<string> {
  const answer = await server.get(`/v1/documents/${id}/outputs${query}`);
  const { data } = answer.json<{ data: { kind: string; url: string }[] }>();
  const found = data.find(({ kind }) => kind === 'html');
  if (!found) throw new Error(answer.body);
  return found.url;
}
