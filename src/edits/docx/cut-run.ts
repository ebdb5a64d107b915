/** Markup at a place within the text of a paragraph: the run that stands there is divided, its halves keep their looks. */
import { setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { attributeOf } from '../../ooxml/xml-tree.ts';
import type { WordParagraph } from './word-file.ts';
import { childOf, sourcePosition, type Piece } from './word-text.ts';

const XML = 'http://www.w3.org/XML/1998/namespace';

const isFirst = ({ node, holder }: Piece): boolean => node === undefined || holder.children[0] === node;
const isLast = ({ node, holder }: Piece): boolean => node === undefined || holder.children.at(-1) === node;
/** What a run may hold in front of its text without showing it. */
const UNSEEN = /^(rPr|lastRenderedPageBreak)$/;

/** Without `xml:space` a blank at the end of a text is lost. */
export function keepSpaces({ part }: WordParagraph, { holder }: Piece): XmlEdit[] {
  return attributeOf(holder, 'space', XML) === 'preserve' ? [] : [setAttribute(part, holder, 'xml:space', 'preserve')];
}

const startsRun = (piece: Piece): boolean => piece.run === piece.holder || (isFirst(piece) && piece.run.children.find((child) => child.kind === 'element' && !UNSEEN.test(child.local)) === piece.holder);
const endsRun = (piece: Piece): boolean => piece.run === piece.holder || (isLast(piece) && piece.run.children.findLast((child) => child.kind === 'element') === piece.holder);

export interface Cut {
  /** Comes between the halves; at an edge of the run, beside it. */
  between: string;
  /** Properties (`w:rPr`) of the second half; absent: those of the run. */
  properties?: string;
}

/**
 * @param offset within the piece
 * @returns null in text that cannot be divided (CDATA)
 */
export function cutRun(paragraph: WordParagraph, piece: Piece, offset: number, { between, properties }: Cut): XmlEdit[] | null {
  const { source } = paragraph.part;
  const { run, holder, node } = piece;
  const at = (place: number, xml: string): XmlEdit[] => [{ start: place, end: place, xml }];
  if (offset === 0 && startsRun(piece)) return at(run.start, between);
  if (offset === piece.text.length && endsRun(piece)) return at(run.end, between);
  const own = childOf(run, 'rPr');
  const reopened = source.slice(run.start, run.contentStart) + (properties ?? (own === undefined ? '' : source.slice(own.start, own.end)));
  if (offset === 0 && isFirst(piece)) return at(holder.start, `</${run.name}>${between}${reopened}`);
  if (offset === piece.text.length && isLast(piece)) return at(holder.end, `</${run.name}>${between}${reopened}`);
  const place = node === undefined ? null : sourcePosition(source, node, offset);
  if (place === null) return null;
  const spaces = /^\s|\s$/.test(piece.text.slice(0, offset)) ? keepSpaces(paragraph, piece) : [];
  return [...spaces, ...at(place, `</${holder.name}></${run.name}>${between}${reopened}<${holder.name} xml:space="preserve">`)];
}

/** Whether a place in the text lies at the edge of its run, where nothing is divided. */
export const isAtRunEdge = (piece: Piece, offset: number): boolean => (offset === 0 && startsRun(piece)) || (offset === piece.text.length && endsRun(piece));
