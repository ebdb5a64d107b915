/** Colours of a deck's theme as DrawingML writes them, each with the value that it has (ECMA-376 part 1, 20.1.2.3). */
import { maxOf, minOf } from '../../base/extremes.ts';

interface InkColor {
  /** `a:schemeClr` or `a:srgbClr`. */
  xml: string;
  /** Six digits. */
  hex: string;
}

/** A colour of its own. @param hex six digits */
export const srgb = (hex: string): InkColor => ({ xml: `<a:srgbClr val="${hex}"/>`, hex });
/** A colour of the theme. @param hex the value that it has there with its changes @param changes DrawingML's, such as `lumMod` */
export const scheme = (name: string, hex: string, changes = ''): InkColor => ({
  xml: changes === '' ? `<a:schemeClr val="${name}"/>` : `<a:schemeClr val="${name}">${changes}</a:schemeClr>`,
  hex,
});
/** Share of the colour's own lightness that stays, and what is added; both in percent. */
export const lighter = (keep: number, add: number): string => `<a:lumMod val="${keep * 1000}"/><a:lumOff val="${add * 1000}"/>`;

/** A theme colour made lighter, with the value that it has then (HSL, as DrawingML's `lumMod` and `lumOff` count). */
export function raised(name: string, hex: string, keep: number, add: number): InkColor {
  const channels = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const { saturation, lightness } = toneOf(hex);
  const [high, low] = [maxOf(channels), minOf(channels)];
  const target = Math.min(1, lightness * (keep / 100) + add / 100);
  const spread = saturation * (1 - Math.abs(2 * target - 1));
  const share = (channel: number): number => (high === low ? 0 : (channel - low) / (high - low));
  const value = channels.map((channel) => Math.round((target - spread / 2 + spread * share(channel)) * 255));
  return scheme(
    name,
    value
      .map((one) => Math.min(255, Math.max(0, one)).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase(),
    lighter(keep, add),
  );
}

/** Saturation and lightness (HSL), 0-1. */
function toneOf(hex: string): { saturation: number; lightness: number } {
  const channels = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [high, low] = [maxOf(channels), minOf(channels)];
  const spread = 1 - Math.abs(high + low - 1);
  return { saturation: spread < 1e-6 ? 0 : (high - low) / spread, lightness: (high + low) / 2 };
}

const LIGHTNESS_KEPT = 0.2;

/** A shade of the accent, derived from it: who changes the accent of the theme changes it too. */
export function shadeOf(accent: string, hex: string): InkColor {
  const [from, to] = [toneOf(accent), toneOf(hex)];
  if (from.saturation < 0.1 || to.saturation > from.saturation) return srgb(hex);
  const thousandths = (share: number): number => Math.round(share * 100_000);
  return scheme(
    'accent1',
    hex,
    `<a:satMod val="${thousandths(to.saturation / from.saturation)}"/><a:lumMod val="${thousandths(LIGHTNESS_KEPT)}"/><a:lumOff val="${thousandths(to.lightness - from.lightness * LIGHTNESS_KEPT)}"/>`,
  );
}
