/**
 * What a column holds, decided by its declared type or by all of its cells together: money, shares, dates, identifiers. One
 * cell that is something else keeps its own kind; a figure is never turned into text, and text never into a figure.
 */
import { readAmount, type Amount } from './amounts.ts';
import { dayOrder, readClock, readDate, type DayOrder } from './calendar-text.ts';
import type { ColumnPlan, Horizontal } from './plan.ts';
import { dateFormat, moneyFormat, numberFormat, percentFormat, unitFormat } from './number-formats.ts';
import { maxOf } from '../../base/extremes.ts';

export interface ColumnSource {
  header: string;
  /** `eur2`, `date`, …; undefined where the author gave none. */
  declared: string | undefined;
  align: Horizontal | undefined;
  /** Cells of the body as plain text, formulas as undefined. */
  texts: (string | undefined)[];
  lang: string;
  decimal: '.' | ',';
  /** The table is of labels and their values: what its cells are, each says for itself. */
  labelled?: boolean;
}

export interface ColumnType {
  /** `mixed`: each cell is of its own kind, in a format of its own. */
  kind: 'text' | 'number' | 'percent' | 'date' | 'datetime' | 'time' | 'bool' | 'mixed';
  format: string;
  numeric: boolean;
  align: Horizontal;
  entry: ColumnPlan['entry'];
  choices: string[];
  order: DayOrder;
  decimal: '.' | ',';
  /** Figures without a sign are shares already: 0.21. */
  shares: boolean;
  bars: boolean;
  /** Dates that could be read in two ways stayed text. */
  ambiguous: boolean;
}

export const BLANK = /^[-–—]?$/;
export const ID_TEXT = /^0\d+$|^\d{16,}$/;
const ID_HEADER =
  /^(?:id|code|código|codigo|cód\.?|sku|ref\.?|reference|referencia|nif|cif|dni|nie|vat(?: (?:no|number))?|iban|account(?: (?:no|number))?|cuenta|phone|tel\.?|telephone|teléfono|móvil|zip(?: code)?|postcode|postal code|c\.?p\.?|código postal|isbn|ean|serial(?: (?:no|number))?|invoice(?: (?:no|number))?|n\.?º factura|version|versión|clause|cláusula|section|sección|apartado|ip(?: address)?|order (?:no|id)|part (?:no|number)|expediente|póliza)\.?$/i;
const YEAR_HEADER = /\b(?:year|año|ejercicio|fiscal year|fy)\b/i;
const CHANGE_HEADER =
  /(?:change|growth|variation|variance|diff|delta|Δ|vs\.?|variación|(?<!tipos? de )cambio|crecimiento|desviación|evolución|yoy|qoq)/i;
const BOOLS: Readonly<Record<string, true>> = {
  yes: true,
  no: true,
  sí: true,
  si: true,
  true: true,
  false: true,
  verdadero: true,
  falso: true,
};
/** A few words among figures do not make them text. */
const MOSTLY_MIN = 3;
const MOSTLY_SHARE = 0.6;
/** So many dates make a column one of dates, with words between them. */
const DATES_MIN = 2;
const LIST_CHOICES_MAX = 8;
const LIST_ROWS_MIN = 6;

const TEXT: Omit<ColumnType, 'order' | 'decimal' | 'ambiguous'> = {
  kind: 'text',
  format: '',
  numeric: false,
  align: 'left',
  entry: 'any',
  choices: [],
  shares: false,
  bars: false,
};

export function decideColumn(source: ColumnSource): ColumnType {
  const texts = source.texts.filter((text): text is string => text !== undefined && !BLANK.test(text));
  const order = dayOrder(texts, source.lang);
  const base = { order: order ?? 'dmy', decimal: source.decimal, ambiguous: false } as const;
  const decided = source.declared === undefined ? inferType(source, texts, order) : declaredType(source.declared, source, texts);
  return { ...TEXT, ...base, ...decided, ...(source.align ? { align: source.align } : {}) };
}

const NUMBERS = { numeric: true, align: 'right' } as const satisfies Partial<ColumnType>;

function declaredType(declared: string, source: ColumnSource, texts: readonly string[]): Partial<ColumnType> {
  const decimals = Number(/\d$/.exec(declared)?.[0] ?? 0);
  const change = isChange(source.header, texts);
  if (declared === 'text') return { entry: 'any', ...choicesOf(texts) };
  if (declared === 'id') return { entry: 'text', format: '@' };
  if (declared === 'bool') return { kind: 'bool', align: 'center', entry: 'list', choices: boolChoices(texts, source.lang) };
  if (declared === 'date' || declared === 'datetime')
    return { kind: declared, format: dateFormat(source.lang, declared === 'datetime', false), align: 'right', entry: 'date' };
  if (declared === 'time')
    return {
      ...NUMBERS,
      kind: 'time',
      format: timeFormat(source.header, texts) ?? (texts.some((text) => (readClock(text)?.hours ?? 0) > 23) ? '[h]:mm' : 'hh:mm'),
      entry: 'any',
    };
  if (declared.startsWith('pct'))
    return {
      ...NUMBERS,
      kind: 'percent',
      format: percentFormat(decimals, change),
      entry: 'decimal',
      shares: areShares(texts, source.decimal),
      bars: isShareColumn(texts, source, change),
    };
  if (declared === 'int')
    return {
      ...NUMBERS,
      kind: 'number',
      format: isYears(source.header, amountsOf(texts, source.decimal)) ? '0' : numberFormat(0, change),
      entry: 'integer',
    };
  if (declared.startsWith('num')) return { ...NUMBERS, kind: 'number', format: numberFormat(decimals, change), entry: 'decimal' };
  const written = texts.map((text) => readAmount(text, source.decimal)).find((amount) => amount !== undefined && amount.currency !== '');
  return {
    ...NUMBERS,
    kind: 'number',
    format: moneyFormat(declared.slice(0, 3).toUpperCase(), decimals, written ? written.before : undefined, source.lang),
    entry: 'decimal',
  };
}

/** All figures, or nothing: one text among them makes the cells speak for themselves. */
function amountsOf(texts: readonly string[], decimal: '.' | ','): Amount[] | undefined {
  const amounts = texts.map((text) => readAmount(text, decimal));
  return amounts.length > 0 && amounts.every((amount) => amount !== undefined) ? amounts : undefined;
}

function inferType(source: ColumnSource, texts: readonly string[], order: DayOrder | undefined): Partial<ColumnType> {
  const { header, lang, decimal } = source;
  if (texts.length === 0) return source.texts.includes(undefined) ? { ...NUMBERS, kind: 'number' } : {};
  if (texts.some((text) => ID_TEXT.test(text)) || (ID_HEADER.test(header.trim()) && texts.every((text) => /^[\d .+()/-]+$/.test(text))))
    return { entry: 'text', format: '@' };
  const dates = texts.flatMap((text) => readDate(text, order ?? 'dmy') ?? []);
  if (dates.length === texts.length || (dates.length >= DATES_MIN && dates.length >= texts.length * MOSTLY_SHARE)) {
    if (order === undefined) return { align: 'right', ambiguous: true };
    const time = dates.some((date) => date.time);
    return {
      kind: time ? 'datetime' : 'date',
      format: dateFormat(
        lang,
        time,
        dates.every((date) => date.monthOnly),
      ),
      align: 'right',
      entry: dates.length === texts.length ? 'date' : 'any',
    };
  }
  if (isMixed(source, texts)) {
    const figures = texts.filter((text) => readAmount(text, decimal) !== undefined || readDate(text, order ?? 'dmy') !== undefined).length;
    return {
      kind: 'mixed',
      align: figures + source.texts.length - texts.length >= texts.length / 2 ? 'right' : 'left',
      numeric: figures * 2 >= texts.length,
    };
  }
  const clocks = timeFormat(header, texts);
  if (clocks !== undefined) return { ...NUMBERS, kind: 'time', format: clocks, entry: 'any' };
  const amounts = amountsOf(
    texts.filter((text) => !/^(?:n\/?a|s\/?d|n\/?m)\.?$/i.test(text)),
    decimal,
  );
  if (amounts) return figureType(amounts, texts, source);
  const mostly = texts.map((text) => readAmount(text, decimal)).filter((amount) => amount !== undefined);
  if (mostly.length >= MOSTLY_MIN && mostly.length >= texts.length * MOSTLY_SHARE)
    return { ...figureType(mostly, texts, source), entry: 'any' };
  if (texts.every((text) => Object.hasOwn(BOOLS, text.toLowerCase())) && texts.length > 1)
    return { kind: 'bool', align: 'center', entry: 'list', choices: boolChoices(texts, lang) };
  return { entry: 'any', ...choicesOf(texts) };
}

const VALUE_HEADER = /^(?:values?|valor(?:es)?|figures?|cifras?|results?|resultados?|datos?|data)$/i;

/** What a text is on its own: figures with different signs are different kinds. */
function kindOf(text: string, decimal: '.' | ','): string {
  const amount = readAmount(text, decimal);
  if (amount) return amount.percent ? 'percent' : 'figure';
  return readDate(text, 'dmy') ? 'date' : 'text';
}

/** Labels with their values, or kinds that no column has in common. */
function isMixed(source: ColumnSource, texts: readonly string[]): boolean {
  const kinds = new Set(texts.map((text) => kindOf(text, source.decimal)));
  if (source.labelled === true && VALUE_HEADER.test(source.header.trim())) return kinds.size > 1 || !kinds.has('text');
  return ['percent', 'figure', 'date'].filter((kind) => kinds.has(kind)).length > 1;
}

const TIME_HEADER =
  /(?<!\p{L})(?:times?|start|end|from|to|until|in|out|arriv\p{L}*|depart\p{L}*|opens?|closes?|horas?|inicio|comienzo|comienza|fin|entrada|salida|desde|hasta|llegada|abre|cierra)(?!\p{L})/iu;
const DURATION_HEADER =
  /(?<!\p{L})(?:duration|length|elapsed|worked|breaks?|pauses?|hours|duraci[oó]n|tiempo|descanso|pausa|trabajad[oa]s?)(?!\p{L})/iu;

/** Times of day, or how long something takes; undefined for what may as well be a ratio or a score. */
function timeFormat(header: string, texts: readonly string[]): string | undefined {
  const clocks = texts.map(readClock);
  if (!clocks.every((clock) => clock !== undefined)) return undefined;
  if (DURATION_HEADER.test(header) || (clocks.some(({ hours }) => hours > 23) && TIME_HEADER.test(header))) return '[h]:mm';
  return clocks.every(({ hours }) => hours < 24) && (TIME_HEADER.test(header) || clocks.every(({ padded }) => padded))
    ? 'hh:mm'
    : undefined;
}

function figureType(amounts: readonly Amount[], texts: readonly string[], { header, lang, decimal }: ColumnSource): Partial<ColumnType> {
  const decimals = Math.min(6, maxOf(amounts.map((amount) => amount.decimals)));
  const change = isChange(header, texts);
  if (amounts.every((amount) => amount.percent))
    return {
      ...NUMBERS,
      kind: 'percent',
      format: percentFormat(decimals, change),
      entry: 'decimal',
      bars: isShareColumn(texts, { header, decimal }, change),
    };
  if (amounts.some((amount) => amount.percent)) return { ...NUMBERS, kind: 'number', entry: 'any' };
  const currencies = new Set(amounts.map((amount) => amount.currency).filter((currency) => currency !== ''));
  const [currency] = currencies;
  if (currency !== undefined && currencies.size === 1)
    return {
      ...NUMBERS,
      kind: 'number',
      format: moneyFormat(
        currency,
        decimals,
        amounts.some((amount) => amount.before),
        lang,
      ),
      entry: 'decimal',
    };
  const units = new Set(amounts.map((amount) => amount.unit));
  const [unit = ''] = units;
  if (currencies.size === 0 && units.size === 1 && unit !== '')
    return { ...NUMBERS, kind: 'number', format: unitFormat(unit, decimals), entry: 'decimal' };
  if (currencies.size > 1 || units.size > 1) return { ...NUMBERS, kind: 'number', entry: 'any' };
  if (isYears(header, amounts)) return { kind: 'number', format: '0', numeric: true, align: 'right', entry: 'integer' };
  return { ...NUMBERS, kind: 'number', format: numberFormat(decimals, change), entry: decimals === 0 ? 'integer' : 'decimal' };
}

/** Whether a header promises shares, or how something has changed: what a computed column of small figures then is. */
export function promisesShares(header: string): boolean {
  return CHANGE_HEADER.test(header) || /%|\b(?:share|rate|margin|percent|percentage|porcentaje|margen|tasa|cuota|peso)\b/i.test(header);
}
export const promisesChange = (header: string): boolean => CHANGE_HEADER.test(header);

function isChange(header: string, texts: readonly string[]): boolean {
  return CHANGE_HEADER.test(header) || texts.some((text) => text.startsWith('+'));
}

function isYears(header: string, amounts: readonly Amount[] | undefined): boolean {
  return (
    amounts !== undefined &&
    amounts.every(
      ({ value, decimals, unit, currency }) => decimals === 0 && unit === '' && currency === '' && value >= 1900 && value <= 2100,
    ) &&
    (YEAR_HEADER.test(header) || header.trim() === '')
  );
}

/** Whether the figures of a percent column, written without a sign, are shares of one already. */
function areShares(texts: readonly string[], decimal: '.' | ','): boolean {
  return texts.every((text) => Math.abs(readAmount(text, decimal)?.value ?? 0) <= 1.5);
}

/** Parts of a whole, between nothing and all of it. */
function isShareColumn(texts: readonly string[], { header, decimal }: { header: string; decimal: '.' | ',' }, change: boolean): boolean {
  if (
    change ||
    texts.length < 4 ||
    !/share|weight|%|mix|of total|cuota|peso|porcentaje|participación|sobre total|progress|avance|completed?|complet/i.test(header)
  )
    return false;
  return texts.every((text) => {
    const value = readAmount(text, decimal)?.value ?? -1;
    return value >= 0 && value <= 1;
  });
}

function boolChoices(texts: readonly string[], lang: string): string[] {
  const seen = [...new Set(texts)];
  return seen.length === 2 ? seen : /^es\b/i.test(lang) ? ['Sí', 'No'] : ['Yes', 'No'];
}

/** A few words that come again and again are a list to choose from. */
function choicesOf(texts: readonly string[]): Partial<ColumnType> {
  const seen = [...new Set(texts)];
  const fits =
    seen.length >= 2 &&
    seen.length <= LIST_CHOICES_MAX &&
    texts.length >= LIST_ROWS_MIN &&
    texts.length >= seen.length * 2 &&
    seen.every((text) => text.length <= 30 && !/[,"\n]/.test(text));
  return fits && seen.join(',').length <= 250 ? { entry: 'list', choices: seen } : {};
}
