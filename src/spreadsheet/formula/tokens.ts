/** A formula's text → tokens. `;` divides arguments as well as `,` does; a comma outside of all parentheses, or beside `;`, is a decimal sign. */
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
const PIECES = {
  space: /\s+/y,
  text: /"((?:[^"]|"")*)"/y,
  quotedSheet: /'((?:[^']|'')+)'!/y,
  /** A table called by the name of its sheet, as people write it: `'Sales Plan'[Units]`. */
  quotedTable: /'((?:[^']|'')+)'(?=\[)/y,
  /** `@[Units]`, as people write `[@Units]`. */
  thisRow: /@\[/y,
  error: /#(?:DIV\/0!|N\/A|REF!|NAME\?|NULL!|NUM!|VALUE!)/y,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}_])/uy,
  commaNumber: /\d+,\d+(?![\p{L}_\d.])/uy,
  word: /\$?[\p{L}_\\][\p{L}\p{N}_.$]*/uy,
  operator: /<=|>=|<>|[-+*/^&=<>%:×·÷−≤≥≠]/y,
} as const;
const OPERATOR_SIGNS: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', '≤': '<=', '≥': '>=', '≠': '<>' };

function matchAt(piece: RegExp, text: string, at: number): RegExpExecArray | null {
  piece.lastIndex = at;
  return piece.exec(text);
}

/** End of the brackets that open at `at`; an apostrophe escapes a bracket or another such sign behind it (ECMA-376-1 §18.17.2.2). */
function bracketEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const sign = text[i];
    if (sign === "'" && /[[\]#'@]/.test(text[i + 1] ?? '')) i++;
    else if (sign === '[') depth++;
    else if (sign === ']' && --depth === 0) return i;
  }
  throw new FormulaFault('a bracket is not closed');
}

/** @param text without the `=`. @throws FormulaFault */
export function readTokens(text: string): Token[] {
  if (text.length > CHARS_MAX) throw new FormulaFault(`it has more than ${CHARS_MAX} characters`);
  const tokens: Token[] = [];
  const semicolons = text.replaceAll(/"[^"]*"|'[^']*'!/g, '').includes(';');
  let depth = 0;
  let at = 0;
  const take = (piece: RegExp): RegExpExecArray | null => {
    const match = matchAt(piece, text, at);
    if (match) at += match[0].length;
    return match;
  };
  while (at < text.length) {
    if (take(PIECES.space)) continue;
    const sign = text[at] ?? '';
    let match = take(PIECES.text);
    if (match) tokens.push({ type: 'text', value: (match[1] ?? '').replaceAll('""', '"') });
    else if ((match = take(PIECES.quotedSheet))) tokens.push({ type: 'sheet', value: (match[1] ?? '').replaceAll("''", "'") });
    else if ((match = take(PIECES.quotedTable))) tokens.push({ type: 'word', value: (match[1] ?? '').replaceAll("''", "'") });
    else if ((match = take(PIECES.thisRow))) {
      const end = bracketEnd(text, at - 1);
      tokens.push({ type: 'bracket', value: `@${text.slice(at, end)}` });
      at = end + 1;
    } else if ((match = take(PIECES.error))) tokens.push({ type: 'error', value: match[0] });
    else if (sign === '[') {
      const end = bracketEnd(text, at);
      tokens.push({ type: 'bracket', value: text.slice(at + 1, end) });
      at = end + 1;
    } else if (sign === '(' || sign === ')') {
      depth += sign === '(' ? 1 : -1;
      tokens.push({ type: sign === '(' ? 'open' : 'close' });
      at++;
    } else if (sign === ',' || sign === ';') {
      tokens.push({ type: 'separator' });
      at++;
    } else if ((depth === 0 || semicolons) && (match = take(PIECES.commaNumber)))
      tokens.push({ type: 'number', value: Number(match[0].replace(',', '.')) });
    else if ((match = take(PIECES.number))) tokens.push({ type: 'number', value: Number(match[0]) });
    else if ((match = take(PIECES.word))) {
      const isSheet = text[at] === '!';
      tokens.push({ type: isSheet ? 'sheet' : 'word', value: match[0] });
      if (isSheet) at++;
    } else if ((match = take(PIECES.operator))) tokens.push({ type: 'operator', value: OPERATOR_SIGNS[match[0]] ?? match[0] });
    else throw new FormulaFault(`"${sign}" means nothing in a formula`);
  }
  return tokens;
}
