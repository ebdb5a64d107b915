/** A file as a model sees it that is to plan its changes: every address with its text, shortened where that is too much. */
import type { AddressedBlock } from '../edits/list-content.ts';

export interface FileOutline {
  text: string;
  /** Something was shortened: it can be read in full by its address. */
  shortened: boolean;
  /** The text of addresses and ranges (`p10-p40`), cut at `READ_CHARS_MAX`; unknown ones are said to be. */
  read(addresses: readonly string[]): string;
}

/** About 20,000 tokens. */
const OUTLINE_CHARS_MAX = 80_000;
const READ_CHARS_MAX = 40_000;
/** Texts are cut at the first of these at which all fits. */
const CUTS = [Infinity, 400, 160, 80, 40];
const ROWS_SHOWN = [Infinity, 60, 25, 12, 6];

interface Line {
  address: string;
  text: string;
  /** Rows of tables and sheets can be left out by number. */ row: boolean;
}

const oneLine = (text: string): string => text.replaceAll('\n', '⏎').replaceAll('\t', '→');

function describe({ type, level, kind, author, style }: AddressedBlock): string {
  if (type === 'heading') return ` heading ${level ?? 1}`;
  if (type === 'revision') return ` ${kind ?? 'change'}${author ? ` by ${author}` : ''}`;
  return type === 'paragraph' ? '' : ` ${type}${type === 'list_item' || style === undefined ? '' : ` (${style})`}`;
}

function linesOf(blocks: readonly AddressedBlock[], depth = 0): Line[] {
  return blocks.flatMap((block): Line[] => {
    const indent = '  '.repeat(depth);
    const head: Line = {
      address: block.address,
      text: `${indent}${block.address}${describe(block)}${block.text === '' ? '' : `: ${oneLine(block.text)}`}`,
      row: false,
    };
    const rows = (block.rows ?? []).map((row): Line => ({
      address: row.address,
      text: `${indent}  ${row.cells.map((cell) => `${cell.address}: ${oneLine(cell.text)}${cell.formula === undefined ? '' : ` (${cell.formula})`}`).join(' | ')}`,
      row: true,
    }));
    return [head, ...rows, ...linesOf(block.blocks ?? [], depth + 1)];
  });
}

const cut = (text: string, chars: number): string => (text.length <= chars ? text : `${text.slice(0, chars)}…`);

function shorten(lines: readonly Line[], chars: number, rowsMax: number): string[] {
  const shown: string[] = [];
  let rows = 0;
  const close = (): void => {
    if (rows > rowsMax) shown.push(`    … ${rows - rowsMax} more rows`);
    rows = 0;
  };
  for (const { text, row } of lines) {
    if (!row) close();
    else if (++rows > rowsMax) continue;
    shown.push(cut(text, chars));
  }
  close();
  return shown;
}

export function outlineFile(blocks: readonly AddressedBlock[]): FileOutline {
  const lines = linesOf(blocks);
  const at = new Map(lines.map(({ address }, i) => [address, i]));
  const levels = CUTS.map((chars, i) => ({ chars, rows: ROWS_SHOWN[i] ?? 6 }));
  const fits =
    levels.find(({ chars, rows }) => shorten(lines, chars, rows).reduce((sum, line) => sum + line.length + 1, 0) <= OUTLINE_CHARS_MAX) ??
    levels.at(-1);
  const text = shorten(lines, fits?.chars ?? 40, fits?.rows ?? 6)
    .join('\n')
    .slice(0, OUTLINE_CHARS_MAX * 4);
  const find = (address: string): readonly Line[] | undefined => {
    const [, first = address, last] = /^([^-\s]+)\s*[-–]\s*([^-\s]+)$/.exec(address) ?? [];
    const [start, end] = [at.get(first), last === undefined ? at.get(first) : at.get(last)];
    if (start === undefined || end === undefined) return undefined;
    // a table is read with its rows, a slide with its shapes
    const depth = (line: Line): number => /^ */.exec(line.text)?.[0].length ?? 0;
    const to = Math.max(start, end);
    const bottom = lines[to];
    const below = bottom === undefined ? -1 : lines.findIndex((line, i) => i > to && depth(line) <= depth(bottom));
    return lines.slice(Math.min(start, end), below < 0 ? lines.length : below);
  };
  return {
    text,
    shortened: fits?.chars !== Infinity,
    read(addresses) {
      return cut(
        addresses
          .map(
            (address) =>
              find(address)
                ?.map((line) => line.text)
                .join('\n') ?? `${address.slice(0, 100)}: there is no such address`,
          )
          .join('\n'),
        READ_CHARS_MAX,
      );
    },
  };
}
