/** Changes to the text of a paragraph of a slide, as spans of single characters; formatting of the runs stays. */
import { append } from '../../base/append.ts';
import { insertAfter, insertBefore, prependContent, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { elementsOf } from '../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../define-edit.ts';
import { diffWords, type TextChange } from '../diff-words.ts';
import { positionInSection, sourcePosition } from '../../ooxml/word-text.ts';
import type { DeckParagraph, DeckPiece } from '../../ooxml/deck-file.ts';

const readOnly = ({ address }: DeckParagraph): Rejected =>
  reject('read_only_content', `The text in ${address} cannot be changed: it is a field (a page number or a date).`, [address]);

/** A line end within a run: the run is closed and opened again behind the break. */
function textXml(paragraph: DeckParagraph, { run, holder }: DeckPiece, text: string): string {
  const prefix = run.name.slice(0, run.name.indexOf(':') + 1);
  const properties = elementsOf(run, 'rPr')[0];
  const { source } = paragraph.part;
  const again = properties === undefined ? '' : source.slice(properties.start, properties.end);
  return text
    .split('\n')
    .map(escapeText)
    .join(`</${holder.name}></${run.name}><${prefix}br>${again}</${prefix}br><${run.name}>${again}<${holder.name}>`);
}

function changeOnce(paragraph: DeckParagraph, { start, end, text }: TextChange): XmlEdit[] | Rejected {
  const { pieces, part } = paragraph;
  const touched = end > start ? pieces.filter((piece) => piece.at < end && piece.at + piece.text.length > start) : [];
  if (touched.some(({ locked }) => locked)) return readOnly(paragraph);
  const free = pieces.filter(({ node, locked }) => node !== undefined && !locked);
  const anchor =
    touched.find(({ node }) => node !== undefined) ?? free.findLast((piece) => piece.at <= start && piece.at + piece.text.length >= start);
  if (text !== '' && anchor === undefined && free.length === 0 && pieces.some(({ locked }) => locked)) return readOnly(paragraph);
  const edits: XmlEdit[] = [];
  for (const piece of touched) {
    if (piece === anchor) continue;
    if (piece.node === undefined) edits.push({ start: piece.run.start, end: piece.run.end, xml: '' });
    else edits.push(spanOf(part.source, piece, Math.max(0, start - piece.at), Math.min(piece.text.length, end - piece.at), ''));
  }
  if (anchor === undefined) return text === '' ? edits : [...edits, ...insertRun(paragraph, start, text)];
  const from = Math.min(Math.max(0, start - anchor.at), anchor.text.length);
  const to = Math.max(from, Math.min(anchor.text.length, end - anchor.at));
  return [...edits, spanOf(part.source, anchor, from, to, textXml(paragraph, anchor, text))];
}

function spanOf(source: string, { node, run }: DeckPiece, from: number, to: number, xml: string): XmlEdit {
  if (node === undefined) return { start: run.start, end: run.end, xml };
  const [first, last] = [sourcePosition(source, node, from), sourcePosition(source, node, to)];
  if (first !== null && last !== null) return { start: first, end: last, xml };
  // markup is none in a CDATA section: it is closed before what is new, and opened again behind it
  return { start: positionInSection(source, node, from), end: positionInSection(source, node, to), xml: `]]>${xml}<![CDATA[` };
}

/** Where no run is beside the place, as behind the line break that ends a paragraph: one of its own, which looks like the nearest one. */
function insertRun({ part, element, pieces }: DeckParagraph, start: number, text: string): XmlEdit[] {
  const prefix = element.name.slice(0, element.name.indexOf(':') + 1);
  const alike = pieces.findLast(({ at, node }) => node !== undefined && at <= start) ?? pieces.find(({ node }) => node !== undefined);
  const look = alike && elementsOf(alike.run, 'rPr')[0];
  const properties = look === undefined ? '' : part.source.slice(look.start, look.end);
  const xml = text
    .split('\n')
    .map((line) => `<${prefix}r>${properties}<${prefix}t>${escapeText(line)}</${prefix}t></${prefix}r>`)
    .join(`<${prefix}br>${properties}</${prefix}br>`);
  const [before, [first]] = [pieces.findLast((piece) => piece.at + piece.text.length <= start), pieces];
  if (before !== undefined) return [insertAfter(before.run, xml)];
  if (first !== undefined) return [insertBefore(first.run, xml)];
  const end = elementsOf(element, 'endParaRPr')[0];
  const own = elementsOf(element, 'pPr')[0];
  if (end !== undefined) return [insertBefore(end, xml)];
  return [own === undefined ? prependContent(part, element, xml) : insertAfter(own, xml)];
}

/** The paragraph with these changes; only words that differ are touched. */
export function changeDrawingText(paragraph: DeckParagraph, changes: readonly TextChange[]): XmlEdit[] | Rejected {
  const edits: XmlEdit[] = [];
  for (const change of changes) {
    for (const { start, end, text } of diffWords(paragraph.text.slice(change.start, change.end), change.text)) {
      const made = changeOnce(paragraph, { start: change.start + start, end: change.start + end, text });
      if (!Array.isArray(made)) return made;
      append(edits, made);
    }
  }
  return edits;
}
