/** Names of months and days as number formats ask for them: `[$-407]mmmm` is German (ISO/IEC 29500-1 §18.8.31, MS-LCID). */

export interface DayNames {
  /** From January on. */
  months: readonly string[];
  monthsShort: readonly string[];
  /** From Sunday on. */
  days: readonly string[];
  daysShort: readonly string[];
}

/** By the lower ten bits of a language's number. Not those that count years or digits otherwise, nor Japanese and Korean, whose `mmmm` is English. */
const LANGUAGES: Readonly<Record<number, string>> = {
  0x02: 'bg',
  0x03: 'ca',
  0x04: 'zh',
  0x05: 'cs',
  0x06: 'da',
  0x07: 'de',
  0x08: 'el',
  0x09: 'en',
  0x0a: 'es',
  0x0b: 'fi',
  0x0c: 'fr',
  0x0e: 'hu',
  0x0f: 'is',
  0x10: 'it',
  0x13: 'nl',
  0x14: 'nb',
  0x15: 'pl',
  0x16: 'pt',
  0x18: 'ro',
  0x19: 'ru',
  0x1a: 'hr',
  0x1b: 'sk',
  0x1d: 'sv',
  0x1f: 'tr',
  0x21: 'id',
  0x22: 'uk',
  0x24: 'sl',
  0x25: 'et',
  0x26: 'lv',
  0x27: 'lt',
  0x2a: 'vi',
  0x2d: 'eu',
};
const KNOWN = new Set(Object.values(LANGUAGES));
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const shortened = (names: readonly string[]): string[] => names.map((name) => name.slice(0, 3));
const ENGLISH: DayNames = { months: MONTHS, monthsShort: shortened(MONTHS), days: DAYS, daysShort: shortened(DAYS) };

/** @param place what is behind the `$` of `[$€-407]` or `[$-de-DE]`. @returns a language, '' where it names none that is known */
export function languageOf(place: string): string {
  const [, named = ''] = /^[^-]*-([^,]*)/.exec(place) ?? [];
  if (/^[0-9a-f]{3,8}$/i.test(named)) {
    const number = Number.parseInt(named, 16) & 0xffff;
    // F400 and F800 are the time and the date of the reader's system
    return number >= 0xf000 ? '' : (LANGUAGES[number & 0x3ff] ?? '');
  }
  const [language = ''] = named.toLowerCase().split('-');
  return KNOWN.has(language) ? language : language === 'no' ? 'nb' : '';
}

const read = new Map<string, DayNames>([
  ['', ENGLISH],
  ['en', ENGLISH],
]);

/** @param language as `languageOf` gives it */
export function dayNames(language: string): DayNames {
  const known = read.get(language);
  if (known !== undefined) return known;
  const of = (count: number, options: Intl.DateTimeFormatOptions, dateOf: (at: number) => number): string[] => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, at) => format.format(dateOf(at)));
  };
  const inMonth = (at: number): number => Date.UTC(2023, at, 15);
  // 1 January 2023 is a Sunday
  const onDay = (at: number): number => Date.UTC(2023, 0, 1 + at);
  const names = {
    months: of(12, { month: 'long' }, inMonth),
    monthsShort: of(12, { month: 'short' }, inMonth),
    days: of(7, { weekday: 'long' }, onDay),
    daysShort: of(7, { weekday: 'short' }, onDay),
  };
  read.set(language, names);
  return names;
}

const plain = (name: string): string => name.trim().toLowerCase().replace(/\.$/, '');

/**
 * Months or days of the week by their place, as Excel sorts them by its own lists: texts that all are names of one kind in one language, long or
 * short. Weeks begin on Monday here, as most of the world's do.
 * @returns the place of each text; undefined where they are anything else, or one alone
 */
export function calendarPlaces(texts: readonly string[]): number[] | undefined {
  const names = texts.map(plain);
  if (names.length < 2 || names.length > 12 || names.some((name) => name === '' || name.length > 20 || /\d/.test(name))) return undefined;
  for (const language of ['en', ...KNOWN]) {
    const { months, monthsShort, days, daysShort } = dayNames(language);
    const [first = '', ...rest] = days;
    const [firstShort = '', ...restShort] = daysShort;
    for (const list of [months, monthsShort, [...rest, first], [...restShort, firstShort]]) {
      const known = list.map(plain);
      const places = names.map((name) => known.indexOf(name));
      if (places.every((place) => place >= 0)) return places;
    }
  }
  return undefined;
}
