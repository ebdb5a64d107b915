/**
 * The text of a formula as pieces without a gap between them (ISO/IEC 29500-1 §18.17.2): the one lexer of the language. Whoever
 * calculates reads tokens of them, whoever moves references writes them again letter by letter. Any text has pieces, one that is
 * no formula too.
 */

type PieceKind =
  | 'space'
  | 'text'
  /** What is before `!`, with it; of a 3-D reference both sheets: `Jan:Dec`. */
  | 'sheet'
  /** A table called by the name of its sheet, as people write it: `'Sales Plan'[Units]`. */
  | 'table'
  | 'bracket'
  | 'error'
  | 'number'
  /** A function, a name, a cell, a table, true or false. */
  | 'word'
  | 'operator'
  | 'open'
  | 'close'
  | 'separator'
  /** A text, name or bracket without its end: all that follows. */
  | 'unclosed'
  | 'other';

export interface Piece {
  kind: PieceKind;
  /** Positions in the text, end exclusive. */
  start: number;
  end: number;
  /** Without its quotes and brackets, escapes resolved; operators as Excel writes them. */
  value: string;
}

const SPACE = /\s+/y;
const TEXT = /"((?:[^"]|"")*)"/y;
const QUOTED = /'((?:[^']|'')*)'/y;
const ERROR = /#(?:DIV\/0!|N\/A|REF!|NAME\?|NULL!|NUM!|VALUE!)/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_\d])/uy;
const NO_NUMBER = /[\d.][\p{L}\p{N}_.]*/uy;
const WORD = /\$?[\p{L}_\\][\p{L}\p{N}_.\\?$]*/uy;
/** Behind the name of a sheet: `!`, or the last of several sheets. */
const SHEET_END = /(?::[\p{L}_\\][\p{L}\p{N}_.\\?]*)?!/uy;
const OPERATOR = /<=|>=|<>|[<>×·÷−≤≥≠]/y;
const OPERATORS: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', '≤': '<=', '≥': '>=', '≠': '<>' };

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Position of the bracket that closes the one at `at`; an apostrophe escapes a bracket or another such mark behind it (§18.17.2.2). */
function bracketEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const mark = text[i];
    if (mark === "'" && /[[\]#'@]/.test(text[i + 1] ?? '')) i++;
    else if (mark === '[') depth++;
    else if (mark === ']' && --depth === 0) return i;
  }
  return -1;
}

/** @param written what is before the bracket of the value: `@` of `@[Units]`, as people write `[@Units]` */
function readBracket(text: string, start: number, written: string): Piece {
  const end = bracketEnd(text, start + written.length);
  if (end === -1) return unclosed(text, start);
  const inner = text.slice(start + written.length + 1, end);
  return { kind: 'bracket', start, end: end + 1, value: written === '' ? inner : `${written}${inner}` };
}

const unclosed = (text: string, start: number): Piece => ({ kind: 'unclosed', start, end: text.length, value: text.slice(start) });

/** A name in quotes: of sheets before `!`, of a table before `[`. */
function readQuoted(text: string, start: number): Piece {
  const found = matchAt(QUOTED, text, start);
  if (found === null) return unclosed(text, start);
  const end = start + found[0].length;
  const value = (found[1] ?? '').replaceAll("''", "'");
  if (text[end] === '!') return { kind: 'sheet', start, end: end + 1, value };
  return { kind: text[end] === '[' ? 'table' : 'other', start, end, value };
}

/** Letters, `$`, `_` and `\\` of ASCII: most words begin with one. */
const beginsWord = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 36 || code === 95 || code === 92;

function readWord(text: string, start: number): Piece | null {
  const found = matchAt(WORD, text, start);
  if (found === null) return null;
  const [value] = found;
  const end = start + value.length;
  const behind = text[end];
  const sheets = (behind === '!' || behind === ':') && !value.includes('$') ? matchAt(SHEET_END, text, end) : null;
  if (sheets === null) return { kind: 'word', start, end, value };
  return { kind: 'sheet', start, end: end + sheets[0].length, value: value + sheets[0].slice(0, -1) };
}

/** Marks that are a piece by themselves, whatever is behind them. */
const SINGLE = new Map<string, PieceKind>([
  ['(', 'open'],
  [')', 'close'],
  [',', 'separator'],
  [';', 'separator'],
  ...Array.from('+-*/^&=%:', (mark): [string, PieceKind] => [mark, 'operator']),
]);

function readPiece(text: string, start: number): Piece {
  const word = beginsWord(text.charCodeAt(start)) ? readWord(text, start) : null;
  if (word !== null) return word;
  const mark = text.charAt(start);
  const single = SINGLE.get(mark);
  if (single !== undefined) return { kind: single, start, end: start + 1, value: mark };
  const take = (kind: PieceKind, pattern: RegExp): Piece | null => {
    const found = matchAt(pattern, text, start);
    return found && { kind, start, end: start + found[0].length, value: found[0] };
  };
  if (mark === '"') {
    const found = matchAt(TEXT, text, start);
    if (found === null) return unclosed(text, start);
    return { kind: 'text', start, end: start + found[0].length, value: (found[1] ?? '').replaceAll('""', '"') };
  }
  if (mark === "'") return readQuoted(text, start);
  if (mark === '[') return readBracket(text, start, '');
  if (mark === '@' && text[start + 1] === '[') return readBracket(text, start, '@');
  if ((mark >= '0' && mark <= '9') || mark === '.') return take('number', NUMBER) ?? take('other', NO_NUMBER) ?? other(text, start);
  const operator = take('operator', OPERATOR);
  if (operator !== null) return { ...operator, value: OPERATORS[operator.value] ?? operator.value };
  return readWord(text, start) ?? take('error', ERROR) ?? take('space', SPACE) ?? other(text, start);
}

const other = (text: string, start: number): Piece => ({ kind: 'other', start, end: start + 1, value: text[start] ?? '' });

/** @param text without the `=` */
export function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length;) {
    const piece = readPiece(text, at);
    pieces.push(piece);
    at = piece.end;
  }
  return pieces;
}
