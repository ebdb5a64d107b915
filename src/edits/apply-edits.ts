/**
 * Typed operations on an existing Office file. All are planned on the file as it was sent, then written at once, span by
 * span; an operation whose spans meet those of an earlier one is rejected. What no operation names keeps its bytes, and a
 * request of which nothing is done gives the very file back.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../base/refusal.ts';
import type { Note } from '../base/note.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../ooxml/decode-xml.ts';
import { applyXmlEdits, type XmlEdit } from '../ooxml/edit-xml.ts';
import { openForeignPackage } from '../ooxml/gate.ts';
import { openOfficePackage, partNames, readPart, type OfficeKind, type OfficePackage } from '../ooxml/office-package.ts';
import { ALL_EDITS, DECK_EDITS, WORD_EDITS, WORKBOOK_EDITS } from './all-edits.ts';
import { isRejected, reject, type Edit, type EditContext, type EditPlan, type Move, type Rejected, type RejectionReason } from './define-edit.ts';
import { checkProtection } from './docx/find-target.ts';
import { viewText } from './docx/revision-view.ts';
import { readWordFile } from './docx/word-file.ts';
import { readDeckFile } from './pptx/deck-file.ts';
import { settleValues } from './xlsx/settle-values.ts';
import { readWorkbookFile } from './xlsx/workbook-file.ts';

export interface EditOperation { op: string; target?: string | undefined; [field: string]: unknown }

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
  /** Workbooks: cells whose formulas count with what was changed, and that carry no value until it is computed anew. */
  waiting: string[];
}

interface Planned { opened: OfficePackage; edits: Map<string, XmlEdit[]>; finishes: NonNullable<EditPlan['finish']>[]; results: EditResult[]; touched: Set<string> }

type Plan = (operation: EditOperation) => EditPlan | Rejected;

function planWith<File>(file: File, edits: readonly Edit<File>[], context: EditContext, check: (operation: EditOperation) => Rejected | null): Plan {
  return (operation) => {
    const edit = edits.find(({ op }) => op === operation.op);
    if (edit === undefined) return reject('unsupported', `${operation.op} is not available for this kind of file; it takes ${edits.map(({ op }) => op).join(', ')}.`);
    if (context.mode === 'tracked' && edit.op.endsWith('_revision')) return reject('unsupported', 'Tracked changes are settled by themselves: send this in a request with mode direct.');
    // operations of one name differ from format to format
    const issue = edit.schema.safeParse(operation).error?.issues[0];
    if (issue !== undefined) return reject('unsupported', `${operation.op} does not take this for this kind of file: ${issue.path.join('.')}: ${issue.message}`.slice(0, 500));
    return check(operation) ?? edit.plan(file, operation, context);
  };
}

interface PlanOptions { intended?: boolean; moves?: readonly Move[] }

function plannerOf(opened: OfficePackage, context: EditContext, options: PlanOptions): Plan {
  switch (opened.kind) {
    case 'docx': {
      // what the proof intends is not held against the protection once more
      const file = options.intended === true ? { ...readWordFile(opened), protection: null } : readWordFile(opened);
      if (file.w === '') return () => reject('unsupported', 'The file writes its markup without a prefix, which is not edited.');
      return planWith(file, WORD_EDITS, context, ({ op }) => checkProtection(file, context, op));
    }
    case 'pptx':
      return planWith(readDeckFile(opened, options.moves), DECK_EDITS, context, () => null);
    case 'xlsx':
      return planWith(readWorkbookFile(opened, options.moves), WORKBOOK_EDITS, context, () => null);
  }
}

const keyOf = ({ start, end, xml }: XmlEdit): string => `${start} ${end} ${xml}`;
/** Two operations that set the same attribute alike agree. */
const setsAttribute = ({ start, end, xml }: XmlEdit): boolean => start === end && /^ [\w:]+="[^"]*"$/.test(xml);

/** Keeping white space is no change of its own: where another change takes the tag away, it writes its own. */
const keepsSpace = ({ xml }: XmlEdit): boolean => xml === ' xml:space="preserve"';
const isOwn = (edit: XmlEdit): boolean => !keepsSpace(edit);

function dropSwallowed(edits: readonly XmlEdit[]): XmlEdit[] {
  const spans = edits.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  const swallows = (at: number): boolean => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.start ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return (spans[low - 1]?.end ?? 0) > at;
  };
  return edits.filter((edit) => !keepsSpace(edit) || !swallows(edit.start));
}

const placeOf = ({ start, unique }: XmlEdit): string => `${start} ${unique ?? ''}`;

/** Whether a span of one list meets one of the other; to touch is not to meet. */
function meet(known: readonly XmlEdit[], fresh: readonly XmlEdit[]): boolean {
  const taken = new Set(known.filter(({ unique }) => unique !== undefined).map(placeOf));
  if (taken.size > 0 && fresh.some((edit) => edit.unique !== undefined && taken.has(placeOf(edit)))) return true;
  const all = [...known.map((edit) => ({ edit, side: 0 })), ...fresh.map((edit) => ({ edit, side: 1 }))].toSorted((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end);
  const reach = [-1, -1];
  for (const { edit, side } of all) {
    if (edit.start < (reach[1 - side] ?? -1)) return true;
    reach[side] = Math.max(reach[side] ?? -1, edit.end);
  }
  return false;
}

/** Takes the spans of one operation, or none of them where they meet those of another. */
function take(edits: Map<string, XmlEdit[]>, plan: EditPlan): Rejected | null {
  const byPart = new Map<string, XmlEdit[]>();
  for (const { part, edits: mine } of plan.parts) {
    const all = byPart.get(part) ?? [];
    for (const edit of mine) all.push(edit);
    byPart.set(part, all);
  }
  for (const [part, mine] of byPart) {
    const known = edits.get(part) ?? [];
    const keys = new Set(known.filter(setsAttribute).map(keyOf));
    const fresh = mine.filter((edit) => {
      if (!setsAttribute(edit)) return true;
      const isNew = !keys.has(keyOf(edit));
      keys.add(keyOf(edit));
      return isNew;
    });
    if (meet(known.filter(isOwn), fresh.filter(isOwn))) return reject('overlapping_operation', 'It changes what an earlier operation of the request changes; send it in a request of its own.');
    byPart.set(part, fresh);
  }
  for (const [part, fresh] of byPart) edits.set(part, (edits.get(part) ?? []).concat(fresh));
  return null;
}

const followMove = (touched: ReadonlySet<string>, move: Move | undefined): Set<string> => (move === undefined ? new Set(touched) : new Set([...touched].flatMap((address) => move(address) ?? [])));

function planAll(bytes: Uint8Array, operations: readonly EditOperation[], context: EditContext, options: PlanOptions = {}): Planned {
  const opened = openOfficePackage(bytes);
  const moves: Move[] = [];
  const readAgain = (): Plan => plannerOf(opened, context, { ...options, moves });
  let plan = readAgain();
  const planned: Planned = { opened, edits: new Map(), finishes: [], results: [], touched: new Set() };
  for (const operation of operations) {
    const alone = ALL_EDITS[opened.kind].some((edit) => edit.op === operation.op && edit.alone === true);
    if (alone && writeSpans(planned)) plan = readAgain();
    const made = plan(operation);
    const outcome = isRejected(made) ? made : (take(planned.edits, made) ?? made);
    const line = { op: operation.op, target: operation.target ?? null };
    if (isRejected(outcome)) {
      planned.results.push({ ...line, status: 'rejected', ...outcome.rejected });
      continue;
    }
    if (outcome.finish !== undefined) planned.finishes.push(outcome.finish);
    planned.results.push({ ...line, status: 'applied', ...(outcome.before === undefined ? {} : { before: outcome.before }), ...(outcome.after === undefined ? {} : { after: outcome.after }) });
    planned.touched = followMove(planned.touched, outcome.moved);
    for (const address of outcome.touched ?? []) planned.touched.add(address);
    if (!alone) continue;
    if (outcome.moved !== undefined) moves.push(outcome.moved);
    writeSpans(planned);
    plan = readAgain();
  }
  return planned;
}

/** Writes what is planned so far into the package; false where that is nothing. */
function writeSpans({ opened, edits, finishes }: Planned): boolean {
  if (edits.size === 0 && finishes.length === 0) return false;
  for (const [part, spans] of edits) {
    const { text, encoding } = decodeXml(readPart(opened, part));
    replacePart(opened, part, encodeXml({ text: applyXmlEdits(text, dropSwallowed(spans)), encoding }));
  }
  for (const finish of finishes) finish(opened);
  edits.clear();
  finishes.length = 0;
  return true;
}

function write(planned: Planned): { bytes: Uint8Array; waiting: string[] } {
  writeSpans(planned);
  const waiting = planned.opened.kind === 'xlsx' && planned.touched.size > 0 ? settleValues(planned.opened, planned.touched) : [];
  return { bytes: saveOfficePackage(planned.opened), waiting };
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function compareParts(before: OfficePackage, after: OfficePackage): EditProof {
  const hashesOf = (opened: OfficePackage): Map<string, string> => new Map(partNames(opened).map((name) => [name, hash(readPart(opened, name))]));
  const [old, now] = [hashesOf(before), hashesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name)).sort();
  return { parts_changed: changed, parts_unchanged: Object.fromEntries([...now].filter(([name, digest]) => old.get(name) === digest).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

/** The same operations, not tracked, give the intended text. */
function proveTracked(bytes: Uint8Array, result: Uint8Array, applied: readonly EditOperation[], context: EditContext): Pick<EditProof, 'accept_matches' | 'reject_matches'> {
  const before = openOfficePackage(bytes);
  const after = openOfficePackage(result);
  const file = readWordFile(before);
  const parts = [...new Set(file.stories.map(({ part }) => part.name))];
  const settledAbove = file.nextId() - 1;
  const intended = openOfficePackage(write(planAll(bytes, applied, { ...context, mode: 'direct' }, { intended: true })).bytes);
  const view = (opened: OfficePackage, settle: 'accept' | 'reject'): string => viewText(opened, parts, { settledAbove, settle });
  return { accept_matches: view(after, 'accept') === view(intended, 'accept'), reject_matches: view(after, 'reject') === view(before, 'accept') };
}

/**
 * @param operations each checked against the schema of its definition
 * @throws Refusal `file_rejected`: hostile or damaged, macros, no Office file
 */
export function applyEdits(bytes: Uint8Array, operations: readonly EditOperation[], context: EditContext): EditOutcome {
  const { value: before, notes } = openForeignPackage(bytes);
  const tracked = context.mode === 'tracked';
  if (tracked && before.kind !== 'docx') throw new Refusal('input_invalid', 'Tracked changes are for Word files only.', { errors: [{ path: '/mode', message: 'Tracked changes are for Word files only.' }] });
  const planned = planAll(bytes, operations, context);
  const { bytes: result, waiting } = write(planned);
  const integrity = compareParts(before, openOfficePackage(result));
  const applied = operations.filter((_, index) => planned.results[index]?.status === 'applied');
  return {
    kind: before.kind, bytes: result, results: planned.results, notes, waiting,
    integrity: tracked ? { ...integrity, ...proveTracked(bytes, result, applied, context) } : integrity,
  };
}
