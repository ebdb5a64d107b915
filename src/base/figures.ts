/** Figures as people write them in tables: `€ 1,234.50`, `1.234,5`, `(12)`, `12 %`, `4.2M`, `−3`. */

const FIGURE =
  /^([+\-−–]?)\s*([^\d\s.,+\-−–()]{0,4})\s*([+\-−–]?)(\d[\d.,' \u00A0\u202F]*|[.,]\d+)((?:e[+-]?\d{1,3})?)\s*([^\d\s.,]{0,8})$/i;
const SCALES = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['mm', 1e6],
  ['bn', 1e9],
  ['b', 1e9],
]);

interface Figure {
  sign: string;
  before: string;
  digits: string;
  exponent: string;
  after: string;
}

function splitFigure(text: string): Figure | undefined {
  const trimmed = text.trim();
  const bracketed = /^\((.*)\)$/.exec(trimmed)?.[1];
  const match = FIGURE.exec(bracketed ?? trimmed);
  if (!match) return undefined;
  const [, sign = '', before = '', inner = '', digits = '', exponent = '', after = ''] = match;
  if (/^[+.,'’]/.test(before) || (sign !== '' && inner !== '') || (/\p{L}$/u.test(before) && /\p{L}\d/u.test(trimmed))) return undefined;
  return { sign: bracketed === undefined ? sign + inner : '-', before, digits: digits.trim(), exponent, after };
}

/** Digits with their separators → a plain decimal. A single separator before exactly three digits is read by `decimal`. */
function plainDigits(digits: string, decimal: '.' | ','): string | undefined {
  const bare = digits.replace(/[ '\u00A0\u202F]/g, '');
  if (bare !== digits && !/^\d{1,3}(?:[ '\u00A0\u202F]\d{3})+(?:[.,]\d+)?$/.test(digits)) return undefined;
  const dots = bare.split('.').length - 1;
  const commas = bare.split(',').length - 1;
  let sign = decimal;
  if (dots > 0 && commas > 0) sign = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ',';
  else if (dots + commas > 1) sign = dots > 0 ? ',' : '.';
  else if (dots + commas === 1 && !/^\d{1,3}[.,]\d{3}$/.test(bare)) sign = dots === 1 ? '.' : ',';
  else if (/^0[.,]/.test(bare)) sign = dots === 1 ? '.' : ',';
  const grouping = sign === '.' ? ',' : '.';
  const plain = bare.replaceAll(grouping, '').replace(sign, '.');
  return /^\d*\.?\d*$/.test(plain) && /\d/.test(plain) ? plain : undefined;
}

/** The value of a figure; undefined where the text is none. Percentages stay in percent. */
export function parseNumber(text: string, decimal: '.' | ','): number | undefined {
  if (text.length > 40) return undefined;
  const figure = splitFigure(text);
  const plain = figure && plainDigits(figure.digits, decimal);
  if (!figure || plain === undefined) return undefined;
  const value = Number(plain + figure.exponent) * (SCALES.get(figure.after.toLowerCase()) ?? 1);
  if (!Number.isFinite(value)) return undefined;
  return /[-−–]/.test(figure.sign) ? -value : value;
}

/** A sum, written as the figures it comes from are: their unit, their most decimals, grouping if any of them has it. */
export function formatLike(value: number, texts: readonly string[], decimal: '.' | ','): string | undefined {
  let decimals = 0;
  let point: '.' | ',' | undefined;
  let group = '';
  const units = new Set<string>();
  for (const text of texts) {
    const figure = splitFigure(text);
    const plain = figure && plainDigits(figure.digits, decimal);
    if (!figure || plain === undefined || figure.exponent !== '' || SCALES.has(figure.after.toLowerCase())) return undefined;
    const [whole = '', fraction = ''] = plain.split('.');
    decimals = Math.max(decimals, fraction.length);
    if (fraction !== '') point = figure.digits.lastIndexOf(',') > figure.digits.lastIndexOf('.') ? ',' : '.';
    if (whole.length > 3) group = /^\d{1,3}([., '\u00A0\u202F])\d{3}/.exec(figure.digits)?.[1] ?? group;
    units.add(unitOf(text));
  }
  const [before = '', after = ''] = units.size === 1 ? [...units].join('').split('\n') : [];
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(Math.min(decimals, 10)).split('.');
  const grouped = group === '' ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const mark = point ?? (group === '.' ? ',' : group === ',' ? '.' : decimal);
  return `${value < 0 ? '−' : ''}${before}${grouped}${fraction === '' ? '' : mark + fraction}${after}`;
}

/** What is before the first digit and behind the last, without the sign, with a line break between them. */
function unitOf(text: string): string {
  const bare = text.replace(/[()+\-−–]/g, '').trim();
  return `${/^[^\d.,]*/.exec(bare)?.[0] ?? ''}\n${/[^\d.,]*$/.exec(bare)?.[0] ?? ''}`;
}
