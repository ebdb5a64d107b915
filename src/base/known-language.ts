/** Tags of languages as files have them: Office writes `x-none` and `LID4096`, too. */

/** Whether it is a well-formed tag of a language (BCP 47) that numbers and dates can be written in. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && !/^x-/i.test(tag);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

/** The tag, or English where it is none. */
export const languageOrEnglish = (tag: string): string => (isLanguage(tag) ? tag : 'en');
