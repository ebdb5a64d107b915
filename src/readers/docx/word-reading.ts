/** What the reading of one Word file has come to. */
import { W } from '../../ooxml/names.ts';
import type { Heading } from '../../document/block.ts';
import { attributeOf, elementsOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import type { OfficeReading } from '../office/parts.ts';
import type { Numbering } from './numbering.ts';
import type { Ground } from './background.ts';
import type { StyleTable, WordStyle } from './styles.ts';

interface NoteSource {
  part: string;
  element: XmlElement;
  author: string | undefined;
}

/** A field that has begun: its code is read up to `separate`, its result up to `end` (ISO/IEC 29500-1 §17.16.18). */
interface OpenField {
  code: string;
  inResult: boolean;
  link: string | undefined;
  /** Whether its result has shown text. */
  said: boolean;
}

/** What a style of characters says of its runs; undefined where it does not say whether they are hidden. */
export interface StyleMarks {
  bold: boolean;
  italic: boolean;
  code: boolean;
  hidden: boolean | undefined;
  chain: readonly WordStyle[];
}

export interface WordReading {
  office: OfficeReading;
  /** Whether lists that were typed stay paragraphs, and tables that only place text stay tables. */
  literal: boolean;
  /** The part being read, whose relationships count. */
  part: string;
  styles: StyleTable;
  numbering: Numbering;
  /** Footnotes, endnotes and comments by the ids that references give them. */
  noteSources: Map<string, NoteSource>;
  /** Ids in the order of their first reference. */
  references: Set<string>;
  /** Fields that are open; they may span paragraphs. */
  fields: OpenField[];
  headings: Heading[];
  titles: Heading[];
  hasTitle: boolean;
  styleMarks: Map<string, StyleMarks>;
  /** Of the page, or of the cell that is being read. */
  ground: Ground;
}

export function beginWord(start: Pick<WordReading, 'office' | 'literal' | 'part' | 'styles' | 'numbering' | 'ground'>): WordReading {
  return {
    ...start,
    noteSources: new Map(),
    references: new Set(),
    fields: [],
    headings: [],
    titles: [],
    hasTitle: false,
    styleMarks: new Map(),
  };
}

const PREFIXES = { footnotes: '', endnotes: 'end-', comments: 'comment-' } as const;
export type NoteKind = keyof typeof PREFIXES;

export const noteId = (kind: NoteKind, id: string): string => `${PREFIXES[kind]}${id.replaceAll(/[^\w-]/g, '')}`;

/** Separators, which Word keeps among the notes, have a type. */
export function indexNotes(reading: WordReading, kind: NoteKind, part: string, root: XmlElement | undefined): void {
  for (const element of root ? elementsOf(root) : []) {
    const type = attributeOf(element, 'type', W);
    const id = attributeOf(element, 'id', W);
    if (id === undefined || (type !== undefined && type !== 'normal')) continue;
    reading.noteSources.set(noteId(kind, id), {
      part,
      element,
      author: kind === 'comments' ? attributeOf(element, 'author', W)?.trim() || 'Comment' : undefined,
    });
  }
}
