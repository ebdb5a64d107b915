/** Text that a page draws over itself, to make it bold or since a chart was drawn again and again in one place: it shows once. */
import type { RenderedLine, RenderedPage } from '../../document/rendered-document.ts';

const SAME_PLACE_PT = 0.75;

const isSamePlace = (a: RenderedLine, b: RenderedLine): boolean =>
  a.turned === b.turned &&
  Math.abs(a.left - b.left) <= SAME_PLACE_PT &&
  Math.abs(a.top - b.top) <= SAME_PLACE_PT &&
  Math.abs(a.right - b.right) <= SAME_PLACE_PT &&
  Math.abs(a.bottom - b.bottom) <= SAME_PLACE_PT;

/** The page with each line once that is drawn several times in one place; of those the one that tags know. */
export function withoutTwice(page: RenderedPage): RenderedPage {
  const kept = new Map<string, RenderedLine[]>();
  const replaced = new Map<RenderedLine, RenderedLine>();
  const dropped = new Set<RenderedLine>();
  for (const line of page.lines) {
    const known = kept.get(line.text);
    const same = known?.find((other) => isSamePlace(other, line));
    if (!known) kept.set(line.text, [line]);
    else if (!same) known.push(line);
    else {
      dropped.add(line);
      if (same.marks === undefined && line.marks !== undefined) replaced.set(same, line);
    }
  }
  if (dropped.size === 0) return page;
  return { ...page, lines: page.lines.flatMap((line) => (dropped.has(line) ? [] : [replaced.get(line) ?? line])) };
}
