/** What people write for `lang:` in front matter → BCP 47. */
const NAMES = new Map(
  Object.entries({
    english: 'en',
    inglés: 'en',
    ingles: 'en',
    spanish: 'es',
    español: 'es',
    espanol: 'es',
    castellano: 'es',
    french: 'fr',
    français: 'fr',
    francés: 'fr',
    german: 'de',
    deutsch: 'de',
    alemán: 'de',
    italian: 'it',
    italiano: 'it',
    portuguese: 'pt',
    português: 'pt',
    portugués: 'pt',
    catalan: 'ca',
    català: 'ca',
    catalán: 'ca',
    dutch: 'nl',
    nederlands: 'nl',
    chinese: 'zh',
    中文: 'zh',
    japanese: 'ja',
    日本語: 'ja',
    korean: 'ko',
    한국어: 'ko',
    arabic: 'ar',
    العربية: 'ar',
    hebrew: 'he',
    עברית: 'he',
    russian: 'ru',
    русский: 'ru',
    greek: 'el',
    ελληνικά: 'el',
    polish: 'pl',
    polski: 'pl',
    galego: 'gl',
    euskara: 'eu',
  }),
);

/** `en_GB`, `EN-gb` → `en-GB`; `Spanish` → `es`; undefined for what is no language tag. */
export function readLanguageTag(text: string): string | undefined {
  const trimmed = text.trim();
  const name = NAMES.get(trimmed.toLowerCase());
  if (name !== undefined) return name;
  const match = /^([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|\d{3}))?$/.exec(trimmed);
  if (!match) return undefined;
  const [, language = '', script, region] = match;
  const parts = [language.toLowerCase()];
  if (script !== undefined) parts.push(script.charAt(0).toUpperCase() + script.slice(1).toLowerCase());
  if (region !== undefined) parts.push(region.toUpperCase());
  return parts.join('-');
}
