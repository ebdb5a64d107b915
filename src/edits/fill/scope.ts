/** The data as a tag sees it: the value at hand, what is around it, and where in a loop it is. */
import { TagFault, type Expression, type PathExpression } from './expression.ts';

/** JSON, as a request brings it. */
export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data };

/** There is no such value in the data. */
export const MISSING = Symbol('missing');
export type Value = Data | typeof MISSING;

export interface Scope {
  value: Data;
  parent: Scope | undefined;
  /** In the innermost list. */
  index: number;
  count: number;
  key: string | undefined;
  /** The name that a loop gave to its items. */
  name: string | undefined;
  /** Which copy of its markup this is: what may be in a file once is in the first alone. */
  copy: boolean;
}

export const rootScope = (value: Data): Scope => ({
  value,
  parent: undefined,
  index: 0,
  count: 1,
  key: undefined,
  name: undefined,
  copy: false,
});

export const isList = (value: Value): value is readonly Data[] => Array.isArray(value);
export const isRecord = (value: Value): value is { readonly [key: string]: Data } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function step(value: Value, key: string | number): Value {
  if (isList(value)) return typeof key === 'number' ? (value.at(key) ?? MISSING) : key === 'length' ? value.length : MISSING;
  if (!isRecord(value)) return MISSING;
  return Object.hasOwn(value, key) ? (value[key] ?? null) : MISSING;
}

const up = (scope: Scope | undefined, levels: number): Scope | undefined => {
  let at = scope;
  for (let level = 0; level < levels && at !== undefined; level++) at = at.parent;
  return at;
};

function special(scope: Scope, name: string): Value {
  switch (name) {
    case 'this':
      return scope.value;
    case 'root': {
      let root = scope;
      while (root.parent !== undefined) root = root.parent;
      return root.value;
    }
    case 'parent':
      return scope.parent?.value ?? MISSING;
    case 'index':
      return scope.index;
    case 'number':
      return scope.index + 1;
    case 'count':
      return scope.count;
    case 'first':
      return scope.index === 0;
    case 'last':
      return scope.index === scope.count - 1;
    case 'odd':
      return scope.index % 2 === 0;
    case 'even':
      return scope.index % 2 === 1;
    case 'key':
      return scope.key ?? MISSING;
    default:
      throw new TagFault(`@${name} is unknown; there are @index, @number, @count, @first, @last, @odd, @even, @key, @parent and @root`);
  }
}

/** The value that a path names: in the scope itself, then in those around it. @throws TagFault for an unknown @name */
export function lookUp(scope: Scope, path: PathExpression): Value {
  const begin = up(scope, path.up);
  if (begin === undefined) return MISSING;
  if (path.special !== undefined) return path.keys.reduce<Value>(step, special(begin, path.special));
  const [first, ...rest] = path.keys;
  if (first === undefined) return begin.value;
  for (let at: Scope | undefined = begin; at !== undefined; at = path.up > 0 ? undefined : at.parent) {
    if (at.name === first) return rest.reduce<Value>(step, at.value);
    const found = step(at.value, first);
    if (found !== MISSING) return rest.reduce<Value>(step, found);
  }
  return MISSING;
}

/** What counts as no: nothing, false, 0, an empty text or list. */
export function isTrue(value: Value): boolean {
  if (value === MISSING || value === null || value === false || value === 0 || value === '') return false;
  return !isList(value) || value.length > 0;
}

const numberOf = (value: Value): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;

function isEqual(left: Value, right: Value): boolean {
  const plain = (value: Value): Value => (value === MISSING ? null : value);
  if (plain(left) === plain(right)) return true;
  const [one, other] = [numberOf(left), numberOf(right)];
  return one !== undefined && one === other;
}

function compare(left: Value, right: Value): number | undefined {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== undefined && other !== undefined) return one - other;
  return typeof left === 'string' && typeof right === 'string' ? (left < right ? -1 : left > right ? 1 : 0) : undefined;
}

function calculate(operator: '+' | '-' | '*' | '/', left: Value, right: Value): Value {
  if (left === MISSING || right === MISSING || left === null || right === null) return MISSING;
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) {
    if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return `${String(left)}${String(right)}`;
    throw new TagFault(`"${operator}" takes numbers`);
  }
  if (operator === '/' && other === 0) throw new TagFault('it divides by zero');
  const result = operator === '+' ? one + other : operator === '-' ? one - other : operator === '*' ? one * other : one / other;
  // 0.1 + 0.2 is 0.3 to everybody who reads it
  return Number(result.toPrecision(15));
}

/** @throws TagFault where a value is of a type that the operation does not take */
export function evaluate(scope: Scope, expression: Expression): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'path':
      return lookUp(scope, expression);
    case 'not':
      return !isTrue(evaluate(scope, expression.of));
    case 'minus':
      return calculate('-', 0, evaluate(scope, expression.of));
    case 'operation':
      return operate(scope, expression);
  }
}

function operate(scope: Scope, { operator, left, right }: Expression & { kind: 'operation' }): Value {
  const one = evaluate(scope, left);
  if (operator === 'and') return isTrue(one) ? evaluate(scope, right) : one;
  if (operator === 'or') return isTrue(one) ? one : evaluate(scope, right);
  const other = evaluate(scope, right);
  if (operator === '==') return isEqual(one, other);
  if (operator === '!=') return !isEqual(one, other);
  if (operator === '+' || operator === '-' || operator === '*' || operator === '/') return calculate(operator, one, other);
  const order = compare(one, other);
  if (order === undefined) return false;
  return operator === '<' ? order < 0 : operator === '<=' ? order <= 0 : operator === '>' ? order > 0 : order >= 0;
}
