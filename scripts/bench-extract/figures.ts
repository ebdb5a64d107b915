/** What was measured, as tables in Markdown. */
import type { Case, Score } from './corpus.ts';

export interface Result {
  file: Case;
  outcome: string;
  expected: boolean;
  ms: number;
  pages: number | null;
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

export function outcomeTable(results: readonly Result[], kinds: readonly string[]): string {
  const rows = kinds.flatMap((kind) => {
    const of = results.filter(({ file }) => file.kind === kind);
    if (of.length === 0) return [];
    const times = of.map(({ ms }) => ms);
    const paged = of.filter(({ pages }) => pages !== null && pages > 0);
    const perSecond = paged.reduce((sum, { pages }) => sum + (pages ?? 0), 0) / (paged.reduce((sum, { ms }) => sum + ms, 0) / 1_000);
    return [
      `| ${kind} | ${of.length} | ${of.filter(({ expected }) => expected).length} | ${share(times, 0.5).toFixed(1)} | ${share(times, 0.95).toFixed(0)} | ${Math.max(...times).toFixed(0)} | ${paged.length === 0 ? '–' : perSecond.toFixed(0)} | ${scoreCells(of)} |`,
    ];
  });
  return `| kind | files | as expected | median ms | p95 ms | max ms | pages/s | text | order | headings | cells | items |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n${rows.join('\n')}\n`;
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
