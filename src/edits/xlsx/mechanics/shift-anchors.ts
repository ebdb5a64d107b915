/** Where drawings, notes and controls are tied to the cells (ISO/IEC 29500-1 §20.5.2): they go with what they lie on. */
import { replaceContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { shiftIndex, type Shift } from './shift.ts';

interface Ends {
  from: number;
  to: number;
}

/** First and last row or column, from 0; what is deleted beneath a drawing makes it smaller, but never nothing. */
export function shiftEnds(shift: Shift, { from, to }: Ends, keepsSize: boolean): Ends {
  const start = shiftIndex(shift, from + 1);
  const end = shiftIndex(shift, to + 1);
  const first = start === null ? shift.at - 1 : start - 1;
  // a chart beside the rows of a template keeps its size however many of them there are
  if (keepsSize || shift.map !== undefined || (start === null && end === null)) return { from: first, to: first + (to - from) };
  return { from: first, to: Math.max(first, end === null ? shift.at - 1 : end - 1) };
}

/** Anchors of two cells and of one, in drawings and beside the controls of a sheet. */
export function shiftAnchors(part: XmlPart, shift: Shift): XmlEdit[] {
  const edits: XmlEdit[] = [];
  for (const from of walkElements(part.root)) {
    if (from.local !== 'from' || from.parent === undefined) continue;
    const to = firstElementOf(from.parent, 'to');
    const [start, end] = [numberIn(from, shift), to && numberIn(to, shift)];
    const tied = attributeOf(from.parent, 'editAs') ?? 'twoCell';
    if (start === undefined || tied === 'absolute') continue;
    const now = shiftEnds(shift, { from: start.value, to: end?.value ?? start.value }, tied === 'oneCell');
    if (now.from !== start.value) edits.push(replaceContent(part, start.element, String(now.from)));
    if (end !== undefined && now.to !== end.value) edits.push(replaceContent(part, end.element, String(now.to)));
  }
  return edits;
}

function numberIn(corner: XmlElement, { axis }: Shift): { element: XmlElement; value: number } | undefined {
  const element = firstElementOf(corner, axis === 'row' ? 'row' : 'col');
  return element === undefined || !/^\s*\d+\s*$/.test(textOf(element)) ? undefined : { element, value: Number(textOf(element)) };
}
