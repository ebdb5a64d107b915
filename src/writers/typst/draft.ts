/** What one writing carries along. */
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import type { Remark } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import type { Labels } from '../../document/labels.ts';
import type { Look } from '../../document/look.ts';
import type { HeadingEntry, References } from '../references.ts';
import type { QuoteMarks } from '../typography.ts';
import type { Measures } from './measures.ts';
import { printable } from './text.ts';

export interface Draft {
  readonly document: Document;
  readonly look: Look;
  readonly labels: Labels;
  /** Language in which the pages are counted here. */
  pageLang: string;
  readonly references: References;
  readonly measures: Measures;
  readonly quotes: QuoteMarks;
  readonly notes: Note[];
  /** Pictures that the source reads, by the name under `/assets/`. */
  readonly assets: Map<string, Uint8Array>;
  /** Comments that the source marks, by their number. */
  readonly remarks: Remark[];
  chartCount: number;
  readonly footnotes: ReadonlyMap<string, Block[]>;
  /** Places that are in the source, and those that links point at. */
  readonly labelsSet: Set<string>;
  readonly labelsWanted: Set<string>;
  /** Footnotes that have been set; the next reference points at the same one. */
  readonly footnotesSet: Set<string>;
  /** The blocks as markup: containers, cells and footnotes hold blocks in their turn. */
  readonly writeBlocks: (draft: Draft, blocks: readonly Block[]) => string;
  /** How many footnotes we are in. */
  footnoteDepth: number;
  /** The paragraph that leads in. */
  readonly leadId: string | undefined;
  /** Lists around the block that is being written, itself among them. */
  listLevel: number;
  /** Of the pages from here on. */
  orientation: Look['orientation'];
  /** Containers around the block that is being written. */
  depth: number;
  /** Width available, in points. */
  widthPt: number;
  readonly clauses: number[];
  /** Entries of the outline, by block. */
  readonly headings: ReadonlyMap<string, HeadingEntry>;
  /** Every chapter begins a page. */
  readonly chapterBreaks: boolean;
  chapterCount: number;
  /** Levels of the headings that the text is under, as their authors gave them. */
  readonly openLevels: number[];
  /** Set formulas as their TeX: for a second try, after a formula has kept the first from compiling. */
  readonly plainFormulas: boolean;
}

/** Notes of one code that are written out; more of the same say nothing new. */
const NOTES_PER_CODE_MAX = 20;

/** Adds a note, at most a few of each kind. */
export function addNote(draft: Draft, note: Note): void {
  let same = 0;
  for (const other of draft.notes) if (other.code === note.code) same += 1;
  if (same < NOTES_PER_CODE_MAX) draft.notes.push(note);
}

/** Runs `write` with another width, and with one container more around it. */
export function inside<T>(draft: Draft, widthPt: number, write: () => T): T {
  const before = draft.widthPt;
  draft.widthPt = widthPt;
  draft.depth += 1;
  const result = write();
  draft.widthPt = before;
  draft.depth -= 1;
  return result;
}

/** Whether a heading says anything: one without words has no place in the outline (PDF/UA-1 7.4). */
export function hasTitle(runs: readonly Run[]): boolean {
  return runs.some((run) => run.math !== true && run.footnote === undefined && /[\p{L}\p{N}\p{P}\p{S}]/u.test(printable(run.text)));
}

/** The level at which a heading is in the outline: one below the nearest earlier one of a lower level, without gaps (PDF/UA-1 7.4.2). */
export function outlineLevel(draft: Draft, wanted: number): number {
  const { openLevels } = draft;
  while ((openLevels.at(-1) ?? 0) >= wanted) openLevels.pop();
  openLevels.push(wanted);
  return openLevels.length;
}
