/** Icons (Lucide) by what words are about: for lists whose every item has one, and none of them the same. */
import { ICON_SIZE, ICON_STROKE, iconPath } from '../canvas/icons.ts';
import { ICON_WORDS, type IconName } from './icon-words.ts';

export type { IconName };

/** How an icon is drawn: one stroked path of absolute `M`, `L`, `C` and `Z` commands in a square of this side. */
export function iconStroke(name: IconName): { data: string; side: number; stroke: number } {
  const numbers = (values: readonly number[]): string => values.map((value) => String(Math.round(value * 100) / 100)).join(' ');
  const commands = iconPath(name);
  if (commands === undefined) throw new Error(`there is no icon ${name}`);
  const data = commands.map((command) => {
    switch (command.to) {
      case 'move':
        return `M${numbers([command.x, command.y])}`;
      case 'line':
        return `L${numbers([command.x, command.y])}`;
      case 'curve':
        return `C${numbers(command.points)}`;
      case 'close':
        return 'Z';
    }
  });
  return { data: data.join(''), side: ICON_SIZE, stroke: ICON_STROKE };
}

// Beginnings of words are found once in each text: a look behind for letters in each pattern takes a tenth of a second to compile.
const MATCHERS = (Object.entries(ICON_WORDS) as [IconName, string][]).map(([name, words]): readonly [IconName, RegExp] => [
  name,
  new RegExp(`(?:${words})`, 'iy'),
]);
/** A sign, such as that of a currency, begins a word too. */
const WORD_START = /(?<![\p{L}\d])\S/gu;

const CHARS_MAX = 200;

interface Words {
  text: string;
  starts: readonly number[];
}

function wordsOf(whole: string): Words {
  const text = whole.slice(0, CHARS_MAX);
  return { text, starts: [...text.matchAll(WORD_START)].map(({ index }) => index) };
}

/** How many words name it, and how early the first one does; 0 where none does. */
function scoreOf(pattern: RegExp, { text, starts }: Words): number {
  let [hits, first, end] = [0, 0, 0];
  for (const start of starts) {
    pattern.lastIndex = start;
    if (start < end || !pattern.test(text)) continue;
    if (hits === 0) first = start;
    hits += 1;
    end = pattern.lastIndex;
  }
  return hits === 0 ? 0 : hits + 1 - (first / CHARS_MAX) * 0.8;
}

/** Icons that the words may mean, best first. */
function candidates(text: string, lead: string): IconName[] {
  const [words, leading] = [wordsOf(text), wordsOf(lead)];
  const scored = MATCHERS.flatMap(([name, pattern], order) => {
    const sum = 3 * scoreOf(pattern, leading) + scoreOf(pattern, words);
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
