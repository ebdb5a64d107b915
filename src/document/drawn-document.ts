/** What stands on drawn pages, as rules read it: lines of text with their boxes and fonts, pictures. Lengths in points from the upper left corner. */

export interface Box { left: number; top: number; right: number; bottom: number }

export interface DrawnLine extends Box {
  text: string;
  /** Of its first glyph. */
  sizePt: number;
  /** Height of the font's box at its first glyph, which grows with the font size and does not depend on the letter; absent where unknown. */
  fontHeightPt?: number;
  font: string;
  bold: boolean;
  /** Where each word begins in `text`, and how far it reaches; absent where nobody asked. */
  words?: { at: number; left: number; right: number }[];
}

export interface DrawnPage {
  /** 1-based. */
  page: number;
  widthPt: number;
  heightPt: number;
  /** In the order of the content stream. */
  lines: DrawnLine[];
  pictures: Box[];
  /** Glyphs drawn as the font's "missing" box, as far as the PDF tells: characters without a code, U+FFFD. */
  missingGlyphs: number;
  /** Set where the lines are what text recognition read from a picture of the page: how sure it was, 0 to 100. */
  recognized?: number;
}

export interface DrawnDocument {
  pages: DrawnPage[];
  /** Family names as the PDF embeds them, without subset prefixes. */
  fonts: string[];
  /** Outline entries in order. */
  outline: { title: string; level: number; page: number }[];
  tagged: boolean;
  title: string;
  lang: string;
}
