/**
 * Block rules that CommonMark does not have: directives, footnote definitions, maths, comments, anchors, page breaks,
 * and the bound on depth. A rule looks at `startLine`, and where the construct is there, pushes its tokens and moves
 * `state.line` behind it. With `silent` it only says whether the construct is there (it then ends a paragraph).
 *
 * Every rule costs a constant number of looks at each line: searches for an end that failed are remembered.
 */
import type { Ruler, StateBlock } from 'markdown-it';
import { parseDirectiveLine } from './attributes.ts';
import { beginsWithDate } from './dated-line.ts';
import { readDefinitionBlock } from './definition-block.ts';
import { readHtmlElementBlock } from './html-element.ts';
import { readHtmlTableBlock } from './html-table.ts';
import { readIndentedHtml } from './indented-html.ts';
import { addNote, readingOf } from './reading.ts';
import { readPipeTable } from './pipe-table.ts';
import { beginsLabel } from './slide-outline.ts';

/**
 * Depth in tokens (a quote or directive counts one, a list with its item two) from which on everything is a paragraph.
 * Word lists have nine levels, and lazy lines cost a look per level.
 */
const DEPTH_MAX = 24;

const ENDS_PARAGRAPH = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };

export function addBlockRules(ruler: Ruler<[StateBlock, number, number, boolean], boolean>): void {
  ruler.before('list', 'dated_line', beginsWithDate, { alt: [] });
  ruler.at('table', readPipeTable, { alt: ['paragraph', 'reference'] });
  ruler.before('table', 'depth', flattenDepth);
  ruler.before('code', 'indented_html', readIndentedHtml);
  ruler.before('fence', 'html_table', readHtmlTableBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  ruler.before('fence', 'html_element', readHtmlElementBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  ruler.before('fence', 'directive', readDirectiveBlock, ENDS_PARAGRAPH);
  ruler.before('fence', 'equation', readEquation, ENDS_PARAGRAPH);
  ruler.before('fence', 'page_break', readPageBreak, ENDS_PARAGRAPH);
  ruler.before('reference', 'footnote', readFootnote, { alt: ['paragraph', 'reference'] });
  ruler.before('reference', 'comment', readComment, { alt: ['paragraph', 'reference', 'blockquote'] });
  ruler.before('lheading', 'anchor', readAnchor);
  ruler.before('lheading', 'slide_label', endsAtLabel, { alt: ['paragraph'] });
  ruler.before('lheading', 'definitions', readDefinitionBlock, { alt: ['paragraph', 'reference'] });
}

function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}
function lineText(state: StateBlock, line: number): string {
  return state.src.slice(lineStart(state, line), state.eMarks[line]);
}
function indent(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}
function isCode(state: StateBlock, line: number): boolean {
  return indent(state, line) >= 4;
}
function firstCode(state: StateBlock, line: number): number {
  return state.src.charCodeAt(lineStart(state, line));
}

const COLON = 58;
const DOLLAR = 36;
const BRACKET = 91;
const BRACE = 123;
const BACKSLASH = 92;
const LESS = 60;

/** At the deepest level a block is the text of its lines; the parser itself would drop what lies deeper. */
function flattenDepth(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < DEPTH_MAX) return false;
  let line = startLine + 1;
  while (line < endLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent) line++;
  const raw = state.getLines(startLine, line, state.blkIndent, false).trim();
  const text = raw.replace(/^[>\s]+(?=\S)/gm, '').replace(/^[>\s]+$/gm, '');
  if (text !== raw || /^(?:[-*+#|:`~]|\d+[.)]\s)/.test(text)) {
    addNote(
      readingOf(state.env),
      {
        code: 'nesting_flattened',
        severity: 'warning',
        message: `Text nested deeper than ${DEPTH_MAX} levels is kept as plain paragraphs.`,
      },
      startLine,
    );
  }
  state.line = line;
  if (text === '') return true;
  state.push('paragraph_open', 'p', 1).map = [startLine, line];
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.map = [startLine, line];
  state.push('paragraph_close', 'p', -1);
  return true;
}

// ------------------------------------------------------------------------------------------------------ directives

/** Directives that hold nothing and therefore need no closing line even when they are written with three colons. */
const HOLLOW = new Set(['toc', 'pagebreak', 'portrait', 'total', 'name', 'highlight', 'input', 'style', 'grow', 'protect']);

/** Directives that may hold something or nothing, and never one of their own kind. */
const SOLE = new Set(['slide', 'landscape']);

/** `:::name{…}` … `:::`, `::name{…}`, and a closing line that closes nothing. */
function readDirectiveBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (firstCode(state, startLine) !== COLON || isCode(state, startLine)) return false;
  const text = lineText(state, startLine);
  if (BARE_COLONS.test(text)) {
    if (silent) return true;
    addNote(
      readingOf(state.env),
      { code: 'directive_stray_end', severity: 'info', message: 'A closing line ":::" closes nothing; it was left out.' },
      startLine,
    );
    state.line = startLine + 1;
    return true;
  }
  const header = parseDirectiveLine(text);
  if (!header) return false;
  if (silent) return true;
  if (header.colons === 2) {
    pushDirective(state, 'directive_leaf', 0, text, [startLine, startLine + 1]);
    state.line = startLine + 1;
    return true;
  }
  if (HOLLOW.has(header.name)) return readHollow(state, startLine, endLine, header.colons);
  if (header.name === 'canvas') return readRaw(state, startLine, endLine, header.colons);
  const end = findDirectiveEnd(state, startLine, endLine, header);
  if (SOLE.has(header.name) && !end.closed) {
    pushDirective(state, 'directive_leaf', 0, text, [startLine, startLine + 1]);
    state.line = startLine + 1;
    return true;
  }
  const after = end.closed ? end.line + 1 : end.line;
  const token = pushDirective(state, 'directive_open', 1, text, [startLine, after]);
  token.info = end.closed || header.name === 'col' ? '' : 'unclosed';
  const { lineMax, parentType } = state;
  state.lineMax = end.line;
  state.parentType = 'directive';
  state.md.block.tokenize(state, startLine + 1, end.line);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push('directive_close', '', -1);
  state.line = after;
  return true;
}

/** A canvas holds HTML: its lines are kept as they are, up to a closing line of the same length or longer. */
function readRaw(state: StateBlock, startLine: number, endLine: number, colons: number): boolean {
  const closes = (text: string): boolean => (BARE_COLONS.exec(text)?.[1]?.length ?? 0) >= colons;
  const end = findLine(state, `raw${colons}`, startLine + 1, endLine, closes);
  const last = end < 0 ? endLine : end;
  const token = pushDirective(state, 'canvas', 0, lineText(state, startLine), [startLine, last]);
  token.markup = state.getLines(startLine + 1, last, state.blkIndent, false);
  if (end < 0)
    addNote(
      readingOf(state.env),
      {
        code: 'directive_unclosed',
        severity: 'info',
        message: 'The directive "canvas" has no closing line ":::"; it ends with what holds it.',
      },
      startLine,
    );
  state.line = end < 0 ? last : last + 1;
  return true;
}

const BARE_COLONS = /^(:{3,})[ \t]*$/;

function pushDirective(
  state: StateBlock,
  type: string,
  nesting: 0 | 1,
  content: string,
  map: [number, number],
): ReturnType<StateBlock['push']> {
  const token = state.push(type, '', nesting);
  token.content = content;
  token.map = map;
  return token;
}

/** The directive, and its closing line where that is the next one that is not empty. */
function readHollow(state: StateBlock, startLine: number, endLine: number, colons: number): boolean {
  const next = state.skipEmptyLines(startLine + 1);
  const closed = next < endLine && indent(state, next) >= 0 && BARE_COLONS.exec(lineText(state, next))?.[1]?.length === colons;
  state.line = closed ? next + 1 : startLine + 1;
  pushDirective(state, 'directive_leaf', 0, lineText(state, startLine), [startLine, state.line]);
  return true;
}

/**
 * Line that closes the directive of `startLine`; where none does, the line where its container ends. A closing line
 * closes the innermost open directive with exactly its number of colons, else the innermost with fewer; so both
 * same-length nesting and longer outer fences work, and a forgotten inner end does not swallow the outer one. A `:::col`
 * ends the `:::col` before it, and a `:::slide` the slide before it. Code fences are skipped.
 */
function findDirectiveEnd(
  state: StateBlock,
  startLine: number,
  endLine: number,
  header: { colons: number; name: string },
): { line: number; closed: boolean } {
  const open = [header];
  const fences = { marker: '' };
  for (let line = startLine + 1; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    if (indent(state, line) < 0) return { line, closed: false };
    const code = firstCode(state, line);
    if (MARKERS.has(code)) followFence(fences, lineText(state, line).replace(/^(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+/, ''));
    if (code !== COLON || fences.marker !== '') continue;
    const text = lineText(state, line);
    const bare = BARE_COLONS.exec(text)?.[1]?.length;
    if (bare !== undefined) {
      let index = open.findLastIndex((directive) => directive.colons === bare);
      if (index < 0) index = open.findLastIndex((directive) => directive.colons <= bare);
      if (index === 0) return { line, closed: true };
      if (index > 0) open.length = index;
      continue;
    }
    const inner = parseDirectiveLine(text);
    if (!inner || inner.colons < 3) continue;
    if (HOLLOW.has(inner.name)) {
      const next = state.skipEmptyLines(line + 1);
      if (next < endLine && BARE_COLONS.exec(lineText(state, next))?.[1]?.length === inner.colons) line = next;
    } else if ((inner.name === 'col' || SOLE.has(inner.name)) && open.at(-1)?.name === inner.name) {
      if (open.length === 1) return { line, closed: false };
    } else if (open.length < OPEN_MAX) open.push(inner);
  }
  return { line: endLine, closed: false };
}

/** First characters of lines on which a fence may open: its own, and those of list items. */
const MARKERS = new Set([...'`~-+*0123456789'].map((character) => character.charCodeAt(0)));

function followFence(fences: { marker: string }, text: string): void {
  const [, marker = '', rest = ''] = /^(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
  if (marker === '') return;
  if (fences.marker === '') fences.marker = marker.startsWith('`') && rest.includes('`') ? '' : marker;
  else if (marker.startsWith(fences.marker) && rest.trim() === '') fences.marker = '';
}

/** Directives deeper than the depth bound need no exact match; without a bound, looking for ends would be quadratic. */
const OPEN_MAX = 256;

// ------------------------------------------------------------------------------------------------- maths and breaks

/**
 * Remembers, for one kind of search in one document, ranges of lines in which no end was found, so that the next start
 * inside of them need not look again.
 */
const fruitless = new WeakMap<StateBlock, Map<string, { from: number; stop: number; to: number }>>();

function findLine(state: StateBlock, kind: string, from: number, to: number, isEnd: (text: string) => boolean): number {
  const known = fruitless.get(state) ?? new Map<string, { from: number; stop: number; to: number }>();
  fruitless.set(state, known);
  const range = known.get(kind);
  if (range && from >= range.from && from <= range.stop && to <= range.to) return -1;
  let stop = from;
  for (; stop < to; stop++) {
    if (!state.isEmpty(stop) && indent(state, stop) < 0) break;
    if (isEnd(lineText(state, stop))) return stop;
  }
  known.set(kind, { from, stop, to });
  return -1;
}

/** `$$` … `$$` on lines of their own, or on one line. */
function readEquation(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (firstCode(state, startLine) !== DOLLAR || isCode(state, startLine)) return false;
  const first = lineText(state, startLine).trimEnd();
  if (!first.startsWith('$$')) return false;
  let last = startLine;
  let tex: string;
  if (first.length > 4 && first.endsWith('$$')) {
    tex = first.slice(2, -2);
    // `$$a$$ and $$b$$` is a line of text.
    if (tex.includes('$$')) return false;
  } else {
    if (first.indexOf('$$', 2) >= 0) return false;
    last = findLine(state, 'equation', startLine + 1, endLine, (text) => text.trimEnd().endsWith('$$'));
    if (last < 0) return false;
    const closing = lineText(state, last).trimEnd();
    tex = [first.slice(2), state.getLines(startLine + 1, last, state.blkIndent, false), closing.slice(0, -2)].join('\n');
  }
  if (tex.trim() === '') return false;
  if (silent) return true;
  const token = state.push('equation', '', 0);
  token.content = tex.trim();
  token.map = [startLine, last + 1];
  state.line = last + 1;
  return true;
}

/** `\pagebreak` and `\newpage`, as Pandoc's users write it. */
function readPageBreak(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (firstCode(state, startLine) !== BACKSLASH || isCode(state, startLine)) return false;
  if (!/^\\(?:pagebreak|newpage)[ \t]*$/.test(lineText(state, startLine))) return false;
  if (silent) return true;
  pushDirective(state, 'directive_leaf', 0, '::pagebreak', [startLine, startLine + 1]);
  state.line = startLine + 1;
  return true;
}

// ---------------------------------------------------------------------------------------- comments, anchors, footnotes

/** Whole comments, scripts and style sheets: nothing of them is text. What does not end is left to be text. */
function readComment(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (firstCode(state, startLine) !== LESS || isCode(state, startLine)) return false;
  const first = lineText(state, startLine);
  const kind = /^<(!--|script\b|style\b)/i.exec(first)?.[1]?.toLowerCase();
  if (kind === undefined) return false;
  const end = kind === '!--' ? '-->' : `</${kind}>`;
  const endsWith = (text: string): boolean => text.trimEnd().toLowerCase().endsWith(end);
  const at = first.toLowerCase().indexOf(end, 1);
  // Text behind the end on the same line: the inline rules see to it.
  if (at >= 0 && at + end.length < first.trimEnd().length) return false;
  const last = at >= 0 ? startLine : findLine(state, end, startLine + 1, endLine, endsWith);
  if (last < 0) return false;
  if (silent) return true;
  const what = kind === '!--' ? 'A comment' : `A <${kind}> element`;
  addNote(readingOf(state.env), { code: 'html_dropped', severity: 'info', message: `${what} in HTML was left out.` }, startLine);
  state.line = last + 1;
  return true;
}

/** "Speaker notes:" and "Visual:" right below a list of a slide are none of its last item; as a block such a line is a paragraph. */
function endsAtLabel(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  return silent && readingOf(state.env).deck && beginsLabel(lineText(state, startLine));
}

/** `{#id}` on a line of its own names the block that follows. */
function readAnchor(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  if (silent || firstCode(state, startLine) !== BRACE || isCode(state, startLine)) return false;
  const match = /^\{#([^\s{}"#]+)\}[ \t]*$/.exec(lineText(state, startLine));
  if (!match) return false;
  const token = state.push('anchor', '', 0);
  token.content = match[1] ?? '';
  token.map = [startLine, startLine + 1];
  state.line = startLine + 1;
  return true;
}

/** Longest label of a footnote, as of a link reference (CommonMark 4.7). */
const LABEL_MAX = 999;

/** `[^label]: text`; lines that follow belong to it when they are indented, after blank lines too. */
function readFootnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = lineStart(state, startLine);
  if (state.src.charCodeAt(start) !== BRACKET || state.src.charCodeAt(start + 1) !== 94 || isCode(state, startLine)) return false;
  const match = /^\[\^([^\s[\]^]+)\]:[ \t]*/.exec(lineText(state, startLine).slice(0, LABEL_MAX + 10));
  if (!match) return false;
  if (silent) return true;
  const open = state.push('footnote_open', '', 1);
  open.content = match[1] ?? '';
  const map: [number, number] = [startLine, startLine + 1];
  open.map = map;

  const old = { bMarks: state.bMarks[startLine] ?? 0, tShift: state.tShift[startLine] ?? 0, sCount: state.sCount[startLine] ?? 0 };
  const { blkIndent, parentType, tight } = state;
  const content = start + match[0].length;
  state.bMarks[startLine] = content;
  state.tShift[startLine] = 0;
  state.parentType = 'footnote';
  // Two columns are enough, as in a list; the first line counts as so far in.
  state.blkIndent = blkIndent + CONTINUATION_INDENT;
  state.sCount[startLine] = state.blkIndent;
  state.md.block.tokenize(state, startLine, endLine);
  // Nothing after the colon: the line is consumed, and what follows is not.
  if (state.line <= startLine) state.line = startLine + 1;
  map[1] = state.line;
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  state.tight = tight;
  state.bMarks[startLine] = old.bMarks;
  state.tShift[startLine] = old.tShift;
  state.sCount[startLine] = old.sCount;
  state.push('footnote_close', '', -1);
  return true;
}

/** Footnotes go on at two columns; four, as in other dialects, works as well. */
const CONTINUATION_INDENT = 2;
