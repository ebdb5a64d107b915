/**
 * Headers and footers of a redline. A section shows what it names, or else what the section in front of it shows (ISO/IEC 29500-1
 * §17.10.2, §17.10.5), so two versions are compared by what their sections show. References are no text and cannot be tracked: each
 * section of the redline is given a part in which the change stands, and names it where the section in front shows another one, be it
 * in the redline, accepted or rejected.
 */
import { addPart, addRelationship, addRelationships, editXmlPart, freePartName } from '../../ooxml/change-package.ts';
import { prependContent, replaceNode, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { OFFICE_RELATIONSHIP, R, W } from '../../ooxml/names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { attributeOf, elementsOf, parseXml, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { tellEvenApart, tellsEvenApart } from '../docx/mechanics/even-pages.ts';
import { spelled } from '../docx/mechanics/word-names.ts';
import { describeElement, type ContentOf } from './describe-content.ts';
import { mergeBlocks } from './merge-blocks.ts';
import type { Merge } from './merge-properties.ts';
import { namesClash, shareNames } from './share-names.ts';
import { prefixOf } from './track-element.ts';

/** All ends of sections in the order of the text; not those that a tracked change remembers. */
const sectionsOf = (part: XmlPart): XmlElement[] =>
  [...walkElements(part.root)].filter(({ uri, local, parent }) => uri === W && local === 'sectPr' && parent?.local !== 'sectPrChange');

const isReference = ({ uri, local }: XmlElement): boolean => uri === W && /^(?:header|footer)Reference$/.test(local);

/** `header default`, `footer first` */
const placeOf = (reference: XmlElement): string => `${reference.local.slice(0, 6)} ${valueOf(reference, 'type') ?? 'default'}`;

/** The parts that a section names, by place. */
function namedBy(opened: OfficePackage, main: XmlPart, section: XmlElement): Map<string, string> {
  const targets = new Map(relationshipsOf(opened, main.name).map(({ id, target }) => [id, target]));
  return new Map(
    elementsOf(section)
      .filter(isReference)
      .flatMap((reference) => {
        const name = partNamed(opened, targets.get(attributeOf(reference, 'id', R) ?? '') ?? '');
        return name === undefined ? [] : [[placeOf(reference), name] as const];
      }),
  );
}

/** What even pages show where they are not told apart: what all others show. */
function evenAsOthers(shown: ReadonlyMap<string, XmlPart>): Map<string, XmlPart> {
  const alike = [...shown].filter(([place]) => !place.endsWith(' even'));
  return new Map([
    ...alike,
    ...alike.flatMap(([place, part]) => (place.endsWith(' default') ? [[place.replace('default', 'even'), part] as const] : [])),
  ]);
}

/**
 * What each section shows, by place: named by itself or by the last one in front of it that names something there.
 * @param even whether even pages count by themselves, also where this file does not tell them apart: in one of two versions it may
 */
export function headersBySection(opened: OfficePackage, main: XmlPart, even: boolean): ReadonlyMap<string, XmlPart>[] {
  const alike = even && !tellsEvenApart(opened);
  const parts = new Map<string, XmlPart>();
  const shown = new Map<string, XmlPart>();
  return sectionsOf(main).map((section) => {
    for (const [place, name] of namedBy(opened, main, section)) {
      const part = parts.get(name) ?? readXmlPart(opened, name);
      parts.set(name, part);
      shown.set(place, part);
    }
    return alike ? evenAsOthers(shown) : new Map(shown);
  });
}

/** Blocks of a header; none of one with nothing but an empty paragraph, which shows what no header shows. */
export function describeHeader({ root, name }: XmlPart, content: ContentOf): string[] {
  const describe = (one: XmlElement): string => describeElement(one, content, name);
  const blocks = elementsOf(root).filter((one) => describe(one) !== '');
  const [only] = blocks;
  const isBlank =
    only?.local === 'p' && blocks.length === 1 && elementsOf(only).every((one) => one.local === 'pPr' || describe(one) === '');
  return isBlank ? [] : blocks.map(describe);
}

type Shared = Omit<Merge, 'from' | 'to'>;
type Fate = 'same' | 'ins' | 'del';

/** What became of a section, by the mark of the paragraph that ends it. */
function fateOf(section: XmlElement): Fate {
  const mark = section.parent?.local === 'pPr' ? childOf(section.parent, 'rPr') : undefined;
  if (mark === undefined) return 'same';
  return childOf(mark, 'ins') !== undefined ? 'ins' : childOf(mark, 'del') !== undefined ? 'del' : 'same';
}

interface Slot {
  old: XmlPart | undefined;
  next: XmlPart | undefined;
  /** The part of the redline that is the one where it is rejected, and the other where it is accepted. */
  name: string;
}

interface Writing {
  merge: Shared;
  from: ContentOf;
  to: ContentOf;
  main: XmlPart;
  slots: Slot[];
}

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

/** A header with an empty paragraph. @param model whose names it can hold */
function blankXml({ main }: Writing, kind: string, model: XmlPart | undefined): string {
  if (model === undefined) {
    const root = kind === 'header' ? 'w:hdr' : 'w:ftr';
    return `${XML_DECLARATION}<${root} xmlns:w="${spelled(main, W)}"><w:p/></${root}>`;
  }
  const tag = model.source.slice(model.root.start, model.root.contentStart).replace(/\s*\/>$/, '>');
  return `${XML_DECLARATION}${tag}<${prefixOf(model)}p/></${model.root.name}>`;
}

function addHeader({ from, main }: Writing, kind: string, xml: string): string {
  const { opened } = from;
  const name = freePartName(opened, `word/${kind}`, '.xml');
  addPart(opened, { name, contentType: `${TYPE}${kind}+xml` }, xml);
  addRelationship(opened, main.name, { type: `${OFFICE_RELATIONSHIP}${kind}`, target: name });
  return name;
}

/** A header of the older file once more, as it was: the part itself already leads to another one of the newer file. */
function copyHeader(writing: Writing, kind: string, { name, source }: XmlPart): string {
  const { opened } = writing.from;
  const made = addHeader(writing, kind, source);
  addRelationships(
    opened,
    made,
    relationshipsOf(opened, name).map(({ id, type, target, external }) => ({ id, type, target, external })),
  );
  return made;
}

const BLANK = `<w:hdr xmlns:w="${W}"><w:p/></w:hdr>`;

/** The name of a part that leads from the older header to the newer one; undefined where neither shows anything. */
function headerFor(writing: Writing, place: string, old: XmlPart | undefined, next: XmlPart | undefined): string | undefined {
  const { merge, from, to, slots } = writing;
  if (old === undefined && next === undefined) return undefined;
  const known = slots.find((slot) => slot.old === old && slot.next === next);
  if (known !== undefined) return known.name;
  const kind = place.slice(0, 6);
  const isSame =
    (old === undefined ? [] : describeHeader(old, from)).join('\n') === (next === undefined ? [] : describeHeader(next, to)).join('\n');
  if (isSame && old === undefined) return undefined;
  const isFree = old !== undefined && !slots.some(({ name }) => name === old.name);
  const name = isFree
    ? old.name
    : old === undefined
      ? addHeader(writing, kind, blankXml(writing, kind, next))
      : copyHeader(writing, kind, old);
  slots.push({ old, next, name });
  if (isSame) return name;
  if (next !== undefined) shareNames(from.opened, name, next);
  const part = readXmlPart(from.opened, name);
  const other: XmlPart = next ?? { ...parseXml(BLANK), name: to.opened.mainPart, encoding: part.encoding };
  const sides: Merge = {
    ...merge,
    from: { content: from, part },
    to: { content: to, part: other },
    coarse: merge.coarse || namesClash(part, other),
  };
  editXmlPart(from.opened, part, mergeBlocks(sides, part.root, other.root));
  return name;
}

/** The part that a section shows which only one of the versions has; those that both have are settled by then. */
function headerOfOne(writing: Writing, place: string, fate: 'ins' | 'del', part: XmlPart | undefined): string | undefined {
  const { to, slots } = writing;
  if (part === undefined) return undefined;
  const known = slots.find(({ old, next }) => (fate === 'del' ? old : next) === part);
  if (known !== undefined) return known.name;
  if (fate === 'del') return part.name;
  const wanted = describeHeader(part, to).join('\n');
  const alike = slots.find(({ next }) => next !== undefined && describeHeader(next, to).join('\n') === wanted);
  return alike?.name ?? headerFor(writing, place, undefined, part);
}

interface Section {
  element: XmlElement;
  fate: Fate;
  old: ReadonlyMap<string, XmlPart> | undefined;
  next: ReadonlyMap<string, XmlPart> | undefined;
  /** Part that it has to show, by place. */
  shows: Map<string, string>;
}

/** The sections of the redline as those of both files; null where they do not come out even. */
function pairSections(
  main: XmlPart,
  mine: ReturnType<typeof headersBySection>,
  theirs: ReturnType<typeof headersBySection>,
): Section[] | null {
  let [i, j] = [0, 0];
  const sections = sectionsOf(main).map((element): Section => {
    const fate = fateOf(element);
    const old = fate === 'ins' ? undefined : mine[i++];
    const next = fate === 'del' ? undefined : theirs[j++];
    return { element, fate, old, next, shows: new Map() };
  });
  // the last section may be that of one file alone, which names no properties in the other
  return i >= mine.length && j >= theirs.length ? sections : null;
}

/** Lets each section name what it has to show, where those in front of it do not show the same, however the changes are settled. */
function nameHeaders(writing: Writing, sections: readonly Section[], places: readonly string[]): XmlEdit[] {
  const { from, main } = writing;
  const { opened } = from;
  const views = { same: new Map<string, string>(), ins: new Map<string, string>(), del: new Map<string, string>() };
  const w = prefixOf(main);
  return sections.flatMap(({ element, fate, shows }) => {
    const own = namedBy(opened, main, element);
    const present = [views.same, ...(fate === 'del' ? [] : [views.ins]), ...(fate === 'ins' ? [] : [views.del])];
    return places.flatMap((place): XmlEdit[] => {
      const kind = place.slice(0, 6);
      const isShown = (name: string | undefined): boolean => present.every((view) => view.get(place) === name);
      const wanted = shows.get(place);
      const isNamed = own.has(place) ? own.get(place) === wanted : isShown(wanted);
      const name = isNamed ? wanted : (wanted ?? addHeader(writing, kind, blankXml(writing, kind, undefined)));
      for (const view of present)
        if (name === undefined) view.delete(place);
        else view.set(place, name);
      if (isNamed || name === undefined) return [];
      const known = elementsOf(element).find((one) => isReference(one) && placeOf(one) === place);
      const id = relationshipsOf(opened, main.name).find(({ target }) => partNamed(opened, target) === name)?.id ?? '';
      const xml = `<${w}${kind}Reference xmlns:r="${spelled(main, R)}" ${w}type="${place.slice(7)}" r:id="${id}"/>`;
      return [known === undefined ? prependContent(main, element, xml) : replaceNode(known, xml)];
    });
  });
}

/**
 * Writes the headers and footers of a redline whose text has been written.
 * @param mains the texts of the two files, the older one as it was
 * @param even whether even pages are told apart in one of them
 */
export function mergeHeaders(merge: Shared, from: ContentOf, to: ContentOf, mains: { old: XmlPart; next: XmlPart }, even: boolean): void {
  const [mine, theirs] = [headersBySection(from.opened, mains.old, even), headersBySection(to.opened, mains.next, even)];
  const places = [...new Set([...mine, ...theirs].flatMap((shown) => [...shown.keys()]))];
  if (places.length === 0) return;
  const main = readXmlPart(from.opened, mains.old.name);
  const sections = pairSections(main, mine, theirs);
  if (sections === null) {
    merge.imported.left.add('headers and footers of sections that one of the files has not');
    return;
  }
  if (even) tellEvenApart(from.opened);
  if (even && !tellsEvenApart(from.opened)) merge.imported.left.add('whether even pages have headers and footers of their own');
  const writing: Writing = { merge, from, to, main, slots: [] };
  for (const fate of ['same', 'del', 'ins'] as const)
    for (const section of sections.filter((one) => one.fate === fate))
      for (const place of places) {
        const [old, next] = [section.old?.get(place), section.next?.get(place)];
        const name = fate === 'same' ? headerFor(writing, place, old, next) : headerOfOne(writing, place, fate, old ?? next);
        if (name !== undefined) section.shows.set(place, name);
      }
  editXmlPart(from.opened, main, nameHeaders(writing, sections, places));
}
