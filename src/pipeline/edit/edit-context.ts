/** Under which name and date changes are made. */
import type { EditContext } from '../../edits/define-edit.ts';

/** The author of tracked changes and comments of whom nothing is known. */
const AUTHOR = 'Octavo';

/** Who changes a file, and when: as the request says; absent: Octavo, now. */
export interface EditedBy {
  author?: string | undefined;
  /** ISO 8601. */
  date?: string | undefined;
}

/** @param now stands where no date is given */
export const editContext = (mode: 'direct' | 'tracked', now: Date, { author, date }: EditedBy = {}): EditContext => ({
  mode,
  author: author ?? AUTHOR,
  date: (date === undefined ? now : new Date(date)).toISOString().replace(/\.\d+Z$/, 'Z'),
});
