/** The look of pages and pictures: colours by how much of them there is, faces by the names that a PDF has for them, sizes, margins, what is repeated. */
import type { Design } from '../document/design.ts';
import type { RenderedDocument, RenderedLine } from '../document/rendered-document.ts';
import { maxOf, minOf } from '../base/extremes.ts';
import { clusterColors } from './cluster-colors.ts';
import { paletteFrom, type CopiedLook, type Logo, type NotCopied } from './copied-look.ts';

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^(?:arial|helvetica|liberation ?sans|nimbus ?sans)/i, 'Arial'],
  [/^(?:times|liberation ?serif|nimbus ?roman|tinos)/i, 'Times New Roman'],
  [/^(?:calibri|carlito)/i, 'Calibri'],
  [/^(?:cambria|caladea)/i, 'Cambria'],
  [/^(?:georgia|gelasio)/i, 'Georgia'],
  [/^(?:courier|liberation ?mono|cousine)/i, 'Courier New'],
  [/^verdana|^dejavu ?sans/i, 'Verdana'],
  [/^trebuchet/i, 'Trebuchet MS'],
  [/^tahoma/i, 'Tahoma'],
  [/^garamond|^eb ?garamond/i, 'Garamond'],
  [/^segoe/i, 'Segoe UI'],
  [/^century ?gothic|^futura|^avenir/i, 'Century Gothic'],
];
const SERIF =
  /serif(?!.*sans)|roman|garamond|book|minion|baskerville|palatino|didot|bodoni|merriweather|playfair|lora|charter|latin modern|cmr|cmb/i;

/** The nearest face that Office programs have. */
export function nearestFace(name: string): { face: string; exact: boolean } {
  const plain = name.replace(/[-,](?:bold|italic|regular|roman|medium|light|semibold|oblique|mt|ps).*$/i, '').replace(/(?:PS)?MT$/, '');
  const known = KNOWN.find(([words]) => words.test(plain))?.[1];
  if (known !== undefined) return { face: known, exact: true };
  return {
    face: /source ?sans|noto ?sans|open ?sans|lato|inter|roboto|montserrat|sans/i.test(plain)
      ? 'Calibri'
      : SERIF.test(plain)
        ? 'Georgia'
        : 'Calibri',
    exact: false,
  };
}

const sizeOf = ({ emPt, sizePt }: RenderedLine): number => Math.round((emPt ?? sizePt) * 2) / 2;

/** The value that most letters have. */
function common<T>(lines: readonly RenderedLine[], of: (line: RenderedLine) => T): T | undefined {
  const counts = new Map<T, number>();
  for (const line of lines) counts.set(of(line), (counts.get(of(line)) ?? 0) + line.text.length);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

const POINTS_PER_CM = 72 / 2.54;
const PAGES_READ_MAX = 20;
/** Of the height, at the top and at the foot. */
const EDGE_SHARE = 0.09;

/** Words that are at the same edge of most pages. */
function repeated({ pages }: RenderedDocument, edge: 'top' | 'bottom'): string | undefined {
  if (pages.length < 3) return undefined;
  const counts = new Map<string, number>();
  for (const { lines, heightPt } of pages)
    for (const line of lines) {
      const inside = edge === 'top' ? line.bottom < heightPt * EDGE_SHARE : line.top > heightPt * (1 - EDGE_SHARE);
      const text = line.text.trim();
      if (inside && text.length > 2 && text.length <= 120 && !/^\D{0,8}\d+(?:\s*(?:\/|of|de|von|sur)\s*\d+)?$/i.test(text))
        counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] >= pages.length * 0.6 ? most[0] : undefined;
}

interface PageFacts {
  text: { font: string; sizePt: number } | undefined;
  headings: { font: string; sizePt: number; color: string | undefined; bold: boolean }[];
  color: string | undefined;
  margins: Design['page'];
  header: string | undefined;
  footer: string | undefined;
}

function factsOf(document: RenderedDocument): PageFacts {
  const pages = document.pages.slice(0, PAGES_READ_MAX);
  const lines = pages.flatMap((page) =>
    page.lines.filter(({ unseen, turned, text }) => unseen !== true && (turned ?? 0) === 0 && text.trim() !== ''),
  );
  const [font, sizePt] = [common(lines, (line) => line.font), common(lines, sizeOf)];
  const larger = lines.filter((line) => sizePt !== undefined && sizeOf(line) > sizePt + 1 && line.text.length < 120);
  const sizes = [...new Set(larger.map(sizeOf))].toSorted((a, b) => b - a).slice(0, 4);
  const edges = pages.flatMap(({ lines: all, widthPt, heightPt }) => {
    const inner = all.filter(({ top, bottom }) => top > heightPt * EDGE_SHARE && bottom < heightPt * (1 - EDGE_SHARE));
    if (inner.length < 5) return [];
    return [
      {
        left: minOf(inner.map(({ left }) => left)),
        right: widthPt - maxOf(inner.map(({ right }) => right)),
        top: minOf(inner.map(({ top }) => top)),
      },
    ];
  });
  const middle = (values: number[]): number | undefined => {
    const value = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
    return value === undefined ? undefined : Math.round(Math.min(6, Math.max(1, value / POINTS_PER_CM)) * 10) / 10;
  };
  const left = middle(edges.map((edge) => edge.left));
  const right = middle(edges.map((edge) => edge.right));
  return {
    text: font === undefined || sizePt === undefined ? undefined : { font, sizePt },
    headings: sizes.flatMap((size) => {
      const line = larger.find((one) => sizeOf(one) === size);
      return line === undefined ? [] : [{ font: line.font, sizePt: size, color: line.color, bold: line.bold }];
    }),
    color: common(lines, (line) => line.color ?? '000000'),
    margins: {
      ...(left === undefined ? {} : { left_cm: left }),
      ...(right === undefined ? {} : { right_cm: Math.max(1, Math.min(right, left ?? right)) }),
    },
    header: repeated(document, 'top'),
    footer: repeated(document, 'bottom'),
  };
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Faces and sizes; those of slides are for looking at from afar, and are not taken over to paper. */
function typeOf({ text, headings }: PageFacts, paper: boolean): Pick<Design, 'faces' | 'sizes'> {
  if (text === undefined) return {};
  const [largest] = headings;
  const face = nearestFace(text.font).face;
  const display = largest === undefined ? face : nearestFace(largest.font).face;
  if (!paper) return { faces: { text: face, display } };
  const [title, first, second] = headings.length > 2 ? headings : [undefined, ...headings];
  return {
    faces: { text: face, display, ...(largest === undefined ? {} : { bold_titles: largest.bold }) },
    sizes: {
      body: within(text.sizePt, 8, 14),
      ...(title === undefined ? {} : { title: within(title.sizePt, 18, 48) }),
      ...(first === undefined ? {} : { heading1: within(first.sizePt, 12, 30) }),
      ...(second === undefined ? {} : { heading2: within(second.sizePt, 10, 24) }),
    },
  };
}

const NO_LOGO: NotCopied = {
  what: 'a logo',
  reason:
    'No small picture repeats on its pages, and none stands alone at the head of the first one; send the logo as a picture and name it as the logo.',
};
/** Kinds of files whose cover, title slide or first page has a place for a logo. */
export const LOGO_FORMATS: ReadonlySet<string> = new Set(['docx', 'pdf', 'pptx']);
const PLACELESS_LOGO: NotCopied = { what: 'a logo', reason: 'New workbooks and pages have no place for one.' };
/** Why a white logo is left out. */
export const WHITE_LOGO_REASON = 'It is drawn in white and would not be seen on a light page.';
const WHITE_LOGO: NotCopied = { what: 'a logo', reason: WHITE_LOGO_REASON };

/**
 * @param pixels of each page that was drawn, three bytes for each pixel
 * @param logo cut from its pages, where one was found there
 */
export function copyPageLook(document: RenderedDocument, pixels: readonly Uint8Array[], format: string, logo?: Logo): CopiedLook {
  const facts = factsOf(document);
  const [first] = document.pages;
  const upright = first === undefined || first.heightPt > first.widthPt;
  const paper = upright && (format === 'docx' || format === 'pdf');
  const colors = clusterColors(Buffer.concat(pixels));
  const heading = facts.headings.map(({ color }) => color).find((color) => color !== undefined && color !== '000000' && color !== 'FFFFFF');
  const faces = [...new Set([facts.text?.font, facts.headings[0]?.font].filter((font) => font !== undefined))];
  const design: Design = {
    palette: paletteFrom([...(heading === undefined ? [] : [heading]), ...colors], facts.color),
    ...typeOf(facts, paper),
    ...(paper && facts.margins !== undefined && Object.keys(facts.margins).length > 0 ? { page: facts.margins } : {}),
    ...(facts.header === undefined ? {} : { header: { text: facts.header } }),
    ...(facts.footer === undefined ? {} : { footer: { text: facts.footer } }),
  };
  const hasPlace = LOGO_FORMATS.has(format);
  const placed = hasPlace && logo?.needsDark !== true ? logo : undefined;
  return {
    design,
    logo: placed,
    copied: [
      `colours of its pages (${colors.slice(0, 4).join(', ') || 'black on white'})`,
      ...(faces.length === 0 ? [] : [`faces: ${faces.map((font) => `${font} as ${nearestFace(font).face}`).join(', ')}`]),
      ...(paper ? ['sizes of type', 'margins at the sides'] : []),
      ...(placed === undefined ? [] : ['its logo']),
      ...(facts.header === undefined ? [] : [`the words at the head of its pages: ${facts.header}`]),
      ...(facts.footer === undefined ? [] : [`the words at the foot of its pages: ${facts.footer}`]),
    ],
    notCopied: [
      { what: 'its layout', reason: 'Drawn pages hold no styles or layouts, only where each letter is.' },
      ...(placed !== undefined ? [] : logo === undefined ? [NO_LOGO] : hasPlace ? [WHITE_LOGO] : [PLACELESS_LOGO]),
      ...faces
        .filter((font) => !nearestFace(font).exact)
        .map((font) => ({
          what: `the face ${font.slice(0, 60)}`,
          reason: `It is not among those that Office programs have; ${nearestFace(font).face} is the nearest.`,
        })),
      ...(paper
        ? []
        : [
            {
              what: 'sizes and margins',
              reason: `They are of ${upright ? 'upright pages' : 'wide pages'}, and a ${format} file has its own.`,
            },
          ]),
    ],
  };
}

/** @param pixels of the picture, three bytes for each pixel */
export function copyPictureLook(pixels: Uint8Array): CopiedLook {
  const colors = clusterColors(pixels);
  return {
    design: { palette: paletteFrom(colors) },
    copied: [`its colours (${colors.slice(0, 4).join(', ') || 'black on white'})`],
    notCopied: [
      { what: 'faces, sizes and margins', reason: 'A picture shows them and does not say what they are.' },
      { what: 'a logo', reason: 'It is not told from the rest of the picture; send it as a picture of its own and name it as the logo.' },
    ],
  };
}
