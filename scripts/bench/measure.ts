/** The rows of the benchmark. Every request has its own text, and every floor is taken right after the request that it is beside. */
import { expectJson, startOctavo } from '../../test/support/service.ts';
import type { DocumentJson, Running } from '../../test/support/service.ts';
import type { Floor } from './floor.ts';
import { readPssMb } from './memory.ts';
import { varySample } from './samples.ts';

export interface Row {
  name: string;
  median_ms: number | null;
  /** What the renderers alone need; null where there is no such thing. */
  floor_ms: number | null;
  ratio: number | null;
  runs: number;
  pages?: number;
  pss_mb?: number;
  processes?: number;
  /** Of a part of the work: what it adds. */
  added_ms?: number;
  /** Of clients side by side; `chain_…`: of the chain beside it. */
  load?: {
    a_minute: number;
    pages: number;
    cpu_ms_a_page: number;
    chain_a_minute?: number;
    chain_pages?: number;
    chain_cpu_ms_a_page?: number;
  };
}

export const WARM_UP_RUNS = 3;
/** Longer than it takes the pools to doze. */
const REST_MS = 25_000;
let run = 0;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export const round = (ms: number): number => (ms < 20 ? Math.round(ms * 10) / 10 : Math.round(ms));

export function makeRow(name: string, times: readonly number[], floors: readonly number[]): Row {
  const [median_ms, floor_ms] = [median(times), floors.length === 0 ? null : median(floors)];
  return {
    name,
    median_ms: round(median_ms),
    floor_ms: floor_ms === null ? null : round(floor_ms),
    ratio: floor_ms === null ? null : Math.round((median_ms / floor_ms) * 100) / 100,
    runs: times.length,
  };
}

type Format = 'docx' | 'pptx' | 'xlsx' | 'pdf';
interface Sample {
  name: string;
  format: Format;
  markdown: string;
  runs: number;
}

/** POST /documents, direct: until the whole answer is there, which names every file and every page picture. */
async function makeDocument(running: Running, format: Format, markdown: string): Promise<{ ms: number; document: DocumentJson }> {
  const start = performance.now();
  const answer = await running.post({ format, content: { markdown } });
  const document = await expectJson<DocumentJson>(answer);
  const ms = performance.now() - start;
  if (!document.status.startsWith('ready')) throw new Error(`a document ended as ${document.status}: ${document.error?.message ?? ''}`);
  return { ms, document };
}

export async function downloadOffice(document: DocumentJson, format: Format): Promise<Uint8Array> {
  const url = document.outputs?.find(({ kind }) => kind === format)?.url;
  if (url === undefined) throw new Error(`a document without its ${format} file`);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the ${format} file answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function measureDocuments(running: Running, floor: Floor, { name, format, markdown, runs }: Sample): Promise<Row> {
  const [times, floors]: [number[], number[]] = [[], []];
  let pages = 0;
  for (let at = -WARM_UP_RUNS; at < runs; at++) {
    const text = varySample(markdown, ++run);
    const { ms, document } = await makeDocument(running, format, text);
    const bare = format === 'pdf' ? await floor.typst(text) : await floor.office(await downloadOffice(document, format), format);
    // Of an office file the floor draws the delivered one; of a PDF what was set first, before a last page with a few lines was drawn in.
    const mayDiffer = format === 'pdf' && (document.repair_summary?.applied ?? 0) > 0;
    if (bare.pages !== document.pages && !mayDiffer) throw new Error(`${document.pages} pages, but the floor drew ${bare.pages}`);
    pages = bare.pages;
    if (at < 0) continue;
    times.push(ms);
    floors.push(bare.ms);
  }
  return { ...makeRow(name, times, floors), pages };
}

/** Until the first event of a stream has arrived whole. */
export async function measureFirstEvent(name: string, running: Running, markdown: string, runs: number): Promise<Row> {
  const times: number[] = [];
  for (let at = -WARM_UP_RUNS; at < runs; at++) {
    const start = performance.now();
    const answer = await running.post({ format: 'docx', stream: true, content: { markdown: varySample(markdown, ++run) } });
    let text = '';
    let first = 0;
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (first === 0 && text.includes('\n\n') && text.includes('event: ')) first = performance.now() - start;
    }
    if (!text.includes('event: document.ready')) throw new Error(`a stream did not end well: ${text.slice(-500)}`);
    if (at >= 0) times.push(first);
  }
  return makeRow(name, times, []);
}

interface Load {
  markdown: string;
  clients: number;
  requests: number;
}

/** Wall-clock time of all requests, divided by their number: clients that send the next document when they have the last one. */
export async function measureThroughput(name: string, running: Running, floor: Floor, { markdown, clients, requests }: Load): Promise<Row> {
  const share = async (work: () => Promise<void>): Promise<number> => {
    let left = requests;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (left-- > 0) await work();
      }),
    );
    return (performance.now() - start) / requests;
  };
  const { document } = await makeDocument(running, 'docx', varySample(markdown, ++run));
  const word = await downloadOffice(document, 'docx');
  const ms = await share(async () => {
    await makeDocument(running, 'docx', varySample(markdown, ++run));
  });
  const bare = await share(async () => {
    await floor.office(word, 'docx');
  });
  return { ...makeRow(name, [ms], [bare]), runs: requests };
}

export async function measureMemory(name: string, running: Running): Promise<Row> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const { mb, processes } = readPssMb(running.pid, running.dataDir);
  return { name, median_ms: null, floor_ms: null, ratio: null, runs: 1, pss_mb: mb, processes };
}

interface Start {
  name: string;
  dataDir: string;
  environment: Record<string, string>;
  runs: number;
}

/** From the command to the line `listening on …`, on a data folder that has been used before. */
export async function measureStarts({ name, dataDir, environment, runs }: Start): Promise<Row> {
  const times: number[] = [];
  for (let at = -1; at < runs; at++) {
    const start = performance.now();
    const running = await startOctavo({ dataDir, environment });
    if (at >= 0) times.push(performance.now() - start);
    const { document } = await makeDocument(running, 'pdf', `# Start ${++run}`);
    if (document.pages !== 1) throw new Error('a line that is not one page');
    await running.kill('SIGTERM');
  }
  return makeRow(name, times, []);
}
