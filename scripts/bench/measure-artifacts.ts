/**
 * What visitors of an artifact wait for: 50 of them reading and writing at once, and a page with all the records that it may have, each
 * as large as it may be. Times are at the data routes, as the shell of a page calls them; rates are off.
 */
import { expectJson, startOctavo, stopOctavo, type DocumentJson, type Running } from '../../test/support/service.ts';
import { round, type Row } from './measure.ts';

const VISITORS = 50;
const ROUNDS = 20;
const RECORDS = 5_000;
const RECORD_BYTES = 16_000;
const WRITERS = 8;
const PAGE = 500;

const rank = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const rowOf = (name: string, times: readonly number[], share: number): Row => ({
  name: `${name}, ${share === 0.5 ? 'p50' : 'p95'}`,
  median_ms: round(rank(times, share)),
  floor_ms: null,
  ratio: null,
  runs: times.length,
});
const rowsOf = (name: string, times: readonly number[]): Row[] => [rowOf(name, times, 0.5), rowOf(name, times, 0.95)];

interface Page {
  pages: string;
  token: string;
}

async function openPage(running: Running): Promise<Page> {
  const document = await expectJson<DocumentJson>(
    await running.post({ format: 'artifact', content: { markdown: '# Measured\n\nA page.\n' } }),
  );
  const link = document.outputs?.find(({ kind }) => kind === 'html')?.url ?? '';
  return { pages: running.pages, token: link.split('/').at(-1) ?? '' };
}

async function ask({ pages, token }: Page, method: string, path: string, body?: object): Promise<{ ms: number; answer: unknown }> {
  const start = performance.now();
  const response = await fetch(`${pages}/data${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${JSON.stringify(answer)}`);
  return { ms: performance.now() - start, answer };
}

/** Each visitor writes, reads what is there, and goes on. */
async function measureVisitors(page: Page): Promise<Row[]> {
  const [writes, reads]: [number[], number[]] = [[], []];
  const visitor = async (_: unknown, number: number): Promise<void> => {
    for (let at = 0; at < ROUNDS; at += 1) {
      writes.push((await ask(page, 'POST', '/collections/signups', { record: { Name: `Visitor ${number}`, Size: 'M', Round: at } })).ms);
      reads.push((await ask(page, 'GET', '/collections/signups?limit=100')).ms);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return [...rowsOf('artifact: write, 50 visitors', writes), ...rowsOf('artifact: read of 100, 50 visitors', reads)];
}

async function fill(page: Page): Promise<number[]> {
  const text = 'x'.repeat(RECORD_BYTES);
  const times: number[] = [];
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < RECORDS) times.push((await ask(page, 'POST', '/collections/large', { record: { number: next++, text } })).ms);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return times;
}

async function listAll(page: Page): Promise<{ first: number; all: number; records: number }> {
  let after: string | undefined;
  let [first, all, records] = [0, 0, 0];
  for (let more = true; more;) {
    const { ms, answer } = await ask(page, 'GET', `/collections/large?limit=${PAGE}${after === undefined ? '' : `&after=${after}`}`);
    const { data, has_more } = answer as { data: { id: string }[]; has_more: boolean };
    if (after === undefined) first = ms;
    all += ms;
    records += data.length;
    after = data.at(-1)?.id;
    more = has_more;
  }
  return { first, all, records };
}

/** From a visitor's update until another one who follows the page is told. */
async function measureLive(page: Page, runs: number): Promise<number[]> {
  const stop = new AbortController();
  const stream = await fetch(`${page.pages}/data/changes`, { headers: { authorization: `Bearer ${page.token}` }, signal: stop.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no stream of changes');
  const { answer } = await ask(page, 'GET', '/collections/large?limit=1');
  const id = (answer as { data: { id: string }[] }).data[0]?.id ?? '';
  const times: number[] = [];
  let heard = '';
  for (let at = 0; at < runs; at += 1) {
    const mark = `"mark":${at}.5`;
    const start = performance.now();
    const told = (async () => {
      while (!heard.includes(mark)) heard += (await reader.read()).value ?? '';
    })();
    await Promise.all([ask(page, 'PUT', `/collections/large/${id}`, { record: { mark: at + 0.5 } }), told]);
    times.push(performance.now() - start);
  }
  stop.abort();
  return times;
}

/** @param runs live updates that are timed */
export async function measureArtifacts(environment: Record<string, string>, runs: number): Promise<Row[]> {
  const running = await startOctavo({ environment: { ...environment, OCTAVO_ARTIFACT_RATE: '0' } });
  try {
    const visitors = await measureVisitors(await openPage(running));
    const page = await openPage(running);
    const added = await fill(page);
    const lists = [await listAll(page), await listAll(page), await listAll(page)];
    if (lists.some(({ records }) => records !== RECORDS)) throw new Error('records are missing');
    return [
      ...visitors,
      ...rowsOf('artifact: add of 16 KB up to 5,000', added),
      rowOf(
        'artifact: first page of 5,000 × 16 KB',
        lists.map(({ first }) => first),
        0.5,
      ),
      rowOf(
        'artifact: all pages of 5,000 × 16 KB',
        lists.map(({ all }) => all),
        0.5,
      ),
      ...rowsOf('artifact: live update among 5,000', await measureLive(page, runs)),
    ];
  } finally {
    await stopOctavo(running);
  }
}
