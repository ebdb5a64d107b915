/** Values of the CSS subset: lengths in CSS pixels, colours as sRGB with alpha, backgrounds. Undefined: not a value of the kind. */

/** Pixels, or a share of the container. */
export type Length = number | 'auto' | `${number}%`;
export interface Color {
  /** RRGGBB, upper case. */
  hex: string;
  /** 0-1. */
  alpha: number;
}
export type Paint =
  | { kind: 'solid'; color: Color }
  /** Degrees as in CSS: 0 goes up, 90 to the right. Stops are at 0-1. */
  | { kind: 'gradient'; angle: number; stops: { at: number; color: Color }[] }
  | { kind: 'picture'; asset: string };

/** Colours that a canvas may name instead of writing them: `var(--accent)`. A design gives them their values. */
export const COLOR_ROLES = [
  'ground',
  'text',
  'muted',
  'title',
  'accent',
  'accent-2',
  'accent-3',
  'accent-4',
  'card',
  'tint',
  'rule',
  'block',
  'on-block',
  'on-block-muted',
  'bright',
  'good',
  'bad',
] as const;
export type ColorRole = (typeof COLOR_ROLES)[number];

/** What values are read against. */
export interface ValueContext {
  /** RRGGBB of each role. */
  colors: Readonly<Record<ColorRole, string>>;
  /** Of the element, for `em`; CSS pixels. */
  fontSize: number;
  /** Of the element, for `currentColor`. */
  color: Color;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, px: 1, pt: 96 / 72, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, rem: 16 };
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/i;
/** Beyond this nothing is on any page. */
const LENGTH_MAX = 20_000;

/** A length of CSS → pixels, a percentage as written, or `auto`; undefined for what is no length in a unit that canvases know. */
export function readLength(text: string, context: Pick<ValueContext, 'fontSize'>): Length | undefined {
  if (text === 'auto') return 'auto';
  const [, figure = '', unit = ''] = NUMBER.exec(text) ?? [];
  const value = Number(figure);
  if (figure === '' || Math.abs(value) > LENGTH_MAX) return undefined;
  if (unit === '%') return `${value}%`;
  const factor = unit === 'em' ? context.fontSize : UNITS[unit.toLowerCase()];
  return factor === undefined ? undefined : value * factor;
}

/** A length in pixels; undefined for percentages, `auto` and what is no length. */
export function readPixels(text: string, context: Pick<ValueContext, 'fontSize'>): number | undefined {
  const length = readLength(text, context);
  return typeof length === 'number' ? length : undefined;
}

/** Divides at blanks (or commas) that are not inside of brackets. */
export function splitValue(text: string, separator: ' ' | ','): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    const divides = separator === ',' ? character === ',' : /\s/.test(character);
    if (depth === 0 && divides) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const NAMED: Readonly<Record<string, string>> = {
  white: 'FFFFFF',
  black: '000000',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  yellow: 'FFFF00',
  orange: 'FFA500',
  purple: '800080',
  gray: '808080',
  grey: '808080',
  silver: 'C0C0C0',
  navy: '000080',
  teal: '008080',
  maroon: '800000',
  olive: '808000',
  gold: 'FFD700',
};

const hexOf = (channels: readonly number[]): string =>
  channels
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();

function readHex(text: string): Color | undefined {
  const [, digits = ''] = /^#([0-9a-f]{3,8})$/i.exec(text) ?? [];
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (long.length !== 6 && long.length !== 8) return undefined;
  return { hex: long.slice(0, 6).toUpperCase(), alpha: long.length === 8 ? Number.parseInt(long.slice(6), 16) / 255 : 1 };
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return hexOf([channel(0), channel(8), channel(4)]);
}

/** `#rgb`, `#rrggbb(aa)`, `rgb()`, `hsl()`, a few names, `transparent`, `currentColor`, `var(--role)`. */
export function readColor(given: string, context: ValueContext): Color | undefined {
  const text = given.trim().toLowerCase();
  if (text.startsWith('#')) return readHex(text);
  if (text === 'transparent') return { hex: 'FFFFFF', alpha: 0 };
  if (text === 'currentcolor') return context.color;
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined;
  if (named !== undefined) return { hex: named, alpha: 1 };
  const [, role] = /^var\(\s*--([a-z0-9-]+)\s*(?:,[^)]*)?\)$/.exec(text) ?? [];
  const known = COLOR_ROLES.find((name) => name === role);
  if (known !== undefined) return { hex: context.colors[known], alpha: 1 };
  const [, form, inner = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text) ?? [];
  if (form === undefined) return undefined;
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== '');
  const values = parts.map((part) => (part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number(part.replace('deg', ''))));
  const [a, b, c, alpha = 1] = values;
  if (a === undefined || b === undefined || c === undefined || values.some((value) => !Number.isFinite(value))) return undefined;
  const share = Math.min(1, Math.max(0, alpha));
  if (form === 'hsl')
    return { hex: fromHsl(((a % 360) + 360) % 360, Math.min(1, Math.max(0, b)), Math.min(1, Math.max(0, c))), alpha: share };
  return { hex: hexOf([a, b, c].map((value, at) => (parts[at]?.endsWith('%') ? value * 255 : value))), alpha: share };
}

const DIRECTIONS: Readonly<Record<string, number>> = {
  'to top': 0,
  'to top right': 45,
  'to right top': 45,
  'to right': 90,
  'to bottom right': 135,
  'to right bottom': 135,
  'to bottom': 180,
  'to bottom left': 225,
  'to left bottom': 225,
  'to left': 270,
  'to top left': 315,
  'to left top': 315,
};

function readGradient(inner: string, context: ValueContext): Paint | undefined {
  const parts = splitValue(inner, ',');
  const [first = ''] = parts;
  const turned = /^([+-]?[\d.]+)deg$/.exec(first)?.[1];
  const angle = turned === undefined ? DIRECTIONS[first] : Number(turned);
  const given = angle === undefined ? parts : parts.slice(1);
  const stops = given.map((part, index) => {
    const [color = '', place] = splitValue(part, ' ');
    const at = place === undefined ? index / Math.max(1, given.length - 1) : Number(/^([\d.]+)%$/.exec(place)?.[1]) / 100;
    return { at, color: readColor(color, context) };
  });
  const known = stops.flatMap(({ at, color }) => (color && Number.isFinite(at) ? [{ at: Math.min(1, Math.max(0, at)), color }] : []));
  if (known.length < 2 || known.length !== given.length || known.length > 8) return undefined;
  return { kind: 'gradient', angle: (((angle ?? 180) % 360) + 360) % 360, stops: known };
}

/** A colour, a linear gradient, `url(img:1)`, or `none`. */
export function readPaint(text: string, context: ValueContext): Paint | 'none' | undefined {
  if (text === 'none' || text === 'transparent') return 'none';
  const [, inner] = /^linear-gradient\((.*)\)$/.exec(text) ?? [];
  if (inner !== undefined) return readGradient(inner, context);
  const [, asset] = /^url\(\s*["']?(img:\d{1,4})["']?\s*\)/.exec(text) ?? [];
  if (asset !== undefined) return { kind: 'picture', asset };
  const color = readColor(text, context);
  return color && { kind: 'solid', color };
}
