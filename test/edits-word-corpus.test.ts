/**
 * Every operation on Word files over a folder of real ones, where there is one (OCTAVO_CORPUS): proofs hold, words outside the targets
 * stay, chains of operations leave no new fault; what others settled by hand is what settling gives here.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Refusal } from '../src/base/refusal.ts';
import { applyEdits } from '../src/edits/apply-edits.ts';
import { listContent, type AddressedBlock } from '../src/edits/list-content.ts';
import { validateOffice, type ValidationError } from './support/validate-office.ts';
import { operationsFor, settles, wordsOf } from './support/word-operations.ts';

const CORPUS = process.env['OCTAVO_CORPUS'];
const skip = CORPUS === undefined ? 'OCTAVO_CORPUS is not set: no folder of real files' : false;
const CONTEXT = { author: 'Octavo test', date: '2026-01-01T00:00:00Z' };
const APPLIED_MIN = 30;
/** Operations that few files can take: those without comments, pictures, contents or changes that are tracked. */
const RARE = /^(reply_comment|resolve_comment|replace_image|set_alt_text|refresh_toc|accept_|reject_|move_table)/;
const CHAINED_FILES = 12;
const CHAIN_STEPS = 12;

interface RealFile {
  path: string;
  bytes: Uint8Array;
  blocks: AddressedBlock[];
}

function* realFiles(step: number): Generator<RealFile> {
  const all = readdirSync(CORPUS ?? '.', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.docx'))
    .toSorted();
  for (const [index, name] of all.entries()) {
    if (index % step !== 0) continue;
    const bytes = readFileSync(join(CORPUS ?? '.', name));
    try {
      yield { path: name, bytes, blocks: listContent(bytes) };
    } catch (error) {
      // hostile and damaged files are part of the folder
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** Lines of `before` that `after` has no more. */
function lost(before: readonly string[], after: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of after) left.set(line, (left.get(line) ?? 0) + 1);
  return before.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0 && line.trim() !== '';
  });
}

/** How many lines an operation may change: its target. */
function lostMax(name: string, blocks: readonly AddressedBlock[], find: unknown): number {
  if (name === 'replace_text') return wordsOf(blocks).filter((line) => line.includes(String(find))).length;
  if (name === 'refresh_toc' || settles(name)) return Infinity;
  if (name === 'set_header_footer') return blocks.filter(({ address }) => /^(header|footer)/.test(address)).length;
  return /^(rewrite|delete|set_cell|insert_rows|insert_columns)/.test(name) ? 1 : 0;
}

test('every operation on thirty real files or more: proven, and the words outside its target stay', { skip }, () => {
  const applied = new Map<string, number>();
  const faults: string[] = [];
  for (const [index, { path, bytes, blocks }] of [...realFiles(4)].entries()) {
    for (const [name, operations] of Object.entries(operationsFor(blocks, index))) {
      if (!RARE.test(name) && (applied.get(name) ?? 0) >= APPLIED_MIN) continue;
      for (const mode of settles(name) ? (['direct'] as const) : (['direct', 'tracked'] as const)) {
        const { bytes: edited, results, integrity } = applyEdits(bytes, operations, { ...CONTEXT, mode });
        if (results.every(({ status }) => status === 'rejected')) continue;
        if (mode === 'direct') applied.set(name, (applied.get(name) ?? 0) + 1);
        if (mode === 'tracked' && !(integrity.accept_matches === true && integrity.reject_matches === true))
          faults.push(`${path} ${name}: accept ${integrity.accept_matches} reject ${integrity.reject_matches}`);
        const gone = mode === 'direct' ? lost(wordsOf(blocks), wordsOf(listContent(edited))) : [];
        if (gone.length > lostMax(name, blocks, operations[0]?.['find']))
          faults.push(`${path} ${name}: ${gone.length} lines are others now, such as ${JSON.stringify(gone[0]).slice(0, 200)}`);
      }
    }
  }
  assert.deepEqual(faults.slice(0, 10), []);
  for (const [name, count] of applied) assert.ok(RARE.test(name) || count >= APPLIED_MIN, `${name}: ${count} files`);
});

const kindOf = ({ id, description }: ValidationError): string => `${id} ${description.replaceAll(/\d+/g, '#').slice(0, 160)}`;

test('chains of operations leave no fault that the file had not', { skip }, async () => {
  const faults: string[] = [];
  let chained = 0;
  for (const [index, { path, bytes }] of [...realFiles(29)].entries()) {
    if (chained >= CHAINED_FILES) break;
    const before = await validateOffice(bytes, 'docx');
    if (before.length > 20) continue;
    chained++;
    for (const mode of ['direct', 'tracked'] as const) {
      let now: Uint8Array = bytes;
      const done: string[] = [];
      for (let step = 0; step < CHAIN_STEPS; step++) {
        const trials = Object.entries(operationsFor(listContent(now), index + step * 31)).filter(([name]) => !settles(name));
        const [name, operations] = trials[(index * 5 + step * 11) % trials.length] ?? ['none', []];
        now = applyEdits(now, operations, { ...CONTEXT, mode }).bytes;
        done.push(name);
      }
      const known = new Set(before.map(kindOf));
      const fresh = (await validateOffice(now, 'docx')).filter((error) => !known.has(kindOf(error)));
      if (fresh.length > 0) faults.push(`${path} ${mode} ${done.join(' ')}: ${JSON.stringify(fresh[0])}`.slice(0, 1_000));
    }
  }
  assert.ok(chained >= CHAINED_FILES, `${chained} files`);
  assert.deepEqual(faults, []);
});

test('changes settled here give what others gave who settled them', { skip }, () => {
  let compared = 0;
  const unlike: string[] = [];
  const all = readdirSync(CORPUS ?? '.', { recursive: true, encoding: 'utf8' })
    .filter((name) => /-(Accepted|Rejected)\.docx$/.test(name))
    .toSorted();
  for (const name of all) {
    const source = join(CORPUS ?? '.', name.replace(/-(Accepted|Rejected)\.docx$/, '.docx'));
    if (!existsSync(source)) continue;
    const op = name.endsWith('-Accepted.docx') ? 'accept_revision' : 'reject_revision';
    const { bytes } = applyEdits(readFileSync(source), [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' });
    compared++;
    const [ours, theirs] = [wordsOf(listContent(bytes)), wordsOf(listContent(readFileSync(join(CORPUS ?? '.', name))))];
    if (ours.join('\n') !== theirs.join('\n')) unlike.push(name);
  }
  assert.deepEqual(unlike, []);
  // a folder without such files says nothing of them
  assert.ok(compared === 0 || compared >= 2, `${compared} files`);
});
