/** Colours: sRGB hex (RRGGBB, upper case, no '#'), WCAG contrast, and OKLCH for shades that keep their hue. */

export interface Oklch {
  l: number;
  c: number;
  h: number;
}

const toLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toGamma = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

function channels(hex: string): [number, number, number] {
  const n = Number.parseInt(hex, 16);
  return [((n >> 16) & 255) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

/** Relative luminance, 0-1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** Contrast ratio, 1-21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A channel of two colours that nobody distinguishes differs by no more, of 255. */
const CHANNEL_SEEN = 12;

const INK_DARK = '1F2933';

/** What is read on a fill: white or a dark ink, whichever is the clearer. RRGGBB. */
export const inkOn = (fill: string): string => (contrast('FFFFFF', fill) >= contrast(INK_DARK, fill) ? 'FFFFFF' : INK_DARK);

/** Whether text of one colour cannot be seen on the other. Not the contrast: yellow on white has hardly any, and is seen. */
export function looksAlike(a: string, b: string): boolean {
  const [one, other] = [channels(a), channels(b)];
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) * 255 <= CHANNEL_SEEN);
}

/** sRGB → OKLCH (Ottosson's OKLab); hue in degrees. */
export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const h = (Math.atan2(bb, a) * 180) / Math.PI;
  return { l: lightness, c: Math.hypot(a, bb), h: h < 0 ? h + 360 : h };
}

function oklchToLinear({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ];
}

/** OKLCH → sRGB, chroma lowered until the colour exists in sRGB. */
export function oklchToHex(color: Oklch): string {
  let { c } = color;
  let rgb = oklchToLinear({ ...color, c });
  while (c > 0.001 && rgb.some((v) => v < -0.0005 || v > 1.0005)) {
    c *= 0.97;
    rgb = oklchToLinear({ ...color, c });
  }
  return rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, toGamma(Math.max(0, v)))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();
}
