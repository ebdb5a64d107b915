/**
 * One file of a kind that our own readers take → Markdown. Pure computing: runs in a thread of its own in the service. What reads a kind
 * is loaded with the first file of it, so a thread is ready soon.
 */
import type { FileKind } from '../../base/file-kind.ts';
import type { Note } from '../../base/note.ts';
import type { Wishes } from '../../contract/extract-wishes.ts';
import type { AddressedBlock } from '../../edits/list-content.ts';
import { nameKnownText } from '../../readers/known-text.ts';
import { decodeText } from '../../readers/text.ts';
import { openPages, type SentPages } from '../work/sent-pages.ts';
import type { PlacedDescription } from './cropped-pictures.ts';
import type { Layout } from './lay-out-blocks.ts';
import type { ListedPicture } from './list-pictures.ts';
import type { TableValues } from './list-tables.ts';
import type { ShownPicture } from './show-pictures.ts';

/** What our readers take as it is. */
export const READ_KINDS = [
  'docx',
  'pptx',
  'xlsx',
  'html',
  'txt',
  'md',
  'csv',
  'tsv',
  'json',
  'xml',
  'ipynb',
  'eml',
  'msg',
  'epub',
  'zip',
] as const satisfies FileKind[];
type TextKind = (typeof READ_KINDS)[number];

export interface TextTask {
  kind: TextKind;
  bytes: Uint8Array;
  addresses?: boolean | undefined;
  wishes?: Wishes | undefined;
  /** What a model says of the pictures that a first reading has shown, by their keys. */
  described?: ReadonlyMap<string, string>;
}

/** A PDF comes as what PDFium has found on its pages, a picture as what was recognized in it. */
export type ReadTask =
  | TextTask
  | { kind: 'pdf' | 'picture'; drawn: SentPages; wishes?: Wishes | undefined; described?: readonly PlacedDescription[] }
  /** An Office file that is only looked at: its bounds, and how many slides or sheets it has. */
  | { kind: 'inspect'; bytes: Uint8Array };

export interface ReadResult {
  markdown: string;
  pages: number | null;
  notes: Note[];
  /** Of Office files, where they were asked for. */ blocks?: AddressedBlock[];
  /** Where they were asked for, and the kind has them. */
  tables?: TableValues[];
  layout?: Layout;
  pictures?: ListedPicture[];
  /** Where descriptions were asked for and none are given yet: what is to be described. */
  shown?: ShownPicture[];
  /** Files that are in the file, each to be read by itself: attachments of a message, entries of an archive. */
  inner?: { name: string; bytes: Uint8Array }[];
}

/** @throws Refusal file_rejected */
export async function readFileTask(task: ReadTask): Promise<ReadResult> {
  switch (task.kind) {
    case 'txt':
    case 'md': {
      const { value, notes } = decodeText(task.bytes);
      const form = task.kind === 'txt' ? nameKnownText(value) : null;
      if (task.kind === 'md' && task.wishes?.tables)
        return { markdown: value, pages: null, notes, tables: await (await import('./read-known-text.ts')).tablesOfMarkdown(value) };
      if (form === null) return { markdown: value, pages: null, notes };
      const read = await (await import('./read-known-text.ts')).readKnownText(form, value, task.wishes);
      return { ...read, notes: [...notes, ...read.notes] };
    }
    case 'docx':
    case 'pptx':
    case 'xlsx':
      return (await import('./read-office.ts')).readOffice(task.kind, task);
    case 'inspect': {
      const { value, notes } = (await import('../../readers/inspect-office.ts')).inspectOffice(task.bytes);
      return { markdown: '', pages: value.pages, notes };
    }
    case 'pdf':
      return (await import('./read-drawn.ts')).readDrawn(openPages(task.drawn), task.wishes, task.described);
    case 'picture':
      return (await import('./read-drawn.ts')).readDrawnPicture(openPages(task.drawn), task.wishes, task.described);
    case 'html':
    case 'epub':
    case 'eml':
    case 'msg':
      return (await import('./read-web.ts')).readWeb(task.kind, task);
    case 'csv':
    case 'tsv':
    case 'json':
    case 'xml':
    case 'ipynb':
      return (await import('./read-data.ts')).readData(task.kind, task);
    case 'zip':
      return { markdown: '', pages: null, ...(await import('../../readers/archive.ts')).unpackFiles(task.bytes) };
  }
}
