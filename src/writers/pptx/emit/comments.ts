/**
 * Comments on slides (ISO/IEC 29500-1 §19.4): the kind that all versions of PowerPoint and LibreOffice show; PowerPoint of
 * Microsoft 365 turns it into its own threaded kind when somebody answers. They name their words, since they are on slides.
 */
import { P } from '../../../ooxml/names.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { authorOf, initialsOf, remarksIn, type PlacedRemark } from '../../review.ts';
import type { PlannedSlide } from '../plan/planned.ts';

const NAMESPACE = `xmlns:p="${P}"`;
const WORDS_MAX = 80;
/** Signs of comments stand beside each other along the upper edge, in the units of their places (1/576 inch). */
const [START, STEP, IN_A_ROW] = [160, 210, 20];

interface Author {
  id: number;
  comments: number;
}
/** Who has said how much so far. */
export type CommentAuthors = Map<string, Author>;

const quoted = (words: string): string => {
  const text = words.replaceAll(/\s+/g, ' ').trim();
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX).toWellFormed()}…` : text;
};

function commentXml({ remark, words }: PlacedRemark, at: number, authors: CommentAuthors, date: string): string {
  const name = authorOf(remark);
  const author = authors.get(name) ?? { id: authors.size, comments: 0 };
  authors.set(name, author);
  author.comments++;
  const [x, y] = [START + STEP * (at % IN_A_ROW), START + STEP * Math.floor(at / IN_A_ROW)];
  return `<p:cm authorId="${author.id}" dt="${date.replace(/Z$/, '')}.000" idx="${author.comments}"><p:pos x="${x}" y="${y}"/><p:text>${escapeText(`“${quoted(words)}”: ${remark.text}`)}</p:text></p:cm>`;
}

/** The part of a slide's comments; null where it has none. */
export function slideCommentsXml({ fills, notes }: PlannedSlide, authors: CommentAuthors, date: string): string | null {
  const remarks = remarksIn([fills, notes]);
  if (remarks.length === 0) return null;
  return `${XML_DECLARATION}<p:cmLst ${NAMESPACE}>${remarks.map((one, at) => commentXml(one, at, authors, date)).join('')}</p:cmLst>`;
}

export const authorsXml = (authors: CommentAuthors): string =>
  `${XML_DECLARATION}<p:cmAuthorLst ${NAMESPACE}>${[...authors]
    .map(
      ([name, { id, comments }]) =>
        `<p:cmAuthor id="${id}" name="${escapeAttribute(name)}" initials="${escapeAttribute(initialsOf(name))}" lastIdx="${comments}" clrIdx="${id % 10}"/>`,
    )
    .join('')}</p:cmAuthorLst>`;
