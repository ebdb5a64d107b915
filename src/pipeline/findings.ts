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

/** Where things are: counted pages, slides, tables, rows and columns, and cells. All of these move with what comes before them. */
const PLACE = /(?<=\b(?:pages?|slides?|tables?|rows?|columns?) )\d+|\b[A-Z]{1,3}\d{1,7}\b/gi;

/** What was found, wherever it stands. */
const faultOf = (finding: Finding): string => keyOf(finding).replaceAll(PLACE, '#');

/** Takes from `from` one of the same key for each of `findings`, as far as there are some; gives back those that find none. */
function takeOut(findings: readonly Finding[], from: Set<Finding>, keyed: (finding: Finding) => string): Finding[] {
  const known = Map.groupBy(from, keyed);
  return findings.filter((finding) => {
    const same = known.get(keyed(finding))?.shift();
    return same === undefined || !from.delete(same);
  });
}

/** What of `before` and `after` has nothing like it in the other: as it is said, or else the same fault at another place. */
function tellApart(before: readonly Finding[], after: readonly Finding[]): { gone: Set<Finding>; come: Set<Finding> } {
  const gone = new Set(before);
  return { come: new Set(takeOut(takeOut(after, gone, keyOf), gone, faultOf)), gone };
}

/** Findings of `after`, marked as new where `before` has them less often. One that only stands at another place, as a row further down, is not new. */
export function compareFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const { come } = tellApart(before, after);
  return after.map((finding) => ({ ...finding, disposition: come.has(finding) ? 'new' : 'pre_existing' }));
}

/** Findings of `before` that `after` does not have, or has less often. */
export const resolvedFindings = (before: readonly Finding[], after: readonly Finding[]): Finding[] => [...tellApart(before, after).gone];
