/** Comments on slides, of both kinds: `p:cm` (ISO/IEC 29500-1 §19.4.4), and the threads of PowerPoint since 2021 ([MS-PPTX] §2.6.3). */
import { readDrawingText, type DeckFile, type DeckSlide } from '../../../ooxml/deck-file.ts';
import { OFFICE_2018_RELATIONSHIP, P, P188 } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { followMoves, type Move } from '../../../ooxml/address-moves.ts';
import { elementPlace, paragraphPlace, type TextPlace } from '../../office/text-places.ts';

export interface SlideComment {
  /** `s2.comment1`; answers follow the comment that they answer. */
  address: string;
  part: XmlPart;
  element: XmlElement;
  /** The comment that begins the thread, of an answer; undefined for others. */
  answers: SlideComment | undefined;
  /** Whether it is of the kind that has answers and can be resolved. */
  threaded: boolean;
  /** Paragraphs of threads, or the text as one. */
  places: TextPlace[];
}

/** The parts that hold the comments of a slide. */
function partsOn(opened: OfficePackage, slide: string): XmlPart[] {
  return relationshipsOf(opened, slide).flatMap(({ type, target, external }) => {
    const name = external || !type.endsWith('/comments') ? undefined : partNamed(opened, target);
    return name === undefined ? [] : [readXmlPart(opened, name)];
  });
}

/** Whether the presentation has comments of the newer kind: PowerPoint takes no others beside them. */
export const hasThreads = (opened: OfficePackage): boolean =>
  relationshipsOf(opened, opened.mainPart).some(({ type, external }) => !external && type === `${OFFICE_2018_RELATIONSHIP}authors`);

const isThread = ({ uri }: XmlElement): boolean => uri === P188;
const bodyOf = (element: XmlElement): XmlElement | undefined => elementsOf(element).find(({ local }) => local === 'txBody');

function placesOf(part: XmlPart, element: XmlElement, address: string): TextPlace[] {
  const body = bodyOf(element);
  if (body !== undefined)
    return readDrawingText(part, body, '').paragraphs.map((paragraph, index) =>
      paragraphPlace({ ...paragraph, address: index === 0 ? address : `${address}.p${index + 1}` }, 'comment'),
    );
  const text = firstElementOf(element, 'text', P);
  return text === undefined ? [] : [elementPlace(part, text, { address, kind: 'comment' })];
}

/** Comments on a slide in the order in which they are read, each with its answers behind it. */
export function commentsOn(opened: OfficePackage, slide: Pick<DeckSlide, 'address' | 'part'>): SlideComment[] {
  const comments: SlideComment[] = [];
  const add = (part: XmlPart, element: XmlElement, answers: SlideComment | undefined): SlideComment => {
    const address = `${slide.address}.comment${comments.length + 1}`;
    const comment = { address, part, element, answers, threaded: isThread(element), places: placesOf(part, element, address) };
    comments.push(comment);
    return comment;
  };
  for (const part of partsOn(opened, slide.part.name))
    for (const element of elementsOf(part.root).filter(({ local }) => local === 'cm')) {
      const first = add(part, element, undefined);
      for (const list of elementsOf(element).filter(({ local }) => local === 'replyLst'))
        for (const reply of elementsOf(list).filter(({ local }) => local === 'reply')) add(part, reply, first);
    }
  return comments;
}

/** What a comment says, a line for each paragraph. */
export const textOfComment = ({ places }: SlideComment): string => places.map(({ text }) => text).join('\n');

/** Whether a thread is settled; undefined for comments of the older kind, which know nothing of it. */
export const isResolved = ({ threaded, element }: SlideComment): boolean | undefined =>
  threaded ? /^(?:resolved|closed)$/.test(attributeOf(element, 'status') ?? '') : undefined;

/** Names of those who comment, by their ids: of both kinds. */
export function commentAuthors(opened: OfficePackage): Map<string, string> {
  const authors = new Map<string, string>();
  for (const { type, target, external } of relationshipsOf(opened, opened.mainPart)) {
    const name = external || !/\/(?:commentAuthors|authors)$/.test(type) ? undefined : partNamed(opened, target);
    for (const author of name === undefined ? [] : elementsOf(readXmlPart(opened, name).root))
      authors.set(attributeOf(author, 'id') ?? '', attributeOf(author, 'name') ?? '');
  }
  return authors;
}

const COMMENT = /^(s\d+)\.comment(\d+)(?=\.|$)/;

/** The comment at an address of the file as it was sent. */
export function findSlideComment(
  { opened, slides, moves }: DeckFile,
  { target, expect }: { target: string; expect?: string | undefined },
): { slide: DeckSlide; comment: SlideComment } | Rejected {
  const now = followMoves(moves, target);
  if (now === null) return reject('target_not_found', `${target} went with an earlier operation of this request.`);
  const slide = slides.find(({ address }) => address === COMMENT.exec(now)?.[1]);
  const on = (slide === undefined ? slides : [slide]).flatMap((one) => commentsOn(opened, one));
  const comment = on.find(({ address }) => address === COMMENT.exec(now)?.[0]);
  if (slide === undefined || comment === undefined)
    return reject(
      'target_not_found',
      on.length === 0 ? `There is no comment at ${target}.` : `There is no comment at ${target}; the comments are named beside this.`,
      on.map(({ address }) => address),
    );
  const text = textOfComment(comment);
  if (expect !== undefined && expect.trim() !== text.trim())
    return reject('expect_mismatch', `${target} says "${text.slice(0, 300)}".`, [target]);
  return { slide, comment };
}

/** Addresses of the comments behind some that went away or came. @param first number of the first of them; @param count negative: went away */
export const renumberComments =
  (slide: string, first: number, count: number): Move =>
  (address) => {
    const [whole, on, number] = COMMENT.exec(address) ?? [];
    if (whole === undefined || on !== slide || Number(number) < first) return address;
    if (Number(number) < first - count) return null;
    return `${slide}.comment${Number(number) + count}${address.slice(whole.length)}`;
  };
