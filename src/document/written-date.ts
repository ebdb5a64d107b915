/** Dates as a reader of the document's language writes them: "2026-11-20" is for machines. */

const ISO_DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;

/** Of the regions that write a language, the one whose order of day and month its bare tag stands for here. */
const REGION_OF: Readonly<Record<string, string>> = { en: 'en-GB' };

/**
 * A date given as ISO 8601 (`2026-11-20`, `2026-11`) in words of the language; anything else, and dates that no calendar
 * has, as they are.
 * @param lang BCP 47
 */
export function writtenDate(text: string, lang: string): string {
  const [, year, month, day] = ISO_DATE.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? '1')));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day ?? '1')) return text;
  try {
    return new Intl.DateTimeFormat(REGION_OF[lang] ?? lang, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'long',
      ...(day === undefined ? {} : { day: 'numeric' }),
    }).format(date);
  } catch {
    return text;
  }
}
