import { P, R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, setAttribute } from '../../../ooxml/edit-xml.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { defineEdit, type EditContext } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { findSlide } from '../mechanics/deck-objects.ts';
import { initialsOf } from '../../../writers/review.ts';
import { beginThread } from '../mechanics/comment-threads.ts';
import { spelledIn } from '../mechanics/new-slide.ts';
import { hasThreads } from '../mechanics/slide-comments.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument.presentationml';
const schema = z.strictObject({
  op: z.literal('add_comment'),
  target: z.string().min(1).max(200).describe('Address of a slide, s2, or of something on it.'),
  text: textFits(1, 32_000),
  author: z.string().min(1).max(200).optional(),
});

const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1);
const numberOf = (element: XmlElement, name: string): number => Number(attributeOf(element, name) ?? 0);

/** The author's line, with the number of his next comment (ISO/IEC 29500-1 §19.4.2). */
function takeNumber(opened: OfficePackage, author: string): { id: number; index: number } {
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/commentAuthors'))?.target;
  let name = target === undefined ? undefined : partNamed(opened, target);
  if (name === undefined) {
    name = `${opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1)}commentAuthors.xml`;
    addPart(
      opened,
      { name, contentType: `${TYPES}.commentAuthors+xml` },
      `${XML_DECLARATION}<p:cmAuthorLst xmlns:p="${spelledIn(readXmlPart(opened, opened.mainPart), P)}"></p:cmAuthorLst>`,
    );
    addRelationship(opened, opened.mainPart, { type: `${R}/commentAuthors`, target: name });
  }
  const part = readXmlPart(opened, name);
  const authors = elementsOf(part.root, 'cmAuthor', P);
  const known = authors.find((one) => attributeOf(one, 'name') === author);
  if (known !== undefined) {
    const index = numberOf(known, 'lastIdx') + 1;
    editXmlPart(opened, part, [setAttribute(part, known, 'lastIdx', String(index))]);
    return { id: numberOf(known, 'id'), index };
  }
  const id = authors.reduce((most, one) => Math.max(most, numberOf(one, 'id')), -1) + 1;
  editXmlPart(opened, part, [
    appendContent(
      part,
      part.root,
      `<${prefixOf(part.root)}cmAuthor id="${id}" name="${escapeAttribute(author)}" initials="${escapeAttribute(initialsOf(author))}" lastIdx="1" clrIdx="${id % 10}"/>`,
    ),
  ]);
  return { id, index: 1 };
}

function addToSlide(opened: OfficePackage, slide: string, text: string, { author, date }: Pick<EditContext, 'author' | 'date'>): void {
  const { id, index } = takeNumber(opened, author);
  const target = relationshipsOf(opened, slide).find(({ type }) => type === `${R}/comments`)?.target;
  let name = target === undefined ? undefined : partNamed(opened, target);
  if (name === undefined) {
    name = freePartName(opened, `${opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1)}comments/comment`, '.xml');
    addPart(
      opened,
      { name, contentType: `${TYPES}.comments+xml` },
      `${XML_DECLARATION}<p:cmLst xmlns:p="${spelledIn(readXmlPart(opened, opened.mainPart), P)}"></p:cmLst>`,
    );
    addRelationship(opened, slide, { type: `${R}/comments`, target: name });
  }
  const part = readXmlPart(opened, name);
  const prefix = prefixOf(part.root);
  const place = 10 + 20 * elementsOf(part.root, 'cm', P).length;
  editXmlPart(opened, part, [
    appendContent(
      part,
      part.root,
      `<${prefix}cm authorId="${id}" dt="${date.replace(/Z$/, '')}.000" idx="${index}"><${prefix}pos x="${place}" y="${place}"/><${prefix}text>${escapeText(text)}</${prefix}text></${prefix}cm>`,
    ),
  ]);
}

export const addDeckComment = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'add_comment',
  format: 'pptx',
  summary: 'Puts a comment on a slide; where the presentation has threads, it begins one',
  tracked: false,
  alone: true,
  refuses: { target_not_found: 'there is no such slide' },
  schema,
  plan(file, { target, text, author }, context) {
    const found = findSlide(file, target.split('.')[0] ?? '');
    if ('rejected' in found) return found;
    const { name } = found.slide.part;
    const by = { author: author ?? context.author, date: context.date };
    return {
      parts: [],
      after: text,
      // of the two kinds PowerPoint shows one
      finish: (opened) => (hasThreads(opened) ? beginThread(opened, name, { text, by }) : addToSlide(opened, name, text, by)),
    };
  },
  examples: [
    { name: 'the slide stays as it is', operation: { op: 'add_comment', target: 's1', text: 'Why?' }, given: '<a:p/>', expected: '<a:p/>' },
  ],
});
