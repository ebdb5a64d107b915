/** Prefixes of the newer file that a part of the older one is to know: what comes along uses them wherever it stands, also once its tags are settled. */
import { editXmlPart } from '../../ooxml/change-package.ts';
import { setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { MC } from '../../ooxml/names.ts';
import { readXmlPart, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';

const XMLNS = 'xmlns:';

const namesOf = ({ root }: XmlPart): Map<string, string> =>
  new Map(root.attributes.filter(({ name }) => name.startsWith(XMLNS)).map(({ name, value }) => [name.slice(XMLNS.length), value]));

/** Prefixes that mean something else in the other file: then blocks go and come as wholes, each with its own declarations. */
export function namesClash(a: XmlPart, b: XmlPart): boolean {
  const own = namesOf(a);
  return [...namesOf(b)].some(([prefix, uri]) => own.has(prefix) && own.get(prefix) !== uri);
}

/** Prefixes that older programs may pass over (ISO/IEC 29500-3 §7.2). */
function ignoredBy({ root }: XmlPart): string[] {
  const value = root.attributes.find(({ local, uri }) => local === 'Ignorable' && uri === MC)?.value ?? '';
  return value.split(/\s+/).filter((prefix) => prefix !== '');
}

/** Declares at the root of a part what the other part declares and uses and this one does not know. */
export function shareNames(opened: OfficePackage, name: string, other: XmlPart): void {
  const part = readXmlPart(opened, name);
  const own = namesOf(part);
  const body = other.source.slice(other.root.contentStart);
  const isUsed = (prefix: string): boolean => body.includes(`${prefix}:`) || new RegExp(`Requires="[^"]*\\b${prefix}\\b`).test(body);
  const missing = [...namesOf(other)].filter(([prefix]) => !own.has(prefix) && isUsed(prefix));
  if (missing.length === 0) return;
  const edits: XmlEdit[] = missing.map(([prefix, uri]) => setAttribute(part, part.root, XMLNS + prefix, uri));
  const known = ignoredBy(part);
  const ignored = ignoredBy(other).filter((prefix) => missing.some(([one]) => one === prefix) && !known.includes(prefix));
  const mc = [...own, ...missing].find(([, uri]) => uri === MC)?.[0];
  if (ignored.length > 0) {
    if (mc === undefined) edits.push(setAttribute(part, part.root, `${XMLNS}mc`, MC));
    edits.push(setAttribute(part, part.root, `${mc ?? 'mc'}:Ignorable`, [...known, ...ignored].join(' ')));
  }
  editXmlPart(opened, part, edits);
}
