/**
 * Bounds on nesting, kept before anything recurses: Temml's reader and our own converter are recursive, so without
 * them the same formula would pass or fail by how much of the stack its caller has used up.
 */
import type { OmmlContext } from './pieces.ts';

/** Nobody writes maths as deep as this; Temml's own stack bears about five times as much. */
const TEX_DEPTH_MAX = 100;
/** Brackets, chained sums and functions nest as well once a row has been given its structure. */
const ROW_DEPTH_MAX = 120;

/** Thrown by the converter, caught by `texToOmml`: the formula is shown as its source. */
export class NestedTooDeeply extends Error {}

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

/** Runs one step of the converter a level deeper. @throws NestedTooDeeply */
export function descend<T>(context: OmmlContext, step: () => T): T {
  if (context.depth >= ROW_DEPTH_MAX) throw new NestedTooDeeply('a formula nests too deeply');
  context.depth++;
  const made = step();
  context.depth--;
  return made;
}
