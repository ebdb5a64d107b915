/** An Office file whose parts lie at other paths: the same file to whoever goes by relationships and content types. */
import { contentTypeOf, openOfficePackage, partNames, readPart, relationshipsOf } from '../../src/ooxml/office-package.ts';
import { buildContentTypes, buildRelationships, relationshipsPartOf } from '../../src/ooxml/package-parts.ts';
import { writeZip } from '../../src/ooxml/write-zip.ts';

/** Every part under a name that says nothing, in folders that no program writes. */
export function moveParts(bytes: Uint8Array): Uint8Array {
  const opened = openOfficePackage(bytes);
  const names = partNames(opened).filter((name) => !name.startsWith('[') && !name.endsWith('.rels'));
  const moved = new Map(
    names.map((name, index) => [name.toLowerCase(), `content/${index % 3}/item${index + 1}${/\.[^./]+$/.exec(name)?.[0] ?? ''}`]),
  );
  const at = (name: string): string => moved.get(name.toLowerCase()) ?? name;
  const relations = (name: string): { name: string; data: string }[] => {
    const rows = relationshipsOf(opened, name);
    if (rows.length === 0) return [];
    const data = buildRelationships(
      rows.map(({ id, type, target, external }) => ({
        id,
        type,
        target: external ? target : `/${at(target)}`,
        ...(external ? { external } : {}),
      })),
    );
    return [{ name: relationshipsPartOf(name === '' ? '' : at(name)), data }];
  };
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes(
        names.map((name) => ({ name: at(name), contentType: contentTypeOf(opened, name) ?? 'application/octet-stream' })),
      ),
    },
    ...relations(''),
    ...names.flatMap((name) => [{ name: at(name), data: readPart(opened, name) }, ...relations(name)]),
  ]);
}
