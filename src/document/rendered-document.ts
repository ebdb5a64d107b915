/** What is on drawn pages, as rules read it: lines of text with their boxes and fonts, pictures. Lengths in points from the upper left corner. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface RenderedLine extends Box {
  text: string;
  /** Of its first glyph. */
  sizePt: number;
  /** Height of the font's box at its first glyph, which grows with the font size and does not depend on the letter; absent where unknown. */
  fontHeightPt?: number;
  font: string;
  bold: boolean;
  /** RRGGBB of its first letter; absent for black, and where unknown. */
  color?: string;
  /** Size of most of its letters; absent where unknown. */
  emPt?: number;
  /** Three numbers for each word, since there are very many: where it begins in `text`, its left, its right. Absent for turned lines. */
  words?: number[];
  /** Three numbers for each letter of a line in a script that sets no spaces: its left, its right, where it is in `text`. Absent for all others, and for turned lines. */
  letters?: number[];
  /** Quarters, clockwise, by which the line is turned against the rest of the page. */
  turned?: number;
  /** It was filled into a field of a form, or laid over the page. */
  field?: boolean;
  /** Nobody sees it on the page: without ink, in the colour of paper, or beyond the edge. Told with the structure. */
  unseen?: true;
  /** From where in `text` on it is which marked content (ISO 32000-1 §14.6), -1 for none; absent where all is none. */
  marks?: { at: number; id: number }[];
}

/** A link that leads out of the file. */
export interface RenderedLink extends Box {
  url: string;
}

/** An element of a tagged file's structure: its standard type (`H1`, `P`, `TD`, …), and elements or ids of marked content. */
export interface TagNode {
  type: string;
  children: (TagNode | number)[];
  alt?: string;
  /** What is to be read in place of the content. */
  actual?: string;
  rowSpan?: number;
  colSpan?: number;
}

export interface RenderedPage {
  /** 1-based. */
  page: number;
  widthPt: number;
  heightPt: number;
  /** Quarters, clockwise, from the view that is reported here to the page as it is shown; absent: they are the same. Set where nearly all text runs up or down. */
  turned?: 0 | 1 | 2 | 3;
  /** In the order of the content stream. */
  lines: RenderedLine[];
  pictures: Box[];
  /** Glyphs drawn as the font's "missing" box, as far as the PDF tells: characters without a code, U+FFFD. */
  missingGlyphs: number;
  /** Thin lines, upright or level: what tables are ruled with. */
  rules?: Box[];
  /** What is filled with a colour that is not that of paper: rows of tables among it. Absent where there is nothing. */
  fills?: Box[];
  /** Small shapes with slanting edges, or filled with ink: what boxes are ticked with. Absent where there are none. */
  ticks?: Box[];
  /** Shapes in all. */
  paths?: number;
  /** Told of pages without text that is seen: whether anything is drawn on them. */
  inked?: boolean;
  /** Share of the letters, 0-1, of which the file does not say what characters they are, so that they are guessed; absent where they are few. */
  guessed?: number;
  /** Set where the page holds more text than is read of one. */
  cut?: true;
  links?: RenderedLink[];
  /** Of tagged files: the part of the structure that has content on the page. */
  tags?: TagNode[];
  /** Set where the lines are what text recognition read from a picture of the page: how sure it was, 0 to 100. */
  recognized?: number;
}

export interface RenderedDocument {
  pages: RenderedPage[];
  /** Family names as the PDF embeds them, without subset prefixes. */
  fonts: string[];
  /** Outline entries in order. */
  outline: { title: string; level: number; page: number }[];
  tagged: boolean;
  title: string;
  lang: string;
}
