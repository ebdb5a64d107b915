/** Layouts of a presentation and their placeholders: what slides inherit (ISO/IEC 29500-1 §19.3.1.36). */
import { A, P, R } from '../../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { placeholderOf } from './deck-objects.ts';

export const LAYOUT_RELATION = `${R}/slideLayout`;
const MASTER_RELATION = `${R}/slideMaster`;

export interface DeckLayout {
  name: string;
  type: string;
  part: XmlPart;
}
export interface Placeholder {
  type: string;
  index: string;
  element: XmlElement;
  frame: XmlElement | undefined;
}

function relatedPart(opened: OfficePackage, from: string, type: string): XmlPart | undefined {
  const found = relationshipsOf(opened, from).find((one) => one.type === type && !one.external);
  const name = found && partNamed(opened, found.target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

function toLayout(part: XmlPart): DeckLayout {
  const content = firstElementOf(part.root, 'cSld', P);
  return { name: (content && attributeOf(content, 'name')) ?? '', type: attributeOf(part.root, 'type') ?? '', part };
}

export const layoutOf = (opened: OfficePackage, slide: string): DeckLayout | undefined => {
  const part = relatedPart(opened, slide, LAYOUT_RELATION);
  return part && toLayout(part);
};

/** All of them, master by master. */
export function layoutsOf(opened: OfficePackage): DeckLayout[] {
  const masters = relationshipsOf(opened, opened.mainPart)
    .filter(({ type, external }) => type === MASTER_RELATION && !external)
    .flatMap(({ target }) => partNamed(opened, target) ?? []);
  return masters.flatMap((master) => {
    const relations = new Map(
      relationshipsOf(opened, master)
        .filter(({ type }) => type === LAYOUT_RELATION)
        .map(({ id, target }) => [id, target]),
    );
    const list = firstElementOf(readXmlPart(opened, master).root, 'sldLayoutIdLst', P);
    const ordered = (list === undefined ? [] : elementsOf(list, 'sldLayoutId', P)).flatMap(
      (entry) => relations.get(entry.attributes.find(({ local, uri }) => local === 'id' && uri !== '')?.value ?? '') ?? [],
    );
    return ordered.flatMap((target) => partNamed(opened, target) ?? []).map((name) => toLayout(readXmlPart(opened, name)));
  });
}

/** Position and size, as it is written on the shape itself. */
export function frameOf(element: XmlElement): XmlElement | undefined {
  const own = firstElementOf(element, 'xfrm', P);
  const properties = firstElementOf(element, element.local === 'grpSp' ? 'grpSpPr' : 'spPr', P);
  return own ?? (properties && firstElementOf(properties, 'xfrm', A));
}

export function placeholdersOf(part: XmlPart): Placeholder[] {
  return [...walkElements(part.root)].flatMap((element): Placeholder[] => {
    if (element.uri !== P || !['sp', 'pic', 'graphicFrame'].includes(element.local)) return [];
    const held = placeholderOf(element);
    return held === undefined ? [] : [{ type: held.type, index: held.index, element, frame: frameOf(element) }];
  });
}

const TITLES = new Set(['title', 'ctrTitle']);
const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr']);
export const isTitle = ({ type }: { type: string }): boolean => TITLES.has(type);
export const isFurniture = ({ type }: { type: string }): boolean => FURNITURE.has(type);

/** The placeholder of a layout that a slide's one takes after: the same index, else the same kind. */
function matchPlaceholder(wanted: { type: string; index: string }, offered: readonly Placeholder[]): Placeholder | undefined {
  if (isTitle(wanted)) return offered.find(isTitle);
  if (isFurniture(wanted)) return offered.find(({ type }) => type === wanted.type);
  return offered.find((one) => one.index === wanted.index && !isTitle(one) && !isFurniture(one));
}

/** What a placeholder of a slide takes after: its like in the layout, and in the layout's master. */
export function placeholdersAbove(opened: OfficePackage, slide: string, wanted: { type: string; index: string }): Placeholder[] {
  const layout = layoutOf(opened, slide);
  if (layout === undefined) return [];
  const match = matchPlaceholder(wanted, placeholdersOf(layout.part));
  const master = masterOf(opened, layout.part.name);
  const above = master === undefined ? [] : placeholdersOf(master);
  const type = match?.type ?? wanted.type;
  const last = isTitle({ type })
    ? above.find(isTitle)
    : isFurniture({ type })
      ? above.find((one) => one.type === type)
      : above.find((one) => one.type === 'body');
  return [match, last].filter((one) => one !== undefined);
}

/** The master of a layout. */
export const masterOf = (opened: OfficePackage, layout: string): XmlPart | undefined => relatedPart(opened, layout, MASTER_RELATION);

/** The frame that a placeholder gets from its layout, or from the layout's master. */
export const inheritedFrame = (opened: OfficePackage, slide: string, wanted: { type: string; index: string }): XmlElement | undefined =>
  placeholdersAbove(opened, slide, wanted).find(({ frame }) => frame !== undefined)?.frame;
