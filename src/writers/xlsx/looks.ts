/** How the cells of a workbook look (the numbers of the look for workbooks): one face, one accent, horizontal rules only. */
import { NEUTRALS, type Look } from '../../document/look.ts';
import { inDress, templateOf } from './own-template.ts';
import type { CellLook, Horizontal, RowKind } from './plan.ts';

/** What a person types is determined from what is calculated and from what comes from other sheets. */
export const INPUT = { color: '1546C0', fill: 'FFF8E1', edge: 'E6D9AE' } as const;
export const FROM_OTHER_SHEET = '1F6B3A';

export interface HeadPlace {
  align: Horizontal;
  last: boolean;
  first: boolean;
  numeric: boolean;
}

/** Words and ground of the head of a table, in the form of the design. */
function headColors({ palette, forms }: Look): { color: string; fill?: string } {
  if (forms.table === 'plain') return { color: palette.deep };
  if (forms.table !== 'filled') return { color: palette.deep, fill: palette.tint };
  return { color: forms.tableHead?.text ?? NEUTRALS.white, fill: forms.tableHead?.ground ?? palette.deep };
}

export function headLook(look: Look, { align, last, first, numeric }: HeadPlace): CellLook {
  const { deep } = look.palette;
  const { color, fill } = headColors(look);
  return inDress(look, 'head', {
    bold: true,
    sizePt: 10.5,
    color,
    ...(fill === undefined ? {} : { fill }),
    wrap: true,
    vertical: 'center',
    align,
    ...(numeric || first ? { indent: 1 } : {}),
    ...(last ? { bottom: { style: 'medium', color: deep } } : { bottom: { style: 'hair', color: NEUTRALS.rule } }),
  });
}

export interface BodyPlace {
  align: Horizontal;
  first: boolean;
  numeric: boolean;
  kind: RowKind;
  format: string;
  wrap: boolean;
  color?: string | undefined;
}

export function bodyLook(look: Look, { align, first, numeric, kind, format, wrap, color }: BodyPlace): CellLook {
  const { deep, accent } = look.palette;
  const base: CellLook = {
    vertical: 'center',
    align,
    ...(align === 'center' ? {} : numeric || first || align === 'right' ? { indent: 1 } : {}),
    ...(format === '' ? {} : { format }),
    ...(wrap ? { wrap: true } : {}),
    ...(color === undefined ? {} : { color }),
  };
  switch (kind) {
    case 'body':
      if (color === undefined && templateOf(look)?.body !== undefined) return inDress(look, 'body', base);
      if (look.forms.table === 'plain') return base;
      if (look.forms.table === 'grid') return { ...base, box: { style: 'thin', color: NEUTRALS.rule } };
      return { ...base, bottom: { style: 'hair', color: NEUTRALS.rule } };
    case 'group':
      return { ...base, bold: true, color: accent, vertical: 'bottom' };
    case 'subtotal':
      return { ...base, bold: true, top: { style: 'thin', color: deep } };
  }
}

export function totalLook(look: Look, place: { align: Horizontal; first: boolean; numeric: boolean; format: string }): CellLook {
  const { deep, tint } = look.palette;
  return {
    bold: true,
    color: deep,
    fill: tint,
    vertical: 'center',
    align: place.align,
    ...(place.numeric || place.first ? { indent: 1 } : {}),
    ...(place.format === '' ? {} : { format: place.format }),
    top: { style: 'medium', color: deep },
    bottom: { style: 'medium', color: deep },
  };
}

/** More than cells are empty between two in a row of totals, mostly. */
const STEPS = 8;

/**
 * LibreOffice forgets the indent at the right of a cell that differs from the one drawn before it in its format alone
 * (ScDrawStringsVars::SetPatternSimple). Colours one step apart, which nobody sees, keep neighbours different.
 */
export function apart(cell: CellLook, at: number, look: Look): CellLook {
  if (cell.align !== 'right' || at % STEPS === 0) return cell;
  const color = cell.color ?? look.roles.body.color;
  const blue = Number.parseInt(color.slice(4), 16);
  const shifted = blue > 0xf0 ? blue - (at % STEPS) : blue + (at % STEPS);
  return { ...cell, color: color.slice(0, 4) + shifted.toString(16).toUpperCase().padStart(2, '0') };
}

/** Key figures. */
export const FIGURE_PT = 22;

export const titleLook = (look: Look): CellLook => ({
  bold: true,
  sizePt: 18,
  color: look.roles.title.color,
  vertical: 'center',
  style: 'title',
});
export const subtitleLook = (): CellLook => ({ color: NEUTRALS.muted, vertical: 'center', style: 'text' });
export const sectionLook = (look: Look, level: number): CellLook => ({
  bold: true,
  sizePt: level <= 2 ? 14 : 12,
  color: level <= 2 ? look.roles.heading1.color : look.roles.heading3.color,
  vertical: 'center',
  style: 'section',
});
export const captionLook = (look: Look): CellLook => ({
  bold: true,
  sizePt: 12,
  color: look.roles.heading1.color,
  vertical: 'center',
  style: 'caption',
});
export const textLook = (): CellLook => ({ wrap: true, vertical: 'top', style: 'text' });
export const sourceLook = (): CellLook => ({ sizePt: 9, color: NEUTRALS.muted, wrap: true, vertical: 'top', style: 'text' });
export const codeLook = (look: Look): CellLook => ({
  face: look.faces.code,
  sizePt: 9,
  fill: NEUTRALS.surface,
  vertical: 'center',
  style: 'code',
});
export const calloutLook = (look: Look): CellLook => ({
  wrap: true,
  vertical: 'center',
  fill: look.palette.tint,
  indent: 1,
  style: 'text',
});
export const inputLook = (format: string, align: Horizontal): CellLook => ({
  color: INPUT.color,
  fill: INPUT.fill,
  box: { style: 'thin', color: INPUT.edge },
  align,
  vertical: 'center',
  ...(align === 'right' ? { indent: 1 } : {}),
  ...(format === '' ? {} : { format }),
});
export const computedLook = (format: string, align: Horizontal): CellLook => ({
  box: { style: 'thin', color: NEUTRALS.hair },
  align,
  vertical: 'center',
  ...(align === 'right' ? { indent: 1 } : {}),
  ...(format === '' ? {} : { format }),
});
export const linkLook = (look: Look): CellLook => ({ color: look.palette.accent, underline: true, vertical: 'center' });
