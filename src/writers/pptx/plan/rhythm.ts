/** The rhythm of a deck: forms take turns, and at intervals a slide is on a background of full colour. */
import type { Layout } from './layout.ts';
import type { PlanContext, PlannedSlide, Rhythm } from './planned.ts';

/** What a layout looks like from afar, whatever the number of its parts. */
const formOf = ({ name }: Pick<Layout, 'name'>): string => name.replace(/-deep$/, '').replace(/-\d.*$/, '');

const RECENT_MAX = 3;
/** Slides on white in a row before one on a background of full colour. */
const DEEP_AFTER = 4;

export const RHYTHM_START: Rhythm = { recent: [], sinceDeep: 0 };

/** The rhythm after these slides. */
export function goOn({ recent, sinceDeep }: Rhythm, slides: readonly PlannedSlide[]): Rhythm {
  let since = sinceDeep;
  for (const { layout } of slides)
    since = layout.ground === 'block' || /^(?:image-full|side|prose|statement|section)/.test(layout.name) ? 0 : since + 1;
  return { recent: [...slides.map(({ layout }) => formOf(layout)).toReversed(), ...recent].slice(0, RECENT_MAX), sinceDeep: since };
}

/** Forms in the order in which they are tried: those of the last slides come last. */
export function inOrder<T extends string>({ rhythm }: Pick<PlanContext, 'rhythm'>, forms: readonly T[]): T[] {
  const cost = (form: T): number => {
    const at = rhythm.recent.indexOf(form);
    return at < 0 ? 0 : (RECENT_MAX - at) * 2;
  };
  return forms
    .map((form, i) => ({ form, sum: cost(form) * 10 + i }))
    .toSorted((a, b) => a.sum - b.sum)
    .map(({ form }) => form);
}

export const wantsDeep = ({ rhythm }: Pick<PlanContext, 'rhythm'>): boolean => rhythm.sinceDeep >= DEEP_AFTER;
