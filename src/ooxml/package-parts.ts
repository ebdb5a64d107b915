import { PACKAGE_CONTENT_TYPES, PACKAGE_RELATIONSHIPS } from './names.ts';
import { escapeAttribute } from './xml-text.ts';

/**
 * The two kinds of parts that hold an Office package together (ISO/IEC 29500-2): the content type stream
 * `[Content_Types].xml` (§7.2.3) and relationship parts `_rels/*.rels` (§6.5).
 */

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface PartType {
  /** Name inside the package, with or without the leading slash. */
  name: string;
  contentType: string;
}

export interface RelationshipInput {
  id: string;
  /** Full URI, e.g. `http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles`. */
  type: string;
  /** Relative to the folder of the source part, absolute with a slash, or any address when external. */
  target: string;
  external?: boolean;
}

/** `defaults` by extension without the dot; `rels` and `xml` are always in. Both lists are written in the order given. */
export function buildContentTypes(parts: readonly PartType[], defaults: Readonly<Record<string, string>> = {}): string {
  const byExtension: Record<string, string> = {
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    ...defaults,
  };
  const rows = Object.entries(byExtension).map(
    ([extension, type]) => `<Default Extension="${escapeAttribute(extension)}" ContentType="${escapeAttribute(type)}"/>`,
  );
  for (const { name, contentType } of parts) {
    const absolute = name.startsWith('/') ? name : `/${name}`;
    rows.push(`<Override PartName="${escapeAttribute(absolute)}" ContentType="${escapeAttribute(contentType)}"/>`);
  }
  return `${XML_DECLARATION}<Types xmlns="${PACKAGE_CONTENT_TYPES}">${rows.join('')}</Types>`;
}

/** A part of relationships (ISO/IEC 29500-2 §6.5) as XML, in the order given. */
export function buildRelationships(relationships: readonly RelationshipInput[]): string {
  const rows = relationships.map(({ id, type, target, external }) => {
    const mode = external === true ? ' TargetMode="External"' : '';
    return `<Relationship Id="${escapeAttribute(id)}" Type="${escapeAttribute(type)}" Target="${escapeAttribute(target)}"${mode}/>`;
  });
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${rows.join('')}</Relationships>`;
}

/** `word/document.xml` → `word/_rels/document.xml.rels`; the package itself (`''`) → `_rels/.rels`. */
export function relationshipsPartOf(partName: string): string {
  const name = partName.startsWith('/') ? partName.slice(1) : partName;
  const slash = name.lastIndexOf('/');
  return `${name.slice(0, slash + 1)}_rels/${name.slice(slash + 1)}.rels`;
}

/** Content types of pictures and fonts by extension, for `buildContentTypes`' defaults. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  emf: 'image/x-emf',
  wmf: 'image/x-wmf',
  vml: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
  odttf: 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
