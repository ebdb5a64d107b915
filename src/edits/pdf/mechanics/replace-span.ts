import type { Run } from '../../../document/inline.ts';

/** Replaces the span, in characters of all runs, in the formatting of its first character. */
export function replaceSpan(runs: readonly Run[], start: number, end: number, text: string): Run[] {
  const changed: Run[] = [];
  let at = 0;
  let put = false;
  for (const run of runs) {
    const [from, to] = [Math.max(0, start - at), Math.min(run.text.length, end - at)];
    const isWithin = at < end && at + run.text.length > start;
    const atEnd = start === end && at + run.text.length >= start && !put;
    if (!isWithin && !atEnd) changed.push(run);
    else {
      changed.push({ ...run, text: run.text.slice(0, from) + (put ? '' : text) + run.text.slice(Math.max(from, to)) });
      put = true;
    }
    at += run.text.length;
  }
  return changed.filter((run) => run.text !== '');
}
