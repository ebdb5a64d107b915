/** Comments and tracked changes while the text of a paragraph is read: which of its runs they are on. */
import type { Image } from '../../document/block.ts';
import type { Remark, Revision, Run } from '../../document/inline.ts';
import type { reviewMarkOf } from './review-marks.ts';
import { addNote, type Reading } from './reading.ts';

/** Pieces of the text by their number; `to` is behind the last. */
interface Span {
  from: number;
  to: number;
}

export interface ReviewReading {
  /** Tracked changes that are open, from the outside in; null for text that a comment is on. */
  open: (Revision | null)[];
  starts: number[];
  /** What a comment that comes next is on: the mark that has just ended. */
  last: Span | undefined;
  /** `behind`: how many pieces there were when it came. */
  comments: { remark: Remark; on: Span; behind: number }[];
}

export const beginReview = (): ReviewReading => ({ open: [], starts: [], last: undefined, comments: [] });

export function openReviewMark(review: ReviewReading, { kind, author }: ReturnType<typeof reviewMarkOf>, at: number): void {
  review.open.push(kind === 'insert' || kind === 'delete' ? { kind, ...(author === undefined ? {} : { author }) } : null);
  review.starts.push(at);
}

export function closeReviewMark(review: ReviewReading, at: number): void {
  review.open.pop();
  const from = review.starts.pop() ?? at;
  // both halves of a replacement are one change
  review.last = { from: review.last?.to === from ? review.last.from : from, to: at };
}

/** A comment is on the mark right before it, else on the text before it, else on what follows. */
export function addComment(review: ReviewReading, { text, author }: { text: string; author: string | undefined }, at: number): void {
  if (text === '') return;
  const on = review.last?.to === at && at > 0 ? review.last : { from: 0, to: at };
  review.last = on;
  review.comments.push({ remark: { text, ...(author === undefined ? {} : { author }) }, on, behind: at });
}

/** Gives the runs their comments. */
export function placeComments(
  { comments }: ReviewReading,
  out: ({ run: Run } | { image: Image })[],
  reading: Reading,
  line: number | undefined,
): void {
  const [first, final] = [out[0], out.at(-1)];
  // a comment at the edge of a text leaves no space there
  if (comments.length > 0 && first && 'run' in first && !first.run.code) first.run.text = first.run.text.trimStart();
  if (comments.length > 0 && final && 'run' in final && !final.run.code) final.run.text = final.run.text.trimEnd();
  for (const { remark, on } of comments) {
    const { from, to } = on.to === 0 ? { from: 0, to: out.length } : on;
    let placed = false;
    for (const piece of out.slice(from, to)) {
      if (!('run' in piece) || (piece.run.text === '' && piece.run.footnote === undefined)) continue;
      piece.run.comments = [...(piece.run.comments ?? []), remark];
      placed = true;
    }
    if (!placed)
      addNote(
        reading,
        {
          code: 'comment_dropped',
          severity: 'warning',
          message: `A comment is on no text and was left out: "${remark.text.slice(0, 200)}". It belongs right behind the words it is about.`,
        },
        line,
      );
  }
}
