/** Colours as a slide shows them: slots of the theme through the map of slide, layout or master, and what is said to change them (ISO/IEC 29500-1 §19.3.1.6, §20.1.2.3). */
import { maxOf, minOf } from '../../../base/extremes.ts';
import { A, P } from '../../../ooxml/names.ts';
import type { DeckFile, DeckSlide } from '../../../ooxml/deck-file.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { themeColors } from '../../office/theme-colors.ts';
import { layoutOf, masterOf } from './layouts.ts';

/** Slot (`lt1`) or name (`bg1`) → RRGGBB. */
export type SlideColors = ReadonlyMap<string, string>;

const USUAL_MAP = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' } as const;

/** The colours of the theme with the names that slides use for them. */
export function slideColors({ opened }: DeckFile, { part }: DeckSlide): SlideColors {
  const slots = themeColors(opened, part.name);
  const layout = layoutOf(opened, part.name)?.part;
  const master = layout && masterOf(opened, layout.name);
  const overrides = [part, layout].map((one) => one && firstElementOf(one.root, 'clrMapOvr', P));
  const map =
    overrides.map((one) => one && firstElementOf(one, 'overrideClrMapping', A)).find((one) => one !== undefined) ??
    (master && firstElementOf(master.root, 'clrMap', P));
  const named = Object.entries(USUAL_MAP).flatMap(([name, usual]): [string, string][] => {
    const color = slots.get((map && attributeOf(map, name)) ?? usual);
    return color === undefined ? [] : [[name, color]];
  });
  return new Map([...slots, ...named]);
}

type Rgb = readonly [number, number, number];
const each = ([red, green, blue]: Rgb, change: (value: number) => number): Rgb => [change(red), change(green), change(blue)];

/** Same hue and saturation (HSL), another lightness. */
function relight(rgb: Rgb, change: (lightness: number) => number): Rgb {
  const [high, low] = [maxOf(rgb), minOf(rgb)];
  const lightness = (high + low) / 2;
  const wanted = Math.min(1, Math.max(0, change(lightness)));
  const spread = 1 - Math.abs(2 * lightness - 1);
  const by = spread < 1e-6 ? 0 : (1 - Math.abs(2 * wanted - 1)) / spread;
  return each(rgb, (value) => wanted + (value - lightness) * by);
}

function changed(rgb: Rgb, change: XmlElement): Rgb {
  const value = attributeOf(change, 'val') ?? '0';
  const by = value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value) / 100_000;
  switch (change.local) {
    case 'lumMod':
      return relight(rgb, (lightness) => lightness * by);
    case 'lumOff':
      return relight(rgb, (lightness) => lightness + by);
    case 'tint':
      return each(rgb, (part) => 1 - (1 - part) * by);
    case 'shade':
      return each(rgb, (part) => part * by);
    default:
      return rgb;
  }
}

const PRESETS: Readonly<Record<string, string>> = { black: '000000', white: 'FFFFFF' };
const byte = (value: number): string => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16);

/** RRGGBB of a colour element; undefined of kinds and names that say nothing here. */
export function hexOf(color: XmlElement, colors: SlideColors): string | undefined {
  const value = attributeOf(color, color.local === 'sysClr' ? 'lastClr' : 'val') ?? '';
  const base = color.local === 'schemeClr' ? colors.get(value) : color.local === 'prstClr' ? PRESETS[value] : value;
  if (base === undefined || !/^[0-9A-Fa-f]{6}$/.test(base)) return undefined;
  const at = (from: number): number => Number.parseInt(base.slice(from, from + 2), 16) / 255;
  let rgb: Rgb = [at(0), at(2), at(4)];
  for (const one of elementsOf(color, undefined, A)) rgb = changed(rgb, one);
  return rgb
    .map((part) => byte(part).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** What of a fill is looked at: `none` lets through what is behind it, `unknown` is a picture or a pattern. */
export type Ground = { hex: string } | 'none' | 'unknown';

/** The middle of a gradient's colours. */
function mixOf(colors: readonly string[]): string {
  const middle = (from: number): number =>
    colors.reduce((sum, one) => sum + Number.parseInt(one.slice(from, from + 2), 16), 0) / colors.length / 255;
  return [0, 2, 4]
    .map((from) => byte(middle(from)).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** Of an element that holds a fill; undefined where it says nothing of one. */
export function groundOf(holder: XmlElement, colors: SlideColors): Ground | undefined {
  for (const fill of elementsOf(holder, undefined, A)) {
    if (fill.local === 'noFill') return 'none';
    if (fill.local === 'blipFill' || fill.local === 'pattFill' || fill.local === 'grpFill') return 'unknown';
    if (fill.local === 'solidFill') {
      const [color] = elementsOf(fill, undefined, A);
      const isClear =
        color !== undefined && elementsOf(color, 'alpha', A).some((one) => Number.parseFloat(attributeOf(one, 'val') ?? '') < 60_000);
      const hex = color && hexOf(color, colors);
      return isClear ? 'none' : hex === undefined ? 'unknown' : { hex };
    }
    if (fill.local === 'gradFill') {
      const list = firstElementOf(fill, 'gsLst', A);
      const stops = (list === undefined ? [] : elementsOf(list, 'gs', A)).flatMap((stop) => {
        const [color] = elementsOf(stop, undefined, A);
        return (color && hexOf(color, colors)) ?? [];
      });
      return stops.length === 0 ? 'unknown' : { hex: mixOf(stops) };
    }
  }
  return undefined;
}
