/**
 * An element of HTML whose parts go on over blank lines (`<ul>` … `</ul>`): its lines, up to the one in which it is closed, are one
 * token. Others end where a paragraph does, so that Markdown between their tags is Markdown.
 */
import type { StateBlock } from 'markdown-it';

const OPENS = /^<(ul|ol|dl|pre|table|blockquote)(?=[\s>])/i;

/** Lines that searches for an end may look at in one text, so that a text full of openers stays linear. */
const LOOKS_MAX = 200_000;
const looks = new WeakMap<object, number>();

export function readHtmlElementBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const name = OPENS.exec(state.src.slice(start, start + 12))?.[1];
  if (name === undefined) return false;
  const last = findEnd(state, name, startLine, endLine);
  if (last === undefined) return false;
  if (silent) return true;
  const token = state.push('html_element', '', 0);
  token.content = state.getLines(startLine, last + 1, state.blkIndent, false);
  token.map = [startLine, last + 1];
  state.line = last + 1;
  return true;
}

function findEnd(state: StateBlock, name: string, startLine: number, endLine: number): number | undefined {
  const tag = new RegExp(`<(/?)${name}(?=[\\s>])`, 'gi');
  let open = 0;
  let looked = looks.get(state.env) ?? 0;
  let found: number | undefined;
  for (let line = startLine; line < endLine && looked < LOOKS_MAX; line++, looked++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) break;
    const text = state.src.slice(state.bMarks[line], state.eMarks[line]).replaceAll(/`[^`]*`/g, '');
    for (const [, closes] of text.matchAll(tag)) open += closes === '/' ? -1 : 1;
    if (open > 0) continue;
    found = line;
    break;
  }
  looks.set(state.env, looked + 1);
  return found;
}
