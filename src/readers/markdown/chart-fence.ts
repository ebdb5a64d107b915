/**
 * A fence that describes a chart (`chart`, `chartjs`, `vega-lite`, `echarts`, …, or Mermaid's `xychart`) → a chart: in JSON, in YAML, or
 * as lines of `key: value` above a pipe table. What holds no figures stays code, with a note.
 */
import { maxOf } from '../../base/extremes.ts';
import type { Block, Chart } from '../../document/block.ts';
import { readYaml } from '../../document/bounded-yaml.ts';
import { CATEGORIES_MAX, readValue, SERIES_MAX } from './chart-values.ts';
import { readDescription } from './described-chart.ts';
import type { DescribedChart } from './described-chart.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { readXyChart } from './xy-chart.ts';

const LANGUAGES = /^(?:charts?|chart[-_.]?js|vega(?:[-_]?lite)?|e-?charts?|highcharts?)$/i;
const DATA_LANGUAGES = /^(?:json[5c]?|ya?ml)$/i;
/** Longer ones are no description that anybody wrote. */
const CHARS_MAX = 100_000;
const DEPTH_MAX = 24;

/** What the words behind the fence say that it holds. */
function notationOf(info: string, content: string): 'description' | 'mermaid' | undefined {
  const [language = '', next = ''] = info
    .trim()
    .replace(/^\{\s*\.?/, '')
    .split(/[\s{}]+/);
  if (LANGUAGES.test(language) || (DATA_LANGUAGES.test(language) && LANGUAGES.test(next))) return 'description';
  return language.toLowerCase() === 'mermaid' &&
    /^\s*(?:---\n[^]*?\n---\s*)?(?:%%[^\n]*\n\s*)*xychart(?:-beta)?\b/.test(content.slice(0, 2_000))
    ? 'mermaid'
    : undefined;
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Lines of a pipe table, as rows of cells whose first one has the names. */
function tableIn(lines: readonly string[]): string[][] {
  const rows = lines.filter((line) => line.trim().startsWith('|')).map(cellsOf);
  return rows.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
}

/** Whether arrays and objects are within each other deeper than anybody writes a chart. */
function isDeep(value: unknown): boolean {
  const left = [{ value, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= DEPTH_MAX) return true;
    for (const inner of Object.values(next.value)) left.push({ value: inner, depth: next.depth + 1 });
  }
  return false;
}

/** @returns undefined where it can be read neither as JSON nor as YAML */
function parseData(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : value;
  } catch {
    // what is no JSON may be YAML
  }
  const read = readYaml(text);
  return 'fault' in read ? undefined : read.value;
}

function describe(content: string): DescribedChart | undefined {
  const lines = content.split('\n');
  const rows = tableIn(lines);
  const text = rows.length === 0 ? content : lines.filter((line) => !line.trim().startsWith('|')).join('\n');
  const value = parseData(text);
  if (rows.length === 0) return readDescription(value);
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return readDescription({ ...fields, series: undefined, data: rows });
}

/** Why it cannot be drawn; undefined where it can. */
function faultOf({ categories, series }: DescribedChart): string | undefined {
  const written = series.flatMap(({ values }) => values).filter((value) => value !== null);
  if (written.length === 0 || !written.some((value) => typeof value === 'number' || /\d/.test(value))) return 'no figures were found in it';
  if (series.length > SERIES_MAX) return `it has more than ${SERIES_MAX} series`;
  return categories.length > CATEGORIES_MAX ? `it has more than ${CATEGORIES_MAX} places` : undefined;
}

function toChart(described: DescribedChart, reading: Reading, line: number | undefined): Chart {
  const { kind, title, unit, categoryLabel, source, alt, categories, series } = described;
  const valueOf = (value: number | string | null): number | null =>
    typeof value === 'string' ? readValue(value, reading, line) : value === 0 ? 0 : value;
  const length = maxOf([categories.length, ...series.map(({ values }) => values.length)]);
  return {
    id: '',
    type: 'chart',
    kind,
    ...(title === undefined ? {} : { title }),
    ...(unit === undefined ? {} : { unit }),
    ...(categoryLabel === undefined ? {} : { category_label: categoryLabel }),
    categories: Array.from({ length }, (_, index) => categories[index] ?? ''),
    series: series.map(({ name, values, kind: drawn }, index) => ({
      name: name || (series.length > 1 ? `${index + 1}` : (title ?? '')),
      values: Array.from({ length }, (_, index) => valueOf(values[index] ?? null)),
      ...(drawn === undefined ? {} : { kind: drawn }),
    })),
    ...(source === undefined ? {} : { source: [{ text: source }] }),
    ...(alt === undefined ? {} : { alt }),
  };
}

/** The chart of a fence; undefined where the fence is about something else, or stays code for the reason that a note gives. */
export function readChartFence(content: string, info: string, reading: Reading, line: number | undefined): Block | undefined {
  const notation = notationOf(info, content);
  if (notation === undefined) return undefined;
  const isLong = content.length > CHARS_MAX;
  const described = isLong ? undefined : notation === 'mermaid' ? readXyChart(content) : describe(content);
  const fault = isLong
    ? `it is longer than ${CHARS_MAX} characters`
    : described === undefined
      ? 'no figures were found in it'
      : faultOf(described);
  if (described !== undefined && fault === undefined) return toChart(described, reading, line);
  addNote(
    reading,
    {
      code: 'chart_invalid',
      severity: 'warning',
      message: `A chart is shown as its source: ${fault}. Write it as :::chart with a pipe table.`,
    },
    line,
  );
  return undefined;
}
