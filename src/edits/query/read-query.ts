/**
 * Queries for blocks, as `heading:contains("Fees") + paragraph`. A query is a row of steps; a step is a type with filters.
 *
 *   query    = step { ( " " | "+" ) step }
 *   step     = ( type | "*" ) { filter }
 *   filter   = "[" number "]" | "[" name [ operator value ] "]" | ":first" | ":last" | ":empty"
 *            | ":contains(" value ")" | ":matches(" value ")" | ":not(" filters ")"
 *   operator = "=" | "!=" | "^=" | "$=" | "*="
 *   value    = "…" | '…' | a word
 */
import { RE2JS, RE2JSException } from 're2js';

export const QUERY_TYPES = [
  'block',
  'heading',
  'paragraph',
  'list_item',
  'table',
  'row',
  'cell',
  'image',
  'chart',
  'chart_text',
  'diagram',
  'text_box',
  'description',
  'header',
  'footer',
  'slide',
  'shape',
  'drawing',
  'group',
  'notes',
  'sheet',
  'comment',
  'revision',
] as const;
type QueryType = (typeof QUERY_TYPES)[number];

export const QUERY_FIELDS = ['text', 'style', 'level', 'author', 'kind', 'address', 'formula', 'column', 'row', 'resolved'] as const;
export type QueryField = (typeof QUERY_FIELDS)[number];

const OPERATORS = ['!=', '^=', '$=', '*=', '='] as const;
type QueryOperator = (typeof OPERATORS)[number];

export type QueryFilter =
  | { kind: 'place'; number: number }
  | { kind: 'field'; field: QueryField; operator: QueryOperator; value: string }
  | { kind: 'has'; field: QueryField }
  | { kind: 'contains'; value: string }
  | { kind: 'matches'; pattern: RE2JS }
  | { kind: 'empty' }
  | { kind: 'not'; filters: QueryFilter[] };

export interface QueryStep {
  /** How it is reached from the step before: inside it, or right behind it. */
  by: 'inside' | 'next';
  type: QueryType | '*';
  filters: QueryFilter[];
}

/** What is wrong with a query, and at which character of it, from 1. */
export interface QueryFault {
  fault: string;
  at: number;
}

const STEPS_MAX = 12;
const FILTERS_MAX = 40;
/** Characters of a query. */
export const QUERY_CHARS_MAX = 500;

class FaultFound extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const listed = (names: readonly string[]): string => names.join(', ');
const isKnown = <Name extends string>(names: readonly Name[], name: string): name is Name => names.some((known) => known === name);

interface Reader {
  text: string;
  at: number;
  filters: number;
}

const fail = ({ at }: Reader, message: string, from = at): never => {
  throw new FaultFound(message, from + 1);
};

function takeMatch(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found === null) return null;
  reader.at = pattern.lastIndex;
  return found[0];
}

const skipSpaces = (reader: Reader): boolean => takeMatch(reader, /\s+/y) !== null;
const takeSign = (reader: Reader, sign: string): boolean => {
  if (!reader.text.startsWith(sign, reader.at)) return false;
  reader.at += sign.length;
  return true;
};
function needSign(reader: Reader, sign: string): void {
  skipSpaces(reader);
  if (!takeSign(reader, sign)) fail(reader, `"${sign}" is missing`);
}

function readValue(reader: Reader): string {
  skipSpaces(reader);
  const from = reader.at;
  const quoted = takeMatch(reader, /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy);
  if (quoted !== null) return quoted.slice(1, -1).replaceAll(/\\(["'])/g, '$1');
  if (/["']/.test(reader.text.charAt(from))) fail(reader, 'the quote is not closed');
  const word = takeMatch(reader, /[^\s\])("'=]+/y);
  return word ?? fail(reader, 'a value is missing: a word, or a text in quotes');
}

function readBracket(reader: Reader): QueryFilter {
  skipSpaces(reader);
  const from = reader.at;
  const number = takeMatch(reader, /-?\d{1,6}/y);
  if (number !== null) {
    if (Number(number) === 0) fail(reader, 'places are counted from 1, and from -1 at the end', from);
    needSign(reader, ']');
    return { kind: 'place', number: Number(number) };
  }
  const field = takeMatch(reader, /[a-z_]+/y) ?? '';
  if (!isKnown(QUERY_FIELDS, field))
    return fail(reader, `there is no field "${field}"; use a number, or one of ${listed(QUERY_FIELDS)}`, from);
  skipSpaces(reader);
  if (takeSign(reader, ']')) return { kind: 'has', field };
  const operator = OPERATORS.find((sign) => takeSign(reader, sign));
  if (operator === undefined) return fail(reader, `"]" or one of ${listed(OPERATORS)} is missing`);
  const value = readValue(reader);
  needSign(reader, ']');
  return { kind: 'field', field, operator, value };
}

function readPattern(reader: Reader): RE2JS {
  skipSpaces(reader);
  const from = reader.at;
  const value = readValue(reader);
  try {
    return RE2JS.compile(value);
  } catch (error) {
    if (error instanceof RE2JSException) return fail(reader, `the expression cannot be used: ${error.message.slice(0, 100)}`, from);
    throw error;
  }
}

const FUNCTIONS = [':first', ':last', ':empty', ':contains("…")', ':matches("…")', ':not(…)'];

function readFunction(reader: Reader): QueryFilter {
  const from = reader.at - 1;
  const name = takeMatch(reader, /[a-z]+/y) ?? '';
  if (name === 'first') return { kind: 'place', number: 1 };
  if (name === 'last') return { kind: 'place', number: -1 };
  if (name === 'empty') return { kind: 'empty' };
  if (name !== 'contains' && name !== 'matches' && name !== 'not')
    return fail(reader, `there is no ":${name}"; use one of ${listed(FUNCTIONS)}`, from);
  needSign(reader, '(');
  const filter: QueryFilter =
    name === 'contains'
      ? { kind: 'contains', value: readValue(reader) }
      : name === 'matches'
        ? { kind: 'matches', pattern: readPattern(reader) }
        : { kind: 'not', filters: readFilters(reader) };
  if (filter.kind === 'not' && filter.filters.length === 0) fail(reader, 'a filter is missing, such as :contains("…") or [style="…"]');
  if (filter.kind === 'not' && filter.filters.some(({ kind }) => kind === 'place')) fail(reader, 'places cannot be turned round', from);
  needSign(reader, ')');
  return filter;
}

function readFilters(reader: Reader): QueryFilter[] {
  const filters: QueryFilter[] = [];
  for (;;) {
    if (takeSign(reader, '[')) filters.push(readBracket(reader));
    else if (takeSign(reader, ':')) filters.push(readFunction(reader));
    else return filters;
    if (++reader.filters > FILTERS_MAX) fail(reader, `a query has at most ${FILTERS_MAX} filters`);
  }
}

function readStep(reader: Reader, by: QueryStep['by']): QueryStep {
  const from = reader.at;
  if (takeSign(reader, '*')) return { by, type: '*', filters: readFilters(reader) };
  const type = takeMatch(reader, /[A-Za-z_]+/y) ?? '';
  if (type === '') return fail(reader, `a type is missing: one of ${listed(QUERY_TYPES)}, or *`);
  if (!isKnown(QUERY_TYPES, type)) return fail(reader, `there is no type "${type}"; use one of ${listed(QUERY_TYPES)}, or *`, from);
  return { by, type, filters: readFilters(reader) };
}

/** The steps of a query, or what is wrong with it and where. */
export function readQuery(text: string): QueryStep[] | QueryFault {
  const reader: Reader = { text, at: 0, filters: 0 };
  try {
    if (text.length > QUERY_CHARS_MAX) fail(reader, `a query has at most ${QUERY_CHARS_MAX} characters`, QUERY_CHARS_MAX);
    skipSpaces(reader);
    const steps = [readStep(reader, 'inside')];
    for (;;) {
      const spaced = skipSpaces(reader);
      if (reader.at >= text.length) return steps;
      const next = takeSign(reader, '+');
      if (next) skipSpaces(reader);
      else if (!spaced) fail(reader, `"${text.charAt(reader.at)}" cannot stand here`);
      steps.push(readStep(reader, next ? 'next' : 'inside'));
      if (steps.length > STEPS_MAX) fail(reader, `a query has at most ${STEPS_MAX} steps`);
    }
  } catch (error) {
    if (error instanceof FaultFound) return { fault: error.message, at: error.at };
    throw error;
  }
}
