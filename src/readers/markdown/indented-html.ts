/**
 * Indented lines inside of an HTML element (`<table>` … `</table>`) are its markup, as HTML blocks have it (CommonMark
 * 4.6), and not code. The parser knows no HTML blocks, so this rule comes before the one for code.
 */
import type { StateBlock } from 'markdown-it';

const TAG = /<(\/?)(table|thead|tbody|tr|div|details|section|article|center|ul|ol|dl|figure|picture|p)\b[^<>]{0,1000}(\/?)>/gi;

/** How many elements are open before a line, counted once from the top. */
const counts = new WeakMap<StateBlock, { line: number; open: number; fence: string }>();

function openElements(state: StateBlock, line: number): number {
  const count = counts.get(state) ?? { line: 0, open: 0, fence: '' };
  counts.set(state, count);
  for (; count.line < line; count.line++) {
    const text = state.src.slice((state.bMarks[count.line] ?? 0) + (state.tShift[count.line] ?? 0), state.eMarks[count.line]);
    const marker = /^(?:`{3,}|~{3,})/.exec(text)?.[0] ?? '';
    if (marker !== '' && (count.fence === '' || marker.startsWith(count.fence))) count.fence = count.fence === '' ? marker : '';
    if (count.fence !== '' || !text.includes('<')) continue;
    for (const [, closes, , empty] of text.matchAll(TAG)) {
      if (closes === '/') count.open = Math.max(0, count.open - 1);
      else if (empty === '') count.open++;
    }
  }
  return count.open;
}

export function readIndentedHtml(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || (state.sCount[startLine] ?? 0) - state.blkIndent < 4) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!/^<\/?[A-Za-z]/.test(state.src.slice(start, start + 3)) || openElements(state, startLine) === 0) return false;
  let line = startLine + 1;
  while (line < endLine && !state.isEmpty(line)) line++;
  state.push('paragraph_open', 'p', 1).map = [startLine, line];
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, line, state.blkIndent, false).trim();
  inline.map = [startLine, line];
  state.push('paragraph_close', 'p', -1);
  state.line = line;
  return true;
}
