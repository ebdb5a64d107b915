/**
 * What a genre changes in the look of its type, in numbers: a curriculum is dense and has its dates on the right, an invoice is a
 * form, a certificate is one framed page. Colours and faces stay those of the theme; what the client asked for stays as asked.
 */
import { HOUSE_FORMS } from './forms.ts';
import type { Genre } from './genre.ts';
import type { Look, PageGeometry, TextRole, TextRoleName } from './look.ts';
import type { Style } from './style.ts';

interface GenreDesign {
  /** Centimetres. */
  page?: Partial<PageGeometry>;
  landscape?: boolean;
  look?: Partial<Look>;
  roles?: Partial<Record<TextRoleName, Partial<TextRole>>>;
}

/** No cover, no contents and no running title: a page or two, read at once. */
const SHEET: Partial<Look> = { cover: false, contents: false, runningTitle: false };

const margins = (sideCm: number, topCm: number, bottomCm: number): Partial<PageGeometry> => ({
  leftCm: sideCm,
  rightCm: sideCm,
  topCm,
  bottomCm,
  headerEdgeCm: Math.min(1.2, topCm / 2),
  footerEdgeCm: Math.min(1.1, bottomCm / 2),
});

/** Sections of a sheet are small and bold, in the text's own face. */
const section = (sizePt: number, beforePt: number, afterPt: number): Partial<TextRole> => ({
  face: 'text',
  sizePt,
  bold: true,
  beforePt,
  afterPt,
});
const running = (sizePt: number, line: number, afterPt: number): Partial<TextRole> => ({ sizePt, line, afterPt });

const INVOICE: GenreDesign = {
  page: margins(2.2, 2, 2),
  look: { ...SHEET, titleRule: false },
  roles: {
    body: running(10.5, 1.1, 5),
    listItem: running(10.5, 1.1, 2),
    title: { sizePt: 30, afterPt: 14 },
    subtitle: { sizePt: 13, afterPt: 12 },
    heading1: section(12, 14, 3),
    heading2: section(11, 10, 2),
    tableText: { sizePt: 10, beforePt: 4.4, afterPt: 4.4 },
    tableHead: { sizePt: 9, beforePt: 4, afterPt: 4 },
  },
};

const DESIGNS: Partial<Record<Genre, GenreDesign>> = {
  cv: {
    page: margins(2.1, 1.7, 1.6),
    look: { ...SHEET, forms: { ...HOUSE_FORMS, headingRule: 'below' }, datesRight: true },
    roles: {
      body: running(10.5, 1.06, 3),
      listItem: running(10.5, 1.06, 1.5),
      title: { sizePt: 30, afterPt: 0 },
      subtitle: { sizePt: 13, afterPt: 3 },
      meta: { sizePt: 10, afterPt: 8 },
      heading1: { ...section(12, 13, 5) },
      heading2: { ...section(11, 7, 1) },
      heading3: { ...section(10.5, 6, 1) },
      heading4: section(10.5, 5, 1),
    },
  },
  invoice: INVOICE,
  quote: INVOICE,
  product_sheet: {
    page: margins(2, 1.8, 1.6),
    look: { ...SHEET, figureScale: 0.82 },
    roles: {
      body: running(10, 1.1, 5),
      listItem: running(10, 1.1, 2),
      title: { sizePt: 32, afterPt: 2 },
      subtitle: { sizePt: 14, afterPt: 8 },
      heading1: section(14, 14, 4),
      heading2: section(11.5, 10, 2),
      tableText: { sizePt: 9.5, beforePt: 2.6, afterPt: 2.6 },
      kpiValue: { sizePt: 24 },
    },
  },
  recipe: {
    page: margins(2.2, 2, 1.8),
    look: SHEET,
    roles: {
      body: running(11, 1.15, 6),
      listItem: running(11, 1.12, 4),
      title: { sizePt: 34, afterPt: 6 },
      subtitle: { sizePt: 13, afterPt: 10 },
      heading1: { sizePt: 17, beforePt: 14, afterPt: 6 },
      heading2: section(12, 10, 3),
      kpiValue: { sizePt: 16 },
    },
  },
  programme: {
    page: margins(2.2, 2, 1.8),
    look: SHEET,
    roles: {
      body: running(10.5, 1.1, 5),
      listItem: running(10.5, 1.1, 2.5),
      title: { sizePt: 36, afterPt: 4 },
      subtitle: { sizePt: 14, afterPt: 10 },
      heading1: { sizePt: 18, beforePt: 18, afterPt: 6 },
      heading2: section(12, 10, 3),
      tableText: { sizePt: 10, beforePt: 4, afterPt: 4 },
      tableHead: { sizePt: 9 },
    },
  },
  certificate: {
    page: margins(4.2, 3, 3),
    landscape: true,
    look: { ...SHEET, pageNumbers: 'none', bodyAlign: 'center', titleRule: false, framed: true },
    roles: {
      body: { ...running(14, 1.3, 10), align: 'center' },
      title: { sizePt: 42, afterPt: 18, align: 'center' },
      subtitle: { sizePt: 15, afterPt: 8, align: 'center' },
      meta: { sizePt: 11, align: 'center' },
      heading1: { sizePt: 32, beforePt: 6, afterPt: 14, align: 'center' },
      heading2: { ...section(16, 6, 8), align: 'center' },
      heading3: { ...section(14, 6, 8), align: 'center' },
    },
  },
  press_release: {
    page: margins(2.8, 2.2, 2),
    look: SHEET,
    roles: {
      body: running(11, 1.22, 8),
      title: { sizePt: 28, afterPt: 6 },
      subtitle: { sizePt: 14, afterPt: 12 },
      heading1: section(11.5, 16, 3),
      heading2: section(11, 12, 3),
    },
  },
  agenda: {
    page: margins(2.3, 2, 1.8),
    look: SHEET,
    roles: { tableText: { sizePt: 10, beforePt: 4.2, afterPt: 4.2 }, title: { sizePt: 28 } },
  },
  one_pager: {
    page: margins(2, 1.6, 1.5),
    look: { ...SHEET, figureScale: 0.85 },
    roles: {
      body: running(10.5, 1.1, 5),
      listItem: running(10.5, 1.1, 2),
      title: { sizePt: 26, afterPt: 3 },
      lead: { sizePt: 13.5, afterPt: 8 },
      heading1: section(13, 12, 3),
      heading2: section(11, 8, 2),
      kpiValue: { sizePt: 24 },
      tableText: { beforePt: 2.6, afterPt: 2.6 },
    },
  },
};

const half = (size: number): number => Math.round(size * 2) / 2;

/** The look as the genre sets it. @param style what the client asked for, which the genre does not touch */
export function genreLook(look: Look, genre: Genre, style: Partial<Style>): Look {
  const design = DESIGNS[genre];
  if (design === undefined) return { ...look, genre };
  const roles = { ...look.roles };
  for (const [name, change] of Object.entries(design.roles ?? {}) as [TextRoleName, Partial<TextRole>][]) {
    const role = { ...roles[name], ...change, sizePt: half((change.sizePt ?? roles[name].sizePt / look.scale) * look.scale) };
    if (style.line_spacing !== undefined && (name === 'body' || name === 'listItem')) role.line = look.roles[name].line;
    if (style.align !== undefined && roles[name].align !== undefined) role.align = roles[name].align;
    // a bold section in the text's own face takes the colour that headings have
    roles[name] = role;
  }
  const turned = design.landscape === true && style.orientation === undefined;
  const { page } = look;
  const size = turned ? { widthCm: page.heightCm, heightCm: page.widthCm } : {};
  return {
    ...look,
    ...design.look,
    ...(style.cover_page === undefined ? {} : { cover: style.cover_page }),
    ...(style.table_of_contents === undefined ? {} : { contents: style.table_of_contents }),
    ...(style.page_numbers === undefined ? {} : { pageNumbers: look.pageNumbers }),
    ...(style.align === undefined ? {} : { bodyAlign: look.bodyAlign }),
    ...(turned ? { orientation: 'landscape' as const } : {}),
    page: { ...page, ...size, ...(style.margins_cm === undefined ? design.page : {}) },
    roles,
    genre,
  };
}
