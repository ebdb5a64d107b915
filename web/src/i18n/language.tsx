/** The user's language, and what is written by it: messages, numbers, dates, money. */
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;
const NAME = 'octavo.language';
const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

type Widened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { [K in keyof T]: Widened<T[K]> };
/** A catalogue in another language: the same keys, texts for texts, functions of the same values for functions. */
export type Translation<T> = Widened<T>;
/** The catalogues of a screen. */
export type Catalogues<T> = { en: T; es: Translation<T> };

function firstLanguage(): Language {
  const kept = localStorage.getItem(NAME);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

const LanguageContext = createContext<{ language: Language; choose: (language: Language) => void } | null>(null);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const choose = useCallback((chosen: Language) => {
    localStorage.setItem(NAME, chosen);
    setLanguage(chosen);
  }, []);
  document.documentElement.lang = language;
  const value = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage() {
  const value = use(LanguageContext);
  if (value === null) throw new Error('there is no LanguageProvider around this');
  return value;
}

/** The texts of a screen in the user's language: `const t = useMessages({ en, es })`, made once outside of the component. */
export function useMessages<T>(catalogues: Catalogues<T>): Translation<T> {
  const { language } = useLanguage();
  return language === 'en' ? (catalogues.en as Translation<T>) : catalogues.es;
}

const RELATIVE: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function createFormats(language: Language) {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const number = new Intl.NumberFormat(language);
  return {
    number: (value: number): string => number.format(value),
    date: (instant: string): string => new Date(instant).toLocaleDateString(language, { dateStyle: 'medium' }),
    dateTime: (instant: string): string => new Date(instant).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    /** `3 minutes ago`. */
    ago(instant: string): string {
      const seconds = (new Date(instant).getTime() - Date.now()) / 1_000;
      const [unit, size] = RELATIVE.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
      return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.round(seconds / size), unit);
    },
    bytes(value: number): string {
      if (value < 1_024) return `${value} B`;
      const [amount, unit] = value < 1_048_576 ? [value / 1_024, 'KB'] : [value / 1_048_576, 'MB'];
      return `${new Intl.NumberFormat(language, { maximumFractionDigits: amount < 10 ? 1 : 0 }).format(amount)} ${unit}`;
    },
    /** @param amount in minor units, such as cents */
    money(amount: number, currency: string): string {
      const format = new Intl.NumberFormat(language, { style: 'currency', currency });
      return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}

export function useFormats() {
  const { language } = useLanguage();
  return useMemo(() => createFormats(language), [language]);
}
