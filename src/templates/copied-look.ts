/** What is taken over from a supplied file: the file itself where it is of the kind that is written, a design of it for all else. */
import { contrast, hexToOklch, oklchToHex } from '../base/color.ts';
import type { Design } from '../document/design.ts';
import type { Asset } from '../document/document.ts';
import type { SuppliedTemplate } from '../document/look.ts';
import type { FileTheme } from './theme-part.ts';

/** A logo as every writer can embed it. */
export type Logo = Omit<Asset, 'key'>;

export interface NotCopied {
  what: string;
  reason: string;
}

export interface CopiedLook {
  /** Set where the document is made in the file itself. */
  template?: SuppliedTemplate;
  /** For what is made outside of it. */
  design: Design;
  /** For documents that are not made in a supplied file, which has its own. */
  logo?: Logo | undefined;
  /** What was taken over, a phrase each. */
  copied: string[];
  notCopied: NotCopied[];
  /** For an agent: what it works in. */
  told?: string;
}

const READABLE = 4.5;
/** Below that a colour is a shade of gray. */
const CHROMA_MIN = 0.035;

const isColored = (hex: string): boolean => hexToOklch(hex).c >= CHROMA_MIN;

/** The colour, or one of its hue that is dark enough for letters on white. */
export function readableOnWhite(hex: string, least = READABLE): string {
  const base = hexToOklch(hex);
  let color = hex;
  for (let l = base.l; l > 0.08 && contrast(color, 'FFFFFF') < least; l -= 0.01) color = oklchToHex({ ...base, l });
  return color;
}

/** The palette of a design from the colours that a file has, the most important ones first. */
export function paletteFrom(colors: readonly string[], text?: string): NonNullable<Design['palette']> {
  const colored = colors.filter(isColored);
  const accent = colored.find((hex) => contrast(hex, 'FFFFFF') >= 3) ?? colored[0];
  if (accent === undefined) return text === undefined ? {} : { text, accent: '475569', deep: readableOnWhite(text, 9) };
  const shown = readableOnWhite(accent);
  const dark = colors.find((hex) => contrast(hex, 'FFFFFF') >= 8 && hex !== '000000' && isColored(hex));
  const base = hexToOklch(shown);
  const spot = colored.find((hex) => Math.abs(((hexToOklch(hex).h - base.h + 540) % 360) - 180) > 40);
  return {
    accent: shown,
    deep: dark ?? readableOnWhite(oklchToHex({ ...base, l: Math.min(base.l, 0.36) }), 9),
    ...(spot === undefined ? {} : { spot }),
    ...(text === undefined || text === '000000' ? {} : { text: readableOnWhite(text, 9) }),
  };
}

/** Faces and colours of a theme as a design. */
export function designOfTheme({ slots, faces }: FileTheme): Design {
  const series = [slots.accent1, slots.accent2, slots.accent3, slots.accent4, slots.accent5, slots.accent6];
  const seen = series.filter((hex) => contrast(hex, 'FFFFFF') >= 1.6);
  return {
    palette: paletteFrom([slots.accent1, slots.dk2, ...series.slice(1)], slots.dk1),
    ...(faces.major === '' && faces.minor === ''
      ? {}
      : { faces: { display: faces.major === '' ? faces.minor : faces.major, text: faces.minor === '' ? faces.major : faces.minor } }),
    ...(seen.length === 0 ? {} : { charts: { colors: seen } }),
  };
}
