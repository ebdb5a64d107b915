/**
 * A look: the numbers that make a document of one type look designed, before any writer knows its own format. Sizes are
 * those of an office file (pt, base 11); writers that set other faces scale them. One serif voice for titles, one
 * quiet sans for all that is read or counted, one accent colour, horizontal rules only, white space from one scale.
 */
import type { RepairedLook } from './repaired-look.ts';
import type { DocumentType } from './document.ts';
import { contractRoles } from './contract-roles.ts';
import type { Canvas } from './block.ts';
import type { Design } from './design.ts';
import { HOUSE_FORMS, type Forms } from './forms.ts';
import { genreLook } from './genre-look.ts';
import type { Genre } from './genre.ts';
import { accentPalette, PALETTES, type Palette } from './palette.ts';
import type { Style } from './style.ts';
import type { ArtFamily, ThemeChoice } from './theme-choice.ts';

/** Neutrals, the same in every palette. */
export const NEUTRALS = {
  text: '252E38',
  muted: '55606C',
  greyLine: '8A949D',
  leader: 'AEB7BF',
  rule: 'C9D0D6',
  hair: 'E3E7EA',
  surface: 'F4F6F7',
  paper: 'FAF8F4',
  white: 'FFFFFF',
  zebra: 'F8FAFA',
} as const;

/** Meaning colours, fixed in every palette; a sign or a word always goes with them. */
export const MEANING = {
  good: '2C6E49',
  bad: 'A63D2F',
  note: '1B5E9C',
  noteTint: 'EAF1F8',
  tip: '2C6E49',
  tipTint: 'E8F2EC',
  warning: '8F4E00',
  warningTint: 'FDF1E0',
} as const;

export type Align = 'left' | 'center' | 'right' | 'justify';

/** How one role of text is set. Spacing is added above and below, as office programs do (the larger one wins elsewhere). */
export interface TextRole {
  face: 'text' | 'display' | 'code';
  sizePt: number;
  /** Multiple of the face's own line height. */
  line: number;
  beforePt: number;
  afterPt: number;
  /** RRGGBB. */
  color: string;
  bold?: boolean;
  italic?: boolean;
  /** In spaced capitals. */
  caps?: boolean;
  keepNext?: boolean;
  keepLines?: boolean;
  align?: Align;
  indentLeftCm?: number;
  indentRightCm?: number;
}

export const TEXT_ROLES = [
  'body',
  'title',
  'subtitle',
  'meta',
  'heading1',
  'heading2',
  'heading3',
  'heading4',
  'lead',
  'listItem',
  'caption',
  'source',
  'quote',
  'quoteBy',
  'callout',
  'code',
  'headerFooter',
  'footnote',
  'toc1',
  'toc2',
  'tableText',
  'tableHead',
  'kpiValue',
  'kpiLabel',
  'kpiChange',
] as const;
export type TextRoleName = (typeof TEXT_ROLES)[number];

export interface PageGeometry {
  widthCm: number;
  heightCm: number;
  leftCm: number;
  rightCm: number;
  topCm: number;
  bottomCm: number;
  headerEdgeCm: number;
  footerEdgeCm: number;
}

/** The bytes of a file whose look is taken over as it is; only set where it is of the kind that is written. */
export interface SuppliedTemplate {
  file: Uint8Array;
}

export interface Look extends RepairedLook {
  type: DocumentType;
  /** Faces as an office file names them; writers for other media map them to their twins. */
  faces: { text: string; display: string; code: string };
  /** Name of the client's own face, where it asked for one: it replaces text and display faces. */
  ownFont: boolean;
  palette: Palette;
  page: PageGeometry;
  roles: Record<TextRoleName, TextRole>;
  bodyAlign: Align;
  hyphenate: boolean;
  /** Headings numbered "1", as in minutes. */
  numberedHeadings: boolean;
  /** 'all': every page; 'from2': from page 2 on; 'none'. */
  pageNumbers: 'all' | 'from2' | 'none';
  /** Short title in the header from page 2. */
  runningTitle: boolean;
  orientation: 'portrait' | 'landscape';
  header?: string | undefined;
  /** The header is on the first page too, as on the pages of another program. */
  headerOnFirst?: boolean;
  footer?: string | undefined;
  /** What the client asked; undefined decides by type and length, see `composeDocument`. */
  cover: boolean | undefined;
  contents: boolean | undefined;
  /** A cover on white background: the client gave the title's colour, or the logo is dark. */
  plainCover: boolean;
  /** Factor on all sizes against the base of 11 pt. */
  scale: number;
  /** Title art that suits the subject, and what is drawn of it by chance; absent where none was chosen. */
  theme?: { art: ArtFamily; seed: number };
  /** Of a deck: bold on night in place of a serif voice on white. */
  dark?: boolean;
  /** Set one step tighter, so that a last page's few lines fit on the page before. */
  compact?: boolean;
  /** From −1 (open) to 1 (tight): how far `tightenLook` has gone; absent for 0. */
  tightness?: number;
  /** Factor on the size of pictures and charts, up to 1; absent for 1. */
  figureScale?: number;
  /** What the document is inside its type; absent: nothing special. */
  genre?: Genre;
  /** The rule that closes title, subtitle and author; absent: there is one. */
  titleRule?: boolean;
  forms: Forms;
  /** The author's own, as it was written, where there is one. */
  design?: Design;
  /** Rules for all canvases, which each canvas' own come after. */
  canvasRules?: Canvas['rules'];
  /** A tab in a heading leads to the right margin. */
  datesRight?: boolean;
  /** Ids of tables whose first and last three rows each stay together, where a row or two went over alone. */
  keptEdges?: readonly string[];
  /** One page with a frame around it, its text in the middle of the height. */
  framed?: boolean;
  /** A supplied file that the document is made in: its own pages go, all that frames them stays. */
  template?: SuppliedTemplate;
  /** What the client has asked for, which layout does not give up for a limit of pages. */
  asked?: { margins: boolean; size: boolean; line: boolean };
}

const A4 = { widthCm: 21, heightCm: 29.7 };

function geometryOf(type: DocumentType): PageGeometry {
  switch (type) {
    case 'report':
    case 'presentation':
    case 'artifact':
      return { ...A4, leftCm: 3, rightCm: 3, topCm: 2.8, bottomCm: 2.5, headerEdgeCm: 1.4, footerEdgeCm: 1.2 };
    case 'spreadsheet':
      return { ...A4, leftCm: 1.5, rightCm: 1.5, topCm: 1.8, bottomCm: 1.8, headerEdgeCm: 1, footerEdgeCm: 1 };
    case 'letter':
      return { ...A4, leftCm: 2.5, rightCm: 2.5, topCm: 2.5, bottomCm: 2.2, headerEdgeCm: 1.6, footerEdgeCm: 1 };
    case 'contract':
      return { ...A4, leftCm: 2.5, rightCm: 2.5, topCm: 2.5, bottomCm: 2.5, headerEdgeCm: 1.2, footerEdgeCm: 1.2 };
    case 'memo':
    case 'minutes':
      return { ...A4, leftCm: 2.5, rightCm: 2.5, topCm: 2, bottomCm: 2.2, headerEdgeCm: 1.2, footerEdgeCm: 1.2 };
  }
}

interface RoleColors {
  title: string;
  headings: string;
  heading3: string;
  text: string;
  accent: string;
}

function rolesOf(type: DocumentType, colors: RoleColors, bodyLine: number): Record<TextRoleName, TextRole> {
  const { text } = colors;
  const muted = NEUTRALS.muted;
  const t = (sizePt: number, line: number, beforePt: number, afterPt: number, color: string, more: Partial<TextRole> = {}): TextRole => ({
    face: 'text',
    sizePt,
    line,
    beforePt,
    afterPt,
    color,
    ...more,
  });
  const compact = type === 'memo' || type === 'minutes';
  const roles: Record<TextRoleName, TextRole> = {
    body: t(11, bodyLine, 0, 8, text),
    title: t(type === 'minutes' ? 24 : 28, 1.02, 0, 4, colors.title, { face: 'display', keepNext: true }),
    subtitle: t(type === 'minutes' ? 13 : 14, 1.1, 0, 14, muted, { keepNext: true }),
    meta: t(10.5, 1.1, 0, 20, muted),
    heading1: t(21, 1.05, 24, 8, colors.headings, { face: 'display', keepNext: true, keepLines: true }),
    heading2: t(14.5, 1.05, 16, 4, colors.headings, { bold: true, keepNext: true, keepLines: true }),
    heading3: t(12, 1.05, 12, 3, colors.heading3, { bold: true, keepNext: true, keepLines: true }),
    heading4: t(11, 1.05, 10, 2, text, { bold: true, keepNext: true, keepLines: true }),
    lead: t(14, 1.18, 0, 14, colors.headings),
    listItem: t(11, bodyLine, 0, 3, text),
    caption: t(9.5, 1.05, 10, 5, text, { bold: true, keepNext: true }),
    source: t(8.5, 1.05, 4, 16, muted),
    quote: t(14, 1.2, 14, 3, colors.headings, {
      face: 'display',
      italic: true,
      keepNext: true,
      keepLines: true,
      indentLeftCm: 0.8,
      indentRightCm: 0.4,
    }),
    quoteBy: t(9.5, 1.05, 0, 14, muted, { indentLeftCm: 0.8 }),
    callout: t(11, 1.1, 11, 16, text, { keepLines: true, indentLeftCm: 0.42, indentRightCm: 0.36 }),
    code: t(9, 1.15, 10, 16, text, { face: 'code' }),
    headerFooter: t(8.5, 1, 0, 0, muted),
    footnote: t(8.5, 1.05, 0, 2, muted),
    toc1: t(12, 1.1, 11, 3, colors.headings, { bold: true }),
    toc2: t(10.5, 1.1, 0, 2.5, text, { indentLeftCm: 0.6 }),
    tableText: t(9.5, 1.05, 3.6, 3.6, text),
    tableHead: t(9.5, 1.05, 3.6, 3.6, colors.headings, { bold: true }),
    kpiValue: t(23, 1, 0, 0, colors.headings, { bold: true }),
    kpiLabel: t(9.5, 1.05, 0, 0, text),
    kpiChange: t(8.5, 1.05, 0, 0, muted, { bold: true }),
  };
  if (type === 'contract') Object.assign(roles, contractRoles(colors.headings, colors.title));
  // short types have no level-1 display headings: their sections, level 1 of the outline, are set as level 2 elsewhere
  if (compact || type === 'letter') {
    roles.heading1 = { ...roles.heading2, sizePt: 13 };
    roles.heading2 = { ...roles.heading3 };
    roles.heading3 = { ...roles.heading4 };
  }
  return roles;
}

const sansSerif: Look['faces'] = { text: 'Calibri', display: 'Georgia', code: 'Consolas' };
const allSerif: Look['faces'] = { text: 'Cambria', display: 'Cambria', code: 'Consolas' };

/** Layout tables and running text that the type fixes, whatever the client asks. Contracts have one look, whatever they are about. */
function baseLook(type: DocumentType, choice: ThemeChoice | undefined): Look {
  const contract = type === 'contract' && choice?.own !== true;
  const palette = contract ? PALETTES.ink : (choice?.palette ?? PALETTES.petrol);
  const paired = choice && { text: choice.pairing.text, display: choice.pairing.display, code: sansSerif.code };
  const colors = contract || type !== 'contract' ? colorsOf(type, palette) : colorsOf('report', palette);
  return {
    type,
    forms: HOUSE_FORMS,
    faces: contract ? allSerif : (paired ?? sansSerif),
    ownFont: false,
    palette,
    page: geometryOf(type),
    roles: rolesOf(type, colors, 1.15),
    bodyAlign: type === 'contract' ? 'justify' : 'left',
    hyphenate: type === 'contract',
    numberedHeadings: type === 'minutes',
    pageNumbers: type === 'letter' ? 'none' : type === 'contract' ? 'all' : 'from2',
    runningTitle: type === 'report',
    orientation: 'portrait',
    cover: undefined,
    contents: undefined,
    plainCover: false,
    scale: 1,
  };
}

function colorsOf(type: DocumentType, palette: Palette): RoleColors {
  if (type === 'contract') return { title: '14202B', headings: '14202B', heading3: '14202B', text: NEUTRALS.text, accent: palette.accent };
  return { title: palette.deep, headings: palette.deep, heading3: palette.accent, text: NEUTRALS.text, accent: palette.accent };
}

const halfPoint = (size: number): number => Math.round(size * 2) / 2;

/** Roles whose size stays readable however small the client sets the body: least size in pt. */
const SIZE_MIN: Partial<Record<TextRoleName, number>> = { headerFooter: 8, source: 8, footnote: 8, tableText: 8.5, tableHead: 8.5 };

/** Lines longer than this are read in larger letters (looks §8). */
const MEASURE_CM_MAX = 20;
const WIDE_BODY_PT = 12;

function applyStyle(look: Look, style: Partial<Style>): Look {
  const palette = style.colors ? accentPalette(style.colors.accent) : look.palette;
  const colors = style.colors
    ? {
        title: style.colors.title.toUpperCase(),
        headings: style.colors.headings.toUpperCase(),
        heading3: style.colors.headings.toUpperCase(),
        text: style.colors.text.toUpperCase(),
        accent: palette.accent,
      }
    : colorsOf(look.type, palette);
  const page = pageOf(look.page, style);
  const scale = (style.font_size ?? (page.widthCm - page.leftCm - page.rightCm > MEASURE_CM_MAX ? WIDE_BODY_PT : 11)) / 11;
  const roles = rolesOf(look.type, colors, style.line_spacing ?? 1.15);
  for (const name of TEXT_ROLES) {
    const role = roles[name];
    role.sizePt = Math.max(halfPoint(role.sizePt * scale), SIZE_MIN[name] ?? 0);
  }
  if (style.font !== undefined) {
    // an own face takes the display roles too; a sans needs weight where the serif had size
    roles.title = { ...roles.title, bold: true };
    if (roles.heading1.face === 'display') roles.heading1 = { ...roles.heading1, bold: true, sizePt: halfPoint(20 * scale) };
  }
  if (style.align) {
    roles.title.align = style.align.title;
    for (const name of ['heading1', 'heading2', 'heading3', 'heading4'] as const) roles[name].align = style.align.headings;
  }
  const bodyAlign = style.align?.body ?? look.bodyAlign;
  return {
    ...look,
    palette,
    roles,
    scale,
    bodyAlign,
    faces: style.font === undefined ? look.faces : { text: style.font, display: style.font, code: look.faces.code },
    ownFont: style.font !== undefined,
    hyphenate: bodyAlign === 'justify',
    asked: { margins: style.margins_cm !== undefined, size: style.font_size !== undefined, line: style.line_spacing !== undefined },
    page,
    orientation: style.orientation ?? look.orientation,
    pageNumbers:
      style.page_numbers === undefined
        ? look.pageNumbers
        : style.page_numbers
          ? look.pageNumbers === 'none'
            ? 'all'
            : look.pageNumbers
          : 'none',
    header: style.header,
    footer: style.footer,
    cover: style.cover_page ?? look.cover,
    contents: style.table_of_contents ?? look.contents,
    plainCover: style.colors !== undefined && style.colors.title.toUpperCase() !== palette.deep,
  };
}

function pageOf(page: PageGeometry, style: Partial<Style>): PageGeometry {
  const turned = style.orientation === 'landscape' ? { ...page, widthCm: page.heightCm, heightCm: page.widthCm } : page;
  if (style.margins_cm === undefined) return turned;
  const margin = style.margins_cm;
  const edge = Math.max(0.9, margin / 2);
  return { ...turned, leftCm: margin, rightCm: margin, topCm: margin, bottomCm: margin, headerEdgeCm: edge, footerEdgeCm: edge };
}

/** Titles in a display face without serifs are bold; sizes and colours stay those of the roles. */
function weighted(look: Look, choice: ThemeChoice | undefined): Look {
  if (choice === undefined || !choice.pairing.displayBold || look.ownFont || (look.type === 'contract' && choice.own !== true)) return look;
  const bold = (role: TextRole): TextRole => (role.face === 'display' ? { ...role, bold: true } : role);
  return { ...look, roles: { ...look.roles, title: bold(look.roles.title), heading1: bold(look.roles.heading1) } };
}

/** Arial runs a tenth wider than Calibri and looks larger at the same size. */
const WIDE_FACE_FACTOR = 0.92;

/** Sizes of a text that is set in a wide face, where the client has not asked for a size. */
function evened(look: Look, style: Partial<Style>): Look {
  if (look.ownFont || look.faces.text !== 'Arial' || style.font_size !== undefined || look.type === 'presentation') return look;
  const roles = { ...look.roles };
  for (const name of TEXT_ROLES) {
    const role = roles[name];
    if (role.face === 'text') roles[name] = { ...role, sizePt: Math.max(halfPoint(role.sizePt * WIDE_FACE_FACTOR), SIZE_MIN[name] ?? 0) };
  }
  return { ...look, roles };
}

/**
 * The look of a type, with whatever the client asked of it laid over.
 * @param choice palette and faces that suit the subject; absent, the house's own
 * @param genre what the document is inside its type
 */
export function resolveLook(type: DocumentType, style: Partial<Style> = {}, choice?: ThemeChoice, genre?: Genre): Look {
  const look = baseLook(type, choice);
  const asked = Object.keys(style).length === 0 ? look : applyStyle(look, style);
  const themed = weighted(asked, choice);
  const made = evened(genre === undefined ? themed : genreLook(themed, genre, style), style);
  return { ...made, ...(choice === undefined ? {} : { theme: { art: choice.art, seed: choice.seed } }) };
}
