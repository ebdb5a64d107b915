/** Parts → an Office file: content types, relationships of the package and of its parts, zipped in the order given. */
import { CORE_PROPERTIES_RELATIONSHIP, OFFICE_RELATIONSHIP } from '../ooxml/names.ts';
import { buildContentTypes, buildRelationships, MEDIA_TYPES, relationshipsPartOf, type PartType } from '../ooxml/package-parts.ts';
import { writeZip, type ZipEntryInput } from '../ooxml/write-zip.ts';
import type { Relationships } from './docx/relationships.ts';

export interface PackagePart {
  name: string;
  /** Pieces are asked for when the part is written: its relationships are known then. */
  data: ZipEntryInput['data'];
  /** Absent: that of its extension. */
  contentType?: string;
  relationships?: Relationships;
  /** As of `ZipEntryInput`. */
  recurs?: boolean;
}

/** A part whose text is known when those before it are written. */
export function* late(write: () => string): Generator<string, void, undefined> {
  yield write();
}

/** @param main name of the part that the package is about; `docProps/core.xml` and `docProps/app.xml` are among the parts */
export function zipPackage(main: string, parts: readonly PackagePart[]): Uint8Array {
  const types = parts.flatMap(({ name, contentType }): PartType[] => (contentType === undefined ? [] : [{ name, contentType }]));
  const extensions = new Set(
    parts.flatMap(({ name, contentType }) => (contentType === undefined ? [name.slice(name.lastIndexOf('.') + 1)] : [])),
  );
  const defaults = Object.fromEntries(
    [...extensions].sort().map((extension) => [extension, MEDIA_TYPES[extension] ?? 'application/octet-stream']),
  );
  const root = buildRelationships([
    { id: 'rId1', type: `${OFFICE_RELATIONSHIP}officeDocument`, target: main },
    { id: 'rId2', type: CORE_PROPERTIES_RELATIONSHIP, target: 'docProps/core.xml' },
    { id: 'rId3', type: `${OFFICE_RELATIONSHIP}extended-properties`, target: 'docProps/app.xml' },
  ]);
  const entries: ZipEntryInput[] = [
    { name: '[Content_Types].xml', data: buildContentTypes(types, defaults) },
    { name: '_rels/.rels', data: root },
  ];
  for (const { name, data, relationships, recurs = false } of parts) {
    entries.push({ name, data, recurs });
    if (relationships === undefined) continue;
    const written = typeof data === 'string' || data instanceof Uint8Array;
    const rows = (): string => buildRelationships(relationships.list);
    if (!written) entries.push({ name: relationshipsPartOf(name), data: late(rows) });
    else if (relationships.list.length > 0) entries.push({ name: relationshipsPartOf(name), data: rows(), recurs });
  }
  return writeZip(entries);
}
