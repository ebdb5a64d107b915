/** The parts of a Word file put together (ISO/IEC 29500-2): content types, relationships, zip. */
import { CORE_PROPERTIES_RELATIONSHIP, OFFICE_RELATIONSHIP } from '../../ooxml/names.ts';
import type { Document } from '../../document/document.ts';
import type { Look } from '../../document/look.ts';
import {
  buildContentTypes,
  buildRelationships,
  MEDIA_TYPES,
  relationshipsPartOf,
  XML_DECLARATION,
  type PartType,
} from '../../ooxml/package-parts.ts';
import { writeZip, type ZipEntryInput } from '../../ooxml/write-zip.ts';
import { noteSeparators } from './footnotes.ts';
import { TEXT_NAMESPACES } from './namespaces.ts';
import { relate, type Relationships } from './relationships.ts';
import { appPropertiesXml, corePropertiesXml, fontTableXml, settingsXml } from './settings.ts';
import { themeXml } from './theme.ts';
import type { Draft } from './draft.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

/** What is the same in every variant of the file. */
export interface Frame {
  document: Document;
  look: Look;
  created: Date;
  stylesXml: string;
  numberingXml: string;
  /** `w:footnote` elements; '' where there are none. */
  footnotesXml: string;
}

interface Part {
  name: string;
  data: string | Uint8Array;
  contentType?: string;
  relationships?: Relationships;
}

/** Everything but `word/document.xml`. Called once: it adds the relationships of the document part. */
function fixedParts(draft: Draft, frame: Frame): Part[] {
  const { look, document } = frame;
  const word = (kind: string, file: string, data: string, type = `${WORD}${kind}+xml`): Part => {
    relate(draft.relationships, kind, file);
    return { name: `word/${file}`, data, contentType: type };
  };
  const parts = [
    word('styles', 'styles.xml', frame.stylesXml),
    word('numbering', 'numbering.xml', frame.numberingXml),
    word('settings', 'settings.xml', settingsXml(look, document.lang)),
    word('fontTable', 'fontTable.xml', fontTableXml(look)),
    word('theme', 'theme/theme1.xml', themeXml(look), 'application/vnd.openxmlformats-officedocument.theme+xml'),
  ];
  const footnotes: Part = {
    ...word(
      'footnotes',
      'footnotes.xml',
      `${XML_DECLARATION}<w:footnotes ${TEXT_NAMESPACES}>${noteSeparators()}${frame.footnotesXml}</w:footnotes>`,
    ),
    relationships: draft.footnoteRelationships,
  };
  return [
    ...parts,
    footnotes,
    ...draft.extraParts,
    {
      name: 'docProps/core.xml',
      data: corePropertiesXml(document, frame.created),
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
    },
    {
      name: 'docProps/app.xml',
      data: appPropertiesXml(document),
      contentType: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    },
  ];
}

/** Gives a function that packs a body: `w:document` around it, everything else as it is. */
export function packer(draft: Draft, frame: Frame): (bodyXml: string) => Uint8Array {
  const parts = fixedParts(draft, frame);
  return (bodyXml) => {
    const main: Part = {
      name: 'word/document.xml',
      contentType: `${WORD}document.main+xml`,
      relationships: draft.relationships,
      data: `${XML_DECLARATION}<w:document ${TEXT_NAMESPACES}><w:body>${bodyXml}</w:body></w:document>`,
    };
    return zipParts([main, ...parts]);
  };
}

function zipParts(parts: readonly Part[]): Uint8Array {
  const types = parts.flatMap(({ name, contentType }): PartType[] => (contentType === undefined ? [] : [{ name, contentType }]));
  const extensions = new Set(
    parts.flatMap(({ name, contentType }) => (contentType === undefined ? [name.slice(name.lastIndexOf('.') + 1)] : [])),
  );
  const defaults = Object.fromEntries(
    [...extensions].sort().map((extension) => [extension, MEDIA_TYPES[extension] ?? 'application/octet-stream']),
  );
  const root = buildRelationships([
    { id: 'rId1', type: `${OFFICE_RELATIONSHIP}officeDocument`, target: 'word/document.xml' },
    { id: 'rId2', type: CORE_PROPERTIES_RELATIONSHIP, target: 'docProps/core.xml' },
    { id: 'rId3', type: `${OFFICE_RELATIONSHIP}extended-properties`, target: 'docProps/app.xml' },
  ]);
  const entries: ZipEntryInput[] = [
    { name: '[Content_Types].xml', data: buildContentTypes(types, defaults) },
    { name: '_rels/.rels', data: root },
  ];
  for (const { name, data, relationships } of parts) {
    entries.push({ name, data });
    if (relationships !== undefined && relationships.list.length > 0)
      entries.push({ name: relationshipsPartOf(name), data: buildRelationships(relationships.list) });
  }
  return writeZip(entries);
}
