/** Properties of a file (`docProps/core.xml`, ISO/IEC 29500-2 §8): the same in Word, PowerPoint and Excel. */
import { CORE_PROPERTIES, CORE_PROPERTIES_RELATIONSHIP, DC } from '../../ooxml/names.ts';
import { z } from 'zod';
import { addPart, addRelationship, freePartName } from '../../ooxml/change-package.ts';
import { appendContent, replaceContent, type XmlEdit } from '../../ooxml/edit-xml.ts';
import {
  contentTypeOf,
  partNamed,
  partNames,
  readXmlPart,
  relationshipsOf,
  type OfficeKind,
  type OfficePackage,
  type XmlPart,
} from '../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { firstElementOf, textOf } from '../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Edit } from '../define-edit.ts';
import { textFits } from '../text-fits.ts';

const CORE_TYPE = 'application/vnd.openxmlformats-package.core-properties+xml';

const PROPERTIES = {
  title: { local: 'title', uri: DC },
  subject: { local: 'subject', uri: DC },
  author: { local: 'creator', uri: DC },
  description: { local: 'description', uri: DC },
  language: { local: 'language', uri: DC },
  keywords: { local: 'keywords', uri: CORE_PROPERTIES },
  category: { local: 'category', uri: CORE_PROPERTIES },
  status: { local: 'contentStatus', uri: CORE_PROPERTIES },
} as const;

const schema = z.strictObject({
  op: z.literal('set_property'),
  name: z.enum(['title', 'subject', 'author', 'description', 'language', 'keywords', 'category', 'status']),
  value: textFits(0, 10_000),
  expect: z.string().max(10_000).optional(),
});

/** With its own declaration of the namespace, whatever prefixes the part has. */
function propertyXml({ local, uri }: { local: string; uri: string }, value: string): string {
  return uri === DC
    ? `<dc:${local} xmlns:dc="${DC}">${escapeText(value)}</dc:${local}>`
    : `<cp:${local} xmlns:cp="${CORE_PROPERTIES}">${escapeText(value)}</cp:${local}>`;
}

function corePart(opened: OfficePackage): XmlPart | undefined {
  const target = relationshipsOf(opened, '').find(({ type }) => type.endsWith('/metadata/core-properties'))?.target;
  // some files have the part and nothing that names it
  const name =
    target === undefined ? partNames(opened).find((part) => contentTypeOf(opened, part) === CORE_TYPE) : partNamed(opened, target);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

function addCorePart(opened: OfficePackage, xml: string): void {
  const now = corePart(opened);
  // several properties of one request: the first one makes the part
  if (now !== undefined) {
    opened.changes.set(now.name, Buffer.from(now.source.replace('</cp:coreProperties>', `${xml}</cp:coreProperties>`), 'utf8'));
    return;
  }
  const name = partNamed(opened, 'docProps/core.xml') === undefined ? 'docProps/core.xml' : freePartName(opened, 'docProps/core', '.xml');
  addPart(
    opened,
    { name, contentType: CORE_TYPE },
    `${XML_DECLARATION}<cp:coreProperties xmlns:cp="${CORE_PROPERTIES}">${xml}</cp:coreProperties>`,
  );
  addRelationship(opened, '', { type: CORE_PROPERTIES_RELATIONSHIP, target: name });
}

export function createSetProperty<File extends { opened: OfficePackage }>(format: OfficeKind): Edit<File> {
  return defineEdit<File, z.infer<typeof schema>>({
    op: 'set_property',
    format,
    summary: 'Sets title, author, subject and other properties of the file',
    tracked: false,
    refuses: { no_effect: 'the property has this value already', expect_mismatch: 'it has another value than expected' },
    schema,
    plan({ opened }, { name, value, expect }) {
      const part = corePart(opened);
      const property = PROPERTIES[name];
      const element = part && firstElementOf(part.root, property.local, property.uri);
      const before = element === undefined ? '' : textOf(element);
      if (expect !== undefined && expect !== before) return reject('expect_mismatch', `The ${name} is "${before}".`);
      if (before === value) return reject('no_effect', `The ${name} is "${before}" already.`);
      if (part === undefined) return { parts: [], before, after: value, finish: (file) => addCorePart(file, propertyXml(property, value)) };
      const edit: XmlEdit =
        element === undefined
          ? appendContent(part, part.root, propertyXml(property, value))
          : replaceContent(part, element, escapeText(value));
      return { parts: [{ part: part.name, edits: [edit] }], before, after: value };
    },
    examples: [],
  });
}
