/** Mermaid's `xychart` → what it shows (its documentation, "XY Chart": orientation, title, x-axis, y-axis, bar, line). */
import { maxOf } from '../../base/extremes.ts';
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
function axisOf(rest: string): Axis {
  const list = /\[([^\]]*)\]\s*$/.exec(rest);
  const range = /(-?[\d.]+)\s*-->\s*(-?[\d.]+)\s*$/.exec(rest);
  const title = unquoted(rest.slice(0, list?.index ?? range?.index ?? rest.length));
  return {
    ...(title === '' ? {} : { title }),
    ...(list ? { items: itemsOf(list[1] ?? '') } : {}),
    ...(range ? { range: [Number(range[1]), Number(range[2])] } : {}),
  };
}

/** So many places between two figures, both of them included. */
function spread([from, to]: [number, number], count: number): string[] {
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => String(Number((from + step * index).toFixed(4))));
}

/** @returns undefined where no bar and no line is in it */
export function readXyChart(source: string): DescribedChart | undefined {
  let [title, lies]: [string | undefined, boolean] = [undefined, false];
  let x: Axis = {};
  let y: Axis = {};
  const drawn: { kind: 'column' | 'line'; name: string; values: Figure[] }[] = [];
  for (const line of source.split('\n')) {
    const [, word = '', rest = ''] = /^\s*([\w-]+)\s*(.*?);?\s*$/.exec(line) ?? [];
    if (/^xychart(?:-beta)?$/.test(word)) lies = /\bhorizontal\b/.test(rest);
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
  const kind = kinds.size > 1 ? 'combo' : kinds.has('line') ? 'line' : lies ? 'bar' : 'column';
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
