/** Numbers of slides as they are written on slides and pages of notes: programs count anew when they draw them, what only reads texts does not. */
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { listSlides } from '../../../ooxml/deck-file.ts';
import { replaceContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { A, R } from '../../../ooxml/names.ts';
import { partNamed, readPartText, readXmlPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';
import { attributeOf, firstElementOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** Whether a text is the number that a field shows: of a slide that was copied from a layout, the sign in its place. */
const NUMBER = /^\s*(?:\d+|‹#›|<#>)\s*$/;

/** The text of a field that shows the number of its slide (ISO/IEC 29500-1 §21.1.2.2.4); undefined of all else. */
export function slideNumberIn(field: XmlElement): XmlElement | undefined {
  if (field.uri !== A || field.local !== 'fld' || attributeOf(field, 'type') !== 'slidenum') return undefined;
  const text = firstElementOf(field, 't', A);
  return text !== undefined && NUMBER.test(textOf(text)) ? text : undefined;
}

function writeNumber(opened: OfficePackage, name: string, number: number): void {
  if (!readPartText(opened, name).text.includes('slidenum')) return;
  const part = readXmlPart(opened, name);
  const edits = [...walkElements(part.root)].flatMap((one): XmlEdit[] => {
    const text = slideNumberIn(one);
    return text === undefined || textOf(text).trim() === String(number) ? [] : [replaceContent(part, text, String(number))];
  });
  editXmlPart(opened, part, edits);
}

/**
 * Slides that are new, or in another place than they were, show the number of their place; so do their notes. The others are left as they are.
 * @param before names of the slides' parts in the order that they had
 */
export function numberSlides(opened: OfficePackage, before: readonly string[]): void {
  const main = readXmlPart(opened, opened.mainPart);
  const first = Number(attributeOf(main.root, 'firstSlideNum') ?? 1);
  const known = new Map(before.map((name, at) => [name, at]));
  const names = listSlides(opened, main).map(({ name }) => name);
  for (const [at, name] of names.entries()) {
    if (known.get(name) === at || names.indexOf(name) !== at) continue;
    writeNumber(opened, name, first + at);
    const notes = relationshipsOf(opened, name).find(({ type, external }) => !external && type === `${R}/notesSlide`);
    const page = notes && partNamed(opened, notes.target);
    if (page !== undefined) writeNumber(opened, page, first + at);
  }
}
