/** The colours that a picture is made of, the ones that stand out first. */
import { hexToOklch } from '../base/color.ts';

/** Steps of a channel that are one colour at first. */
const STEP = 24;
/** Nearer than that they are shades of one. */
const ALIKE = 0.09;
/** A share of the picture below which a colour is chance. */
const SHARE_MIN = 0.0015;
const COLORS_MAX = 8;

interface Bin {
  r: number;
  g: number;
  b: number;
  count: number;
}

const hexOf = ({ r, g, b, count }: Bin): string =>
  [r, g, b]
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();

function distance(a: string, b: string): number {
  const [one, other] = [hexToOklch(a), hexToOklch(b)];
  const turn = (degrees: number): number => (degrees * Math.PI) / 180;
  const x = one.c * Math.cos(turn(one.h)) - other.c * Math.cos(turn(other.h));
  const y = one.c * Math.sin(turn(one.h)) - other.c * Math.sin(turn(other.h));
  return Math.hypot(one.l - other.l, x * 2, y * 2);
}

/** @param pixels three bytes for each pixel @returns RRGGBB; white and what is nearly white is left out */
export function clusterColors(pixels: Uint8Array): string[] {
  const bins = new Map<number, Bin>();
  const total = Math.floor(pixels.length / 3);
  for (let at = 0; at < total * 3; at += 3) {
    const [r = 0, g = 0, b = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    const key = Math.floor(r / STEP) * 65_536 + Math.floor(g / STEP) * 256 + Math.floor(b / STEP);
    const bin = bins.get(key) ?? { r: 0, g: 0, b: 0, count: 0 };
    bin.r += r;
    bin.g += g;
    bin.b += b;
    bin.count += 1;
    bins.set(key, bin);
  }
  const merged: { hex: string; count: number }[] = [];
  for (const bin of [...bins.values()].toSorted((a, b) => b.count - a.count)) {
    const hex = hexOf(bin);
    const near = merged.find((one) => distance(one.hex, hex) < ALIKE);
    if (near === undefined) merged.push({ hex, count: bin.count });
    else near.count += bin.count;
  }
  const weight = ({ hex, count }: { hex: string; count: number }): number => Math.sqrt(count / total) * (0.02 + hexToOklch(hex).c);
  return merged
    .filter(({ hex, count }) => count / total >= SHARE_MIN && hexToOklch(hex).l < 0.96)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, COLORS_MAX)
    .map(({ hex }) => hex);
}
