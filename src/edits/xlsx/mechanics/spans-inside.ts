/** Whether a place lies inside one of many spans, none of which lies in another one: found by halves. */
export function createInside(spans: readonly { start: number; end: number }[]): (at: number) => boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  return (at) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (sorted[low - 1]?.end ?? 0) > at;
  };
}
