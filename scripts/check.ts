/** `npm run check`: everything that must hold before a commit, two tasks at a time, each with its time. */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface Task {
  name: string;
  command: string;
  args: string[];
}
interface Outcome {
  task: Task;
  passed: boolean;
  seconds: number;
  output: string;
  detail: string;
}

const RULES = ['test/layers.test.ts', 'test/tidy.test.ts'];
/** Documents through compilers, browsers and LibreOffice take seconds each, as do databases, thousands of hostile requests, and all of render: `npm test` has them, this stays short. */
const LONG = [
  'scripts/release.test.ts',
  'sdk/src/octavo.test.ts',
  'src/adapters/download.test.ts',
  'src/adapters/model.test.ts',
  'src/adapters/postgres/migrations/0004-jobs.test.ts',
  'src/adapters/postgres/migrations/rolling-update.test.ts',
  'src/agent/malformed-answers.test.ts',
  'src/agent/prompt-files.test.ts',
  'src/api/hostile-requests.test.ts',
  'src/base/text-encoding.test.ts',
  'src/edits/compare-content.test.ts',
  'src/edits/pdf/mechanics/stream-bounds.test.ts',
  'src/edits/xlsx/mechanics/shift-sheet.test.ts',
  'src/ooxml/validate-package.test.ts',
  'src/pipeline/create/lay-out-elsewhere.test.ts',
  'src/pipeline/issue-event.test.ts',
  'src/readers/html.test.ts',
  'src/readers/live-markdown.test.ts',
  'src/readers/markdown-hostile.test.ts',
  'src/readers/pdf/lay-out.test.ts',
  'src/server/answer-waiting.test.ts',
  'src/server/artifact-data.test.ts',
  'src/server/byte-range.test.ts',
  'src/server/create-document.test.ts',
  'src/server/create-server.test.ts',
  'src/server/event-stream.test.ts',
  'src/server/extraction-replies.test.ts',
  'src/server/long-bodies.test.ts',
  'src/server/read-body.test.ts',
  'src/server/read-json.test.ts',
  'src/server/strangers.test.ts',
  'src/writers/highlight.test.ts',
  'src/writers/typst-any-document.test.ts',
  'src/writers/typst.test.ts',
  'src/writers/typst/formula.test.ts',
  'test/artifact-examples.test.ts',
  'test/artifact-isolation.test.ts',
  'test/designs.test.ts',
  'test/division-guards.test.ts',
  'test/documentation-site.test.ts',
  'test/download-in-namespace.test.ts',
  'test/edits-any-document.test.ts',
  'test/extract-wishes.test.ts',
  'test/extraction-corpus.test.ts',
  'test/html-page.test.ts',
  'test/inputs.test.ts',
  'test/markdown-round-trip.test.ts',
  'test/mistakes.test.ts',
  'test/moved-parts.test.ts',
  'test/nothing-lost.test.ts',
  'test/openapi-lint.test.ts',
  'test/placed-pictures.test.ts',
  'test/read-back.test.ts',
  'test/recognition.test.ts',
  'test/round-trip.test.ts',
  'test/web-pages.test.ts',
  'test/workbook-figures.test.ts',
];

/** What goes through the Open XML SDK takes seconds too, the first time. */
const isValidated = (path: string): boolean => readFileSync(`${ROOT}${path}`, 'utf8').includes('support/validate-office.ts');

const ENGINE = /^src\/(?:base|document|canvas|spreadsheet|ooxml|readers|writers|edits|review|contract|agent|ports)\//;
const isEngine = (path: string): boolean => ENGINE.test(path);

function listTasks(): Task[] {
  const paths = globSync(['src/**/*.test.ts', 'sdk/**/*.test.ts', 'web/src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/*.test.ts'], {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist'],
  });
  const unit = paths
    .filter((path) => !RULES.includes(path) && !LONG.includes(path) && !path.startsWith('src/render/') && !isValidated(path))
    .sort();
  const testing = ['--test', '--test-reporter=tap', '--test-concurrency=2'];
  // several checkers work out the same types again, each for itself
  const typing = ['--noEmit', '--incremental', '--checkers', '1'];
  // the longest first, so that the last one does not run alone
  return [
    // the tests of a task share a process, which saves a start for each file
    {
      name: 'other tests',
      command: process.execPath,
      args: [...testing, '--test-isolation=none', ...unit.filter((path) => !isEngine(path))],
    },
    { name: 'engine tests', command: process.execPath, args: [...testing, '--test-isolation=none', ...unit.filter(isEngine)] },
    { name: 'types', command: 'tsc', args: [...typing, '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo'] },
    {
      name: 'types of web/',
      command: 'tsc',
      args: [...typing, '-p', 'web/tsconfig.json', '--tsBuildInfoFile', 'node_modules/.cache/check-web.tsbuildinfo'],
    },
    { name: 'rooms and habits', command: process.execPath, args: [...testing, '--test-isolation=none', ...RULES] },
    { name: 'dead code', command: 'knip', args: ['--no-progress'] },
    { name: 'generated files', command: process.execPath, args: ['scripts/gen.ts', '--check'] },
    { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
    { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  ];
}

function run(task: Task): Promise<Outcome> {
  const begin = performance.now();
  const env = {
    ...process.env,
    PATH: `${ROOT}node_modules/.bin${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compiled`,
  };
  return new Promise((resolve) => {
    const child = spawn(task.command, task.args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (passed: boolean) =>
      resolve({ task, passed, seconds: (performance.now() - begin) / 1000, output, detail: summarise(output) });
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** `12 passed, 1 skipped` from the counts at the end of a test run. */
function summarise(output: string): string {
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  if (!/^# tests \d+$/m.test(output)) return '';
  const parts = [`${count('pass')} passed`];
  if (count('fail') > 0) parts.push(`${count('fail')} failed`);
  if (count('skipped') > 0) parts.push(`${count('skipped')} skipped`);
  return parts.join(', ');
}

/** Of a test run only what failed; of other tools everything. */
function failureText({ output }: Outcome): string {
  if (!output.startsWith('TAP version')) return output.trimEnd();
  const lines = output.split('\n');
  const kept: string[] = [];
  let inside = false;
  for (const line of lines) {
    if (/^\s*(not )?ok \d/.test(line)) inside = /^\s*not ok/.test(line);
    else if (/^# |^1\.\.\d+$/.test(line)) inside = false;
    if (inside) kept.push(line);
  }
  return kept.length > 0 ? kept.join('\n') : output.trimEnd();
}

/** As soon as a task ends: whoever stops the run sees how far it came. */
function report(outcome: Outcome): void {
  const { task, passed, seconds, detail } = outcome;
  console.log(`${passed ? '✔' : '✖'} ${task.name.padEnd(18)} ${seconds.toFixed(1).padStart(5)} s  ${detail}`.trimEnd());
  if (!passed) console.log(`── ${task.name} ──\n${failureText(outcome)}\n`);
}

const waiting = listTasks();
const outcomes: Outcome[] = [];
const begin = performance.now();

async function work(): Promise<void> {
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
    const outcome = await run(task);
    outcomes.push(outcome);
    report(outcome);
  }
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));

console.log(`  in all             ${((performance.now() - begin) / 1000).toFixed(1).padStart(5)} s`);
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
