/** A table of the file as a pattern for new ones: they look like those that are there, not only in their style. */
import { W } from '../../../ooxml/names.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { paragraphsOf, type WordBlock, type WordCell, type WordFile, type WordRow, type WordTable } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { drawsTables } from './need-style.ts';
import type { Base } from './new-runs.ts';
import { roomAt } from './page-room.ts';

/** How the cells of a row look. */
export interface CellLook {
  /** What `w:trPr` holds, without marks of heads and of history. */
  row: string;
  /** What `w:tcPr` holds behind the width, by local name. */
  cell: ReadonlyMap<string, string>;
  /** What `w:pPr` holds, without the alignment. */
  paragraph: string;
  base: Base;
}

export interface TableSample {
  /** Id of its style. */
  style: string | undefined;
  /** `w:tcBorders` of its last row, where it has its own. */
  lastBorders: string | undefined;
  /** Of `w:tblPr`, by local name. */
  properties: ReadonlyMap<string, string>;
  /** As wide as the table is, in twentieths of a point; undefined where it fills less than most of the text. */
  width: number | undefined;
  head: CellLook | undefined;
  body: CellLook;
}

const TABLE_PARTS = new Set(['jc', 'tblCellSpacing', 'tblBorders', 'shd', 'tblLayout', 'tblCellMar', 'tblLook']);
const CELL_PARTS = new Set(['tcBorders', 'shd', 'tcMar', 'vAlign']);
const PARAGRAPH_PARTS = new Set(['pStyle', 'keepLines', 'spacing', 'contextualSpacing']);
const RUN_PARTS = new Set(['rFonts', 'b', 'bCs', 'color', 'sz', 'szCs', 'lang']);
const WIDE_SHARE = 0.6;
const EMU_PER_DXA = 635;

function pick(source: string, holder: XmlElement | undefined, names: ReadonlySet<string>): Map<string, string> {
  const kept = holder === undefined ? [] : elementsOf(holder).filter(({ uri, local }) => uri === W && names.has(local));
  return new Map(kept.map(({ local, start, end }) => [local, source.slice(start, end)]));
}

function lookOf(file: WordFile, { element, part, cells }: WordRow, cell: WordCell): CellLook {
  const { source } = part;
  const [first] = [...paragraphsOf(cell.blocks)];
  const run = first && file.textOf(first).pieces.find(({ kind }) => kind === 'text')?.run;
  const looks = pick(source, childOf(cell.element, 'tcPr'), CELL_PARTS);
  // borders at the edges of a table are those of its outer cells
  if (cells.length > 1 && cells[1] !== undefined && cell.column === 0)
    looks.set('tcBorders', pick(source, childOf(cells[1].element, 'tcPr'), CELL_PARTS).get('tcBorders') ?? '');
  return {
    row: [...pick(source, childOf(element, 'trPr'), new Set(['cantSplit'])).values()].join(''),
    cell: looks,
    paragraph: [...pick(source, first && childOf(first.element, 'pPr'), PARAGRAPH_PARTS).values()].join(''),
    base: pick(source, run && childOf(run, 'rPr'), RUN_PARTS),
  };
}

/** Rows of names and values, no layout and no form: at least two of each, nothing merged in the first two rows, and something drawn. */
function isPlain(file: WordFile, { rows, cell, element, part }: WordTable): boolean {
  const [first, second] = rows;
  if (cell !== undefined || first === undefined || second === undefined || first.cells.length < 2) return false;
  const known = childOf(element, 'tblPr');
  const style = valueOf(known && childOf(known, 'tblStyle'));
  const drawn = /<(?:\w+:)?(?:tblBorders|tcBorders|shd)\b/.test(part.source.slice(element.start, second.element.end));
  if (!drawn && (style === undefined || !drawsTables(file, style))) return false;
  return (
    first.cells.length === second.cells.length &&
    [...first.cells, ...second.cells].every(({ span, merge }) => span === 1 && merge === 'none')
  );
}

function widthOf({ element, part }: WordTable, room: number): number | undefined {
  const grid = childOf(element, 'tblGrid');
  const columns = grid === undefined ? [] : elementsOf(grid, 'gridCol').map((one) => Number(valueOf(one, 'w')));
  const width = columns.reduce((sum, one) => sum + one, 0);
  return part.root.local === 'document' && width >= room * WIDE_SHARE && width <= room * 1.02 ? width : undefined;
}

/** The plain table before the place, else the first one behind it; undefined where the text has none. */
export function sampleTable(file: WordFile, near: WordBlock): TableSample | undefined {
  if (near.cell !== undefined) return undefined;
  const tables = [...file.targets.values()].filter(
    (target): target is WordTable => target.kind === 'table' && target.part === near.part && isPlain(file, target),
  );
  const table = tables.findLast(({ element }) => element.start <= near.element.start) ?? tables[0];
  const [first, second] = table?.rows ?? [];
  const [top, below] = [first?.cells[0], second?.cells[0]];
  if (table === undefined || first === undefined || second === undefined || top === undefined || below === undefined) return undefined;
  const known = childOf(table.element, 'tblPr');
  const width = widthOf(table, roomAt(file, near).widthEmu / EMU_PER_DXA);
  const properties = pick(table.part.source, known, width === undefined ? TABLE_PARTS : new Set([...TABLE_PARTS, 'tblInd']));
  const [head, body] = [lookOf(file, first, top), lookOf(file, second, below)];
  const isHead = childOf(childOf(first.element, 'trPr') ?? first.element, 'tblHeader') !== undefined || isUnlike(head, body);
  const last = table.rows.length > 2 ? table.rows.at(-1)?.cells[1] : undefined;
  const lastBorders = last && pick(table.part.source, childOf(last.element, 'tcPr'), CELL_PARTS).get('tcBorders');
  return { lastBorders, style: valueOf(known && childOf(known, 'tblStyle')), properties, width, head: isHead ? head : undefined, body };
}

const isUnlike = (a: CellLook, b: CellLook): boolean =>
  a.paragraph !== b.paragraph || JSON.stringify([...a.base]) !== JSON.stringify([...b.base]);
