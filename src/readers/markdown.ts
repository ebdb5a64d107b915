/**
 * Markdown → blocks: CommonMark, GFM, footnotes, `$math$` and the directives of the dialect (docs/markdown.md).
 * Any text is a document: what cannot be carried leaves a note, and nothing of the text is lost silently.
 */
import type { Note, Noted } from '../base/note.ts';
import type { Block, BlockType, Footnotes } from '../document/block.ts';
import { canvasHeading } from '../document/canvas.ts';
import { readDesign } from '../document/design.ts';
import { decideType } from '../document/document-type.ts';
import { plainText } from '../document/inline.ts';
import type { PageLimits } from '../document/page-limits.ts';
import { decimalSign, detectLanguage } from '../document/language.ts';
import { blockRuns, numberBlocks, walkBlocks } from '../document/walk.ts';
import { resolveAnchors } from './markdown/anchors.ts';
import { adoptHeadings, dropChat, dropDividers, dropEmoji, unwrapFence } from './markdown/as-written.ts';
import { readNodes } from './markdown/blocks.ts';
import type { Range } from './markdown/blocks.ts';
import { readClauses } from './markdown/clauses.ts';
import { parseFrontMatter } from './markdown/front-matter.ts';
import type { Meta } from './markdown/front-matter.ts';
import { keepLines } from './markdown/kept-lines.ts';
import { readLanguageTag } from './markdown/language-tag.ts';
import { parseBlocks } from './markdown/parser.ts';
import type { Node } from './markdown/parser.ts';
import { addNote, closeNotes, createReading } from './markdown/reading.ts';
import type { Reading } from './markdown/reading.ts';
import { joinRuns } from './markdown/runs.ts';
import { divideBoldClauses, readSignaturePlaces } from './markdown/plain-contract.ts';
import { readSections } from './markdown/sections.ts';
import { closeEmptyTags } from './canvas/components.ts';
import { readCanvasSheet } from './read-canvas.ts';
import { cleanText } from './markdown/source-text.ts';

export interface MarkdownContent {
  /** Ids `b1`, `b2`, … in reading order. */
  blocks: Block[];
  /** From the front matter. `lang` is BCP 47. */
  meta: Meta;
  /** What `::limit` asks for. */
  limits?: PageLimits;
}

export interface MarkdownOptions {
  /** How many pictures the request brought: `img:1` to `img:<pictures>`. */
  pictures: number;
  /** The text is for a deck: lines (`---`) and headings divide it even where no `::slide` does, so that `:::notes` belong to a slide. */
  deck?: boolean;
  /** The text is for a workbook: fences of comma-separated values are tables. */
  workbook?: boolean;
}

interface Read extends MarkdownContent {
  notes: Note[];
  /** Text without front matter, and the lines of it that each block at the top came from. */
  text: string;
  ranges: Map<Block, Range>;
}

/**
 * Reads a whole text. Never throws for a text, however odd; takes time in proportion to its length.
 * Notes: `html_dropped`, `image_missing`, `image_remote`, `directive_unknown`, `link_broken`, `table_too_wide`,
 * `nesting_flattened`, … (decisions §3, §8).
 */
export function readMarkdown(source: string, options: MarkdownOptions): Noted<MarkdownContent> {
  const read = readAll(source, options);
  return { value: contentOf(read), notes: read.notes };
}

const contentOf = ({ blocks, meta, limits }: Read): MarkdownContent => ({ blocks, meta, ...(limits === undefined ? {} : { limits }) });

function readAll(source: string, options: MarkdownOptions): Read {
  const { text: clean, controlsDropped } = cleanText(source);
  const front = parseFrontMatter(clean);
  const text = unwrapFence(clean.slice(front.length));
  const meta = { ...front.meta };
  let decimal: '.' | ',' | undefined;
  const reading = createReading({
    pictures: options.pictures,
    deck: options.deck === true,
    workbook: options.workbook === true,
    decimal: () => (decimal ??= decimalSign(meta.lang ?? detectLanguage(text))),
  });
  reading.lineOffset = front.lines;
  if (controlsDropped > 0)
    addNote(reading, {
      code: 'controls_dropped',
      severity: 'info',
      message: `${controlsDropped} control characters, which no document can hold, were taken out.`,
    });
  noteFrontMatter(meta, front.unknown, reading);
  if (front.design !== undefined) noteDesign(meta, front.design, reading);

  const nodes = parseBlocks(text, reading);
  collectDefinitions(nodes, reading);
  const ranges = new Map<Block, Range>();
  let blocks = readSections(nodes, reading, ranges, options.deck === true);
  dropChat(blocks, reading);
  addFootnotes(blocks, reading, ranges);
  const type = decideType(blocks, meta);
  keepLines(type, reading);
  if (options.deck !== true) {
    adoptHeadings(blocks, type);
    dropDividers(blocks, type);
  }
  dropEmoji(blocks, reading);
  if (type === 'contract') blocks = readClauses(readSignaturePlaces(divideBoldClauses(blocks, ranges), ranges), ranges);
  if (options.deck !== true) addTitle(blocks, meta, type);
  resolveAnchors(blocks, reading);
  numberBlocks(blocks);
  const notes = placeNotes(closeNotes(reading), blocks, ranges, reading.lineOffset);
  return { blocks, meta, ...(reading.limits === undefined ? {} : { limits: reading.limits }), notes, text, ranges };
}

/** Takes the design up; what of it is not possible is named, the rest holds. */
function noteDesign(meta: Meta, text: string, reading: Reading): void {
  const { design, problems } = readDesign(text);
  if (design !== undefined) meta.design = design;
  if (design?.canvases?.css !== undefined) {
    const { rules, notes } = readCanvasSheet(design.canvases.css);
    meta.canvasRules = rules;
    for (const note of notes) addNote(reading, note);
  }
  reading.components = new Map(
    Object.entries(design?.components ?? {}).map(([name, html]): [string, string] => [name, closeEmptyTags(html)]),
  );
  for (const message of problems) addNote(reading, { code: 'design_invalid', severity: 'warning', message });
}

function noteFrontMatter(meta: Meta, unknown: readonly string[], reading: Reading): void {
  if (meta.lang !== undefined) {
    const tag = readLanguageTag(meta.lang);
    if (tag === undefined) {
      addNote(reading, {
        code: 'front_matter_unknown',
        severity: 'info',
        message: `"${meta.lang.slice(0, 40)}" in the front matter is no language that is known here.`,
      });
      delete meta.lang;
    } else meta.lang = tag;
  }
  if (unknown.length > 0) {
    addNote(reading, {
      code: 'front_matter_unknown',
      severity: 'info',
      message: `Lines of the front matter mean nothing here: ${unknown.join('; ').slice(0, 200)}.`,
    });
  }
}

// ----------------------------------------------------------------------------------------------------------- footnotes

/** Finds all definitions, wherever they stand, before any text is read: only labels that have one are references. */
function collectDefinitions(nodes: readonly Node[], reading: Reading): void {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.token.type === 'footnote_open' && !reading.definitions.has(node.token.content))
      reading.definitions.set(node.token.content, node);
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) waiting.push(child);
    }
  }
}

/** Footnotes in the order of their first reference; those that nothing refers to stay as text before them. */
function addFootnotes(blocks: Block[], reading: Reading, ranges: Map<Block, Range>): void {
  const footnotes: Footnotes = { id: '', type: 'footnotes', notes: [] };
  const markless = withoutMark(blocks, reading);
  const read = new Set<string>();
  const readPending = (): void => {
    // The set grows while it is walked: footnotes may refer to footnotes.
    for (const label of reading.footnoteOrder) {
      const node = reading.definitions.get(label);
      if (!node || read.has(label)) continue;
      read.add(label);
      const content = readNodes(node.children, reading);
      footnotes.notes.push({ id: label, blocks: content.length > 0 ? content : [{ id: '', type: 'paragraph', runs: [{ text: label }] }] });
    }
  };
  readPending();
  for (const [label, node] of reading.definitions) {
    if (read.has(label)) continue;
    read.add(label);
    const line = node.token.map?.[0];
    addNote(
      reading,
      {
        code: 'footnote_unused',
        severity: 'info',
        message: markless.has(label)
          ? `The footnote "${label.slice(0, 60)}" is referred to where no mark can stand, in a chart for one; its text is at the end.`
          : `Nothing refers to the footnote "${label.slice(0, 60)}"; its text is at the end.`,
      },
      line,
    );
    // In a deck or a workbook nothing is behind the last slide or sheet.
    const last = blocks.at(-1);
    const target = last?.type === 'slide' || last?.type === 'sheet' ? last.blocks : blocks;
    for (const block of readNodes(node.children, reading, ranges)) target.push(block);
    readPending();
  }
  const ids = new Set(footnotes.notes.map((note) => note.id));
  if ([...reading.footnoteOrder].some((label) => !ids.has(label))) spellReferences([...blocks, footnotes], ids);
  if (footnotes.notes.length > 0) blocks.push(footnotes);
}

/** Labels whose marks were in texts that hold none (figures of a chart, titles in attributes): they are no references. */
function withoutMark(blocks: readonly Block[], reading: Reading): Set<string> {
  const marked = new Set([...walkBlocks(blocks)].flatMap((block) => blockRuns(block).flatMap((runs) => runs.map((run) => run.footnote))));
  const lost = new Set([...reading.footnoteOrder].filter((label) => !marked.has(label)));
  for (const label of lost) reading.footnoteOrder.delete(label);
  return lost;
}

/** References in the text of footnotes that have themselves become text lead nowhere: they are written out. */
function spellReferences(blocks: readonly Block[], ids: ReadonlySet<string>): void {
  for (const block of walkBlocks(blocks)) {
    for (const runs of blockRuns(block)) {
      for (const run of runs) {
        if (run.footnote === undefined || ids.has(run.footnote)) continue;
        run.text = `[^${run.footnote}]`;
        delete run.footnote;
      }
      joinRuns(runs);
    }
  }
}

// --------------------------------------------------------------------------------------------------------------- title

/** A canvas with a heading that opens a text is its cover or its head. */
const isDrawnHead = (block: Block): boolean => block.type === 'canvas' && canvasHeading(block.nodes) !== undefined;

/** The title of the front matter is text that shall be seen: it heads the document unless that has it already. */
function addTitle(blocks: Block[], meta: Meta, type: string): void {
  if (meta.title === undefined || type === 'letter' || type === 'presentation' || type === 'spreadsheet') return;
  const same = (text: string): boolean => text.trim().toLowerCase() === (meta.title ?? '').trim().toLowerCase();
  const [first] = blocks;
  if (!first || blocks.some((block) => block.type === 'cover') || isDrawnHead(first)) return;
  const shown = blocks.slice(0, 4).some((block) => block.type === 'heading' && same(plainText(block.runs)));
  if (shown) return;
  blocks.unshift({ id: '', type: 'heading', level: 1, runs: [{ text: meta.title }] });
}

// --------------------------------------------------------------------------------------------------------------- notes

/** Notes with the block at the top in whose lines they arose. */
function placeNotes(notes: readonly Note[], blocks: readonly Block[], ranges: ReadonlyMap<Block, Range>, lineOffset: number): Note[] {
  const owners = new Map<number, string>();
  const wanted = new Set(notes.map((note) => (note.line ?? 0) - 1 - lineOffset));
  for (const block of blocks) {
    const [from, to] = ranges.get(block) ?? [0, 0];
    for (let line = from; line < to; line++) if (wanted.has(line)) owners.set(line, block.id);
  }
  return notes.map((note) => {
    const blockId = note.line === undefined ? undefined : owners.get(note.line - 1 - lineOffset);
    return blockId === undefined ? note : { ...note, blockId };
  });
}

// -------------------------------------------------------------------------------------------------------------- stream

export type StreamStep =
  | { kind: 'started'; blockId: string; index: number; blockType: BlockType; level?: number }
  | { kind: 'delta'; blockId: string; text: string }
  | { kind: 'completed'; blockId: string; block: Block };

export interface MarkdownStream {
  /** Takes more text; returns what is certain by now. */
  push(text: string): StreamStep[];
  /** Says that there is no more; returns what is left. */
  end(): StreamStep[];
  /** The whole content; after `end`. */
  result(): Noted<MarkdownContent>;
}

/** Longest text of one delta. */
const DELTA_CHARS_MAX = 8000;

/** Reads text that is there at once, and tells block by block what it says; text that is still being written: live-markdown.ts. */
export function createMarkdownStream(options: MarkdownOptions): MarkdownStream {
  const pieces: string[] = [];
  let read: Read | undefined;
  return {
    push(text) {
      pieces.push(text);
      return [];
    },
    end() {
      read = readAll(pieces.join(''), options);
      return tellBlocks(read);
    },
    result() {
      if (!read) throw new Error('result() was called before end()');
      return { value: contentOf(read), notes: read.notes };
    },
  };
}

/** A block at the top, its Markdown, and the line (0-based, of the text without front matter) that it begins on. */
export interface SourcedBlock {
  block: Block;
  source: string;
  line: number;
}

/** Reads a whole text and tells of each block at the top where it came from; one that no line says has line -1. */
export function readSourced(source: string, options: MarkdownOptions): { blocks: SourcedBlock[]; result: Noted<MarkdownContent> } {
  const read = readAll(source, options);
  return { blocks: sourceBlocks(read), result: { value: contentOf(read), notes: read.notes } };
}

function sourceBlocks({ blocks, text, ranges }: Read): SourcedBlock[] {
  const lines = text.split('\n');
  return blocks.map((block) => {
    const range = ranges.get(block);
    return range
      ? { block, source: lines.slice(range[0], range[1]).join('\n').trimEnd(), line: range[0] }
      : { block, source: '', line: -1 };
  });
}

/** The first step of a block, as it is reported. */
export function startedStep(block: Block, index: number): StreamStep {
  const level = block.type === 'heading' || block.type === 'clause' ? { level: block.level } : {};
  return { kind: 'started', blockId: block.id, index, blockType: block.type, ...level };
}

function tellBlocks(read: Read): StreamStep[] {
  const steps: StreamStep[] = [];
  for (const [index, { block, source }] of sourceBlocks(read).entries()) {
    const blockId = block.id;
    steps.push(startedStep(block, index));
    for (let at = 0; at < source.length; at += DELTA_CHARS_MAX)
      steps.push({ kind: 'delta', blockId, text: source.slice(at, at + DELTA_CHARS_MAX) });
    steps.push({ kind: 'completed', blockId, block });
  }
  return steps;
}
