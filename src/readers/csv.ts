/** Comma-, semicolon- and tab-separated values (RFC 4180) → a table, as they are: what begins with `=` is text. */
import type { Block } from '../document/block.ts';
import type { Note, Noted } from '../base/note.ts';
import { readCsvFence } from './markdown/csv-fence.ts';
import { decodeText } from './text.ts';

/** Beyond it the text is as it stands: a table of more would be no help to anybody. */
const CHARS_MAX = 8_000_000;
/** As of a sheet: each cell takes some hundred bytes of memory. */
const CELLS_MAX = 1_000_000;
const CELL_ENDS = new Set([',', ';', '\t', '|', '\n'].map((sign) => sign.charCodeAt(0)));

/** Where the text is too long for a table, at the end of a line; its length where it is not. */
function endOfTable(text: string): number {
  let cells = 0;
  let line = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!CELL_ENDS.has(code)) continue;
    if (++cells > CELLS_MAX || at > CHARS_MAX) return line;
    if (code === 10) line = at;
  }
  return Math.max(line, Math.min(text.length, CHARS_MAX));
}

/** As of a web page. */
const COLUMNS_MAX = 1_000;
const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Never throws: what is no table is one block of text. Notes: `encoding_guessed`, `controls_dropped`, `text_cut`. */
export function readCsv(bytes: Uint8Array): Noted<{ blocks: Block[]; pages: null }> {
  const { value, notes } = decodeText(bytes);
  const cut = value.slice(0, endOfTable(value));
  const more: Note[] =
    cut === value
      ? []
      : [
          {
            code: 'text_cut',
            severity: 'warning',
            message: `The values were read up to line ${countLines(cut)}; the last ${countLines(value.slice(cut.length + 1))} lines of the file were left out.`,
          },
        ];
  // Excel writes what divides the values before them
  const table = readCsvFence(cut.replace(/^\uFEFF?sep=.\n/i, ''), COLUMNS_MAX);
  const blocks: Block[] = table ? [table] : [{ id: 'b1', type: 'code', text: cut }];
  return { value: { blocks, pages: null }, notes: [...notes, ...more] };
}
