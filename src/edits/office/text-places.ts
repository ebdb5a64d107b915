/**
 * Text outside of paragraphs, shapes and cells: SmartArt, titles of charts and axes, text boxes of sheets, alternative texts, comments,
 * headers and footers of sheets. Each piece has an address and can be changed like any other text.
 */
import { C } from '../../ooxml/names.ts';
import type { DeckParagraph } from '../../ooxml/deck-file.ts';
import { readDrawingText } from '../../ooxml/deck-file.ts';
import { replaceContent, replaceNode, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isRejected, type PartEdits, type Rejected } from '../define-edit.ts';
import { diffWords, type TextChange } from '../diff-words.ts';
import { changeDrawingText } from './change-drawing-text.ts';

export type TextPlaceKind = 'text' | 'cell' | 'notes' | 'smartart' | 'chart' | 'text_box' | 'description' | 'comment' | 'header' | 'footer';

export interface TextPlace {
  address: string;
  kind: TextPlaceKind;
  text: string;
  /** Spans that make these changes; the places of the text are those of `text`. */
  change(changes: readonly TextChange[]): PartEdits[] | Rejected;
  /** What follows it without anything between them belongs to the same one. */
  group: unknown;
}

/** A paragraph of DrawingML. */
export const paragraphPlace = (paragraph: DeckParagraph, kind: TextPlaceKind): TextPlace => ({
  address: paragraph.address,
  kind,
  text: paragraph.text,
  group: paragraph.element.parent,
  change(changes) {
    const edits = changeDrawingText(paragraph, changes);
    return isRejected(edits) ? edits : [{ part: paragraph.part.name, edits }];
  },
});

const applyChanges = (text: string, changes: readonly TextChange[]): string =>
  changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, text: new_ }) => changed.slice(0, start) + new_ + changed.slice(end), text);

/** An attribute that holds a text: `descr` of a picture. */
export const attributePlace = (
  part: XmlPart,
  element: XmlElement,
  { name, ...place }: { name: string; address: string; kind: TextPlaceKind },
): TextPlace => {
  const text = attributeOf(element, name) ?? '';
  return {
    ...place,
    text,
    group: element,
    change: (changes) => [{ part: part.name, edits: [setAttribute(part, element, name, applyChanges(text, changes))] }],
  };
};

/** An element that holds a text and nothing else. */
export const elementPlace = (part: XmlPart, element: XmlElement, place: { address: string; kind: TextPlaceKind }): TextPlace => {
  const text = textOf(element);
  return {
    ...place,
    text,
    group: element,
    change: (changes) => [{ part: part.name, edits: [replaceContent(part, element, escapeText(applyChanges(text, changes)))] }],
  };
};

/** The `t` elements that are shown: readings of Asian signs (`rPh`) are not. */
const shownTexts = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (child.local === 't' ? [child] : child.local === 'rPh' ? [] : shownTexts(child)));

/** Text of a rich string of a workbook (ISO/IEC 29500-1 §18.4.8): its own and that of its runs. */
const richTextOf = (element: XmlElement): string => shownTexts(element).map(textOf).join('');

/** Changes to a rich string: what comes is in the run in which what goes begins. */
export function changeRichText(element: XmlElement, changes: readonly TextChange[]): XmlEdit[] {
  let at = 0;
  const pieces = shownTexts(element).map((holder) => {
    const text = textOf(holder);
    at += text.length;
    return { holder, start: at - text.length, end: at, text, now: text };
  });
  const narrowed = changes.flatMap((change) =>
    diffWords(richTextOf(element).slice(change.start, change.end), change.text).map(({ start, end, text }) => ({
      start: change.start + start,
      end: change.start + end,
      text,
    })),
  );
  for (const { start, end, text } of narrowed.toSorted((a, b) => b.start - a.start)) {
    const first = pieces.find((piece) => piece.end > start) ?? pieces.findLast((piece) => piece.end >= start);
    for (const piece of pieces) {
      if (piece !== first && (piece.end <= start || piece.start >= end)) continue;
      const [from, to] = [Math.max(0, start - piece.start), Math.max(0, Math.min(piece.text.length, end - piece.start))];
      // later changes of the same run are made already: what is before this one has its length still
      piece.now = piece.now.slice(0, from) + (piece === first ? text : '') + piece.now.slice(Math.max(from, to));
    }
  }
  const edits = pieces.filter(({ text, now }) => text !== now);
  return edits.map(({ holder, now }) => replaceNode(holder, `<${holder.name} xml:space="preserve">${escapeText(now)}</${holder.name}>`));
}

/** A rich string as a place. */
export const richPlace = (part: XmlPart, element: XmlElement, place: { address: string; kind: TextPlaceKind }): TextPlace => ({
  ...place,
  text: richTextOf(element),
  group: element,
  change: (changes) => [{ part: part.name, edits: changeRichText(element, changes) }],
});

/** Titles of a chart and of its axes, and text written into it, as `chart1.p1`; not what it takes from cells. */
export function chartPlaces(chart: XmlPart, address: string): TextPlace[] {
  const bodies = [...walkElements(chart.root)].filter(({ local, uri }) => local === 'rich' && uri === C);
  return bodies
    .flatMap((body) => readDrawingText(chart, body, address).paragraphs)
    .map((paragraph, index) => paragraphPlace({ ...paragraph, address: `${address}.p${index + 1}` }, 'chart'));
}
