/** Figures with their signs of money, percent and measure: `€ 1,234.50`, `1.234,5 EUR`, `(12)`, `12 %`, `4.2M`, `15 kg`. */
import { parseNumber } from '../../base/figures.ts';

export interface Amount {
  value: number;
  decimals: number;
  /** Symbol or code as written; '' where there is none. */
  currency: string;
  /** The currency is before the digits. */
  before: boolean;
  percent: boolean;
  /** `kg`, `days`; '' where there is none. */
  unit: string;
  /** Written with a plus. */
  plus: boolean;
}

const SYMBOLS = 'US\\$|MX\\$|R\\$|C\\$|A\\$|S/\\.?|[€$£¥₹₩₽₺₫₪₴₦฿]';
const CODES =
  'EUR|USD|GBP|JPY|CHF|CNY|MXN|COP|CLP|PEN|ARS|BRL|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|KRW|SGD|HKD|ZAR|TRY|UYU|BOB|CRC|DOP|GTQ|AED|SAR|ILS|THB|RON|BGN';
const UNITS =
  'kg|g|mg|t|km|m|cm|mm|km/h|h|hrs?|min|ms|s|l|L|ml|hl|kWh|MWh|GWh|Wh|kW|MW|W|ha|m²|m2|m³|m3|km²|pp|pts?|x|°C|°F|GB|MB|TB|days?|weeks?|months?|years?|hours?|units?|pcs|días?|semanas?|meses|mes|años?|horas?|uds?\\.?|unidades';
const CURRENCY = `${SYMBOLS}|${CODES}`;
const PATTERN = new RegExp(
  `^([+\\-−–]?)\\s*(${CURRENCY})?\\s*([+\\-−–]?)\\s*(\\d[\\d.,'’ \\u00A0\\u202F]*|[.,]\\d+)\\s*(?:(${CURRENCY}|%|${UNITS})|(k|K|M|MM|bn|B)\\s*(${CURRENCY}|%|${UNITS})?)?$`,
  'u',
);
const SCALES: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, MM: 1e6, bn: 1e9, B: 1e9 };
/** Nearly all figures of large tables: no grouping, and too few decimals for one. */
const PLAINLY = /^-?\d{1,15}(?:[.,](\d{1,2}))?$/;
const CHARS_MAX = 40;

/** undefined where the text is no figure. `value` of a percentage is its share: 0.12 for 12 %. */
export function readAmount(text: string, decimal: '.' | ','): Amount | undefined {
  if (text.length > CHARS_MAX || !/\d/.test(text)) return undefined;
  const plainly = PLAINLY.exec(text);
  if (plainly) {
    const decimals = plainly[1]?.length ?? 0;
    return { value: Number(text.replace(',', '.')), decimals, currency: '', before: false, percent: false, unit: '', plus: false };
  }
  const bracketed = /^\((.*)\)$/.exec(text)?.[1];
  const match = PATTERN.exec((bracketed ?? text).trim());
  if (!match) return undefined;
  const [, outer = '', before = '', inner = '', rawDigits = '', whole = '', scale = '', scaled = ''] = match;
  // kilograms are no thousands of grams
  const after = whole === '' ? scaled : whole;
  if ((outer !== '' && inner !== '') || (before !== '' && /^(?:€|\$|[A-Z]{3})$/.test(after))) return undefined;
  const digits = rawDigits.trim().replaceAll('’', "'");
  const plain = parseNumber(digits, decimal);
  if (plain === undefined) return undefined;
  const sign = outer + inner;
  const negative = bracketed !== undefined || /[-−–]/.test(sign);
  const percent = after === '%';
  const value = Number((plain * (SCALES[scale] ?? 1) * (percent ? 0.01 : 1)).toPrecision(15));
  const isCurrency = new RegExp(`^(?:${CURRENCY})$`).test(after);
  return {
    value: negative ? -value : value,
    decimals: scale === '' ? decimalsOf(digits, plain) : 0,
    currency: before !== '' ? before : isCurrency ? after : '',
    before: before !== '',
    percent,
    unit: percent || isCurrency ? '' : after,
    plus: sign === '+',
  };
}

function decimalsOf(digits: string, value: number): number {
  const fraction = /[.,](\d+)$/.exec(digits)?.[1] ?? '';
  // three digits behind a separator may be thousands
  return fraction.length === 3 && Number.isInteger(value) ? 0 : fraction.length;
}
