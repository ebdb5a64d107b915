/** Comments and tracked changes as all writers of Office files need them. */
import type { Note } from '../base/note.ts';
import type { Remark, Run } from '../document/inline.ts';

/** Who comments and proposes where the text names nobody. */
const AUTHOR = 'Octavo';
/** The name as it goes into a file. */
export const authorOf = ({ author }: { author?: string | undefined }): string => author ?? AUTHOR;

/** First letters of the names, four at most. */
export const initialsOf = (author: string): string =>
  author
    .split(/[\s.-]+/u)
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, 4) || 'O';

/** ISO 8601 without fractions, as Office writes it. */
export const instantOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

/** How a tracked change looks where a kind of file has none: what goes is struck, what comes is underlined. */
export const shownRun = (run: Run): Run => {
  const { revision, ...rest } = run;
  if (revision === undefined) return run;
  return revision.kind === 'delete' ? { ...rest, strike: true } : { ...rest, underline: true };
};

function isRun(value: object): value is Run {
  return 'text' in value && ('comments' in value || 'revision' in value);
}

/** All runs with comments or changes within something of the content model, in reading order. */
export function* reviewedRuns(value: unknown): Generator<Run> {
  if (typeof value !== 'object' || value === null) return;
  if (isRun(value)) yield value;
  for (const inner of Object.values(value)) yield* reviewedRuns(inner);
}

/** A comment and the words that it is on. */
export interface PlacedRemark {
  remark: Remark;
  words: string;
}

/** Comments within something of the content model, each once although it is on several runs. */
export function remarksIn(value: unknown): PlacedRemark[] {
  const found: PlacedRemark[] = [];
  let open: PlacedRemark[] = [];
  for (const { comments = [], text } of reviewedRuns(value)) {
    open = comments.map((remark) => {
      const known = open.find((one) => one.remark.text === remark.text && one.remark.author === remark.author);
      if (known !== undefined) {
        known.words += text;
        return known;
      }
      const placed = { remark, words: text };
      found.push(placed);
      return placed;
    });
  }
  return found;
}

/** What is said in the finding where a kind of file has no tracked changes; undefined where there are none. */
export function revisionNote(value: unknown, kind: string): Note | undefined {
  for (const { revision } of reviewedRuns(value))
    if (revision !== undefined)
      return {
        code: 'revision_shown',
        severity: 'warning',
        message: `${kind} has no tracked changes: what is proposed is underlined, and what goes is struck out.`,
      };
  return undefined;
}

const keyOf = ({ text, author }: Remark): string => `${author ?? ''}\n${text}`;

/** Findings for comments of a document that are not in its file. */
export function lostRemarks(given: unknown, placed: Iterable<Remark>): Note[] {
  const known = new Set(Array.from(placed, keyOf));
  return remarksIn(given)
    .filter(({ remark }) => !known.has(keyOf(remark)))
    .map(({ remark, words }) => ({
      code: 'comment_dropped',
      severity: 'warning',
      message: `A comment on "${words.slice(0, 80)}" is in a place that holds none and was left out: "${remark.text.slice(0, 200)}".`,
    }));
}
