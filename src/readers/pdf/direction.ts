/** Scripts that are written from right to left. */

const LETTERS = /\p{L}/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;

/** Most letters are of such a script. */
export function isRightToLeft(text: string): boolean {
  const own = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  return own > 0 && own > (text.match(LETTERS)?.length ?? 0) / 2;
}
