/**
 * Tries every operation on every file of a corpus and has each outcome checked by code that shares nothing with the product
 * but its reader of zip and XML: `npm run bench:edits`. OCTAVO_CORPUS names the folder of the files.
 *   node scripts/bench-edits.ts [--kinds docx,pptx] [--suites word,requests,redlines,sheets,slides,mixed-sheets,mixed-slides,pages,mixed-pages] [--files n] [--only part-of-path] [--validate n] [--faults n] [--seed n] [--trials set_link,insert_rows] [--why]
 *   node scripts/bench-edits.ts --pair older.docx,newer.docx
 * `--files`: at most so many of each kind, evenly over the folder; `--validate`: outputs of each operation and mode that go
 * through the Open XML SDK's validator (1); `--faults`: wrong outcomes that are printed (20); `--why`: the messages of refusals, too. Prints a table: applied, wrong,
 * refused with reasons, new errors. `--pair`: the redline of two files alone. Ends with 1 where anything came out wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from '../src/base/refusal.ts';
import { validateOffice } from '../test/support/validate-office.ts';
import type { BenchFile, Suite, Trial } from './bench-edits/suite.ts';
import { countTrial, hasFaults, tableOfTallies, tallyOf, type Tallies } from './bench-edits/tally.ts';
import { deckSuite } from './bench-edits/decks.ts';
import { mixedDeckSuite } from './bench-edits/mixed-decks.ts';
import { mixedPageSuite } from './bench-edits/mixed-pages.ts';
import { mixedSheetSuite } from './bench-edits/mixed-sheets.ts';
import { pageSuite } from './bench-edits/pages.ts';
import { sheetSuite } from './bench-edits/sheets.ts';
import { judgeRedline, redlineSuite } from './bench-edits/redlines.ts';
import { wordSuite } from './bench-edits/word.ts';
import { requestSuite } from './bench-edits/word-requests.ts';

const SUITES: Readonly<Record<string, Suite>> = {
  word: wordSuite,
  requests: requestSuite,
  redlines: redlineSuite,
  sheets: sheetSuite,
  slides: deckSuite,
  'mixed-sheets': mixedSheetSuite,
  'mixed-slides': mixedDeckSuite,
  pages: pageSuite,
  'mixed-pages': mixedPageSuite,
};

const { values: options } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'docx,pptx,xlsx,pdf' },
    files: { type: 'string', default: '100000' },
    only: { type: 'string' },
    validate: { type: 'string', default: '1' },
    faults: { type: 'string', default: '20' },
    seed: { type: 'string', default: '0' },
    suites: { type: 'string' },
    trials: { type: 'string' },
    why: { type: 'boolean', default: false },
    pair: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const corpus = process.env['OCTAVO_CORPUS'];
if (corpus === undefined) {
  print('Set OCTAVO_CORPUS to the folder of the corpus.');
  process.exit(0);
}
const tallies: Tallies = new Map();
const left = { faults: Number(options.faults), files: 0, refused: 0 };
const tell = (line: string): void => {
  if (left.faults-- > 0) print(line);
};

function* filesOf(kind: string, folder: string): Generator<BenchFile> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${kind}`) && (options.only === undefined || name.includes(options.only)))
    .toSorted();
  const step = Math.max(1, Math.ceil(all.length / Number(options.files)));
  for (const [index, name] of all.entries())
    if (index % step === 0)
      yield {
        name,
        bytes: readFileSync(join(folder, name)),
        seed: index + Number(options.seed),
        ...(options.trials === undefined ? {} : { trials: options.trials.split(',') }),
      };
}

/** Messages of refusals without what is of the file alone, and how often each was given. */
const messages = new Map<string, number>();
function countMessage(name: string, reason: string, said: string): void {
  const plain = said.replaceAll(/"[^"]*"|'[^']*'![\w:$]*/g, '…').replaceAll(/\b[\w.]*\d[\w.:$]*/g, '#');
  const key = `${name} ${reason}: ${plain.slice(0, 300)}`;
  messages.set(key, (messages.get(key) ?? 0) + 1);
}

const kindsOf = async (bytes: Uint8Array, kind: 'docx' | 'pptx' | 'xlsx'): Promise<string[]> =>
  (await validateOffice(bytes, kind)).map(({ id, description }) => `${id} ${description.replaceAll(/\d+/g, '#').slice(0, 160)}`);

/** Errors that the file has only since it was edited. */
async function validate({ kind }: Suite, file: BenchFile, trial: Trial, before: () => Promise<string[]>): Promise<void> {
  const tally = tallyOf(tallies, kind, trial);
  if (kind === 'pdf' || trial.bytes === undefined || tally.validated >= Number(options.validate)) return;
  tally.validated++;
  const known = new Set(await before());
  for (const other of trial.others ?? []) for (const error of await kindsOf(other, kind)) known.add(error);
  const fresh = (await kindsOf(trial.bytes, kind)).filter((error) => !known.has(error));
  if (fresh.length === 0) return;
  tally.newErrors++;
  tell(`${file.name} ${trial.name} ${trial.mode}: ${fresh.length} new errors, such as ${fresh[0] ?? ''}`);
}

async function tryFile(suite: Suite, file: BenchFile): Promise<void> {
  let errors: Promise<string[]> | undefined;
  const before = (): Promise<string[]> => (errors ??= suite.kind === 'pdf' ? Promise.resolve([]) : kindsOf(file.bytes, suite.kind));
  try {
    for await (const trial of suite.trialsOf(file)) {
      countTrial(tallies, suite.kind, trial);
      if (trial.said !== undefined) countMessage(trial.name, trial.reason, trial.said);
      if (trial.outcome === 'wrong') tell(`${file.name} ${trial.name} ${trial.mode}: ${trial.reason}`);
      if (suite.validates && trial.outcome === 'applied') await validate(suite, file, trial, before);
    }
    left.files++;
  } catch (error) {
    // hostile and damaged files are part of a corpus
    if (!(error instanceof Refusal)) throw new Error(`${file.name} cannot be tried`, { cause: error });
    left.refused++;
  }
}

async function tryPair([older = '', newer = '']: readonly string[]): Promise<void> {
  const [from, to] = [readFileSync(older), readFileSync(newer)];
  const trial = judgeRedline('pair', from, to);
  countTrial(tallies, 'docx', trial);
  if (trial.outcome !== 'applied') tell(`${trial.outcome}: ${trial.reason}`);
  await validate(redlineSuite, { name: newer, bytes: from, seed: 0 }, trial, async () => []);
}

const isAsked = (name: string, { kind }: Suite): boolean =>
  options.pair === undefined &&
  options.kinds.split(',').includes(kind) &&
  (options.suites === undefined || options.suites.split(',').includes(name));
if (options.pair !== undefined) await tryPair(options.pair.split(',').map((name) => join(corpus, name)));
for (const [name, suite] of Object.entries(SUITES))
  if (isAsked(name, suite)) for (const file of filesOf(suite.kind, corpus)) await tryFile(suite, file);
print(`${left.files} files tried, ${left.refused} refused as a whole`);
for (const line of tableOfTallies(tallies)) print(line);
if (options.why) for (const [message, count] of [...messages].toSorted(([, a], [, b]) => b - a)) print(`${count} × ${message}`);
process.exitCode = hasFaults(tallies) ? 1 : 0;
