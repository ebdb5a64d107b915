/**
 * Whether the pieces of a formula can stand in their order (ISO/IEC 29500-1 §18.17.2): Excel opens no file with a formula in which
 * two values meet or one is missing, however plainly its brackets close. What functions take is not looked at.
 */
import { readColumnName, readCorner } from './cell-names.ts';
import { readPieces, type Piece } from './formula-pieces.ts';

/** What the place behind a piece may be. */
interface State {
  /** A value is to come: at the beginning, behind an operator, an opened bracket or a comma. */
  wants: boolean;
  /** The value that has just ended may meet another one across a space, as two areas do that cross. */
  crosses: boolean;
  /** The value that has just ended is what a function gave, which may be a function itself: `Pick(1)(5)`, by a name for a LAMBDA. */
  called: boolean;
  /** For each bracket that is open, whether it is that of a function, whose arguments may be missing. */
  calls: boolean[];
}

/** @param formula without the `=`. @returns what is wrong at the first place that cannot be; null where there is none */
export function faultOfOrder(formula: string): string | null {
  const pieces = readPieces(formula);
  const state: State = { wants: true, crosses: false, called: false, calls: [] };
  let before: Piece | undefined;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined || piece.kind === 'space') continue;
    const isApart = pieces[at - 1]?.kind === 'space';
    const fault = take(state, { formula, pieces, at, piece, before, isApart });
    if (fault !== null) return fault;
    before = piece;
    if (piece.value !== '{' || piece.kind !== 'other') continue;
    at = pieces.findIndex(({ kind, value }, index) => index > at && kind === 'other' && value === '}');
    if (at === -1) return 'a bracket is not closed';
  }
  return state.wants ? 'something is missing at its end' : null;
}

interface Place {
  formula: string;
  pieces: readonly Piece[];
  at: number;
  piece: Piece;
  /** The piece before it that is no blank. */
  before: Piece | undefined;
  /** A blank is before it. */
  isApart: boolean;
}

const writtenAt = ({ formula, piece }: Place): string => {
  const text = formula.slice(piece.start, piece.end);
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
};

function take(state: State, place: Place): string | null {
  const { pieces, at, piece, before } = place;
  const next = pieces[at + 1];
  switch (piece.kind) {
    case 'operator':
      return takeOperator(state, piece.value);
    case 'separator':
      return takeSeparator(state, before);
    case 'open':
      return takeOpen(state, place);
    case 'close':
      return takeClose(state, before);
    case 'sheet':
      return next === undefined || /^(?:close|separator|open|space|text)$/.test(next.kind) ? `${writtenAt(place)} names no cells` : null;
    case 'bracket':
      // of a table or of another workbook; alone it is a column of the same row
      if (next?.kind === 'sheet' || next?.value === '!') return null;
      return before?.kind === 'word' || before?.kind === 'table' || before?.kind === 'sheet'
        ? end(state, true)
        : takeValue(state, true, place);
    case 'text':
      return takeValue(state, false, place);
    case 'number':
      return takeValue(state, isRow(place), place);
    case 'word':
      if (piece.value.includes('$') && readCorner(piece.value) === undefined && readColumnName(piece.value) === undefined)
        return `"${writtenAt(place)}" is no name of cells`;
      return takeValue(state, true, place);
    case 'other':
      return takeOther(state, place);
    default:
      return takeValue(state, true, place);
  }
}

/** `3` of `3:4`. */
const isRow = ({ pieces, at }: Place): boolean =>
  pieces[at + 1]?.value === ':' || [pieces[at - 1]?.value, pieces[at - 2]?.value].includes(':');

function end(state: State, crosses: boolean): null {
  state.wants = false;
  state.crosses = crosses;
  state.called = false;
  return null;
}

/** Two values side by side are areas that cross, and these alone. */
function takeValue(state: State, crosses: boolean, place: Place): string | null {
  if (!state.wants && !(state.crosses && crosses && place.isApart)) return `there is no operator before ${writtenAt(place)}`;
  return end(state, crosses);
}

function takeOperator(state: State, operator: string): string | null {
  if (operator === '%') return state.wants ? 'there is no number before %' : end(state, false);
  if (state.wants && operator !== '-' && operator !== '+') return `there is nothing before ${operator}`;
  state.wants = true;
  return null;
}

function takeSeparator(state: State, before: Piece | undefined): string | null {
  const isArgument = state.calls.at(-1) === true;
  if (state.wants && (!isArgument || before?.kind === 'operator')) return 'something is missing before a comma';
  // outside of a function a comma joins areas
  if (!isArgument && !state.crosses) return 'arguments are divided by commas, decimals by a point';
  state.wants = true;
  return null;
}

function takeOpen(state: State, { before, isApart }: Place): string | null {
  const isCall = (before?.kind === 'word' || (before?.kind === 'close' && state.called)) && !isApart;
  if (!isCall && !state.wants && !(state.crosses && isApart)) return 'there is no operator before a bracket';
  state.calls.push(isCall);
  state.wants = true;
  return null;
}

function takeClose(state: State, before: Piece | undefined): string | null {
  const isCall = state.calls.pop();
  if (isCall === undefined) return 'a bracket is closed that was not opened';
  if (state.wants && (!isCall || before?.kind === 'operator')) return 'something is missing before a closed bracket';
  end(state, true);
  state.called = isCall;
  return null;
}

function takeOther(state: State, place: Place): string | null {
  const { pieces, at, piece } = place;
  switch (piece.value) {
    case '{':
      return takeValue(state, false, place);
    case '@':
      return state.wants ? null : 'there is no operator before @';
    case '#':
      return state.wants ? 'there is nothing before #' : null;
    case '$':
      return pieces[at + 2]?.value === ':' || pieces[at - 1]?.value === ':' ? null : '$ stands for no currency in a formula';
    case '!':
      return null;
    default:
      return `${writtenAt(place)} cannot stand there`;
  }
}
