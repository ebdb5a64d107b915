/** Changes of a comparison as they are answered. */
import type { BlockChange } from '../../edits/compare-content.ts';
import type { Differences } from '../pipeline.ts';

/** Changes in one answer; the summary counts all. */
const CHANGES_MAX = 5_000;

/** At most 5,000 changes, all of them counted. */
export function countChanges(changes: readonly BlockChange[]): Differences {
  const count = (kind: BlockChange['change']): number => changes.filter(({ change }) => change === kind).length;
  return {
    summary: { inserted: count('inserted'), deleted: count('deleted'), changed: count('changed'), moved: count('moved') },
    changes: changes.slice(0, CHANGES_MAX),
    truncated: changes.length > CHANGES_MAX,
  };
}
