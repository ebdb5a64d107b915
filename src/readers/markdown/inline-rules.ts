/**
 * Inline rules that CommonMark does not have: maths, footnote references, pictures with attributes. As with block
 * rules, a search that fails is remembered, so that a megabyte of openers stays linear.
 */
import type { Ruler, StateInline } from 'markdown-it';
import { readingOf } from './reading.ts';
import { readReviewMark } from './review-marks.ts';

export function addInlineRules(ruler: Ruler<[StateInline, boolean], boolean>): void {
  ruler.before('escape', 'math', readMath);
  ruler.before('escape', 'review', readReviewMark);
  ruler.before('link', 'lone_bracket', readLoneBracket);
  ruler.before('link', 'footnote', readFootnoteReference);
  ruler.at('image', readPicture);
  ruler.before('link', 'picture_attributes', readPictureAttributes);
}

const EXCLAMATION = 33;
const DOLLAR = 36;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const CARET = 94;
const BACKTICK = 96;
const OPEN_BRACE = 123;

/** Position from which on the text of a state holds no closing `]` (or `$`, …): what opens there is plain text. */
const lastEnds = new WeakMap<StateInline, Map<string, number>>();

function lastEnd(state: StateInline, kind: string, find: () => number): number {
  const known = lastEnds.get(state) ?? new Map<string, number>();
  lastEnds.set(state, known);
  const value = known.get(kind) ?? find();
  known.set(kind, value);
  return value;
}

/** A `[` after the last `]` opens nothing. The link rule would look through the rest of the text for each of them. */
function readLoneBracket(state: StateInline, silent: boolean): boolean {
  const code = state.src.charCodeAt(state.pos);
  const picture = code === EXCLAMATION && state.src.charCodeAt(state.pos + 1) === OPEN_BRACKET;
  if (code !== OPEN_BRACKET && !picture) return false;
  if (state.pos < lastEnd(state, ']', () => state.src.lastIndexOf(']'))) return false;
  if (!silent) state.pending += picture ? '![' : '[';
  state.pos += picture ? 2 : 1;
  return true;
}

/**
 * `$tex$` by Pandoc's rule: no space inside of the dollars, no digit behind the closing one (so that prices are prices);
 * also `` $`tex`$ `` and, within a line of text, `$$tex$$`.
 */
function readMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const next = src.charCodeAt(pos + 1);
  if (next === BACKTICK) return pushMath(state, silent, pos + 2, findEnd(state, '`$', pos + 2), 2);
  if (next === DOLLAR) {
    const end = findEnd(state, '$$', pos + 2);
    // A space on one side only is one between words: "two $$ signs ($$ here)".
    if (end > pos + 2 && isSpace(src.charCodeAt(pos + 2)) === isSpace(src.charCodeAt(end - 1)))
      return pushMath(state, silent, pos + 2, end, 2);
    // A run of dollars is text as a whole; otherwise its second one would open.
    let stop = pos;
    while (stop < posMax && src.charCodeAt(stop) === DOLLAR) stop++;
    if (!silent) state.pending += src.slice(pos, stop);
    state.pos = stop;
    return true;
  }
  if (isSpace(next) || Number.isNaN(next)) return false;
  const end = findDollar(state, pos + 2);
  return end >= 0 && isFormula(src.slice(pos + 1, end)) && pushMath(state, silent, pos + 1, end, 1);
}

/** Two dollars far apart are prices ("$5 for 3 or 10$") or signs in code, not the ends of a formula. */
function isFormula(tex: string): boolean {
  if (/<\/|<br/i.test(tex)) return false;
  return !/^\d[^]*\s/.test(tex) || /[\\^_={}<>+*/|−-]/.test(tex);
}

/** Longest formula within a line of text. */
const FORMULA_CHARS_MAX = 2000;
/** Dollars that a formula may pass over. */
const DOLLARS_MAX = 16;

function pushMath(state: StateInline, silent: boolean, from: number, to: number, closing: number): boolean {
  if (to <= from || to + closing > state.posMax) return false;
  const tex = state.src.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  if (tex === '') return false;
  if (!silent) state.push('math', '', 0).content = tex;
  state.pos = to + closing;
  return true;
}

function findEnd(state: StateInline, end: string, from: number): number {
  if (from > lastEnd(state, end, () => state.src.lastIndexOf(end))) return -1;
  return state.src.indexOf(end, from);
}

function findDollar(state: StateInline, from: number): number {
  const { src } = state;
  const last = lastEnd(state, '$', () => {
    let at = src.lastIndexOf('$');
    while (at >= 0 && !closesMath(src, at)) at = at === 0 ? -1 : src.lastIndexOf('$', at - 1);
    return at;
  });
  if (from > last) return -1;
  let at = src.indexOf('$', from);
  for (let tries = 0; at >= 0 && !closesMath(src, at); tries++) {
    if (tries > DOLLARS_MAX) return -1;
    at = src.indexOf('$', at + 1);
  }
  return at - from <= FORMULA_CHARS_MAX ? at : -1;
}

function closesMath(src: string, at: number): boolean {
  const before = src.charCodeAt(at - 1);
  const after = src.charCodeAt(at + 1);
  return at > 0 && !isSpace(before) && before !== BACKSLASH && before !== DOLLAR && after !== DOLLAR && !(after >= 48 && after <= 57);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9;
}

/** `[^label]`, where that label is defined. */
function readFootnoteReference(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== OPEN_BRACKET || src.charCodeAt(pos + 1) !== CARET) return false;
  let end = pos + 2;
  for (; end < state.posMax && end - pos < 1000; end++) {
    const code = src.charCodeAt(end);
    if (code === CLOSE_BRACKET) break;
    if (code === OPEN_BRACKET || code === CARET || isSpace(code)) return false;
  }
  if (end === pos + 2 || src.charCodeAt(end) !== CLOSE_BRACKET || end >= state.posMax) return false;
  const label = src.slice(pos + 2, end);
  if (!readingOf(state.env).definitions.has(label)) return false;
  if (!silent) state.push('footnote', '', 0).content = label;
  state.pos = end + 1;
  return true;
}

/**
 * `![label](address "title")` and `![label][reference]`. Unlike the parser's own rule it leaves the label raw: labels
 * within labels within labels would be parsed over and over, and recurse without bound.
 */
function readPicture(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== EXCLAMATION || src.charCodeAt(pos + 1) !== OPEN_BRACKET) return false;
  const labelEnd = state.md.helpers.parseLinkLabel(state, pos + 1, false);
  if (labelEnd < 0) return false;
  const label = src.slice(pos + 2, labelEnd);
  const target = readTarget(state, labelEnd + 1, posMax) ?? readReference(state, labelEnd + 1, label);
  if (!target) return false;
  if (!silent) {
    const token = state.push('picture', '', 0);
    token.content = label;
    token.attrs =
      target.title === ''
        ? [['src', target.href]]
        : [
            ['src', target.href],
            ['title', target.title],
          ];
  }
  state.pos = target.end;
  return true;
}

interface Target {
  href: string;
  title: string;
  end: number;
}

/** `(address "title")` from `start` on. */
function readTarget(state: StateInline, start: number, max: number): Target | null {
  const { src } = state;
  if (src.charAt(start) !== '(') return null;
  const { parseLinkDestination, parseLinkTitle } = state.md.helpers;
  const skip = (at: number): number => {
    let next = at;
    while (next < max && isSpace(src.charCodeAt(next))) next++;
    return next;
  };
  let at = skip(start + 1);
  const destination = parseLinkDestination(src, at, max);
  const href = destination.ok ? state.md.normalizeLink(destination.str) : '';
  if (destination.ok) at = destination.pos;
  const titleStart = skip(at);
  const title = titleStart > at ? parseLinkTitle(src, titleStart, max) : null;
  at = title?.ok ? skip(title.pos) : titleStart;
  if (at >= max || src.charAt(at) !== ')') return null;
  return { href, title: title?.ok ? title.str : '', end: at + 1 };
}

/** `[reference]`, `[]` or nothing after a label that is a reference itself. */
function readReference(state: StateInline, start: number, label: string): Target | null {
  const references = state.env.references ?? {};
  let name = label;
  let end = start;
  if (state.src.charAt(start) === '[') {
    const close = state.md.helpers.parseLinkLabel(state, start);
    if (close >= 0) {
      name = state.src.slice(start + 1, close) || label;
      end = close + 1;
    }
  }
  const key = state.md.utils.normalizeReference(name);
  const found = Object.hasOwn(references, key) ? references[key] : undefined;
  return found ? { href: found.href, title: found.title, end } : null;
}

/** `{width=60% #id}` directly behind a picture. */
function readPictureAttributes(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== OPEN_BRACE || !/[)\]]/.test(src.charAt(pos - 1))) return false;
  const picture = state.tokens.at(-1);
  if (!silent && (picture?.type !== 'picture' || picture.info !== '' || state.pending !== '')) return false;
  const match = /^\{((?:[^{}"\n]|"(?:[^"\\]|\\.)*")*)\}/.exec(src.slice(pos, pos + ATTRIBUTES_MAX));
  if (!match) return false;
  if (!silent && picture) picture.info = match[1] === '' ? ' ' : (match[1] ?? '');
  state.pos += match[0].length;
  return true;
}

/** Longest attributes of a picture, in characters. */
const ATTRIBUTES_MAX = 4000;
