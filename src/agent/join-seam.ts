/**
 * The seam between what was received of an answer and its continuation: a model that is asked to go on often repeats the end of
 * what it had written. What is repeated is dropped while the continuation streams; it is held back only as long as it may be a
 * repetition.
 */
import { maxOf } from '../base/extremes.ts';

/** A shorter agreement may be chance ("that that"). */
const REPEATED_MIN = 12;
/** How far back a repetition may begin. */
const LOOK_BACK_CHARS = 20_000;
const CANDIDATES_MAX = 50;

export interface Seam {
  push(text: string): string;
  end(): string;
}

/** @param received what was written before; '' where nothing was, then all passes */
export function createSeam(received: string): Seam {
  const tail = received.slice(-LOOK_BACK_CHARS);
  let held = '';
  let open = tail !== '';
  /** What the continuation would repeat, from each place where it may begin to: to the end of the tail. */
  let candidates: string[] | undefined;

  const begin = (probe: string): string[] => {
    const found: string[] = [];
    for (let at = tail.lastIndexOf(probe); at >= 0 && found.length < CANDIDATES_MAX; at = at === 0 ? -1 : tail.lastIndexOf(probe, at - 1))
      found.push(tail.slice(at));
    return found;
  };
  const decide = (last: boolean): string => {
    const text = held.trimStart();
    if (!last && text.length < REPEATED_MIN) return '';
    candidates = (candidates ?? (text.length < REPEATED_MIN ? [] : begin(text.slice(0, REPEATED_MIN)))).filter((one) =>
      one.length > text.length ? one.startsWith(text) : text.startsWith(one),
    );
    const pending = candidates.some((one) => one.length > text.length);
    if (pending && !last) return '';
    // at the end of the stream all that was said may lie within what was there
    const repeated = pending ? text.length : Math.max(0, maxOf(candidates.map((one) => one.length)));
    open = false;
    const rest = repeated === 0 ? held : text.slice(repeated);
    held = '';
    return rest;
  };
  return {
    push(text) {
      if (!open) return text;
      held += text;
      return decide(false);
    },
    end: () => (open ? decide(true) : ''),
  };
}
