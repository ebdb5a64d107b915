/**
 * Reads a corpus of files into Markdown and scores it: `npm run bench:extract`. The corpus lies in the folder
 * OCTAVO_CORPUS (MANIFEST.tsv with file, kind, bytes, class, expect, note, groundtruth; beside it `tools/score.mjs`).
 *   node scripts/bench-extract.ts [--kinds docx,pptx] [--truth] [--out folder] [--worst n] [--only part-of-path]
 * `--truth`: only files with ground truth. Prints outcomes, scores and times for each kind.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Refusal } from '../src/base/refusal.ts';
import { createExtractTools, extractMarkdown } from '../src/pipeline/extract.ts';
import { createOfficeRenderer } from '../src/render/office-renderer.ts';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import { createPictureDecoder } from '../src/render/picture-decoder.ts';
import { createTextRecognizer } from '../src/render/text-recognizer.ts';

interface Row { file: string; kind: string; class: string; expect: string; groundtruth: string }
interface Score { text: number; order: number; headings: number | null; cells: number | null; items: number | null }
interface Result { row: Row; outcome: string; expected: boolean; ms: number; score: Score | null }

const { values: options } = parseArgs({ options: {
  kinds: { type: 'string', default: 'docx,pptx,xlsx,html,txt,md,pdf' }, truth: { type: 'boolean', default: false },
  out: { type: 'string' }, worst: { type: 'string', default: '0' }, only: { type: 'string' },
} });

const corpus = process.env['OCTAVO_CORPUS'];
if (corpus === undefined) {
  process.stdout.write('Set OCTAVO_CORPUS to the folder of the corpus.\n');
  process.exit(0);
}

function readManifest(folder: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const fields = line.split('\t');
    const at = (name: string): string => fields[names.indexOf(name)] ?? '';
    return { file: at('file'), kind: at('kind'), class: at('class'), expect: at('expect'), groundtruth: at('groundtruth') };
  });
}

/** Sheets of the CSV truths lie in files of their own: `name.0.csv`, `name.1.csv`, … */
function readTruth(folder: string, path: string, csvToMarkdown: (text: string) => string): string | null {
  if (path.endsWith('.md')) return readFileSync(join(folder, path), 'utf8');
  if (!path.endsWith('.csv')) return null;
  const parts: string[] = [];
  for (let sheet = 0; ; sheet++) {
    try {
      parts.push(csvToMarkdown(readFileSync(join(folder, path.replace(/\.0\.csv$/, `.${sheet}.csv`)), 'utf8')));
    } catch {
      // there is no further sheet
      break;
    }
    if (!path.endsWith('.0.csv')) break;
  }
  return parts.join('\n\n');
}

function csvTable(text: string): string {
  const rows: string[][] = [[]];
  let field = '';
  let quoted = false;
  const end = (): void => void rows.at(-1)?.push(field);
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quoted && sign === '"' && text.charAt(at + 1) === '"') field += text.charAt(++at);
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ',') {
      end();
      field = '';
    } else if (!quoted && sign === '\n') {
      end();
      field = '';
      rows.push([]);
    } else if (sign !== '\r') field += sign;
  }
  end();
  const width = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string => `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(rows[0] ?? []), `|${' --- |'.repeat(width)}`, ...rows.slice(1).map(line)].join('\n');
}

const isExpected = (row: Row, outcome: string): boolean => {
  if (row.class === 'hostile') return !outcome.startsWith('CRASH');
  if (row.expect === 'ok') return outcome === 'ok';
  if (row.expect.startsWith('file_rejected')) return outcome === 'file_rejected';
  return !outcome.startsWith('CRASH');
};

const median = (values: readonly number[], share = 0.5): number => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const mean = (values: readonly (number | null)[]): string => {
  const found = values.filter((value) => value !== null);
  return found.length === 0 ? '-' : `${(found.reduce((sum, value) => sum + value, 0) / found.length).toFixed(3)} (${found.length})`;
};

const { score }: { score: (truth: string, made: string, kind: string) => Score } = await import(pathToFileURL(join(corpus, '..', 'tools', 'score.mjs')).href);
const kinds = options.kinds.split(',');
const rows = readManifest(corpus).filter((row) => row.class !== 'groundtruth' && kinds.includes(row.kind) && (!options.truth || /\.(?:md|csv)$/.test(row.groundtruth)) && (options.only === undefined || row.file.includes(options.only)));
const pages = createPageRenderer();
const office = kinds.some((kind) => /^(?:doc|ppt|xls)$/.test(kind)) ? createOfficeRenderer({ workDir: join(tmpdir(), 'octavo-bench'), workers: 1, warmKinds: ['docx', 'pptx', 'xlsx'] }) : null;
await Promise.all([pages.ready(), office?.ready()]);
const recognizer = createTextRecognizer({ workDir: join(tmpdir(), 'octavo-bench') });
const pictures = createPictureDecoder({ workDir: join(tmpdir(), 'octavo-bench') });
const tools = createExtractTools({ pages, office, recognizer, pictures }, { threads: false });
const results: Result[] = [];
for (const row of rows) {
  const bytes = readFileSync(join(corpus, row.file));
  let outcome = 'ok';
  let markdown = '';
  const from = performance.now();
  try {
    ({ markdown } = await extractMarkdown({ bytes, filename: row.file.split('/').at(-1) }, tools));
  } catch (error) {
    outcome = error instanceof Refusal ? error.code : `CRASH ${error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)}`;
    if (error instanceof Refusal && row.expect === 'ok' && row.class !== 'hostile') process.stdout.write(`refused ${row.file}: ${error.message.slice(0, 160)}\n`);
  }
  const ms = performance.now() - from;
  if (outcome.startsWith('CRASH')) process.stdout.write(`${row.file}: ${outcome}\n`);
  const truth = row.groundtruth === '' ? null : readTruth(corpus, row.groundtruth, csvTable);
  const kind = row.groundtruth.endsWith('.csv') ? 'sheetjs-csv' : row.groundtruth.includes('unstructured') ? 'unstructured' : 'docling';
  results.push({ row, outcome, expected: isExpected(row, outcome), ms, score: truth === null ? null : score(truth, markdown, kind) });
  if (options.out !== undefined) {
    const target = join(options.out, `${row.file}.md`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, markdown);
  }
}
await Promise.all([pages.close(), office?.close(), recognizer.close(), pictures.close()]);

process.stdout.write('| kind | files | as expected | median ms | p95 ms | max ms | text | order | headings | cells | items |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n');
for (const kind of kinds) {
  const of = results.filter(({ row }) => row.kind === kind);
  if (of.length === 0) continue;
  const times = of.map(({ ms }) => ms);
  const metric = (name: keyof Score): string => mean(of.flatMap(({ score: found }) => (found === null ? [] : [found[name]])));
  process.stdout.write(`| ${kind} | ${of.length} | ${of.filter(({ expected }) => expected).length} | ${median(times).toFixed(1)} | ${median(times, 0.95).toFixed(0)} | ${Math.max(...times).toFixed(0)} | ${metric('text')} | ${metric('order')} | ${metric('headings')} | ${metric('cells')} | ${metric('items')} |\n`);
}
for (const { row, outcome, expected } of results) if (!expected) process.stdout.write(`unexpected: ${row.file}: ${row.expect} → ${outcome.slice(0, 120)}\n`);
const scored = results.filter(({ score: found }) => found !== null);
const low = (found: Score | null): number => Math.min(found?.text ?? 1, found?.headings ?? 1, found?.cells ?? 1, found?.items ?? 1);
for (const { row, score: found, ms } of scored.toSorted((a, b) => low(a.score) - low(b.score)).slice(0, Number(options.worst))) {
  process.stdout.write(`${row.file.split('/').at(-1)}: ${JSON.stringify(found)} ${ms.toFixed(0)} ms\n`);
}
