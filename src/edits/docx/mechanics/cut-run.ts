/** Markup at a place within the text of a paragraph: the run that is there is divided, its halves keep their looks. */
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { copyRunProperties, keepSpaces, looksOf } from './change-text.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { sourcePosition, type Piece } from '../../../ooxml/word-text.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';

const isFirst = ({ node, holder }: Piece): boolean => node === undefined || holder.children[0] === node;
const isLast = ({ node, holder }: Piece): boolean => node === undefined || holder.children.at(-1) === node;
/** What a run may hold in front of its text without showing it. */
const UNSEEN = /^(rPr|lastRenderedPageBreak)$/;

const startsRun = (piece: Piece): boolean =>
  piece.run === piece.holder ||
  (isFirst(piece) && piece.run.children.find((child) => child.kind === 'element' && !UNSEEN.test(child.local)) === piece.holder);
const endsRun = (piece: Piece): boolean =>
  piece.run === piece.holder || (isLast(piece) && piece.run.children.findLast((child) => child.kind === 'element') === piece.holder);

export interface Cut {
  file: WordFile;
  /** Comes between the halves; at an edge of the run, beside it. */
  between: string;
  /** Properties (`w:rPr`) of the second half; absent: those of the run. */
  properties?: string;
}

/**
 * @param offset within the piece
 * @returns null in text that cannot be divided (CDATA)
 */
export function cutRun(paragraph: WordParagraph, piece: Piece, offset: number, { file, between, properties }: Cut): XmlEdit[] | null {
  const { source } = paragraph.part;
  const { run, holder, node } = piece;
  const at = (place: number, xml: string): XmlEdit[] => [{ start: place, end: place, xml }];
  if (offset === 0 && startsRun(piece)) return at(run.start, between);
  if (offset === piece.text.length && endsRun(piece)) return at(run.end, between);
  const reopened = source.slice(run.start, run.contentStart) + (properties ?? copyRunProperties(file, source, run));
  const guarded = (place: number, xml: string): XmlEdit[] => [{ start: place, end: place, xml, guards: looksOf(run) }];
  if (offset === 0 && isFirst(piece)) return guarded(holder.start, `</${run.name}>${between}${reopened}`);
  if (offset === piece.text.length && isLast(piece)) return guarded(holder.end, `</${run.name}>${between}${reopened}`);
  const place = node === undefined ? null : sourcePosition(source, node, offset);
  if (place === null) return null;
  const spaces = /^\s|\s$/.test(piece.text.slice(0, offset)) ? keepSpaces(paragraph, piece) : [];
  return [...spaces, ...guarded(place, `</${holder.name}></${run.name}>${between}${reopened}<${holder.name} xml:space="preserve">`)];
}

/**
 * No change by itself: where a piece of a run has got other looks, no other operation may divide the run, as it would go on in those that it had.
 * @param opened, closed what divides the run where the piece begins and where it ends; of the end nothing where that is the run's own
 */
export function guardPiece({ end: runEnd }: XmlElement, opened: readonly XmlEdit[], closed: readonly XmlEdit[]): XmlEdit[] {
  const start = opened.at(-1)?.start;
  return start === undefined ? [] : [{ start, end: start, xml: '', guards: { start, end: closed.at(-1)?.start ?? runEnd } }];
}
