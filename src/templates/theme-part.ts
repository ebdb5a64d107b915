/** The theme of an Office file (ISO/IEC 29500-1 §20.1.6): its twelve colours, its two faces, and what a colour of DrawingML is in them. */
import { A, R } from '../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';

export const THEME_SLOTS = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
] as const;
export type ThemeSlot = (typeof THEME_SLOTS)[number];

export interface FileTheme {
  /** RRGGBB. */
  slots: Record<ThemeSlot, string>;
  /** Latin faces; '' where the theme leaves them open. */
  faces: { major: string; minor: string };
}

/** What Office takes where a file has no theme, or one that leaves a colour out. */
const OFFICE_THEME: FileTheme = {
  slots: {
    dk1: '000000',
    lt1: 'FFFFFF',
    dk2: '44546A',
    lt2: 'E7E6E6',
    accent1: '4472C4',
    accent2: 'ED7D31',
    accent3: 'A5A5A5',
    accent4: 'FFC000',
    accent5: '5B9BD5',
    accent6: '70AD47',
    hlink: '0563C1',
    folHlink: '954F72',
  },
  faces: { major: '', minor: '' },
};

const SYSTEM_COLORS: Readonly<Record<string, string>> = { windowText: '000000', window: 'FFFFFF', btnFace: 'F0F0F0', highlight: '0078D7' };
const PRESET_COLORS: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'FFFFFF',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  yellow: 'FFFF00',
  gray: '808080',
  grey: '808080',
  darkGray: 'A9A9A9',
  lightGray: 'D3D3D3',
  navy: '000080',
  orange: 'FFA500',
};
const COLOR_ELEMENTS = new Set(['srgbClr', 'schemeClr', 'sysClr', 'prstClr', 'scrgbClr', 'hslClr']);

type Channels = [number, number, number];
const channelsOf = (hex: string): Channels => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Channels;
const hexOf = (channels: readonly number[]): string =>
  channels
    .map((one) =>
      Math.round(Math.min(1, Math.max(0, one)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();

/** Hue 0-6, saturation and lightness 0-1. */
function toHsl([r, g, b]: Channels): Channels {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [l, d] = [(high + low) / 2, high - low];
  if (d === 0) return [0, 0, l];
  const h = high === r ? (g - b) / d + (g < b ? 6 : 0) : high === g ? (b - r) / d + 2 : (r - g) / d + 4;
  return [h, d / (1 - Math.abs(2 * l - 1)), l];
}

function fromHsl([h, s, l]: Channels): Channels {
  const c = (1 - Math.abs(2 * l - 1)) * s;
  const x = c * (1 - Math.abs((h % 2) - 1));
  const rows: Channels[] = [
    [c, x, 0],
    [x, c, 0],
    [0, c, x],
    [0, x, c],
    [x, 0, c],
    [c, 0, x],
  ];
  const row = rows[Math.floor(h) % 6] ?? [0, 0, 0];
  return row.map((one) => one + l - c / 2) as Channels;
}

const linear = (one: number): number => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
const gamma = (one: number): number => (one <= 0.0031308 ? one * 12.92 : 1.055 * one ** (1 / 2.4) - 0.055);

/** One change of a colour (§20.1.2.3): those that office programs write; others leave it as it is. */
function changed(hex: string, { local, attributes }: XmlElement): string {
  const value = Number(attributes.find((one) => one.local === 'val')?.value ?? 100_000) / 100_000;
  if (!Number.isFinite(value)) return hex;
  const channels = channelsOf(hex);
  const [h, s, l] = toHsl(channels);
  const clamp = (one: number): number => Math.min(1, Math.max(0, one));
  switch (local) {
    case 'lumMod':
      return hexOf(fromHsl([h, s, clamp(l * value)]));
    case 'lumOff':
      return hexOf(fromHsl([h, s, clamp(l + value)]));
    case 'satMod':
      return hexOf(fromHsl([h, clamp(s * value), l]));
    case 'shade':
      return hexOf(channels.map((one) => gamma(linear(one) * value)));
    case 'tint':
      return hexOf(channels.map((one) => gamma(1 - (1 - linear(one)) * value)));
    default:
      return hex;
  }
}

/** Names of colours in text and fills → slots, as the master maps them. */
export type ColorMap = Readonly<Record<string, string>>;
const PLAIN_MAP: ColorMap = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };

/** `p:clrMap`, or an override of it. */
export function readColorMap(element: XmlElement | undefined): ColorMap {
  if (element === undefined) return PLAIN_MAP;
  return {
    ...PLAIN_MAP,
    ...Object.fromEntries(element.attributes.filter(({ uri }) => uri === '').map(({ local, value }) => [local, value])),
  };
}

/** The slot that a name of a colour stands for. */
export function slotNamed(name: string, map: ColorMap): ThemeSlot | undefined {
  const slot = map[name] ?? name;
  return THEME_SLOTS.find((one) => one === slot);
}

/** The colour inside an element such as `a:solidFill`, as RRGGBB; undefined where it has none. */
export function colorIn(holder: XmlElement | undefined, theme: FileTheme, map: ColorMap = PLAIN_MAP): string | undefined {
  const element = holder === undefined ? undefined : elementsOf(holder).find(({ local, uri }) => uri === A && COLOR_ELEMENTS.has(local));
  if (element === undefined) return undefined;
  const value = attributeOf(element, 'val') ?? '';
  const slot = element.local === 'schemeClr' ? slotNamed(value, map) : undefined;
  const base =
    element.local === 'srgbClr'
      ? value.toUpperCase()
      : element.local === 'sysClr'
        ? (attributeOf(element, 'lastClr')?.toUpperCase() ?? SYSTEM_COLORS[value])
        : element.local === 'prstClr'
          ? PRESET_COLORS[value]
          : slot && theme.slots[slot];
  if (base === undefined || !/^[0-9A-F]{6}$/.test(base)) return undefined;
  return elementsOf(element).reduce(changed, base);
}

function faceIn(scheme: XmlElement | undefined, kind: 'majorFont' | 'minorFont'): string {
  const font = scheme && firstElementOf(scheme, kind, A);
  const latin = font && firstElementOf(font, 'latin', A);
  return (latin && attributeOf(latin, 'typeface'))?.trim().slice(0, 100) ?? '';
}

/** The theme that a part leads to; that of Office where it leads to none. @throws Refusal file_rejected where it cannot be read */
export function themeOf(opened: OfficePackage, source: string): FileTheme {
  const target = relationshipsOf(opened, source).find(({ type, external }) => type === `${R}/theme` && !external)?.target;
  const name = target === undefined ? undefined : partNamed(opened, target);
  if (name === undefined) return OFFICE_THEME;
  const { root } = readXmlPart(opened, name);
  const all = [...walkElements(root)];
  const colors = all.find(({ local, uri }) => local === 'clrScheme' && uri === A);
  const fonts = all.find(({ local, uri }) => local === 'fontScheme' && uri === A);
  const slots = { ...OFFICE_THEME.slots };
  for (const slot of THEME_SLOTS) {
    const color = colorIn(colors && firstElementOf(colors, slot, A), OFFICE_THEME);
    if (color !== undefined) slots[slot] = color;
  }
  return { slots, faces: { major: faceIn(fonts, 'majorFont'), minor: faceIn(fonts, 'minorFont') } };
}
