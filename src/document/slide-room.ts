/** What slides of one matter are known by, whoever reads their title: the plan, or the file that was drawn. */

const KEY_CHARS = 32;

/** The first letters of a title without its count ("(2/3)") and its ellipsis. */
export const roomKey = (title: string): string =>
  title
    .replace(/\s*\(\d+\/\d+\)\s*$/u, '')
    .replace(/…$/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, KEY_CHARS);
