/**
 * Requests of several operations on Word files, chosen by the number of the file: what each of them keeps alone it has to keep beside others.
 * They are judged as requests of one operation are; what is refused beside the others is left out and the rest sent once more.
 */
import { applyEdits, type EditOperation } from '../../src/edits/apply-edits.ts';
import type { EditMode } from '../../src/edits/define-edit.ts';
import { operationsFor, settles } from '../../test/support/word-operations.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';
import { caseOf, judge, type Case } from './word.ts';
import { seededPick } from '../../test/support/seeded.ts';

const REQUESTS = 2;
const OPERATIONS_MIN = 2;
const OPERATIONS_MAX = 5;

type Chosen = [name: string, operations: EditOperation[]];

/** Trials whose operations are chosen for different places of the file. */
function chosenFor({ blocks, file }: Case, roll: (below: number) => number): Chosen[] {
  const count = OPERATIONS_MIN + roll(OPERATIONS_MAX - OPERATIONS_MIN + 1);
  const chosen = new Map<string, EditOperation[]>();
  for (let tries = 0; tries < 4 * count && chosen.size < count; tries++) {
    const all = Object.entries(operationsFor(blocks, file.seed + roll(1000))).filter(([name]) => !settles(name) && name !== 'restyle');
    const [name, operations] = all[roll(all.length)] ?? [];
    if (name !== undefined && operations !== undefined) chosen.set(name, operations);
  }
  return [...chosen];
}

/** Those that are taken beside each other. */
function taken(bytes: Uint8Array, chosen: readonly Chosen[], mode: EditMode): Chosen[] {
  const { results } = applyEdits(
    bytes,
    chosen.flatMap(([, operations]) => operations),
    { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode },
  );
  let at = 0;
  return chosen.filter(([, operations]) => {
    const own = results.slice(at, (at += operations.length));
    return own.every(({ status }) => status !== 'rejected');
  });
}

function* trialsWith(file: BenchFile): Generator<Trial> {
  const one = caseOf(file);
  for (let request = 0; request < REQUESTS; request++) {
    const roll = seededPick(file.seed * REQUESTS + request);
    const chosen = chosenFor(one, roll);
    for (const mode of ['direct', 'tracked'] as const) {
      const kept = taken(file.bytes, chosen, mode);
      if (kept.length < OPERATIONS_MIN) continue;
      const name = kept.map(([trial]) => trial).join('+');
      const trial = judge(
        one,
        name,
        kept.flatMap(([, operations]) => operations),
        mode,
      );
      yield { ...trial, name: 'request', reason: trial.outcome === 'wrong' ? `${name}: ${trial.reason}` : trial.reason };
    }
  }
}

export const requestSuite: Suite = { kind: 'docx', validates: true, trialsOf: trialsWith };
