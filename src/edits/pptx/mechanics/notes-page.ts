/** Writes the speaker notes of a slide; a presentation without notes gets the master that they need. */
import { maxOf } from '../../../base/extremes.ts';
import { A, P, R } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, freePartName } from '../../../ooxml/change-package.ts';
import {
  appendContent,
  insertAfter,
  insertBefore,
  prependContent,
  removeNode,
  replaceNode,
  type XmlEdit,
} from '../../../ooxml/edit-xml.ts';
import { notesMasterXml, notesPageXml, notesTextXml } from '../../../ooxml/notes-page.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { copyPart } from './copy-part.ts';
import { placeholdersOf } from './layouts.ts';
import { declarations, paragraphsXml, spelledIn } from './new-slide.ts';

const PRESENTATION = 'application/vnd.openxmlformats-officedocument.presentationml';

function related(opened: OfficePackage, from: string, kind: string): string | undefined {
  const found = relationshipsOf(opened, from).find(({ type, external }) => type === `${R}/${kind}` && !external);
  return found && partNamed(opened, found.target);
}

/** The page of a slide, and the paragraphs of its notes. */
function notesOf(opened: OfficePackage, slide: string): { part: XmlPart; body: XmlElement; paragraphs: XmlElement[] } | undefined {
  const name = related(opened, slide, 'notesSlide');
  if (name === undefined) return undefined;
  const part = readXmlPart(opened, name);
  const body = placeholdersOf(part)
    .filter(({ type }) => type === 'body')
    .flatMap(({ element }) => firstElementOf(element, 'txBody', P) ?? [])[0];
  return body && { part, body, paragraphs: elementsOf(body, 'p', A) };
}

export function readNotes(opened: OfficePackage, slide: string): string {
  return notesOf(opened, slide)?.paragraphs.map(textOf).join('\n') ?? '';
}

/** Name of the master of notes; made where there is none. */
function needMaster(opened: OfficePackage): string {
  const known = related(opened, opened.mainPart, 'notesMaster');
  if (known !== undefined) return known;
  const folder = opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1);
  const main = readXmlPart(opened, opened.mainPart);
  const master = freePartName(opened, `${folder}notesMasters/notesMaster`, '.xml');
  addPart(opened, { name: master, contentType: `${PRESENTATION}.notesMaster+xml` }, notesMasterXml(declarations(main)));
  const model = related(opened, related(opened, opened.mainPart, 'slideMaster') ?? '', 'theme');
  if (model !== undefined) {
    // with the pictures that its fills name
    addRelationship(opened, master, { type: `${R}/theme`, target: copyPart(opened, model, new Map()) });
  }
  const id = addRelationship(opened, opened.mainPart, { type: `${R}/notesMaster`, target: master });
  const masters = firstElementOf(main.root, 'sldMasterIdLst', P);
  const entry = (prefix: string): string =>
    `<${prefix}notesMasterIdLst><${prefix}notesMasterId xmlns:r="${R}" r:id="${id}"/></${prefix}notesMasterIdLst>`;
  const prefix = main.root.name.slice(0, main.root.name.indexOf(':') + 1);
  editXmlPart(opened, main, [masters === undefined ? prependContent(main, main.root, entry(prefix)) : insertAfter(masters, entry(prefix))]);
  return master;
}

/** The notes with these lines in place of their own; the first paragraph's format is that of all. */
function rewriteParagraphs(body: XmlElement, paragraphs: readonly XmlElement[], xml: string): XmlEdit[] {
  const [first, ...rest] = paragraphs;
  if (first !== undefined) return [replaceNode(first, xml), ...rest.map(removeNode)];
  const last = elementsOf(body).at(-1);
  return last === undefined ? [] : [insertAfter(last, xml)];
}

/** Declares the prefixes of new markup where the page does not, or means something else by them. */
function withNames(opened: OfficePackage, { root }: XmlPart, xml: string): string {
  const main = readXmlPart(opened, opened.mainPart);
  const known = new Map(root.attributes.map(({ name, value }) => [name, value]));
  const isKnown = known.get('xmlns:a') === spelledIn(main, A) && known.get('xmlns:p') === spelledIn(main, P);
  return isKnown ? xml : xml.replace(/^<p:\w+/, (opening) => `${opening} ${declarations(main)}`);
}

/** A page without room for text, as some have only the picture of the slide, gets it: a slide has one page of notes. */
function addText(opened: OfficePackage, page: string, paragraphs: string): void {
  const part = readXmlPart(opened, page);
  const held = placeholdersOf(part).find(({ type }) => type === 'body');
  const head = held && elementsOf(held.element).findLast(({ local }) => ['nvSpPr', 'spPr', 'style'].includes(local));
  if (head !== undefined) {
    const body = withNames(opened, part, `<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody>`);
    return editXmlPart(opened, part, [insertAfter(head, body)]);
  }
  const tree = [...walkElements(part.root)].find(({ local, uri }) => local === 'spTree' && uri === P);
  if (tree === undefined) return;
  const ids = [...walkElements(tree)].flatMap((element) => (element.local === 'cNvPr' ? Number(attributeOf(element, 'id')) || 0 : []));
  const shape = withNames(opened, part, notesTextXml(maxOf([1, ...ids]) + 1, paragraphs));
  const last = firstElementOf(tree, 'extLst', P);
  editXmlPart(opened, part, [last === undefined ? appendContent(part, tree, shape) : insertBefore(last, shape)]);
}

/** @param slide name of its part; '' as text empties the notes */
export function writeNotes(opened: OfficePackage, slide: string, text: string, lang = 'en-US'): void {
  const known = notesOf(opened, slide);
  const xml = paragraphsXml(text, lang);
  if (known !== undefined) {
    // the page may name the namespace of DrawingML otherwise
    const prefix = known.paragraphs[0]?.name.replace(/p$/, '') ?? 'a:';
    const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
    // or declare it on each of its elements
    const isKnown = known.part.root.attributes.some((attribute) => attribute.name === name);
    const declared = isKnown ? xml : xml.replaceAll('<a:p>', `<a:p ${name}="${spelledIn(readXmlPart(opened, opened.mainPart), A)}">`);
    editXmlPart(
      opened,
      known.part,
      rewriteParagraphs(known.body, known.paragraphs, prefix === 'a:' ? declared : declared.replaceAll(/<(\/?)a:/g, `<$1${prefix}`)),
    );
    return;
  }
  const bare = related(opened, slide, 'notesSlide');
  if (bare !== undefined) return addText(opened, bare, xml);
  const master = needMaster(opened);
  const folder = opened.mainPart.slice(0, opened.mainPart.lastIndexOf('/') + 1);
  const page = freePartName(opened, `${folder}notesSlides/notesSlide`, '.xml');
  addPart(
    opened,
    { name: page, contentType: `${PRESENTATION}.notesSlide+xml` },
    notesPageXml(declarations(readXmlPart(opened, opened.mainPart)), xml),
  );
  addRelationship(opened, page, { type: `${R}/notesMaster`, target: master });
  addRelationship(opened, page, { type: `${R}/slide`, target: slide });
  addRelationship(opened, slide, { type: `${R}/notesSlide`, target: page });
}
