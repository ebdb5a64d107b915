/**
 * Reads a corpus of files into Markdown and scores it: `npm run bench:extract`. The corpus lies in the folder
 * OCTAVO_CORPUS (MANIFEST.tsv with file, kind, bytes, class, expect, note, groundtruth; beside it `tools/score.mjs`).
 *   node scripts/bench-extract.ts [--kinds docx,pptx] [--truth] [--peers] [--out folder] [--worst n] [--only part-of-path] [--except part,part] [--guard] [--slow n]
 * `--truth`: only files with ground truth; `--peers`: other programs beside us (peers.ts says which);
 * `--guard`: how many of the words that the files hold are in what was read (guard.ts), and why files are below (explained.ts); `--slow`: so many that took longest. Of `html`, which the
 * corpus does not have, pages are made from its truths. Prints outcomes, scores, times and memory.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Note } from '../src/base/note.ts';
import { Refusal } from '../src/base/refusal.ts';
import { createExtractTools, extractMarkdown } from '../src/pipeline/extract.ts';
import { createOfficeRenderer } from '../src/render/office-renderer.ts';
import { createPageRecognizer } from '../src/render/page-recognizer.ts';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import { createPictureDecoder } from '../src/render/picture-decoder.ts';
import { createTextRecognizer } from '../src/render/text-recognizer.ts';
import { loadScorer, makePages, openCase, readManifest } from './bench-extract/corpus.ts';
import type { Case, CorpusFile } from './bench-extract/corpus.ts';
import { isExpected, outcomeCounts, outcomeTable, scoreCells, timePerPage, worstOf } from './bench-extract/figures.ts';
import type { Result } from './bench-extract/figures.ts';
import { explained } from './bench-extract/explained.ts';
import { guard, heldText } from './bench-extract/guard.ts';
import { findPeers } from './bench-extract/peers.ts';

const { values: options } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'docx,pptx,xlsx,html,txt,md,pdf' },
    truth: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    out: { type: 'string' },
    worst: { type: 'string', default: '0' },
    only: { type: 'string' },
    except: { type: 'string', default: '' },
    guard: { type: 'boolean', default: false },
    slow: { type: 'string', default: '0' },
  },
});

const corpus = process.env['OCTAVO_CORPUS'];
if (corpus === undefined) {
  process.stdout.write('Set OCTAVO_CORPUS to the folder of the corpus.\n');
  process.exit(0);
}
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const score = await loadScorer(corpus);
const kinds = options.kinds.split(',');
const manifest = readManifest(corpus);
const left = options.except.split(',').filter((part) => part !== '');
const wanted = (row: CorpusFile): boolean =>
  kinds.includes(row.kind) &&
  (options.only === undefined || row.file.includes(options.only)) &&
  !left.some((part) => row.file.includes(part));
const rows = manifest.filter(
  (row) => row.class !== 'groundtruth' && wanted(row) && (!options.truth || /\.(?:md|csv)$/.test(row.groundtruth)),
);
const made = kinds.includes('html') ? makePages(corpus, manifest).filter(wanted) : [];

const workDir = join(tmpdir(), `octavo-bench-${process.pid}`);
const has = (pattern: RegExp): boolean => kinds.some((kind) => pattern.test(kind));
const pages = createPageRenderer();
const office = has(/^(?:doc|ppt|xls|od[tsp]|rtf)$/)
  ? createOfficeRenderer({ workDir, workers: 1, warmKinds: ['docx', 'pptx', 'xlsx'] })
  : null;
const ocr = has(/^(?:pdf|png|jpg|gif|webp)$/)
  ? { recognizer: createTextRecognizer({ workDir }), pictures: createPictureDecoder({ workDir }) }
  : null;
/** Whether text recognition was asked about a page of the file that is read. */
let isRecognizing = false;
const drawGray: typeof pages.drawGray = (...page) => {
  isRecognizing = true;
  return pages.drawGray(...page);
};
const recognition = ocr && createPageRecognizer({ pages: { drawGray }, ...ocr });
await Promise.all([pages.ready(), office?.ready()]);
const tools = createExtractTools({ pages, office, recognition }, { threads: false });

const GUARD_MIN = 0.999;
const counters = new Map<string, { held: number; found: number }>();

/** Notes that say why text of a file is not in what was read of it. */
const TELLING = new Set(
  'hidden_text value_hidden value_not_shown tracked_changes glyphs_unknown pages_recognized pages_without_text part_left_out part_damaged text_incomplete text_cut'.split(
    ' ',
  ),
);
const unexplained: string[] = [];

async function guardOne({ file, kind, bytes }: Case, markdown: string, notes: readonly Note[]): Promise<void> {
  const text = await heldText(bytes, kind, (pdf) => pages.read(pdf));
  if (text === null) return;
  const { held, found, missing } = guard(text, markdown);
  const sum = counters.get(kind) ?? { held: 0, found: 0 };
  counters.set(kind, { held: sum.held + held, found: sum.found + found });
  if (found >= held * GUARD_MIN) return;
  const told = [...new Set(notes.map(({ code }) => code).filter((code) => TELLING.has(code)))];
  const why = explained(file) ?? (told.length > 0 ? `notes: ${told.join(', ')}` : undefined);
  if (why === undefined) unexplained.push(file);
  print(`guard ${file}: ${held - found} of ${held} missing (${why ?? 'NOT EXPLAINED'}): ${missing.slice(0, 20).join(' ')}`);
}

async function readOne(file: Case): Promise<Result> {
  let outcome = 'ok';
  let markdown = '';
  let count: number | null = null;
  let notes: readonly Note[] = [];
  isRecognizing = false;
  const from = performance.now();
  try {
    ({ markdown, pages: count, notes } = await extractMarkdown({ bytes: file.bytes, filename: file.file.split('/').at(-1) }, tools));
  } catch (error) {
    outcome =
      error instanceof Refusal
        ? error.code
        : `CRASH ${error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)}`;
    if (error instanceof Refusal && file.expect === 'ok' && file.class !== 'hostile')
      print(`refused ${file.file}: ${error.message.slice(0, 160)}`);
  }
  const ms = performance.now() - from;
  if (options.guard && outcome === 'ok') await guardOne(file, markdown, notes);
  if (options.out !== undefined) {
    const target = join(options.out, `${file.file}.md`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, markdown);
  }
  return {
    file,
    outcome,
    expected: isExpected(file, outcome),
    ms,
    pages: count,
    recognized: isRecognizing,
    score: file.truth === null ? null : score(file.truth, markdown, file.truthKind),
  };
}

// The first file of each kind pays for what is compiled and loaded with it.
for (const kind of kinds) {
  const first = rows.find((row) => row.kind === kind && row.expect === 'ok');
  if (first) await extractMarkdown({ bytes: openCase(corpus, first).bytes, filename: undefined }, tools).catch(() => undefined);
}
const results: Result[] = [];
for (const row of rows) results.push(await readOne(openCase(corpus, row)));
for (const page of made) results.push(await readOne(page));
await Promise.all([pages.close(), office?.close(), ocr?.recognizer.close(), ocr?.pictures.close()]);
rmSync(workDir, { recursive: true, force: true });

print(outcomeTable(results, kinds));
for (const [kind, { held, found }] of counters) print(`guard ${kind}: ${found} of ${held} words, ${((found / held) * 100).toFixed(3)} %`);
if (options.guard) print(`guard: ${unexplained.length} files below ${GUARD_MIN * 100} % without a reason: ${unexplained.join(', ')}`);
print(`outcomes: ${outcomeCounts(results)}; memory at most ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`);
for (const { file, outcome, expected } of results)
  if (!expected) print(`unexpected: ${file.file}: ${file.expect} → ${outcome.slice(0, 200)}`);
for (const line of worstOf(results, Number(options.worst))) print(line);
for (const { file, ms, recognized } of results.toSorted((a, b) => b.ms - a.ms).slice(0, Number(options.slow)))
  print(`${ms.toFixed(0)} ms ${file.file}${recognized ? ' (recognized)' : ''}`);

if (options.peers) {
  const ours = results.filter(({ outcome }) => outcome === 'ok');
  print(
    '\n| kind | program | files | failed | median ms | ms a page: mean, median | text | order | headings | cells | items |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
  );
  for (const peer of await findPeers(process.env['OCTAVO_PEERS'])) {
    for (const kind of peer.kinds.filter((one) => kinds.includes(one))) {
      const read: Result[] = [];
      // Files without a truth only tell times, and some end a program that runs in this process.
      const given = ours.filter((one) => one.file.kind === kind && (one.file.truth !== null || (peer.apart && one.pages !== null)));
      for (const { file, pages: count, recognized } of given) {
        const from = performance.now();
        const markdown = await peer.read(file.bytes, kind).catch(() => null);
        read.push({
          file,
          outcome: markdown === null ? 'failed' : 'ok',
          expected: true,
          ms: performance.now() - from,
          pages: count,
          recognized,
          score: file.truth === null ? null : score(file.truth, markdown ?? '', file.truthKind),
        });
      }
      const times = read.map(({ ms }) => ms).toSorted((a, b) => a - b);
      print(
        `| ${kind} | ${peer.name} | ${read.length} | ${read.filter(({ outcome }) => outcome === 'failed').length} | ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} | ${timePerPage(read)} | ${scoreCells(read)} |`,
      );
    }
  }
}
process.exit(0);
