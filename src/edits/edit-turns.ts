/**
 * Operations of one request that meet in a Word file. Where one changes what an earlier one has changed and what comes of both is clear,
 * it is done in a turn of its own, on what the others have made; its addresses, which mean the file as it was sent, are carried over by
 * the places of what they name. Where the two say different things of the same words, the second is refused and both are named.
 */
import { readWordFile, type WordFile, type WordTarget } from '../ooxml/word-file.ts';
import { childOf, tablePartsIn } from '../ooxml/word-text.ts';
import { readPartText, type OfficePackage, type XmlPart } from '../ooxml/office-package.ts';
import type { XmlElement } from '../ooxml/xml-tree.ts';
import type { EditOperation, EditOutcome, EditResult } from './apply-edits.ts';
import { compareParts } from './compare-parts.ts';
import { isRejected, type EditPlan, type Rejected } from './define-edit.ts';
import { fitSpans, spansOf, writeSpans, type SpansByPart } from './take-spans.ts';

/** An operation with its number in the request, from 0, and what it comes to. */
export interface TakenPlan {
  index: number;
  operation: EditOperation;
  made: EditPlan;
}

/** One turn: what came of it, and where what it was done on has gone. */
export interface Turn {
  outcome: EditOutcome;
  /** What came out other than it was asked. */
  faults: readonly string[];
  /** Place in the turn of each operation that may be done in another one → number in the request of the one that it meets. */
  postponed: ReadonlyMap<number, number>;
  /** As it was read before the turn; undefined of other files. */
  word: WordFile | undefined;
  /** What was written into it. */
  spans: SpansByPart;
  after: OfficePackage;
}

/** An operation as a person would name it: its number in the request, its name and its target. */
export const tellOperation = (index: number, { op, target }: EditOperation): string =>
  `operation ${index + 1} of the request (${op}${target === undefined ? '' : ` ${target.slice(0, 60)}`})`;

/** The operation that a plan meets; as they are done at once where only that meets. @param intend absent where nothing is tracked */
export function whoMeets(
  known: readonly TakenPlan[],
  operation: EditOperation,
  made: EditPlan,
  intend?: (operation: EditOperation) => EditPlan | Rejected,
): TakenPlan | undefined {
  const meets = (a: EditPlan, b: EditPlan): boolean => isRejected(fitSpans(spansOf(a), b));
  const found = known.find((one) => meets(one.made, made));
  if (found !== undefined || intend === undefined) return found;
  const meant = intend(operation);
  return known.find((one) => {
    const other = intend(one.operation);
    return !isRejected(meant) && !isRejected(other) && meets(other, meant);
  });
}

const WRITES = /^(?:replace_text|rewrite_block|set_cell_text|set_control)$/;
const REMOVES = /^delete_(?:block|rows|columns|control)$/;
/** Of a table, rows and columns cross. */
const CROSSES = /^delete_(?:rows|columns)$/;
/** What says where, not what. */
const PLACE_FIELDS = new Set([
  'op',
  'target',
  'to',
  'find',
  'expect',
  'all',
  'place',
  'pages',
  'section',
  'match',
  'author',
  'position',
  'count',
]);
const placesOf = (operation: EditOperation): string =>
  JSON.stringify(['target', 'place', 'pages', 'section'].map((field) => operation[field] ?? null));

/** Whether an operation that meets an earlier one says nothing against it, so that it can be done after it. */
export function mayPostpone(earlier: EditOperation, later: EditOperation): boolean {
  const [a, b] = [earlier.op, later.op];
  if (countsAlike(earlier, later)) return firstInTable(earlier, later) !== undefined;
  if (WRITES.test(a) && (WRITES.test(b) || REMOVES.test(b))) return false;
  if (REMOVES.test(a)) return CROSSES.test(a) && a !== b && !WRITES.test(b) && b !== 'delete_block';
  if (a !== b || placesOf(earlier) !== placesOf(later)) return true;
  const said = Object.keys(later).filter((field) => !PLACE_FIELDS.has(field) && field in earlier);
  return said.length === 0 && Object.keys(later).some((field) => !PLACE_FIELDS.has(field));
}

const COUNTS_COLUMNS = /^(?:insert_rows|insert_columns|delete_columns)$/;
const tableOf = ({ target = '' }: EditOperation): string => target.replace(/\.r\d+(?:\.c\d+)?$/, '');

/** Whether one of two operations gives a table rows or columns by the number of columns that the other one changes: their places do not meet. */
export function countsAlike(earlier: EditOperation, later: EditOperation): boolean {
  const [a, b] = [earlier.op, later.op];
  if (!COUNTS_COLUMNS.test(a) || !COUNTS_COLUMNS.test(b) || a === b) return false;
  return tableOf(earlier) === tableOf(later);
}

/**
 * Which of two such operations is done first, so that the texts that it brings are counted in the table as it was sent; undefined where both
 * bring texts, each of which would be counted by what the other one has added.
 */
function firstInTable(a: EditOperation, b: EditOperation): EditOperation | undefined {
  const rows = [a, b].find(({ op }) => op === 'insert_rows');
  const adds = [a, b].every(({ op }) => op.startsWith('insert_'));
  return rows === undefined ? a : adds ? undefined : rows;
}

/** Operations on rows and columns of a table that are done behind later ones, and each of those. */
export function lateInTables(operations: readonly EditOperation[]): Map<number, number> {
  const late = new Map<number, number>();
  const counting = operations.flatMap((operation, index) => (COUNTS_COLUMNS.test(operation.op) ? [{ operation, index }] : []));
  for (const [at, a] of counting.entries())
    for (const b of counting.slice(at + 1))
      if (!late.has(a.index) && countsAlike(a.operation, b.operation) && firstInTable(a.operation, b.operation) === b.operation)
        late.set(a.index, b.index);
  return late;
}

/** What is done behind all others of a request: contents list the headings that those leave. */
const isLast = ({ op }: Pick<EditOperation, 'op'>): boolean => op === 'refresh_toc';

/** Operations that are done behind all others, each with one of those. */
export function lastOfAll(operations: readonly EditOperation[]): Map<number, number> {
  const other = operations.findLastIndex((operation) => !isLast(operation));
  return new Map(other === -1 ? [] : operations.flatMap((operation, index) => (isLast(operation) ? [[index, other] as const] : [])));
}

/** Whether the words that an operation looks for may be those of an earlier one. */
export const mayBeMade = ({ find }: EditOperation, earlier: EditOperation): boolean =>
  typeof find === 'string' && JSON.stringify({ ...earlier, find: '' }).includes(JSON.stringify(find).slice(1, -1));

/** Where a place of the part has gone; undefined where it was written anew. */
function placeAfter({ source }: XmlPart, spans: readonly { start: number; end: number; xml: string }[], start: number): number | undefined {
  if (spans.some((span) => span.start <= start && span.end > start)) return undefined;
  return writeSpans(
    source.slice(0, start),
    spans.filter(({ end }) => end <= start),
  ).length;
}

type Found = Pick<WordTarget, 'part' | 'element' | 'address'>;
const listOf = (file: WordFile): Found[] => [...file.targets.values(), ...file.pictures, ...file.revisions];

/** Whether a paragraph or row goes as a tracked change, or stands in one that does: what is done in it would go with it, or stay behind. */
function isGoing(element: XmlElement): boolean {
  const rows = element.local === 'tbl' ? tablePartsIn(element, 'tr') : [];
  if (rows.length > 0) return rows.every(isGoing);
  for (let one: XmlElement | undefined = element; one !== undefined; one = one.parent) {
    const properties = childOf(one, one.local === 'tr' ? 'trPr' : 'pPr');
    const marks = one.local === 'p' && properties !== undefined ? childOf(properties, 'rPr') : properties;
    if (/^(?:p|tr)$/.test(one.local) && marks !== undefined && (childOf(marks, 'del') ?? childOf(marks, 'moveFrom')) !== undefined)
      return true;
  }
  return false;
}

/** What was added and taken away in it moves what has no place of its own, and what is counted from an address on. */
const RESTRUCTURES = /^(?:insert_|delete_|move_|merge_|unmerge_|split_|add_|set_control$)/;
const NUMBERED = /^(?:comment|control)\d+$/;

interface Carry {
  /** The address after the turn; null where what it names is not there any more as it was. */
  address(address: string): string | null;
  operation(operation: EditOperation): EditOperation | null;
}

function carryOver({ word, spans, after, outcome }: Turn): Carry {
  const before = new Map(word === undefined ? [] : listOf(word).map((one) => [one.address, one]));
  const now = readWordFile(after);
  const byPlace = new Map<string, Found>();
  const keyOf = (part: string, { local }: XmlElement, at: number): string => `${part} ${local} ${at}`;
  for (const one of listOf(now)) byPlace.set(keyOf(one.part.name, one.element, one.element.start), one);
  const isAsWritten = new Map<string, boolean>();
  const restructured = outcome.results.some(({ op, status }) => status === 'applied' && RESTRUCTURES.test(op));
  const address = (asked: string): string | null => {
    const found = before.get(asked);
    if (found === undefined) return restructured && NUMBERED.test(asked) ? null : asked;
    const { part, element } = found;
    const edits = spans.get(part.name) ?? [];
    if (!isAsWritten.has(part.name)) isAsWritten.set(part.name, readPartText(after, part.name).text === writeSpans(part.source, edits));
    const at = isAsWritten.get(part.name) === true ? placeAfter(part, edits, element.start) : undefined;
    const there = at === undefined ? undefined : byPlace.get(keyOf(part.name, element, at));
    return there === undefined || (isGoing(there.element) && !isGoing(element)) ? null : there.address;
  };
  const operation = (asked: EditOperation): EditOperation | null => {
    // both are counted in the file as it was sent
    if (restructured && ((typeof asked['count'] === 'number' && asked['count'] > 1) || 'section' in asked)) return null;
    // what it holds was held against the file as it was sent
    const { expect: _, ...carried } = asked;
    for (const field of ['target', 'to'] as const) {
      const value = asked[field];
      if (typeof value !== 'string') continue;
      const moved = address(value);
      if (moved === null) return null;
      carried[field] = moved;
    }
    return carried;
  };
  return { address, operation };
}

/** Turns of one request: each reads the file anew. */
const TURNS_MAX = 12;

interface Waiting {
  index: number;
  operation: EditOperation;
}

const withMade = (results: readonly EditResult[], carry: Carry): EditResult[] =>
  results.map((result) => {
    const made = result.made === undefined ? null : carry.address(result.made);
    return made === null ? result : { ...result, made };
  });

/** What a turn says of operations that waited for it, in the place of what was said of them before. */
function takeResults(results: readonly EditResult[], asked: readonly Waiting[], { outcome, postponed }: Turn): EditResult[] {
  const now = [...results];
  asked.forEach(({ index }, at) => {
    const [was, is] = [results[index], outcome.results[at]];
    if (was === undefined || is === undefined) return;
    // what comes last waited by its nature, and says itself what became of it
    if (is.status === 'applied' || (isLast(was) && !postponed.has(at))) now[index] = { ...is, target: was.target };
    else if (was.reason === 'overlapping_operation' && !postponed.has(at))
      now[index] = { ...was, message: `${was.message ?? ''} Done after it, it was refused: ${is.message ?? ''}`.slice(0, 1_000) };
  });
  return now;
}

const both = (a: boolean | undefined, b: boolean | undefined): boolean | undefined =>
  a === undefined && b === undefined ? undefined : a !== false && b !== false;

function joinOutcomes(before: OfficePackage, first: EditOutcome, results: EditResult[], turn: Turn): EditOutcome {
  const { outcome } = turn;
  const accept_matches = both(first.integrity.accept_matches, outcome.integrity.accept_matches);
  const reject_matches = both(first.integrity.reject_matches, outcome.integrity.reject_matches);
  return {
    ...first,
    bytes: outcome.bytes,
    results,
    integrity: {
      ...compareParts(before, turn.after),
      ...(accept_matches === undefined ? {} : { accept_matches }),
      ...(reject_matches === undefined ? {} : { reject_matches }),
    },
  };
}

/**
 * Does what was postponed, turn by turn, each on what the turns before have made.
 * @param apply one turn: of these operations, with their numbers in the request
 */
export function takeTurns(
  before: OfficePackage,
  operations: readonly EditOperation[],
  first: Turn,
  apply: (opened: OfficePackage, asked: readonly Waiting[]) => Turn,
): EditOutcome {
  let turn = first;
  let outcome = first.outcome;
  let asked: readonly Waiting[] = operations.map((operation, index) => ({ index, operation }));
  for (let count = 1; count < TURNS_MAX && turn.postponed.size > 0; count++) {
    const carry = carryOver(turn);
    const waiting = asked.flatMap(({ index, operation }, at): Waiting[] => {
      const carried = turn.postponed.has(at) ? carry.operation(operation) : null;
      return carried === null ? [] : [{ index, operation: carried }];
    });
    if (waiting.length === 0) break;
    const next = apply(turn.after, waiting);
    const results = takeResults(outcome.results, waiting, next);
    const waits = [...next.postponed.keys()].some((at) => isLast(waiting[at]?.operation ?? { op: '' }));
    if (!waits && next.outcome.results.every(({ status }) => status === 'rejected')) return { ...outcome, results };
    outcome = joinOutcomes(before, outcome, withMade(results, carryOver(next)), next);
    [turn, asked] = [next, waiting];
  }
  return outcome;
}
