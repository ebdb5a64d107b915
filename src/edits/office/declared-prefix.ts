import { escapeAttribute } from '../../ooxml/xml-text.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/**
 * The start of an attribute like one of another element, `r:id`, for a new element beside it: with the declaration of its prefix
 * where the file declares it on each element and not on its root.
 * @param uri of the attribute
 */
export function attributeLike(root: XmlElement, model: XmlElement | undefined, local: string, uri: string): string {
  const name = model?.attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.name;
  const prefix = name?.slice(0, name.indexOf(':')) ?? 'r';
  const declared = (element: XmlElement | undefined): string | undefined =>
    element?.attributes.find((attribute) => attribute.name === `xmlns:${prefix}`)?.value;
  if (declared(root) !== undefined) return `${prefix}:${local}`;
  for (let above = model?.parent; above !== undefined; above = above.parent) if (declared(above) !== undefined) return `${prefix}:${local}`;
  return `xmlns:${prefix}="${escapeAttribute(declared(model) ?? uri)}" ${prefix}:${local}`;
}
