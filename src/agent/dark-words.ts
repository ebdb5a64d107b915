/** Whether a deck on night is asked for, in English or Spanish. */
const ENGLISH = /\b(?:dark|night|black)[ -](?:themed?|mode|backgrounds?|slides?|deck|look)\b|\btheme:? ?(?:dark|black|night)\b/i;
const SPANISH =
  /(?<!\p{L})(?:tema|fondo|modo|estilo|aspecto|diapositivas?|presentaci[oó]n)s?\s(?:muy\s)?(?:oscur[oa]s?|negr[oa]s?|noche|nocturn[oa])(?!\p{L})/iu;
const REFUSED =
  /\b(?:no|not|without|avoid|sin|nada de|evita(?:r)?)\s+(?:an?\s+|un\s+|el\s+|the\s+)?(?:dark|night|black|tema|fondo|modo)\b/i;

/** @param words of the wished look, or of the prompt */
export const asksForDark = (words: string): boolean => (ENGLISH.test(words) || SPANISH.test(words)) && !REFUSED.test(words);
