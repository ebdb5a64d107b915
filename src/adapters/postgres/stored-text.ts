/**
 * Text as PostgreSQL can hold it. `text` and `jsonb` refuse the NUL character, which JSON allows; and UTF-8 has no
 * lone surrogates. NUL is written as DLE 0 and DLE as DLE 1, so that what was given comes back; a lone surrogate
 * becomes U+FFFD. Columns of type `json` keep NUL as the escape `\u0000` and need none of this.
 */
const NUL = '\u0000';
const DLE = '\u0010';

/** Text → what is stored. */
export function toStored(text: string): string {
  const whole = text.toWellFormed();
  if (!whole.includes(NUL) && !whole.includes(DLE)) return whole;
  return whole.replaceAll(DLE, `${DLE}1`).replaceAll(NUL, `${DLE}0`);
}

/** The inverse of `toStored`. */
export function fromStored(text: string): string {
  return text.includes(DLE) ? text.replaceAll(`${DLE}0`, NUL).replaceAll(`${DLE}1`, DLE) : text;
}

function mapRecord(record: Record<string, string>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [change(key), change(value)]));
}

export function toStoredRecord(record: Record<string, string>): Record<string, string> {
  return mapRecord(record, toStored);
}

export function fromStoredRecord(record: Record<string, string>): Record<string, string> {
  return mapRecord(record, fromStored);
}
