/** The look of a supplied Word file: as the template of a Word file, or as a design for anything else. */
import { contrast } from '../base/color.ts';
import { Refusal } from '../base/refusal.ts';
import type { Design } from '../document/design.ts';
import { openOfficePackage } from '../ooxml/office-package.ts';
import { paletteFrom, readableOnWhite, type CopiedLook, type NotCopied } from './copied-look.ts';
import { themeOf } from './theme-part.ts';
import { designOfTheme } from './copied-look.ts';
import { readWordTemplate, type WordTemplate } from './word-template.ts';

const between = (value: number | undefined, least: number, most: number): number | undefined =>
  value === undefined ? undefined : Math.min(most, Math.max(least, Math.round(value * 2) / 2));
const defined = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** Sizes of headings; a level that the file has not is no larger than the one above it. */
function headingSizes(body: number, [first, second, third, fourth]: readonly (number | undefined)[]): NonNullable<Design['sizes']> {
  if (first === undefined) return {};
  const under = (size: number, step: number): number => Math.max(body, size - step);
  const two = second ?? under(first, 2);
  const three = third ?? under(two, 1);
  return defined<NonNullable<Design['sizes']>>({
    heading1: between(first, 9, 48),
    heading2: between(two, 9, 36),
    heading3: between(three, 8, 28),
    heading4: between(fourth ?? Math.min(three, body), 8, 24),
  });
}

/** What the file does most, as a design. */
function designOfWord({ looks, theme, section }: WordTemplate): Design {
  const { body, headings, title } = looks;
  const [first, second, third, fourth] = headings;
  const { slots } = theme;
  const heading = first?.color !== undefined && contrast(first.color, 'FFFFFF') >= 2 ? first.color : undefined;
  const text = body.font ?? (theme.faces.minor || undefined);
  const display = first?.font ?? title?.font ?? (theme.faces.major || text);
  const { page } = section;
  const margin = (value: number): number => Math.min(8, Math.max(0.5, value));
  return {
    palette: paletteFrom(
      [heading, title?.color, slots.accent1, slots.accent2, slots.dk2].filter((hex) => hex !== undefined && hex !== '000000') as string[],
      body.color,
    ),
    faces: defined<NonNullable<Design['faces']>>({ text, display, bold_titles: first?.bold }),
    sizes: defined<NonNullable<Design['sizes']>>({
      body: between(body.sizePt, 7, 24),
      title: between(title?.sizePt, 14, 72),
      ...headingSizes(
        body.sizePt ?? 11,
        [first, second, third, fourth].map((one) => one?.sizePt),
      ),
    }),
    spacing: defined<NonNullable<Design['spacing']>>({
      line: body.line === undefined ? undefined : Math.min(3, Math.max(0.8, body.line)),
      paragraph: body.afterPt === undefined ? undefined : Math.min(36, Math.max(0, body.afterPt)),
    }),
    page: { left_cm: margin(page.leftCm), right_cm: margin(page.rightCm), top_cm: margin(page.topCm), bottom_cm: margin(page.bottomCm) },
    headings: defined<NonNullable<Design['headings']>>({
      color: heading === undefined ? undefined : readableOnWhite(heading),
      caps: first?.caps,
      align: first?.align === 'justify' ? 'left' : first?.align,
    }),
  };
}

function saidOf({
  section,
  table,
  bullet,
  front,
  byHand,
  textByHand,
  styles,
  looks,
}: WordTemplate): Pick<CopiedLook, 'copied' | 'notCopied'> {
  const { page } = section;
  const copied = [
    `its ${styles.size} styles and its theme`,
    byHand || textByHand
      ? `${byHand ? 'text and headings' : 'text'} as ${byHand ? 'they are' : 'it is'} formatted by hand most often, made into styles`
      : `headings and text in its own styles (${[looks.body.font, looks.headings[0]?.font].filter((font, at, all) => font !== undefined && all.indexOf(font) === at).join(', ')})`,
    `page of ${page.widthCm} × ${page.heightCm} cm with its margins`,
    ...(section.hasHeader || section.hasFooter
      ? [[section.hasHeader ? 'headers' : '', section.hasFooter ? 'footers' : ''].filter((word) => word !== '').join(' and ')]
      : []),
    ...(bullet === undefined ? [] : ['marks of lists']),
    ...(table?.headed === true ? ['the style of its tables'] : []),
    ...(front === undefined ? [] : ['its title page, filled in']),
  ];
  const notCopied: NotCopied[] = [
    { what: 'its text', reason: 'It is of another document.' },
    ...(front === undefined
      ? [{ what: 'a title page', reason: 'It has none that ends with a page break and says where its title is; the title heads the text.' }]
      : []),
    ...(section.columns > 1
      ? [{ what: `its ${section.columns} columns`, reason: 'Text, tables and figures are set for the whole width of the page.' }]
      : []),
    ...(table !== undefined && !table.headed
      ? [{ what: 'the style of its tables', reason: 'It has no format for a header row; tables are drawn in the colours of the file.' }]
      : []),
    ...(!section.hasHeader && !section.hasFooter ? [{ what: 'headers and footers', reason: 'It has none.' }] : []),
  ];
  return { copied, notCopied };
}

const TOLD =
  'The document is made in a Word file that was supplied as its template: its styles, page, headers and footers stay, so set no design of your own and write no cover.';

/** @throws Refusal file_rejected */
export function copyWordLook(file: Uint8Array, format: string): CopiedLook {
  try {
    const template = readWordTemplate(file);
    const design = designOfWord(template);
    if (format === 'docx') return { template: { file }, design, ...saidOf(template), told: TOLD };
    return {
      design,
      copied: ['faces and sizes of text and headings', 'colours', ...(format === 'pdf' ? ['margins'] : [])],
      notCopied: [
        {
          what: 'styles, headers, footers and title page',
          reason: `They are parts of a Word file, and a ${format} file is made otherwise; what they look like is taken over as a design.`,
        },
      ],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const opened = openOfficePackage(file);
    return {
      design: designOfTheme(themeOf(opened, opened.mainPart)),
      copied: ['theme colours', 'theme faces'],
      notCopied: [{ what: 'the template', reason: error.message }],
    };
  }
}
