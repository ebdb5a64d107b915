/** Codes of a font's strings and how far each moves the pen (ISO 32000-1 §9.6, §9.7); null for fonts whose codes are not known. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFStream, StandardFonts, type PDFFont } from '@cantoo/pdf-lib';
import { name } from './pdf-file.ts';

export interface GlyphCodes {
  /** Bytes of each code. */
  size: 1 | 2;
  /** In thousandths of the font size. */
  widthOf(code: number): number;
}

/** The faces that every reader has, by their names: fonts of them need no widths in the file. */
export type StandardFaces = ReadonlyMap<string, PDFFont>;

export async function loadStandardFaces(): Promise<StandardFaces> {
  const scratch = await PDFDocument.create();
  const names = Object.values(StandardFonts).filter((face) => /Helvetica|Times|Courier/.test(face));
  return new Map(await Promise.all(names.map(async (face) => [face, await scratch.embedFont(face)] as const)));
}

const FAMILIES: readonly [RegExp, plain: StandardFonts, bold: StandardFonts, italic: StandardFonts, both: StandardFonts][] = [
  [
    /helvetica|arial/i,
    StandardFonts.Helvetica,
    StandardFonts.HelveticaBold,
    StandardFonts.HelveticaOblique,
    StandardFonts.HelveticaBoldOblique,
  ],
  [/times/i, StandardFonts.TimesRoman, StandardFonts.TimesRomanBold, StandardFonts.TimesRomanItalic, StandardFonts.TimesRomanBoldItalic],
  [/courier/i, StandardFonts.Courier, StandardFonts.CourierBold, StandardFonts.CourierOblique, StandardFonts.CourierBoldOblique],
];

function standardWidths(base: string, faces: StandardFaces): GlyphCodes | null {
  const found = FAMILIES.find(([words]) => words.test(base));
  if (!found) return null;
  const [bold, italic] = [/bold/i.test(base), /italic|oblique/i.test(base)];
  const [, plain, heavy, slanted, both] = found;
  const face = faces.get(bold && italic ? both : bold ? heavy : italic ? slanted : plain);
  if (!face) return null;
  const known = new Map<number, number>();
  const measure = (code: number): number => {
    try {
      return face.widthOfTextAtSize(String.fromCharCode(code), 1_000);
    } catch {
      // a letter that the face does not have: the mean of most
      return 500;
    }
  };
  return {
    size: 1,
    widthOf(code) {
      const width = known.get(code) ?? measure(code);
      known.set(code, width);
      return width;
    },
  };
}

const numberOf = (value: unknown): number | undefined => (value instanceof PDFNumber ? value.asNumber() : undefined);

function simpleCodes(font: PDFDict, faces: StandardFaces): GlyphCodes | null {
  const widths = font.lookup(name('Widths'));
  const base = font.lookup(name('BaseFont'));
  if (!(widths instanceof PDFArray)) return standardWidths(base instanceof PDFName ? base.decodeText() : '', faces);
  const first = numberOf(font.lookup(name('FirstChar'))) ?? 0;
  const descriptor = font.lookup(name('FontDescriptor'));
  const missing = descriptor instanceof PDFDict ? (numberOf(descriptor.lookup(name('MissingWidth'))) ?? 0) : 0;
  return {
    size: 1,
    widthOf: (code) => (code < first || code >= first + widths.size() ? missing : (numberOf(widths.lookup(code - first)) ?? missing)),
  };
}

/** `[1 [500 600] 10 20 700]`: width by width, or one for a range (§9.7.4.3). */
function readCidWidths(list: PDFArray): Map<number, number> {
  const widths = new Map<number, number>();
  for (let i = 0; i < list.size();) {
    const first = numberOf(list.lookup(i)) ?? 0;
    const second = list.lookup(i + 1);
    if (second instanceof PDFArray) {
      for (let j = 0; j < second.size(); j++) widths.set(first + j, numberOf(second.lookup(j)) ?? 0);
      i += 2;
    } else {
      const last = Math.min(numberOf(second) ?? first, 65_535);
      const width = numberOf(list.lookup(i + 2)) ?? 0;
      for (let cid = first; cid <= last; cid++) widths.set(cid, width);
      i += 3;
    }
  }
  return widths;
}

function compositeCodes(font: PDFDict): GlyphCodes | null {
  const encoding = font.lookup(name('Encoding'));
  // other maps give codes of several lengths: such a page is made a picture
  if (encoding instanceof PDFStream || !(encoding instanceof PDFName) || !/^Identity-H$/.test(encoding.decodeText())) return null;
  const descendants = font.lookup(name('DescendantFonts'));
  const descendant = descendants instanceof PDFArray ? descendants.lookup(0) : undefined;
  if (!(descendant instanceof PDFDict)) return null;
  const fallback = numberOf(descendant.lookup(name('DW'))) ?? 1_000;
  const list = descendant.lookup(name('W'));
  const widths = list instanceof PDFArray ? readCidWidths(list) : new Map<number, number>();
  return { size: 2, widthOf: (code) => widths.get(code) ?? fallback };
}

export function glyphCodesOf(font: PDFDict, faces: StandardFaces): GlyphCodes | null {
  const subtype = font.lookup(name('Subtype'));
  if (!(subtype instanceof PDFName)) return null;
  switch (subtype.decodeText()) {
    case 'Type0':
      return compositeCodes(font);
    case 'Type1':
    case 'TrueType':
    case 'MMType1':
      return simpleCodes(font, faces);
    default:
      return null;
  }
}
