/** The list of slides, and what names slides beside it: sections, shows of chosen slides (ISO/IEC 29500-1 §19.2.1). */
import { type Move } from '../../../ooxml/address-moves.ts';
import { P, R } from '../../../ooxml/names.ts';
import { insertAfter, insertBefore, prependContent, removeNode, appendContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { addRelationship, editXmlPart } from '../../../ooxml/change-package.ts';
import { readXmlPart, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { attributeLike } from '../../office/declared-prefix.ts';

/** Ids of slides begin here (§19.2.1.33). */
const FIRST_ID = 256;

/** Lines of sections for the slide with this id. */
function sectionEntries({ root }: XmlPart, id: string): XmlElement[] {
  return [...walkElements(root)].filter(
    ({ local, uri, parent, attributes }) =>
      local === 'sldId' && uri !== P && parent?.local === 'sldIdLst' && attributes.some((one) => one.local === 'id' && one.value === id),
  );
}

const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

/** Addresses of slides, and of all on them, go with the slides. @param indexOf where a slide goes; null where it goes away */
export function renumberSlides(indexOf: (index: number) => number | null): Move {
  return (address) => {
    const found = /^s([1-9][0-9]{0,5})(?=\.|$)/.exec(address);
    if (found === null) return address;
    const index = indexOf(Number(found[1]) - 1);
    return index === null ? null : `s${index + 1}${address.slice(found[0].length)}`;
  };
}

/** Puts a slide that is a part already into the list at this index, and into the section of the slide before it. */
export function enterSlide(opened: OfficePackage, name: string, index: number): void {
  const relationship = addRelationship(opened, opened.mainPart, { type: `${R}/slide`, target: name });
  const main = readXmlPart(opened, opened.mainPart);
  const list = firstElementOf(main.root, 'sldIdLst', P);
  const entries = list === undefined ? [] : elementsOf(list, 'sldId', P);
  const ids = new Set(entries.map((entry) => Number(attributeOf(entry, 'id') ?? 0)));
  let id = FIRST_ID;
  while (ids.has(id)) id++;
  const model = entries[0];
  const prefix = prefixOf(main.root.name);
  const link = attributeLike(main.root, model, 'id', R);
  const xml = `<${prefix}sldId id="${id}" ${link}="${escapeAttribute(relationship)}"/>`;
  const behind = entries[index];
  const edits: XmlEdit[] =
    list === undefined
      ? [newList(main, `<${prefix}sldIdLst>${xml}</${prefix}sldIdLst>`)]
      : [behind === undefined ? appendContent(main, list, xml) : insertBefore(behind, xml)];
  editXmlPart(opened, main, [...edits, ...sectionEdits(main, String(id), entries[index - 1], entries[index])]);
}

function newList(main: XmlPart, xml: string): XmlEdit {
  const before = ['handoutMasterIdLst', 'notesMasterIdLst', 'sldMasterIdLst']
    .map((local) => firstElementOf(main.root, local, P))
    .find((one) => one !== undefined);
  return before === undefined ? prependContent(main, main.root, xml) : insertAfter(before, xml);
}

function sectionEdits(main: XmlPart, id: string, before: XmlElement | undefined, behind: XmlElement | undefined): XmlEdit[] {
  const lineOf = (entry: XmlElement | undefined): XmlElement | undefined =>
    entry === undefined ? undefined : sectionEntries(main, attributeOf(entry, 'id') ?? '')[0];
  const [first, second] = [lineOf(before), lineOf(behind)];
  const xml = (line: XmlElement): string => `<${line.name} id="${id}"/>`;
  if (first !== undefined) return [insertAfter(first, xml(first))];
  return second === undefined ? [] : [insertBefore(second, xml(second))];
}

/** Takes a slide out of the list, of sections and of shows. */
export function unlistEdits(main: XmlPart, entry: XmlElement, relationship: string): XmlEdit[] {
  const shows = [...walkElements(main.root)].filter(
    (one) => one.local === 'sld' && one.uri === P && one.parent?.local === 'sldLst' && attributeOf(one, 'id', R) === relationship,
  );
  return [removeNode(entry), ...sectionEntries(main, attributeOf(entry, 'id') ?? '').map(removeNode), ...shows.map(removeNode)];
}

/** Moves a slide's line to another index; in sections it goes to its new neighbour. */
export function moveEdits(main: XmlPart, entries: readonly XmlElement[], from: number, to: number): XmlEdit[] {
  const entry = entries[from];
  if (entry === undefined) return [];
  const rest = entries.filter((one) => one !== entry);
  const [before, behind] = [rest[to - 1], rest[to]];
  const xml = main.source.slice(entry.start, entry.end);
  const put = behind !== undefined ? insertBefore(behind, xml) : before === undefined ? undefined : insertAfter(before, xml);
  const id = attributeOf(entry, 'id') ?? '';
  const lines = sectionEntries(main, id);
  const sections = lines.length === 0 ? [] : sectionEdits(main, id, before, behind);
  return [
    removeNode(entry),
    ...(put === undefined ? [] : [put]),
    ...(sections.length === 0 ? [] : [...lines.map(removeNode), ...sections]),
  ];
}
