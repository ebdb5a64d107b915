/** Tokens → tree, by Excel's precedence (ECMA-376-1 §18.17.2.3): sign, %, ^, * /, + -, &, comparison. A sign binds tighter than a power: -2^2 is 4. */
import {
  FormulaFault,
  type BinaryOperator,
  type ErrorCode,
  type StructuredPart,
  type WrittenFormula,
  type WrittenReference,
} from './formula-tree.ts';
import { readColumnName, readCorner } from './cell-names.ts';
import { functionName, takesArguments } from './formula-functions.ts';
import { readTokens, type Token } from './formula/tokens.ts';

const DEPTH_MAX = 60;
const ARGUMENTS_MAX = 255;
const LEVELS: readonly (readonly BinaryOperator[])[] = [['=', '<>', '<', '>', '<=', '>='], ['&'], ['+', '-'], ['*', '/'], ['^']];

interface Cursor {
  tokens: readonly Token[];
  at: number;
  depth: number;
}

/** @param text with or without the `=`. @throws FormulaFault where it is no formula, or one that may not be in a workbook */
export function parseFormula(text: string): WrittenFormula {
  const cursor: Cursor = { tokens: readTokens(text.trim().replace(/^=/, '')), at: 0, depth: 0 };
  if (cursor.tokens.length === 0) throw new FormulaFault('it is empty');
  const tree = readLevel(cursor, 0);
  if (cursor.at < cursor.tokens.length) throw new FormulaFault('its parts do not fit together');
  return tree;
}

const peek = (cursor: Cursor): Token | undefined => cursor.tokens[cursor.at];

function operatorAt(cursor: Cursor, allowed: readonly string[]): string | undefined {
  const token = peek(cursor);
  return token?.type === 'operator' && allowed.includes(token.value) ? token.value : undefined;
}

function readLevel(cursor: Cursor, level: number): WrittenFormula {
  const operators = LEVELS[level];
  if (!operators) return readSigned(cursor);
  let left = readLevel(cursor, level + 1);
  for (let found = operatorAt(cursor, operators); found !== undefined; found = operatorAt(cursor, operators)) {
    cursor.at++;
    left = { kind: 'binary', operator: found as BinaryOperator, left, right: readLevel(cursor, level + 1) };
  }
  return left;
}

function readSigned(cursor: Cursor): WrittenFormula {
  const sign = operatorAt(cursor, ['-', '+']);
  if (sign !== undefined) {
    cursor.at++;
    return deeper(cursor, () => ({ kind: 'unary', operator: sign === '-' ? '-' : '+', operand: readSigned(cursor) }));
  }
  let operand = readOperand(cursor);
  while (operatorAt(cursor, ['%']) !== undefined) {
    cursor.at++;
    operand = { kind: 'unary', operator: '%', operand };
  }
  return operand;
}

function deeper(cursor: Cursor, read: () => WrittenFormula): WrittenFormula {
  if (++cursor.depth > DEPTH_MAX) throw new FormulaFault('it is nested too deeply');
  const tree = read();
  cursor.depth--;
  return tree;
}

const reference = (value: WrittenReference): WrittenFormula => ({ kind: 'reference', reference: value });

function readOperand(cursor: Cursor): WrittenFormula {
  const token = peek(cursor);
  cursor.at++;
  switch (token?.type) {
    case 'number':
    case 'text':
      return { kind: 'literal', value: token.value };
    case 'error':
      return { kind: 'literal', value: { error: token.value as ErrorCode } };
    case 'open':
      return deeper(cursor, () => {
        const inner = readLevel(cursor, 0);
        expectClose(cursor);
        return { kind: 'group', inner };
      });
    case 'bracket':
      return readColumns(cursor, undefined, token.value);
    case 'sheet': {
      const next = peek(cursor);
      cursor.at++;
      if (next?.type !== 'word') throw new FormulaFault('a sheet is named without its cells');
      return readCells(cursor, next.value, token.value) ?? reference({ kind: 'name', name: next.value });
    }
    case 'word':
      return readWord(cursor, token.value);
    default:
      throw new FormulaFault('something is missing in it');
  }
}

function expectClose(cursor: Cursor): void {
  if (peek(cursor)?.type !== 'close') throw new FormulaFault('a parenthesis is not closed');
  cursor.at++;
}

function readWord(cursor: Cursor, word: string): WrittenFormula {
  const next = peek(cursor);
  if (next?.type === 'open') return readCall(cursor, word);
  if (next?.type === 'bracket') {
    cursor.at++;
    return readColumns(cursor, word, next.value);
  }
  if (/^(?:true|verdadero)$/i.test(word)) return { kind: 'literal', value: true };
  if (/^(?:false|falso)$/i.test(word)) return { kind: 'literal', value: false };
  return readCells(cursor, word, undefined) ?? reference({ kind: 'name', name: word });
}

function readCall(cursor: Cursor, word: string): WrittenFormula {
  const name = functionName(word);
  if (name === undefined) throw new FormulaFault(`the function ${word.toUpperCase().slice(0, 40)} is not used here`);
  cursor.at++;
  return deeper(cursor, () => {
    const args: WrittenFormula[] = [];
    if (peek(cursor)?.type !== 'close') {
      for (;;) {
        const next = peek(cursor)?.type;
        args.push(next === 'separator' || next === 'close' ? { kind: 'missing' } : readLevel(cursor, 0));
        if (args.length > ARGUMENTS_MAX) throw new FormulaFault(`a function has more than ${ARGUMENTS_MAX} arguments`);
        if (peek(cursor)?.type !== 'separator') break;
        cursor.at++;
      }
    }
    expectClose(cursor);
    if (!takesArguments(name, args.length)) throw new FormulaFault(`${name} does not take ${args.length} arguments`);
    if (name === 'HYPERLINK') checkLink(args[0]);
    return { kind: 'call', name, arguments: args };
  });
}

/** A link whose address is put together when it is clicked cannot be judged; one that is written out can. */
function checkLink(address: WrittenFormula | undefined): void {
  const text = address?.kind === 'literal' && typeof address.value === 'string' ? address.value : '';
  if (!/^(?:https?:\/\/|mailto:)/i.test(text)) throw new FormulaFault('its link does not lead to a web or mail address');
}

/** `B2`, `B2:C9` or `B:C`; undefined where the word is none of them. */
function readCells(cursor: Cursor, word: string, sheet: string | undefined): WrittenFormula | undefined {
  const from = readCorner(word);
  const second = operatorAt(cursor, [':']) === undefined ? undefined : cursor.tokens[cursor.at + 1];
  const end = second?.type === 'word' ? second.value : undefined;
  if (from) {
    if (operatorAt(cursor, [':']) === undefined) return reference({ kind: 'cells', sheet, from, to: undefined });
    const to = end === undefined ? undefined : readCorner(end);
    if (!to) throw new FormulaFault('a range has no end');
    cursor.at += 2;
    return reference({ kind: 'cells', sheet, from, to });
  }
  const [first, last] = [readColumnName(word), readColumnName(end ?? '')];
  if (first === undefined || last === undefined) return undefined;
  cursor.at += 2;
  return reference({ kind: 'whole_columns', sheet, from: first.column, to: last.column });
}

const PARTS: Readonly<Record<string, StructuredPart>> = {
  '#this row': 'this',
  '#data': 'data',
  '#headers': 'headers',
  '#totals': 'totals',
  '#all': 'all',
  '#esta fila': 'this',
  '#datos': 'data',
  '#encabezados': 'headers',
  '#totales': 'totals',
  '#todo': 'all',
};

const unescape = (text: string): string => text.replaceAll(/'([[\]#'@])/g, '$1').trim();

/** What is in brackets: `Col`, `@Col`, `@[Col]`, `#Totals`, `[#Totals],[Col]`, `[A]:[B]`. */
function readColumns(cursor: Cursor, table: string | undefined, inner: string): WrittenFormula {
  const columns = bracketParts(inner, table);
  const next = operatorAt(cursor, [':']) === undefined ? undefined : cursor.tokens[cursor.at + 1];
  if (next?.type === 'bracket' && columns.to === undefined && columns.from !== undefined) {
    cursor.at += 2;
    columns.to = unescape(next.value.replace(/^@/, ''));
  }
  return reference(columns);
}

function bracketParts(inner: string, table: string | undefined): Extract<WrittenReference, { kind: 'columns' }> {
  const result: Extract<WrittenReference, { kind: 'columns' }> = {
    kind: 'columns',
    table,
    part: undefined,
    from: undefined,
    to: undefined,
  };
  let text = inner.trim();
  if (text.startsWith('@')) {
    result.part = 'this';
    text = text.slice(1).trim();
  }
  const pieces = text.startsWith('[')
    ? [...text.matchAll(/\[((?:[^\]']|'.)*)\]/g)].map((match) => match[1] ?? '')
    : text === ''
      ? []
      : [text];
  for (const piece of pieces) {
    const part = PARTS[piece.trim().toLowerCase()];
    if (part !== undefined) result.part = part;
    else if (result.from === undefined) result.from = unescape(piece);
    else result.to = unescape(piece);
  }
  return result;
}
