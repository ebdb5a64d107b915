/**
 * Slides put into a supplied presentation: its masters, layouts, themes and all that these lead to stay byte for byte; its own slides go,
 * with their notes, comments, sections, custom shows, and media that nothing refers to any more.
 */
import { Refusal } from '../../../base/refusal.ts';
import {
  addPart,
  addRelationship,
  newPartName,
  removePart,
  replacePart,
  retargetRelationship,
  saveOfficePackage,
} from '../../../ooxml/change-package.ts';
import { applyXmlEdits, insertAfter, prependContent, removeNode, replaceNode, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { CORE_PROPERTIES_RELATIONSHIP, OFFICE_RELATIONSHIP, P } from '../../../ooxml/names.ts';
import {
  CONTENT_TYPES_PART,
  contentTypeOf,
  openOfficePackage,
  partNamed,
  partNames,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
} from '../../../ooxml/office-package.ts';
import { buildRelationships, MEDIA_TYPES, relationshipsPartOf } from '../../../ooxml/package-parts.ts';
import { elementsOf, firstElementOf, walkElements } from '../../../ooxml/xml-tree.ts';
import type { PackagePart } from '../../zip-package.ts';

const PRESENTATION = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
/** What of a presentation belongs to its slides, or to the people who wrote them: last steps of types of relationships. */
const OF_SLIDES = new Set(['slide', 'commentAuthors', 'authors', 'revisionInfo', 'changesInfo', 'thumbnail']);
const kindOf = (type: string): string => type.slice(type.lastIndexOf('/') + 1);

/** Relationships of a part without those of slides; what the parts beside it lead to is found from there. */
function dropRelationships(opened: OfficePackage, source: string): void {
  const name = partNamed(opened, relationshipsPartOf(source));
  if (name === undefined) return;
  const part = readXmlPart(opened, name);
  const gone = new Set(
    relationshipsOf(opened, source)
      .filter(({ type }) => OF_SLIDES.has(kindOf(type)))
      .map(({ id }) => id),
  );
  const edits = elementsOf(part.root).flatMap((row): XmlEdit[] =>
    row.attributes.some(({ local, value }) => local === 'Id' && gone.has(value)) ? [removeNode(row)] : [],
  );
  if (edits.length > 0) replacePart(opened, name, Buffer.from(applyXmlEdits(part.source, edits), 'utf8'));
}

/** All that is led to from the package and its presentation. */
function reachable(opened: OfficePackage): Set<string> {
  const found = new Set<string>();
  const waiting = [''];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    for (const { target, external, type } of relationshipsOf(opened, source)) {
      // a layout that jumps to a slide leads to none of them: see `leadToSlides`
      if (external || (kindOf(type) === 'slide' && source !== opened.mainPart)) continue;
      const name = partNamed(opened, target);
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      waiting.push(name);
    }
  }
  return found;
}

/** Takes the slides out, and every part that nothing leads to then. */
function dropSlides(opened: OfficePackage): void {
  dropRelationships(opened, '');
  dropRelationships(opened, opened.mainPart);
  const kept = reachable(opened);
  for (const name of partNames(opened)) {
    if (name === CONTENT_TYPES_PART || name.endsWith('.rels') || kept.has(name)) continue;
    removePart(opened, name);
  }
}

/** Links of layouts and masters to slides that are gone lead to the first of ours. */
function leadToSlides(opened: OfficePackage, first: string): void {
  for (const name of partNames(opened)) {
    if (name.endsWith('.rels') || name === opened.mainPart || /\/slides\//.test(name)) continue;
    for (const { id, type, target, external } of relationshipsOf(opened, name))
      if (!external && kindOf(type) === 'slide' && partNamed(opened, target) === undefined) retargetRelationship(opened, name, id, first);
  }
}

export interface TemplateParts {
  slides: readonly PackagePart[];
  others: readonly PackagePart[];
  /** Names the authors of comments; '' where there are none. */
  authors: string;
  /** Name of a notes master among the others, for a template that has none. */
  notesMaster: string | undefined;
  core: string;
  app: string;
}

const DECK = 'application/vnd.openxmlformats-officedocument.presentationml.';
const SLIDE_ID_FIRST = 256;

/** Name of the notes master of the template; undefined where it has none. */
export function notesMasterOf(opened: OfficePackage): string | undefined {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && kindOf(type) === 'notesMaster');
  return found && partNamed(opened, found.target);
}

/** The template without its slides, open for ours. */
export function openEmptied(file: Uint8Array): OfficePackage {
  const opened = openOfficePackage(file);
  dropSlides(opened);
  return opened;
}

function addAll(opened: OfficePackage, parts: readonly PackagePart[]): void {
  for (const { name, data, contentType, relationships } of parts) {
    if (!(typeof data === 'string' || data instanceof Uint8Array)) throw new Error(`${name} is not written yet`);
    const type = contentType ?? MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    addPart(opened, { name, contentType: type }, data);
    if (relationships === undefined || relationships.list.length === 0) continue;
    const rels = relationshipsPartOf(name);
    opened.namesByKey.set(rels.toLowerCase(), rels);
    opened.changes.set(rels, Buffer.from(buildRelationships(relationships.list), 'utf8'));
  }
}

/** The list of slides becomes ours; what names the old ones goes. */
function editPresentation(opened: OfficePackage, ids: readonly string[], notesMaster: string | undefined): void {
  const main = readXmlPart(opened, opened.mainPart);
  const { root } = main;
  const prefix = root.name.includes(':') ? `${root.name.split(':')[0]}:` : '';
  const relation = root.attributes.find(
    ({ name, value }) => name.startsWith('xmlns:') && value.endsWith('/officeDocument/2006/relationships'),
  );
  const declared = relation === undefined ? ` xmlns:r="${OFFICE_RELATIONSHIP.slice(0, -1)}"` : '';
  const r = relation === undefined ? 'r' : relation.name.slice('xmlns:'.length);
  const rows = ids.map((id, at) => `<${prefix}sldId id="${SLIDE_ID_FIRST + at}"${declared} ${r}:id="${id}"/>`).join('');
  const list = `<${prefix}sldIdLst>${rows}</${prefix}sldIdLst>`;
  const notes =
    notesMaster === undefined
      ? ''
      : `<${prefix}notesMasterIdLst><${prefix}notesMasterId${declared} ${r}:id="${notesMaster}"/></${prefix}notesMasterIdLst>`;
  const first = (local: string): ReturnType<typeof firstElementOf> => firstElementOf(root, local, P);
  const own = first('sldIdLst');
  const masters = first('sldMasterIdLst');
  const edits: XmlEdit[] = [];
  for (const local of ['custShowLst', 'modifyVerifier', 'photoAlbum']) {
    const element = first(local);
    if (element !== undefined) edits.push(removeNode(element));
  }
  const behind = first('handoutMasterIdLst') ?? first('notesMasterIdLst') ?? masters;
  if (own !== undefined) edits.push(replaceNode(own, list));
  else edits.push(behind === undefined ? prependContent(main, root, list) : insertAfter(behind, list));
  if (notes !== '' && masters !== undefined && first('notesMasterIdLst') === undefined) edits.push(insertAfter(masters, notes));
  for (const extension of walkElements(root))
    if (extension.local === 'ext' && elementsOf(extension).some(({ local }) => local === 'sectionLst' || local === 'sectionPr'))
      edits.push(removeNode(extension));
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  replacePart(opened, opened.mainPart, Buffer.from(applyXmlEdits(main.source, sorted), 'utf8'));
}

/** A template or a slide show becomes a presentation. */
function asPresentation(opened: OfficePackage): void {
  if (contentTypeOf(opened, opened.mainPart) === PRESENTATION) return;
  const types = readXmlPart(opened, CONTENT_TYPES_PART);
  const key = `/${opened.mainPart}`.toLowerCase();
  for (const row of elementsOf(types.root, 'Override')) {
    const part = row.attributes.find(({ local }) => local === 'PartName')?.value.toLowerCase();
    const type = row.attributes.find(({ local }) => local === 'ContentType');
    if (part !== key || type === undefined) continue;
    const xml = types.source.slice(row.start, row.end).replace(type.value, PRESENTATION);
    replacePart(opened, CONTENT_TYPES_PART, Buffer.from(applyXmlEdits(types.source, [replaceNode(row, xml)]), 'utf8'));
    opened.types.overrides.set(opened.mainPart.toLowerCase(), PRESENTATION);
    return;
  }
  throw new Refusal('file_rejected', 'The template does not say what its main part is.');
}

function setProperties(opened: OfficePackage, type: string, contentType: string, name: string, data: string): void {
  const found = relationshipsOf(opened, '').find((one) => one.type === type && !one.external);
  const part = found && partNamed(opened, found.target);
  if (part !== undefined) return replacePart(opened, part, Buffer.from(data, 'utf8'));
  const free = newPartName(opened, name.slice(0, -4), '.xml');
  addPart(opened, { name: free, contentType }, data);
  addRelationship(opened, '', { type, target: free });
}

/** The whole file. @param opened by `openEmptied` */
export function packOnTemplate(opened: OfficePackage, { slides, others, authors, notesMaster, core, app }: TemplateParts): Uint8Array {
  const { mainPart } = opened;
  addAll(opened, [...slides, ...others]);
  const relate = (kind: string, name: string): string =>
    addRelationship(opened, mainPart, { type: OFFICE_RELATIONSHIP + kind, target: name });
  const ids = slides.map(({ name }) => relate('slide', name));
  if (authors !== '') {
    const name = newPartName(opened, 'ppt/commentAuthors', '.xml');
    addPart(opened, { name, contentType: `${DECK}commentAuthors+xml` }, authors);
    relate('commentAuthors', name);
  }
  const master = notesMaster === undefined ? undefined : relate('notesMaster', notesMaster);
  editPresentation(opened, ids, master);
  asPresentation(opened);
  const [first] = slides;
  if (first !== undefined) leadToSlides(opened, first.name);
  setProperties(
    opened,
    CORE_PROPERTIES_RELATIONSHIP,
    'application/vnd.openxmlformats-package.core-properties+xml',
    'docProps/core.xml',
    core,
  );
  setProperties(
    opened,
    `${OFFICE_RELATIONSHIP}extended-properties`,
    'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    'docProps/app.xml',
    app,
  );
  return saveOfficePackage(opened);
}
