/** Zip archives → the files in them, for others to read. */
import type { Note } from '../base/note.ts';
import { readZip, ZIP_LIMITS } from '../ooxml/read-zip.ts';

/** Files of one archive that are read; the rest is named in a note. */
const FILES_MAX = 100;
const FILE_BYTES_MAX = 50 * 2 ** 20;
const LIMITS = { ...ZIP_LIMITS, entryBytesMax: FILE_BYTES_MAX, totalBytesMax: 200 * 2 ** 20 };
/** What systems put beside the files, and what is hidden. */
const ASIDE = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/;

/** @throws Refusal `file_rejected` as `readZip` does. Notes: `part_left_out` */
export function unpackFiles(bytes: Uint8Array): { inner: { name: string; bytes: Uint8Array }[]; notes: Note[] } {
  const files = [...readZip(bytes, LIMITS).parts.values()].filter(({ name }) => !ASIDE.test(name));
  const notes: Note[] =
    files.length <= FILES_MAX
      ? []
      : [
          {
            code: 'part_left_out',
            severity: 'warning',
            message: `The archive has ${files.length} files; the first ${FILES_MAX} of them were read.`,
          },
        ];
  return { inner: files.slice(0, FILES_MAX).map((part) => ({ name: part.name, bytes: part.read() })), notes };
}
