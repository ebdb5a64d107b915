/**
 * Inline tokens → runs. Marks of Markdown nest properly; HTML tags need not, so they are kept on a stack of their own
 * and whatever is still open at the end of the text ends there. Pictures come out beside the runs: the caller splits
 * its paragraph around them.
 */
import type { Token } from 'markdown-it';
import type { Image } from '../../document/block.ts';
import { acceptedRuns, plainText, sameReview, type Run } from '../../document/inline.ts';
import { BLOCK_TAGS, CELL_TAGS, PARTS_OF, TAG_MARKS } from './html-tags.ts';
import { findAddresses, safeLink } from './links.ts';
import { findAsset, readPicture } from './pictures.ts';
import { parseInline } from './parser.ts';
import { addNote } from './reading.ts';
import { addComment, beginReview, closeReviewMark, openReviewMark, placeComments, type ReviewReading } from './review-runs.ts';
import { reviewMarkOf } from './review-marks.ts';
import { isSetInLines } from './set-in-lines.ts';
import { cleanCharacter } from './source-text.ts';
import type { Reading } from './reading.ts';

export type Inline = { run: Run } | { image: Image };
type Marks = Omit<Run, 'text'>;

interface Reader {
  reading: Reading;
  line: number | undefined;
  out: Inline[];
  /** Depth of `**`, `*` and `~~`. */
  bold: number;
  italic: number;
  strike: number;
  link: string | undefined;
  /** Inside `[…](…)` or `<…>`: addresses in the text are no links of their own. */
  inLink: boolean;
  tags: { name: string; marks: Marks }[];
  /** What the open tags come to together. */
  tagMarks: Marks;
  /** Name of the element (script, style) whose content is left out. */
  skipping: string;
  /** What a block tag that was left out leaves between the texts before and behind it. */
  gap: '' | ' ' | '\n';
  /** The author's lines are lines of their own: an address, labels with their values. */
  inLines: boolean;
  review: ReviewReading;
}

/**
 * Reads the raw text of a paragraph, heading, cell or attribute.
 * @param line 0-based line for notes
 */
export function readInline(text: string, reading: Reading, line?: number): Inline[] {
  if (text === '') return [];
  if (!SPECIAL.test(text)) return [{ run: { text } }];
  const reader: Reader = {
    reading,
    line,
    out: [],
    bold: 0,
    italic: 0,
    strike: 0,
    link: undefined,
    inLink: false,
    tags: [],
    tagMarks: {},
    skipping: '',
    gap: '',
    inLines: isSetInLines(text),
    review: beginReview(),
  };
  for (const token of parseInline(text, reading)) readToken(reader, token);
  placeComments(reader.review, reader.out, reading, line);
  return reader.out;
}

/** What begins a construct inside of a line; text without any of it is one run, at a tenth of the cost. */
const SPECIAL = /[\\`*_~[\]!<&$@\n]|:\/\/|www\.|\{(?:\+\+|--|==|>>)/i;

/** Whether the text so far ends with a line break (or is empty): a soft break behind it is no space. */
function endsLine(reader: Reader): boolean {
  const last = reader.out.at(-1);
  return last !== undefined && 'run' in last && last.run.text.endsWith('\n');
}

/** The same where no picture can be (headings, captions, attributes): its alt text stays. */
export function readRuns(text: string, reading: Reading, line?: number): Run[] {
  const runs: Run[] = [];
  for (const piece of readInline(text, reading, line)) {
    if ('run' in piece) appendRun(runs, piece.run);
    else {
      addNote(
        reading,
        { code: 'image_in_text', severity: 'info', message: 'A picture cannot be in a heading, caption or label; its text was kept.' },
        line,
      );
      appendRun(runs, { text: piece.image.alt });
    }
  }
  return runs;
}

/** The same where only plain text can be, as in names: tracked changes count as accepted. */
export function readPlain(text: string, reading: Reading, line?: number): string {
  const runs = readRuns(text, reading, line);
  const remark = runs.find(({ comments }) => comments !== undefined)?.comments?.[0];
  if (remark !== undefined)
    addNote(
      reading,
      { code: 'comment_dropped', severity: 'warning', message: `A name holds no comments; "${remark.text.slice(0, 200)}" was left out.` },
      line,
    );
  return plainText(acceptedRuns(runs));
}

/** What is in an attribute; undefined where nothing of it is text. */
export function readTitle(text: string | undefined, reading: Reading, line?: number): Run[] | undefined {
  if (text === undefined) return undefined;
  const runs = readRuns(text, reading, line);
  return runs.length === 0 ? undefined : runs;
}

/** Joins neighbours of a list whose marks have become the same, in place. */
export function joinRuns(runs: Run[]): void {
  const joined: Run[] = [];
  for (const run of runs) appendRun(joined, run);
  runs.length = 0;
  for (const run of joined) runs.push(run);
}

/** Adds a run to a list, joined to the last one if their marks are the same. Empty runs vanish. */
export function appendRun(runs: Run[], run: Run): void {
  if (run.text === '' && run.footnote === undefined) return;
  const last = runs.at(-1);
  if (last && sameMarks(last, run)) last.text += run.text;
  else runs.push({ ...run });
}

function sameMarks(a: Run, b: Run): boolean {
  return (
    a.footnote === undefined &&
    b.footnote === undefined &&
    !a.math &&
    !b.math &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.strike === b.strike &&
    a.code === b.code &&
    a.link === b.link &&
    a.color === b.color &&
    a.script === b.script &&
    a.lang === b.lang &&
    sameReview(a, b)
  );
}

function currentMarks(reader: Reader): Marks {
  const marks: Marks = {};
  if (reader.bold > 0) marks.bold = true;
  if (reader.italic > 0) marks.italic = true;
  if (reader.strike > 0) marks.strike = true;
  Object.assign(marks, reader.tagMarks);
  if (reader.link !== undefined) marks.link = reader.link;
  const revision = reader.review.open.findLast((mark) => mark !== null);
  if (revision) marks.revision = revision;
  return marks;
}

function pushText(reader: Reader, text: string): void {
  if (reader.skipping !== '' || text === '') return;
  closeGap(reader);
  reader.out.push({ run: { text, ...currentMarks(reader) } });
}

function closeGap(reader: Reader): void {
  const { gap } = reader;
  reader.gap = '';
  const last = reader.out.at(-1);
  if (gap === '' || !last || endsLine(reader)) return;
  if ('run' in last && !last.run.code) last.run.text = last.run.text.trimEnd();
  reader.out.push({ run: { text: gap } });
}

function readToken(reader: Reader, token: Token): void {
  switch (token.type) {
    case 'text':
      readText(reader, token.content);
      return;
    case 'text_special':
      // A character reference may name what XML cannot hold.
      pushText(reader, cleanCharacter(token.content));
      return;
    case 'softbreak':
      if (reader.gap === '' && reader.out.length > 0 && !endsLine(reader)) pushText(reader, reader.inLines ? '\n' : ' ');
      return;
    case 'hardbreak':
      pushText(reader, '\n');
      return;
    case 'strong_open':
    case 'strong_close':
      reader.bold += token.nesting;
      return;
    case 'em_open':
    case 'em_close':
      reader.italic += token.nesting;
      return;
    case 's_open':
    case 's_close':
      reader.strike += token.nesting;
      return;
    case 'code_inline':
      if (reader.skipping === '') {
        closeGap(reader);
        reader.out.push({ run: { text: token.content, ...currentMarks(reader), code: true } });
      }
      return;
    case 'math':
      if (reader.skipping === '') {
        closeGap(reader);
        const { link, revision } = currentMarks(reader);
        reader.out.push({
          run: { text: token.content, ...(link === undefined ? {} : { link }), ...(revision ? { revision } : {}), math: true },
        });
      }
      return;
    case 'footnote':
      if (reader.skipping !== '') return;
      reader.reading.footnoteOrder.add(token.content);
      reader.out.push({ run: { text: '', footnote: token.content } });
      return;
    case 'link_open':
      reader.link = safeLink(String(token.attrGet('href') ?? ''), reader.reading, reader.line);
      reader.inLink = true;
      return;
    case 'link_close':
      reader.link = undefined;
      reader.inLink = false;
      return;
    case 'picture':
      if (reader.reading.inPicture) pushText(reader, token.content);
      else if (reader.skipping === '') reader.out.push({ image: readPicture(token, reader.reading, reader.line, linkOnly(reader).link) });
      return;
    case 'html_inline':
      readTag(reader, token.content);
      return;
    default:
      if (!readReview(reader, token)) pushText(reader, token.content);
  }
}

/** Marks of reviewers; false for any other token. */
function readReview(reader: Reader, token: Token): boolean {
  const { review, out } = reader;
  if (token.type === 'review_open') {
    closeGap(reader);
    openReviewMark(review, reviewMarkOf(token), out.length);
  } else if (token.type === 'review_close') closeReviewMark(review, out.length);
  else if (token.type === 'review_comment') addComment(review, { text: token.content, author: reviewMarkOf(token).author }, out.length);
  else return false;
  return true;
}

function linkOnly(reader: Reader): { link?: string } {
  const { link } = currentMarks(reader);
  return link === undefined ? {} : { link };
}

/** Behind a comment that has a space before it, another one would be one too many. */
function isDoubled({ review, out }: Reader): boolean {
  const last = out.at(-1);
  return review.comments.at(-1)?.behind === out.length && last !== undefined && 'run' in last && last.run.text.endsWith(' ');
}

/** Punctuation behind a comment stands right behind the words. */
function closeUp(reader: Reader, source: string): void {
  const last = reader.out.at(-1);
  if (isDoubled(reader) && /^[.,;:!?)»”’]/.test(source) && last && 'run' in last) last.run.text = last.run.text.trimEnd();
}

function readText(reader: Reader, source: string): void {
  closeUp(reader, source);
  const text = endsLine(reader) || reader.gap !== '' || isDoubled(reader) ? source.trimStart() : source;
  if (reader.inLink || reader.skipping !== '' || reader.tagMarks.link !== undefined) {
    pushText(reader, text);
    return;
  }
  if (text !== '') closeGap(reader);
  let from = 0;
  for (const address of findAddresses(text)) {
    pushText(reader, text.slice(from, address.start));
    reader.out.push({ run: { text: text.slice(address.start, address.end), ...currentMarks(reader), link: address.link } });
    from = address.end;
  }
  pushText(reader, text.slice(from));
}

// ------------------------------------------------------------------------------------------------------- HTML tags

const TAG = /^<(\/?)([A-Za-z][A-Za-z0-9-]*)([^]*?)\/?>$/;

function readTag(reader: Reader, html: string): void {
  const [, slash, rawName, attributes = ''] = TAG.exec(html) ?? [];
  const name = rawName?.toLowerCase();
  if (reader.skipping !== '') {
    if (slash === '/' && name === reader.skipping) reader.skipping = '';
    return;
  }
  if (name === 'br') {
    pushText(reader, '\n');
    return;
  }
  if (name !== undefined && RUBY.has(name)) {
    readRuby(reader, name, slash === '/');
    return;
  }
  const marks = name === undefined ? undefined : tagMarks(reader, name, attributes);
  if (name === undefined || marks === undefined) {
    dropTag(reader, html, name, slash === '/', attributes);
    return;
  }
  if (slash !== '/') {
    if (reader.tags.length < OPEN_TAGS_MAX) reader.tags.push({ name, marks });
  } else {
    const index = reader.tags.findLastIndex((tag) => tag.name === name);
    if (index >= 0) reader.tags.splice(index, 1);
  }
  reader.tagMarks = Object.assign({}, ...reader.tags.map((tag) => tag.marks));
}

const RUBY = new Set(['ruby', 'rb', 'rt', 'rp', 'rtc']);

/** How characters are read is behind them in parentheses, as a browser without ruby shows it; those of the author are in `rp`. */
function readRuby(reader: Reader, name: string, closing: boolean): void {
  if (name === 'rp' && !closing) reader.skipping = 'rp';
  else if (name === 'rt') pushText(reader, closing ? ')' : '(');
}

/** Open tags beyond this are not followed; each of them costs time for every tag. */
const OPEN_TAGS_MAX = 32;

function tagMarks(reader: Reader, name: string, attributes: string): Marks | undefined {
  if (name === 'a') {
    const href = readAttribute(attributes, 'href');
    const link = href === undefined ? undefined : safeLink(href, reader.reading, reader.line);
    return link === undefined ? {} : { link };
  }
  if (name === 'span' || name === 'font') {
    const marks: Marks = {};
    const lang = readAttribute(attributes, 'lang');
    if (lang !== undefined && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(lang)) marks.lang = lang;
    const color =
      /(?:^|;)\s*color\s*:\s*#([0-9A-Fa-f]{6})\b/.exec(readAttribute(attributes, 'style') ?? '')?.[1] ??
      /^#([0-9A-Fa-f]{6})$/.exec(readAttribute(attributes, 'color') ?? '')?.[1];
    if (color !== undefined) marks.color = color.toUpperCase();
    return marks;
  }
  return Object.hasOwn(TAG_MARKS, name) ? TAG_MARKS[name] : undefined;
}

function readAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match ? (match[1] ?? match[2] ?? match[3]) : undefined;
}

function dropTag(reader: Reader, html: string, name: string | undefined, closing: boolean, attributes: string): void {
  if ((name === 'script' || name === 'style') && !closing) reader.skipping = name;
  if (name !== undefined && BLOCK_TAGS.has(name)) reader.gap = '\n';
  else if (name !== undefined && CELL_TAGS.has(name) && reader.gap === '') reader.gap = ' ';
  if (closing) return;
  if (name === 'img') {
    readPictureTag(reader, attributes);
    return;
  }
  // Once for each kind of tag: a table of a hundred cells is one loss, not a hundred.
  const { htmlNoted } = reader.reading;
  const family = PARTS_OF[name ?? '!'] ?? name ?? '!';
  if (htmlNoted.has(family)) return;
  htmlNoted.add(family);
  const what = name === undefined ? 'A comment or declaration in HTML' : `The HTML tag <${family.slice(0, 30)}>`;
  const kept = html.startsWith('<!') || reader.skipping !== '' ? '' : '; its text was kept';
  addNote(reader.reading, { code: 'html_dropped', severity: 'info', message: `${what} was left out${kept}.` }, reader.line);
}

function readPictureTag(reader: Reader, attributes: string): void {
  const source = readAttribute(attributes, 'src') ?? '';
  const asset = findAsset(source, reader.reading, reader.line);
  const image: Image = { id: '', type: 'image', asset, alt: readAttribute(attributes, 'alt') ?? '' };
  const { link } = linkOnly(reader);
  if (link !== undefined) image.link = link;
  reader.gap = '';
  reader.out.push({ image });
}
