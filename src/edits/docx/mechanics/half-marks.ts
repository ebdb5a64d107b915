/** Marks of ranges (bookmarks, comments, permissions, moves) whose other end is elsewhere: where what is around them goes, they stay. */
import { W } from '../../../ooxml/names.ts';
import { replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';

const MARK = /^(bookmark|commentRange|perm|moveFromRange|moveToRange)(?:Start|End)$/;

/** Whether it is one end of a range, which can stand between blocks, rows and cells as well as in them. */
export const isRangeMark = ({ uri, local }: XmlElement): boolean => uri === W && MARK.test(local);

const REFERS = /^(?:commentRangeStart|commentRangeEnd|commentReference|footnoteReference|endnoteReference)$/;

/** `comment 4` or `footnote 2`: what a mark with this id names; undefined of all that is no mark of a comment or a note. */
export const markedBy = ({ uri, local }: XmlElement, id: string | undefined): string | undefined =>
  uri === W && REFERS.test(local) && id !== undefined
    ? `${local.startsWith('comment') ? 'comment' : local.slice(0, -'Reference'.length)} ${id}`
    : undefined;

/** One end of each range that has the other one outside of these elements, in the order of the text. */
export function halfMarks(elements: readonly XmlElement[]): XmlElement[] {
  const marks = elements.flatMap((element) => [...walkElements(element)].filter(isRangeMark));
  const keyOf = (mark: XmlElement): string => `${MARK.exec(mark.local)?.[1] ?? ''} ${valueOf(mark, 'id') ?? ''}`;
  const counts = Map.groupBy(marks, keyOf);
  return marks.filter((mark) => counts.get(keyOf(mark))?.length === 1);
}

/** Whether nothing but marks of ranges stands in a smart tag or a link, which say nothing then. */
export const isBareTag = (element: XmlElement): boolean =>
  element.uri === W &&
  /^(?:smartTag|hyperlink)$/.test(element.local) &&
  elementsOf(element).every(
    (child) => child.uri === W && (/^(?:smartTagPr|proofErr)$/.test(child.local) || isRangeMark(child) || isBareTag(child)),
  );

/** The element goes, but for such marks: a bookmark that goes on behind it begins there. */
export function removeButMarks(source: string, element: XmlElement): XmlEdit {
  const kept = halfMarks([element]).map(({ start, end }) => source.slice(start, end));
  return replaceNode(element, kept.join(''));
}

const isWrapper = ({ uri, local }: XmlElement): boolean => uri === W && /^(?:sdt|sdtContent|customXml)$/.test(local);

/** Rows that go, with the content controls around them that hold nothing else: an empty one would be no row of the table. */
export function withControls(rows: readonly XmlElement[]): XmlElement[] {
  const going = new Set(rows);
  const outermost = (one: XmlElement): XmlElement => {
    const { parent } = one;
    if (parent === undefined || !isWrapper(parent)) return one;
    if (!elementsOf(parent).every((child) => going.has(child) || /^(?:sdtPr|sdtEndPr|customXmlPr)$/.test(child.local))) return one;
    going.add(parent);
    return outermost(parent);
  };
  return [...new Set(rows.map(outermost))].filter((one) => one.parent === undefined || !going.has(one.parent));
}
