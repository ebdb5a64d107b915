/** Tags of languages from what a model says: some name a language in words. */

const LANGUAGES = 'en es ca gl eu pt fr it de nl pl ro sv da nb fi cs hu el tr ru uk ar he zh ja ko'.split(' ');

/** `Spanish`, `español` → `es`. */
const languageNamed = (name: string): string | undefined =>
  LANGUAGES.find((tag) =>
    ['en', 'es', tag].some(
      (language) => new Intl.DisplayNames([language], { type: 'language' }).of(tag)?.toLowerCase() === name.trim().toLowerCase(),
    ),
  );

/** BCP 47; undefined where it is neither a tag nor the name of a language. */
export function languageTag(said: string): string | undefined {
  if (!/^[a-z]{2,3}(?:[-_]|$)/i.test(said) || said.length > 20) return languageNamed(said);
  try {
    return Intl.getCanonicalLocales(said.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
