/** Which of two things that are compared a slide speaks for. */
import { minOf } from '../../../base/extremes.ts';

/** What is left as it is, put off, or against: the other side is what is proposed. */
const NOT_PROPOSED =
  /\b(?:as (?:it is|is|today|now)|leave|status quo|do nothing|today|before|current(?:ly)?|old|without|wait|keep going|against|cons|problems?|como (?:est[aá]|hoy|ahora)|no hacer nada|hoy|antes|actual(?:mente)?|sin|esperar|en contra|desventajas|inconvenientes|problemas?)\b/iu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** The side that the slide speaks for: not what is left as it is; else what the title names more of, or first; else the second. */
export function stressedSide(titleText: string, heads: readonly string[]): 0 | 1 {
  const [first, second] = heads.map((head) => NOT_PROPOSED.test(head));
  if (first !== second) return first === true ? 1 : 0;
  const title = wordsOf(titleText);
  const named = heads.map((head) => wordsOf(head).flatMap((word) => (title.includes(word) ? [title.indexOf(word)] : [])));
  const [one = [], other = []] = named;
  if (one.length !== other.length) return one.length > other.length ? 0 : 1;
  return one.length > 0 && minOf(one) < minOf(other) ? 0 : 1;
}
