/** `[Content_Types].xml` (ISO/IEC 29500-2 §7.2.3): media types by extension, and by part where they differ. */
import { attributeOf, elementsOf } from '../xml-tree.ts';
import type { XmlElement } from '../xml-tree.ts';

export interface ContentTypes {
  /** By extension in lower case, without the dot. */
  defaults: Map<string, string>;
  /** By part name in lower case, without the leading slash. */
  overrides: Map<string, string>;
}

export function readContentTypes(root: XmlElement): ContentTypes {
  const types: ContentTypes = { defaults: new Map(), overrides: new Map() };
  for (const row of elementsOf(root)) {
    const type = attributeOf(row, 'ContentType')
      ?.replace(/\s*;.*$/s, '')
      .trim();
    if (type === undefined) continue;
    const extension = attributeOf(row, 'Extension');
    const part = attributeOf(row, 'PartName');
    if (row.local === 'Default' && extension !== undefined) types.defaults.set(extension.toLowerCase(), type);
    if (row.local === 'Override' && part !== undefined)
      types.overrides.set(part.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase(), type);
  }
  return types;
}

export function typeOfPart(types: ContentTypes, name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return types.overrides.get(name.toLowerCase()) ?? (dot < 0 ? undefined : types.defaults.get(name.slice(dot + 1).toLowerCase()));
}
