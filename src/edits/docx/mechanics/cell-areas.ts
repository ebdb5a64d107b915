/** Merged cells of Word tables: across by `w:gridSpan`, downwards by `w:vMerge` (ISO/IEC 29500-1 §17.4.17, §17.4.84). */
import { append } from '../../../base/append.ts';
import { insertAfter, removeNode, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type Rejected } from '../../define-edit.ts';
import type { WordBlock, WordCell, WordFile, WordRow, WordTable } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { changeProperties, withAttributes } from './change-properties.ts';
import { cellXml } from './new-cell.ts';

/** Rows from the first to the last, columns of the grid from `left` to before `right`. */
export interface CellArea {
  rows: WordRow[];
  left: number;
  right: number;
}

const widthOf = (cell: WordCell): number | undefined => {
  const width = childOf(childOf(cell.element, 'tcPr') ?? cell.element, 'tcW');
  const value = Number(valueOf(width, 'w'));
  return valueOf(width, 'type') === 'dxa' && value > 0 ? value : undefined;
};

export const gridColumns = ({ element }: WordTable): XmlElement[] => {
  const grid = childOf(element, 'tblGrid');
  return grid === undefined ? [] : elementsOf(grid).filter(({ local }) => local === 'gridCol');
};

/** Width of columns of the grid, in twentieths of a point; undefined where it does not say. */
export function gridWidth(table: WordTable, from: number, to: number): number | undefined {
  const widths = gridColumns(table)
    .slice(from, to)
    .map((column) => Number(valueOf(column, 'w')));
  return widths.length === to - from && widths.every((width) => width > 0) ? widths.reduce((all, width) => all + width, 0) : undefined;
}

const cellsIn = ({ rows, left, right }: CellArea): WordCell[][] =>
  rows.map(({ cells }) => cells.filter(({ column, span }) => column < right && column + span > left));

interface Shape {
  span: number;
  merge: '' | 'restart' | 'continue';
  width: number | undefined;
}

/** The properties that say how far a cell reaches. */
function shapeCell(file: WordFile, cell: WordCell, { span, merge, width }: Shape, context: EditContext): XmlEdit[] {
  const { w } = file;
  const properties = childOf(cell.element, 'tcPr');
  const changes = new Map([
    ['gridSpan', span === 1 ? '' : `<${w}gridSpan ${w}val="${span}"/>`],
    ['vMerge', merge === '' ? '' : merge === 'restart' ? `<${w}vMerge ${w}val="restart"/>` : `<${w}vMerge/>`],
    ...(width === undefined
      ? []
      : [
          [
            'tcW',
            withAttributes(w, 'tcW', properties && childOf(properties, 'tcW'), { w: String(Math.round(width)), type: 'dxa' }),
          ] as const,
        ]),
  ]);
  return changeProperties({ file, part: cell.part, owner: cell.element, list: 'tcPr', context }, changes);
}

const SIMPLE = /^(?:tcPr|p|tbl)$/;

const isEmpty = (file: WordFile, block: WordBlock): boolean =>
  block.kind === 'paragraph' &&
  file.textOf(block).text === '' &&
  ![...walkElements(block.element)].some(({ local }) =>
    /^(?:drawing|pict|object|bookmarkStart|bookmarkEnd|comment\w+|sectPr|perm\w+)$/.test(local),
  );

/** An empty paragraph in the look of the cell's first. */
function emptyParagraph(file: WordFile, cell: WordCell): string {
  const { w } = file;
  const first = cell.blocks.find(({ kind }) => kind === 'paragraph');
  const properties = first && childOf(first.element, 'pPr');
  const plain =
    properties !== undefined && !/sectPr|Change\b|<\w*:?(?:ins|del)\b/.test(cell.part.source.slice(properties.start, properties.end));
  return `<${w}p>${properties !== undefined && plain ? cell.part.source.slice(properties.start, properties.end) : ''}</${w}p>`;
}

/** Why an area cannot become one cell; null where it can. */
export function refuseMerge(area: CellArea): Rejected | null {
  const { left, right } = area;
  for (const cells of cellsIn(area)) {
    const [first] = cells;
    const last = cells.at(-1);
    if (first === undefined || last === undefined || first.column !== left || last.column + last.span !== right)
      return reject(
        'merged_cells',
        'The cells do not make a rectangle: in one of the rows another cell reaches over its edge.',
        cells.map(({ address }) => address),
      );
    const merged = cells.find(({ merge }) => merge !== 'none');
    if (merged !== undefined)
      return reject('merged_cells', `${merged.address} is merged downwards already; unmerge it first.`, [merged.address]);
    const locked = cells.find((cell) => cell.locked !== null);
    if (locked !== undefined)
      return reject('read_only_content', `${locked.address} cannot be merged: ${locked.locked ?? ''}.`, [locked.address]);
    const odd = cells.find(({ element }) => elementsOf(element).some(({ local }) => !SIMPLE.test(local)));
    if (odd !== undefined)
      return reject('unsupported', `${odd.address} holds more than paragraphs and tables, which a merge could tear.`, [odd.address]);
  }
  return null;
}

/** One cell of the area: what the others hold comes behind the text of the first, as in Word. */
export function mergeArea(file: WordFile, area: CellArea, context: EditContext): XmlEdit[] {
  const { rows, left, right } = area;
  const edits: XmlEdit[] = [];
  const moved: WordBlock[] = [];
  const span = right - left;
  for (const [index, cells] of cellsIn(area).entries()) {
    const [first, ...others] = cells;
    if (first === undefined) continue;
    const widths = cells.map(widthOf);
    const width = others.length > 0 && widths.every((one) => one !== undefined) ? widths.reduce((all, one) => all + one, 0) : undefined;
    const merge = rows.length === 1 ? '' : index === 0 ? 'restart' : 'continue';
    append(edits, shapeCell(file, first, { span, merge, width }, context));
    for (const cell of index === 0 ? others : cells)
      append(
        moved,
        cell.blocks.filter((block) => !isEmpty(file, block)),
      );
    append(
      edits,
      others.map(({ element }) => removeNode(element)),
    );
    if (index === 0) continue;
    const [start, ...rest] = first.blocks;
    if (start !== undefined)
      edits.push(replaceNode(start.element, emptyParagraph(file, first)), ...rest.map(({ element }) => removeNode(element)));
  }
  const target = cellsIn(area)[0]?.[0];
  const last = target?.blocks.at(-1);
  if (target === undefined || last === undefined || moved.length === 0) return edits;
  const xml = moved.map(({ part, element }) => part.source.slice(element.start, element.end)).join('');
  const tail = moved.at(-1)?.kind === 'table' ? emptyParagraph(file, target) : '';
  const replaces = target.blocks.length === 1 && isEmpty(file, last);
  return [...edits, replaces ? replaceNode(last.element, xml + tail) : insertAfter(last.element, xml + tail)];
}

/** The cells that a merged one covers, itself first; one for each row. */
export function coveredBy(cell: WordCell): WordCell[] {
  if (cell.merge !== 'start') return [cell];
  const { rows } = cell.row.table;
  const covered = [cell];
  for (const row of rows.slice(rows.indexOf(cell.row) + 1)) {
    const below = row.cells.find(({ column, span, merge }) => column === cell.column && span === cell.span && merge === 'covered');
    if (below === undefined) break;
    covered.push(below);
  }
  return covered;
}

/** A cell for each column of the grid; the text stays in the first. */
export function divideCell(file: WordFile, cell: WordCell, widths: readonly (number | undefined)[], context: EditContext): XmlEdit[] {
  const { w } = file;
  const [first, ...others] = widths;
  const edits = shapeCell(file, cell, { span: 1, merge: '', width: first }, context);
  const properties = childOf(cell.element, 'tcPr');
  const kept = (properties === undefined ? [] : elementsOf(properties))
    .filter(({ local }) => !/^(?:tcW|gridSpan|hMerge|vMerge|cnfStyle|headers|cellIns|cellDel|cellMerge|tcPrChange)$/.test(local))
    .map(({ start, end }) => cell.part.source.slice(start, end))
    .join('');
  const xml = others
    .map((width) => {
      const size = width === undefined ? `${w}w="0" ${w}type="auto"` : `${w}w="${Math.round(width)}" ${w}type="dxa"`;
      return cellXml(file, cell, { text: '', properties: `<${w}tcPr><${w}tcW ${size}/>${kept}</${w}tcPr>` }, context);
    })
    .join('');
  return xml === '' ? edits : [...edits, insertAfter(cell.element, xml)];
}

/** A column of the grid becomes several of its width together; cells of other rows go on reaching over all of it. */
export function divideColumn(
  file: WordFile,
  { row: target, column: at }: WordCell,
  count: number,
  context: EditContext,
): XmlEdit[] | Rejected {
  const { w } = file;
  const { table } = target;
  const grid = gridColumns(table)[at];
  const whole = Number(valueOf(grid, 'w'));
  const edits: XmlEdit[] = [];
  if (grid !== undefined)
    edits.push(replaceNode(grid, `<${w}gridCol ${w}w="${Math.max(1, Math.floor(whole / count)) || 1}"/>`.repeat(count)));
  for (const row of table.rows) {
    if (row === target) continue;
    const over = row.cells.find(({ column, span }) => column <= at && column + span > at);
    if (over === undefined)
      return reject('unsupported', `${row.address} has no cell there, so that the column cannot be divided.`, [row.address]);
    append(
      edits,
      changeProperties(
        { file, part: over.part, owner: over.element, list: 'tcPr', context },
        new Map([['gridSpan', `<${w}gridSpan ${w}val="${over.span + count - 1}"/>`]]),
      ),
    );
  }
  return edits;
}
