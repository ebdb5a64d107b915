/** What stands before the text of a list's item. */

const BULLETS = '•‣▪▫■□●○◦◆❖➢✓✔⁃∙·–—*-';
const MARK = new RegExp(`^(?:([${BULLETS}])|(?:\\((\\d{1,3})\\)|(\\d{1,3})[.)])|((?:\\([a-zA-Z]{1,2}|\\([ivxIVX]{2,5}|[a-zA-Z]|[ivx]{2,5})\\)|(?:[a-z]|[ivx]{2,5})\\.|\\d{1,3}(?:\\.\\d{1,3})+\\.?))\\s+(?=\\S)`, 'u');

export interface ItemMark {
  /** With the space behind it. */
  length: number;
  ordered: boolean;
  number: number;
  /** Letters and clause numbers, which a list of ours cannot count: they stay before the text. */
  kept: boolean;
}

export function itemMark(text: string): ItemMark | null {
  const found = MARK.exec(text);
  if (!found) return null;
  const number = found[2] ?? found[3];
  return { length: found[0].length, ordered: number !== undefined, number: Number(number ?? 0), kept: found[4] !== undefined };
}

const LONE = new RegExp(`^(?:[${BULLETS}]|\\(?(?:\\d{1,3}|[a-z]|[ivx]{2,5})[.)]|\\(?[A-Z]\\)|\\d{1,3}(?:\\.\\d{1,3})+\\.?)$`, 'u');

/** A mark that stands by itself, before a gap. */
export const isLoneMark = (text: string): boolean => LONE.test(text);
