/**
 * Markdown that is still being written → what can be reported of it by now, block by block (interface §6.2). Only the text behind
 * the last block that is certain is read again with each piece, so that time stays in proportion to the length.
 *
 * A block is certain once another one has begun behind it. What later text changes all the same (a footnote whose text comes
 * last, a figure's source under its table) is reported again at the end: the end reads everything once more, and a block that
 * differs from what was reported is sent again under its id, which makes its earlier text void.
 */
import { append } from '../base/append.ts';
import type { Noted } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { numberBlocks } from '../document/walk.ts';
import { readSourced, startedStep, type MarkdownContent, type MarkdownOptions, type SourcedBlock, type StreamStep } from './markdown.ts';

export interface LiveMarkdown {
  /** Takes more text; returns what can be reported by now. Each call reads the open end again: collect small pieces first. */
  push(text: string): StreamStep[];
  /** Takes another text in place of all that was pushed, before the end: what differs is reported again. */
  replace(text: string): void;
  /** There is no more text; returns what is left and what has to be reported again. */
  end(): StreamStep[];
  /** All text so far. */
  text(): string;
  /** The whole content; after `end`. Its blocks have the ids that were reported. */
  result(): Noted<MarkdownContent>;
}

/** A line that more of the same line, or the next one, may turn into another kind of block. */
const UNDECIDED = /^(?:\s*$|[|:#\-*+>`~=_<[!\\{$]|\d{1,9}[.)]?\s?$|(?:table|tabla|source|fuente|cuadro|figure|figura)\b)/i;
/** From so many characters on a line is what it looks like. */
const DECIDED_CHARS = 120;

/** The first text of a block whose kind may still change is held back until its lines are complete. */
function isDecided(block: Block, source: string, complete: boolean): boolean {
  const [first = '', second] = source.split('\n');
  if (block.type === 'heading') return /^#{1,6}\s+\S/.test(first);
  if (block.type === 'table') return true;
  if (first.startsWith('|')) return second !== undefined && (complete || second.length > DECIDED_CHARS || source.split('\n').length > 2);
  return second !== undefined || complete || first.length > DECIDED_CHARS || !UNDECIDED.test(first);
}

/** A single block beyond this length is read again only once it has grown by this factor: all reads together stay linear. */
const LONG_BLOCK_CHARS = 20_000;
const GROWTH = 1.1;

interface Told {
  block: Block;
  source: string;
  json: string;
}
interface Open {
  type: Block['type'];
  sent: string;
}

/** The state of one text: what was reported for good, and the block that is still growing. */
class LiveReader {
  readonly #options: MarkdownOptions;
  #text = '';
  /** Offset behind the last block that is certain. */
  #certain = 0;
  /** Length of the open end when it was last read. */
  #lastRead = 0;
  #nextId = 1;
  #told: Told[] = [];
  #open: Open | undefined;
  #result: Noted<MarkdownContent> | undefined;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  push(more: string): StreamStep[] {
    this.#text += more.replaceAll('\r\n', '\n');
    // front matter is no block, and an unfinished one looks like others
    if (this.#certain === 0 && /^\uFEFF?-{0,3}$|^\uFEFF?---[ \t]*\n(?![^]*\n---[ \t]*\n)/.test(this.#text) && this.#text.length < 2_000)
      return [];
    const tail = this.#text.slice(this.#certain);
    if (tail.length > LONG_BLOCK_CHARS && tail.length < this.#lastRead * GROWTH) return [];
    this.#lastRead = tail.length;
    const { blocks } = readSourced(tail, this.#options);
    const shown = blocks.filter(({ block, line }) => line >= 0 && block.type !== 'footnotes');
    const complete = tail.endsWith('\n');
    const steps: StreamStep[] = [];
    const certain = shown.length - (this.#isSettled(shown, complete) ? 1 : 2);
    for (const one of shown.slice(0, Math.max(0, certain))) append(steps, this.#complete(one));
    const next = shown[Math.max(0, certain)];
    if (certain > 0 && next) this.#cutBefore(next.line);
    if (next) append(steps, this.#grow(next, complete || shown.length > Math.max(0, certain) + 1));
    return steps;
  }

  /** Whether the last block's first words say that it does not belong to the one before. */
  #isSettled(shown: readonly SourcedBlock[], complete: boolean): boolean {
    const last = shown.at(-1);
    return last !== undefined && isDecided(last.block, last.source, complete);
  }

  /** `line` counts in the tail without its front matter, if it had any. */
  #cutBefore(line: number): void {
    const tail = this.#text.slice(this.#certain);
    const front = this.#certain === 0 ? (/^\uFEFF?---[ \t]*\n[^]*?\n(?:---|\.\.\.)[ \t]*\n/.exec(tail)?.[0].length ?? 0) : 0;
    let at = front;
    for (let i = 0; i < line; i++) at = tail.indexOf('\n', at) + 1;
    this.#certain += at;
    this.#lastRead = 0;
  }

  #complete({ block, source }: SourcedBlock): StreamStep[] {
    const first = this.#nextId;
    this.#nextId = numberBlocks([block], first);
    const steps = this.#tellText(block, source);
    this.#open = undefined;
    this.#told.push({ block, source, json: JSON.stringify(block) });
    return [...steps, { kind: 'completed', blockId: block.id, block }];
  }

  #grow({ block, source }: SourcedBlock, complete: boolean): StreamStep[] {
    if (this.#open === undefined && !isDecided(block, source, complete)) return [];
    numberBlocks([block], this.#nextId);
    return this.#tellText(block, source);
  }

  /** New text of the open block; all of it again where its kind or its beginning is another one by now. */
  #tellText(block: Block, source: string): StreamStep[] {
    const steps: StreamStep[] = [];
    if (this.#open === undefined || this.#open.type !== block.type || !source.startsWith(this.#open.sent)) {
      this.#open = { type: block.type, sent: '' };
      steps.push(startedStep(block, this.#told.length));
    }
    const text = source.slice(this.#open.sent.length);
    if (text !== '') steps.push({ kind: 'delta', blockId: block.id, text });
    this.#open.sent = source;
    return steps;
  }

  replace(text: string): void {
    this.#text = text;
  }

  end(): StreamStep[] {
    const { blocks, result } = readSourced(this.#text, this.#options);
    this.#result = result;
    const steps: StreamStep[] = [];
    for (const [index, { block, source }] of blocks.entries()) {
      const told = this.#told[index];
      if (told?.json === JSON.stringify(block)) continue;
      const anew = told === undefined || told.block.id !== block.id || told.block.type !== block.type || told.source !== source;
      if (told === undefined && index === this.#told.length && this.#open !== undefined) {
        append(steps, this.#tellText(block, source));
        this.#open = undefined;
      } else if (anew) {
        steps.push(startedStep(block, index));
        if (source !== '') steps.push({ kind: 'delta', blockId: block.id, text: source });
      }
      steps.push({ kind: 'completed', blockId: block.id, block });
    }
    return steps;
  }

  text(): string {
    return this.#text;
  }

  result(): Noted<MarkdownContent> {
    if (!this.#result) throw new Error('result() was called before end()');
    return this.#result;
  }
}

/** A reader for Markdown that is still being written. */
export function createLiveMarkdown(options: MarkdownOptions): LiveMarkdown {
  const reader = new LiveReader(options);
  return {
    push: (text) => reader.push(text),
    replace: (text) => reader.replace(text),
    end: () => reader.end(),
    text: () => reader.text(),
    result: () => reader.result(),
  };
}
