/** The list of slides, and what names slides beside it: sections, shows of chosen slides (ISO/IEC 29500-1 §19.2.1). */
import { type Move } from '../../../ooxml/address-moves.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { P, R } from '../../../ooxml/names.ts';
import { insertAfter, insertBefore, prependContent, removeNode, appendContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { addRelationships, editXmlPart } from '../../../ooxml/change-package.ts';
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

/** Names of the slides' parts, in their order. */
export const namesOf = ({ slides }: DeckFile): string[] => slides.map(({ part }) => part.name);

/** Addresses of slides, and of all on them, go with the slides. @param indexOf where a slide goes; null where it goes away */
export function renumberSlides(indexOf: (index: number) => number | null): Move {
  return (address) => {
    const found = /^s([1-9][0-9]{0,5})(?=\.|$)/.exec(address);
    if (found === null) return address;
    const index = indexOf(Number(found[1]) - 1);
    return index === null ? null : `s${index + 1}${address.slice(found[0].length)}`;
  };
}

/**
 * Addresses when a slide comes in. The next number after the last slide is the new one's, wherever it is put, so that later operations of the
 * request can name it: all smaller ones mean the slides of the file as it was sent.
 * @param to the index where it comes; count: how many there are before
 */
export const renumberForNew = (to: number, count: number): Move =>
  renumberSlides((at) => (at === count ? to : at >= to && at < count ? at + 1 : at));

/** Puts a slide that is a part already into the list at this index, and into the section of the slide before it. */
export const enterSlide = (opened: OfficePackage, name: string, index: number): void => enterSlides(opened, [{ name, index }]);

/** The same for many slides at once. @param placed by ascending index: the places of the slides in the list as it will be */
export function enterSlides(opened: OfficePackage, placed: readonly { name: string; index: number }[]): void {
  if (placed.length === 0) return;
  const relationships = addRelationships(
    opened,
    opened.mainPart,
    placed.map(({ name }) => ({ type: `${R}/slide`, target: name })),
  );
  const main = readXmlPart(opened, opened.mainPart);
  const list = firstElementOf(main.root, 'sldIdLst', P);
  const entries = list === undefined ? [] : elementsOf(list, 'sldId', P);
  const prefix = prefixOf(main.root.name);
  const link = attributeLike(main.root, entries[0], 'id', R);
  const taken = new Set(entries.map((entry) => Number(attributeOf(entry, 'id') ?? 0)));
  // slides with the same neighbours go in together
  const groups = new Map<number, { xml: string; ids: string[] }>();
  let free = FIRST_ID;
  for (const [at, { index }] of placed.entries()) {
    while (taken.has(free)) free++;
    taken.add(free);
    const behind = Math.min(index - at, entries.length);
    const group = groups.get(behind) ?? { xml: '', ids: [] };
    group.xml += `<${prefix}sldId id="${free}" ${link}="${escapeAttribute(relationships[at] ?? '')}"/>`;
    group.ids.push(String(free));
    groups.set(behind, group);
  }
  const edits = [...groups].flatMap(([at, { xml, ids }]): XmlEdit[] => {
    const behind = entries[at];
    const put =
      list === undefined
        ? newList(main, `<${prefix}sldIdLst>${xml}</${prefix}sldIdLst>`)
        : behind === undefined
          ? appendContent(main, list, xml)
          : insertBefore(behind, xml);
    return [put, ...sectionEdits(main, ids, entries[at - 1], behind)];
  });
  editXmlPart(opened, main, edits);
}

function newList(main: XmlPart, xml: string): XmlEdit {
  const before = ['handoutMasterIdLst', 'notesMasterIdLst', 'sldMasterIdLst']
    .map((local) => firstElementOf(main.root, local, P))
    .find((one) => one !== undefined);
  return before === undefined ? prependContent(main, main.root, xml) : insertAfter(before, xml);
}

function sectionEdits(main: XmlPart, ids: readonly string[], before: XmlElement | undefined, behind: XmlElement | undefined): XmlEdit[] {
  const lineOf = (entry: XmlElement | undefined): XmlElement | undefined =>
    entry === undefined ? undefined : sectionEntries(main, attributeOf(entry, 'id') ?? '')[0];
  const [first, second] = [lineOf(before), lineOf(behind)];
  const xml = (line: XmlElement): string => ids.map((id) => `<${line.name} id="${id}"/>`).join('');
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
  const sections = lines.length === 0 ? [] : sectionEdits(main, [id], before, behind);
  return [
    removeNode(entry),
    ...(put === undefined ? [] : [put]),
    ...(sections.length === 0 ? [] : [...lines.map(removeNode), ...sections]),
  ];
}
