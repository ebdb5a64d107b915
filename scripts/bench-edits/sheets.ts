/**
 * Operations on workbooks. Cells that no operation names hold what they held, what moves goes where it has to, formulas look at the
 * cells that they looked at, and nothing is torn.
 */
import { applyEdits, type EditOperation } from '../../src/edits/apply-edits.ts';
import {
  faultsOfBook,
  readBook,
  readEdges,
  readName,
  type SeenBook,
  type SeenCell,
  type SeenSheet,
} from '../../test/support/book-model.ts';
import { addressText, bookOperations, type Chosen, type NamedOperation } from '../../test/support/book-operations.ts';
import type { BenchFile, Suite, Trial } from './suite.ts';

const CONTEXT = { author: 'Octavo bench', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

export type Place = [row: number, column: number];
/** Where a cell of a sheet goes; null where it goes away. */
export type Move = (sheet: string, place: Place) => Place | null;
/** Whether a cell may hold something else. */
export type May = (sheet: string, cell: SeenCell) => boolean;

const MOVE_NONE: Move = (_, place) => place;

/** Content of a cell: of formulas that they are some, as their values are counted again. */
const contentOf = (cell: SeenCell): string => (cell.hasFormula ? 'formula' : cell.value);

const isEmpty = (cell: SeenCell): boolean => !cell.hasFormula && cell.value === '';

export function compareSheet(before: SeenSheet, after: SeenSheet, move: Move, may: May): string | null {
  const expected = new Map<string, SeenCell>();
  for (const cell of before.cells.values()) {
    const place = move(before.name, [cell.row, cell.column]);
    if (place !== null && !isEmpty(cell)) expected.set(place.join(','), cell);
  }
  for (const [key, cell] of expected) {
    const [row = 0, column = 0] = key.split(',').map(Number);
    const now = after.cells.get(key);
    if (may(before.name, { ...cell, row, column })) continue;
    if (now === undefined || contentOf(now) !== contentOf(cell))
      return `${before.name} ${key} held ${contentOf(cell).slice(0, 80)} and holds ${now === undefined ? 'nothing' : contentOf(now).slice(0, 80)}`;
  }
  for (const [key, cell] of after.cells)
    if (!isEmpty(cell) && !expected.has(key) && !may(before.name, cell))
      return `${before.name} ${key} holds ${contentOf(cell).slice(0, 80)}, which nobody wrote`;
  return null;
}

const REFERENCE =
  /(?<![\p{L}\p{N}_.$!'\]:])(?:(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!)?(\$?[A-Z]{1,3}\$?[1-9]\d{0,6})(?::(\$?[A-Z]{1,3}\$?[1-9]\d{0,6}))?(?![\p{L}\p{N}_.(!:])/gu;

/** The single cells that a formula names, with their sheets; null where it has texts or tables, which this does not read. */
export function namedCells(formula: string, home: string): { sheet: string; corners: Place[] }[] | null {
  if (/["[\]]/.test(formula)) return null;
  return [...formula.matchAll(REFERENCE)].flatMap(([, quoted, plain, from = '', to = from]) => {
    const sheet = quoted?.replaceAll("''", "'") ?? plain ?? home;
    const corners = [readName(from), readName(to)];
    return sheet.includes(':') ? [] : [{ sheet: sheet.toLowerCase(), corners: corners.flatMap((one) => (one === null ? [] : [one])) }];
  });
}

const sayCells = (cells: readonly { sheet: string; corners: readonly Place[] }[]): string =>
  cells.map(({ sheet, corners }) => `${sheet}!${corners.map((one) => one.join(',')).join(':')}`).join(' ');

/** Formulas look at the cells that they looked at, where both corners are still there. */
export function compareFormulas(
  before: SeenBook,
  after: SeenBook,
  move: Move,
  may: May,
  renamed: (sheet: string) => string,
): string | null {
  for (const sheet of before.sheets) {
    const now = after.sheets.find(({ name }) => name.toLowerCase() === renamed(sheet.name.toLowerCase()));
    for (const cell of now === undefined ? [] : sheet.cells.values()) {
      const place = move(sheet.name, [cell.row, cell.column]);
      const other = place === null ? undefined : now?.cells.get(place.join(','));
      if (
        place === null ||
        cell.formula === null ||
        cell.formula === '' ||
        other === undefined ||
        other.formula === null ||
        other.formula === ''
      )
        continue;
      if (may(sheet.name, { ...cell, row: place[0], column: place[1] })) continue;
      const [was, is] = [namedCells(cell.formula, sheet.name), namedCells(other.formula, now?.name ?? '')];
      if (was === null || is === null) continue;
      const moved = was.map((one) => {
        const name = before.sheets.find((known) => known.name.toLowerCase() === one.sheet)?.name ?? one.sheet;
        return { sheet: renamed(one.sheet), corners: one.corners.map((corner) => move(name, corner)) };
      });
      if (moved.some(({ corners }) => corners.includes(null))) continue;
      const meant = moved.map((one) => ({ ...one, corners: one.corners.flatMap((corner) => (corner === null ? [] : [corner])) }));
      if (sayCells(meant) !== sayCells(is))
        return `${sheet.name} ${cell.row},${cell.column}: ${cell.formula.slice(0, 80)} became ${other.formula.slice(0, 80)}`;
    }
  }
  return null;
}

function moveOf(chosen: Chosen, { op, target }: EditOperation): Move {
  const [, axis] = /^(?:insert|delete)_(rows|columns)$/.exec(op) ?? [];
  if (axis === undefined || target === undefined) return MOVE_NONE;
  const at = axis === 'rows' ? chosen.row : chosen.column;
  const by = op.startsWith('insert') ? 1 : -1;
  const index = axis === 'rows' ? 0 : 1;
  return (sheet, place) => {
    if (sheet !== chosen.sheet.name || place[index] < at) return place;
    if (by < 0 && place[index] === at) return null;
    // nothing is kept of what is pushed over the edge of the sheet
    if (place[index] + by > (index === 0 ? 1_048_576 : 16_384)) return null;
    return index === 0 ? [place[0] + by, place[1]] : [place[0], place[1] + by];
  };
}

/** What the operation names: cells of its target, and what it makes there. */
function mayOf(chosen: Chosen, { name, operations, writes }: NamedOperation): May {
  const move = operations.map((one) => moveOf(chosen, one)).find((one) => one !== MOVE_NONE);
  if (name === 'replace_text_all') return (_, cell) => cell.value.includes(chosen.word) || cell.value.includes('Other');
  const areas = writes.flatMap((one) => readEdges(one) ?? []);
  return (sheet, cell) =>
    sheet === chosen.sheet.name &&
    (areas.some(({ top, left, bottom, right }) => cell.row >= top && cell.row <= bottom && cell.column >= left && cell.column <= right) ||
      (move !== undefined &&
        (cell.row === chosen.row || cell.column === chosen.column) &&
        operations[0]?.op.startsWith('insert') === true));
}

export const sortedValues = (sheet: SeenSheet): string =>
  [...sheet.cells.values()]
    .filter((cell) => !isEmpty(cell))
    .map(contentOf)
    .toSorted()
    .join('\n');

function checkBook(one: Chosen & { before: SeenBook }, named: NamedOperation, after: SeenBook): string | null {
  const [operation] = named.operations;
  if (operation === undefined) return null;
  const { before } = one;
  const move = moveOf(one, operation);
  const may = mayOf(one, named);
  const renamed = (sheet: string): string =>
    operation.op === 'rename_sheet' && sheet === one.sheet.name.toLowerCase() ? String(operation['name']).toLowerCase() : sheet;
  for (const sheet of before.sheets) {
    if (operation.op === 'delete_sheet' && sheet.name === one.sheet.name) continue;
    const now = after.sheets.find(({ name }) => name.toLowerCase() === renamed(sheet.name.toLowerCase()));
    if (now === undefined) return `the sheet ${sheet.name} is gone`;
    const isSorted = operation.op === 'sort' && sheet.name === one.sheet.name;
    const found = isSorted
      ? sortedValues(sheet) === sortedValues(now)
        ? null
        : `${sheet.name} has other values than before it was sorted`
      : compareSheet(sheet, now, move, may);
    if (found !== null) return found;
  }
  if (operation.op === 'copy_sheet') {
    const copy = after.sheets.find(({ name }) => name === operation['name']);
    if (copy === undefined || sortedValues(copy) !== sortedValues(one.sheet)) return 'the copy holds something else';
  }
  return operation.op === 'sort' || operation.op === 'delete_sheet' ? null : compareFormulas(before, after, move, may, renamed);
}

function judge(file: BenchFile, one: Chosen & { before: SeenBook; faults: ReadonlySet<string> }, named: NamedOperation): Trial {
  const trial = { name: named.name, mode: 'direct', reason: '' };
  try {
    const { bytes, results } = applyEdits(file.bytes, named.operations, CONTEXT);
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused !== undefined) {
      const isTaken = refused.message?.startsWith('It was tried and taken back') === true;
      const reason = isTaken ? `taken_back ${refused.message?.slice(73, 180) ?? ''}` : (refused.reason ?? 'none given');
      return { ...trial, outcome: 'refused', reason, ...(refused.message === undefined ? {} : { said: refused.message }) };
    }
    const after = readBook(bytes);
    const torn = faultsOfBook(after).filter((fault) => !one.faults.has(fault));
    const found = torn.length > 0 ? `torn: ${torn.slice(0, 3).join('; ')}` : checkBook(one, named, after);
    return found === null
      ? { ...trial, outcome: 'applied', bytes }
      : { ...trial, outcome: 'wrong', reason: `${found} (${addressText(one)})` };
  } catch (error) {
    return {
      ...trial,
      outcome: 'wrong',
      reason: `thrown: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`,
    };
  }
}

export const sheetSuite: Suite = {
  kind: 'xlsx',
  validates: true,
  *trialsOf(file) {
    const before = readBook(file.bytes);
    const faults = new Set(faultsOfBook(before));
    const chosen = bookOperations(before, file.seed);
    if (chosen === null) return;
    for (const named of chosen.operations) yield judge(file, { ...chosen, before, faults }, named);
  },
};
