/** A cell's text as its column's kind, or as what it plainly is by itself. */
import { readAmount, type Amount } from './amounts.ts';
import { readClock, readDate } from './calendar-text.ts';
import { BLANK, ID_TEXT, type ColumnType } from './column-type.ts';
import { dateFormat, moneyFormat, numberFormat, percentFormat, unitFormat } from './number-formats.ts';
import type { Content } from './plan.ts';

export interface TypedCell {
  content: Content;
  /** Where the cell's own differs from the column's. */
  format?: string;
}

/** A cell's text as the column's kind; text where it is none. @param label of the row, where the table has labels and values */
export function typedCell(text: string, type: ColumnType, lang: string, label = ''): TypedCell {
  if (text === '') return { content: null };
  if (type.kind === 'mixed') return ownKind(text, type, lang, label);
  if (type.kind === 'text' || type.kind === 'bool') {
    if (type.kind === 'bool' || type.format === '@' || type.entry === 'list' || type.ambiguous) return { content: text };
    return figureAmongWords(text, type, lang);
  }
  if (type.kind === 'date' || type.kind === 'datetime') {
    const date = readDate(text, type.order);
    return { content: date ? date.serial : text };
  }
  if (type.kind === 'time') return { content: readClock(text)?.value ?? text };
  if (BLANK.test(text)) return { content: null };
  const amount = readAmount(text, type.decimal);
  if (!amount) return { content: text };
  if (type.kind === 'percent' && !amount.percent)
    return { content: type.shares ? amount.value : Number((amount.value / 100).toPrecision(15)) };
  return type.format === '' || (type.kind === 'number' && amount.percent)
    ? { content: amount.value, format: ownFormat(amount, lang) }
    : { content: amount.value };
}

/** In a column of words, what is plainly a figure is one. */
function figureAmongWords(text: string, type: ColumnType, lang: string): TypedCell {
  const amount = ID_TEXT.test(text) ? undefined : readAmount(text, type.decimal);
  // a plain number among words is a label more often than a figure
  if (!amount || (amount.currency === '' && !amount.percent && !/^[-−]?\d+(?:[.,]\d+)+$/.test(text))) return { content: text };
  return { content: amount.value, format: ownFormat(amount, lang) };
}

const YEAR_LABEL = /(?<!\p{L})(?:year|año|ejercicio|fy)(?!\p{L})/iu;
const ID_LABEL =
  /(?<!\p{L})(?:id|code|código|sku|ref(?:erence|erencia)?|nif|cif|dni|vat (?:no|number)|iban|account|cuenta|phone|tel(?:ephone|éfono)?|móvil|zip|postcode|postal|version|versión|invoice (?:no|number)|n\.?º)(?!\p{L})/iu;

/** Where each cell speaks for itself: a date, a time, a figure with its own decimals, or text. */
function ownKind(text: string, type: ColumnType, lang: string, label: string): TypedCell {
  if (BLANK.test(text) || ID_TEXT.test(text) || ID_LABEL.test(label)) return { content: text };
  const date = readDate(text, type.order);
  if (date) return { content: date.serial, format: dateFormat(lang, date.time, date.monthOnly) };
  const amount = readAmount(text, type.decimal);
  if (!amount) return { content: text };
  const isYear = amount.decimals === 0 && amount.unit === '' && amount.currency === '' && amount.value >= 1900 && amount.value <= 2100;
  return { content: amount.value, format: isYear && (YEAR_LABEL.test(label) || /^\d{4}$/.test(text)) ? '0' : ownFormat(amount, lang) };
}

/** How a figure is shown that is by itself: as it was written. */
export function ownFormat(amount: Amount, lang: string): string {
  if (amount.percent) return percentFormat(amount.decimals, amount.plus);
  // no currency has thousandths: three digits behind a mark are a slip, or thousands
  if (amount.currency !== '') return moneyFormat(amount.currency, Math.min(amount.decimals, 2), amount.before, lang);
  return amount.unit === '' ? numberFormat(amount.decimals, amount.plus) : unitFormat(amount.unit, amount.decimals);
}
