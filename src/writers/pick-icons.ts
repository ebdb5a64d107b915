/** Icons (Lucide) by what words are about: for lists whose every item has one, and none of them the same. */
import { ICON_PATHS, ICON_SIDE, ICON_STROKE } from './icons/icon-paths.ts';
import { ICON_WORDS, type IconName } from './icons/icon-words.ts';

export type { IconName };

/** How an icon is drawn: one stroked path in a square of this side. */
export const iconStroke = (name: IconName): { data: string; side: number; stroke: number } => ({
  data: ICON_PATHS[name],
  side: ICON_SIDE,
  stroke: ICON_STROKE,
});

/** All icons there are. */
export const ICON_NAMES = Object.keys(ICON_WORDS) as IconName[];

const MATCHERS = (Object.entries(ICON_WORDS) as [IconName, string][]).map(([name, words]): readonly [IconName, RegExp] => [
  name,
  new RegExp(`(?<![\\p{L}\\d])(?:${words})`, 'giu'),
]);

const CHARS_MAX = 200;

/** Icons that the words may mean, best first: how many words name it, and how early. */
function candidates(text: string, lead: string): IconName[] {
  const scored = MATCHERS.flatMap(([name, pattern], order) => {
    const score = (words: string, weight: number): number => {
      const hits = [...words.slice(0, CHARS_MAX).matchAll(pattern)];
      const first = hits[0];
      return first ? weight * (hits.length + 1 - (first.index / CHARS_MAX) * 0.8) : 0;
    };
    const sum = score(lead, 3) + score(text, 1);
    return sum > 0 ? [{ name, sum: sum - order * 0.001 }] : [];
  });
  return scored.toSorted((a, b) => b.sum - a.sum).map(({ name }) => name);
}

/**
 * An icon for each of the items, all different; undefined where one of them has none: icons at some items only, or such as mean
 * nothing, are worse than none.
 */
export function pickIcons(items: readonly { lead: string; text: string }[]): IconName[] | undefined {
  const taken = new Set<IconName>();
  const picked = items.map(({ lead, text }) => {
    const free = candidates(text, lead).find((name) => !taken.has(name));
    if (free !== undefined) taken.add(free);
    return free;
  });
  return picked.every((name) => name !== undefined) ? picked : undefined;
}
