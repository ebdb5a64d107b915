/** Names of parts and namespaces as a file spells them: transitional, or strict (ISO/IEC 29500-1 annex A). New markup follows the file. */
import { MC, STRICT, TRANSITIONAL } from '../../../ooxml/names.ts';
import { setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';

const isStrict = ({ source, root }: XmlPart): boolean =>
  source.slice(root.start, root.contentStart).includes(`${STRICT}wordprocessingml/main`);

/** `http://schemas.openxmlformats.org/drawingml/2006/main` as the part's file writes it. */
export function spelled(part: XmlPart, uri: string): string {
  return isStrict(part) && uri.startsWith(TRANSITIONAL) ? STRICT + uri.slice(TRANSITIONAL.length).replace('/2006', '') : uri;
}

/** `w:` in `w:comments`. */
export const prefixOf = ({ root }: { root: { name: string } }): string => root.name.slice(0, root.name.indexOf(':') + 1);

/** The part that the main part refers to by this type of relationship. */
export function partOfType(opened: OfficePackage, type: string): XmlPart | undefined {
  const found = relationshipsOf(opened, opened.mainPart).find((one) => one.type === type && !one.external);
  const name = found && partNamed(opened, found.target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

/** Prefix of a namespace of a later Word at the root, and what declares it there: older readers are told to pass over it. */
export function laterNamespace(part: XmlPart, uri: string, usual: string): { prefix: string; edits: XmlEdit[] } {
  const tag = part.source.slice(part.root.start, part.root.contentStart);
  const prefixFor = (namespace: string): string | undefined =>
    new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']${namespace.replaceAll(/[.?/]/g, '\\$&')}["']`).exec(tag)?.[1];
  const prefix = prefixFor(uri) ?? usual;
  const mc = prefixFor(MC) ?? 'mc';
  const ignored = new RegExp(`\\s${mc}:Ignorable\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
  const edits: XmlEdit[] = [];
  if (prefixFor(uri) === undefined) edits.push(setAttribute(part, part.root, `xmlns:${prefix}`, uri));
  if (prefixFor(MC) === undefined) edits.push(setAttribute(part, part.root, `xmlns:${mc}`, MC));
  if (ignored === undefined || !ignored.split(/\s+/).includes(prefix))
    edits.push(setAttribute(part, part.root, `${mc}:Ignorable`, [ignored ?? '', prefix].join(' ').trim()));
  return { prefix, edits };
}
