/**
 * A document put into a supplied Word file: styles, theme, numbering, headers, footers, page and settings stay; the body becomes ours, in
 * the styles of the template. What it has no style for is brought along under a name of its own.
 */
import { maxOf } from '../../../base/extremes.ts';
import { addPart, addRelationship, newPartName, removePart, replacePart, saveOfficePackage } from '../../../ooxml/change-package.ts';
import { applyXmlEdits, appendContent, insertBefore, removeNode, replaceContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { CORE_PROPERTIES_RELATIONSHIP, OFFICE_RELATIONSHIP, W } from '../../../ooxml/names.ts';
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
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { parseXml } from '../../../ooxml/xml-tree.ts';
import type { WordTemplate } from '../../../templates/word-template.ts';
import type { PackagePart } from '../../zip-package.ts';
import { declareNamespaces } from './declare-namespaces.ts';
import { planStyles, type StylePlan } from './plan-styles.ts';

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Relationships of the document that frame it; all others are of its body. */
const KEPT = new Set([
  'styles',
  'stylesWithEffects',
  'numbering',
  'settings',
  'webSettings',
  'fontTable',
  'theme',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'customXml',
  'glossaryDocument',
]);
const kindOf = (type: string): string => type.slice(type.lastIndexOf('/') + 1);
const val = (element: XmlElement, name = 'val'): string | undefined => attributeOf(element, name, W);

export interface WordParts {
  /** Content of our body without the last section's properties. */
  body: string;
  stylesXml: string;
  numberingXml: string;
  /** `w:footnote` elements with the separators; '' where there is none. */
  footnotesXml: string;
  commentsXml: string;
  /** Relationships of our document part and of the footnotes, by our ids. */
  relations: PackagePart['relationships'];
  footnoteRelations: PackagePart['relationships'];
  /** Pictures, charts and their workbooks. */
  extra: readonly PackagePart[];
  core: string;
  app: string;
}

/** Relationships of the document's own body, and what only they led to, go. @param kept ids that a title page needs */
function dropBody(opened: OfficePackage, kept: ReadonlySet<string>): void {
  const rels = partNamed(opened, relationshipsPartOf(opened.mainPart));
  if (rels !== undefined) {
    const part = readXmlPart(opened, rels);
    const edits = elementsOf(part.root).flatMap((row): XmlEdit[] => {
      const [id = '', type = ''] = ['Id', 'Type'].map((name) => row.attributes.find(({ local }) => local === name)?.value);
      return KEPT.has(kindOf(type)) || kept.has(id) ? [] : [removeNode(row)];
    });
    if (edits.length > 0) replacePart(opened, rels, Buffer.from(applyXmlEdits(part.source, edits), 'utf8'));
  }
  const root = partNamed(opened, relationshipsPartOf(''));
  if (root !== undefined) {
    const part = readXmlPart(opened, root);
    const edits = elementsOf(part.root).flatMap((row): XmlEdit[] =>
      row.attributes.some(({ local, value }) => local === 'Type' && kindOf(value) === 'thumbnail') ? [removeNode(row)] : [],
    );
    if (edits.length > 0) replacePart(opened, root, Buffer.from(applyXmlEdits(part.source, edits), 'utf8'));
  }
  const found = new Set<string>();
  const waiting = [''];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop())
    for (const { target, external } of relationshipsOf(opened, source)) {
      const name = external ? undefined : partNamed(opened, target);
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      waiting.push(name);
    }
  for (const name of partNames(opened))
    if (name !== CONTENT_TYPES_PART && !name.endsWith('.rels') && !found.has(name)) removePart(opened, name);
}

/** Settings that hold a user up, or lead out of the file. */
const SETTINGS_GONE = new Set(['attachedTemplate', 'documentProtection', 'writeProtection', 'trackRevisions', 'mailMerge', 'revisionView']);

function cleanSettings(opened: OfficePackage): void {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => kindOf(type) === 'settings');
  const name = found && partNamed(opened, found.target);
  if (name === undefined) return;
  const part = readXmlPart(opened, name);
  const edits = elementsOf(part.root).filter(({ local, uri }) => uri === W && SETTINGS_GONE.has(local));
  if (edits.length > 0) replacePart(opened, name, Buffer.from(applyXmlEdits(part.source, edits.map(removeNode)), 'utf8'));
  const rels = partNamed(opened, relationshipsPartOf(name));
  if (rels !== undefined && edits.length > 0) {
    const rows = readXmlPart(opened, rels);
    const gone = elementsOf(rows.root).filter((row) =>
      row.attributes.some(({ local, value }) => local === 'TargetMode' && value === 'External'),
    );
    replacePart(opened, rels, Buffer.from(applyXmlEdits(rows.source, gone.map(removeNode)), 'utf8'));
  }
}

/** Our definitions of lists behind the template's, under numbers of their own. */
function addNumbering(opened: OfficePackage, ours: string, plan: StylePlan): number {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => kindOf(type) === 'numbering');
  const name = found && partNamed(opened, found.target);
  const own = parseXml(ours);
  if (name === undefined) {
    const free = newPartName(opened, 'word/numbering', '.xml');
    addPart(
      opened,
      { name: free, contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml' },
      plan.linked(ours),
    );
    addRelationship(opened, opened.mainPart, { type: `${OFFICE_RELATIONSHIP}numbering`, target: free });
    return 0;
  }
  const part = readXmlPart(opened, name);
  const [abstracts, nums] = [elementsOf(part.root, 'abstractNum', W), elementsOf(part.root, 'num', W)];
  const highest = (elements: readonly XmlElement[], attribute: string): number =>
    maxOf([0, ...elements.map((one) => Number(val(one, attribute) ?? 0)).filter(Number.isFinite)]);
  const [abstractBase, numBase] = [highest(abstracts, 'abstractNumId') + 1, highest(nums, 'numId') + 1];
  const shifted = (xml: string): string =>
    xml
      .replaceAll(
        /(w:abstractNum w:abstractNumId|w:abstractNumId w:val)="(\d+)"/g,
        (_, head: string, id: string) => `${head}="${Number(id) + abstractBase}"`,
      )
      .replaceAll(/w:num w:numId="(\d+)"/g, (_, id: string) => `w:num w:numId="${Number(id) + numBase}"`)
      .replaceAll(/<w:nsid w:val="[^"]*"\/>/g, '');
  const source = (element: XmlElement): string => own.source.slice(element.start, element.end);
  const newAbstracts = plan.linked(shifted(elementsOf(own.root, 'abstractNum', W).map(source).join('')));
  const newNums = shifted(elementsOf(own.root, 'num', W).map(source).join(''));
  const [firstNum] = nums;
  const behind = nums.at(-1);
  const edits: XmlEdit[] =
    firstNum === undefined || behind === undefined
      ? [appendContent(part, part.root, newAbstracts + newNums)]
      : [insertBefore(firstNum, newAbstracts), { start: behind.end, end: behind.end, xml: newNums }];
  replacePart(opened, name, Buffer.from(applyXmlEdits(part.source, edits), 'utf8'));
  return numBase;
}

const shiftLists = (xml: string, by: number): string =>
  xml.replaceAll(/<w:numId w:val="(\d+)"\/>/g, (whole, id: string) => (id === '0' ? whole : `<w:numId w:val="${Number(id) + by}"/>`));

/** Ids of our relationships, told from those of the template. */
const OURS = 'octavo';
const ownIds = (xml: string): string => xml.replaceAll(/(\sr:(?:id|embed|link|pict|href)=")(rId\d+")/g, `$1${OURS}$2`);

/** Names of our parts that the template has already get another one. */
function freeNames(opened: OfficePackage, extra: readonly PackagePart[]): Map<string, string> {
  return new Map(
    extra.flatMap(({ name }): [string, string][] => {
      if (partNamed(opened, name) === undefined) return [];
      const dot = name.lastIndexOf('.');
      return [[name, newPartName(opened, `${name.slice(0, dot)}-${OURS}`, name.slice(dot))]];
    }),
  );
}

const dataOf = ({ name, data }: PackagePart): string | Uint8Array => {
  if (typeof data === 'string' || data instanceof Uint8Array) return data;
  throw new Error(`${name} is not written yet`);
};

function addExtra(opened: OfficePackage, extra: readonly PackagePart[], renamed: ReadonlyMap<string, string>): void {
  for (const part of extra) {
    const name = renamed.get(part.name) ?? part.name;
    addPart(
      opened,
      { name, contentType: part.contentType ?? MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream' },
      dataOf(part),
    );
    const list = part.relationships?.list ?? [];
    if (list.length === 0) continue;
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const rows = list.map((row) => {
      const target = [...renamed].find(([from]) => from === `word/${row.target.replace(/^\.\.\//, '')}`)?.[1];
      return target === undefined ? row : { ...row, target: folder === 'word/' ? target.slice(5) : `../${target.slice(5)}` };
    });
    const rels = relationshipsPartOf(name);
    opened.namesByKey.set(rels.toLowerCase(), rels);
    opened.changes.set(rels, Buffer.from(buildRelationships(rows), 'utf8'));
  }
}

/** Relationships of our text, under our ids. */
function relate(
  opened: OfficePackage,
  source: string,
  relations: PackagePart['relationships'],
  renamed: ReadonlyMap<string, string>,
): void {
  for (const { id, type, target, external } of relations?.list ?? []) {
    if (KEPT.has(kindOf(type)) || kindOf(type) === 'comments') continue;
    const name = `word/${target}`;
    addRelationship(opened, source, {
      id: `${OURS}${id}`,
      type,
      target: external === true ? target : (renamed.get(name) ?? name),
      ...(external === true ? { external } : {}),
    });
  }
}

/** Notes of ours in the place of the template's. */
function addNotes(opened: OfficePackage, kind: 'footnotes' | 'comments', xml: string): string | undefined {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => kindOf(type) === kind);
  const own = found && partNamed(opened, found.target);
  if (own !== undefined) {
    replacePart(opened, own, Buffer.from(xml, 'utf8'));
    const rels = partNamed(opened, relationshipsPartOf(own));
    if (rels !== undefined) replacePart(opened, rels, Buffer.from(buildRelationships([]), 'utf8'));
    return own;
  }
  const name = newPartName(opened, `word/${kind}`, '.xml');
  addPart(opened, { name, contentType: `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml` }, xml);
  addRelationship(opened, opened.mainPart, { type: OFFICE_RELATIONSHIP + kind, target: name });
  return name;
}

function asDocument(opened: OfficePackage): void {
  if (contentTypeOf(opened, opened.mainPart) === MAIN) return;
  const types = readXmlPart(opened, CONTENT_TYPES_PART);
  const key = `/${opened.mainPart}`.toLowerCase();
  for (const row of elementsOf(types.root, 'Override')) {
    const name = row.attributes.find(({ local }) => local === 'PartName')?.value.toLowerCase();
    const type = row.attributes.find(({ local }) => local === 'ContentType');
    if (name !== key || type === undefined) continue;
    const xml = types.source.slice(row.start, row.end).replace(type.value, MAIN);
    replacePart(opened, CONTENT_TYPES_PART, Buffer.from(applyXmlEdits(types.source, [{ start: row.start, end: row.end, xml }]), 'utf8'));
    opened.types.overrides.set(opened.mainPart.toLowerCase(), MAIN);
  }
}

function setProperties(opened: OfficePackage, type: string, contentType: string, name: string, data: string): void {
  const found = relationshipsOf(opened, '').find((one) => one.type === type && !one.external);
  const part = found && partNamed(opened, found.target);
  if (part !== undefined) return replacePart(opened, part, Buffer.from(data, 'utf8'));
  const free = newPartName(opened, name.slice(0, -4), '.xml');
  addPart(opened, { name: free, contentType }, data);
  addRelationship(opened, '', { type, target: free });
}

/** Its page for every section of ours; a wide one is turned. What only the first page has is on the first page of all. */
function withSections(xml: string, { section }: WordTemplate): string {
  const { widthCm, heightCm } = section.page;
  const wide = widthCm > heightCm;
  const dxa = (cm: number): number => Math.round((cm / 2.54) * 1440);
  const turned = `<w:pgSz w:w="${dxa(heightCm)}" w:h="${dxa(widthCm)}"${wide ? '' : ' w:orient="landscape"'}/>`;
  let first = true;
  return xml.replaceAll(/<w:sectPr>.*?<\/w:sectPr>/gs, (ours) => {
    const page = ours.includes('w:orient="landscape"') === wide ? section.xml : section.xml.replace(/<w:pgSz[^>]*\/>/, turned);
    const placed = first ? page : page.replace(/<w:titlePg[^>]*\/>/, '');
    first = false;
    return placed;
  });
}

const idsIn = (xml: string): Set<string> =>
  new Set(Array.from(xml.matchAll(/\sr:(?:id|embed|link|pict|href|dm|lo|qs|cs)="([^"]+)"/g), ([, id = '']) => id));

/**
 * The whole file.
 * @param front the template's title page, filled in; '' where there is none
 */
export function graftDocument(template: WordTemplate, parts: WordParts, front: string): Uint8Array {
  const opened = openOfficePackage(template.file);
  dropBody(opened, idsIn(front));
  cleanSettings(opened);
  const plan = planStyles(template, parts.stylesXml);
  const numBase = addNumbering(opened, parts.numberingXml, plan);
  plan.write(opened, (xml) => shiftLists(xml, numBase));
  const renamed = freeNames(opened, parts.extra);
  addExtra(opened, parts.extra, renamed);
  const settle = (xml: string): string => ownIds(plan.styled(shiftLists(xml, numBase)));
  if (parts.footnotesXml !== '') {
    const name = addNotes(opened, 'footnotes', settle(parts.footnotesXml));
    if (name !== undefined) relate(opened, name, parts.footnoteRelations, renamed);
  }
  if (parts.commentsXml !== '') addNotes(opened, 'comments', settle(parts.commentsXml));
  relate(opened, opened.mainPart, parts.relations, renamed);
  const main = readXmlPart(opened, opened.mainPart);
  const body = firstElementOf(main.root, 'body', W);
  if (body === undefined) throw new Error('a template without a body was read as one');
  const text = `${front}${withSections(plan.placed(settle(parts.body)), template)}`;
  const edits = [...declareNamespaces(main), replaceContent(main, body, text)];
  replacePart(opened, opened.mainPart, Buffer.from(applyXmlEdits(main.source, edits), 'utf8'));
  asDocument(opened);
  setProperties(
    opened,
    CORE_PROPERTIES_RELATIONSHIP,
    'application/vnd.openxmlformats-package.core-properties+xml',
    'docProps/core.xml',
    parts.core,
  );
  setProperties(
    opened,
    `${OFFICE_RELATIONSHIP}extended-properties`,
    'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    'docProps/app.xml',
    parts.app,
  );
  return saveOfficePackage(opened);
}
