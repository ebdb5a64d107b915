/**
 * Typed operations on an existing Office file. All are planned on the file as it was sent, then written at once, span by
 * span; an operation whose spans meet those of an earlier one is rejected. What no operation names keeps its bytes, and a
 * request of which nothing is done gives the very file back.
 */
import { type Move } from '../ooxml/address-moves.ts';
import { createHash } from 'node:crypto';
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import { changedParts, replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../ooxml/decode-xml.ts';
import { openForeignPackage } from '../ooxml/validate-package.ts';
import {
  openOfficePackage,
  partNamed,
  partNames,
  readPart,
  readXmlPart,
  type OfficeKind,
  type OfficePackage,
} from '../ooxml/office-package.ts';
import { ALL_EDITS, DECK_EDITS, WORD_EDITS, WORKBOOK_EDITS } from './all-edits.ts';
import { isRejected, reject, type Edit, type EditContext, type EditPlan, type Rejected, type RejectionReason } from './define-edit.ts';
import { checkBox, checkProtection } from './docx/mechanics/find-target.ts';
import { readWordFile, type WordFile } from '../ooxml/word-file.ts';
import { beginIntention, proveTracked, takeTracked, type Intention } from './prove-tracked.ts';
import { readDeckFile } from '../ooxml/deck-file.ts';
import { settleValues } from './xlsx/mechanics/settle-values.ts';
import { readWorkbookFile } from '../ooxml/workbook-file.ts';
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
}

interface Planned {
  opened: OfficePackage;
  edits: SpansByPart;
  finishes: NonNullable<EditPlan['finish']>[];
  results: EditResult[];
  touched: Set<string>;
  /** Of a tracked request. */
  tracked: { word: WordFile; intention: Intention } | undefined;
  /** Characters of all parts that were written so far, each as often as it was. */
  written: number;
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

function planAll(bytes: Uint8Array, operations: readonly EditOperation[], context: EditContext): Planned {
  const opened = openOfficePackage(bytes);
  const moves: Move[] = [];
  const readAgain = (): Planner => plannerOf(opened, context, moves);
  const first = readAgain();
  let { plan } = first;
  const tracked =
    first.word === undefined || context.mode === 'direct'
      ? undefined
      : { word: first.word, intention: beginIntention(first.word, context) };
  const planned: Planned = { opened, edits: new Map(), finishes: [], results: [], touched: new Set(), tracked, written: 0 };
  for (const operation of operations) {
    const alone = ALL_EDITS[opened.kind].some((edit) => edit.op === operation.op && edit.alone === true);
    if (alone && writePlanned(planned)) ({ plan } = readAgain());
    const made =
      alone && planned.written > WRITTEN_MAX
        ? reject(
            'would_overflow',
            'The request changes more of this large file than is done at once; send the rest in a request of its own.',
          )
        : plan(operation);
    const outcome = isRejected(made) ? made : (take(planned, operation, made) ?? made);
    const line = { op: operation.op, target: operation.target ?? null };
    if (isRejected(outcome)) {
      planned.results.push({ ...line, status: 'rejected', ...outcome.rejected });
      continue;
    }
    if (outcome.finish !== undefined) planned.finishes.push(outcome.finish);
    planned.results.push({
      ...line,
      status: 'applied',
      ...(outcome.before === undefined ? {} : { before: outcome.before }),
      ...(outcome.after === undefined ? {} : { after: outcome.after }),
      ...(outcome.message === undefined ? {} : { message: outcome.message }),
    });
    planned.touched = followMove(planned.touched, outcome.moved);
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
    const { text, encoding } = decodeXml(readPart(opened, part));
    planned.written += text.length;
    replacePart(opened, part, encodeXml({ text: writeSpans(text, spans), encoding }));
  }
  for (const finish of finishes) finish(opened);
  edits.clear();
  finishes.length = 0;
  return true;
}

function write(planned: Planned): { bytes: Uint8Array; waiting: string[] } {
  writePlanned(planned);
  const waiting = planned.opened.kind === 'xlsx' && planned.touched.size > 0 ? settleValues(planned.opened, planned.touched) : [];
  return { bytes: saveOfficePackage(planned.opened), waiting };
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function compareParts(before: OfficePackage, after: OfficePackage): EditProof {
  const hashesOf = (opened: OfficePackage): Map<string, string> =>
    new Map(partNames(opened).map((name) => [name, hash(readPart(opened, name))]));
  const [old, now] = [hashesOf(before), hashesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name)).sort();
  return {
    parts_changed: changed,
    parts_unchanged: Object.fromEntries(
      [...now].filter(([name, digest]) => old.get(name) === digest).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** Larger parts are sheets, of which single cells were written; their text is not read once more for it. */
const READ_BACK_MAX = 4_000_000;

/** The file as it was written. @throws Error where a part of it cannot be read, which is our fault and never that of the file */
function readBack({ opened, results }: Planned, bytes: Uint8Array): OfficePackage {
  try {
    const after = openOfficePackage(bytes);
    for (const name of changedParts(opened)) {
      const kept = partNamed(after, name);
      if (kept !== undefined && /\.(?:xml|rels|vml)$/i.test(kept) && readPart(after, kept).length <= READ_BACK_MAX)
        readXmlPart(after, kept);
    }
    return after;
  } catch (error) {
    const done = results.filter(({ status }) => status === 'applied').map(({ op, target }) => `${op} ${target ?? ''}`.trim());
    throw new Error(`the edited file cannot be read back (${done.join(', ').slice(0, 500)})`, { cause: error });
  }
}

/**
 * @param operations each checked against the schema of its definition
 * @throws Refusal `file_rejected`: hostile or damaged, macros, no Office file
 */
export function applyEdits(bytes: Uint8Array, operations: readonly EditOperation[], asked: EditContext): EditOutcome {
  const { value: before, notes } = openForeignPackage(bytes);
  // what only accepts or rejects is done at once in either mode
  const context: EditContext = before.kind === 'docx' && operations.every(isSettling) ? { ...asked, mode: 'direct' } : asked;
  const tracked = context.mode === 'tracked';
  if (tracked && before.kind !== 'docx')
    throw new Refusal('input_invalid', 'Tracked changes are for Word files only.', {
      errors: [{ path: '/mode', message: 'Tracked changes are for Word files only.' }],
    });
  const planned = planAll(bytes, operations, context);
  const { bytes: result, waiting } = write(planned);
  const after = readBack(planned, result);
  const integrity = compareParts(before, after);
  return {
    kind: before.kind,
    bytes: result,
    results: planned.results,
    notes,
    waiting,
    integrity:
      planned.tracked === undefined ? integrity : { ...integrity, ...proveTracked(planned.tracked.word, planned.tracked.intention, after) },
  };
}
