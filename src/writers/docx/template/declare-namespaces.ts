/** The namespaces of our text, declared on the root of a document that was written by another program. */
import { setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import type { XmlTree } from '../../../ooxml/xml-tree.ts';
import { TEXT_NAMESPACES } from '../namespaces.ts';

/** What the root does not declare; Word 2010's own elements are ignorable where it does not say so. */
export function declareNamespaces(tree: XmlTree): XmlEdit[] {
  const { root } = tree;
  const declared = new Set(root.attributes.map(({ name }) => name));
  const missing = Array.from(TEXT_NAMESPACES.matchAll(/(xmlns:\w+)="([^"]+)"/g)).filter(([, name = '']) => !declared.has(name));
  const ignorable = root.attributes.find(({ name }) => name === 'mc:Ignorable');
  const edits = missing.map(([, name = '', uri = '']) => setAttribute(tree, root, name, uri));
  if (ignorable === undefined) return [...edits, setAttribute(tree, root, 'mc:Ignorable', 'w14')];
  if (ignorable.value.split(/\s+/).includes('w14')) return edits;
  return [...edits, setAttribute(tree, root, 'mc:Ignorable', `${ignorable.value} w14`.trim())];
}
