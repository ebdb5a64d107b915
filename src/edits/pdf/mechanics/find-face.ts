/**
 * Faces for what is written on pages and into forms: one of those that every reader has (ISO 32000-1 §9.6.2.2), which have the letters of Western
 * Europe only, or else Source Sans 3, of which the letters that are used come into the file.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { StandardFonts, type PDFDocument, type PDFFont } from '@cantoo/pdf-lib';

type Weight = '400Regular' | '700Bold';

const WEIGHTS: Readonly<Partial<Record<StandardFonts, Weight>>> = { [StandardFonts.HelveticaBold]: '700Bold' };

const opened = new WeakMap<PDFDocument, Map<StandardFonts | Weight, Promise<PDFFont>>>();

function fontOf(document: PDFDocument, key: StandardFonts | Weight, embed: () => Promise<PDFFont>): Promise<PDFFont> {
  const known = opened.get(document) ?? new Map<StandardFonts | Weight, Promise<PDFFont>>();
  opened.set(document, known);
  const font = known.get(key) ?? embed();
  known.set(key, font);
  return font;
}

async function embedFree(document: PDFDocument, weight: Weight): Promise<PDFFont> {
  const { resolve } = createRequire(import.meta.url);
  const [fontkit, bytes] = await Promise.all([
    import('fontkit'),
    readFile(resolve(`@expo-google-fonts/source-sans-3/${weight}/SourceSans3_${weight}.ttf`)),
  ]);
  document.registerFontkit(fontkit);
  return document.embedFont(bytes, { subset: true });
}

/** A face is asked for each field of a form, and lists all its letters anew each time. */
const letterSets = new WeakMap<PDFFont, ReadonlySet<number>>();

function lettersOf(font: PDFFont): ReadonlySet<number> {
  const letters = letterSets.get(font) ?? new Set(font.getCharacterSet());
  letterSets.set(font, letters);
  return letters;
}

/** The letters of these texts that a face does not have; line ends and tabs are none. */
function missingIn(font: PDFFont, texts: readonly string[]): string[] {
  const known = lettersOf(font);
  const letters = new Set(texts.flatMap((text) => Array.from(text.replaceAll(/[\r\n\t]/g, ''))));
  return [...letters].filter((letter) => !known.has(letter.codePointAt(0) ?? 0));
}

/** The free face in the place of a standard one. @returns the letters that neither has */
async function findFree(
  document: PDFDocument,
  standard: StandardFonts,
  texts: readonly string[],
): Promise<PDFFont | { missing: string[] }> {
  const weight = WEIGHTS[standard] ?? '400Regular';
  const font = await fontOf(document, weight, () => embedFree(document, weight));
  const missing = missingIn(font, texts);
  return missing.length === 0 ? font : { missing };
}

/** The face that has all letters of the texts: the standard one, if it has them. @returns the letters that no face has */
export async function findFace(
  document: PDFDocument,
  standard: StandardFonts,
  texts: readonly string[],
): Promise<PDFFont | { missing: string[] }> {
  const usual = await fontOf(document, standard, () => document.embedFont(standard));
  return missingIn(usual, texts).length === 0 ? usual : findFree(document, standard, texts);
}

const LETTERS_NAMED_MAX = 10;

/** @param what cannot be written, as the subject of the sentence */
export const sayMissing = (what: string, { missing }: { missing: readonly string[] }): string =>
  `${what} cannot show ${missing.slice(0, LETTERS_NAMED_MAX).join(' ')}: there are faces for Latin, Greek and Cyrillic letters only.`;

export const isMissing = (face: PDFFont | { missing: string[] }): face is { missing: string[] } => 'missing' in face;
