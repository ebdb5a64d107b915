/** Paragraphs that become one: the words go on where an end was, in the formatting of the last (ISO/IEC 29500-1 §17.3.1.29). */
import { W } from '../../../ooxml/names.ts';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf } from '../../../ooxml/word-text.ts';
import { elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type EditContext, type PartEdits, type Rejected } from '../../define-edit.ts';
import type { TextPlace } from '../../office/text-places.ts';
import { trackParagraphMark } from './paragraph-mark.ts';
import { paragraphOfPlace } from './word-places.ts';

/** What may be between two paragraphs that become one, and then is in it. */
const BETWEEN = /^(?:proofErr|(?:bookmark|commentRange|perm)(?:Start|End))$/;

function followsDirectly({ element }: WordParagraph, next: WordParagraph): boolean {
  const siblings = element.parent === undefined || element.parent !== next.element.parent ? [] : elementsOf(element.parent);
  const between = siblings.slice(siblings.indexOf(element) + 1, siblings.indexOf(next.element));
  return siblings.includes(next.element) && between.every(({ uri, local }) => uri === W && BETWEEN.test(local));
}

/** Where the tag and the properties of a paragraph end. */
const headEnd = (element: XmlElement): number => childOf(element, 'pPr')?.end ?? element.contentStart;

function joinAtOnce(paragraphs: readonly WordParagraph[], last: WordParagraph): XmlEdit[] {
  const { source } = last.part;
  const head = source.slice(last.element.start, headEnd(last.element));
  return [...paragraphs, last].flatMap(({ element }, index, { length }): XmlEdit[] => [
    { start: element.start, end: headEnd(element), xml: index === 0 ? head : '' },
    ...(index === length - 1 || element.contentEnd === element.end ? [] : [{ start: element.contentEnd, end: element.end, xml: '' }]),
  ]);
}

/** Takes away the ends of all places but the last, which are paragraphs that follow each other. */
export function joinPlaces(file: WordFile, places: readonly TextPlace[], context: EditContext): PartEdits[] | Rejected {
  const paragraphs = places.flatMap((place) => paragraphOfPlace(place) ?? []);
  const last = paragraphs.at(-1);
  const others = paragraphs.slice(0, -1);
  const addresses = places.map(({ address }) => address);
  const refuse = (why: string): Rejected =>
    reject(
      'unsupported',
      `${addresses.join(', ')} cannot become one paragraph: ${why}. Give a replacement with a line for each of them.`,
      addresses,
    );
  if (last === undefined || paragraphs.length < places.length) return refuse('they are no paragraphs of the text');
  if (others.some((paragraph, index) => !followsDirectly(paragraph, paragraphs[index + 1] ?? last)))
    return refuse('something is between them');
  if (paragraphs.some(({ twin }) => twin !== undefined)) return refuse('the text box keeps them twice');
  const endsSection = ({ element }: WordParagraph): boolean => {
    const properties = childOf(element, 'pPr');
    return properties !== undefined && childOf(properties, 'sectPr') !== undefined;
  };
  if (others.some(endsSection)) return refuse('a section ends between them');
  const edits =
    context.mode === 'tracked'
      ? others.flatMap((paragraph) => trackParagraphMark(file, paragraph, 'del', context))
      : joinAtOnce(others, last);
  return [{ part: last.part.name, edits }];
}
