/**
 * Colours as Word stores them: the value, and beside it the slot of the theme where the two are the same, so that a
 * person who picks another theme recolours the whole document (ECMA-376-1 §17.3.2.6, §17.18.97).
 */
import type { Look } from '../../document/look.ts';

export interface ThemeSlots {
  /** RRGGBB → `w:themeColor`. */
  names: ReadonlyMap<string, string>;
}

/** text1 is the text, text2 the deep tone, background2 the tint, accent1 the accent. */
export function themeSlots(look: Look): ThemeSlots {
  const { palette, roles } = look;
  // the first to claim a value keeps it: in Ink the accent is the text's own colour
  const names = new Map<string, string>();
  const claims: [string, string][] = [
    [roles.body.color, 'text1'],
    ['FFFFFF', 'background1'],
    [palette.deep, 'text2'],
    [palette.tint, 'background2'],
    [palette.accent, 'accent1'],
  ];
  for (const [hex, name] of claims) if (!names.has(hex)) names.set(hex, name);
  return { names };
}

/** `<w:color …/>` of a run. */
export function colorXml(slots: ThemeSlots, hex: string): string {
  return `<w:color w:val="${hex}"${themed(slots, hex, 'themeColor')}/>`;
}

/** `<w:shd …/>`, a plain fill. */
export function shadingXml(slots: ThemeSlots, hex: string): string {
  return `<w:shd w:val="clear" w:color="auto" w:fill="${hex}"${themed(slots, hex, 'themeFill')}/>`;
}

/** One side of a paragraph's, table's or cell's border; `spacePt` only for paragraphs. */
export function borderXml(slots: ThemeSlots, side: string, line: { pt: number; color: string; spacePt?: number }): string {
  const size = Math.max(2, Math.round(line.pt * 8));
  return `<w:${side} w:val="single" w:sz="${size}" w:space="${line.spacePt ?? 0}" w:color="${line.color}"${themed(slots, line.color, 'themeColor')}/>`;
}

export const noBorderXml = (side: string): string => `<w:${side} w:val="nil"/>`;

function themed(slots: ThemeSlots, hex: string, attribute: string): string {
  const name = slots.names.get(hex);
  return name === undefined ? '' : ` w:${attribute}="${name}"`;
}
