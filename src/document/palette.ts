/** Accent palettes: five tones of one hue whose pairs are all readable (contrast checked by test). */
import { contrast, hexToOklch, oklchToHex } from '../base/color.ts';

export interface Palette {
  name: string;
  /** Links, bullets, third headings: 4.5 or more on white and on the tint. */
  accent: string;
  /** Titles, headings, table rules, cover ground. */
  deep: string;
  /** Ground of total rows and key callouts. */
  tint: string;
  /** Only on deep ground. */
  bright: string;
  /** A second hue for fills beside the accent; carries no text. */
  spot: string;
  /** Toned white of title pages and whole slides. */
  paper: string;
}

export const PALETTES = {
  petrol: { name: 'Petrol', accent: '0E6E73', deep: '0B3B40', tint: 'E5F1F1', bright: '63CBC7', spot: 'DD783C', paper: 'FAF8F4' },
  harbour: { name: 'Harbour', accent: '1B5E9C', deep: '10304F', tint: 'EAF1F8', bright: '8CC0EF', spot: 'F0A93B', paper: 'F7F6F2' },
  forest: { name: 'Forest', accent: '2C6E49', deep: '173D29', tint: 'E8F2EC', bright: '7FCD9D', spot: 'D8973C', paper: 'F8F7F1' },
  plum: { name: 'Plum', accent: '713A80', deep: '3C1E46', tint: 'F4ECF6', bright: 'D3A3E1', spot: 'E28A5E', paper: 'FAF6F8' },
  brick: { name: 'Brick', accent: 'A63D2F', deep: '571D16', tint: 'FAECE9', bright: 'F59C8F', spot: '3E8E98', paper: 'FBF7F3' },
  ochre: { name: 'Ochre', accent: '855600', deep: '463000', tint: 'FAF2E0', bright: 'F0BA50', spot: '3B7F86', paper: 'FBF8F0' },
  indigo: { name: 'Indigo', accent: '4347B5', deep: '22245F', tint: 'EDEDFA', bright: 'ADB0F7', spot: 'F07A5F', paper: 'F7F7FC' },
  slate: { name: 'Slate', accent: '475569', deep: '1E293B', tint: 'EEF1F5', bright: 'AEBCCF', spot: 'D99A26', paper: 'F6F7F9' },
  ink: { name: 'Ink', accent: '252E38', deep: '14202B', tint: 'F4F6F7', bright: 'AEBCCF', spot: 'C4483A', paper: 'F8F7F4' },
  marine: { name: 'Marine', accent: '1F5F86', deep: '0E2238', tint: 'DFEEF6', bright: 'F5C542', spot: 'F2B705', paper: 'FBF8F1' },
  rose: { name: 'Rose', accent: 'B0305C', deep: '4A1230', tint: 'FBEBF1', bright: 'F7A8C4', spot: 'F2A541', paper: 'FCF7F6' },
  ember: { name: 'Ember', accent: 'AD4A0B', deep: '4A2108', tint: 'FDF0E4', bright: 'FFB066', spot: '2F7F8C', paper: 'FCF8F3' },
  moss: { name: 'Moss', accent: '4A6B12', deep: '1F2E0F', tint: 'F0F5E2', bright: 'BBDD55', spot: 'E0A526', paper: 'F9F9F2' },
} as const satisfies Record<string, Palette>;

/** Chart series on light background, in their fixed order; readable with the common colour-vision deficiencies and in grey. */
export const SERIES_COLORS = ['0B3B40', '257D87', 'DD783C', '86BBDD', '902F61', 'F0CB7D'] as const;
export const SERIES_CONTEXT = '8A949D';

const READABLE = 4.5;

/**
 * The palette of a client's own accent colour: same hue, tones derived in OKLCH. Where the colour itself is too light
 * to be read, text takes a darkened copy. Greys give Ink.
 */
export function accentPalette(accent: string): Palette {
  const hex = accent.toUpperCase();
  const known = Object.values(PALETTES).find((palette) => palette.accent === hex);
  if (known) return known;
  const base = hexToOklch(hex);
  if (base.c < 0.02) return PALETTES.ink;
  const tint = oklchToHex({ l: 0.96, c: Math.min(base.c, 0.02), h: base.h });
  const deep = oklchToHex({ l: Math.min(base.l, 0.32), c: Math.min(base.c, 0.055), h: base.h });
  let text = hex;
  for (let l = base.l; l > 0.2 && Math.min(contrast(text, 'FFFFFF'), contrast(text, tint)) < READABLE; l -= 0.01) {
    text = oklchToHex({ ...base, l });
  }
  let bright = deep;
  for (let l = 0.78; l < 1; l += 0.01) {
    bright = oklchToHex({ l, c: Math.min(base.c * 0.9, 0.12), h: base.h });
    if (contrast(bright, deep) >= READABLE) break;
  }
  const spot = oklchToHex({ l: 0.72, c: Math.min(Math.max(base.c, 0.09), 0.14), h: (base.h + 150) % 360 });
  const paper = oklchToHex({ l: 0.978, c: 0.006, h: base.h });
  return { name: 'Own', accent: text, deep, tint, bright, spot, paper };
}
