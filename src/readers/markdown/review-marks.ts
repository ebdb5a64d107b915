/**
 * Marks of reviewers, as CriticMarkup writes them: `{++proposed++}`, `{--to go--}`, `{~~old~>new~~}`, `{>>comment<<}` and
 * `{==text that a comment is on==}`. Attributes behind one (`{author="Ana Ruiz"}`) say whose it is. Each needs its closing sign
 * in the same text, or it is text.
 */
import type { StateInline } from 'markdown-it';
import { parseAttributes } from './attributes.ts';

const OPEN_BRACE = 123;
/** Opening sign → closing one. */
const ENDS: Readonly<Record<string, string>> = { '{++': '++}', '{--': '--}', '{~~': '~~}', '{==': '==}', '{>>': '<<}' };
const CHARS_MAX = 20_000;
const AUTHOR_CHARS_MAX = 120;
/** Marks within marks. */
const DEPTH_MAX = 4;

/** Position from which on a text holds no closing sign of a kind. */
const lastEnds = new WeakMap<StateInline, Map<string, number>>();

function findEnd(state: StateInline, sign: string, from: number): number {
  const known = lastEnds.get(state) ?? new Map<string, number>();
  lastEnds.set(state, known);
  const last = known.get(sign) ?? state.src.lastIndexOf(sign);
  known.set(sign, last);
  return from > last ? -1 : state.src.indexOf(sign, from);
}

interface ReviewMark {
  kind: 'insert' | 'delete' | 'on' | 'comment';
  author: string | undefined;
}
export const reviewMarkOf = ({ meta }: { meta: unknown }): ReviewMark => meta as ReviewMark;

function pushSpan(state: StateInline, mark: ReviewMark, from: number, to: number): void {
  if (to <= from) return;
  const { posMax } = state;
  state.push('review_open', '', 1).meta = { ...mark };
  state.pos = from;
  state.posMax = to;
  state.md.inline.tokenize(state);
  state.posMax = posMax;
  state.push('review_close', '', -1).meta = { ...mark };
}

/** A comment as it is meant: backslashes before punctuation go, `<br>` begins a line. */
const commentText = (source: string): string =>
  source
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?<br ?\/?> ?/gi, '\n')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();

let depth = 0;

function pushMark(state: StateInline, sign: string, author: string | undefined, from: number, to: number): void {
  if (sign === '{>>') {
    const token = state.push('review_comment', '', 0);
    token.content = commentText(state.src.slice(from, to));
    token.meta = { kind: 'comment', author } satisfies ReviewMark;
  } else if (sign === '{~~') {
    const arrow = state.src.indexOf('~>', from);
    pushSpan(state, { kind: 'delete', author }, from, arrow);
    pushSpan(state, { kind: 'insert', author }, arrow + 2, to);
  } else pushSpan(state, { kind: sign === '{++' ? 'insert' : sign === '{--' ? 'delete' : 'on', author }, from, to);
}

export function readReviewMark(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== OPEN_BRACE || depth >= DEPTH_MAX) return false;
  const sign = src.slice(pos, pos + 3);
  const closing = ENDS[sign];
  if (closing === undefined) return false;
  const from = pos + 3;
  const to = findEnd(state, closing, from);
  if (to <= from || to + 3 > posMax || to - from > CHARS_MAX || src.slice(from, to).trim() === '') return false;
  const arrow = sign === '{~~' ? src.indexOf('~>', from) : from;
  if (arrow < 0 || arrow > to - (sign === '{~~' ? 2 : 0)) return false;
  const attributes = /^\{\s*author\s*=(?:[^{}"\n]|"(?:[^"\\]|\\.)*")*\}/.exec(src.slice(to + 3, Math.min(posMax, to + 400)))?.[0] ?? '';
  const author = parseAttributes(attributes.slice(1, -1)).values.get('author')?.trim().slice(0, AUTHOR_CHARS_MAX);
  if (!silent) {
    depth++;
    try {
      pushMark(state, sign, author === '' ? undefined : author, from, to);
    } finally {
      depth--;
    }
  }
  state.pos = to + 3 + attributes.length;
  return true;
}
