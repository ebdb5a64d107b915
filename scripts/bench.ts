/**
 * `npm run bench`: how long documents take over HTTP, beside what the renderers alone need for the same files (the
 * floor), in the same run on the same machine. `--quick` measures less often, `--json FILE` writes the rows,
 * `--only WORD` keeps the rows whose name has it. What the rows mean is reported in docs/performance.md.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOctavo, stopOctavo } from '../test/support/service.ts';
import type { Running } from '../test/support/service.ts';
import { startChain } from './bench/chain.ts';
import { startFloor } from './bench/floor.ts';
import { measureLargeWorkbook } from './bench/large-workbook.ts';
import { measureDocuments, measureFirstEvent, measureMemory, measureStarts, measureThroughput } from './bench/measure.ts';
import type { Row } from './bench/measure.ts';
import { measureAgent } from './bench/measure-agent.ts';
import { measureArtifacts } from './bench/measure-artifacts.ts';
import { measureCells } from './bench/measure-cells.ts';
import { measureEdits } from './bench/measure-edits.ts';
import { measureFills } from './bench/measure-fill.ts';
import { measureLoad } from './bench/measure-load.ts';
import type { LoadSample } from './bench/measure-load.ts';
import { measureFirstWords } from './bench/measure-prompt.ts';
import { measureReviews } from './bench/measure-review.ts';
import { readSamples } from './bench/samples.ts';
import type { Samples } from './bench/samples.ts';

const { values } = parseArgs({
  options: { json: { type: 'string' }, quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

/** Renderers and logging as a user gets them who sets nothing; only the rate limit is out of the way. */
const ENVIRONMENT = { OCTAVO_RATE_LIMIT: '1000000', OCTAVO_RENDERERS: String(Math.max(1, Math.min(2, availableParallelism()))) };

/** Folder in which programs to compare with are installed; '' where there is none. */
const PEERS = process.env['OCTAVO_PEERS'] ?? '';

const BUSY_LOAD = 0.7;

function printRow(row: Row): void {
  const cell = (value: number | null | undefined, unit = ''): string =>
    (value === null || value === undefined ? '–' : `${value}${unit}`).padStart(9);
  const ratio = row.ratio === null ? '–' : row.ratio.toFixed(2);
  const added = row.added_ms === undefined ? '' : `  +${row.added_ms} ms`;
  const pages = row.pages !== undefined ? `  ${row.pages} p.${added}` : row.processes !== undefined ? `  ${row.processes} processes` : '';
  const load = row.load === undefined ? '' : describeLoad(row.load);
  const amount =
    row.pss_mb === undefined
      ? `${cell(row.median_ms, ' ms')}${cell(row.floor_ms, ' ms')}${ratio.padStart(8)}`
      : `${cell(row.pss_mb, ' MB')}${''.padStart(17)}`;
  console.log(`${row.name.padEnd(44)}${amount}${String(row.runs).padStart(6)}${pages}${load}`);
}

const describeLoad = (load: NonNullable<Row['load']>): string =>
  `  ${load.a_minute} a minute, ${load.pages} p., ${load.cpu_ms_a_page} ms of CPU a page${
    load.chain_a_minute === undefined ? '' : ` (chain ${load.chain_a_minute}, ${load.chain_pages} p., ${load.chain_cpu_ms_a_page} ms)`
  }`;

const CLIENTS_MAX = 4;

/** Several clients at a time, beside a chain of other programs. */
async function measureLoads(running: Running, samples: Samples, add: (row: Row) => void): Promise<void> {
  const [many, some] = values.quick ? [40, 8] : [200, 40];
  const loads: LoadSample[] = [
    { name: 'memo docx', format: 'docx', markdown: samples.memo, requests: many },
    { name: 'report docx', format: 'docx', markdown: samples.report, requests: some },
    { name: 'deck pptx', format: 'pptx', markdown: samples.slides, requests: some },
    { name: 'edit of memo docx, render: false', format: 'docx', markdown: samples.memo, edited: true, requests: many },
    { name: 'edit of report docx, render: false', format: 'docx', markdown: samples.report, edited: true, requests: some },
    { name: 'edit of deck pptx, render: false', format: 'pptx', markdown: samples.slides, edited: true, requests: some },
  ];
  const rows = [1, 2, CLIENTS_MAX].flatMap((clients) => loads.map((load) => ({ clients, load })));
  const asked = rows.filter(({ clients, load }) => `${clients} client${clients === 1 ? '' : 's'}, ${load.name}`.includes(values.only));
  if (asked.length === 0) return;
  const chain = await startChain(CLIENTS_MAX);
  if (chain === null) console.log('pandoc or pdftoppm is not installed: nothing is measured beside the rows of clients');
  try {
    for (const { clients, load } of asked) add(await measureLoad(running, chain, load, clients));
  } finally {
    await chain?.close();
  }
}

async function run(dataDir: string): Promise<Row[]> {
  const rows: Row[] = [];
  const wanted = (name: string): boolean => name.includes(values.only);
  const add = (row: Row): void => {
    rows.push(row);
    printRow(row);
  };
  const samples = readSamples();
  const times = values.quick
    ? { short: 8, middle: 4, long: 2, requests: 40, starts: 3, letters: 100 }
    : { short: 40, middle: 15, long: 5, requests: 200, starts: 7, letters: 1_000 };
  console.log(`${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}; ${samples.source}\n`);
  const load = loadavg()[0] ?? 0;
  if (load > BUSY_LOAD) console.log(`The machine is busy (load ${load.toFixed(1)}): all times are too long, and the ratios vary.\n`);
  console.log(`${''.padEnd(44)}${'median'.padStart(9)}${'floor'.padStart(9)}${'ratio'.padStart(8)}${'runs'.padStart(6)}`);

  if (wanted('warm start')) add(await measureStarts({ name: 'warm start', dataDir, environment: ENVIRONMENT, runs: times.starts }));
  const running: Running = await startOctavo({ dataDir, environment: ENVIRONMENT });
  try {
    if (wanted('memory')) add(await measureMemory('memory (PSS) at rest, all processes', running));
    const floor = await startFloor(2);
    try {
      const documents = [
        { name: 'memo docx, direct', format: 'docx', markdown: samples.memo, runs: times.short },
        { name: 'report docx, direct', format: 'docx', markdown: samples.report, runs: times.middle },
        { name: 'book docx, direct', format: 'docx', markdown: samples.book, runs: times.long },
        { name: 'deck of 10 slides pptx, direct', format: 'pptx', markdown: samples.slides, runs: times.middle },
        { name: 'workbook xlsx, direct', format: 'xlsx', markdown: samples.workbook, runs: times.middle },
        { name: 'memo pdf + pictures, direct', format: 'pdf', markdown: samples.memo, runs: times.short },
        { name: 'report pdf + pictures, direct', format: 'pdf', markdown: samples.report, runs: times.middle },
        { name: 'book pdf + pictures, direct', format: 'pdf', markdown: samples.book, runs: times.long },
      ] as const;
      for (const sample of documents) if (wanted(sample.name)) add(await measureDocuments(running, floor, sample));
      if (wanted('first stream event')) add(await measureFirstEvent('first stream event', running, samples.memo, times.short));
      if (wanted('throughput'))
        add(
          await measureThroughput('throughput, 4 clients, memo docx (per document)', running, floor, {
            markdown: samples.memo,
            clients: 4,
            requests: times.requests,
          }),
        );
      if (wanted('letters filled'))
        for (const row of await measureFills(running, floor, { folder: PEERS, runs: times.short, letters: times.letters })) add(row);
    } finally {
      await floor.close();
    }
    await measureLoads(running, samples, add);
    if (wanted('memory')) add(await measureMemory('memory (PSS) after all of these', running));
  } finally {
    await stopOctavo(running);
  }
  if (wanted('workbook 50,000')) for (const row of await measureLargeWorkbook(PEERS, times.long)) add(row);
  if (wanted('first words of a prompt'))
    add(await measureFirstWords("first words of a prompt, after the model's", ENVIRONMENT, times.short));
  if (wanted('agent')) add(await measureAgent('agent: deck of 12 slides seen twice, model at once', ENVIRONMENT, times.long));
  if (wanted('artifact')) for (const row of await measureArtifacts(ENVIRONMENT, times.short)) add(row);
  if (wanted('one cell in a workbook')) for (const row of measureCells(times.middle)) add(row);
  if (wanted('one replacement')) for (const row of measureEdits(samples.memo, samples.book, times.middle)) add(row);
  if (wanted('review')) await measureReviews(samples, times, add);
  return rows;
}

const rows = await run(await mkdtemp(join(tmpdir(), 'octavo-bench-')));
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
