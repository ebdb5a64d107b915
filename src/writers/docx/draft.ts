/**
 * What one file accumulates while its blocks are written: relationships, pictures, lists, footnotes, ids, notes, and
 * what waits for the next paragraph. One draft a file; nothing of it outlives `buildDocx`.
 */
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import type { Labels } from '../../document/labels.ts';
import type { Look } from '../../document/look.ts';
import type { ThemeSlots } from './colors.ts';
import type { Relationships } from './relationships.ts';
import type { References } from './references.ts';

/** A part that lies beside the document: chart, embedded workbook, header, footer, picture. */
export interface ExtraPart {
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
  /** `w:num` instances: how each begins. */
  lists: ListInstance[];
  /** Content of the footnotes by id; they are written when first referred to. */
  footnoteBlocks: ReadonlyMap<string, Block[]>;
  /** Model id → number in this file. */
  footnoteNumbers: Map<string, number>;
  footnotesXml: string[];
  footnoteRelationships: Relationships;
  insideFootnote: boolean;
  bookmarkCount: number;
  drawingCount: number;
  chartCount: number;
  /** The next paragraph begins a page. */
  pageBreakPending: boolean;
  /** Bookmarks that the next paragraph carries. */
  bookmarksPending: string[];
  rightToLeft: boolean;
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
  indentDxa: number;
  /** `body` is the page itself; sections can end only there, and only there do headings enter the outline. */
  room: 'body' | 'column' | 'cell' | 'box' | 'item' | 'footnote';
  /** Style of plain paragraphs here; Normal where absent. */
  style?: string;
  listDepth: number;
  /** Paragraphs of a short table stay with the next row. */
  keepNext?: boolean;
}

/** Says a thing once per code and block. */
export function note(draft: Draft, entry: Note): void {
  const key = `${entry.code} ${entry.blockId ?? ''}`;
  if (draft.noted.has(key)) return;
  draft.noted.add(key);
  draft.notes.push(entry);
}
