/** What shows a picture shows another one (ISO/IEC 29500-1 §20.1.8.13). */
import { removeAttribute, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

const isRelation = (uri: string): boolean => uri.endsWith('/relationships');

/**
 * A picture that is linked, too, would be fetched from there again and show the old one; one that is only linked comes into the file.
 * @param id of the relationship that leads to the new picture
 * @returns undefined where it shows none
 */
export function relinkPicture(part: XmlPart, blip: XmlElement, id: string): XmlEdit[] | undefined {
  const named = (wanted: string): XmlElement['attributes'][number] | undefined =>
    blip.attributes.find(({ local, uri, value }) => local === wanted && isRelation(uri) && value !== '');
  const [embedded, linked] = [named('embed'), named('link')];
  const name = (embedded ?? linked)?.name.replace(/link$/, 'embed');
  if (name === undefined) return undefined;
  const gone = linked === undefined ? null : removeAttribute(part, blip, linked.name);
  return [setAttribute(part, blip, name, id), ...(gone === null ? [] : [gone])];
}
