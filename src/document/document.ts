/** A document: its blocks and what is around them. Bytes of pictures stay beside the tree, in `assets`. */
import type { Block } from './block.ts';
import type { PageLimits } from './page-limits.ts';

export const DOCUMENT_TYPES = ['report', 'letter', 'contract', 'memo', 'minutes', 'presentation', 'spreadsheet', 'artifact'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A picture, decoded once and re-encoded by us, so that every writer can embed it as it is. */
export interface Asset {
  /** `img:1`, `img:2`, … in the order of the request's pictures. */
  key: string;
  contentType: 'image/png' | 'image/jpeg';
  /** Pixels, as shown (orientation applied). */
  width: number;
  height: number;
  data: Uint8Array;
  /** Drawn dark on nothing, or on a light ground of its own: as a logo it goes on light grounds only. */
  needsLight?: true;
  /** Drawn in white on nothing: on a light page nobody sees it. */
  needsDark?: true;
}

export interface Document {
  /** Title of the document: from the cover, the first heading of level 1, or the request's name; '' if none. */
  title: string;
  /** BCP 47, e.g. `en`, `es`, `en-GB`. */
  lang: string;
  /** Languages of blocks in sections that are in another one, by id. */
  languages?: ReadonlyMap<string, string> | undefined;
  /**
   * Id of the level-1 heading (always the first block) that is the document's title: it is set in the title role, with
   * `subtitle` and a line of author and date under it, stays out of contents and bookmarks, and the other headings
   * have been raised so that sections are level 1. Absent: no such heading (there is a cover, or no title).
   */
  titleId?: string | undefined;
  /** A word above the title: what the document is (`Press release`). */
  eyebrow?: string | undefined;
  subtitle?: string | undefined;
  author?: string | undefined;
  organization?: string | undefined;
  /** As the author wrote it. */
  date?: string | undefined;
  /** Footer, after the organisation: `Confidential`, … */
  confidentiality?: string | undefined;
  /** How many pages it may have, where that was asked. */
  limits?: PageLimits | undefined;
  /** Key of the house's logo, for the head of the first page or slide. */
  logo?: string | undefined;
  blocks: Block[];
  assets: ReadonlyMap<string, Asset>;
}
