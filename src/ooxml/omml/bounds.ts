/**
 * Bounds of a formula. Those on nesting are kept before anything recurses: Temml's reader and our own converter are
 * recursive, so without them the same formula would pass or fail by how much of the stack its caller has used up.
 */
import type { OmmlContext } from './pieces.ts';

/** Nobody writes maths as deep as this; Temml's own stack bears about five times as much. */
const TEX_DEPTH_MAX = 100;
/** Brackets, chained sums and functions nest as well once a row has been given its structure. */
const ROW_DEPTH_MAX = 120;

/** Office's formulas hold no wider matrix (ISO/IEC 29500-1 §22.1.2.19, `m:count`). */
const MATRIX_COLUMNS_MAX = 64;
/** Of all matrices of a formula: short rows are filled up to the longest, which makes much of little source. */
const CELLS_MAX = 10_000;
const MACRO_CELLS_MAX = 200_000;

/** Thrown by the converter, caught by `texToOmml`: the formula is shown as its source. The message is the problem. */
export class FormulaTooLarge extends Error {}

export const TOO_DEEP = 'The formula is nested too deeply.';
export const TOO_WIDE = 'The formula has too large a matrix.';

/** Commands without braces that take the rest of their group as argument: each one nests as a brace does. */
const SWITCHES =
  /^\\(?:color|displaystyle|textstyle|scriptstyle|scriptscriptstyle|rm|sf|tt|bf|it|cal|tiny|sixptsize|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge)$/;

/** Whether TeX source opens more groups (braces, brackets, environments, `\left`, style switches) than can be read. */
export function isTexTooDeep(tex: string): boolean {
  const groups: number[] = [];
  let depth = 0;
  for (const [token] of tex.matchAll(/\\[a-zA-Z]+|\\.|[{}()[\]]/gs)) {
    if (token === '{' || token === '(' || token === '[' || token === '\\left' || token === '\\begin') {
      groups.push(depth);
      depth++;
    } else if (token === '}' || token === ')' || token === ']' || token === '\\right' || token === '\\end') {
      depth = groups.pop() ?? 0;
    } else if (SWITCHES.test(token)) {
      depth++;
    }
    if (depth > TEX_DEPTH_MAX) return true;
  }
  return false;
}

const DEFINES_MACROS = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)(?![a-zA-Z])/;
/** Temml's own bound is for its built-in macros, which are short; those of an author may hold anything. */
const EXPANSIONS_MAX = { own: 60, ownAtLeast: 4, builtIn: 1000 };
/** How many times longer a formula may become by the macros that it defines. */
const GROWTH_MAX = 8;

/**
 * How many macros the reader may expand: one of the author's adds at most the longest group of the source, once for
 * each parameter that is named.
 */
export function expansionsMax(tex: string): number {
  if (!DEFINES_MACROS.test(tex)) return EXPANSIONS_MAX.builtIn;
  const added = longestGroup(tex) * Math.max(1, tex.match(/#\d/g)?.length ?? 0);
  return Math.max(EXPANSIONS_MAX.ownAtLeast, Math.min(EXPANSIONS_MAX.own, Math.floor((GROWTH_MAX * tex.length) / added)));
}

function longestGroup(tex: string): number {
  const starts: number[] = [];
  let longest = 1;
  for (const { 0: token, index } of tex.matchAll(/\\.|[{}]/gs)) {
    if (token === '{') starts.push(index);
    if (token === '}') longest = Math.max(longest, index - (starts.pop() ?? index));
  }
  return longest;
}

/**
 * Whether the matrices could outgrow the memory: Temml, too, fills all rows up to the longest one. Counted without
 * distinguishing matrices, which is enough to keep what people write far below. With macros, the worst is assumed that
 * the allowed expansions can make.
 */
export function isMatrixTooLarge(tex: string): boolean {
  const rows = tex.split(/\\\\|\\cr(?![a-zA-Z])|\\(?:tabular)?newline(?![a-zA-Z])/);
  const columns = rows.map((row) => row.split('&').length);
  if (!DEFINES_MACROS.test(tex)) return columns.reduce((most, count) => Math.max(most, count), 1) * rows.length > CELLS_MAX;
  const ands = columns.reduce((sum, count) => sum + count - 1, 0);
  return ands * rows.length * (EXPANSIONS_MAX.own / 2 + 1) ** 2 > MACRO_CELLS_MAX;
}

/** Runs one step of the converter a level deeper. @throws FormulaTooLarge */
export function descend<T>(context: OmmlContext, step: () => T): T {
  if (context.depth >= ROW_DEPTH_MAX) throw new FormulaTooLarge(TOO_DEEP);
  context.depth++;
  const made = step();
  context.depth--;
  return made;
}

/** Takes the cells of a matrix off what a formula may have. @throws FormulaTooLarge */
export function countCells(context: OmmlContext, rows: number, columns: number): void {
  context.cells += rows * columns;
  if (columns > MATRIX_COLUMNS_MAX || context.cells > CELLS_MAX) throw new FormulaTooLarge(TOO_WIDE);
}
