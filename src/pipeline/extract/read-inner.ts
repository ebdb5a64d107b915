/** Files that are in a file: attachments of a message, entries of an archive, messages of a folder. */
import type { Note } from '../../base/note.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wishes } from '../../contract/extract-wishes.ts';
import type { Extracted, NamedFile } from '../extract.ts';
import type { Describer } from './describe-pictures.ts';
import type { TableValues } from './list-tables.ts';

/** Archives in archives, messages in messages: so deep they are opened. */
const INNER_DEEP_MAX = 2;
const INNER_NAMED_MAX = 10;
/** Of one file that was sent, in all that is in it. */
const INNER_FILES_MAX = 100;
/** After it no further file of those in one that was sent is begun; the one that is being read has the time of its kind. */
export const INNER_MS_MAX = 240_000;

/** Where a file is in others, how many were opened so far, and until when (`performance.now()`) more are. */
export interface Nesting {
  depth: number;
  until: number;
  opened: { files: number };
  /** null: no pictures are described. */
  describer: Describer | null;
}

interface InnerReading {
  /** Of the file that holds them. */
  wishes: Wishes;
  nesting: Nesting;
  /** Beyond so many characters no further file is read. */
  charsMax: number;
  read: (file: NamedFile, nesting: Nesting) => Promise<Extracted>;
}

/**
 * Each file that is in the file as a section under its name; what cannot be read is named in a note.
 * @returns the sections, and the tables in them where they were asked for: those without a caption under the name of their file
 */
export async function readInner(
  inner: readonly { name: string; bytes: Uint8Array }[],
  notes: Note[],
  { wishes, nesting, charsMax, read }: InnerReading,
): Promise<{ markdown: string; tables: TableValues[] }> {
  const left: string[] = [];
  const parts: string[] = [];
  const tables: TableValues[] = [];
  const own: Wishes = { describe: nesting.describer !== null, tables: wishes.tables };
  let chars = 0;
  for (const { name, bytes } of inner) {
    const plain = name.replaceAll(/[\p{Cc}\p{Cf}`*_[\]<>#|\\]/gu, ' ').slice(0, 200);
    try {
      if (nesting.depth >= INNER_DEEP_MAX) throw new Refusal('file_rejected', 'it is nested too deeply');
      if (performance.now() >= nesting.until) throw new Refusal('processing_failed', 'the files before it took all the time there is');
      if (chars > charsMax || ++nesting.opened.files > INNER_FILES_MAX) {
        left.push(plain);
        continue;
      }
      const found = await read({ bytes, filename: name, wishes: own }, { ...nesting, depth: nesting.depth + 1 });
      chars += found.chars;
      parts.push(`\n# ${plain}\n\n${found.markdown}`);
      for (const table of found.tables ?? []) tables.push({ ...table, page: null, caption: table.caption ?? plain });
      // that a file has no tables is nothing that was asked of it
      for (const note of found.notes) if (note.code !== 'wish_unsupported') notes.push({ ...note, message: `${plain}: ${note.message}` });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      left.push(`${plain} (${error.message})`);
    }
  }
  if (left.length > 0)
    notes.push({
      code: 'part_left_out',
      severity: 'warning',
      message: `Files in the file were not read: ${left.slice(0, INNER_NAMED_MAX).join('; ')}${left.length > INNER_NAMED_MAX ? `; … (${left.length} in all)` : ''}`,
    });
  return { markdown: parts.join('\n'), tables };
}
