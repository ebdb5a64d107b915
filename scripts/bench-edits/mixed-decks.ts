/**
 * Requests of two to six operations of different kinds on a presentation, on slides chosen by a number, with targets by address and by
 * query: what is asked of each slide is there, and nothing else changed.
 */
import { applyEdits, type EditOperation, type EditResult } from '../../src/edits/apply-edits.ts';
import { listContent, type AddressedBlock } from '../../src/edits/list-content.ts';
import { resolveTargets, type AskedOperation } from '../../src/edits/resolve-targets.ts';
import { tornRelations } from '../../test/support/book-model.ts';
import { readDeck, type SeenDeck } from '../../test/support/deck-model.ts';
import { seededPick } from '../../test/support/seeded.ts';
import { compareNumbers, compareThings, compareUnnamed } from './decks.ts';
import { deckTrials, type DeckTrial } from './deck-operations.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const REQUESTS = 3;

interface Asked {
  index: number;
  trial: DeckTrial;
  operation: EditOperation;
}
type Done = Asked & { said: string };

/** Of one kind each; of operations on slides as a whole, words of all slides and the file none meets another one. */
function chooseRequest(deck: SeenDeck, seed: number): Asked[] {
  const pick = seededPick(seed);
  const count = 2 + pick(5);
  const asked: Asked[] = [];
  for (let tries = 0; asked.length < count && tries < 60; tries++) {
    const index = pick(deck.slides.length);
    const trials = deckTrials(deck, index, pick(100_000));
    const trial = trials[pick(trials.length)];
    const operation = trial?.operations[0];
    if (trial === undefined || operation === undefined || trial.operations.length > 1) continue;
    const isWide = trial.name === 'replace_text_all' || trial.slides === true;
    const meets = asked.some((one) => one.trial.name === trial.name || (one.index === index && (isWide || one.trial.slides === true)));
    if (!meets) asked.push({ index, trial, operation });
  }
  return asked;
}

function byQuery(operation: EditOperation, blocks: readonly AddressedBlock[], pick: (below: number) => number): AskedOperation {
  const all = blocks.flatMap((block) => [block, ...(block.blocks ?? [])]);
  const block = all.find(({ address }) => address === operation.target);
  return block === undefined || pick(2) === 0
    ? operation
    : { ...operation, target: { query: `${block.type}[address="${block.address}"]` } };
}

function compareSlides(before: SeenDeck, after: SeenDeck, done: readonly Done[]): string | null {
  const deleted = new Set(done.filter(({ trial }) => trial.name === 'delete_slide').map(({ index }) => before.slides[index]?.part));
  const moved = new Set(done.filter(({ trial }) => trial.name.startsWith('move_slide')).map(({ index }) => before.slides[index]?.part));
  const parts = before.slides.map(({ part }) => part).filter((part) => !deleted.has(part));
  const now = after.slides.map(({ part }) => part);
  const lost = parts.find((part) => now.filter((one) => one === part).length !== 1);
  if (lost !== undefined) return `${lost} is shown ${now.filter((one) => one === lost).length} times`;
  const stays = (all: readonly string[]): string => all.filter((part) => parts.includes(part) && !moved.has(part)).join();
  if (stays(parts) !== stays(now)) return 'slides that nobody moved are in another order';
  const made = done.filter(({ trial }) => /^(?:insert|duplicate)_slide$/.test(trial.name)).length;
  return now.length === parts.length + made ? null : `there are ${now.length} slides in the place of ${parts.length + made}`;
}

/** What all operations on a slide may do to it together; what each of them is to leave is looked for where it is alone. */
function checkSlides(before: SeenDeck, after: SeenDeck, done: readonly Done[]): string | null {
  const isEverywhere = done.some(({ trial }) => trial.name === 'replace_text_all' || (trial.slides === true && trial.order === undefined));
  const isDeleting = done.some(({ trial }) => trial.name === 'delete_slide');
  for (const [index, was] of before.slides.entries()) {
    const now = after.slides.find(({ part }) => part === was.part);
    const own = done.filter((one) => one.index === index && one.trial.slides !== true);
    // links to slides that go are no links any more
    if (now === undefined || isEverywhere || (isDeleting && own.length === 0)) continue;
    const sum = (field: 'changes' | 'adds' | 'removes'): number => own.reduce((all, { trial }) => all + (trial[field] ?? 0), 0);
    const may: DeckTrial = {
      name: 'mixed',
      operations: [],
      changes: sum('changes') + (isDeleting ? was.things.length : 0),
      adds: sum('adds'),
      removes: sum('removes'),
      orders: own.length > 1 || own[0]?.trial.orders === true,
      frame: own.some(({ trial }) => trial.frame === true) || isDeleting,
    };
    const { fault, come } = compareThings(was, now, may);
    if (fault !== null) return `slide ${index + 1}: ${fault}`;
    const [only] = own;
    if (only === undefined || own.length > 1 || isDeleting) continue;
    const missed = only.trial.check?.({ before: was, slide: now, deck: after, come, said: only.said }) ?? null;
    if (missed !== null) return `slide ${index + 1}, ${only.trial.name}: ${missed}`;
  }
  return null;
}

function compareParts(before: SeenDeck, after: SeenDeck, done: readonly Done[]): string | null {
  const slides = new Set(done.map(({ index }) => before.slides[index]?.part));
  const isNamed = (name: string): boolean =>
    slides.has(name) || name.endsWith('.rels') || done.some(({ trial }) => trial.parts?.test(name) === true);
  return compareUnnamed(before, after, isNamed);
}

/** A fault without the part that has it: a copy has the faults of what it was copied from. */
const tornAt = (fault: string): string => fault.slice(fault.indexOf(' '));

function judge(file: BenchFile, before: SeenDeck, blocks: readonly AddressedBlock[], seed: number): Trial[] {
  const request = chooseRequest(before, seed);
  const pick = seededPick(seed + 1);
  const asked = request.map(({ operation }) => byQuery(operation, blocks, pick));
  const trial = { name: 'mixed', mode: `${request.length} operations`, reason: '' };
  const said = (fault: string): Trial[] => [{ ...trial, outcome: 'wrong', reason: `${fault}\n  ${JSON.stringify(asked).slice(0, 1_500)}` }];
  try {
    const resolved = asked.map((operation) => resolveTargets(blocks, [operation])[0]);
    const operations = resolved.flatMap((one) => (one !== undefined && 'operation' in one ? [one.operation] : []));
    const { bytes, results } = applyEdits(file.bytes, operations, CONTEXT);
    let at = 0;
    const lines = resolved.map((one): EditResult | undefined => (one !== undefined && 'result' in one ? one.result : results[at++]));
    const refused = lines.flatMap((line): Trial[] => {
      if (line === undefined || line.status === 'applied') return [];
      const { op, reason = '', message } = line;
      const why = message?.startsWith('It was tried and taken back') === true ? 'taken_back' : reason;
      return [
        { name: `mixed ${op}`, mode: 'direct', outcome: 'refused', reason: why, ...(message === undefined ? {} : { said: message }) },
      ];
    });
    const done = request.flatMap((one, index) =>
      lines[index]?.status === 'applied' ? [{ ...one, said: lines[index]?.message ?? '' }] : [],
    );
    if (done.length === 0) return refused;
    const after = readDeck(bytes);
    const known = new Set(tornRelations(before.opened).map(tornAt));
    const torn = tornRelations(after.opened).filter((fault) => !known.has(tornAt(fault)));
    const found =
      torn.length > 0
        ? `torn: ${torn.slice(0, 3).join('; ')}`
        : (compareParts(before, after, done) ??
          compareSlides(before, after, done) ??
          checkSlides(before, after, done) ??
          compareNumbers(before, after));
    return found === null ? [{ ...trial, outcome: 'applied', bytes }, ...refused] : said(found);
  } catch (error) {
    return said(`thrown: ${error instanceof Error ? `${error.stack ?? ''} ${String(error.cause ?? '')}` : String(error)}`);
  }
}

export const mixedDeckSuite: Suite = {
  kind: 'pptx',
  validates: true,
  *trialsOf(file) {
    const before = readDeck(file.bytes);
    if (before.slides.length === 0) return;
    const blocks = listContent(file.bytes);
    for (let request = 0; request < REQUESTS; request++) yield* judge(file, before, blocks, file.seed * REQUESTS + request);
  },
};
