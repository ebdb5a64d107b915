/** A part of a package once more, with what belongs to it alone. */
import { addPart, addRelationship, freePartName } from '../../../ooxml/change-package.ts';
import { contentTypeOf, partNamed, readPart, relationshipsOf, type OfficePackage } from '../../../ooxml/office-package.ts';

/** What several parts refer to together; comments stay with the slide that they were made on. */
const SHARED = /\/(?:slideLayout|slideMaster|notesMaster|theme|image|hyperlink|slide|media|video|audio|font)$/;
const LEFT_OUT = /\/comments$/;

/**
 * Copies the part with its relationships under their ids, and the parts that only it may refer to: charts with their
 * workbooks, diagrams, notes, embedded files.
 * @param copies name → name of its copy: what is copied already, and what substitutes for other parts
 */
export function copyPart(opened: OfficePackage, name: string, copies: Map<string, string>): string {
  const known = copies.get(name);
  if (known !== undefined) return known;
  const [, stem = name, ending = ''] = /^(.*?)\d*(\.[^./]+)$/.exec(name) ?? [];
  const copy = freePartName(opened, stem, ending);
  copies.set(name, copy);
  addPart(opened, { name: copy, contentType: contentTypeOf(opened, name) ?? 'application/octet-stream' }, readPart(opened, name));
  for (const { id, type, target, external } of relationshipsOf(opened, name)) {
    if (LEFT_OUT.test(type)) continue;
    const exists = !external && partNamed(opened, target) !== undefined;
    const own = copies.get(target) ?? (exists && !SHARED.test(type) ? copyPart(opened, target, copies) : target);
    addRelationship(opened, copy, { id, type, target: own, ...(external ? { external } : {}) });
  }
  return copy;
}
