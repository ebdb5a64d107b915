/** Colours of a slide: names of the theme through the map of master and slide, and what is said to change them (ISO/IEC 29500-1 §20.1.2.3). */
import { childOf, tagsNamed, valueOf, type Tag, type XmlTags } from '../../ooxml/scan-tags.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** Name as a slide uses it (`tx1`, `accent2`) → hex. */
export type ColorNames = ReadonlyMap<string, string>;

const PRESETS: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'FFFFFF',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  yellow: 'FFFF00',
  gray: '808080',
  grey: '808080',
  ltGray: 'D3D3D3',
  dkGray: 'A9A9A9',
  orange: 'FFA500',
  navy: '000080',
};
const SLOTS = ['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'] as const;
const MAPPED = ['bg1', 'tx1', 'bg2', 'tx2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'] as const;
const PLAIN_MAP: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' };
/** A fill that lets more than this share through says nothing of the colour that is seen. */
const OPAQUE_MIN = 60_000;

const HEX = /^[0-9A-Fa-f]{6}$/;
const hexOf = (value: string | undefined): string | undefined => (value !== undefined && HEX.test(value) ? value.toUpperCase() : undefined);

/** @param map `p:clrMap` of the master, or the `a:overrideClrMapping` of a slide or layout */
export function colorNames(theme: XmlTags | undefined, map: Tag | undefined): ColorNames {
  const names = new Map<string, string>();
  const [scheme] = tagsNamed(theme, 'clrScheme');
  for (const slot of SLOTS) {
    const color = childOf(scheme, slot)?.children[0];
    const hex = hexOf(color?.local === 'sysClr' ? valueOf(color, 'lastClr') : valueOf(color, 'val'));
    if (hex !== undefined) names.set(slot, hex);
  }
  for (const name of MAPPED) {
    const hex = names.get(valueOf(map, name) ?? PLAIN_MAP[name] ?? name);
    if (hex !== undefined) names.set(name, hex);
  }
  return names;
}

const byte = (value: number): string =>
  Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0')
    .toUpperCase();
const share = (tag: Tag): number => Number(valueOf(tag, 'val') ?? 0) / 100_000;
type Rgb = readonly [number, number, number];
const channels = (hex: string): Rgb => {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return [at(0), at(2), at(4)];
};
const each = ([red, green, blue]: Rgb, change: (value: number) => number): Rgb => [change(red), change(green), change(blue)];

/** Same hue and saturation (HSL), another lightness. */
function relight(rgb: Rgb, change: (lightness: number) => number): Rgb {
  const [high, low] = [maxOf(rgb), minOf(rgb)];
  const lightness = (high + low) / 2;
  const wanted = Math.min(1, Math.max(0, change(lightness)));
  const spread = 1 - Math.abs(2 * lightness - 1);
  const saturation = spread < 1e-6 ? 0 : (high - low) / spread;
  const chroma = (1 - Math.abs(2 * wanted - 1)) * saturation;
  const own = high - low;
  return each(rgb, (value) => wanted + (own < 1e-6 ? 0 : ((value - lightness) / own) * chroma));
}

/** Same hue and lightness (HSL), another saturation. */
function resaturate(rgb: Rgb, by: number): Rgb {
  const middle = (maxOf(rgb) + minOf(rgb)) / 2;
  return each(rgb, (value) => middle + (value - middle) * by);
}

function changed(rgb: Rgb, tag: Tag): Rgb {
  const by = share(tag);
  switch (tag.local) {
    case 'lumMod':
      return relight(rgb, (lightness) => lightness * by);
    case 'lumOff':
      return relight(rgb, (lightness) => lightness + by);
    case 'satMod':
      return resaturate(rgb, by);
    case 'tint':
      return each(rgb, (value) => 1 - (1 - value) * by);
    case 'shade':
      return each(rgb, (value) => value * by);
    default:
      return rgb;
  }
}

/** @param color an element such as `a:srgbClr`; undefined where the colour cannot be determined, or is mostly see-through */
export function colorOf(color: Tag | undefined, names: ColorNames): string | undefined {
  if (color === undefined) return undefined;
  const value = valueOf(color, 'val') ?? '';
  const base =
    color.local === 'srgbClr'
      ? hexOf(value)
      : color.local === 'schemeClr'
        ? names.get(value)
        : color.local === 'sysClr'
          ? hexOf(valueOf(color, 'lastClr'))
          : color.local === 'prstClr'
            ? PRESETS[value]
            : undefined;
  if (base === undefined || color.children.some((child) => child.local === 'alpha' && Number(valueOf(child, 'val')) < OPAQUE_MIN))
    return undefined;
  const rgb = color.children.reduce<Rgb>(changed, channels(base));
  return rgb.map(byte).join('');
}

const FILLS = new Set(['noFill', 'solidFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill']);

/** Hex; `none`; `unclear` for pictures, patterns, gradients; undefined where nothing is said. */
export function fillOf(properties: Tag | undefined, names: ColorNames): string | undefined {
  const fill = properties?.children.find(({ local }) => FILLS.has(local));
  if (fill === undefined) return undefined;
  if (fill.local === 'noFill') return 'none';
  return fill.local === 'solidFill' ? (colorOf(fill.children[0], names) ?? 'unclear') : 'unclear';
}
