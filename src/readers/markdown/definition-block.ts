/**
 * Definition lists as Pandoc and PHP Markdown Extra write them: a line with a term, and below it (a blank line may be between) what
 * it means, behind `: `. Terms may follow each other without blank lines, as models write them.
 */
import type { StateBlock } from 'markdown-it';

const MARK = /^:[ \t]+(?=\S)/;
/** A meaning goes on in lines that are so far in. */
const CONTINUATION_INDENT = 2;
/** Meanings of terms that are open. */
const depths = new WeakMap<object, number>();

const textOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

const indentOf = (state: StateBlock, line: number): number => (state.sCount[line] ?? 0) - state.blkIndent;

function isMeaning(state: StateBlock, line: number, endLine: number): boolean {
  const indent = indentOf(state, line);
  return line < endLine && indent >= 0 && indent < 4 && MARK.test(textOf(state, line));
}

/** The line of the meaning that makes this line a term. */
function meaningOf(state: StateBlock, line: number, endLine: number): number | undefined {
  const indent = indentOf(state, line);
  if (line >= endLine || state.isEmpty(line) || indent < 0 || indent >= 4 || MARK.test(textOf(state, line))) return undefined;
  const next = line + 1 < endLine && state.isEmpty(line + 1) ? line + 2 : line + 1;
  return isMeaning(state, next, endLine) ? next : undefined;
}

export function readDefinitionBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent) {
    if ((depths.get(state.env) ?? 0) === 0) return false;
    // in a meaning, which is further in, another meaning or another term ends a paragraph
    const { blkIndent } = state;
    state.blkIndent = Math.max(0, blkIndent - CONTINUATION_INDENT);
    const ends = isMeaning(state, startLine, state.lineMax) || meaningOf(state, startLine, state.lineMax) === startLine + 1;
    state.blkIndent = blkIndent;
    return ends;
  }
  if (meaningOf(state, startLine, endLine) === undefined) return false;
  const list = state.push('definitions_open', '', 1);
  list.map = [startLine, startLine];
  let last = startLine;
  for (let term: number | undefined = startLine; term !== undefined;) {
    const item = state.push('definition_open', '', 1);
    item.content = textOf(state, term).trim();
    item.map = [term, term + 1];
    let line: number = meaningOf(state, term, endLine) ?? endLine;
    while (isMeaning(state, line, endLine)) {
      last = readMeaning(state, line, endLine);
      line = state.skipEmptyLines(last);
    }
    state.push('definition_close', '', -1);
    term = meaningOf(state, line, endLine) === undefined ? undefined : line;
  }
  list.map[1] = last;
  state.push('definitions_close', '', -1);
  state.line = last;
  return true;
}

/** @returns the line behind it */
function readMeaning(state: StateBlock, line: number, endLine: number): number {
  const old = { bMarks: state.bMarks[line] ?? 0, tShift: state.tShift[line] ?? 0, sCount: state.sCount[line] ?? 0 };
  const { blkIndent, parentType, tight } = state;
  const mark = MARK.exec(textOf(state, line))?.[0].length ?? 0;
  state.bMarks[line] = old.bMarks + old.tShift + mark;
  state.tShift[line] = 0;
  state.parentType = 'list';
  state.blkIndent = blkIndent + CONTINUATION_INDENT;
  state.sCount[line] = state.blkIndent;
  depths.set(state.env, (depths.get(state.env) ?? 0) + 1);
  state.md.block.tokenize(state, line, endLine);
  depths.set(state.env, (depths.get(state.env) ?? 1) - 1);
  const behind = Math.max(state.line, line + 1);
  Object.assign(state, { blkIndent, parentType, tight });
  state.bMarks[line] = old.bMarks;
  state.tShift[line] = old.tShift;
  state.sCount[line] = old.sCount;
  return behind;
}
