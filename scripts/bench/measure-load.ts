/**
 * Documents that several clients order one after another: how many a minute, and how much of the processors each page takes in all
 * processes of the service, beside the chain of `chain.ts` with as many clients in the same run.
 */
import { expectJson } from '../../test/support/service.ts';
import type { DocumentJson, Running } from '../../test/support/service.ts';
import type { Chain, ChainFormat } from './chain.ts';
import { round, WARM_UP_RUNS } from './measure.ts';
import type { Row } from './measure.ts';
import { findProcesses, readCpuMs } from './processes.ts';
import { varySample } from './samples.ts';

export interface LoadSample {
  name: string;
  format: ChainFormat;
  markdown: string;
  /** Every occurrence of a word in one such document is replaced, with `render: false`: a file and a report, no pages. Nothing is beside it. */
  edited?: true;
  requests: number;
}

interface Measured {
  ms: number;
  pages: number;
  cpuMs: number;
}

const MINUTE_MS = 60_000;
let run = 1_000_000;

async function share(clients: number, requests: number, make: (client: number) => Promise<number>): Promise<{ ms: number; pages: number }> {
  let left = requests;
  let pages = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (left-- > 0) {
        const made = await make(client);
        pages += made;
      }
    }),
  );
  return { ms: performance.now() - start, pages };
}

async function take(answer: Response, status = 200): Promise<DocumentJson> {
  const document = await expectJson<DocumentJson>(answer, status);
  if (!document.status.startsWith('ready')) throw new Error(`a document ended as ${document.status}: ${document.error?.message ?? ''}`);
  return document;
}

const make = async (running: Running, { format, markdown }: LoadSample): Promise<DocumentJson> =>
  take(await running.post({ format, content: { markdown: varySample(markdown, ++run) } }));

/** What a client orders again and again; its pages, or 1 where none are drawn. */
async function prepare(running: Running, sample: LoadSample): Promise<() => Promise<number>> {
  if (sample.edited === undefined) return async () => (await make(running, sample)).pages ?? 1;
  const { id: file } = await make(running, sample);
  return async () => {
    const operations = [{ op: 'replace_text', find: 'the', replace: `the ${++run}`, all: true }];
    const body = JSON.stringify({ file, render: false, operations });
    await take(await running.call('/edits', { method: 'POST', headers: { 'content-type': 'application/json' }, body }), 201);
    return 1;
  };
}

async function measureOctavo(running: Running, sample: LoadSample, clients: number): Promise<Measured> {
  const order = await prepare(running, sample);
  await share(clients, WARM_UP_RUNS * clients, order);
  const before = readCpuMs(findProcesses(running.pid, running.dataDir));
  const done = await share(clients, sample.requests, order);
  return { ...done, cpuMs: readCpuMs(findProcesses(running.pid, running.dataDir)) - before };
}

async function measureChain(chain: Chain, { markdown, format, requests }: LoadSample, clients: number): Promise<Measured> {
  const order = (client: number): Promise<number> => chain.make(client, varySample(markdown, ++run), format);
  await share(clients, clients, order);
  const before = chain.cpuMs();
  const done = await share(clients, requests, order);
  return { ...done, cpuMs: chain.cpuMs() - before };
}

/** One row: `median_ms` is the time of all documents divided by their number, `ratio` that of a page to one of the chain. */
export async function measureLoad(running: Running, chain: Chain | null, sample: LoadSample, clients: number): Promise<Row> {
  const ours = await measureOctavo(running, sample, clients);
  const theirs = chain === null || sample.edited === true ? null : await measureChain(chain, sample, clients);
  const { requests } = sample;
  const aPage = ({ ms, pages }: Measured): number => ms / pages;
  return {
    name: `${clients === 1 ? '1 client' : `${clients} clients`}, ${sample.name}`,
    median_ms: round(ours.ms / requests),
    floor_ms: theirs === null ? null : round(theirs.ms / requests),
    ratio: theirs === null ? null : Math.round((aPage(ours) / aPage(theirs)) * 100) / 100,
    runs: requests,
    load: {
      a_minute: Math.round((requests * MINUTE_MS) / ours.ms),
      pages: Math.round((ours.pages / requests) * 10) / 10,
      cpu_ms_a_page: round(ours.cpuMs / ours.pages),
      ...(theirs === null
        ? {}
        : {
            chain_a_minute: Math.round((requests * MINUTE_MS) / theirs.ms),
            chain_pages: Math.round((theirs.pages / requests) * 10) / 10,
            chain_cpu_ms_a_page: round(theirs.cpuMs / theirs.pages),
          }),
    },
  };
}
