/**
 * What content of another Word file needs to stand in this one: its styles, lists, notes and pictures under ids that are free
 * here, as spans of the other part's source.
 */
import { addPart, addRelationship, editXmlPart, freePartName, newPartName } from '../../ooxml/change-package.ts';
import {
  appendContent,
  applyXmlEdits,
  insertAfter,
  insertBefore,
  removeAttribute,
  removeNode,
  setAttribute,
  type XmlEdit,
} from '../../ooxml/edit-xml.ts';
import { OFFICE_RELATIONSHIP, R, W, WP } from '../../ooxml/names.ts';
import {
  contentTypeOf,
  partNamed,
  readPart,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
  type XmlPart,
} from '../../ooxml/office-package.ts';
import { freshShapeNames, namesShape, renamedShape } from '../../ooxml/shape-names.ts';
import { sidePartOf } from '../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { attributeOf, elementsOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { abstractListOf, describeElement, LEVEL_LINKS, LIST_NAMES, type ContentOf } from './describe-content.ts';

export interface Import {
  from: ContentOf;
  to: ContentOf;
  nextId(): number;
  nextDrawingId(): number;
  /** Names of the bookmarks that the older file has, or has been given. */
  bookmarks: Set<string>;
  /** `part id` or `style id` of the newer file → what it is here. */
  known: Map<string, string>;
  /** Notes that came along, by their kind: the part that they go to as it was before, the highest id by now, and the notes. */
  notes: Map<NoteKind, { part: XmlPart; last: number; xml: string[] }>;
  /** What could not come along, in words. */
  left: Set<string>;
}

/** A part and what it leads to, copied into the older file. @returns its name there */
function importPart(imported: Import, name: string): string {
  const key = `part ${name}`;
  const known = imported.known.get(key);
  if (known !== undefined) return known;
  const { from, to } = imported;
  const dot = name.lastIndexOf('.');
  const stem = name.slice(0, dot).replace(/\d+$/, '');
  const made = freePartName(from.opened, `${stem}_`, name.slice(dot));
  imported.known.set(key, made);
  addPart(
    from.opened,
    { name: made, contentType: contentTypeOf(to.opened, name) ?? 'application/octet-stream' },
    readPart(to.opened, name),
  );
  for (const { id, type, target, external } of relationshipsOf(to.opened, name)) {
    const inside = external ? target : partNamed(to.opened, target);
    if (inside !== undefined)
      addRelationship(from.opened, made, { id, type, target: external ? inside : importPart(imported, inside), external });
  }
  return made;
}

/** An id that nothing in the part leads by: what led nowhere does so here too. */
function deadRelation({ opened }: ContentOf, into: string, id: string): string {
  const taken = new Set(relationshipsOf(opened, into).map((one) => one.id));
  let free = id;
  while (taken.has(free)) free += '_';
  return free;
}

/** @param into the part of the older file that will name it */
function importRelation(imported: Import, part: string, into: string, id: string): string {
  const key = `relation ${part} ${into} ${id}`;
  const known = imported.known.get(key);
  if (known !== undefined) return known;
  const { from, to } = imported;
  const found = relationshipsOf(to.opened, part).find((one) => one.id === id);
  if (found === undefined) return deadRelation(from, into, id);
  const { type, external } = found;
  const inside = external ? found.target : partNamed(to.opened, found.target);
  // a place within the document, `#top`, is written as a target too, and no part
  const target = external || inside === undefined ? found.target : importPart(imported, inside);
  const made = addRelationship(from.opened, into, { type, target, external });
  imported.known.set(key, made);
  return made;
}

/** A part of the older file, which has none of this kind, with nothing in it. @param model of the newer file */
function addEmptyPart(opened: OfficePackage, kind: 'styles' | 'numbering', model: XmlPart): XmlPart {
  const name = newPartName(opened, `word/${kind}`, '.xml');
  const open = model.source.slice(0, model.root.contentStart).replace(/\/>$/, '>');
  addPart(
    opened,
    { name, contentType: `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml` },
    `${open}</${model.root.name}>`,
  );
  addRelationship(opened, opened.mainPart, { type: `${OFFICE_RELATIONSHIP}${kind}`, target: name });
  return readXmlPart(opened, name);
}

function importStyle(imported: Import, id: string): string {
  const { from, to, known } = imported;
  const name = to.names.get(id);
  const mine = name === undefined ? undefined : [...from.names].find(([, one]) => one === name)?.[0];
  const done = mine ?? known.get(`style ${id}`);
  if (done !== undefined) return done;
  const style = to.styles && elementsOf(to.styles.root, 'style', W).find((one) => valueOf(one, 'styleId') === id);
  if (style === undefined || to.styles === undefined) return id;
  const target = sidePartOf(from.opened, 'styles') ?? addEmptyPart(from.opened, 'styles', to.styles);
  let free = id;
  while (from.names.has(free)) free += '_';
  known.set(`style ${id}`, free);
  from.names.set(free, name ?? '');
  const edits = [
    ...importEdits(imported, { part: to.styles, into: target.name }, style),
    setAttribute(to.styles, style, styleIdName(style), free),
  ];
  const xml = sliceWith(to.styles.source, style, edits);
  const now = sidePartOf(from.opened, 'styles');
  if (now !== undefined) editXmlPart(from.opened, now, [appendContent(now, now.root, declareOn(xml, to.styles, now))]);
  return free;
}

const styleIdName = (style: XmlElement): string => style.attributes.find(({ local }) => local === 'styleId')?.name ?? 'w:styleId';

const highest = (part: XmlPart, local: string, key: string): number =>
  elementsOf(part.root, local, W).reduce((most, one) => Math.max(most, Number(valueOf(one, key) ?? 0) || 0), 0);

/** A list that is defined alike here, or its definition. */
function importList(imported: Import, id: string): string {
  const { from, to, known } = imported;
  const done = id === '0' ? '0' : known.get(`list ${id}`);
  if (done !== undefined) return done;
  const wanted = describeElement(listItem(id), to, '');
  const mine = sidePartOf(from.opened, 'numbering');
  const ids = mine === undefined ? [] : elementsOf(mine.root, 'num', W).map((one) => valueOf(one, 'numId') ?? '');
  const same = ids.find((one) => describeElement(listItem(one), from, '') === wanted);
  const made = same ?? addList(imported, id) ?? id;
  known.set(`list ${id}`, made);
  return made;
}

const listItem = (id: string): XmlElement => ({
  kind: 'element',
  name: 'w:numId',
  local: 'numId',
  uri: W,
  attributes: [{ name: 'w:val', local: 'val', uri: W, value: id }],
  children: [],
  parent: undefined,
  start: 0,
  end: 0,
  contentStart: 0,
  contentEnd: 0,
});

function addList({ from, to, left }: Import, id: string): string | undefined {
  const source = to.numbering;
  const num = source && elementsOf(source.root, 'num', W).find((one) => valueOf(one, 'numId') === id);
  const abstract = source && num && abstractListOf(source, num);
  if (source === undefined || num === undefined || abstract === undefined) return undefined;
  const target = sidePartOf(from.opened, 'numbering') ?? addEmptyPart(from.opened, 'numbering', source);
  if ([...walkElements(abstract)].some(({ local }) => local === 'lvlPicBulletId')) left.add('a list with pictures for bullets');
  const [numId, abstractNew] = [highest(target, 'num', 'numId') + 1, highest(target, 'abstractNum', 'abstractNumId') + 1];
  const attributeNamed = (element: XmlElement, local: string): string =>
    element.attributes.find((one) => one.local === local)?.name ?? `w:${local}`;
  const gone = elementsOf(abstract).filter(({ local }) => LIST_NAMES.test(local));
  const styled = [...walkElements(abstract)].filter(({ local, parent }) => parent?.local === 'lvl' && LEVEL_LINKS.test(local));
  const abstractXml = sliceWith(source.source, abstract, [
    setAttribute(source, abstract, attributeNamed(abstract, 'abstractNumId'), String(abstractNew)),
    ...[...gone, ...styled].map(removeNode),
  ]);
  const link = childOf(num, 'abstractNumId');
  const numXml = sliceWith(source.source, num, [
    setAttribute(source, num, attributeNamed(num, 'numId'), String(numId)),
    ...(link === undefined ? [] : [setAttribute(source, link, attributeNamed(link, 'val'), String(abstractNew))]),
  ]);
  const [lastAbstract, lastNum, first] = [
    elementsOf(target.root, 'abstractNum', W).at(-1),
    elementsOf(target.root, 'num', W).at(-1),
    elementsOf(target.root, 'num', W)[0],
  ];
  const place =
    lastAbstract !== undefined
      ? insertAfter(lastAbstract, abstractXml)
      : first !== undefined
        ? insertBefore(first, abstractXml)
        : appendContent(target, target.root, abstractXml);
  const behind =
    lastNum === undefined
      ? lastAbstract === undefined
        ? appendContent(target, target.root, numXml)
        : insertAfter(lastAbstract, numXml)
      : insertAfter(lastNum, numXml);
  editXmlPart(
    from.opened,
    target,
    [place, behind].map((edit) => ({ ...edit, xml: declareOn(edit.xml, source, target) })),
  );
  return String(numId);
}

type NoteKind = 'footnote' | 'endnote';

/** The part of the older file for notes of this kind, made where it has none. @param source that of the newer file */
function notePartFor({ opened }: ContentOf, kind: NoteKind, source: XmlPart): XmlPart | undefined {
  if (sidePartOf(opened, `${kind}s`) === undefined) {
    const isReal = (one: XmlElement): boolean => valueOf(one, 'type') === undefined;
    const bare = applyXmlEdits(source.source, elementsOf(source.root, kind, W).filter(isReal).map(removeNode));
    const name = partNamed(opened, `word/${kind}s.xml`) === undefined ? `word/${kind}s.xml` : freePartName(opened, `word/${kind}s`, '.xml');
    addPart(opened, { name, contentType: `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml` }, bare);
    addRelationship(opened, opened.mainPart, { type: `${OFFICE_RELATIONSHIP}${kind}s`, target: name });
  }
  return sidePartOf(opened, `${kind}s`);
}

/** A note of the newer file as one of the older: its number there. It is written with all others, by `writeNotes`. */
function importNote(imported: Import, kind: NoteKind, id: string): string {
  const { from, to, notes } = imported;
  const source = to.notes[kind];
  const note = source && elementsOf(source.root, kind, W).find((one) => valueOf(one, 'id') === id);
  if (source === undefined || note === undefined) return id;
  const target = notes.get(kind)?.part ?? notePartFor(from, kind, source);
  if (target === undefined) return id;
  const known = notes.get(kind) ?? { part: target, last: Math.max(0, highest(target, kind, 'id')), xml: [] };
  notes.set(kind, known);
  const made = String(++known.last);
  const idName = note.attributes.find(({ local, uri }) => local === 'id' && uri === W)?.name ?? 'w:id';
  const xml = sliceWith(source.source, note, [
    ...importEdits(imported, { part: source, into: target.name }, note).filter(({ start }) => start >= note.contentStart),
    setAttribute(source, note, idName, made),
  ]);
  known.xml.push(declareOn(xml, source, target));
  return made;
}

/** Writes the notes that came along into their parts, all at once: hundreds may have come. */
export function writeNotes({ from, notes }: Import): void {
  for (const { part, xml } of notes.values()) editXmlPart(from.opened, part, [appendContent(part, part.root, xml.join(''))]);
}

/** The element of the source with edits that lie inside it. */
export function sliceWith(source: string, { start, end }: { start: number; end: number }, edits: readonly XmlEdit[]): string {
  return applyXmlEdits(
    source.slice(start, end),
    edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );
}

/** Declarations of a part's root, by their prefix. */
const declarationsOf = ({ root }: XmlPart): Map<string, string> =>
  new Map(root.attributes.filter(({ name }) => name.startsWith('xmlns:')).map(({ name, value }) => [name.slice(6), value]));

/** The XML with the declarations of its own file, where the other part's root has them not. */
export function declareOn(xml: string, source: XmlPart, target: XmlPart): string {
  // the mark of a range, which holds nothing, and the element behind it
  const mark = /^<[^<>]*\/>(?=<)/.exec(xml)?.[0] ?? '';
  if (mark !== '') return declareOn(mark, source, target) + declareOn(xml.slice(mark.length), source, target);
  const [own, there] = [declarationsOf(source), declarationsOf(target)];
  const missing = [...own].filter(([prefix, uri]) => there.get(prefix) !== uri && xml.includes(`${prefix}:`));
  const tag = /^<[\w:.-]+/.exec(xml)?.[0] ?? '';
  const open = xml.slice(0, xml.indexOf('>'));
  const added = missing.filter(([prefix]) => !open.includes(`xmlns:${prefix}=`)).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return tag + added.join('') + xml.slice(tag.length);
}

const STYLED = new Set(['pStyle', 'rStyle', 'tblStyle', 'basedOn', 'next', 'link']);
/** Of what comes along: ids of its ranges, by those that they had, and names of its drawn shapes. */
interface NewNames {
  ranges: Map<string, string>;
  shapes: ReadonlyMap<string, string>;
}

function importElement(imported: Import, { part, into }: { part: XmlPart; into: string }, element: XmlElement, names: NewNames): XmlEdit[] {
  const { local, uri } = element;
  const value = (name: string): string => valueOf(element, name) ?? '';
  const set = (name: string, made: string): XmlEdit[] => {
    const attribute = element.attributes.find((one) => one.local === name && (one.uri === W || one.uri === ''));
    return attribute === undefined || attribute.value === made ? [] : [setAttribute(part, element, attribute.name, made)];
  };
  // what the section shows is settled once all sections are known
  if (uri === W && /^(?:header|footer)Reference$/.test(local)) return [removeNode(element)];
  const edits = element.attributes.flatMap((attribute): XmlEdit[] => {
    if (attribute.uri === R)
      return [setAttribute(part, element, attribute.name, importRelation(imported, part.name, into, attribute.value))];
    const shape = namesShape(uri, attribute) ? renamedShape(attribute.value, names.shapes) : undefined;
    if (shape !== undefined) return [setAttribute(part, element, attribute.name, shape)];
    return /^(?:paraId|textId|anchorId|editId)$/.test(attribute.local)
      ? [removeAttribute(part, element, attribute.name) ?? { start: 0, end: 0, xml: '' }]
      : [];
  });
  if (uri === WP && local === 'docPr') return [...edits, setAttribute(part, element, 'id', String(imported.nextDrawingId()))];
  if (uri !== W) return edits;
  if (STYLED.has(local)) return [...edits, ...set('val', importStyle(imported, value('val')))];
  if (local === 'numId') return [...edits, ...set('val', importList(imported, value('val')))];
  if (local === 'footnoteReference' || local === 'endnoteReference')
    return [...edits, ...set('id', importNote(imported, local === 'footnoteReference' ? 'footnote' : 'endnote', value('id')))];
  if (local === 'bookmarkStart') {
    const isTaken = imported.bookmarks.has(value('name'));
    imported.bookmarks.add(value('name'));
    names.ranges.set(value('id'), isTaken ? '' : String(imported.nextId()));
    return isTaken ? [removeNode(element)] : [...edits, ...set('id', names.ranges.get(value('id')) ?? '')];
  }
  if (local === 'bookmarkEnd') {
    const made = names.ranges.get(value('id')) ?? '';
    return made === '' ? [removeNode(element)] : [...edits, ...set('id', made)];
  }
  if (/^(?:commentRangeStart|commentRangeEnd|permStart|permEnd|proofErr)$/.test(local)) return [removeNode(element)];
  return edits;
}

/** A run that is there for a comment alone. */
export const isCommentRun = (element: XmlElement): boolean =>
  element.uri === W && element.local === 'r' && elementsOf(element, 'commentReference', W).length > 0;

/** Spans that make the element one of the older file. */
export function importEdits(imported: Import, place: { part: XmlPart; into: string }, element: XmlElement): XmlEdit[] {
  const names: NewNames = { ranges: new Map(), shapes: freshShapeNames(walkElements(element), () => imported.nextDrawingId()) };
  const edits: XmlEdit[] = [];
  let until = -1;
  const halves = new Map<string, number>();
  for (const one of walkElements(element))
    if (one.local === 'bookmarkStart' || one.local === 'bookmarkEnd')
      halves.set(valueOf(one, 'id') ?? '', (halves.get(valueOf(one, 'id') ?? '') ?? 0) + 1);
  for (const one of walkElements(element)) {
    if (one.start < until) continue;
    const isTorn = (one.local === 'bookmarkStart' || one.local === 'bookmarkEnd') && halves.get(valueOf(one, 'id') ?? '') !== 2;
    const made = isCommentRun(one) || isTorn ? [removeNode(one)] : importElement(imported, place, one, names);
    if (made.length === 1 && made[0]?.start === one.start && made[0].end === one.end) until = one.end;
    edits.push(...made.filter(({ end }) => end > 0));
  }
  return edits;
}

/** @param nextId of the older file */
export function beginImport(
  from: ContentOf,
  to: ContentOf,
  ids: Pick<Import, 'nextId' | 'nextDrawingId'>,
  stories: readonly XmlPart[],
): Import {
  const bookmarks = new Set(
    stories.flatMap(({ root }) =>
      [...walkElements(root)].flatMap((one) => (one.local === 'bookmarkStart' ? (attributeOf(one, 'name', W) ?? []) : [])),
    ),
  );
  return { from, to, ...ids, bookmarks, known: new Map(), notes: new Map(), left: new Set() };
}
