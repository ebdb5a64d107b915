/** The cells that a pivot table shows, as Excel fills them: programs that count no pivot tables show the figures too. */
import { formatValue } from '../../../spreadsheet/number-format.ts';
import type { Area, CellPlace } from '../../../spreadsheet/places.ts';
import type { Formats } from './formats.ts';
import type { PivotFigures, PivotFunction, PivotItems, PivotLine } from './pivot-figures.ts';
import type { PivotField, PivotSource, PivotValue } from './pivot-source.ts';
import type { NewCell } from './write-cells.ts';

export type PivotLayout = 'compact' | 'outline' | 'tabular';

export interface PivotPlan {
  name: string;
  style: string;
  layout: PivotLayout;
  source: PivotSource;
  /** Indexes of fields. */
  rows: number[];
  columns: number[];
  /** `item`: place in the order of the items; absent: all. */
  filters: { field: number; item?: number }[];
  values: { field: number; take: PivotFunction; name: string; format: string | undefined }[];
  /** Of the fields that rows, columns and filters name. */
  items: ReadonlyMap<number, PivotItems>;
  rowLines: PivotLine[];
  columnLines: PivotLine[];
  figures: PivotFigures;
  totals: { rows: boolean; columns: boolean; inner: boolean };
}

/** How many rows names and items of columns take. */
export const headRows = ({ columns, values }: PivotPlan): number =>
  columns.length === 0 ? 1 : columns.length + (values.length > 1 ? 2 : 1);
/** How many columns labels of rows take. */
export const labelColumns = ({ layout, rows }: PivotPlan): number => (layout === 'compact' ? 1 : rows.length);
const filterRows = ({ filters }: PivotPlan): number => (filters.length === 0 ? 0 : filters.length + 1);

/** The area of the table itself, below its filters. */
export function pivotArea(plan: PivotPlan, { row, column }: CellPlace): Area {
  const top = row + filterRows(plan);
  return {
    top,
    left: column,
    bottom: top + headRows(plan) + plan.rowLines.length - 1,
    right: column + labelColumns(plan) + plan.columnLines.length * plan.values.length - 1,
  };
}

const fieldName = ({ source }: PivotPlan, field: number): string => source.fields[field]?.name ?? '';

/** The item at a place of a field's order. */
function itemAt(plan: PivotPlan, field: number, place: number): PivotValue {
  const items = plan.items.get(field);
  return items?.shared[items.order[place] ?? 0] ?? { kind: 'blank' };
}

/** A label as a text, as totals name it: a day as its field shows it. */
export function captionOf(value: PivotValue, { fields, date1904 }: PivotSource, field: number): string {
  if (value.kind === 'blank') return '(blank)';
  if (value.kind === 'boolean') return value.value ? 'TRUE' : 'FALSE';
  return value.kind === 'date' ? formatValue(value.value, fields[field]?.format ?? 'General', date1904) : String(value.value);
}

interface Look {
  bold?: boolean;
  indent?: number;
  format?: string | undefined;
  label?: boolean;
}

function createStyles(formats: Formats): (look: Look) => string {
  const known = new Map<string, string>();
  return (look) => {
    const key = JSON.stringify(look);
    const index =
      known.get(key) ??
      String(
        formats.change(0, {
          ...(look.bold === true ? { bold: true } : {}),
          ...(look.format === undefined || look.format === 'General' ? {} : { number_format: look.format }),
          ...(look.label === true ? { align: 'left' as const } : {}),
          ...((look.indent ?? 0) > 0 ? { indent: look.indent } : {}),
        }),
      );
    known.set(key, index);
    return index;
  };
}

type Put = (row: number, column: number, value: NewCell['value'], look?: Look) => void;

/** A label keeps its type: a day stays a day, a number a number. */
function putLabel(put: Put, place: CellPlace, value: PivotValue, field: PivotField | undefined, look: Look): void {
  const shown =
    value.kind === 'blank'
      ? '(blank)'
      : value.kind === 'boolean'
        ? value.value
          ? 'TRUE'
          : 'FALSE'
        : value.kind === 'error'
          ? { error: value.value }
          : value.value;
  put(place.row, place.column, shown, { ...look, label: true, format: value.kind === 'date' ? field?.format : undefined });
}

function putFilters(plan: PivotPlan, start: CellPlace, put: Put): void {
  for (const [index, { field, item }] of plan.filters.entries()) {
    const place = { row: start.row + index, column: start.column + 1 };
    put(place.row, start.column, fieldName(plan, field));
    if (item === undefined) put(place.row, place.column, '(All)');
    else putLabel(put, place, itemAt(plan, field, item), plan.source.fields[field], {});
  }
}

function putColumnHeads(plan: PivotPlan, area: Area, put: Put): void {
  const { columns, values, columnLines } = plan;
  const left = area.left + labelColumns(plan);
  const single = values.length === 1 ? values[0] : undefined;
  if (columns.length > 0) {
    if (single !== undefined) put(area.top, area.left, single.name, { bold: true });
    const names = plan.layout === 'compact' ? ['Column Labels'] : columns.map((field) => fieldName(plan, field));
    for (const [index, name] of names.entries()) if (left + index <= area.right) put(area.top, left + index, name, { bold: true });
  }
  for (const [index, { kind, path, repeated }] of columnLines.entries())
    for (const [at, value] of values.entries()) {
      const column = left + index * values.length + at;
      const of = single === undefined ? value.name : 'Total';
      if (kind === 'grand') put(area.top + 1, column, single === undefined ? `Total ${value.name}` : 'Grand Total', { bold: true });
      else if (kind === 'total') {
        const depth = path.length - 1;
        const name = captionOf(itemAt(plan, columns[depth] ?? 0, path[depth] ?? 0), plan.source, columns[depth] ?? 0);
        put(area.top + 1 + depth, column, `${name} ${of}`, { bold: true });
      } else {
        for (let depth = at === 0 ? repeated : path.length; depth < path.length; depth++) {
          const field = columns[depth] ?? 0;
          const place = { row: area.top + 1 + depth, column };
          putLabel(put, place, itemAt(plan, field, path[depth] ?? 0), plan.source.fields[field], { bold: true });
        }
        if (single === undefined || columns.length === 0) put(area.top + headRows(plan) - 1, column, value.name, { bold: true });
      }
    }
}

function putRowLabel(plan: PivotPlan, row: number, area: Area, line: PivotLine, put: Put): void {
  const { rows, layout, source } = plan;
  const { kind, path, repeated } = line;
  const depth = path.length - 1;
  if (kind === 'grand') {
    put(row, area.left, 'Grand Total', { bold: true, label: true });
    return;
  }
  if (kind === 'total') {
    const name = captionOf(itemAt(plan, rows[depth] ?? 0, path[depth] ?? 0), source, rows[depth] ?? 0);
    put(row, area.left + depth, `${name} Total`, { bold: true, label: true });
    return;
  }
  for (let at = repeated; at < path.length; at++) {
    const field = rows[at] ?? 0;
    const isOuter = layout !== 'tabular' && at < rows.length - 1;
    const look = { ...(isOuter ? { bold: true } : {}), ...(layout === 'compact' ? { indent: at } : {}) };
    const place = { row, column: layout === 'compact' ? area.left : area.left + at };
    putLabel(put, place, itemAt(plan, field, path[at] ?? 0), source.fields[field], look);
  }
}

function putRow(plan: PivotPlan, row: number, area: Area, line: PivotLine, put: Put): void {
  const left = area.left + labelColumns(plan);
  const { values, columnLines, figures, layout, rows } = plan;
  if (!line.isFilled) return;
  const bold = line.kind !== 'item' || (layout !== 'tabular' && line.path.length < rows.length);
  for (const [index, column] of columnLines.entries())
    for (const [at, { format }] of values.entries()) {
      const figure = figures.at(line.path, column.path, at);
      if (figure === null) continue;
      const look = { ...(bold ? { bold } : {}), format };
      put(row, left + index * values.length + at, figure, look);
    }
}

/** All cells of the table with their formats, filters included. */
export function pivotCells(plan: PivotPlan, start: CellPlace, formats: Formats): NewCell[] {
  const styleOf = createStyles(formats);
  const cells: NewCell[] = [];
  const put: Put = (row, column, value, look = {}) => void cells.push({ row, column, value, style: styleOf(look) });
  const area = pivotArea(plan, start);
  putFilters(plan, start, put);
  putColumnHeads(plan, area, put);
  const heads = plan.layout === 'compact' ? ['Row Labels'] : plan.rows.map((field) => fieldName(plan, field));
  for (const [index, name] of heads.entries()) put(area.top + headRows(plan) - 1, area.left + index, name, { bold: true });
  for (const [index, line] of plan.rowLines.entries()) {
    const row = area.top + headRows(plan) + index;
    putRowLabel(plan, row, area, line, put);
    putRow(plan, row, area, line, put);
  }
  return cells;
}
