/** What findings amount to: counts, how a document ends, what an edit or a repair has brought, and the events that report them. */
import type { FindingCounts } from '../contract/document.ts';
import type { NewEvent } from '../contract/event.ts';
import type { Status } from '../contract/vocabulary.ts';
import type { Finding } from '../base/finding.ts';
import type { Note } from '../base/note.ts';
import { issueEvent } from './issue-event.ts';

/** What a reader or writer noted, as a finding. */
export function findingOf(note: Note): Finding {
  return {
    code: note.code,
    severity: note.severity,
    message: note.message,
    location: note.blockId === undefined ? {} : { block_id: note.blockId },
    fixable: false,
    certainty: 'static',
    disposition: 'new',
  };
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const of = (severity: Finding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
  return { errors: of('error'), warnings: of('warning'), info: of('info') };
}

/** How a document with these findings ends. */
export const statusOf = ({ errors, warnings }: Pick<FindingCounts, 'errors' | 'warnings'>): Status =>
  errors > 0 ? 'needs_review' : warnings > 0 ? 'ready_with_warnings' : 'ready';

/** How an edited document ends: what was wrong before the edit does not count. */
export const statusAfterEdit = (findings: readonly Finding[]): Status =>
  statusOf(countFindings(findings.filter(({ disposition }) => disposition === 'new')));

/** A rendering that was checked. */
export const checkEvents = (findings: readonly Finding[], render: { iteration: number; pages: number; durationMs: number }): NewEvent[] => [
  { type: 'render.completed', data: { iteration: render.iteration, pages: render.pages, duration_ms: render.durationMs } },
  ...findingEvents(findings, render.iteration),
];

/** What was found, of a file that was not rendered. */
export const findingEvents = (findings: readonly Finding[], iteration: number): NewEvent[] => [
  ...findings.map(issueEvent),
  { type: 'validation.completed', data: { iteration, ...countFindings(findings) } },
];

const keyOf = ({ code, message, location }: Finding): string => `${code}|${location.part ?? ''}|${message}`;

/** Findings of `after`, marked as new where `before` has them less often. */
export function compareFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.map((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return { ...finding, disposition: left > 0 ? 'pre_existing' : 'new' };
  });
}

/** Findings of `before` that `after` does not have. */
export function resolvedFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const left = new Set(after.map(keyOf));
  return before.filter((finding) => !left.has(keyOf(finding)));
}
