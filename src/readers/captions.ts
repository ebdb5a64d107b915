/**
 * Captions and transcripts (WebVTT; SubRip, `.srt`) → who says what, and when: a paragraph for each turn of a speaker where the file
 * names speakers, else for each caption, each with the time at which it begins.
 */
import type { Note, Noted } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';

interface Caption {
  /** As the file writes them. */
  start: string;
  end: string;
  lines: string[];
}

/** What one speaker says, in one caption or in several. */
interface Turn {
  start: string;
  /** '' where the file names nobody. */
  speaker: string;
  text: string;
}

/** Hours may be left out (WebVTT, "WebVTT timestamp"); SubRip has a comma before the thousandths. */
const TIMING = /^\s*((?:\d{1,6}:)?\d{1,2}:\d\d[.,]\d{1,3})[ \t]*-->[ \t]*((?:\d{1,6}:)?\d{1,2}:\d\d[.,]\d{1,3})/;
const WEBVTT = /^WEBVTT(?=[ \t\n]|$)/;
const NUMBER = /^\s*\d+\s*$/;
/** Blocks that no player shows. */
const UNSHOWN = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

/** So many lines captions have on the screen. */
const ROLLED_LINES_MAX = 4;
/** A turn is divided at the end of a sentence once it has so many characters, and anywhere once it has more still. */
const TURN_CHARS = 500;
const TURN_CHARS_MAX = 2_000;
const SENTENCE_END = /[.!?…。！？؟]["'”’»)\]]{0,3}$/;

const TAG = /<(?:\/?[a-z]|\d\d:)[^<>\n]{0,200}>/gi;
const VOICE = /<v(?:\.[^\s<>]{0,100})?[ \t]{1,9}([^<>\n]{1,200})>/g;
/** Where SubRip's players put a caption: `{\an8}`. */
const PLACE = /\{\\[^{}\n]{1,40}\}/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', lrm: '\u200E', rlm: '\u200F' };

const plainText = (line: string): string =>
  line
    .replaceAll(TAG, '')
    .replaceAll(PLACE, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|lrm|rlm);/g, (_, name: string) => SIGNS[name] ?? '')
    .trim();

/** @param text with \n at its line ends. Notes: `hidden_text` of comments */
export function readCaptions(text: string): Noted<{ blocks: Block[]; pages: null }> {
  const parts = [...partsOf(text)];
  const comments = parts.includes(null);
  const shown = withoutRepeated(parts.filter((part) => part !== null));
  const said: (Turn | string)[] = [];
  for (const part of shown.parts) {
    if (typeof part === 'string') {
      if (part !== '') said.push(part);
      continue;
    }
    for (const turn of turnsOf(part)) {
      const before = said.at(-1);
      if (typeof before === 'object' && goesOn(before, turn, shown.rolled)) before.text += ` ${turn.text}`;
      else said.push(turn);
    }
  }
  const blocks = said.map(paragraphOf);
  numberBlocks(blocks);
  const hidden: Note = {
    code: 'hidden_text',
    severity: 'info',
    message: 'Comments in the captions, which no player shows, were left out.',
  };
  return { value: { blocks, pages: null }, notes: comments ? [hidden] : [] };
}

/** Captions in their order, other text as it stands (a title behind `WEBVTT`), null for what no player shows. Blank lines part them. */
function* partsOf(text: string): Generator<Caption | string | null> {
  const all = text.split('\n');
  let at = 0;
  if (WEBVTT.test(all[0] ?? '')) {
    yield (all[at++] ?? '').replace(/^WEBVTT[\s-]*/, '').trim();
    // `Kind: captions`, and what else the head of the file says to programs
    while (at < all.length && all[at]?.trim() !== '' && !TIMING.test(all[at] ?? '')) at++;
  }
  let lines: string[] = [];
  for (; at <= all.length; at++) {
    const line = all[at] ?? '';
    if (line.trim() !== '') lines.push(line);
    else if (lines.length > 0) {
      yield* partOf(lines);
      lines = [];
    }
  }
}

/** Lines without a blank one among them: a comment, some text, or a caption, of some writers several. */
function* partOf(lines: readonly string[]): Generator<Caption | string | null> {
  if (UNSHOWN.test(lines[0] ?? '')) {
    yield null;
    return;
  }
  const timings = lines.flatMap((line, at) => (line.includes('-->') ? [at] : []));
  if (timings.length === 0) yield lines.map(plainText).join('\n');
  for (const [index, at] of timings.entries()) {
    const next = timings[index + 1] ?? lines.length;
    const said = lines.slice(at + 1, next < lines.length && NUMBER.test(lines[next - 1] ?? '') ? next - 1 : next);
    const [, start, end = ''] = TIMING.exec(lines[at] ?? '') ?? [];
    yield start === undefined ? [lines[at] ?? '', ...said].map(plainText).join('\n') : { start, end, lines: said };
  }
}

/**
 * Without lines that are there once more. Captions that are written while somebody speaks roll up: each shows the line before too, and
 * begins as that one ends. A file is of that kind where a third of its captions does so.
 */
function withoutRepeated(parts: readonly (Caption | string)[]): { parts: (Caption | string)[]; rolled: boolean } {
  let before: Caption | string = '';
  let [captions, repeated] = [0, 0];
  const once: (Caption | string)[] = [];
  for (const part of parts) {
    const same = typeof part === 'string' || typeof before === 'string' ? 0 : linesAgain(before, part);
    if (typeof part !== 'string') captions++;
    if (same > 0) repeated++;
    once.push(typeof part === 'string' ? part : { ...part, lines: part.lines.slice(same) });
    before = part;
  }
  const rolled = repeated > 1 && repeated * 3 >= captions;
  return { parts: rolled ? once : [...parts], rolled };
}

/** How many lines at the beginning of a caption are the last ones of that before it. */
function linesAgain(before: Caption, caption: Caption): number {
  if (before.end !== caption.start) return 0;
  const shown = before.lines.slice(-ROLLED_LINES_MAX).map(plainText);
  const own = caption.lines.slice(0, ROLLED_LINES_MAX).map(plainText);
  for (let same = Math.min(shown.length, own.length); same > 0; same--)
    if (own.slice(0, same).every((line, at) => line === shown[shown.length - same + at])) return same;
  return 0;
}

/** What each speaker says in a caption (`<v Ana>`). */
function turnsOf({ start, lines }: Caption): Turn[] {
  // text, then by turns a speaker and what that one says
  const [first = '', ...voices] = lines.join('\n').split(VOICE);
  const turns = [{ start, speaker: '', text: first }];
  for (let at = 0; at < voices.length; at += 2) turns.push({ start, speaker: plainText(voices[at] ?? ''), text: voices[at + 1] ?? '' });
  return turns
    .map((turn) => ({ ...turn, text: turn.text.split('\n').map(plainText).filter(Boolean).join('\n') }))
    .filter((turn) => turn.text !== '');
}

function goesOn(open: Turn, { speaker }: Turn, rolled: boolean): boolean {
  if (speaker !== open.speaker || (speaker === '' && !rolled) || open.text.length > TURN_CHARS_MAX) return false;
  return open.text.length < TURN_CHARS || !SENTENCE_END.test(open.text);
}

function paragraphOf(said: Turn | string): Block {
  if (typeof said === 'string') return { id: '', type: 'paragraph', runs: [{ text: said }] };
  const { start, speaker, text } = said;
  const label = `${start.replace(/[.,]\d+$/, '')}${speaker && ` ${speaker}:`}`;
  return {
    id: '',
    type: 'paragraph',
    runs: [{ text: label, bold: true }, { text: ` ${speaker === '' ? text : text.replaceAll('\n', ' ')}` }],
  };
}
