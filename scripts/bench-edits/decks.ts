/**
 * Operations on presentations. Slides and things that no operation names are what they were and stand in their order, what was asked for is
 * there when the file is read again, nothing new stands beside its slide, and nothing is torn.
 */
import { applyEdits } from '../../src/edits/apply-edits.ts';
import { partNames, partNamed, readPart } from '../../src/ooxml/office-package.ts';
import { printOf, readDeck, type SeenDeck, type SeenSlide, type SeenThing } from '../../test/support/deck-model.ts';
import { tornRelations } from '../../test/support/book-model.ts';
import { deckTrials, type DeckTrial } from './deck-operations.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

/** What one list has more than the other, each as often as it has. */
function missing(from: readonly SeenThing[], among: readonly SeenThing[]): SeenThing[] {
  const left = new Map<string, number>();
  for (const { print } of among) left.set(print, (left.get(print) ?? 0) + 1);
  return from.filter(({ print }) => {
    const count = left.get(print) ?? 0;
    left.set(print, count - 1);
    return count <= 0;
  });
}

const describe = (things: readonly SeenThing[]): string =>
  things
    .map(({ kind, id, text }) => `${kind} ${id} ${text.slice(0, 40)}`)
    .join(', ')
    .slice(0, 200);

/** Numbers of things are the slide's own affair: whoever names them names other ones, and animations and lines follow. */
export function compareThings(before: SeenSlide, after: SeenSlide, trial: DeckTrial): { fault: string | null; come: SeenThing[] } {
  const [gone, come] = [missing(before.things, after.things), missing(after.things, before.things)];
  const { changes = 0, adds = 0, removes = 0 } = trial;
  if (gone.length > changes + removes) return { come, fault: `${gone.length} things changed or went: ${describe(gone)}` };
  if (come.length > changes + adds) return { come, fault: `${come.length} things came or changed: ${describe(come)}` };
  if (trial.orders !== true) {
    const stays = (things: readonly SeenThing[], others: readonly SeenThing[]): string =>
      things
        .filter((one) => !others.includes(one))
        .map(({ print }) => print)
        .join('\n');
    if (stays(before.things, gone) !== stays(after.things, come)) return { come, fault: 'what stays is in another order' };
  }
  return {
    come,
    fault:
      trial.frame === true || before.frame === after.frame ? null : 'the ground, the transition or the animations of the slide changed',
  };
}

/** What changed in parts that no operation names. */
export function compareUnnamed(before: SeenDeck, after: SeenDeck, isNamed: (part: string) => boolean): string | null {
  for (const name of partNames(before.opened)) {
    if (isNamed(name)) continue;
    const now = partNamed(after.opened, name);
    if (now === undefined) return `the part ${name} is gone`;
    if (Buffer.compare(readPart(before.opened, name), readPart(after.opened, now)) !== 0) return `the part ${name} changed`;
  }
  const had = new Set(partNames(before.opened));
  const strange = partNames(after.opened).find((name) => !had.has(name) && !isNamed(name));
  return strange === undefined ? null : `the part ${strange} is new`;
}

/** A slide on which its own number was written says the number of the place that it has now. */
export function compareNumbers(before: SeenDeck, after: SeenDeck): string | null {
  for (const [at, was] of before.slides.entries()) {
    const place = after.slides.findIndex(({ part }) => part === was.part);
    if (place < 0 || !was.numbers.every((number) => number === String(before.first + at))) continue;
    const wrong = after.slides[place]?.numbers.find((number) => number !== String(after.first + place));
    if (wrong !== undefined) return `slide ${place + 1} says that it is ${wrong}`;
  }
  return null;
}

const wordsOf = ({ things }: SeenSlide): string => things.map(({ kind, text }) => `${kind} ${text}`).join('\n');

/** Slides keep what they have; words of links to slides that are gone are no links any more. */
function compareOrder(before: SeenDeck, after: SeenDeck, trial: DeckTrial): string | null {
  const { order } = trial;
  if (order === undefined) return null;
  if (after.slides.length !== order.length) return `there are ${after.slides.length} slides in the place of ${order.length}`;
  if (trial.name === 'replace_text_all') return null;
  const wrong = order.findIndex((from, at) => {
    const [was, now] = [from === null ? undefined : before.slides[from], after.slides[at]];
    if (was === undefined) return false;
    const isSame =
      now !== undefined && (trial.name === 'delete_slide' ? wordsOf(was) === wordsOf(now) : printOf(was.root) === printOf(now.root));
    return !isSame;
  });
  return wrong < 0 ? null : `slide ${wrong + 1} is another than asked`;
}

interface Case {
  file: BenchFile;
  before: SeenDeck;
  index: number;
  faults: ReadonlySet<string>;
}

/** A fault without the part that has it. */
const tornAt = (fault: string): string => fault.slice(fault.indexOf(' '));

function check({ before, index, faults }: Case, trial: DeckTrial, bytes: Uint8Array, said: string): string | null {
  const after = readDeck(bytes);
  // a copy has the faults of what it was copied from
  const isCopied = (fault: string): boolean => trial.name === 'duplicate_slide' && [...faults].some((one) => tornAt(one) === tornAt(fault));
  const torn = tornRelations(after.opened).filter((fault) => !faults.has(fault) && !isCopied(fault));
  if (torn.length > 0) return `torn: ${torn.slice(0, 3).join('; ')}`;
  const was = before.slides[index];
  const now = after.slides.find(({ part }) => part === was?.part);
  const isNamed = (name: string): boolean => name === was?.part || name.endsWith('.rels') || (trial.parts?.test(name) ?? false);
  const parts = compareUnnamed(before, after, isNamed) ?? compareOrder(before, after, trial) ?? compareNumbers(before, after);
  if (parts !== null || was === undefined) return parts;
  if (trial.slides === true) return trial.check?.({ before: was, slide: now ?? was, deck: after, come: [], said }) ?? null;
  if (now === undefined) return 'the slide is gone';
  const { fault, come } = compareThings(was, now, trial);
  return fault ?? trial.check?.({ before: was, slide: now, deck: after, come, said }) ?? null;
}

function judge(one: Case, trial: DeckTrial): Trial {
  const row = { name: trial.name, mode: 'direct', reason: '' };
  try {
    const { bytes, results } = applyEdits(one.file.bytes, trial.operations, CONTEXT);
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused !== undefined) {
      const reason = refused.message?.startsWith('It was tried and taken back') === true ? 'taken_back' : (refused.reason ?? 'none given');
      return { ...row, outcome: 'refused', reason, ...(refused.message === undefined ? {} : { said: refused.message }) };
    }
    const found = check(one, trial, bytes, results.map(({ message }) => message ?? '').join('\n'));
    return found === null
      ? { ...row, outcome: 'applied', bytes }
      : { ...row, outcome: 'wrong', reason: `${found} (${JSON.stringify(trial.operations[0]).slice(0, 160)})` };
  } catch (error) {
    return {
      ...row,
      outcome: 'wrong',
      reason: `thrown: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`,
    };
  }
}

export const deckSuite: Suite = {
  kind: 'pptx',
  validates: true,
  *trialsOf(file) {
    const before = readDeck(file.bytes);
    if (before.slides.length === 0) return;
    const index = file.seed % before.slides.length;
    const one: Case = { file, before, index, faults: new Set(tornRelations(before.opened)) };
    for (const trial of deckTrials(before, index, file.seed)) if (file.trials?.includes(trial.name) !== false) yield judge(one, trial);
  },
};
