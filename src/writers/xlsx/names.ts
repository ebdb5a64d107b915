/** Defined names: a small block of assumptions on their sheet, each in a cell that a person can change. */
import { labelsOf } from '../../document/labels.ts';
import { languageAt } from '../../document/section-languages.ts';
import { dateFormat, percentFormat } from './number-formats.ts';
import { readAmount } from './amounts.ts';
import { readDate } from './calendar-text.ts';
import { clip } from './cell-text.ts';
import { ownFormat } from './typed-cell.ts';
import { type FlowContext, warn } from './flow-context.ts';
import { computedLook, inputLook, sectionLook } from './looks.ts';
import { heightOf, ROW_PT } from './measure.ts';
import type { NameDetails } from '../../document/block.ts';
import { NEUTRALS } from '../../document/look.ts';
import type { CellLook, Content } from './plan.ts';
import type { SheetSource } from './sections.ts';
import { maxOf } from '../../base/extremes.ts';

const NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\]{0,254}$/u;
/** Names that are cells or their old spelling. */
const CELL_LIKE = /^(?:[a-z]{1,3}\d+|r\d*c?\d*|c\d*|true|false)$/i;
const RATE =
  /(?:rate|tax|vat|iva|igic|irpf|pct|percent|margin|growth|discount|share|inflaci[oó]n|inflation|tasa|tipo|margen|crecimiento|descuento|cuota|porcentaje|comisión|commission|interest|interés)/i;
const NAMES_MAX = 500;

/** The block is above the tables that use it: label, value, unit, note. */
export function planNames(source: SheetSource, context: FlowContext): void {
  const entries = Object.entries(source.names).slice(0, NAMES_MAX);
  if (entries.length === 0) return;
  const { sheet, book } = context;
  const column = sheet.gutter ? 1 : 0;
  if (source.role !== 'inputs') {
    const title = labelsOf(languageAt(book.document, sheet.blockId)).assumptions;
    sheet.rows.set(sheet.next++, { heightPt: 24, cells: [{ column, content: title, look: { ...sectionLook(book.look, 3), indent: 1 } }] });
  }
  const labels = entries.map(([name]) => sheet.measure.textChars(labelFor(name, source)));
  sheet.widths.set(column, Math.max(sheet.widths.get(column) ?? 0, Math.min(LABEL_CHARS_MAX, maxOf(labels) + 3)));
  sheet.widths.set(column + 1, Math.max(sheet.widths.get(column + 1) ?? 0, 12));
  for (const [name, text] of entries)
    addName({ name, text, details: source.details[name] ?? {} }, context, { column, label: labelFor(name, source) });
}

/** Longer labels run over two lines. */
const LABEL_CHARS_MAX = 42;

const labelFor = (name: string, { details }: SheetSource): string => details[name]?.label ?? labelOf(name);

interface Assumption {
  name: string;
  text: string;
  details: NameDetails;
}

function addName({ name, text, details }: Assumption, context: FlowContext, { column, label }: { column: number; label: string }): void {
  const { sheet, book, sheetIndex } = context;
  const taken = book.names.some((one) => one.name.toLowerCase() === name.toLowerCase());
  const valid = NAME.test(name) && !CELL_LIKE.test(name) && !taken;
  if (!valid) {
    warn(context, {
      code: 'name_invalid',
      severity: 'warning',
      message: `"${name.slice(0, 60)}" cannot be a name in the workbook${taken ? ': it is taken' : ''}; its value is in the sheet all the same.`,
    });
  }
  // 21 with the unit % is 21 %
  const written = details.unit?.trim() === '%' && /^[\d.,]+$/.test(text.trim()) ? `${text.trim()}%` : text.trim();
  const { content, look } = valueOf(name, written, context);
  const unit = details.unit !== undefined && look.format?.includes(details.unit) !== true ? details.unit : undefined;
  const muted: CellLook = { color: NEUTRALS.muted, vertical: 'center', indent: 1 };
  const row = sheet.next++;
  const lines = sheet.measure.countLines(label, LABEL_CHARS_MAX - 2);
  sheet.rows.set(row, {
    heightPt: lines > 1 ? heightOf(lines) : ROW_PT,
    cells: [
      { column, content: clip(label), look: { indent: 1, vertical: 'center', ...(lines > 1 ? { wrap: true } : {}) } },
      { column: column + 1, content, look: { ...look, style: 'input', unlocked: true } },
      ...(unit === undefined ? [] : [{ column: column + 2, content: clip(unit), look: muted }]),
      ...(details.note === undefined ? [] : [{ column: column + (unit === undefined ? 2 : 3), content: clip(details.note), look: muted }]),
    ],
  });
  if (valid) book.names.push({ name, content: { kind: 'cell', sheet: sheetIndex, row, column: column + 1 } });
}

function valueOf(name: string, text: string, context: FlowContext): { content: Content; look: CellLook } {
  const { lang } = context.book.document;
  if (text.startsWith('='))
    return { content: { kind: 'formula', source: text, formula: { kind: 'missing' }, value: undefined }, look: computedLook('', 'right') };
  const date = readDate(text, 'dmy');
  if (date && /\d{4}-|[a-z]/i.test(text))
    return { content: date.serial, look: inputLook(dateFormat(lang, date.time, date.monthOnly), 'right') };
  const amount = /^0\d|^\d{16,}$/.test(text) ? undefined : (readAmount(text, '.') ?? readAmount(text, context.decimal));
  if (!amount) return { content: text === '' ? null : clip(text), look: inputLook('', 'left') };
  if (
    !amount.percent &&
    amount.currency === '' &&
    amount.unit === '' &&
    Math.abs(amount.value) <= 1 &&
    !Number.isInteger(amount.value) &&
    RATE.test(name)
  ) {
    return { content: amount.value, look: inputLook(percentFormat(Math.min(2, Math.max(1, amount.decimals - 2)), false), 'right') };
  }
  return {
    content: amount.value,
    look: inputLook(amount.value >= 1900 && amount.value <= 2100 && /year|año/i.test(name) ? '0' : ownFormat(amount, lang), 'right'),
  };
}

/** `TaxRate`, `tax_rate` → "Tax rate"; short capitals stay as they are. */
function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_.]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
    .split(' ');
  return words
    .map((word, i) =>
      /^\p{Lu}{2,}$/u.test(word)
        ? word
        : i === 0
          ? word.charAt(0).toUpperCase() + word.slice(1)
          : word.charAt(0).toLowerCase() + word.slice(1),
    )
    .join(' ');
}
