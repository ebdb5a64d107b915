/** Mermaid's `xychart` → what it shows (its documentation, "XY Chart": orientation, title, x-axis, y-axis, bar, line). */
import { maxOf } from '../../base/extremes.ts';
import { SERIES_MAX } from './chart-values.ts';
import type { DescribedChart, Figure } from './described-chart.ts';

const unquoted = (text: string): string => text.trim().replace(/^"(.*)"$/, '$1');

/** `a, "b, c", d` as three. */
const itemsOf = (list: string): string[] => [...list.matchAll(/\s*("[^"]*"|[^,]+)(?:,|$)/g)].map(([, item = '']) => unquoted(item));

interface Axis {
  title?: string;
  items?: string[];
  range?: [number, number];
}

/** An axis: `"Title" [a, b]`, `[a, b]`, `"Title" 0 --> 10` or a title alone. */
function axisOf(written: string): Axis {
  const rest = written.trim();
  const open = rest.endsWith(']') ? rest.lastIndexOf('[') : -1;
  if (open !== -1) return { ...titled(rest.slice(0, open)), items: itemsOf(rest.slice(open + 1, -1)) };
  const arrow = rest.lastIndexOf('-->');
  if (arrow === -1) return titled(rest);
  const before = rest.slice(0, arrow).trimEnd();
  const start = before.lastIndexOf(' ') + 1;
  const range: [number, number] = [Number(before.slice(start)), Number(rest.slice(arrow + 3))];
  return range.every(Number.isFinite) ? { ...titled(before.slice(0, start)), range } : titled(rest);
}

const titled = (text: string): Axis => (unquoted(text) === '' ? {} : { title: unquoted(text) });

/** So many places between two figures, both of them included. */
function spread([from, to]: [number, number], count: number): string[] {
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => String(Number((from + step * index).toFixed(4))));
}

/** @returns undefined where no bar and no line is in it */
export function readXyChart(source: string): DescribedChart | undefined {
  let [title, isHorizontal]: [string | undefined, boolean] = [undefined, false];
  let x: Axis = {};
  let y: Axis = {};
  const drawn: { kind: 'column' | 'line'; name: string; values: Figure[] }[] = [];
  for (const line of source.split('\n')) {
    const statement = line.trim().replace(/;$/, '');
    const word = /^[\w-]+/.exec(statement)?.[0] ?? '';
    const rest = statement.slice(word.length).trim();
    // too many to be drawn: it is not looked for how many more there are
    if (drawn.length > SERIES_MAX) break;
    if (/^xychart(?:-beta)?$/.test(word)) isHorizontal = /\bhorizontal\b/.test(rest);
    else if (word === 'title') title = unquoted(rest);
    else if (word === 'x-axis') x = axisOf(rest);
    else if (word === 'y-axis') y = axisOf(rest);
    else if (word === 'bar' || word === 'line') {
      const { title: name = '', items = [] } = axisOf(rest);
      const values = items.map((item): Figure => (item === '' ? null : Number.isFinite(Number(item)) ? Number(item) : item));
      // a line along the tops of its own bars says nothing more
      const isSame = drawn.some((other) => name === '' && String(other.values) === String(values));
      if (values.length > 0 && !isSame) drawn.push({ kind: word === 'bar' ? 'column' : 'line', name, values });
    }
  }
  if (drawn.length === 0) return undefined;
  const kinds = new Set(drawn.map(({ kind }) => kind));
  const count = maxOf(drawn.map(({ values }) => values.length));
  const kind = kinds.size > 1 ? 'combo' : kinds.has('line') ? 'line' : isHorizontal ? 'bar' : 'column';
  return {
    kind,
    title,
    categoryLabel: x.title,
    categories: x.items ?? spread(x.range ?? [1, count], count),
    series: drawn.map(({ kind: own, name, values }, index) => ({
      // one series is what its axis says
      name: name || (drawn.length === 1 || index === 0 ? (y.title ?? '') : ''),
      values,
      ...(kind === 'combo' ? { kind: own } : {}),
    })),
  };
}
