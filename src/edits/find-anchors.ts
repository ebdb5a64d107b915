/**
 * Where two long lists hold together, found without setting each entry of the one against each of the other (the idea of patience
 * sorting, as Bram Cohen's patience diff uses it).
 */

/**
 * Entries that both lists have once are taken for each other; of these pairs the most that are in the same order in both lists.
 * @param from what the entries of the older list are compared by
 * @param to the same of the newer one
 * @param most entries that both lists have as often as each other, up to so many times, are taken for each other too: the first for the
 *   first, the second for the second
 * @returns pairs of indices, rising in both lists; none where there are no such entries
 */
export function findAnchors(from: readonly string[], to: readonly string[], most = 1): [from: number, to: number][] {
  const places = (keys: readonly string[]): Map<string, number[]> => {
    const found = new Map<string, number[]>();
    for (const [index, key] of keys.entries()) {
      const known = found.get(key);
      if (known) known.push(index);
      else found.set(key, [index]);
    }
    return found;
  };
  const [old, next] = [places(from), places(to)];
  const candidates: [number, number][] = [];
  const seen = new Map<string, number>();
  for (const [index, key] of from.entries()) {
    const there = next.get(key);
    if (there === undefined || there.length > most || there.length !== old.get(key)?.length) continue;
    const turn = seen.get(key) ?? 0;
    seen.set(key, turn + 1);
    const other = there[turn];
    if (other !== undefined) candidates.push([index, other]);
  }
  return longestRising(candidates);
}

/** The most pairs whose second numbers rise; the first ones do already. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  /** Of each length: the pair that ends a rising row of it with the smallest number. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const row: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) row.push(pair);
  }
  return row.toReversed();
}
