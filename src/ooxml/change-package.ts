/**
 * Changes to an open package. What no change names keeps its packed bytes, its time and its place; media types and
 * relationships are edited as spans like any other XML.
 */
import { Refusal } from '../base/refusal.ts';
import { decodeXml, encodeXml } from './decode-xml.ts';
import { appendContent, applyXmlEdits, removeNode, setAttribute } from './edit-xml.ts';
import type { XmlEdit } from './edit-xml.ts';
import { OFFICE_RELATIONSHIP, strictRelation } from './names.ts';
import { CONTENT_TYPES_PART, contentTypeOf, partNamed, readPart, readXmlPart, relationshipsOf } from './office-package.ts';
import type { OfficePackage, XmlPart } from './office-package.ts';
import { isWritten, relativeTarget } from './package/relationships.ts';

export { relativeTarget };
import { buildRelationships, relationshipsPartOf } from './package-parts.ts';
import type { PartType, RelationshipInput } from './package-parts.ts';
import { partNameOf } from './read-zip.ts';
import { rewriteZip } from './write-zip.ts';
import { escapeAttribute } from './xml-text.ts';
import { attributeOf, elementsOf } from './xml-tree.ts';

const OFFICE_DOCUMENT = `${OFFICE_RELATIONSHIP}officeDocument`;

/** Puts other bytes in the place of an existing part. A missing part is a bug of the caller. */
export function replacePart(opened: OfficePackage, name: string, data: Uint8Array): void {
  const written = partNamed(opened, name);
  if (written === undefined) throw new Error(`no part ${name} to replace`);
  opened.changes.set(written, data);
}

/** Makes the edits in the part, in its own encoding; none leaves it untouched. The tree does not follow: read it again. */
export function editXmlPart(opened: OfficePackage, part: XmlPart, edits: readonly XmlEdit[]): void {
  if (edits.length === 0) return;
  replacePart(opened, part.name, encodeXml({ text: applyXmlEdits(part.source, edits), encoding: part.encoding }));
}

/** Adds a part with its media type. An existing name is a bug of the caller: see `freePartName`. */
export function addPart(opened: OfficePackage, { name, contentType }: PartType, data: Uint8Array | string): void {
  if (partNamed(opened, name) !== undefined) throw new Error(`there is a part ${name} already`);
  opened.namesByKey.set(name.toLowerCase(), name);
  opened.changes.set(name, typeof data === 'string' ? Buffer.from(data, 'utf8') : data);
  if (contentTypeOf(opened, name) === contentType) return;
  appendRows(opened, CONTENT_TYPES_PART, (prefix) => [
    `<${prefix}Override PartName="/${escapeAttribute(encodeURI(name))}" ContentType="${escapeAttribute(contentType)}"/>`,
  ]);
  opened.types.overrides.set(name.toLowerCase(), contentType);
}

/** The end of a list of rows as programs write it: nothing but space follows. */
const LIST_END = /<\/((?:[A-Za-z_][\w.-]*:)?)(?:Types|Relationships)\s*>\s*$/;

/**
 * Rows for the end of a part that is a list of them. Hundreds of parts are added one after another, so the list is not read where its end is plain.
 * @param rows by the prefix of their names, with its colon
 */
function appendRows(opened: OfficePackage, name: string, rows: (prefix: string) => string[]): void {
  const { text, encoding } = decodeXml(readPart(opened, name));
  const end = LIST_END.exec(text.slice(-200));
  if (end === null) {
    const part = readXmlPart(opened, name);
    return editXmlPart(opened, part, [appendContent(part, part.root, rows(prefixOf(part.root.name)).join(''))]);
  }
  const at = text.length - end[0].length;
  replacePart(opened, name, encodeXml({ text: text.slice(0, at) + rows(end[1] ?? '').join('') + text.slice(at), encoding }));
}

const namedInVain = new WeakMap<OfficePackage['archive'], ReadonlySet<string>>();

/** Names, in small letters, to which relationships of the file lead although it has no such parts, as openxlsx writes them for every sheet. */
function namesWithoutPart(opened: OfficePackage): ReadonlySet<string> {
  const known = namedInVain.get(opened.archive);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const part of opened.archive.parts.keys()) {
    const [, folder = '', owner] = /^(.*?\/?)_rels\/([^/]*)\.rels$/.exec(part) ?? [];
    for (const { target, external } of owner === undefined ? [] : readableRelations(opened, folder + owner))
      if (!external && partNamed(opened, target) === undefined) names.add(target.toLowerCase());
  }
  namedInVain.set(opened.archive, names);
  return names;
}

/** [] where they are damaged: nothing can be found by them either. */
function readableRelations(opened: OfficePackage, part: string): ReturnType<typeof relationshipsOf> {
  try {
    return relationshipsOf(opened, part);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

/**
 * The first free one of `word/media/image1.png`, `image2.png` …, for `('word/media/image', '.png')`. That of a part of the file that was taken
 * away is not given again: who compares both files would take one for the other. Nor is one that something else leads to in vain: the new part
 * would be taken for that.
 */
export function freePartName(opened: OfficePackage, stem: string, ending: string): string {
  let number = 1;
  const isTaken = (name: string): boolean =>
    partNamed(opened, name) !== undefined || opened.archive.parts.has(name) || namesWithoutPart(opened).has(name.toLowerCase());
  while (isTaken(`${stem}${number}${ending}`)) number++;
  return `${stem}${number}${ending}`;
}

/** `word/numbering.xml`, or with a number where another part, to which nothing may lead, has that name. */
export const newPartName = (opened: OfficePackage, stem: string, ending: string): string =>
  partNamed(opened, stem + ending) === undefined && !namesWithoutPart(opened).has((stem + ending).toLowerCase())
    ? stem + ending
    : freePartName(opened, stem, ending);

/** Removes a part with its relationships and its media type; who refers to it is the caller's to repair. */
export function removePart(opened: OfficePackage, name: string): void {
  for (const gone of [name, relationshipsPartOf(name)]) {
    const written = partNamed(opened, gone);
    if (written === undefined) continue;
    opened.namesByKey.delete(written.toLowerCase());
    opened.changes.set(written, null);
    if (!opened.types.overrides.delete(written.toLowerCase())) continue;
    const types = readXmlPart(opened, CONTENT_TYPES_PART);
    const rows = elementsOf(types.root, 'Override').filter(
      (row) => attributeOf(row, 'PartName')?.toLowerCase() === `/${written.toLowerCase()}`,
    );
    editXmlPart(opened, types, rows.map(removeNode));
  }
}

type NewRelationship = Omit<RelationshipInput, 'id'> & { id?: string };

/**
 * Lets a part refer to another one or to an address outside, and gives the id (`rId7`) to name in its XML; one that is given
 * must be free.
 * @param source the part that refers; '' for the package
 * @param target name of a part inside, or the address when external
 */
export const addRelationship = (opened: OfficePackage, source: string, row: NewRelationship): string =>
  addRelationships(opened, source, [row])[0] ?? '';

/** The same for many at once. @returns their ids */
export function addRelationships(opened: OfficePackage, source: string, given: readonly NewRelationship[]): string[] {
  if (given.length === 0) return [];
  const name = relationshipsPartOf(source);
  const existing = partNamed(opened, name);
  // an id that was taken away is not given again: what led somewhere would lead elsewhere
  const had =
    existing !== undefined && opened.archive.parts.has(existing) ? relationshipsOf({ ...opened, changes: new Map() }, source) : [];
  const taken = new Set([...relationshipsOf(opened, source), ...had].map(({ id }) => id));
  const strict = isStrict(opened);
  let number = taken.size + 1;
  const rows = given.map(({ id: own, type, target, external }): RelationshipInput => {
    while (taken.has(`rId${number}`)) number++;
    const id = own ?? `rId${number}`;
    taken.add(id);
    return {
      id,
      type: strict ? strictRelation(type) : type,
      target: isWritten(target, external === true) ? target : relativeTarget(source, target),
      ...(external === true ? { external } : {}),
    };
  });
  if (existing === undefined)
    addPart(opened, { name, contentType: 'application/vnd.openxmlformats-package.relationships+xml' }, buildRelationships(rows));
  else
    appendRows(opened, existing, (prefix) =>
      rows.map(
        ({ id, type, target, external }) =>
          `<${prefix}Relationship Id="${id}" Type="${escapeAttribute(type)}" Target="${escapeAttribute(target)}"${external === true ? ' TargetMode="External"' : ''}/>`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Whether the package writes the names of the strict standard: what is added to it has to, too. */
function isStrict(opened: OfficePackage): boolean {
  const name = partNamed(opened, relationshipsPartOf(''));
  return name !== undefined && decodeXml(readPart(opened, name)).text.includes(strictRelation(OFFICE_DOCUMENT));
}

/** Removes a relationship of a part by its id; the part that it leads to stays. Nothing happens where the part has none. */
export function removeRelationship(opened: OfficePackage, source: string, id: string): void {
  const name = partNamed(opened, relationshipsPartOf(source));
  if (name === undefined) return;
  const part = readXmlPart(opened, name);
  editXmlPart(
    opened,
    part,
    elementsOf(part.root, 'Relationship')
      .filter((row) => attributeOf(row, 'Id') === id)
      .map(removeNode),
  );
}

/** Lets a relationship that is there lead to another part. */
export function retargetRelationship(opened: OfficePackage, source: string, id: string, target: string): void {
  const name = partNamed(opened, relationshipsPartOf(source));
  if (name === undefined) return;
  const part = readXmlPart(opened, name);
  editXmlPart(
    opened,
    part,
    elementsOf(part.root, 'Relationship')
      .filter((row) => attributeOf(row, 'Id') === id)
      .map((row) => setAttribute(part, row, 'Target', relativeTarget(source, target))),
  );
}

/** `ct:` of `ct:Types`: new rows are in the namespace of the root. */
function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

/** Names of the parts that are other than in the file that was opened: changed, added, removed; sorted. */
export function changedParts(opened: OfficePackage): string[] {
  return [...opened.changes.keys()].filter((name) => isChanged(opened, name)).sort();
}

function isChanged(opened: OfficePackage, name: string): boolean {
  const before = opened.archive.parts.get(name);
  const after = opened.changes.get(name);
  if (after === undefined) return false;
  if (after === null || before === undefined) return before !== undefined || after !== null;
  return before.rawBytes !== after.length || Buffer.compare(before.read(), after) !== 0;
}

/** The file as it is now: the very bytes that were opened where nothing has changed. */
export function saveOfficePackage(opened: OfficePackage): Uint8Array {
  const changed = new Set(changedParts(opened));
  if (changed.size === 0) return opened.archive.bytes;
  const kept = opened.archive.entries.flatMap((entry) => {
    const name = partNameOf(entry.name);
    if (!changed.has(name)) return [entry];
    changed.delete(name);
    const data = opened.changes.get(name);
    return data === null || data === undefined ? [] : [{ name: entry.name, data }];
  });
  const added = [...opened.changes].flatMap(([name, data]) => (changed.has(name) && data !== null ? [{ name, data }] : []));
  return rewriteZip([...kept, ...added]);
}
