/** The pieces of a formula as its author means them. `;` divides arguments as well as `,` does; a comma outside of all parentheses, or beside `;`, is a decimal sign. */
import { readPieces, type Piece } from '../formula-pieces.ts';
import { FormulaFault } from '../formula-tree.ts';

export type Token =
  | { type: 'number'; value: number }
  | { type: 'text'; value: string }
  | { type: 'error'; value: string }
  /** Word: a function, a name, a cell, a table, true or false. */
  | { type: 'word'; value: string }
  /** What is before `!`. */
  | { type: 'sheet'; value: string }
  /** Inner text of the outermost brackets. */
  | { type: 'bracket'; value: string }
  | { type: 'operator'; value: string }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'separator' };

/** Excel takes no longer ones. */
const CHARS_MAX = 8192;
const DIGITS = /^\d+$/;

/** `1,5` where the comma is no separator: the pieces of one number. */
function decimalAt(pieces: readonly Piece[], at: number): number | null {
  const [whole, comma, part] = pieces.slice(at, at + 3);
  return comma?.value === ',' && part?.kind === 'number' && DIGITS.test(whole?.value ?? '') && DIGITS.test(part.value)
    ? Number(`${whole?.value}.${part.value}`)
    : null;
}

/** @param text without the `=`. @throws FormulaFault */
export function readTokens(text: string): Token[] {
  if (text.length > CHARS_MAX) throw new FormulaFault(`it has more than ${CHARS_MAX} characters`);
  const pieces = readPieces(text);
  const semicolons = pieces.some(({ value, kind }) => kind === 'separator' && value === ';');
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined || piece.kind === 'space') continue;
    const { kind, value } = piece;
    switch (kind) {
      case 'number': {
        const decimal = depth === 0 || semicolons ? decimalAt(pieces, at) : null;
        tokens.push({ type: 'number', value: decimal ?? Number(value) });
        if (decimal !== null) at += 2;
        break;
      }
      case 'text':
      case 'error':
      case 'word':
      case 'sheet':
      case 'bracket':
      case 'operator':
        tokens.push({ type: kind, value });
        break;
      case 'table':
        tokens.push({ type: 'word', value });
        break;
      case 'open':
      case 'close':
        depth += kind === 'open' ? 1 : -1;
        tokens.push({ type: kind });
        break;
      case 'separator':
        tokens.push({ type: kind });
        break;
      case 'unclosed':
        if (/^@?\[/.test(value)) throw new FormulaFault('a bracket is not closed');
        throw new FormulaFault(`"${value.charAt(0)}" means nothing in a formula`);
      case 'other':
        throw new FormulaFault(`"${text.charAt(piece.start)}" means nothing in a formula`);
    }
  }
  return tokens;
}
