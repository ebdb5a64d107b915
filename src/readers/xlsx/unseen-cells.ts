/**
 * Cells whose text has the colour of what it is on: white letters without a fill, letters in the colour of theirs.
 * Where a table, a pivot table or a rule for cells may colour the background, they count as seen.
 */
import { looksAlike } from '../../base/color.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** Colours of cells by style index, as RRGGBB. */
export interface CellLook {
  ink: string | undefined;
  ground: string | undefined;
}

/** A piece of a string with a colour of its own, or that of its cell. */
export interface Piece {
  text: string;
  ink: string | undefined;
}

const PAPER = 'FFFFFF';
/** The names of the theme by their numbers, as far as they stand for a colour that is reported here: the paper's. */
const PAPER_THEME = '0';
/** Of the 64 colours of old, those that are the paper's (§18.8.27). */
const PAPER_INDEXED = new Set(['1', '9', '65']);
/** A name of the theme that is made darker than this is another colour. */
const TINT_MIN = -0.04;

/** @param attribute of a `color`, `fgColor` or of their kind, by local name */
export function cellColor(attribute: (local: string) => string | undefined): string | undefined {
  const rgb = attribute('rgb');
  if (rgb !== undefined) return /^(?:[\dA-Fa-f]{2})?[\dA-Fa-f]{6}$/.test(rgb) ? rgb.slice(-6).toUpperCase() : undefined;
  const isPaper = attribute('theme') === PAPER_THEME || PAPER_INDEXED.has(attribute('indexed') ?? '');
  return isPaper && Number(attribute('tint') ?? 0) >= TINT_MIN ? PAPER : undefined;
}

const colorIn = (parent: XmlElement | undefined, local: string): string | undefined => {
  const color = parent && firstElementOf(parent, local);
  return color && cellColor((name) => attributeOf(color, name));
};

function groundOf(fill: XmlElement | undefined): string | undefined {
  const pattern = fill && firstElementOf(fill, 'patternFill');
  if (!fill || !pattern) return fill && elementsOf(fill).length > 0 ? undefined : PAPER;
  const type = attributeOf(pattern, 'patternType') ?? 'none';
  return type === 'none' ? PAPER : type === 'solid' ? colorIn(pattern, 'fgColor') : undefined;
}

/** @param root of the styles */
export function readLooks(root: XmlElement | undefined): CellLook[] {
  if (!root) return [];
  const children = (list: string): XmlElement[] => {
    const found = firstElementOf(root, list);
    return found ? elementsOf(found) : [];
  };
  const [inks, grounds] = [children('fonts').map((font) => colorIn(font, 'color')), children('fills').map(groundOf)];
  return children('cellXfs').map((style) => ({
    ink: inks[Number(attributeOf(style, 'fontId') ?? 0)],
    ground: grounds.length === 0 ? PAPER : grounds[Number(attributeOf(style, 'fillId') ?? 0)],
  }));
}

/** What of a cell's text is seen; null where all of it is. @param pieces of a string that has several colours */
export function seenPart({ ink, ground }: CellLook, text: string, pieces: readonly Piece[] | undefined): string | null {
  if (ground === undefined) return null;
  const isPale = (color: string | undefined): boolean => color !== undefined && looksAlike(color, ground);
  if (!pieces) return text !== '' && isPale(ink) ? '' : null;
  const seen = pieces.filter((piece) => !isPale(piece.ink ?? ink) || piece.text.trim() === '');
  return seen.length === pieces.length
    ? null
    : seen
        .map((piece) => piece.text)
        .join('')
        .trim();
}
