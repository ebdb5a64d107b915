/** Signs that begin one line of a file alone: an asterisk refers to a note, and a square right before its words adorns a title. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { isBullet } from './list-marks.ts';

/** Tells of a text whether it begins with a sign that is the mark of no item. */
export type IsLoneSign = (text: string) => boolean;

/** Where a file has several lines that begin with bullets, or has a gap behind one, they are bullets; an asterisk only where it begins several. */
export function findLoneSigns(pages: readonly Pick<RenderedPage, 'lines'>[]): IsLoneSign {
  const begun = pages
    .flatMap(({ lines }) => lines.map(({ text }) => text.trimStart()))
    .filter((text) => /^[*・･ㆍ]/u.test(text) || isBullet(text[0] ?? ''));
  const asterisks = begun.filter((text) => text.startsWith('*')).length;
  const isLone = (text: string): boolean => (text.startsWith('*') ? asterisks === 1 : begun.length === 1 && /^\S\S/.test(text));
  const lone = new Set(begun.filter(isLone).map(([sign]) => sign));
  return (text) => lone.has(text.trimStart()[0]);
}
