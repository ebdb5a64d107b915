/** A part of a package once more, with what belongs to it alone. */
import { addPart, addRelationships, editXmlPart, freePartName, retargetRelationship } from '../../../ooxml/change-package.ts';
import { removeNode } from '../../../ooxml/edit-xml.ts';
import {
  contentTypeOf,
  partNamed,
  readPart,
  readPartText,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
} from '../../../ooxml/office-package.ts';
import { walkElements } from '../../../ooxml/xml-tree.ts';

/** What several parts refer to together; comments stay with the slide that they were made on. */
const SHARED = /\/(?:slideLayout|slideMaster|notesMaster|theme|image|hyperlink|slide|media|video|audio|font|pivotCacheDefinition)$/;
const LEFT_OUT = /\/comments$/;

/** Whether the part says this id anywhere. */
function namesRelationship(opened: OfficePackage, name: string, id: string): boolean {
  const { text } = readPartText(opened, name);
  return text.includes(`"${id}"`) || text.includes(`'${id}'`);
}

/**
 * Copies the part with its relationships under their ids, and the parts that only it may refer to: charts with their
 * workbooks, diagrams, notes, embedded files. Relationships that lead nowhere, and that nothing names, stay behind.
 * @param copies name → name of its copy: what is copied already, and what substitutes for other parts
 * @param leftOut types of relationships that copies do without
 */
export function copyPart(opened: OfficePackage, name: string, copies: Map<string, string>, leftOut = LEFT_OUT): string {
  const known = copies.get(name);
  if (known !== undefined) return known;
  const [, stem = name, ending = ''] = /^(.*?)\d*(\.[^./]+)$/.exec(name) ?? [];
  const copy = freePartName(opened, stem, ending);
  copies.set(name, copy);
  addPart(opened, { name: copy, contentType: contentTypeOf(opened, name) ?? 'application/octet-stream' }, readPart(opened, name));
  const leadsOn = ({ external, target, id }: ReturnType<typeof relationshipsOf>[number]): boolean =>
    external || target.startsWith('#') || partNamed(opened, target) !== undefined || namesRelationship(opened, name, id);
  const kept = relationshipsOf(opened, name).filter((row) => !leftOut.test(row.type) && leadsOn(row));
  const rows = kept.map(({ id, type, target, external }) => {
    const exists = !external && partNamed(opened, target) !== undefined;
    const own = copies.get(target) ?? (exists && !SHARED.test(type) ? copyPart(opened, target, copies, leftOut) : target);
    return { id, type, target: own, ...(external ? { external } : {}) };
  });
  addRelationships(opened, copy, rows);
  return copy;
}

/** Copies a slide with its charts and notes, and gives the name of its part, which is in no list of slides yet. */
export function copySlide(opened: OfficePackage, slide: string): string {
  const name = copyPart(opened, slide, new Map());
  // notes lead back to their slide
  for (const below of relationshipsOf(opened, name)) {
    const notes = below.type.endsWith('/notesSlide') ? partNamed(opened, below.target) : undefined;
    const back = notes === undefined ? undefined : relationshipsOf(opened, notes).find(({ type }) => type.endsWith('/slide'));
    if (notes !== undefined && back !== undefined) retargetRelationship(opened, notes, back.id, name);
  }
  const copy = readXmlPart(opened, name);
  // ids that are to be given once
  editXmlPart(
    opened,
    copy,
    [...walkElements(copy.root)]
      .filter(({ local, uri }) => local === 'creationId' && uri.includes('powerpoint/2010'))
      .flatMap(({ parent }) => (parent === undefined ? [] : [removeNode(parent)])),
  );
  return name;
}
