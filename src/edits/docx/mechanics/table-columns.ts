/**
 * Columns of a table, which WordprocessingML has only as what cells have in common (ISO/IEC 29500-1 §17.4): every row is
 * changed where it meets the place, and cells that reach across it grow or shrink.
 */
import { append } from '../../../base/append.ts';
import { appendContent, guardElement, insertAfter, insertBefore, removeNode, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { W } from '../../../ooxml/names.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import { changeProperties, ofAnother, otherAuthor, withAttributes } from './change-properties.ts';
import { openRevision } from './change-text.ts';
import { trackContent } from '../operations/delete-block.ts';
import { removeButMarks } from './half-marks.ts';
import { goneColumns } from './revision-view.ts';
import { cellXml, copiedProperties, guardLooks, sliceOf } from './new-cell.ts';
import type { WordCell, WordFile, WordRow, WordTable } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { maxOf } from '../../../base/extremes.ts';

/** Word takes no more. */
const COLUMNS_MAX = 63;
export interface ColumnChange {
  file: WordFile;
  table: WordTable;
  context: EditContext;
  /** First column of the grid, from 0. */ at: number;
  count: number;
}

const gridOf = ({ element }: WordTable): XmlElement[] => {
  const grid = childOf(element, 'tblGrid');
  return grid === undefined ? [] : elementsOf(grid).filter(({ local }) => local === 'gridCol');
};
const widthOf = (element: XmlElement | undefined): number => Number.parseFloat(valueOf(element, 'w') ?? '') || 0;
const endOf = (row: WordRow): number => row.cells.reduce((most, { column, span }) => Math.max(most, column + span), 0);

function setSpan({ file, context }: ColumnChange, cell: WordCell, span: number): XmlEdit[] | Rejected {
  if (context.mode === 'tracked')
    return reject('merged_cells', `${cell.address} reaches across the place; with tracked changes it cannot grow or shrink.`, [
      cell.address,
    ]);
  const { w } = file;
  return changeProperties(
    { file, part: cell.part, owner: cell.element, list: 'tcPr', context },
    new Map([['gridSpan', span === 1 ? '' : `<${w}gridSpan ${w}val="${span}"/>`]]),
  );
}

/** Marks of rows that come or go are no part of what a change of their formatting writes down (ISO/IEC 29500-1 §17.13.5.38). */
const ROW_MARKS = /^(?:ins|del|trPrChange)$/;

/** Columns that a row leaves out in front of its first cell, or behind its last. */
function setSkipped({ file, context }: ColumnChange, row: WordRow, side: 'gridBefore' | 'gridAfter', by: number): XmlEdit[] | Rejected {
  const { w } = file;
  const properties = childOf(row.element, 'trPr');
  const known = properties && childOf(properties, side);
  if (properties === undefined || known === undefined) return [];
  const left = Number(valueOf(known) ?? 0) + by;
  const edit = left <= 0 ? removeNode(known) : replaceNode(known, withAttributes(w, side, known, { val: String(left) }));
  if (context.mode === 'direct') return [edit];
  const change = childOf(properties, 'trPrChange');
  if (change !== undefined)
    return valueOf(change, 'author') === context.author ? [edit] : ofAnother(row.address, valueOf(change, 'author') ?? '');
  const before = elementsOf(properties)
    .filter(({ local }) => !ROW_MARKS.test(local))
    .map(({ start, end }) => row.part.source.slice(start, end))
    .join('');
  const history = `${openRevision(file, 'trPrChange', context)}><${w}trPr>${before}</${w}trPr></${w}trPrChange>`;
  return [edit, { ...appendContent(row.part, properties, history), unique: 'trPr trPrChange' }];
}

function newCells(change: ColumnChange, like: WordCell, texts: readonly string[], widthDxa: number): string {
  const { file, context } = change;
  const { w } = file;
  const kept = copiedProperties(like, { apart: true });
  const width =
    widthDxa > 0
      ? `<${w}tcW ${w}w="${widthDxa}" ${w}type="dxa"/>`
      : sliceOf(
          like,
          kept.find(({ local }) => local === 'tcW'),
        );
  const style = sliceOf(
    like,
    kept.find(({ local }) => local === 'cnfStyle'),
  );
  const rest = kept
    .filter(({ local }) => local !== 'tcW' && local !== 'cnfStyle')
    .map((one) => sliceOf(like, one))
    .join('');
  return texts
    .map((text) => {
      const mark = context.mode === 'tracked' ? `${openRevision(file, 'cellIns', context)}/>` : '';
      return cellXml(file, like, { text, properties: `<${w}tcPr>${style}${width}${rest}${mark}</${w}tcPr>` }, context);
    })
    .join('');
}

/** Where new cells go in a row: beside a cell, or into one that reaches across. */
function insertInRow(
  change: ColumnChange,
  row: WordRow,
  texts: readonly string[],
  { widthDxa, leftward }: { widthDxa: number; leftward: boolean },
): XmlEdit[] | Rejected {
  const { at, count } = change;
  const first = row.cells[0];
  const last = row.cells.at(-1);
  if (first === undefined || last === undefined) return [];
  const across = row.cells.find(({ column, span }) => column < at && column + span > at);
  if (across !== undefined) return setSpan(change, across, across.span + count);
  if (at < first.column) return setSkipped(change, row, 'gridBefore', count);
  if (at > endOf(row)) return setSkipped(change, row, 'gridAfter', count);
  const right = row.cells.find(({ column }) => column === at);
  const left = row.cells.findLast(({ column, span }) => column + span === at);
  const like = (leftward ? (left ?? right) : (right ?? left)) ?? last;
  const xml = newCells(change, like, texts, widthDxa);
  return [...guardLooks(change.file, like), right === undefined ? insertAfter(last.element, xml) : insertBefore(right.element, xml)];
}

/** A cell whose deletion is tracked: the room that it has is not that of the table once it has gone. */
const isGoing = (cell: XmlElement): boolean => childOf(childOf(cell, 'tcPr') ?? cell, 'cellDel') !== undefined;

/** Widths in twentieths of a point or fiftieths of a percent, by a factor; cells keep their share of the table. */
function scaleWidths({ file, table, context }: ColumnChange, factor: number): XmlEdit[] | Rejected {
  const { part } = table;
  const scale = (element: XmlElement): XmlEdit =>
    replaceNode(
      element,
      withAttributes(element.name.slice(0, -element.local.length), element.local, element, {
        w: String(Math.max(1, Math.round(widthOf(element) * factor))),
      }),
    );
  const scales = (width: XmlElement | undefined): width is XmlElement =>
    width !== undefined &&
    /^(dxa|pct)$/.test(valueOf(width, 'type') ?? 'dxa') &&
    widthOf(width) > 0 &&
    !(valueOf(width, 'w') ?? '').includes('%');
  const going = goneColumns(table.element, isGoing);
  const edits = gridOf(table).flatMap((column, at) => (going.has(at) ? [] : [scale(column)]));
  for (const cell of table.rows.flatMap(({ cells }) => cells)) {
    if (isGoing(cell.element)) continue;
    const width = childOf(childOf(cell.element, 'tcPr') ?? cell.element, 'tcW');
    if (!scales(width)) continue;
    const other = otherAuthor(cell.element, 'tcPr', context);
    if (other !== null) return ofAnother(cell.address, other);
    append(edits, changeProperties({ file, part, owner: cell.element, list: 'tcPr', context }, new Map([['tcW', scale(width).xml]])));
  }
  return edits;
}

/**
 * The grid as it is, written down as a revision, which has an id and no author (ISO/IEC 29500-1 §17.13.5.33). One that says what the grid is
 * already, as other programs put into every table, gives way to it; null where another one waits, so that the widths have to stay.
 */
function historyOfGrid({ file, table, context }: ColumnChange, grid: readonly XmlElement[]): (() => XmlEdit[]) | null {
  const holder = childOf(table.element, 'tblGrid');
  if (holder === undefined || (context.mode === 'direct' && context.intended !== true)) return () => [];
  const known = childOf(holder, 'tblGridChange');
  const before = known && childOf(known, 'tblGrid');
  const widthsIn = (columns: readonly XmlElement[]): string => columns.map(widthOf).join(' ');
  if (known !== undefined && (before === undefined || widthsIn(elementsOf(before, 'gridCol', W)) !== widthsIn(grid))) return null;
  if (context.mode === 'direct') return () => [];
  const { w } = file;
  const columns = grid.map(({ start, end }) => table.part.source.slice(start, end)).join('');
  return () => {
    const xml = `<${w}tblGridChange ${w}id="${file.nextId()}"><${w}tblGrid>${columns}</${w}tblGrid></${w}tblGridChange>`;
    return [known === undefined ? appendContent(table.part, holder, xml) : replaceNode(known, xml)];
  };
}

export function insertColumnsAt(change: ColumnChange, columns: readonly (readonly string[])[], leftward: boolean): XmlEdit[] | Rejected {
  const { file, table, at, count } = change;
  const { w } = file;
  const grid = gridOf(table);
  const total = Math.max(grid.length, maxOf(table.rows.map(endOf)));
  if (total + count > COLUMNS_MAX)
    return reject('would_overflow', `${table.address} has ${total} columns; Word takes ${COLUMNS_MAX} at most.`);
  const beside = grid[leftward ? at - 1 : at] ?? grid.at(-1);
  const going = goneColumns(table.element, isGoing);
  const sum = grid.reduce((all, column, index) => all + (going.has(index) ? 0 : widthOf(column)), 0);
  const natural = widthOf(beside);
  const history = historyOfGrid(change, grid);
  const factor = sum > 0 && history !== null ? sum / (sum + natural * count) : 1;
  const widthDxa = Math.round(natural * factor);
  const other =
    history === null
      ? table.rows.flatMap(({ cells }) => cells).find(({ element }) => otherAuthor(element, 'tcPr', change.context))
      : undefined;
  if (other !== undefined) return ofAnother(other.address, otherAuthor(other.element, 'tcPr', change.context) ?? '');
  const edits = factor === 1 ? [] : scaleWidths(change, factor);
  if (isRejected(edits)) return edits;
  for (const [index, row] of table.rows.entries()) {
    const made = insertInRow(
      change,
      row,
      columns.map((texts) => texts[index] ?? ''),
      { widthDxa, leftward },
    );
    if (isRejected(made)) return made;
    append(edits, made);
  }
  const place = grid[at];
  const holder = childOf(table.element, 'tblGrid');
  if (holder === undefined || grid.length === 0) return edits;
  const xml = `<${w}gridCol ${w}w="${Math.max(1, widthDxa)}"/>`.repeat(count);
  const last = grid.at(-1);
  return [
    ...edits,
    place !== undefined ? insertBefore(place, xml) : last !== undefined ? insertAfter(last, xml) : appendContent(table.part, holder, xml),
    // behind the columns, also where a new one is the last
    ...(history?.() ?? []),
  ];
}

function deleteInRow(change: ColumnChange, row: WordRow): XmlEdit[] | Rejected {
  const { file, context, at, count } = change;
  const to = at + count;
  const edits: XmlEdit[] = [];
  const skippedBefore = Math.max(0, Math.min(row.cells[0]?.column ?? 0, to) - at);
  const skips = [
    skippedBefore > 0 ? setSkipped(change, row, 'gridBefore', -skippedBefore) : [],
    to > endOf(row) ? setSkipped(change, row, 'gridAfter', -(to - Math.max(at, endOf(row)))) : [],
  ];
  for (const skip of skips) {
    if (isRejected(skip)) return skip;
    append(edits, skip);
  }
  let left = row.cells.length;
  for (const cell of row.cells) {
    const inside = Math.min(cell.column + cell.span, to) - Math.max(cell.column, at);
    if (inside <= 0) continue;
    if (inside < cell.span) {
      const shrunk = setSpan(change, cell, cell.span - inside);
      if (isRejected(shrunk)) return shrunk;
      append(edits, shrunk);
      continue;
    }
    left--;
    if (cell.locked !== null) return reject('read_only_content', `${cell.address} cannot be deleted: ${cell.locked}.`);
    if (context.mode === 'direct') {
      edits.push(removeButMarks(cell.part.source, cell.element));
      continue;
    }
    if (['cellIns', 'cellDel', 'cellMerge'].some((local) => childOf(childOf(cell.element, 'tcPr') ?? cell.element, local) !== undefined))
      return reject('unsupported', `${cell.address} is tracked as changed already; settle that first.`, [cell.address]);
    const content = trackContent(file, cell.blocks, 'del', context);
    if (isRejected(content)) return content;
    edits.push(
      ...content,
      guardElement(cell.element),
      ...changeProperties(
        { file, part: cell.part, owner: cell.element, list: 'tcPr', context: { ...context, mode: 'direct' } },
        new Map([['cellDel', `${openRevision(file, 'cellDel', context)}/>`]]),
      ),
    );
  }
  return left === 0 ? reject('merged_cells', `${row.address} would be left without a cell.`, [row.address]) : edits;
}

export function deleteColumnsAt(change: ColumnChange): XmlEdit[] | Rejected {
  const { table, at, count, context } = change;
  const edits: XmlEdit[] = [];
  for (const row of table.rows) {
    const made = deleteInRow(change, row);
    if (isRejected(made)) return made;
    append(edits, made);
  }
  return context.mode === 'direct'
    ? [
        ...edits,
        ...gridOf(table)
          .slice(at, at + count)
          .map(removeNode),
      ]
    : edits;
}

/** Text of what goes, row by row. */
export const cellsWithin = ({ table, at, count }: ColumnChange): WordCell[] =>
  table.rows.flatMap(({ cells }) => cells.filter(({ column, span }) => column >= at && column + span <= at + count));
