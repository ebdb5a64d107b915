/** A title for the head or foot of a page: nothing is ever cut with an ellipsis there. */

/** One line of a page, in the small letters of a header. */
const CHARS_MAX = 80;
const CHARS_MIN = 10;
/** Longer titles are given in two lines; beyond them the words of the beginning say which document it is. */
const TWO_LINES_MAX = 170;
/** What a short title can end before: a subtitle, a remark in brackets. */
const PARTS = /\s*(?::\s|\s[–—|]\s|\s\()/u;

/** The title as it is where it fits one line, else its main part, else in two lines. */
export function shortTitle(title: string): string {
  const flat = title.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= CHARS_MAX) return flat;
  const main = flat.split(PARTS, 1)[0]?.trim() ?? '';
  if (main.length >= CHARS_MIN && main.length <= CHARS_MAX) return main;
  if (flat.length <= TWO_LINES_MAX) return flat;
  const cut = flat.slice(0, TWO_LINES_MAX);
  return cut
    .slice(0, Math.max(cut.lastIndexOf(' '), CHARS_MAX))
    .toWellFormed()
    .replace(/[\s,;:.–—-]+$/u, '');
}
