/** Runs as they gather: neighbours of one look become one, white space at both ends goes. */
import type { Run } from '../../document/inline.ts';

const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link', 'color', 'script', 'math', 'lang'] as const;

function looksAlike(a: Run, b: Run): boolean {
  return a.footnote === undefined && b.footnote === undefined && !a.math && !b.math && MARKS.every((mark) => a[mark] === b[mark]);
}

/** Adds a run, joined with the last one where both look the same. */
export function addRun(runs: Run[], run: Run): void {
  if (run.text === '' && run.footnote === undefined) return;
  const last = runs.at(-1);
  if (last && looksAlike(last, run)) last.text += run.text;
  else runs.push({ ...run });
}

/** The runs without white space at both ends; white space alone carries no mark. */
export function trimRuns(runs: readonly Run[]): Run[] {
  const trimmed: Run[] = [];
  for (const run of runs) {
    const bare = run.text.trim() === '' && run.footnote === undefined && !run.math;
    addRun(trimmed, bare ? { text: run.text, ...(run.link === undefined ? {} : { link: run.link }) } : run);
  }
  for (let first = trimmed[0]; first && first.footnote === undefined && !first.math; first = trimmed[0]) {
    first.text = first.text.trimStart();
    if (first.text !== '') break;
    trimmed.shift();
  }
  for (let last = trimmed.at(-1); last && last.footnote === undefined && !last.math; last = trimmed.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    trimmed.pop();
  }
  return trimmed;
}

/** Addresses that a link may have; all others become plain text. */
export function safeLink(address: string | undefined): string | undefined {
  const text = address?.trim() ?? '';
  return /^(?:https?:\/\/|mailto:)\S+$/i.test(text) && text.length <= 2_048 ? text : undefined;
}
