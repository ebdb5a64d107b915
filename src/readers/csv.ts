/** Comma-, semicolon- and tab-separated values (RFC 4180) → a table, as they are: what begins with `=` is text. */
import type { Block } from '../document/block.ts';
import type { Note, Noted } from '../base/note.ts';
import { readCsvFence } from './markdown/csv-fence.ts';
import { decodeText } from './text.ts';

/** Beyond it the text is as it stands: a table of more would be no help to anybody. */
const CHARS_MAX = 8_000_000;

/** Never throws: what is no table is one block of text. Notes: `encoding_guessed`, `controls_dropped`, `text_cut`. */
export function readCsv(bytes: Uint8Array): Noted<{ blocks: Block[]; pages: null }> {
  const { value, notes } = decodeText(bytes);
  const cut = value.length > CHARS_MAX ? value.slice(0, value.lastIndexOf('\n', CHARS_MAX)) : value;
  const more: Note[] =
    cut === value
      ? []
      : [
          {
            code: 'text_cut',
            severity: 'warning',
            message: `The values were read up to line ${cut.split('\n').length}; the rest of them was left out.`,
          },
        ];
  // Excel writes what divides the values before them
  const table = readCsvFence(cut.replace(/^\uFEFF?sep=.\n/i, ''));
  const blocks: Block[] = table ? [table] : [{ id: 'b1', type: 'code', text: cut }];
  return { value: { blocks, pages: null }, notes: [...notes, ...more] };
}
