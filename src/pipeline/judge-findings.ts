/** What findings come to: how a document ends, and which of them an edit or a repair has brought. */
import type { Finding } from '../base/finding.ts';
import type { FindingCounts, Status } from '../ports/record.ts';

export const statusOf = ({ errors, warnings }: Pick<FindingCounts, 'errors' | 'warnings'>): Status =>
  errors > 0 ? 'needs_review' : warnings > 0 ? 'ready_with_warnings' : 'ready';

const keyOf = ({ code, message, location }: Finding): string => `${code}|${location.part ?? ''}|${message}`;

/** Findings of `after`: those that `before` has not are new. */
export function compared(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.map((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return { ...finding, disposition: left > 0 ? 'pre_existing' : 'new' };
  });
}

/** What is found no more. */
export function goneFrom(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const left = new Set(after.map(keyOf));
  return before.filter((finding) => !left.has(keyOf(finding)));
}
