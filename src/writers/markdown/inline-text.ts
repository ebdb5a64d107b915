/**
 * Runs → Markdown text. Bold, italic and strike-through are written with `**`, `*` and `~~` where CommonMark reads
 * those for certain (beside a space, never within a word or against another mark), and as HTML tags elsewhere, so that
 * reading the text gives the same runs.
 */
import { plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { edgeSpaces, escapeLineStart, escapeText, longestRun } from './escape.ts';

/** Where the text stands: in a paragraph lines may break; in a line (heading, caption, attribute) and a cell they may not. */
export type Place = 'paragraph' | 'line' | 'cell';

type Piece = { text: string } | { mark: Mark; opens: boolean; pair: Pair };
interface Mark {
  sign: string;
  open: string;
  close: string;
}
interface Pair {
  markdown: boolean;
}

const BOLD: Mark = { sign: '**', open: '<b>', close: '</b>' };
const ITALIC: Mark = { sign: '*', open: '<i>', close: '</i>' };
const BOLD_ITALIC: Mark = { sign: '***', open: '<b><i>', close: '</i></b>' };
const STRIKE: Mark = { sign: '~~', open: '<s>', close: '</s>' };

/** Marks from the outside in, each with what two neighbouring runs must share to be under one. */
const LEVELS: readonly ((run: Run) => string | Mark | undefined)[] = [
  (run) => (run.comments === undefined ? undefined : `comments ${JSON.stringify(run.comments)}`),
  (run) => (run.revision === undefined ? undefined : `revision ${JSON.stringify(run.revision)}`),
  (run) => (run.link === undefined ? undefined : `link ${run.link}`),
  (run) => (run.color === undefined && run.lang === undefined ? undefined : `span ${spanAttributes(run)}`),
  (run) => (run.underline ? 'u' : undefined),
  (run) => (run.script === 'super' ? 'sup' : run.script),
  (run) => (run.strike ? STRIKE : undefined),
  (run) => (run.bold ? (run.italic ? BOLD_ITALIC : BOLD) : run.italic ? ITALIC : undefined),
];

function spanAttributes(run: Run): string {
  const style = run.color === undefined ? '' : ` style="color:#${run.color}"`;
  return `${style}${run.lang === undefined ? '' : ` lang="${run.lang}"`}`;
}

/** A run with the whitespace of it that Markdown would lose. */
interface Spaced {
  run: Run;
  edges: ReadonlySet<number>;
  start: number;
}

/** Letters, digits and signs that mean nothing in Markdown within a line, as most cells of tables hold. */
const PLAIN = /^[A-Za-z0-9 ,;%()'"+=./\u00a1-\uffff-]*$/;
/** Space at the ends, and what makes a link of a text. */
const NOT_PLAIN = /^\s|\s$|www/i;

/** The text of a single run that is as it is in Markdown; undefined where more is to be written. */
function plainWords(runs: readonly Run[], place: Place): string | undefined {
  const [run] = runs;
  if (run === undefined) return '';
  if (place === 'paragraph' || runs.length > 1 || !PLAIN.test(run.text) || NOT_PLAIN.test(run.text)) return undefined;
  for (const name in run) if (name !== 'text' && run[name as keyof Run] !== undefined) return undefined;
  return run.text;
}

export function writeRuns(runs: readonly Run[], place: Place): string {
  const plain = plainWords(runs, place);
  if (plain !== undefined) return plain;
  const edges = edgeSpaces(
    runs.map((run) => (run.footnote !== undefined ? 'x' : run.code || run.math ? run.text.replaceAll(/[^\n]/g, 'x') : run.text)).join(''),
  );
  const spaced: Spaced[] = [];
  let start = 0;
  for (const run of runs) {
    spaced.push({ run, edges, start });
    start += run.footnote === undefined ? run.text.length : 1;
  }
  const pieces: Piece[] = [];
  writeLevel(spaced, 0, place, pieces);
  const text = join(pieces);
  if (place === 'paragraph') return text.split('\n').map(escapeLineStart).join('\n');
  return place === 'cell' ? text.replaceAll('|', '\\|') : text;
}

function writeLevel(runs: readonly Spaced[], level: number, place: Place, pieces: Piece[]): void {
  const markOf = LEVELS[level];
  if (!markOf) {
    for (const run of runs) pieces.push({ text: writeOne(run, place) });
    return;
  }
  for (let from = 0, to = 0; from < runs.length; from = to) {
    const mark = markOf(runs[from]?.run ?? { text: '' });
    to = from + 1;
    while (to < runs.length && markOf(runs[to]?.run ?? { text: '' }) === mark) to++;
    const group = runs.slice(from, to);
    const inner = (): void => writeLevel(group, level + 1, place, pieces);
    if (mark === undefined) inner();
    else if (typeof mark !== 'string') {
      const pair = { markdown: true };
      pieces.push({ mark, opens: true, pair });
      inner();
      pieces.push({ mark, opens: false, pair });
    } else if (mark.startsWith('comments ') || mark.startsWith('revision '))
      writeReview(group[0]?.run ?? { text: '' }, mark, inner, pieces);
    else if (mark.startsWith('link ')) writeLink(mark.slice(5), group, inner, pieces);
    else {
      pieces.push({ text: mark.startsWith('span ') ? `<span${mark.slice(5)}>` : `<${mark}>` });
      inner();
      pieces.push({ text: mark.startsWith('span ') ? '</span>' : `</${mark}>` });
    }
  }
}

const ofAuthor = (author: string | undefined): string =>
  author === undefined ? '' : `{author="${author.replaceAll(/[\\"]/g, '\\$&').replaceAll(/\s+/g, ' ')}"}`;

/** What is punctuation for a reader of the text is not read as that. */
const commentText = (text: string): string => text.replaceAll(/[\\<>{}|]/g, '\\$&').replaceAll('\n', '<br>');

export const writeRemarks = (comments: Run['comments'] = []): string =>
  comments.map(({ text, author }) => `{>>${commentText(text)}<<}${ofAuthor(author)}`).join('');

function writeReview({ comments, revision }: Run, mark: string, inner: () => void, pieces: Piece[]): void {
  const sign = mark.startsWith('comments ') ? '==' : revision?.kind === 'delete' ? '--' : '++';
  pieces.push({ text: `{${sign}` });
  inner();
  const said = sign === '==' ? writeRemarks(comments) : ofAuthor(revision?.author);
  pieces.push({ text: `${sign}}${said}` });
}

function writeLink(link: string, group: readonly Spaced[], inner: () => void, pieces: Piece[]): void {
  const text = plainText(group.map(({ run }) => run));
  const bare = group.every(({ run }) => Object.keys(run).length === 2);
  if (
    bare &&
    ((text === link && /^https?:\/\/[^\s<>\\&]+$/.test(link)) || (link === `mailto:${text}` && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)))
  ) {
    pieces.push({ text: `<${text}>` });
    return;
  }
  pieces.push({ text: '[' });
  inner();
  pieces.push({ text: `](${writeAddress(link)})` });
}

export function writeAddress(link: string): string {
  const escaped = link.replaceAll(/&(?=[#A-Za-z][A-Za-z0-9]*;)|\\/g, (match) => `\\${match}`);
  return link === '' || /[\s()<>]/.test(link) ? `<${escaped.replaceAll(/[<>]/g, (match) => `\\${match}`)}>` : escaped;
}

function writeOne({ run, edges, start }: Spaced, place: Place): string {
  if (run.footnote !== undefined) return `[^${run.footnote}]`;
  if (run.math) return writeMath(run.text);
  if (run.code && canBeTicked(run.text)) return writeCode(run.text);
  const inner = run.code ? edgeSpaces(run.text) : edges;
  const offset = run.code ? 0 : start;
  const text = escapeText(run.text, (index) => inner.has(offset + index), place === 'paragraph');
  return run.code ? `<code>${text}</code>` : text;
}

/** Backticks keep no white space at the ends, and at the start of a line `]:` in them would define a link. */
function canBeTicked(text: string): boolean {
  return text !== '' && text.trim() === text && !text.includes('\n') && !text.includes(']:');
}

function writeCode(text: string): string {
  const fence = '`'.repeat(longestRun(text, '`') + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** `$tex$`, or `` $`tex`$ `` where a digit could follow or the TeX itself has a dollar. */
function writeMath(tex: string): string {
  const flat = tex.replaceAll(/\s+/g, ' ').trim();
  return /\$|<\/|<br|^[`\d]|\\$/.test(flat) || flat.length > 1000 ? `$\`${flat}\`$` : `$${flat}$`;
}

// ------------------------------------------------------------------------------------------------------ putting together

const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/;

function first(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
function last(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? -2 : -1);
}

/** Decides for each pair of marks how it is written, then joins everything. */
function join(pieces: readonly Piece[]): string {
  const kept = pieces.filter((piece) => !('text' in piece) || piece.text !== '');
  for (const [index, piece] of kept.entries()) {
    if ('text' in piece) continue;
    const before = kept[index - 1];
    const after = kept[index + 1];
    const inside = piece.opens ? after : before;
    const outside = piece.opens ? before : after;
    if (!inside || !('text' in inside) || (outside && !('text' in outside))) {
      piece.pair.markdown = false;
      continue;
    }
    const inner = piece.opens ? first(inside.text) : last(inside.text);
    const outer = outside === undefined ? '' : piece.opens ? last(outside.text) : first(outside.text);
    if (!isSafe(inner, outer)) piece.pair.markdown = false;
  }
  let text = '';
  for (const [index, piece] of kept.entries()) {
    if (!('text' in piece)) text += piece.pair.markdown ? piece.mark.sign : piece.opens ? piece.mark.open : piece.mark.close;
    else text += touches(piece.text, kept[index + 1]);
  }
  return text;
}

/** Whether a mark between these characters can only open (or only close), whatever is elsewhere in the text. */
function isSafe(inner: string, outer: string): boolean {
  if (inner === '' || SPACE.test(inner) || /[*_~\\]/.test(inner)) return false;
  if (outer === '' || SPACE.test(outer)) return true;
  return WORD.test(inner) && !WORD.test(outer) && !/[*_~\\&]/.test(outer);
}

/** Text, safe against the piece behind it: `!` before a link would make a picture, a digit behind maths unmake it. */
function touches(text: string, next: Piece | undefined): string {
  const following = next && 'text' in next ? first(next.text) : '';
  if (text.endsWith('!') && following === '[') return `${text.slice(0, -1)}\\!`;
  if (/^\$[^`]/.test(text) && text.endsWith('$') && /[0-9$`]/.test(following)) return `$\`${text.slice(1, -1)}\`$`;
  return text;
}
