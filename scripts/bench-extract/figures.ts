/** What was measured, as tables in Markdown. */
import type { Case, Score } from './corpus.ts';

export interface Result {
  file: Case;
  outcome: string;
  expected: boolean;
  ms: number;
  pages: number | null;
  /** Whether text recognition had a part in it; such files are left out of the time per page. */
  recognized: boolean;
  score: Score | null;
}

export const isExpected = ({ class: kind, expect }: Case, outcome: string): boolean => {
  if (outcome.startsWith('CRASH')) return false;
  if (kind === 'hostile') return true;
  if (expect === 'ok') return outcome === 'ok';
  return !expect.startsWith('file_rejected') || outcome === 'file_rejected';
};

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

const mean = (values: readonly (number | null)[]): string => {
  const found = values.filter((value) => value !== null);
  return found.length === 0 ? '–' : `${(found.reduce((sum, value) => sum + value, 0) / found.length).toFixed(3)} (${found.length})`;
};

const METRICS = ['text', 'order', 'headings', 'cells', 'items'] as const;

export function scoreCells(results: readonly Result[]): string {
  return METRICS.map((name) => mean(results.flatMap(({ score }) => (score === null ? [] : [score[name]])))).join(' | ');
}

/** Milliseconds a page of files read without text recognition: all time by all pages, and the page in the middle. */
export function timePerPage(results: readonly Result[]): string {
  const paged = results.filter(({ outcome, recognized, pages }) => outcome === 'ok' && !recognized && (pages ?? 0) > 0);
  if (paged.length === 0) return '–';
  const total = paged.reduce((sum, { pages }) => sum + (pages ?? 0), 0);
  const each = paged.flatMap(({ ms, pages }) => Array.from({ length: pages ?? 0 }, () => ms / (pages ?? 1)));
  return `${(paged.reduce((sum, { ms }) => sum + ms, 0) / total).toFixed(1)}, ${share(each, 0.5).toFixed(1)} (${total} pages)`;
}

export function outcomeTable(results: readonly Result[], kinds: readonly string[]): string {
  const rows = kinds.flatMap((kind) => {
    const of = results.filter(({ file }) => file.kind === kind);
    if (of.length === 0) return [];
    const times = of.map(({ ms }) => ms);
    return [
      `| ${kind} | ${of.length} | ${of.filter(({ expected }) => expected).length} | ${share(times, 0.5).toFixed(1)} | ${share(times, 0.95).toFixed(0)} | ${Math.max(...times).toFixed(0)} | ${timePerPage(of)} | ${scoreCells(of)} |`,
    ];
  });
  return `| kind | files | as expected | median ms | p95 ms | max ms | ms a page: mean, median | text | order | headings | cells | items |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n${rows.join('\n')}\n`;
}

export function outcomeCounts(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome.slice(0, 40), (counts.get(outcome.slice(0, 40)) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
}

const lowest = (score: Score | null): number => Math.min(score?.text ?? 1, score?.headings ?? 1, score?.cells ?? 1, score?.items ?? 1);

export function worstOf(results: readonly Result[], count: number): string[] {
  return results
    .filter(({ score }) => score !== null)
    .toSorted((a, b) => lowest(a.score) - lowest(b.score))
    .slice(0, count)
    .map(({ file, score, ms }) => `${file.file.split('/').at(-1)}: ${JSON.stringify(score)} ${ms.toFixed(0)} ms`);
}
