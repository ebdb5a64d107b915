/**
 * What one file accumulates while its blocks are written: relationships, pictures, lists, footnotes, ids, notes, and
 * what waits for the next paragraph. One draft a file; nothing of it outlives `buildDocx`.
 */
import type { Note } from '../../base/note.ts';
import type { Block, Toc } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import type { Labels } from '../../document/labels.ts';
import type { Look } from '../../document/look.ts';
import type { QuoteMarks } from '../typography.ts';
import type { ThemeSlots } from './colors.ts';
import type { Relationships } from './relationships.ts';
import type { HeadingEntry, References } from '../references.ts';
import type { ReviewDraft } from './review.ts';

/** A part that lies beside the document: chart, embedded workbook, header, footer, picture. */
interface ExtraPart {
  name: string;
  data: Uint8Array | string;
  /** Left out for pictures, whose type follows from the extension. */
  contentType?: string;
  relationships?: Relationships;
}

export interface Draft {
  document: Document;
  look: Look;
  labels: Labels;
  slots: ThemeSlots;
  references: References;
  notes: Note[];
  noted: Set<string>;
  /** Of the part being written: the document's, or the footnotes' while one of those is written. */
  relationships: Relationships;
  extraParts: ExtraPart[];
  /** Keys of the document's pictures that have a part. */
  placed: Set<string>;
  /** `w:num` instances: how each begins. */
  lists: ListInstance[];
  /** Content of the footnotes by id; they are written when first referred to. */
  footnoteBlocks: ReadonlyMap<string, Block[]>;
  /** Model id → number in this file. */
  footnoteNumbers: Map<string, number>;
  footnoteRelationships: Relationships;
  insideFootnote: boolean;
  review: ReviewDraft;
  bookmarkCount: number;
  /** Names given so far: two blocks can carry one anchor, and a name may be once. */
  bookmarkNames: Set<string>;
  drawingCount: number;
  controlCount: number;
  chartCount: number;
  /** The next paragraph begins a page. */
  pageBreakPending: boolean;
  /** Bookmarks that the next paragraph carries. */
  bookmarksPending: string[];
  /** The next paragraph is the first of a column and takes no space above itself. */
  topOfColumn: boolean;
  rightToLeft: boolean;
  quotes: QuoteMarks;
  /** By id, for the outline. */
  headings: ReadonlyMap<string, HeadingEntry>;
  section: Section;
  /** Every chapter begins a page. */
  chapterBreaks: boolean;
  chapterCount: number;
  /** The paragraph that leads in. */
  leadId: string | undefined;
  /** `w:headerReference` and `w:footerReference` by orientation, made when first needed. */
  furniture: Map<boolean, string>;
  /** Whether the page has a table of contents, whose entries point at bookmarks of the headings. */
  contents: Contents | undefined;
}

/** The section being written; its properties are at its end (ECMA-376-1 §17.6.17). */
interface Section {
  landscape: boolean;
  /** First of the text: its first page has furniture of its own. */
  first: boolean;
  /** Nothing is in it yet. */
  empty: boolean;
}

/** Where the table of contents is in `document.xml`: a mark that each variant of the file replaces by its own. */
export interface Contents {
  block: Toc;
  depth: number;
  entries: HeadingEntry[];
}

/** One list on the page: its definition, its level, and the number that it begins with. */
export interface ListInstance {
  definition: 'bullets' | 'numbers';
  level: number;
  start: number;
}

/** Where a block stands: how wide and high its room is, and how far it is indented. */
export interface Place {
  widthDxa: number;
  heightDxa: number;
  /** Part of the width, on the left, that is not used. */
  indentDxa: number;
  /** `body` is the page itself; sections can end only there, and only there do headings enter the outline. */
  room: 'body' | 'column' | 'cell' | 'box' | 'item' | 'footnote';
  /** Style of plain paragraphs here; Normal where absent. */
  style?: string;
  listDepth: number;
  /** A box with space below itself is before: no more is added above. */
  afterBox?: boolean;
  /** What is here ends the outermost list and keeps the distance to the text below. */
  closesList?: boolean;
  /** Indent around the lists that this place is in. */
  listBaseDxa?: number;
  /** Paragraphs of a short table stay with the next row. */
  keepNext?: boolean;
}

/** Width that is left for what is here. */
export const roomDxa = (place: Place): number => Math.max(600, place.widthDxa - place.indentDxa);

/** Says a thing once per code and block. */
export function note(draft: Draft, entry: Note): void {
  const key = `${entry.code} ${entry.blockId ?? ''}`;
  if (draft.noted.has(key)) return;
  draft.noted.add(key);
  draft.notes.push(entry);
}
