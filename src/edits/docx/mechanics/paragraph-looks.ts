/**
 * Paragraphs that are joined as a tracked change look like the last of them, whose mark stays (ISO/IEC 29500-1 §17.3.1.29): where they are to
 * look like the first one, the last one takes that on, with what it was written down beside it.
 */
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { EditContext } from '../../define-edit.ts';
import { changeProperties, type PropertyPlace } from './change-properties.ts';
import { openRevision } from './change-text.ts';

interface Paragraph {
  part: XmlPart;
  element: XmlElement;
}

export interface ParagraphLooks {
  /** Its properties by their local names, as they are written. */
  properties: Map<string, string>;
  /** The formatting of its mark: what is in its `w:rPr`. */
  mark: string;
}

const REVISION_MARK = /^(?:ins|del|moveFrom|moveTo)$/;
const isLook = (local: string): boolean => !REVISION_MARK.test(local) && local !== 'rPrChange';

/** What is in the mark's own properties. */
function markOf({ part, element }: Paragraph, isShown: (local: string) => boolean): string {
  const properties = childOf(element, 'pPr');
  const mark = properties && childOf(properties, 'rPr');
  return (mark === undefined ? [] : elementsOf(mark))
    .filter(({ local }) => isShown(local))
    .map(({ start, end }) => part.source.slice(start, end))
    .join('');
}

/** How a paragraph looks, without the section that it may end and without what is tracked. */
export function looksOf({ part, element }: Paragraph): ParagraphLooks {
  const properties = childOf(element, 'pPr');
  const shown = (properties === undefined ? [] : elementsOf(properties)).filter(({ local }) => !/^(?:rPr|sectPr|pPrChange)$/.test(local));
  return {
    properties: new Map(shown.map(({ local, start, end }) => [local, part.source.slice(start, end)])),
    mark: markOf({ part, element }, isLook),
  };
}

/** Lets a paragraph look so as a tracked change. */
export function looksLike(
  { file, context }: { file: WordFile; context: EditContext },
  { part, element }: Paragraph,
  looks: ParagraphLooks,
): XmlEdit[] {
  const wanted = new Map(looks.properties);
  for (const local of looksOf({ part, element }).properties.keys()) if (!wanted.has(local)) wanted.set(local, '');
  const place: PropertyPlace = { file, part, owner: element, list: 'pPr', context };
  return [...changeProperties(place, wanted), ...markLike(place, looks.mark)];
}

/** The formatting of the mark has a history of its own. */
function markLike(place: PropertyPlace, wanted: string): XmlEdit[] {
  const { file, part, owner, context } = place;
  const known = markOf({ part, element: owner }, isLook);
  if (wanted === known) return [];
  const { w } = file;
  const marks = markOf({ part, element: owner }, (local) => REVISION_MARK.test(local));
  const older = markOf({ part, element: owner }, (local) => local === 'rPrChange');
  const history = older === '' ? `${openRevision(file, 'rPrChange', context)}><${w}rPr>${known}</${w}rPr></${w}rPrChange>` : older;
  // the properties of the paragraph are written down apart
  const apart: PropertyPlace = { ...place, context: { ...context, mode: 'direct' } };
  return changeProperties(apart, new Map([['rPr', `<${w}rPr>${marks}${wanted}${history}</${w}rPr>`]]));
}
