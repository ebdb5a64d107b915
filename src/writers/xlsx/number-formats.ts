/** Number formats as a file holds them (ECMA-376-1 §18.8.31): separators are drawn by the reader's language, a true minus, a dash for zero counts. */

const SYMBOLS: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  JPY: '¥',
  CNY: '¥',
  INR: '₹',
  KRW: '₩',
  MXN: '$',
  BRL: 'R$',
};

/** `€` of `EUR`; the code itself where it has no sign of its own. */
export const moneySign = (code: string): string => SYMBOLS[code] ?? code;

const quote = (text: string): string => `"${text.replaceAll('"', '')}"`;
const digits = (decimals: number): string => (decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`);

export function numberFormat(decimals: number, signed: boolean): string {
  const figure = digits(decimals);
  if (signed) return `"+"${figure};"−"${figure};${decimals === 0 ? '"–"' : figure}`;
  return `${figure};"−"${figure};${decimals === 0 ? '"–"' : figure}`;
}

export function percentFormat(decimals: number, signed: boolean): string {
  const figure = decimals === 0 ? '0%' : `0.${'0'.repeat(decimals)}%`;
  return signed ? `"+"${figure};"−"${figure};${figure}` : `${figure};"−"${figure};${figure}`;
}

/** @param before where the author put the sign; undefined: as the language does */
export function moneyFormat(currency: string, decimals: number, before: boolean | undefined, lang: string): string {
  const sign = moneySign(currency);
  const first = before ?? (/^en\b/i.test(lang) && sign.length <= 2);
  const one = first ? `${quote(sign.length > 2 ? `${sign} ` : sign)}${digits(decimals)}` : `${digits(decimals)}${quote(`\u00a0${sign}`)}`;
  return `${one};"−"${one};${decimals === 0 ? '"–"' : one}`;
}

export function unitFormat(unit: string, decimals: number): string {
  const one = `${digits(decimals)}${quote(`\u00a0${unit}`)}`;
  return `${one};"−"${one};${one}`;
}

export function dateFormat(lang: string, time: boolean, monthOnly: boolean): string {
  const english = /^en\b/i.test(lang);
  const day = monthOnly ? 'mmm\\ yyyy' : english ? (/^en-US$/i.test(lang) ? 'mmm\\ d\\,\\ yyyy' : 'd\\ mmm\\ yyyy') : 'dd/mm/yyyy';
  return time ? `${day}\\ hh:mm` : day;
}

const MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
} as const;

/** About what a value looks like in a format, for measuring its width. */
export function shownText(
  value: number | string | boolean,
  format: string,
  calendar: (serial: number) => { year: number; month: number; day: number },
  lang: string,
): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (/yyyy/.test(format)) {
    const { year, month, day } = calendar(value);
    const name = MONTHS[/^es\b/i.test(lang) ? 'es' : 'en'][month - 1] ?? '';
    const date = /dd\/mm/.test(format) ? `${day}/00/${year}` : /d/.test(format) ? `${day} ${name} ${year}` : `${name} ${year}`;
    return /hh/.test(format) ? `${date} 00:00` : date;
  }
  if (/h+\]?:mm/.test(format)) return value * 24 >= 100 ? '000:00' : '00:00';
  if (format === '' || format === '@') return String(Number(value.toPrecision(10)));
  const [positive = '', negative = '', zero = ''] = format.split(';');
  const section = value < 0 ? negative : value === 0 ? zero : positive;
  const decimals = /\.(0+)/.exec(section)?.[1]?.length ?? 0;
  const figure = Math.abs(/%/.test(section) ? value * 100 : value).toFixed(decimals);
  const grouped = section.includes(',') ? figure.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',') : figure;
  return /[0#]/.test(section) ? section.replace(/[#0][#,0.]*/, grouped).replaceAll(/["\\]/g, '') : section.replaceAll('"', '');
}

/** Windows' numbers of languages (MS-LCID) whose figures are written in another way than in English. */
const LCIDS: Readonly<Record<string, string>> = {
  es: 'C0A',
  'es-mx': '80A',
  ca: '403',
  gl: '456',
  eu: '42D',
  fr: '40C',
  de: '407',
  it: '410',
  pt: '816',
  'pt-br': '416',
  nl: '413',
  da: '406',
  sv: '41D',
  nb: '414',
  no: '414',
  fi: '40B',
  pl: '415',
  cs: '405',
  ro: '418',
  hu: '40E',
  el: '408',
  ru: '419',
  uk: '422',
  tr: '41F',
};

/** A format whose separators and months are those of the document's language, also where the reader's own is another. */
export function localFormat(format: string, lang: string): string {
  const key = lang.toLowerCase();
  const lcid = LCIDS[key] ?? LCIDS[key.split('-')[0] ?? ''];
  if (lcid === undefined) return format;
  return format
    .split(';')
    .map((section) => (/[0#yd]/.test(section.replaceAll(/"[^"]*"/g, '')) ? `[$-${lcid}]${section}` : section))
    .join(';');
}
