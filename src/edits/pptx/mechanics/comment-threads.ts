/** Writes threads of comments as PowerPoint does since 2021 ([MS-PPTX] §2.6.3): authors, comments on a slide, answers. */
import { createHash } from 'node:crypto';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import { appendContent, insertBefore, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { listSlides } from '../../../ooxml/deck-file.ts';
import { A, OFFICE_2018_RELATIONSHIP, P14, P188, POWERPOINT_COMMAND } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { initialsOf } from '../../../writers/review.ts';
import type { EditContext } from '../../define-edit.ts';
import type { SlideComment } from './slide-comments.ts';

const CONTENT_TYPES = 'application/vnd.ms-powerpoint';

export interface NewComment {
  text: string;
  by: Pick<EditContext, 'author' | 'date'>;
}

/** An id that the same file and comment always get, and that nothing in the part has. */
function newId({ source }: XmlPart, ...of: string[]): string {
  for (let attempt = 0; ; attempt++) {
    const hex = createHash('sha256')
      .update(JSON.stringify([...of, attempt, source.length]))
      .digest('hex')
      .toUpperCase();
    const id = `{${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-A${hex.slice(17, 20)}-${hex.slice(20, 32)}}`;
    if (!source.includes(id)) return id;
  }
}

const folderOf = ({ mainPart }: OfficePackage): string => mainPart.slice(0, mainPart.lastIndexOf('/') + 1);
const prefixOf = ({ name }: XmlElement): string => name.slice(0, name.indexOf(':') + 1);

/** The part that a part leads to by a relationship of Office 2018; made where there is none. */
function partFor(opened: OfficePackage, from: string, kind: 'authors' | 'comments', root: string): XmlPart {
  const type = `${OFFICE_2018_RELATIONSHIP}${kind}`;
  const target = relationshipsOf(opened, from).find((one) => one.type === type && !one.external)?.target;
  const known = target === undefined ? undefined : partNamed(opened, target);
  if (known !== undefined) return readXmlPart(opened, known);
  const name =
    kind === 'authors' ? `${folderOf(opened)}authors.xml` : freePartName(opened, `${folderOf(opened)}comments/modernComment_`, '.xml');
  addPart(
    opened,
    { name, contentType: `${CONTENT_TYPES}.${kind}+xml` },
    `${XML_DECLARATION}<p188:${root} xmlns:a="${A}" xmlns:p188="${P188}"></p188:${root}>`,
  );
  addRelationship(opened, from, { type, target: name });
  return readXmlPart(opened, name);
}

function authorId(opened: OfficePackage, author: string): string {
  const part = partFor(opened, opened.mainPart, 'authors', 'authorLst');
  const known = elementsOf(part.root).find((one) => one.local === 'author' && attributeOf(one, 'name') === author);
  const knownId = known && attributeOf(known, 'id');
  if (knownId !== undefined) return knownId;
  const id = newId(part, 'author', author);
  const name = escapeAttribute(author);
  editXmlPart(opened, part, [
    appendContent(
      part,
      part.root,
      `<${prefixOf(part.root)}author id="${id}" name="${name}" initials="${escapeAttribute(initialsOf(author))}" userId="${name}" providerId="None"/>`,
    ),
  ]);
  return id;
}

/** The text of a comment; its namespaces are declared where they are used, whatever the part declares. */
const bodyOf = (p: string, text: string): string =>
  `<${p}txBody><a:bodyPr xmlns:a="${A}"/><a:lstStyle xmlns:a="${A}"/>${text
    .split('\n')
    .map((line) => `<a:p xmlns:a="${A}"><a:r><a:t>${escapeText(line)}</a:t></a:r></a:p>`)
    .join('')}</${p}txBody>`;

const stampOf = (date: string): string => `${date.replace(/Z$/, '')}.000`;

/** Attributes that comments and answers have alike. */
const attributesOf = (opened: OfficePackage, part: XmlPart, { text, by }: NewComment): string =>
  `id="${newId(part, by.author, by.date, text)}" authorId="${authorId(opened, by.author)}" created="${stampOf(by.date)}"`;

/** The slide as comments name it: its id in the list of slides, and the id that it got when it was made. */
function slideMark(opened: OfficePackage, slide: string): string {
  const entry = listSlides(opened, readXmlPart(opened, opened.mainPart)).find(({ name }) => name === slide)?.entry;
  const made = [...walkElements(readXmlPart(opened, slide).root)].find(({ local, uri }) => local === 'creationId' && uri === P14);
  const [made10 = '0', listed = '0'] = [made && attributeOf(made, 'val'), entry && attributeOf(entry, 'id')];
  return `<pc:sldMkLst xmlns:pc="${POWERPOINT_COMMAND}"><pc:docMk/><pc:sldMk cId="${escapeAttribute(made10)}" sldId="${escapeAttribute(listed)}"/></pc:sldMkLst>`;
}

/** Begins a thread on a slide. @param slide name of its part */
export function beginThread(opened: OfficePackage, slide: string, comment: NewComment): void {
  const part = partFor(opened, slide, 'comments', 'cmLst');
  const p = prefixOf(part.root);
  const attributes = attributesOf(opened, part, comment);
  editXmlPart(opened, part, [
    appendContent(part, part.root, `<${p}cm ${attributes}>${slideMark(opened, slide)}${bodyOf(p, comment.text)}</${p}cm>`),
  ]);
}

/** Answers behind the answers that a thread has (`replyLst` is before the text of the comment). */
export function answerThread(opened: OfficePackage, { part, element }: SlideComment, comment: NewComment): void {
  const p = prefixOf(element);
  const reply = `<${p}reply ${attributesOf(opened, part, comment)}>${bodyOf(p, comment.text)}</${p}reply>`;
  const list = elementsOf(element).find(({ local }) => local === 'replyLst');
  const next = elementsOf(element).find(({ local }) => local === 'txBody' || local === 'extLst');
  const whole = `<${p}replyLst>${reply}</${p}replyLst>`;
  const edit = (): XmlEdit => {
    if (list !== undefined) return list.contentStart === list.end ? replaceNode(list, whole) : appendContent(part, list, reply);
    return next === undefined ? appendContent(part, element, whole) : insertBefore(next, whole);
  };
  editXmlPart(opened, part, [edit()]);
}
