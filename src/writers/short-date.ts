/** Dates of tables as a reader of the language writes them shortly. */

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const REGION_OF: Readonly<Record<string, string>> = { en: 'en-GB' };

/**
 * `2026-11-20` as `20 Nov 2026`, `Nov 20, 2026` or `20/11/2026` (`20.11.2026` in German), as workbooks show it; anything
 * else, and days that no calendar has, as they are. @param lang BCP 47
 */
export function shortDate(text: string, lang: string): string {
  const [, year, month, day] = ISO.exec(text.trim()) ?? [];
  if (year === undefined) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return text;
  const english = /^en\b/i.test(lang);
  try {
    return new Intl.DateTimeFormat(REGION_OF[lang] ?? lang, {
      timeZone: 'UTC',
      year: 'numeric',
      month: english ? 'short' : '2-digit',
      day: english ? 'numeric' : '2-digit',
    }).format(date);
  } catch {
    return text;
  }
}
