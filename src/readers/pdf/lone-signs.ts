/** Signs that begin one line of a file alone: an asterisk refers to a note, and a square right before its words adorns a title. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { isBullet } from './list-marks.ts';

/** Tells of a text whether it begins with a sign that is the mark of no item. */
export type IsLoneSign = (text: string) => boolean;

const BEGIN_CHARS = 24;
const beginOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, BEGIN_CHARS);
/** Asterisks behind a word or a figure, and the other marks of notes. */
const REFERENCE = /[\p{L}\p{N})%.]\*/u;
const OTHER_NOTE = /^(?:\*\*|[†‡])/u;
const NOTES_OF_PAGE_MAX = 2;

/** How the lines begin that are notes behind an asterisk: one or two of a page that has asterisks behind its words, or notes with other marks. */
function findStarred(pages: readonly Pick<RenderedPage, 'lines'>[]): Set<string> {
  const notes = pages.flatMap(({ lines }) => {
    const begun = lines.filter(({ text }) => /^\s*\*(?!\*)/.test(text));
    const isReferred = lines.some(({ text }) => REFERENCE.test(text) || OTHER_NOTE.test(text.trimStart()));
    return begun.length <= NOTES_OF_PAGE_MAX && isReferred ? begun.map(({ text }) => beginOf(text)) : [];
  });
  return new Set(notes);
}

/** Where a file has several lines that begin with bullets, or has a gap behind one, they are bullets; an asterisk only where it begins several that are no notes. */
export function findLoneSigns(pages: readonly Pick<RenderedPage, 'lines'>[]): IsLoneSign {
  const starred = findStarred(pages);
  const begun = pages
    .flatMap(({ lines }) => lines.map(({ text }) => text.trimStart()))
    .filter((text) => /^[*・･ㆍ]/u.test(text) || isBullet(text[0] ?? ''));
  const asterisks = begun.filter((text) => text.startsWith('*')).length;
  const isLone = (text: string): boolean => (text.startsWith('*') ? asterisks === 1 : begun.length === 1 && /^\S\S/.test(text));
  const lone = new Set(begun.filter(isLone).map(([sign]) => sign));
  return (text) => lone.has(text.trimStart()[0]) || (text.trimStart().startsWith('*') && starred.has(beginOf(text)));
}
