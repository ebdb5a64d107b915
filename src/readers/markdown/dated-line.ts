/** A rule of the parser for days as German, Czech, Finnish and the Nordic languages write them. */
import type { StateBlock } from 'markdown-it';

/** "20. November 2026" on a line of its own is a day, and no list that begins with its twentieth point. */
const DATED =
  /^\d{1,2}\. (?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|januar|februar|marts|mars|april|maj|mai|juni|juli|august|september|oktober|november|desember|december|tammikuuta|ledna|února|januára) \d{4}\s*$/u;

export function beginsWithDate(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const text = state.src.slice((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0), state.eMarks[startLine]);
  if (!DATED.test(text)) return false;
  if (silent) return true;
  const open = state.push('paragraph_open', 'p', 1);
  open.map = [startLine, startLine + 1];
  const inline = state.push('inline', '', 0);
  inline.content = text.trim();
  inline.map = [startLine, startLine + 1];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = startLine + 1;
  return true;
}
