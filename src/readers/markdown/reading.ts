/** What one reading carries along: the notes, the available pictures, and the footnotes that were met. */
import type { Note } from '../../base/note.ts';
import type { Block, Paragraph, Table } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import type { PageLimits } from '../../document/page-limits.ts';
import type { Env, Token } from 'markdown-it';
import type { Node } from './parser.ts';

/** Notes of one code that are written out; the rest are counted (a megabyte of faults must not become one of notes). */
const NOTES_PER_CODE_MAX = 20;

/** A pipe table as it is in the source: text of cells, not yet read. */
export interface RawTable {
  header: string[];
  aligns: (TableAlign | undefined)[];
  rows: string[][];
  /** Lines of text for what did not fit into the columns that are kept. */
  overflow: string[];
}
export type TableAlign = 'left' | 'center' | 'right';

export interface Reading {
  readonly notes: Note[];
  readonly noteCounts: Map<Note['code'], number>;
  /** Pictures that the request brought: `img:1` to `img:<pictures>`. */
  readonly pictures: number;
  /** The text is for slides. */
  readonly deck: boolean;
  /** The text is for a workbook: comma-separated values are tables. */
  readonly workbook: boolean;
  /** Lines of the source before the first line that the parser sees (front matter). */
  lineOffset: number;
  /** `env` of the parser: link reference definitions. */
  readonly env: Env;
  /** Pipe tables by their token. */
  readonly tables: Map<Token, RawTable>;
  /** Footnote definitions by label, the first of each: only their labels are references. */
  readonly definitions: Map<string, Node>;
  /** Labels in the order of their first reference. */
  readonly footnoteOrder: Set<string>;
  /** Paragraphs that may be the caption or the source line of a table beside them: which, and the runs without label. */
  readonly tableLines: Map<Block, { part: 'caption' | 'source'; runs: Run[] }>;
  /** Paragraphs whose lines may be lines: in letters and memos, or wherever they stand. */
  readonly keptLines: Map<Paragraph, { where: 'anywhere' | 'letter'; runs: Run[] }>;
  /** Names of HTML tags that a note has been written about. */
  readonly htmlNoted: Set<string>;
  /** How many pieces of HTML the text that is being read is in. */
  htmlDepth: number;
  /** Whether the label of a picture is being read: a picture in it is text, or reading it would recurse. */
  inPicture: boolean;
  /** The table read last, in the sheet that is being read where there is one: what a total or a chart without figures speaks of. */
  lastTable: { table: Table; raw: RawTable } | undefined;
  /** Level of the clause that is being read, 0 outside of clauses. */
  clauseDepth: number;
  /** What `::limit` says, the last one where there are several. */
  limits: PageLimits | undefined;
  /** Fragments of canvases that the design has names for. */
  components: ReadonlyMap<string, string>;
  /** Decimal sign to assume where a number could be read either way, by the language of the text. */
  readonly decimal: () => '.' | ',';
}

export function createReading(options: { pictures: number; deck: boolean; workbook: boolean; decimal: () => '.' | ',' }): Reading {
  return {
    notes: [],
    noteCounts: new Map(),
    pictures: options.pictures,
    deck: options.deck,
    workbook: options.workbook,
    lineOffset: 0,
    env: { references: {} },
    tables: new Map(),
    definitions: new Map(),
    footnoteOrder: new Set(),
    tableLines: new Map(),
    keptLines: new Map(),
    htmlNoted: new Set(),
    htmlDepth: 0,
    inPicture: false,
    lastTable: undefined,
    clauseDepth: 0,
    limits: undefined,
    components: new Map(),
    decimal: options.decimal,
  };
}

/** The rules of the parser are given only its `env`; this finds the reading that it belongs to. */
const readings = new WeakMap<object, Reading>();

export function bindReading(reading: Reading): Env {
  readings.set(reading.env, reading);
  return reading.env;
}

export function readingOf(env: Env): Reading {
  const reading = readings.get(env);
  if (!reading) throw new Error('the parser was called without a reading');
  return reading;
}

/** @param line 0-based line as the parser counts */
export function addNote(reading: Reading, note: Omit<Note, 'line'>, line?: number): void {
  const count = (reading.noteCounts.get(note.code) ?? 0) + 1;
  reading.noteCounts.set(note.code, count);
  if (count > NOTES_PER_CODE_MAX) return;
  reading.notes.push(line === undefined ? note : { ...note, line: line + 1 + reading.lineOffset });
}

/** The notes, with one more for each code that was met more often than it is written out. */
export function closeNotes(reading: Reading): Note[] {
  const notes = [...reading.notes];
  for (const [code, count] of reading.noteCounts) {
    const last = reading.notes.findLast((note) => note.code === code);
    if (!last || count <= NOTES_PER_CODE_MAX) continue;
    notes.push({ code, severity: last.severity, message: `The same was met ${count - NOTES_PER_CODE_MAX} more times.` });
  }
  return notes;
}
