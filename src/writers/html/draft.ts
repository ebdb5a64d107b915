/** What one writing carries along. */
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import type { PageCollection } from '../../document/collections.ts';
import type { Asset, Document } from '../../document/document.ts';
import type { Remark } from '../../document/inline.ts';
import type { Interactive } from '../../document/interactive.ts';
import type { Labels } from '../../document/labels.ts';
import type { Look } from '../../document/look.ts';
import type { HeadingEntry, References } from '../references.ts';
import type { QuoteMarks } from '../typography.ts';
import type { PageIds } from './ids.ts';

export interface Draft {
  readonly document: Document;
  readonly look: Look;
  readonly labels: Labels;
  readonly references: References;
  readonly ids: PageIds;
  readonly quotes: QuoteMarks;
  readonly notes: Note[];
  /** Entries of the outline, by block. */
  readonly headings: ReadonlyMap<string, HeadingEntry>;
  /** Bodies of footnotes by id, and those that something refers to, in their order. */
  readonly footnotes: ReadonlyMap<string, Block[]>;
  readonly footnotesUsed: string[];
  /** How often each footnote was referred to. */
  readonly footnoteUses: Map<string, number>;
  footnoteDepth: number;
  readonly remarks: Remark[];
  /** Texts of table cells before they were written for readers, by the id of the table. */
  readonly plainCells: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Colours of the document's own, for which the style sheet has a property in each scheme. */
  readonly fills: Set<string>;
  /** Colours of canvases in light and in dark, `#RRGGBB-#RRGGBB`. */
  readonly pairs: Set<string>;
  readonly texts: Set<string>;
  /** Rules for single blocks. */
  readonly rules: string[];
  /** Keys of the document's pictures that are in the page. */
  readonly placed: Set<string>;
  readonly leadId: string | undefined;
  /** Containers around the block that is being written. */
  depth: number;
  /** Width available on a wide screen, in CSS pixels. */
  widthPx: number;
  counter: number;
  /** Kinds of blocks that visitors use, for which the page has a script. */
  readonly uses: Set<Interactive['type']>;
  readonly collections: readonly PageCollection[];
  readonly clauses: number[];
  /** Levels of the headings that the text is under, as their authors gave them. */
  readonly openLevels: number[];
  /** The blocks as markup: containers, cells and footnotes hold blocks in their turn. */
  readonly writeBlocks: (draft: Draft, blocks: readonly Block[]) => string;
}

/** Notes of one code that are written out; more of the same say nothing new. */
const NOTES_PER_CODE_MAX = 20;

/** Adds a note, at most a few of each kind. */
export function addNote(draft: Draft, note: Note): void {
  let same = 0;
  for (const other of draft.notes) if (other.code === note.code) same += 1;
  if (same < NOTES_PER_CODE_MAX) draft.notes.push(note);
}

/** Runs `write` inside one more container, of a width in CSS pixels. */
export function inside<T>(draft: Draft, widthPx: number, write: () => T): T {
  const before = draft.widthPx;
  draft.widthPx = widthPx;
  draft.depth += 1;
  const result = write();
  draft.widthPx = before;
  draft.depth -= 1;
  return result;
}

/** An id of ours, which no author's can be. */
export const ownId = (draft: Draft, stem: string): string => `o-${stem}-${(draft.counter += 1)}`;

/** Bytes of a picture as an address, by which it is in the page. */
export function dataUri(draft: Draft, { key, contentType, data }: Asset): string {
  draft.placed.add(key);
  return `data:${contentType};base64,${Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')}`;
}

/** The property that holds a colour as it is read in either scheme. */
export function textInk(draft: Draft, hex: string): string {
  draft.texts.add(hex);
  return `var(--t${hex})`;
}
