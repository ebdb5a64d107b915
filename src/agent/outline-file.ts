/** A file as a model sees it that is to plan its changes: every address with its text, shortened where that is too much. */
import type { MaterialBlock } from '../edits/list-material.ts';

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

function describe({ type, level, kind, author, style, number, resolved }: MaterialBlock): string {
  const counted = number === undefined ? '' : ` numbered "${number}"`;
  if (type === 'heading') return ` heading ${level ?? 1}${counted}`;
  if (type === 'revision') return ` ${kind ?? 'change'}${author ? ` by ${author}` : ''}`;
  if (type === 'comment') return ` comment${author ? ` by ${author}` : ''}${resolved === true ? ', resolved' : ''}`;
  return `${type === 'paragraph' ? '' : ` ${type}${type === 'list_item' || style === undefined ? '' : ` (${style})`}`}${counted}`;
}

type Row = NonNullable<MaterialBlock['rows']>[number];
const cellText = ({ address, text, formula }: Row['cells'][number]): string =>
  `${address}: ${oneLine(text)}${formula === undefined ? '' : ` (${formula})`}`;

function linesOf(blocks: readonly MaterialBlock[], depth = 0): Line[] {
  return blocks.flatMap((block): Line[] => {
    const indent = '  '.repeat(depth);
    const { address } = block;
    const first: Line = {
      address,
      text: `${indent}${address}${describe(block)}${block.text === '' ? '' : `: ${oneLine(block.text)}`}`,
      row: false,
    };
    // neither has an address of its own: both are read with what they belong to
    const beside = (block.beside ?? []).map((text): Line => ({ address: '', text: `${indent}  [${oneLine(text)}]`, row: false }));
    const figures = (block.data ?? []).map((cells): Line => ({
      address: '',
      text: `${indent}  ${cells.map(oneLine).join(' | ')}`,
      row: true,
    }));
    const rows = (block.rows ?? []).map((row): Line => ({
      address: row.address,
      text: `${indent}  ${row.cells.map(cellText).join(' | ')}`,
      row: true,
    }));
    const omitted = (block.omitted_cells === undefined ? [] : [block.omitted_cells]).map((count): Line => ({
      address: '',
      text: `${indent}  [${count} more cells below these cannot be read here; operations may name them all the same]`,
      row: false,
    }));
    return [first, ...figures, ...beside, ...rows, ...omitted, ...linesOf(block.blocks ?? [], depth + 1)];
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

/**
 * An outline of at most about 80,000 characters: where the file is longer, its paragraphs and tables are shortened step by step, and
 * read whole by address.
 */
export function outlineFile(blocks: readonly MaterialBlock[]): FileOutline {
  const lines = linesOf(blocks);
  const at = new Map(lines.flatMap(({ address }, i) => (address === '' ? [] : [[address, i] as const])));
  const levels = CUTS.map((chars, i) => ({ chars, rows: ROWS_SHOWN[i] ?? 6 }));
  const fits =
    levels.find(({ chars, rows }) => shorten(lines, chars, rows).reduce((sum, line) => sum + line.length + 1, 0) <= OUTLINE_CHARS_MAX) ??
    levels.at(-1);
  const text = shorten(lines, fits?.chars ?? 40, fits?.rows ?? 6)
    .join('\n')
    .slice(0, OUTLINE_CHARS_MAX * 4);
  /** A cell of a table is read with its row. */
  const cellIn = (address: string): readonly Line[] | undefined => {
    const row = lines[at.get(address.slice(0, Math.max(0, address.lastIndexOf('.')))) ?? -1];
    return row?.row === true ? [row] : undefined;
  };
  /** `Budget!B2:D10`, `Budget!3:9`, `Budget!C4`: the rows that hold them, as far as they hold something. */
  const findCells = (address: string): readonly Line[] | undefined => {
    const [, sheet, first, last = first] = /^(.+)!\$?[A-Z]{0,3}\$?(\d{1,7})(?::\$?[A-Z]{0,3}\$?(\d{1,7}))?$/i.exec(address) ?? [];
    if (sheet === undefined || !at.has(sheet)) return undefined;
    const [top, bottom] = [Math.min(Number(first), Number(last)), Math.max(Number(first), Number(last))];
    return lines.filter((line) => {
      const row = line.row && line.address.startsWith(`${sheet}!`) ? Number(/!(\d+):\d+$/.exec(line.address)?.[1]) : NaN;
      return row >= top && row <= bottom;
    });
  };
  const find = (address: string): readonly Line[] | undefined => {
    const [, first = address, last] = /^([^-\s]+)\s*[-–]\s*([^-\s]+)$/.exec(address) ?? [];
    const [start, end] = [at.get(first), last === undefined ? at.get(first) : at.get(last)];
    if (start === undefined || end === undefined) return findCells(address) ?? cellIn(address);
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
