/**
 * Typed operations on an existing Office file. All are planned on the file as it was sent, then written at once, span by
 * span; an operation whose spans meet those of an earlier one is rejected, or, in a Word file, done in a turn of its own on what the others
 * have made. What no operation names keeps its bytes, and a request of which nothing is done gives the very file back.
 */
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import type { OfficeKind, OfficePackage } from '../ooxml/office-package.ts';
import { reject, type EditContext, type Rejected, type RejectionReason } from './define-edit.ts';
import { isSettling } from './plan-operation.ts';
import { planAll, refuseMeeting, write, type Planned, type Request } from './plan-request.ts';
import { lastOfAll, lateInTables, mayPostpone, takeTurns, type Turn } from './edit-turns.ts';
import { proveTracked } from './prove-tracked.ts';
import { faultsOfWordFile, JOINS_PARAGRAPHS, type WordAsk } from './changed-words.ts';
import type { BookAsk } from './torn-books.ts';
import { faultsOfBook } from './changed-books.ts';
import { faultsOfSlides } from './changed-slides.ts';
import { compareParts } from './compare-parts.ts';
import { readBack } from './read-back.ts';
import { writeSpans } from './take-spans.ts';

export interface EditOperation {
  op: string;
  target?: string | undefined;
  [field: string]: unknown;
}

/** One line of the report's `edits` (decisions §6). */
export interface EditResult {
  op: string;
  target: string | null;
  status: 'applied' | 'rejected';
  before?: string;
  after?: string;
  reason?: RejectionReason;
  message?: string;
  candidates?: string[];
  /** Address of what was added, after the operation. */
  made?: string;
}

/** Computed from the bytes before and after, not from the plan. */
export interface EditProof {
  parts_changed: string[];
  /** Name → SHA-256 of the unpacked bytes, the same before and after. */
  parts_unchanged: Record<string, string>;
  /** Tracked changes: accepting all of them gives the intended text, rejecting all the original one. */
  accept_matches?: boolean;
  reject_matches?: boolean;
}

export interface EditOutcome {
  kind: OfficeKind;
  bytes: Uint8Array;
  results: EditResult[];
  integrity: EditProof;
  notes: Note[];
  /** Workbooks: cells whose formulas count with what was changed, and that carry no value until it is computed again. */
  waiting: string[];
  /** Number of an operation that was not done and may be where formulas have the values that the file has not: with a copy that has them. */
  wanting?: number;
}

/** A copy of the workbook before one of the operations, in which an office program has counted. */
export interface CountedCopy {
  /** Number of the operation, from 0. */
  before: number;
  bytes: Uint8Array;
}

/**
 * @param operations each checked against the schema of its definition
 * @param counted values for operations that go by what formulas come to: without them a value that has changed is not known
 * @throws Refusal `file_rejected`: hostile or damaged, macros, no Office file
 */
export function applyEdits(
  bytes: Uint8Array,
  operations: readonly EditOperation[],
  asked: EditContext,
  counted: readonly CountedCopy[] = [],
): EditOutcome {
  const { value: before, notes } = openForeignPackage(bytes);
  // what only accepts or rejects is done at once in either mode
  const context: EditContext = before.kind === 'docx' && operations.every(isSettling) ? { ...asked, mode: 'direct' } : asked;
  const tracked = context.mode === 'tracked';
  if (tracked && before.kind !== 'docx')
    throw new Refusal('input_invalid', 'Tracked changes are for Word files only.', {
      errors: [{ path: '/mode', message: 'Tracked changes are for Word files only.' }],
    });
  const late = before.kind === 'docx' ? new Map([...lateInTables(operations), ...lastOfAll(operations)]) : new Map<number, number>();
  const first = withLate({ operations, context, counted, barred: new Map() }, late);
  const turn = applyProven(first, before, notes);
  if (turn.postponed.size === 0) return turn.outcome;
  const outcome = inTurns(first, before, turn);
  // new words look like those that they take the place of, and what has been made is not always taken for what it was
  const other = countRejected(outcome) > 0 ? inTurns(first, before, earlierLast(first, before, turn)) : outcome;
  return countRejected(other) < countRejected(outcome) ? other : outcome;
}

const countRejected = ({ results }: EditOutcome): number => results.filter(({ status }) => status === 'rejected').length;

const inTurns = ({ operations, context }: Request, before: OfficePackage, turn: Turn): EditOutcome =>
  takeTurns(before, operations, turn, (opened, waiting) =>
    applyProven(
      withLate(
        {
          operations: waiting.map(({ operation }) => operation),
          context,
          counted: [],
          barred: new Map(),
          numbers: waiting.map(({ index }) => index),
          idsAtFirst: turn.word?.idsAtFirst,
        },
        lastOfAll(waiting.map(({ operation }) => operation)),
      ),
      opened,
      [],
    ),
  );

/** The request begun with what was postponed, so that what it meets comes after it: where it is on words that are replaced, they are still there. */
function earlierLast(request: Request, before: OfficePackage, turn: Turn): Turn {
  const late = new Map(request.postponed);
  for (const [index, met] of turn.postponed) {
    // what is taken away goes with all that was done to it, and contents list what the others leave
    const isBehind = /^(?:delete_block|refresh_toc)$/.test(request.operations[index]?.op ?? '');
    if (turn.outcome.results[index]?.reason === 'overlapping_operation' && !turn.postponed.has(met) && !isBehind) late.set(met, index);
  }
  return applyProven(withLate(request, late), before, turn.outcome.notes);
}

/** The request with operations that are done in a later turn, each with the one that it comes after. */
function withLate(request: Request, late: ReadonlyMap<number, number>): Request {
  const { operations } = request;
  const refuse = ([index, met]: [number, number]): [number, Rejected] => [
    index,
    refuseMeeting(request, index, { index: met, operation: operations[met] ?? { op: '' } }),
  ];
  return { ...request, barred: new Map([...late].map(refuse)), postponed: late };
}

/** Operations of which something came out other than it was asked are not done, and the others are done without them. */
function applyProven(request: Request, before: OfficePackage, notes: Note[]): Turn {
  const turn = applyOnce(request, before, notes);
  if (turn.faults.length === 0) return turn;
  const { operations } = request;
  const faultsOf = (index: number): readonly string[] =>
    applyOnce({ ...request, operations: operations.slice(index, index + 1), barred: new Map(), postponed: new Map() }, before, []).faults;
  const applied = turn.outcome.results.flatMap(({ status }, index) => (status === 'applied' ? [index] : []));
  const guilty = applied.length === 1 ? applied : applied.filter((index) => faultsOf(index).length > 0);
  if (guilty.length === 0) return applyProven(withoutClash(request, before, applied), before, notes);
  const barred = new Map(request.barred);
  for (const index of guilty) {
    const faults = applied.length === 1 ? turn.faults : faultsOf(index);
    const message = `It was tried and taken back, as it would have changed more than was asked: ${faults.slice(0, 3).join('; ')}.`;
    barred.set(index, reject('unsupported', message));
  }
  return applyProven({ ...request, barred }, before, notes);
}

/** Operations before one that does not go with them which are tried with it alone, to name it. */
const NAMED_MAX = 30;

/** The request without the first of its operations that comes out as it was asked by itself, but not with those before it. */
function withoutClash(request: Request, before: OfficePackage, applied: readonly number[]): Request {
  const { operations } = request;
  const left = reject('unsupported', 'It was left out to see what the others do.');
  const clash = (tried: readonly number[]): boolean => {
    const barred = new Map(request.barred);
    for (const index of applied) if (!tried.includes(index)) barred.set(index, left);
    return applyOnce({ ...request, barred }, before, []).faults.length > 0;
  };
  let [fits, count] = [1, applied.length];
  while (count - fits > 1) {
    const middle = (fits + count) >> 1;
    if (clash(applied.slice(0, middle))) count = middle;
    else fits = middle;
  }
  const late = applied[count - 1] ?? 0;
  const early = applied.slice(0, Math.min(count - 1, NAMED_MAX)).find((index) => clash([index, late])) ?? applied[0] ?? 0;
  const [earlier, later] = [operations[early], operations[late]];
  const postponed = new Map(request.postponed);
  if (before.kind === 'docx' && earlier !== undefined && later !== undefined && mayPostpone(earlier, later)) postponed.set(late, early);
  const barred = new Map(request.barred);
  barred.set(late, refuseMeeting(request, late, { index: early, operation: earlier ?? { op: '' } }));
  return { ...request, barred, postponed };
}

/** What the operations that are done say that they change. */
const askedOf = ({ operations }: Request, { results, touched, moved }: Planned): BookAsk => ({
  operations: operations.filter((_, index) => results[index]?.status === 'applied'),
  touched,
  moved,
});

/** What the operations on a Word file that are done name: asked before it is written. */
function wordAskOf({ results, edits, word, tracked, joins }: Planned): WordAsk {
  const meant = tracked?.intention.intended;
  return {
    operations: [...results.flatMap(({ op, status }) => (status === 'applied' ? [op] : [])), ...(joins ? [JOINS_PARAGRAPHS] : [])],
    named: new Map(edits),
    stories: (word?.stories ?? []).map(({ part }) => part),
    ...(meant === undefined ? {} : { meant: ({ name, source }) => writeSpans(source, meant.get(name) ?? []) }),
  };
}

function applyOnce(request: Request, before: OfficePackage, notes: Note[]): Turn {
  const planned = planAll(request, before);
  const ask = wordAskOf(planned);
  const { bytes: result, waiting } = write(before, planned);
  const done = planned.results.filter(({ status }) => status === 'applied').map(({ op, target }) => `${op} ${target ?? ''}`.trim());
  const after = readBack(planned.opened, result, planned.sound, done.join(', '));
  const integrity = compareParts(before, after);
  const proof = planned.tracked && proveTracked(planned.tracked.word, planned.tracked.intention, after, request.idsAtFirst);
  const outcome: EditOutcome = {
    kind: before.kind,
    bytes: result,
    results: planned.results,
    notes,
    waiting,
    ...(planned.wanting === undefined ? {} : { wanting: planned.wanting }),
    integrity: proof === undefined ? integrity : { ...integrity, ...proof },
  };
  return {
    outcome,
    postponed: planned.postponed,
    word: planned.word,
    spans: ask.named,
    after,
    faults: [
      ...(proof?.accept_matches === false ? ['accepted, the change is not what the operation does at once'] : []),
      ...(proof?.reject_matches === false ? ['rejected, the file is not what it was'] : []),
      ...(before.kind === 'docx' ? faultsOfWordFile({ before, after, changed: integrity.parts_changed }, ask) : []),
      ...(before.kind === 'pptx'
        ? faultsOfSlides({ before, after, changed: integrity.parts_changed }, askedOf(request, planned).operations)
        : []),
      ...(before.kind === 'xlsx' ? faultsOfBook({ before, after, changed: integrity.parts_changed }, askedOf(request, planned)) : []),
    ],
  };
}
