/** A model's reading of the wished look and the lexicon's → a part of the style object that holds within its bounds. */
import { contrast, hexToOklch, oklchToHex } from '../base/color.ts';
import type { DocumentType } from '../document/document.ts';
import { resolveLook } from '../document/look.ts';
import { styleApplied } from '../document/style-applied.ts';
import { accentPalette } from '../document/palette.ts';
import type { Style, StyleWish } from '../document/style.ts';
import { readStyleWords, type Wish } from './style-words.ts';

/** Every field may be missing or null, and any value out of its bounds: it comes from a model. */
export interface StyleGuess {
  font?: string | null | undefined;
  font_size?: number | null | undefined;
  line_spacing?: number | null | undefined;
  margins_cm?: number | null | undefined;
  orientation?: 'portrait' | 'landscape' | null | undefined;
  cover_page?: boolean | null | undefined;
  table_of_contents?: boolean | null | undefined;
  page_numbers?: boolean | null | undefined;
  header?: string | null | undefined;
  footer?: string | null | undefined;
  title_color?: string | null | undefined;
  headings_color?: string | null | undefined;
  text_color?: string | null | undefined;
  accent_color?: string | null | undefined;
  title_align?: Style['align']['title'] | null | undefined;
  headings_align?: Style['align']['title'] | null | undefined;
  body_align?: Style['align']['title'] | null | undefined;
}

export interface SettledStyle {
  style: Partial<Style>;
  unsupported: string[];
}

const READABLE = 4.5;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The colour as asked for, or as much darker as it needs to be read on white. */
function readable(hex: string): string {
  let color = hex.toUpperCase();
  const base = hexToOklch(color);
  for (let l = base.l; l > 0.1 && contrast(color, 'FFFFFF') < READABLE; l -= 0.01) color = oklchToHex({ ...base, l });
  return color;
}

const colorOf = (value: string | null | undefined): string | undefined =>
  /^#?([0-9a-f]{6})$/i.exec(value?.trim() ?? '')?.[1]?.toUpperCase();

function mergeColors(
  guess: StyleGuess,
  words: Partial<Style['colors']> | undefined,
  mood: Partial<Style['colors']> | undefined,
  base: Style['colors'],
): Style['colors'] | undefined {
  const named = {
    title: words?.title ?? colorOf(guess.title_color),
    headings: words?.headings ?? colorOf(guess.headings_color),
    text: words?.text ?? colorOf(guess.text_color),
    accent: words?.accent ?? colorOf(guess.accent_color),
  };
  // a mood has its say where no colour is named
  const asked = Object.values(named).every((color) => color === undefined) ? { ...named, ...mood } : named;
  if (Object.values(asked).every((color) => color === undefined)) return undefined;
  // one colour named for all is the colour of titles too
  const lead = asked.accent ?? asked.headings ?? asked.title;
  const pick = (own: string | undefined, otherwise: string): string => readable(own ?? otherwise);
  return {
    title: pick(asked.title ?? asked.headings ?? lead, base.title),
    headings: pick(asked.headings ?? lead, base.headings),
    text: pick(asked.text, base.text),
    accent: accentPalette(pick(lead, base.accent)).accent,
  };
}

function mergeAlign(
  guess: StyleGuess,
  words: Partial<Style['align']> | undefined,
  mood: Partial<Style['align']> | undefined,
  base: Style['align'],
): Style['align'] | undefined {
  const asked = {
    title: words?.title ?? guess.title_align ?? undefined,
    headings: words?.headings ?? guess.headings_align ?? undefined,
    body: words?.body ?? guess.body_align ?? mood?.body,
  };
  if (Object.values(asked).every((side) => side === undefined)) return undefined;
  return { title: asked.title ?? base.title, headings: asked.headings ?? base.headings, body: asked.body ?? base.body };
}

/** What a number became where it was out of its bounds. */
function clampedNotes(asked: Pick<Wish, 'font_size' | 'line_spacing' | 'margins_cm'>, style: Partial<Style>): string[] {
  return (
    [
      ['font_size', 'a font size of', 'pt'],
      ['line_spacing', 'a line spacing of', ''],
      ['margins_cm', 'margins of', 'cm'],
    ] as const
  ).flatMap(([field, words, unit]) => {
    const [wished, used] = [asked[field], style[field]];
    return wished === undefined || used === undefined || Math.abs(wished - used) < 0.01
      ? []
      : [`${words} ${Math.round(wished * 100) / 100}${unit === '' ? '' : ` ${unit}`}: ${used} is used`];
  });
}

/**
 * @param words the wished look; '' where none was given
 * @param guess a model's reading; null where there is none
 * @param unsupported what the model cannot do of it; null where no model answered: then the lexicon names what it could not read
 */
export function settleStyle(
  type: DocumentType,
  words: string,
  guess: StyleGuess | null,
  unsupported: readonly string[] | null,
): SettledStyle {
  const base = styleApplied(resolveLook(type), { cover: false, contents: false });
  const { sure: said, likely, unclear } = readStyleWords(words);
  const own = guess ?? {};
  const bounded = (value: number | null | undefined, least: number, most: number): number | undefined =>
    typeof value === 'number' && Number.isFinite(value) ? Math.round(clamp(value, least, most) * 100) / 100 : undefined;
  const text = (value: string | null | undefined): string | undefined => (value?.trim() ? value.trim().slice(0, 100) : undefined);
  const merged: { [K in keyof Style]?: Style[K] | undefined } = {
    font: said.font ?? text(own.font) ?? likely.font,
    font_size: bounded(said.font_size ?? own.font_size ?? likely.font_size, 6, 32),
    line_spacing: bounded(said.line_spacing ?? own.line_spacing ?? likely.line_spacing, 0.8, 3),
    colors: mergeColors(own, said.colors, likely.colors, base.colors),
    align: mergeAlign(own, said.align, likely.align, base.align),
    margins_cm: bounded(said.margins_cm ?? own.margins_cm, 0.5, 8),
    orientation: said.orientation ?? own.orientation ?? undefined,
    cover_page: said.cover_page ?? own.cover_page ?? undefined,
    table_of_contents: said.table_of_contents ?? own.table_of_contents ?? undefined,
    page_numbers: said.page_numbers ?? own.page_numbers ?? undefined,
    header: said.header ?? text(own.header),
    footer: said.footer ?? text(own.footer),
  };
  const style: Partial<Style> = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
  const all = [...(unsupported ?? unclear), ...clampedNotes(said, style)];
  return { style, unsupported: [...new Set(all.map((wish) => wish.trim().slice(0, 200)).filter((wish) => wish !== ''))].slice(0, 20) };
}

/** A style object as the caller wrote it, checked before; no model has a part in it. */
export function settleStyleWish(type: DocumentType, wish: StyleWish): SettledStyle {
  const { colors, align, template: _template, ...rest } = wish;
  const guess: StyleGuess = {
    ...rest,
    title_color: colors?.title,
    headings_color: colors?.headings,
    text_color: colors?.text,
    accent_color: colors?.accent,
    title_align: align?.title,
    headings_align: align?.headings,
    body_align: align?.body,
  };
  const settled = settleStyle(type, '', guess, []);
  return { ...settled, unsupported: [...settled.unsupported, ...darkened(colors, settled.style.colors)] };
}

/** Colours that cannot be read on white as they were asked for. */
function darkened(asked: StyleWish['colors'], used: Style['colors'] | undefined): string[] {
  return (['title', 'headings', 'text', 'accent'] as const).flatMap((role) => {
    const wished = colorOf(asked?.[role]);
    const color = used?.[role];
    return wished === undefined || color === undefined || color === wished
      ? []
      : [`colors.${role} ${wished} cannot be read on white; ${color} is used`];
  });
}
