/** Texts that say at their beginning what they are. */

const FORMS = [
  ['captions', /^WEBVTT(?=[ \t\n]|$)/],
  // SubRip has no mark: a number, and a time with what leads to its end
  ['captions', /^\s{0,20}\d{1,6}[ \t]{0,9}\n[ \t]{0,9}\d{1,2}:\d\d:\d\d[.,]\d{1,3}[ \t]{0,9}-->/],
  ['calendar', /^\s{0,20}BEGIN:VCALENDAR\s/i],
  ['contacts', /^\s{0,20}BEGIN:VCARD\s/i],
] as const;

export type KnownText = (typeof FORMS)[number][0];

/** What form a text has by its beginning; null for a text that stays as it stands. @param text with \n at its line ends */
export function nameKnownText(text: string): KnownText | null {
  const beginning = text.slice(0, 100);
  return FORMS.find(([, mark]) => mark.test(beginning))?.[0] ?? null;
}
