/**
 * The look of a document whose author gives a design: the design takes the place of palette, faces and forms that would be
 * chosen, what the client asks of the style is laid over it, and colours that could not be read become ones that can.
 */
import { contrast, hexToOklch, oklchToHex } from '../base/color.ts';
import type { ColorRole, Design } from './design.ts';
import type { DocumentType } from './document.ts';
import type { Forms } from './forms.ts';
import type { Genre } from './genre.ts';
import { NEUTRALS, resolveLook, TEXT_ROLES, type Look, type TextRole, type TextRoleName } from './look.ts';
import { accentPalette, PALETTES, type Palette } from './palette.ts';
import type { Style } from './style.ts';
import { PAIRINGS, type ThemeChoice } from './theme-choice.ts';

export interface DesignedLook {
  look: Look;
  /** What of the design was done otherwise, a sentence each. */
  unsupported: string[];
}

const READABLE = 4.5;
/** Grounds of running text leave it clearer than that. */
const CLEAR = 7;
/** A line or a slice that is distinguishable from white. */
const VISIBLE = 1.6;

/** The colour, or the nearest of its hue that has the contrast to every one of these, darker or lighter. */
function adjusted(hex: string, against: readonly string[], least: number, towards: 'darker' | 'lighter'): string {
  const enough = (color: string): boolean => against.every((other) => contrast(color, other) >= least);
  const base = hexToOklch(hex);
  let color = hex;
  const step = towards === 'darker' ? -0.01 : 0.01;
  for (let l = base.l; l > 0.05 && l < 1 && !enough(color); l += step) color = oklchToHex({ ...base, l });
  if (enough(color)) return color;
  return towards === 'darker' ? '000000' : 'FFFFFF';
}

interface Corrections {
  unsupported: string[];
  /** Corrects a colour where needed, and says so under this name. */
  keep(name: string, hex: string, against: readonly string[], least: number, towards: 'darker' | 'lighter', where: string): string;
}

function startCorrections(): Corrections {
  const unsupported: string[] = [];
  return {
    unsupported,
    keep(name, hex, against, least, towards, where) {
      const used = adjusted(hex, against, least, towards);
      if (used !== hex) unsupported.push(`${name} ${hex} cannot be told from ${where}; ${used} is used`);
      return used;
    },
  };
}

/** The palette of a design: the base's or the chosen one, or one from its own accent, with the roles that it names. */
function paletteOf(design: Design, chosen: Palette, { keep }: Corrections): Palette {
  const own = design.palette ?? {};
  const base = design.base === undefined ? (own.accent === undefined ? chosen : accentPalette(own.accent)) : PALETTES[design.base];
  if (Object.keys(own).length === 0) return base;
  const text = own.text ?? NEUTRALS.text;
  /** A tone that nobody asked for is corrected without a word. */
  const role = (
    name: ColorRole,
    asked: string,
    against: readonly string[],
    least: number,
    towards: 'darker' | 'lighter',
    where: string,
  ): string =>
    own[name] === undefined ? adjusted(asked, against, least, towards) : keep(`palette.${name}`, asked, against, least, towards, where);
  const deep = role('deep', own.deep ?? base.deep, ['FFFFFF'], READABLE, 'darker', 'white');
  const tint = role('tint', own.tint ?? base.tint, [text, deep], READABLE, 'lighter', 'the text on it');
  const accent = role('accent', own.accent ?? base.accent, ['FFFFFF', tint], READABLE, 'darker', 'white or the tint');
  const bright = role('bright', own.bright ?? base.bright, [deep], READABLE, 'lighter', 'the deep tone');
  const paper = role('paper', own.paper ?? base.paper, [text], READABLE, 'lighter', 'the text on it');
  return { name: design.name ?? 'Own', accent, deep, tint, bright, paper, spot: own.spot ?? base.spot };
}

/** The design in the place of what would be chosen by the subject. */
function choiceOf(design: Design, chosen: ThemeChoice, corrections: Corrections): ThemeChoice {
  const pairing = design.pairing === undefined ? chosen.pairing : PAIRINGS[design.pairing];
  const { display, text, bold_titles: bold } = design.faces ?? {};
  return {
    ...chosen,
    own: true,
    palette: paletteOf(design, chosen.palette, corrections),
    pairing: {
      name: display === undefined && text === undefined ? pairing.name : 'own',
      display: display ?? pairing.display,
      text: text ?? pairing.text,
      displayBold: bold ?? (display === undefined ? pairing.displayBold : false),
    },
    art: design.slides?.art ?? chosen.art,
  };
}

/** What a style object can say of it. */
function styleOf(type: DocumentType, { sizes, spacing, headings, header, footer }: Design): Partial<Style> {
  return {
    ...(sizes?.body === undefined ? {} : { font_size: sizes.body }),
    ...(spacing?.line === undefined ? {} : { line_spacing: spacing.line }),
    ...(headings?.align === undefined
      ? {}
      : {
          align: { title: headings.align, headings: headings.align, body: type === 'contract' ? ('justify' as const) : ('left' as const) },
        }),
    ...(header?.text === undefined ? {} : { header: header.text }),
    ...(footer?.text === undefined ? {} : { footer: footer.text }),
    ...(footer?.numbers === undefined ? {} : { page_numbers: footer.numbers !== 'none' }),
  };
}

const SIZES: readonly (readonly [keyof NonNullable<Design['sizes']>, readonly TextRoleName[]])[] = [
  ['title', ['title']],
  ['subtitle', ['subtitle']],
  ['heading1', ['heading1']],
  ['heading2', ['heading2']],
  ['heading3', ['heading3']],
  ['heading4', ['heading4']],
  ['lead', ['lead']],
  ['quote', ['quote']],
  ['table', ['tableText', 'tableHead']],
  ['caption', ['caption']],
  ['footnote', ['footnote']],
  ['figure', ['kpiValue']],
];
/** Roles whose place is not in the run of the text; space around all others grows and shrinks with the density. */
const UNSPACED: ReadonlySet<TextRoleName> = new Set([
  'body',
  'headerFooter',
  'footnote',
  'toc1',
  'toc2',
  'kpiValue',
  'kpiLabel',
  'kpiChange',
]);
const SPACED = TEXT_ROLES.filter((name) => !UNSPACED.has(name));
const HEADINGS: readonly TextRoleName[] = ['title', 'heading1', 'heading2', 'heading3'];

const rolesWith = (roles: Look['roles'], names: readonly TextRoleName[], change: (role: TextRole) => Partial<TextRole>): Look['roles'] => {
  const changed = { ...roles };
  for (const name of names) changed[name] = { ...roles[name], ...change(roles[name]) };
  return changed;
};

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Sizes, spaces and colours of the text. */
function designedRoles(look: Look, design: Design, forms: Forms, style: Partial<Style>, color: (of: string) => string): Look['roles'] {
  const { sizes = {}, spacing = {}, palette = {}, headings = {} } = design;
  let { roles } = look;
  for (const [field, names] of SIZES) {
    const size = sizes[field];
    if (size !== undefined) roles = rolesWith(roles, names, () => ({ sizePt: size }));
  }
  const { density } = spacing;
  if (density !== undefined)
    roles = rolesWith(roles, SPACED, ({ beforePt, afterPt }) => ({
      beforePt: tenth(beforePt * density),
      afterPt: tenth(afterPt * density),
    }));
  if (spacing.paragraph !== undefined) roles = rolesWith(roles, ['body'], () => ({ afterPt: spacing.paragraph ?? 8 }));
  if (style.colors === undefined) {
    const { text } = palette;
    if (text !== undefined) {
      const plain = (Object.keys(roles) as TextRoleName[]).filter((name) => roles[name].color === NEUTRALS.text);
      roles = rolesWith(roles, plain, () => ({ color: text }));
    }
    if (headings.color !== undefined) roles = rolesWith(roles, HEADINGS, () => ({ color: color(headings.color ?? '') }));
  }
  const { table, tableHead } = forms;
  if (table === 'filled' && tableHead !== undefined) roles = rolesWith(roles, ['tableHead'], () => ({ color: tableHead.text }));
  if (headings.caps === true) roles = rolesWith(roles, ['heading1', 'heading2'], () => ({ caps: true }));
  return roles;
}

function designedForms(look: Look, design: Design, color: (of: string) => string, { keep, unsupported }: Corrections): Forms {
  const { forms, palette } = look;
  const { headings, tables, callouts, cover, header, footer, slides, charts } = design;
  const dark = slides?.mode === 'dark' || look.dark === true;
  const askedGround = slides?.ground === undefined ? undefined : color(slides.ground);
  const fits = askedGround === undefined || contrast(askedGround, dark ? 'DDE4EA' : look.roles.body.color) >= CLEAR;
  if (!fits)
    unsupported.push(
      `slides.ground ${askedGround ?? ''} leaves the text of ${dark ? 'dark' : 'light'} slides unclear; the usual ground is used`,
    );
  const headGround = tables?.head === undefined ? palette.deep : color(tables.head);
  const headText = contrast('FFFFFF', headGround) >= READABLE ? 'FFFFFF' : '14202B';
  return {
    ...forms,
    headingRule: headings?.rule ?? forms.headingRule,
    headingCaps: headings?.caps ?? forms.headingCaps,
    table: tables?.form ?? (tables?.head === undefined ? forms.table : 'filled'),
    tableHead: { ground: headGround, text: headText },
    callout: callouts?.form ?? forms.callout,
    cover: cover?.form ?? forms.cover,
    ...(cover?.color === undefined
      ? {}
      : { coverGround: keep('cover.color', color(cover.color), ['FFFFFF'], READABLE, 'darker', 'the white words on it') }),
    headerRule: header?.rule ?? forms.headerRule,
    footerRule: footer?.rule ?? forms.footerRule,
    radiusPt: design.radius ?? forms.radiusPt,
    ...(charts?.colors === undefined
      ? {}
      : { series: charts.colors.map((one) => keep('charts.colors', one, ['FFFFFF'], VISIBLE, 'darker', 'white')) }),
    gridlines: charts?.gridlines ?? forms.gridlines,
    slides: {
      ...(askedGround === undefined || !fits ? {} : { ground: askedGround }),
      ...(slides?.decoration === undefined ? {} : { decoration: slides.decoration }),
      ...(slides?.title_size === undefined ? {} : { titlePt: slides.title_size }),
    },
  };
}

function designedPage(look: Look, design: Design, style: Partial<Style>): Look['page'] {
  if (design.page === undefined || style.margins_cm !== undefined) return look.page;
  const { left_cm: left, right_cm: right, top_cm: top, bottom_cm: bottom } = design.page;
  const { page } = look;
  const [topCm, bottomCm] = [top ?? page.topCm, bottom ?? page.bottomCm];
  return {
    ...page,
    leftCm: left ?? page.leftCm,
    rightCm: right ?? page.rightCm,
    topCm,
    bottomCm,
    headerEdgeCm: Math.min(page.headerEdgeCm, Math.max(0.4, topCm / 2)),
    footerEdgeCm: Math.min(page.footerEdgeCm, Math.max(0.4, bottomCm / 2)),
  };
}

/** The colour of the text comes first: all grounds are chosen for it. */
function withReadableText(design: Design, { keep }: Corrections): Design {
  const { palette } = design;
  if (palette?.text === undefined) return design;
  return { ...design, palette: { ...palette, text: keep('palette.text', palette.text, ['FFFFFF'], CLEAR, 'darker', 'white') } };
}

/**
 * The look of a document with a design.
 * @param style what the client asks for; it wins over the design
 * @param chosen palette, faces and art that suit the subject: for what the design leaves open
 */
export function resolveDesign(type: DocumentType, given: Design, style: Partial<Style>, chosen: ThemeChoice, genre?: Genre): DesignedLook {
  const corrections = startCorrections();
  const design = withReadableText(given, corrections);
  const choice = choiceOf(design, chosen, corrections);
  const base = resolveLook(type, { ...styleOf(type, design), ...style }, choice, genre);
  const { palette } = base;
  const text = design.palette?.text ?? base.roles.body.color;
  const roleColor: Record<ColorRole | 'white', string> = { ...palette, text, white: NEUTRALS.white };
  const color = (of: string): string => roleColor[of as ColorRole] ?? of;
  const readable: Design = {
    ...design,
    ...(design.headings?.color === undefined
      ? {}
      : {
          headings: {
            ...design.headings,
            color: corrections.keep('headings.color', color(design.headings.color), ['FFFFFF'], READABLE, 'darker', 'white'),
          },
        }),
  };
  const align = design.slides?.title_align;
  const forms = designedForms(base, readable, color, corrections);
  const roles = designedRoles(base, readable, forms, style, color);
  const look: Look = {
    ...base,
    roles:
      type === 'presentation' && align !== undefined && style.align === undefined ? rolesWith(roles, ['title'], () => ({ align })) : roles,
    faces: { ...base.faces, ...(design.faces?.code === undefined ? {} : { code: design.faces.code }) },
    page: designedPage(base, design, style),
    forms,
    plainCover: base.plainCover || forms.cover === 'plain' || forms.cover === 'band',
    numberedHeadings: design.headings?.numbered ?? base.numberedHeadings,
    pageNumbers: style.page_numbers === undefined ? (design.footer?.numbers ?? base.pageNumbers) : base.pageNumbers,
    ...(design.slides?.mode === undefined ? {} : { dark: design.slides.mode === 'dark' }),
    design: given,
  };
  return { look, unsupported: [...new Set(corrections.unsupported)] };
}
