/** Texts that come into cells of numbers or days: they stay texts, which sums and filters pass over. */
import { attributeText } from '../../../ooxml/sheet-text.ts';
import { cellAt, textAt, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { placeText, type CellPlace } from '../../../spreadsheet/places.ts';

/** A day, or an amount with its separators, sign, currency or per cent sign; a number that begins with zeros is a name, as of a place or a part. */
const LIKE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const LIKE_NUMBER = /^[-+]?\p{Sc}?\s?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:[.,' ]\d{3})+)(?:[.,]\d+)?\s?[%\p{Sc}]?$/u;
const isLike = (text: string): boolean => LIKE_DAY.test(text) || LIKE_NUMBER.test(text);

/** Types of cells whose value is no number (ISO/IEC 29500-1 §18.18.11). */
const NO_NUMBER = /^(?:s|str|inlineStr|b|e)$/;

function holdsNumber(file: WorkbookFile, sheet: Sheet, place: CellPlace): boolean {
  const cell = cellAt(sheet, place);
  if (cell === undefined || textAt(file, sheet, place) === '') return false;
  return !NO_NUMBER.test(attributeText(sheet.visible, cell, 't') ?? 'n');
}

/**
 * Says where texts that read like days or numbers take the place of numbers, or stand below one.
 * @param top the first row of the values
 */
export function sayTexts(
  file: WorkbookFile,
  sheet: Sheet,
  cells: readonly (CellPlace & { value: unknown })[],
  top: number,
): { message?: string } {
  const found = cells.filter(
    ({ row, column, value }) =>
      typeof value === 'string' &&
      isLike(value.trim()) &&
      (holdsNumber(file, sheet, { row, column }) || holdsNumber(file, sheet, { row: top - 1, column })),
  );
  const [first] = found;
  if (first === undefined) return {};
  const others = found.length === 1 ? 'stays a text' : `and ${found.length - 1} more stay texts`;
  return {
    message: `"${String(first.value).slice(0, 40)}" in ${placeText(first)} ${others} among numbers: send numbers as numbers and days as {"date": "2026-05-01"}.`,
  };
}
