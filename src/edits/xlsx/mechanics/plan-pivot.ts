/** What a new pivot table shows, from the names that a request gives: fields, items, lines and figures. */
import { reject, type Rejected } from '../../define-edit.ts';
import { captionOf, type PivotLayout, type PivotPlan } from './pivot-cells.ts';
import { countPivot, itemsOf, outlineLines, tabularLines, type PivotFunction, type PivotItems, type PivotLine } from './pivot-figures.ts';
import type { PivotSource } from './pivot-source.ts';

export interface PivotRequest {
  rows: readonly string[];
  columns?: readonly string[] | undefined;
  values: readonly { field: string; function?: PivotFunction | undefined; number_format?: string | undefined; name?: string | undefined }[];
  filters?: readonly { field: string; value?: string | undefined }[] | undefined;
  style?: string | undefined;
  layout?: PivotLayout | undefined;
  totals?: 'both' | 'rows' | 'columns' | 'none' | undefined;
  subtotals?: boolean | undefined;
}

const VALUE_NAMES: Readonly<Record<PivotFunction, string>> = {
  sum: 'Sum',
  count: 'Count',
  count_numbers: 'Count',
  average: 'Average',
  min: 'Min',
  max: 'Max',
  product: 'Product',
  stdev: 'StdDev',
  stdevp: 'StdDevp',
  var: 'Var',
  varp: 'Varp',
};

/** Lines of a sheet for one table at most: rows by columns of figures. */
const FIGURES_MAX = 200_000;

function findFields({ fields }: PivotSource, names: readonly string[]): number[] | Rejected {
  const found = names.map((name) => fields.findIndex((field) => field.name.trim().toLowerCase() === name.trim().toLowerCase()));
  const lost = names[found.indexOf(-1)];
  if (lost !== undefined)
    return reject(
      'target_not_found',
      `The source has no column "${lost.slice(0, 100)}".`,
      fields.map(({ name }) => name),
    );
  return found;
}

/** Names of the figures: none of a field or of another figure, which Excel refuses. */
function nameValues(source: PivotSource, request: PivotRequest, of: readonly number[]): PivotPlan['values'] | Rejected {
  const taken = new Set(source.fields.map(({ name }) => name.toLowerCase()));
  const values: PivotPlan['values'] = [];
  for (const [index, { function: take = 'sum', number_format: format, name }] of request.values.entries()) {
    const field = of[index] ?? 0;
    const usual = `${VALUE_NAMES[take]} of ${source.fields[field]?.name ?? ''}`;
    let free = name ?? usual;
    if (name !== undefined && taken.has(name.toLowerCase()))
      return reject('unsupported', `A figure cannot be named "${name}": a column of the source or another figure has this name.`);
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${usual}${number}`;
    taken.add(free.toLowerCase());
    values.push({ field, take, name: free, format });
  }
  return values;
}

function findItem(source: PivotSource, field: number, items: PivotItems, wanted: string): number | Rejected {
  const captions = items.order.map((index) => captionOf(items.shared[index] ?? { kind: 'blank' }, source, field));
  const at = captions.findIndex((caption) => caption.trim().toLowerCase() === wanted.trim().toLowerCase());
  return at === -1
    ? reject('target_not_found', `The column "${source.fields[field]?.name ?? ''}" has no value "${wanted.slice(0, 100)}".`, captions)
    : at;
}

function readFilters(source: PivotSource, request: PivotRequest, of: readonly number[], items: ReadonlyMap<number, PivotItems>) {
  const filters: PivotPlan['filters'] = [];
  for (const [index, { value }] of (request.filters ?? []).entries()) {
    const field = of[index] ?? 0;
    const listed = items.get(field);
    if (value === undefined || listed === undefined) {
      filters.push({ field });
      continue;
    }
    const item = findItem(source, field, listed, value);
    if (typeof item === 'object') return item;
    filters.push({ field, item });
  }
  return filters;
}

/** Everything that the table shows, or why it cannot be. @param name of the table */
export function planPivot(source: PivotSource, request: PivotRequest, name: string): PivotPlan | Rejected {
  const given = [
    request.rows,
    request.columns ?? [],
    (request.filters ?? []).map(({ field }) => field),
    request.values.map(({ field }) => field),
  ];
  const found = given.map((names) => findFields(source, names));
  const refused = found.find((one): one is Rejected => 'rejected' in one);
  if (refused !== undefined) return refused;
  const [rows = [], columns = [], pages = [], counted = []] = found.filter((one): one is number[] => Array.isArray(one));
  const axes = [...rows, ...columns, ...pages];
  const twice = axes.find((field, index) => axes.indexOf(field) !== index);
  if (twice !== undefined)
    return reject('unsupported', `"${source.fields[twice]?.name ?? ''}" can be in one place only: rows, columns or filters.`);
  const values = nameValues(source, request, counted);
  if ('rejected' in values) return values;
  const items = new Map<number, PivotItems>();
  for (const index of axes) {
    const field = source.fields[index];
    if (field !== undefined) items.set(index, itemsOf(field));
  }
  const filters = readFilters(source, request, pages, items);
  if ('rejected' in filters) return filters;
  const listed = (all: readonly number[]): PivotItems[] => all.flatMap((field) => items.get(field) ?? []);
  const figures = countPivot({
    rows: listed(rows),
    columns: listed(columns),
    values: values.map(({ field, take }) => ({ values: source.fields[field]?.values ?? [], take })),
    counts: (record) =>
      filters.every(({ field, item }) => {
        const own = items.get(field);
        return item === undefined || own?.rank[own.of[record] ?? 0] === item;
      }),
    records: source.area.bottom - source.area.top,
  });
  const { layout = 'compact', totals = 'both', subtotals: inner = true, style = 'PivotStyleLight16' } = request;
  const kept = { rows: totals === 'both' || totals === 'rows', columns: totals === 'both' || totals === 'columns', inner };
  const grand: PivotLine = { kind: 'grand', path: [], repeated: 0, isFilled: true };
  const rowLines = layout === 'tabular' ? tabularLines(figures.rows, inner) : outlineLines(figures.rows, inner);
  const columnLines = tabularLines(figures.columns, inner);
  if (kept.columns) rowLines.push(grand);
  if (kept.rows && columns.length > 0) columnLines.push(grand);
  if (rowLines.length * columnLines.length * values.length > FIGURES_MAX)
    return reject(
      'would_overflow',
      `The pivot table would show more than ${FIGURES_MAX} figures; take fields with fewer different values.`,
    );
  return { name, style, layout, source, rows, columns, filters, values, items, rowLines, columnLines, figures, totals: kept };
}
