/** Paper that people have where a language is written. */
import type { Look } from './look.ts';

const LETTER_CM = { short: 21.59, long: 27.94 };
/** Countries that print on Letter (ANSI A) by custom; all others print on A4 (ISO 216). */
const LETTER_REGIONS = /-(?:US|CA|MX|PH|CL|CO|CR|DO|GT|HN|NI|PA|PR|SV|VE)(?:-|$)/i;

/** Whether a tag with a region (`en-US`, `es-MX`) names a country of Letter paper. A language alone does not. */
const usesLetter = (lang: string): boolean => LETTER_REGIONS.test(lang);

/**
 * The look on the paper of the document's language, or on the one that is usual; margins stay, and so does the orientation.
 * @param usual whatever the language is
 */
export function onPaperOf(lang: string, look: Look, usual?: 'a4' | 'letter' | null): Look {
  if ((usual ?? (usesLetter(lang) ? 'letter' : 'a4')) === 'a4') return look;
  const across = look.page.widthCm > look.page.heightCm;
  const [widthCm, heightCm] = across ? [LETTER_CM.long, LETTER_CM.short] : [LETTER_CM.short, LETTER_CM.long];
  return { ...look, page: { ...look.page, widthCm, heightCm } };
}
