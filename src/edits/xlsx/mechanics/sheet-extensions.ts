/** What only Excel of 2010 and later reads of a sheet stands in a list at its end, each kind under a number of its own ([MS-XLSX] §2.3.1). */
import { S, X14, XM } from '../../../ooxml/names.ts';
import { appendContent, prependContent, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { attributeOf, elementsOf, firstElementOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Sheet } from '../../../ooxml/workbook-file.ts';
import { insertInOrder } from './frame-order.ts';

interface Extension {
  uri: string;
  /** Name of the element that holds all of the kind. */
  list: string;
}

export const SPARKLINES: Extension = { uri: '{05C60535-1F16-4fd2-B633-F4F36F0B64E0}', list: 'sparklineGroups' };
/** Excel writes it before all others. */
export const CONDITIONAL_FORMATS: Extension = { uri: '{78C0D931-6437-407d-A8EE-F0AAD7539E65}', list: 'conditionalFormattings' };

/** The list of a kind that the sheet has. */
export function extensionOf(sheet: Sheet, { uri, list }: Extension): { extension: XmlElement; list: XmlElement | undefined } | undefined {
  const all = firstElementOf(sheet.part.root, 'extLst', S);
  const extension = all && elementsOf(all, 'ext', S).find((one) => attributeOf(one, 'uri')?.toLowerCase() === uri.toLowerCase());
  return extension && { extension, list: firstElementOf(extension, list, X14) };
}

/** @param xml one element of the kind, with the prefixes `x14` and `xm` */
export function addToExtension(sheet: Sheet, kind: Extension, xml: string): XmlEdit {
  const { part, prefix } = sheet;
  const known = extensionOf(sheet, kind);
  // the prefixes are declared where they are used: others may have bound them to something else
  if (known?.list !== undefined) return appendContent(part, known.list, xml.replace(/^<x14:\w+/, `$& xmlns:x14="${X14}" xmlns:xm="${XM}"`));
  const list = `<x14:${kind.list} xmlns:x14="${X14}" xmlns:xm="${XM}">${xml}</x14:${kind.list}>`;
  if (known !== undefined) return appendContent(part, known.extension, list);
  const extension = `<${prefix}ext xmlns:x14="${X14}" uri="${kind.uri}">${list}</${prefix}ext>`;
  const all = firstElementOf(part.root, 'extLst', S);
  if (all === undefined) return insertInOrder(sheet, 'extLst', `<${prefix}extLst>${extension}</${prefix}extLst>`);
  return kind === CONDITIONAL_FORMATS ? prependContent(part, all, extension) : appendContent(part, all, extension);
}
