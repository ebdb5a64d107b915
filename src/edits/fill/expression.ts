/** Expressions inside tags: paths, literals, comparisons, sums, and what is done to a value before it is shown. */

export type Scalar = string | number | boolean | null;
type Operator = 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/';
export interface PathExpression {
  kind: 'path';
  /** How many scopes up it begins: `../`. */
  up: number;
  /** `@index` and its kin, which the loop gives; undefined for data. */
  special?: string;
  /** `.` alone has none: the value of the scope itself. */
  keys: (string | number)[];
  text: string;
}
export type Expression =
  | { kind: 'literal'; value: Scalar }
  | PathExpression
  | { kind: 'not'; of: Expression }
  | { kind: 'minus'; of: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression };

/** One step behind a pipe; a bare word is text, as in `currency EUR`. */
interface Formatter {
  name: string;
  args: (PathExpression | { kind: 'literal'; value: Scalar })[];
}
export interface Piped {
  value: Expression;
  formatters: Formatter[];
}

/** What is wrong with a tag, in one sentence; a fault of the template and not of the program. */
export class TagFault extends Error {}

interface Token {
  kind: 'string' | 'number' | 'path' | 'operator' | 'word';
  text: string;
  at: number;
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:-[\p{L}\p{N}_$]+)*`;
const KEY = String.raw`(?:\[\s*(?:\d{1,9}|"[^"]*"|'[^']*')\s*\])`;
const TOKENS = new RegExp(
  [
    String.raw`(?<string>"[^"]*"|'[^']*')`,
    String.raw`(?<number>\d+(?:\.\d+)?)`,
    String.raw`(?<path>(?:\.\./)*(?:@?${NAME}|\[\s*(?:"[^"]*"|'[^']*')\s*\])(?:\.${NAME}|\.\d{1,9}|${KEY})*|(?:\.\./)+\.?|\.\.|\.${KEY}*)`,
    String.raw`(?<operator>==|!=|<=|>=|&&|\|\||[<>!()+*/|,:-])`,
  ].join('|'),
  'uy',
);
const WORD_OPERATORS: Readonly<Record<string, string>> = { and: 'and', or: 'or', not: '!' };
const LITERALS: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };
const BINDING: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
};

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) {
      at++;
      continue;
    }
    TOKENS.lastIndex = at;
    const found = TOKENS.exec(text);
    const groups = found?.groups ?? {};
    const word = found?.[0] ?? '';
    if (word === '') throw new TagFault(`"${text.slice(at, at + 20)}" cannot be read`);
    if (groups['path'] !== undefined && word in WORD_OPERATORS) tokens.push({ kind: 'operator', text: WORD_OPERATORS[word] ?? word, at });
    else {
      const kind = (['string', 'number', 'path'] as const).find((one) => groups[one] !== undefined) ?? 'operator';
      tokens.push({ kind, text: word === '&&' ? 'and' : word === '||' ? 'or' : word, at });
    }
    at += word.length;
  }
  return tokens;
}

const STEPS = /@?[\p{L}_$][\p{L}\p{N}_$]*(?:-[\p{L}\p{N}_$]+)*|\d+|"[^"]*"|'[^']*'/gu;

/** A path by itself, as loops and closing tags name it. @throws TagFault */
export function readPath(text: string): PathExpression {
  let rest = text;
  let up = 0;
  for (; rest.startsWith('../') || rest === '..'; up++) rest = rest.slice(3);
  const steps = rest.match(STEPS) ?? [];
  const keys = steps.map((step) => (/^["']/.test(step) ? step.slice(1, -1) : /^\d+$/.test(step) ? Number(step) : step));
  const [first] = keys;
  if (typeof first === 'string' && steps[0]?.startsWith('@'))
    return { kind: 'path', up, special: first.slice(1), keys: keys.slice(1), text };
  if (first === 'this' && steps[0] === 'this') return { kind: 'path', up, special: 'this', keys: keys.slice(1), text };
  if (rest.startsWith('.')) return { kind: 'path', up, special: 'this', keys, text };
  return { kind: 'path', up, keys, text };
}

const literalOf = ({ kind, text }: Token): Scalar => (kind === 'number' ? Number(text) : text.slice(1, -1));

interface Reader {
  tokens: Token[];
  at: number;
}

const peek = (reader: Reader, text?: string): Token | undefined => {
  const token = reader.tokens[reader.at];
  return token !== undefined && (text === undefined || (token.kind === 'operator' && token.text === text)) ? token : undefined;
};

function takeOperand(reader: Reader): Expression {
  const token = reader.tokens[reader.at++];
  if (token === undefined) throw new TagFault('it ends where a value is expected');
  if (token.kind === 'string' || token.kind === 'number') return { kind: 'literal', value: literalOf(token) };
  if (token.kind === 'path')
    return Object.hasOwn(LITERALS, token.text) ? { kind: 'literal', value: LITERALS[token.text] ?? null } : readPath(token.text);
  if (token.text === '!') return { kind: 'not', of: takeExpression(reader, 2) };
  if (token.text === '-') return { kind: 'minus', of: takeExpression(reader, 6) };
  if (token.text !== '(') throw new TagFault(`"${token.text}" stands where a value is expected`);
  const inside = takeExpression(reader, 0);
  if (peek(reader, ')') === undefined) throw new TagFault('a bracket is not closed');
  reader.at++;
  return inside;
}

const isOperator = (text: string): text is Operator => Object.hasOwn(BINDING, text);

function takeExpression(reader: Reader, least: number): Expression {
  let left = takeOperand(reader);
  for (let next = peek(reader); next?.kind === 'operator' && isOperator(next.text); next = peek(reader)) {
    const binding = BINDING[next.text] ?? 0;
    if (binding <= least) break;
    reader.at++;
    left = { kind: 'operation', operator: next.text, left, right: takeExpression(reader, binding) };
  }
  return left;
}

/** `currency EUR`, `currency: "EUR"`, `currency(EUR)`. */
function takeFormatter(reader: Reader): Formatter {
  const name = reader.tokens[reader.at++];
  if (name?.kind !== 'path') throw new TagFault('a formatter is missing behind |');
  const args: Formatter['args'] = [];
  for (let next = peek(reader); next !== undefined && peek(reader, '|') === undefined; next = peek(reader)) {
    reader.at++;
    if (next.text === 'and' || next.text === 'or') args.push({ kind: 'literal', value: next.text });
    else if (next.kind === 'operator') {
      if (!'(),:-'.includes(next.text)) throw new TagFault(`"${next.text}" is no argument of ${name.text}`);
    } else if (next.kind !== 'path') args.push({ kind: 'literal', value: literalOf(next) });
    else if (Object.hasOwn(LITERALS, next.text)) args.push({ kind: 'literal', value: LITERALS[next.text] ?? null });
    else args.push(/[.[@/]/.test(next.text) ? readPath(next.text) : { kind: 'literal', value: next.text });
  }
  return { name: name.text, args };
}

/** The whole of a condition or value, without pipes. @throws TagFault */
export function readExpression(text: string): Expression {
  const { value, formatters } = readPiped(text);
  if (formatters.length > 0) throw new TagFault('a condition takes no formatter');
  return value;
}

/** A value with its formatters. @throws TagFault */
export function readPiped(text: string): Piped {
  const reader: Reader = { tokens: tokensOf(text), at: 0 };
  const value = takeExpression(reader, 0);
  const formatters: Formatter[] = [];
  while (peek(reader, '|') !== undefined) {
    reader.at++;
    formatters.push(takeFormatter(reader));
  }
  const left = reader.tokens[reader.at];
  if (left !== undefined) throw new TagFault(`"${left.text}" is not expected; names with blanks are written as ["First name"]`);
  return { value, formatters };
}

/** Paths of an expression, in their order. */
export function pathsOf(expression: Expression): PathExpression[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'path':
      return [expression];
    case 'not':
    case 'minus':
      return pathsOf(expression.of);
    case 'operation':
      return [...pathsOf(expression.left), ...pathsOf(expression.right)];
  }
}
