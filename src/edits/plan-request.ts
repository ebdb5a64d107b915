/** All operations of a request planned on one file, and what they come to written into it span by span. */
import { keepPartText, partNamed, readPartText, reopenPackage, type OfficePackage } from '../ooxml/office-package.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { encodeXml } from '../ooxml/decode-xml.ts';
import type { Move } from '../ooxml/address-moves.ts';
import type { WordFile } from '../ooxml/word-file.ts';
import { ALL_EDITS } from './all-edits.ts';
import type { CountedCopy, EditOperation, EditResult } from './apply-edits.ts';
import { isRejected, reject, type EditContext, type EditPlan, type Rejected } from './define-edit.ts';
import { removeLostNotes } from './docx/mechanics/word-notes.ts';
import { countsAlike, mayBeMade, mayPostpone, tellOperation, whoMeets, type TakenPlan } from './edit-turns.ts';
import { plannerOf, type Planner } from './plan-operation.ts';
import { beginIntention, takeTracked, type Intention } from './prove-tracked.ts';
import { keepsWellFormed } from './read-back.ts';
import { addSpans, fitSpans, spansOf, writeSpans, type SpansByPart } from './take-spans.ts';
import { cellsWithoutValues, fillValues } from './xlsx/mechanics/fill-values.ts';
import { emptyUnusedTexts } from './xlsx/mechanics/empty-texts.ts';
import { settleValues } from './xlsx/mechanics/settle-values.ts';

/** A request on its way: what was taken of it so far. */
export interface Planned {
  /** As they were asked for in this turn. */
  operations: readonly EditOperation[];
  opened: OfficePackage;
  edits: SpansByPart;
  finishes: NonNullable<EditPlan['finish']>[];
  results: EditResult[];
  touched: Set<string>;
  /** Whether an operation has carried cells to other addresses. */
  moved: boolean;
  /** Whether an operation has made paragraphs one. */
  joins: boolean;
  /** Of a Word file, as it was sent. */
  word: WordFile | undefined;
  /** Of a tracked request. */
  tracked: { word: WordFile; intention: Intention } | undefined;
  /** What was taken so far, in the order of the operations. */
  taken: TakenPlan[];
  /** Plans of operations that wait for a turn of their own: what a later one has in common with them waits with it. */
  waiting: SpansByPart;
  /** Number of each operation that may be done in a turn of its own → that of the one that it meets. */
  postponed: Map<number, number>;
  /** Of the operations in the request as it was sent. */
  numbers: readonly number[];
  wanting: number | undefined;
  /** Characters of all parts that were written so far, each as often as it was. */
  written: number;
  /** Parts as they were last written by spans, where those leave them well-formed. */
  sound: Map<string, Uint8Array>;
}

/** Operations that are written one by one, each over a sheet of 20 million characters: about half a minute. */
const WRITTEN_MAX = 600_000_000;

const followMove = (touched: ReadonlySet<string>, move: Move | undefined): Set<string> =>
  move === undefined ? new Set(touched) : new Set([...touched].flatMap((address) => move(address) ?? []));

/** How a cell gets a formula that another operation of the request writes among values, or empties. */
const AMONG_VALUES = ', or give set_cells the formula in the place of that value, as {"formula": "=…"}';

/** Where an operation meets another one, which is named by its number in the request as it was sent. */
export function refuseMeeting(
  { numbers = [], operations }: Pick<Request, 'numbers' | 'operations'>,
  index: number,
  met: Pick<TakenPlan, 'index' | 'operation'>,
): Rejected {
  const told = tellOperation(numbers[met.index] ?? met.index, met.operation);
  const order = met.index < index ? 'changes' : 'is on';
  const both = new Set([operations[index]?.op, met.operation.op]);
  const repair = both.has('set_cells') && both.has('set_formula') ? AMONG_VALUES : '';
  return reject('overlapping_operation', `It changes what ${told} ${order}; send it in a request of its own${repair}.`);
}

/** Takes an operation where it meets no other; one that may be done in a turn of its own is noted, and what a later one has in common with it. */
function take(planned: Planned, index: number, operation: EditOperation, made: EditPlan): Rejected | null {
  const { edits, tracked, taken, waiting, word } = planned;
  const one: TakenPlan = { index, operation, made };
  const alike = word === undefined ? undefined : taken.find((other) => countsAlike(other.operation, operation));
  const behind = alike === undefined ? fitSpans(waiting, made) : refuseMeeting(planned, index, alike);
  const fits = isRejected(behind) || tracked !== undefined ? behind : fitSpans(edits, made);
  const refused = isRejected(fits) ? fits : tracked === undefined ? null : takeTracked(edits, tracked.intention, operation, made);
  if (refused === null) {
    if (tracked === undefined && !isRejected(fits)) addSpans(edits, fits);
    taken.push(one);
    return null;
  }
  if (refused.rejected.reason !== 'overlapping_operation') return refused;
  const met = alike ?? whoMeets(taken, operation, made, tracked?.intention.plan);
  if (met === undefined) return refused;
  if (word !== undefined && mayPostpone(met.operation, operation)) {
    planned.postponed.set(index, met.index);
    addSpans(waiting, { spans: spansOf(made) });
    taken.push(one);
  }
  return refuseMeeting(planned, index, met);
}

/** The operation whose words another looks for, which the file as it was sent has not. */
const makerOf = ({ taken }: Planned, operation: EditOperation): TakenPlan | undefined =>
  taken.find((one) => mayBeMade(operation, one.operation));

/** The values of a workbook as they are after the operations so far: those that are not known any more are gone. */
function settleBefore(planned: Planned, copy: CountedCopy | undefined): void {
  const { opened, touched } = planned;
  if (opened.kind !== 'xlsx') return;
  writePlanned(planned);
  if (touched.size > 0) settleValues(opened, touched);
  // those that the file never had, too
  if (copy !== undefined) fillValues(opened, cellsWithoutValues(opened), copy.bytes);
}

/** What is asked of one file, in one turn. */
export interface Request {
  operations: readonly EditOperation[];
  context: EditContext;
  counted: readonly CountedCopy[];
  /** Numbers of operations that were tried and are not done, with the reason. */
  barred: ReadonlyMap<number, Rejected>;
  /** Those of them that may be done in another turn → the one that they meet. */
  postponed?: ReadonlyMap<number, number>;
  /** Numbers of the operations in the request as it was sent; absent: as they are here. */
  numbers?: readonly number[];
  /** Of an earlier turn: the highest id of the file as it was sent. */
  idsAtFirst?: number | undefined;
}

function beginPlan({ operations, context, postponed, numbers }: Request, opened: OfficePackage, word: WordFile | undefined): Planned {
  return {
    operations,
    opened,
    edits: new Map(),
    finishes: [],
    results: [],
    touched: new Set(),
    moved: false,
    joins: false,
    word,
    tracked: word === undefined || context.mode === 'direct' ? undefined : { word, intention: beginIntention(word, context) },
    taken: [],
    waiting: new Map(),
    postponed: new Map(postponed),
    numbers: numbers ?? operations.map((_, index) => index),
    wanting: undefined,
    written: 0,
    sound: new Map(),
  };
}

/**
 * The operations with their numbers, those that protect a sheet behind the others: a protection that the request brings holds for
 * who opens the file, not for the rest of the request. Where it also takes protections away, they stay in their order.
 */
function locksLast(operations: readonly EditOperation[]): [number, EditOperation][] {
  const all = [...operations.entries()];
  const isLock = ([, { op }]: [number, EditOperation]): boolean => op === 'protect_sheet';
  if (all.some((one) => isLock(one) && one[1]['remove'] === true)) return all;
  return [...all.filter((one) => !isLock(one)), ...all.filter(isLock)];
}

/** Plans all operations; those that move what others name are written at once. */
export function planAll(request: Request, before: OfficePackage): Planned {
  const { operations, context, counted, barred } = request;
  const opened = reopenPackage(before);
  const moves: Move[] = [];
  const readAgain = (): Planner => plannerOf(opened, context, moves);
  const first = readAgain();
  let { plan } = first;
  const planned = beginPlan(request, opened, first.word);
  for (const [index, operation] of locksLast(operations)) {
    const edit = ALL_EDITS[opened.kind].find(({ op }) => op === operation.op);
    const alone = edit?.alone === true;
    const copy = counted.find(({ before }) => before === index);
    const reads = edit?.readsValues === true && (planned.touched.size > 0 || copy !== undefined);
    if (reads) settleBefore(planned, copy);
    if (alone && (writePlanned(planned) || reads)) ({ plan } = readAgain());
    const made =
      alone && planned.written > WRITTEN_MAX
        ? reject(
            'would_overflow',
            'The request changes more of this large file than is done at once; send the rest in a request of its own.',
          )
        : (barred.get(index) ?? plan(operation));
    const outcome = isRejected(made) ? made : (take(planned, index, operation, made) ?? made);
    const line = { op: operation.op, target: operation.target ?? null };
    if (isRejected(outcome)) {
      const maker = outcome.rejected.reason === 'target_not_found' && planned.word !== undefined ? makerOf(planned, operation) : undefined;
      if (maker !== undefined) planned.postponed.set(index, maker.index);
      planned.results[index] = { ...line, status: 'rejected', ...outcome.rejected };
      if (edit?.readsValues === true && copy === undefined && opened.kind === 'xlsx' && cellsWithoutValues(opened).length > 0)
        planned.wanting ??= index;
      continue;
    }
    if (outcome.finish !== undefined) planned.finishes.push(outcome.finish);
    planned.results[index] = {
      ...line,
      status: 'applied',
      ...(outcome.before === undefined ? {} : { before: outcome.before }),
      ...(outcome.after === undefined ? {} : { after: outcome.after }),
      ...(outcome.message === undefined ? {} : { message: outcome.message }),
      ...(outcome.made === undefined ? {} : { made: outcome.made }),
    };
    planned.touched = followMove(planned.touched, outcome.moved);
    planned.moved ||= outcome.moved !== undefined;
    planned.joins ||= outcome.joins === true;
    for (const address of outcome.touched ?? []) planned.touched.add(address);
    if (!alone) continue;
    if (outcome.moved !== undefined) moves.push(outcome.moved);
    writePlanned(planned);
    ({ plan } = readAgain());
  }
  return planned;
}

/** Writes what is planned so far into the package; false where that is nothing. */
function writePlanned(planned: Planned): boolean {
  const { opened, edits, finishes } = planned;
  if (edits.size === 0 && finishes.length === 0) return false;
  for (const [part, spans] of edits) {
    const name = partNamed(opened, part) ?? part;
    // what was opened is well-formed; what was written since is where it is known
    const changed = opened.changes.get(name);
    const wasSound = changed === undefined || changed === planned.sound.get(name);
    const { text, encoding } = readPartText(opened, part);
    planned.written += text.length;
    const now = writeSpans(text, spans);
    const written = encodeXml({ text: now, encoding });
    replacePart(opened, part, written);
    // text that would come back as another is read back
    if (encoding.label.startsWith('utf-') && now.isWellFormed()) keepPartText(opened, part, { text: now, encoding });
    const tree = planned.word?.stories.find(({ part: read }) => read.name === name && read.source === text)?.part.root;
    if (wasSound && keepsWellFormed(text, spans, tree)) planned.sound.set(name, written);
    else planned.sound.delete(name);
  }
  for (const finish of finishes) finish(opened);
  edits.clear();
  finishes.length = 0;
  return true;
}

/** Writes what is left to be written. @returns the file, and its cells whose formulas wait for their values */
export function write(before: OfficePackage, planned: Planned): { bytes: Uint8Array; waiting: string[] } {
  // values that were counted for an operation which is not done are left out again
  if (planned.results.every(({ status }) => status === 'rejected')) planned.opened.changes.clear();
  writePlanned(planned);
  const { word } = planned;
  if (word !== undefined) removeLostNotes(planned.opened, word.main.source, readPartText(planned.opened, word.main.name).text);
  const waiting = planned.opened.kind === 'xlsx' && planned.touched.size > 0 ? settleValues(planned.opened, planned.touched) : [];
  const empties = planned.opened.kind === 'xlsx' && planned.opened.changes.size > 0 ? emptyUnusedTexts(before, planned.opened) : null;
  if (empties !== null) {
    addSpans(planned.edits, { spans: new Map([[empties.part, empties.spans]]) });
    writePlanned(planned);
  }
  return { bytes: saveOfficePackage(planned.opened), waiting };
}
