/** A sheet as a template: its cells with tags, and the rows that its blocks repeat. */
import { textNumber } from '../../ooxml/text-number.ts';
import { append } from '../../base/append.ts';
import { maxOf } from '../../base/extremes.ts';
import { addressOf } from '../../spreadsheet/places.ts';
import { addFault, holds, scopesOf, TooMuch, type Filling } from './filling.ts';
import { attributeText, childSpan, type SheetCell } from '../../ooxml/sheet-text.ts';
import type { Sheet } from '../../ooxml/workbook-file.ts';
import { cutCell, inlineBlocks, readCellText, type CellPiece, type CellTag } from './cell-text.ts';
import { pairTags, type Block } from './pair-tags.ts';
import { mapRows, type Copy, type OutputRow, type SheetRows } from './row-map.ts';
import type { Scope } from './scope.ts';
import { mayHoldTags } from './text-part.ts';

export interface TaggedCell {
  cell: SheetCell;
  /** Without the tags of blocks over rows. */
  pieces: CellPiece[];
  all: CellPiece[];
  /** Those that begin and end in the cell. */
  blocks: Block<CellTag>[];
}

export interface SheetTemplate {
  sheet: Sheet;
  cells: Map<SheetCell, TaggedCell>;
  tags: CellTag[];
  rowBlocks: RowBlock[];
  /** The block that repeats the sheet itself. */
  sheetBlock: Block<CellTag> | undefined;
}

interface RowBlock {
  number: number;
  block: Block<CellTag>;
  first: number;
  last: number;
  /** Rows of each branch: first, last. */
  branches: [number, number][];
}

const ROWS_WRITTEN_MAX = 200_000;

/** XML inside the `si` or `is` of a cell; undefined where it holds no text. */
function textXml(sheet: Sheet, cell: SheetCell, strings: (index: number) => string | undefined): string | undefined {
  const { source } = sheet.part;
  const type = attributeText(source, cell, 't');
  if (type === 'inlineStr') {
    const inline = childSpan(sheet, cell, 'is');
    return inline === null ? undefined : source.slice(inline.contentStart, inline.contentEnd);
  }
  const value = type === 's' ? childSpan(sheet, cell, 'v') : null;
  return value === null ? undefined : strings(textNumber(source.slice(value.contentStart, value.contentEnd)));
}

/** Whether a row holds nothing but this tag. */
function isMarkRow({ sheet, cells }: Pick<SheetTemplate, 'sheet' | 'cells'>, tag: CellTag): boolean {
  const row = sheet.rows.get(tag.row);
  if (row === undefined) return false;
  return [...sheet.cellsOf(row).values()].every((cell) => {
    const tagged = cells.get(cell);
    if (tagged !== undefined)
      return tagged.all.every((piece) => piece.tag === tag || (piece.tag === undefined && piece.text.trim() === ''));
    return childSpan(sheet, cell, 'v') === null && childSpan(sheet, cell, 'f') === null && childSpan(sheet, cell, 'is') === null;
  });
}

function rowBlockOf(
  filling: Filling,
  template: Pick<SheetTemplate, 'sheet' | 'cells'>,
  block: Block<CellTag>,
  number: number,
): RowBlock | undefined {
  const { open, elses, close } = block;
  const { by } = open.tag;
  if (by !== undefined && by !== 'row') {
    addFault(filling, open, `in workbooks a loop repeats rows or sheets, not "by ${by}"`);
    return undefined;
  }
  const single = open.row === close.row;
  const [head, tail] = single ? [false, false] : [isMarkRow(template, open), isMarkRow(template, close)];
  for (const one of elses)
    if (single || !isMarkRow(template, one)) {
      addFault(filling, one, 'its row holds other content: put {{else}} in a row of its own');
      return undefined;
    }
  const starts = [head ? open.row + 1 : open.row, ...elses.map(({ row }) => row + 1)];
  const ends = [...elses.map(({ row }) => row - 1), tail ? close.row - 1 : close.row];
  return { number, block, first: open.row, last: close.row, branches: starts.map((start, at) => [start, ends[at] ?? start]) };
}

/** Reads the tags of a sheet. @param strings content of the shared texts that may hold tags */
export function readSheetTemplate(filling: Filling, sheet: Sheet, strings: (index: number) => string | undefined): SheetTemplate {
  const cells = new Map<SheetCell, TaggedCell>();
  const across: CellTag[] = [];
  const tags: CellTag[] = [];
  for (const row of sheet.rows.values()) {
    for (const cell of sheet.cellsOf(row).values()) {
      const xml = textXml(sheet, cell, strings);
      if (xml === undefined || !mayHoldTags(xml)) continue;
      const place = (): string => addressOf(sheet.name, cell);
      const pieces = cutCell(filling, readCellText(xml, sheet.prefix), { row: cell.row, column: cell.column, place });
      const own = pieces.flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
      if (own.length === 0) continue;
      const inside = pairedWithin(own);
      const outer = own.filter((tag) => !inside.has(tag));
      const words = pieces.filter(({ tag }) => tag === undefined || inside.has(tag) || tag.tag.kind === 'value');
      cells.set(cell, { cell, pieces: words, all: pieces, blocks: inlineBlocks(filling, words) });
      append(tags, own);
      append(
        across,
        outer.filter(({ tag }) => tag.kind !== 'value'),
      );
    }
  }
  const blocks = pairTags(filling, across);
  const [sheetBlock, ...others] = blocks.filter(({ open }) => open.tag.by === 'sheet');
  for (const { open } of others) addFault(filling, open, 'a loop over the same sheet is there already');
  for (const one of sheetBlock?.elses ?? []) addFault(filling, one, 'sheets have no else: use a second block, {{^…}} or {{#unless …}}');
  const rowBlocks = blocks
    .filter(({ open }) => open.tag.by !== 'sheet')
    .flatMap((block, number) => rowBlockOf(filling, { sheet, cells }, block, number) ?? []);
  return { sheet, cells, tags, rowBlocks, sheetBlock };
}

/** Tags of blocks that begin and end in one cell, without a word about those whose partners are in other cells. */
function pairedWithin(tags: readonly CellTag[]): Set<CellTag> {
  const open: CellTag[] = [];
  const found = new Set<CellTag>();
  for (const one of tags) {
    const { tag } = one;
    if (tag.kind === 'open' && tag.by !== 'row' && tag.by !== 'sheet') open.push(one);
    if (tag.kind !== 'close') continue;
    const at = open.findLastIndex((other) => other.tag.kind === 'open' && other.tag.names.includes(tag.name));
    const [begin] = at === -1 ? [] : open.splice(at);
    if (begin === undefined) continue;
    for (const between of tags.slice(tags.indexOf(begin), tags.indexOf(one) + 1)) found.add(between);
  }
  return found;
}

/** Where each row of the template comes out with the data; undefined where all stay. */
export function layOutRows(filling: Filling, { sheet, rowBlocks }: SheetTemplate, scope: Scope): SheetRows | undefined {
  if (rowBlocks.length === 0) return undefined;
  const last = maxOf([...sheet.rows.keys(), ...rowBlocks.map((block) => block.last)]);
  const outputs: OutputRow[] = [];
  const outer = rowBlocks.toReversed();
  const put = (
    from: number,
    to: number,
    inner: readonly RowBlock[],
    { scope: own, within, blank }: Pick<OutputRow, 'scope' | 'within' | 'blank'>,
  ): void => {
    for (let row = from; row <= to;) {
      const found = inner.find(({ first }) => first === row);
      if (found === undefined) {
        outputs.push({ row, number: outputs.length + 1, scope: own, within, blank });
        if (outputs.length > ROWS_WRITTEN_MAX + last)
          throw new TooMuch(`A sheet would have more than ${ROWS_WRITTEN_MAX} new rows; fill it in several requests.`);
        row++;
        continue;
      }
      const rest = inner.slice(inner.indexOf(found) + 1).filter(({ first, last: end }) => first >= found.first && end <= found.last);
      putBlock(filling, found, own, (branch, inside, copy, isBlank) => {
        const round: Copy = [...within, { block: found.number, copy }];
        put(branch[0], branch[1], isBlank ? [] : rest, { scope: inside, within: round, blank: blank || isBlank });
      });
      row = found.last + 1;
    }
  };
  put(1, last, outer, { scope, within: [], blank: false });
  return mapRows(outputs, last);
}

function putBlock(
  filling: Filling,
  { block, branches }: RowBlock,
  scope: Scope,
  put: (branch: [number, number], scope: Scope, copy: number, blank: boolean) => void,
): void {
  const { open, elses } = block;
  const scopes = scopesOf(filling, open, scope);
  const [first] = branches;
  if (first === undefined) return;
  for (const [copy, inside] of scopes.entries()) put(first, inside, copy, false);
  if (scopes.length > 0) return;
  const other = elses.findIndex((one) => holds(filling, one, one.tag.condition, scope));
  const branch = branches[other + 1];
  if (other !== -1 && branch !== undefined) put(branch, scope, 0, false);
  // formulas, charts and tables keep the cells that they look at
  else if (open.tag.block === 'each') put(first, scope, 0, true);
}
