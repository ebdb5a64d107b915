/** Colours of a deck where those of the text documents would leave it grey. */
import type { Look } from '../../document/look.ts';
import { PALETTES } from '../../document/palette.ts';

/** The second hue of ink, dark enough for text on its tint, and a third one that is told from it. */
const INK = { accent: 'B23A2F', spot: 'D99A26' };

/** In ink alone a deck is grey: its marks and lines are drawn in the second hue, unless the caller has chosen the palette. */
export const livelier = ({ palette, theme }: Look): Look['palette'] =>
  theme !== undefined && palette === PALETTES.ink ? { ...palette, ...INK } : palette;
