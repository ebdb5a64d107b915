/**
 * Typed operations on an existing Office file. All are planned on the file as it was sent, then written at once, span by
 * span; an operation whose spans meet those of an earlier one is rejected. What no operation names keeps its bytes, and a
 * request of which nothing is done gives the very file back.
 */
import { type Move } from '../ooxml/address-moves.ts';
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { encodeXml } from '../ooxml/decode-xml.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import { keepPartText, partNamed, readPartText, reopenPackage, type OfficeKind, type OfficePackage } from '../ooxml/office-package.ts';
import { ALL_EDITS, DECK_EDITS, WORD_EDITS, WORKBOOK_EDITS } from './all-edits.ts';
import { isRejected, reject, type Edit, type EditContext, type EditPlan, type Rejected, type RejectionReason } from './define-edit.ts';
import { checkBox, checkProtection } from './docx/mechanics/find-target.ts';
import { readWordFile, type WordFile } from '../ooxml/word-file.ts';
import { beginIntention, proveTracked, takeTracked, type Intention } from './prove-tracked.ts';
import { readDeckFile } from '../ooxml/deck-file.ts';
import { cellsWithoutValues, fillValues } from './xlsx/mechanics/fill-values.ts';
import { emptyUnusedTexts } from './xlsx/mechanics/empty-texts.ts';
import { settleValues } from './xlsx/mechanics/settle-values.ts';
import { readWorkbookFile } from '../ooxml/workbook-file.ts';
import { faultsOfWordFile, JOINS_PARAGRAPHS, type WordAsk } from './changed-words.ts';
import type { BookAsk } from './torn-books.ts';
import { faultsOfBook } from './changed-books.ts';
import { faultsOfSlides } from './changed-slides.ts';
import { compareParts } from './compare-parts.ts';
import { keepsWellFormed, readBack } from './read-back.ts';
import { addSpans, fitSpans, writeSpans, type SpansByPart } from './take-spans.ts';

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

interface Planned {
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
  wanting: number | undefined;
  /** Characters of all parts that were written so far, each as often as it was. */
  written: number;
  /** Parts as they were last written by spans, where those leave them well-formed. */
  sound: Map<string, Uint8Array>;
}

type Plan = (operation: EditOperation) => EditPlan | Rejected;

function planWith<File>(
  file: File,
  edits: readonly Edit<File>[],
  context: EditContext,
  check: (operation: EditOperation) => Rejected | null,
): Plan {
  return (operation) => {
    const edit = edits.find(({ op }) => op === operation.op);
    if (edit === undefined)
      return reject(
        'unsupported',
        `${operation.op} is not available for this kind of file; it takes ${edits.map(({ op }) => op).join(', ')}.`,
      );
    if (context.mode === 'tracked' && isSettling(edit))
      return reject(
        'unsupported',
        'Accepting and rejecting are no tracked changes themselves, so that the proof of the others would not hold: send them in a request of their own.',
      );
    // operations of one name differ from format to format
    const issue = edit.schema.safeParse(operation).error?.issues[0];
    if (issue !== undefined)
      return reject(
        'unsupported',
        `${operation.op} does not take this for this kind of file: ${issue.path.join('.')}: ${issue.message}`.slice(0, 500),
      );
    return check(operation) ?? edit.plan(file, operation, context);
  };
}

const isSettling = ({ op }: { op: string }): boolean => op === 'accept_revision' || op === 'reject_revision';

interface Planner {
  plan: Plan;
  word?: WordFile;
}

function plannerOf(opened: OfficePackage, context: EditContext, moves: readonly Move[]): Planner {
  switch (opened.kind) {
    case 'docx': {
      const file = readWordFile(opened);
      if (file.w === '') return { plan: () => reject('unsupported', 'The file writes its markup without a prefix, which is not edited.') };
      return {
        plan: planWith(file, WORD_EDITS, context, (operation) => checkProtection(file, context, operation.op) ?? checkBox(file, operation)),
        word: file,
      };
    }
    case 'pptx':
      return { plan: planWith(readDeckFile(opened, moves), DECK_EDITS, context, () => null) };
    case 'xlsx':
      return { plan: planWith(readWorkbookFile(opened, moves), WORKBOOK_EDITS, context, () => null) };
  }
}

/** Operations that are written one by one, each over a sheet of 20 million characters: about half a minute. */
const WRITTEN_MAX = 600_000_000;

const followMove = (touched: ReadonlySet<string>, move: Move | undefined): Set<string> =>
  move === undefined ? new Set(touched) : new Set([...touched].flatMap((address) => move(address) ?? []));

function take({ edits, tracked }: Planned, operation: EditOperation, made: EditPlan): Rejected | null {
  if (tracked !== undefined) return takeTracked(edits, tracked.intention, operation, made);
  const fits = fitSpans(edits, made);
  if (isRejected(fits)) return fits;
  addSpans(edits, fits);
  return null;
}

/** The values of a workbook as they are after the operations so far: those that are not known any more are gone. */
function settleBefore(planned: Planned, copy: CountedCopy | undefined): void {
  const { opened, touched } = planned;
  if (opened.kind !== 'xlsx') return;
  writePlanned(planned);
  if (touched.size > 0) settleValues(opened, touched);
  // those that the file never had, too
  if (copy !== undefined) fillValues(opened, cellsWithoutValues(opened), copy.bytes);
}

interface Request {
  operations: readonly EditOperation[];
  context: EditContext;
  counted: readonly CountedCopy[];
  /** Numbers of operations that were tried and are not done, with the reason. */
  barred: ReadonlyMap<number, Rejected>;
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

function planAll({ operations, context, counted, barred }: Request, before: OfficePackage): Planned {
  const opened = reopenPackage(before);
  const moves: Move[] = [];
  const readAgain = (): Planner => plannerOf(opened, context, moves);
  const first = readAgain();
  let { plan } = first;
  const tracked =
    first.word === undefined || context.mode === 'direct'
      ? undefined
      : { word: first.word, intention: beginIntention(first.word, context) };
  const planned: Planned = {
    opened,
    edits: new Map(),
    finishes: [],
    results: [],
    touched: new Set(),
    moved: false,
    joins: false,
    word: first.word,
    tracked,
    wanting: undefined,
    written: 0,
    sound: new Map(),
  };
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
    const outcome = isRejected(made) ? made : (take(planned, operation, made) ?? made);
    const line = { op: operation.op, target: operation.target ?? null };
    if (isRejected(outcome)) {
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

function write(before: OfficePackage, planned: Planned): { bytes: Uint8Array; waiting: string[] } {
  // values that were counted for an operation which is not done are left out again
  if (planned.results.every(({ status }) => status === 'rejected')) planned.opened.changes.clear();
  writePlanned(planned);
  const waiting = planned.opened.kind === 'xlsx' && planned.touched.size > 0 ? settleValues(planned.opened, planned.touched) : [];
  const empties = planned.opened.kind === 'xlsx' && planned.opened.changes.size > 0 ? emptyUnusedTexts(before, planned.opened) : null;
  if (empties !== null) {
    addSpans(planned.edits, { spans: new Map([[empties.part, empties.spans]]) });
    writePlanned(planned);
  }
  return { bytes: saveOfficePackage(planned.opened), waiting };
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
  return applyProven({ operations, context, counted, barred: new Map() }, before, notes);
}

/** Operations of which something came out other than it was asked are not done, and the others are done without them. */
function applyProven(request: Request, before: OfficePackage, notes: Note[]): EditOutcome {
  const outcome = applyOnce(request, before, notes);
  if (outcome.faults.length === 0) return outcome;
  const { operations } = request;
  const faultsOf = (index: number): readonly string[] =>
    applyOnce({ ...request, operations: operations.slice(index, index + 1), barred: new Map() }, before, []).faults;
  const applied = outcome.results.flatMap(({ status }, index) => (status === 'applied' ? [index] : []));
  const guilty = applied.length === 1 ? [] : applied.filter((index) => faultsOf(index).length > 0);
  const barred = new Map(request.barred);
  for (const index of guilty.length > 0 ? guilty : applied)
    barred.set(
      index,
      reject(
        'unsupported',
        `It was tried and taken back, as it would have changed more than was asked: ${(guilty.length > 0 ? faultsOf(index) : outcome.faults).slice(0, 3).join('; ')}.`,
      ),
    );
  return applyProven({ ...request, barred }, before, notes);
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

function applyOnce(request: Request, before: OfficePackage, notes: Note[]): EditOutcome & { faults: string[] } {
  const planned = planAll(request, before);
  const ask = wordAskOf(planned);
  const { bytes: result, waiting } = write(before, planned);
  const done = planned.results.filter(({ status }) => status === 'applied').map(({ op, target }) => `${op} ${target ?? ''}`.trim());
  const after = readBack(planned.opened, result, planned.sound, done.join(', '));
  const integrity = compareParts(before, after);
  const proof = planned.tracked && proveTracked(planned.tracked.word, planned.tracked.intention, after);
  return {
    kind: before.kind,
    bytes: result,
    results: planned.results,
    notes,
    waiting,
    ...(planned.wanting === undefined ? {} : { wanting: planned.wanting }),
    integrity: proof === undefined ? integrity : { ...integrity, ...proof },
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
