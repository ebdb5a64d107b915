/** Marks of ranges (bookmarks, comments, permissions, moves) whose other end is elsewhere: where what is around them goes, they stay. */
import { W } from '../../../ooxml/names.ts';
import { replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';

const MARK = /^(bookmark|commentRange|perm|moveFromRange|moveToRange)(?:Start|End)$/;

/** One end of each range that has the other one outside of these elements, in the order of the text. */
export function halfMarks(elements: readonly XmlElement[]): XmlElement[] {
  const marks = elements.flatMap((element) => [...walkElements(element)].filter(({ uri, local }) => uri === W && MARK.test(local)));
  const keyOf = (mark: XmlElement): string => `${MARK.exec(mark.local)?.[1] ?? ''} ${valueOf(mark, 'id') ?? ''}`;
  const counts = Map.groupBy(marks, keyOf);
  return marks.filter((mark) => counts.get(keyOf(mark))?.length === 1);
}

/** The element goes, but for such marks: a bookmark that goes on behind it begins there. */
export function removeButMarks(source: string, element: XmlElement): XmlEdit {
  const kept = halfMarks([element]).map(({ start, end }) => source.slice(start, end));
  return replaceNode(element, kept.join(''));
}
