/** How alike two texts are by the words in them, in whatever order. */

/** The words of a text, in small letters, and how often each is in it. */
export interface CountedWords {
  counts: ReadonlyMap<string, number>;
  total: number;
}

/** Words are letters and digits that stand together. */
export function countWords(text: string): CountedWords {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/** Share of words that two texts have in common: 0 none, 1 all; 0 where neither has any. */
export function shareOfWords(a: CountedWords, b: CountedWords): number {
  const all = a.total + b.total;
  const [few, many] = a.counts.size < b.counts.size ? [a.counts, b.counts] : [b.counts, a.counts];
  let common = 0;
  for (const [word, count] of few) common += Math.min(count, many.get(word) ?? 0);
  return all === 0 ? 0 : (2 * common) / all;
}
