/** Under which name and date changes are made. */
import type { EditContext } from '../../edits/define-edit.ts';

/** The author of tracked changes and comments. */
const AUTHOR = 'Octavo';

export const editContext = (mode: 'direct' | 'tracked', now: Date): EditContext => ({
  mode,
  author: AUTHOR,
  date: now.toISOString().replace(/\.\d+Z$/, 'Z'),
});
