/** Texts that tags call one paragraph, and that are several by the air between their lines. */
import { plainText } from '../../document/inline.ts';
import type { Fragment } from './marked-text.ts';
import { median } from './measures.ts';

/** In sizes of the letters: more air than any lines of one text have. */
const AIR_EM = 1.6;
const SIZE_TIMES = 1.25;
/** Where a sentence has ended and the next one begins, this much more than between the other lines. */
const MORE_AIR_EM = 0.35;
const GAPS_MIN = 4;
const SENTENCE_END = /[.!?:]["”’)\]]{0,2}(?:\[\d+\])*$/u;
const BEGINS_ANEW = /^["“‘(]?[\p{Lu}\p{N}]/u;

const textOf = ({ runs }: Fragment): string => plainText(runs).trim();

/** The fragments in groups that are paragraphs: divided where much air, or another size of letters, is between two lines. */
export function divideByAir(fragments: readonly Fragment[]): Fragment[][] {
  const gapBefore = (at: number): number | undefined => {
    const [before, fragment] = [fragments[at - 1], fragments[at]];
    return before && fragment && before.line !== fragment.line && fragment.top > before.bottom ? fragment.top - before.bottom : undefined;
  };
  const gaps = fragments.flatMap((_, at) => gapBefore(at) ?? []);
  const usual = gaps.length >= GAPS_MIN ? median(gaps) : Infinity;
  const groups: Fragment[][] = [];
  for (const [at, fragment] of fragments.entries()) {
    const before = fragments[at - 1];
    const gap = gapBefore(at);
    const apart =
      before !== undefined &&
      gap !== undefined &&
      (gap > fragment.em * AIR_EM ||
        Math.max(fragment.em, before.em) > Math.min(fragment.em, before.em) * SIZE_TIMES ||
        (gap > usual + fragment.em * MORE_AIR_EM && SENTENCE_END.test(textOf(before)) && BEGINS_ANEW.test(textOf(fragment))));
    if (before === undefined || apart) groups.push([fragment]);
    else groups.at(-1)?.push(fragment);
  }
  return groups;
}
