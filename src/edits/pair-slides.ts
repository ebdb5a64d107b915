/** Which slide of a newer presentation was which of the older one, and which of them only went elsewhere. */
import { countWords, shareOfWords, type CountedWords } from './word-share.ts';

/** A slide by all that is said on it. */
export interface SlideText {
  text: string;
  /** What a slide without words shows, where that is known. */
  print?: string;
}

/** By which it is known again whole; '' where there is nothing. */
const wholeOf = ({ text, print = '' }: SlideText): string => print || text;

type Pair<Slide> = [from: Slide | null, to: Slide | null];

export interface PairedSlides<Slide> {
  /** In the order of the newer presentation; slides that are gone are where they were. */
  pairs: Pair<Slide>[];
  /** Slides of the newer presentation that are elsewhere. */
  moved: Set<Slide>;
}

/** A slide that has less in common with the one in its place may be another one from elsewhere. */
const KEPT_MIN = 0.7;
/** Share of words in common from which on a slide elsewhere is the same one, changed. */
const ALIKE_MIN = 0.6;
/** By as much it has to be more like it than the one in its place, or any other slide. */
const MARGIN = 0.05;
/** Slides of fewer words are known again by their whole text alone. */
const WORDS_MIN = 4;
/** More pairs of slides than this are compared by whole texts alone. */
const COMPARED_MAX = 250_000;

interface Search<Slide> {
  /** Slides that may be from elsewhere, or elsewhere now. */
  old: Slide[];
  next: Slide[];
  /** What each has in common with the slide in its place. */
  held: Map<Slide, number>;
  source: Map<Slide, Slide>;
}

function beginSearch<Slide extends SlideText>(pairs: readonly Pair<Slide>[]): Search<Slide> {
  const search: Search<Slide> = { old: [], next: [], held: new Map(), source: new Map() };
  for (const [old, next] of pairs) {
    const isSame = old !== null && next !== null && wholeOf(old) === wholeOf(next);
    const share = isSame ? 1 : old && next ? shareOfWords(countWords(old.text), countWords(next.text)) : 0;
    if (share >= KEPT_MIN) continue;
    if (old) search.old.push(old);
    if (next) search.next.push(next);
    for (const slide of [old, next]) if (slide) search.held.set(slide, share);
  }
  return search;
}

function claimSameTexts<Slide extends SlideText>({ old, next, source }: Search<Slide>): void {
  const known = Map.groupBy(
    old.filter((slide) => wholeOf(slide) !== ''),
    wholeOf,
  );
  for (const slide of next) {
    const was = known.get(wholeOf(slide))?.shift();
    if (was !== undefined) source.set(slide, was);
  }
}

/** The one of them that a slide has most in common with, and how much more than with the second. */
function bestOf<Slide>(slide: Slide, others: readonly Slide[], wordsOf: (one: Slide) => CountedWords): { slide?: Slide; share: number } {
  let best: { slide?: Slide; share: number } = { share: 0 };
  let second = 0;
  for (const other of others) {
    const share = shareOfWords(wordsOf(slide), wordsOf(other));
    if (share > best.share) {
      second = best.share;
      best = { slide: other, share };
    } else second = Math.max(second, share);
  }
  return best.share - second < MARGIN ? { share: 0 } : best;
}

/** Changed on the way: of all slides they have most in common with each other. */
function claimChanged<Slide extends SlideText>({ old, next, held, source }: Search<Slide>): void {
  const taken = new Set(source.values());
  const words = new Map([...old, ...next].map((slide) => [slide, countWords(slide.text)]));
  const wordsOf = (slide: Slide): CountedWords => words.get(slide) ?? countWords(slide.text);
  const canChange = (slide: Slide): boolean => wordsOf(slide).total >= WORDS_MIN;
  const gone = old.filter((slide) => !taken.has(slide) && canChange(slide));
  const come = next.filter((slide) => !source.has(slide) && canChange(slide));
  if (gone.length * come.length > COMPARED_MAX) return;
  for (const slide of come) {
    const { slide: was, share } = bestOf(slide, gone, wordsOf);
    if (was === undefined || share < ALIKE_MIN || bestOf(was, come, wordsOf).slide !== slide) continue;
    if (share - Math.max(held.get(slide) ?? 0, held.get(was) ?? 0) >= MARGIN) source.set(slide, was);
  }
}

/**
 * Slides that were lined up in order, and those that are elsewhere beside them: known by the same text, or by most of their words.
 * What merely stands in the gap that the other has left was not moved.
 * @param aligned in the order of both presentations
 */
export function pairSlides<Slide extends SlideText>(aligned: readonly Pair<Slide>[]): PairedSlides<Slide> {
  const search = beginSearch(aligned);
  claimSameTexts(search);
  claimChanged(search);
  const { source } = search;
  const gone = new Set(source.values());
  const stayed: number[] = [];
  const placeOf = new Map<Slide, number>();
  for (const [at, [old, next]] of aligned.entries()) {
    for (const slide of [old, next]) if (slide) placeOf.set(slide, at);
    if (old && next && !gone.has(old) && !source.has(next)) stayed.push(at);
  }
  const crosses = (one: Slide, other: Slide): boolean => {
    const [a, b] = [placeOf.get(one) ?? 0, placeOf.get(other) ?? 0];
    return stayed.some((at) => at > Math.min(a, b) && at < Math.max(a, b));
  };
  const pairs = aligned.flatMap(([old, next]): Pair<Slide>[] => {
    const was = next === null ? undefined : source.get(next);
    if (was === undefined) return old === null || !gone.has(old) ? [[old, next]] : next === null ? [] : [[null, next]];
    return old === null || gone.has(old)
      ? [[was, next]]
      : [
          [old, null],
          [was, next],
        ];
  });
  return { pairs, moved: new Set([...source].filter(([next, old]) => crosses(old, next)).map(([next]) => next)) };
}
