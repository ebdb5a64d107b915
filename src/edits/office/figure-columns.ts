/** Columns of figures, which stand at the right in new tables. */

const FIGURE = /^[\s(+\-−–]*[$€£¥]?\s?\d[\d.,\s'’]*\s?[%‰$€£¥)]?(?:\s?[\p{L}]{1,4})?$/u;

/** Whether the entries of a column below its head are figures, with or without a unit. */
export function isFigureColumn(rows: readonly (readonly string[])[], column: number): boolean {
  const entries = rows.map((row) => row[column] ?? '').filter((text) => text.trim() !== '');
  return entries.length > 0 && entries.every((text) => FIGURE.test(text));
}
