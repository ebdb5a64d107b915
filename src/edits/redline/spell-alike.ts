/** A strict and a transitional file (ISO/IEC 29500-1 annex A, ISO/IEC 29500-4) spell the same names in two ways: what comes along is spelled as where it comes to. */
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { encodeXml } from '../../ooxml/decode-xml.ts';
import { STRICT, TRANSITIONAL, transitionalUri } from '../../ooxml/names.ts';
import { contentTypeOf, openOfficePackage, partNames, readPartText, type OfficePackage } from '../../ooxml/office-package.ts';

const STRICT_NAME = /http:\/\/purl\.oclc\.org\/ooxml\/[\w/-]+/g;
/** Names that the strict standard spells without the year. */
const DATED_NAME = /http:\/\/schemas\.openxmlformats\.org\/(?:wordprocessingml|drawingml|officeDocument)\/2006\/[\w/-]+/g;

const isStrict = (opened: OfficePackage): boolean => readPartText(opened, opened.mainPart).text.includes(`${STRICT}wordprocessingml/main`);
const strictUri = (uri: string): string => STRICT + uri.slice(TRANSITIONAL.length).replace('/2006', '');

/** The newer file as the older one spells its names; itself where they do so alike. */
export function spellAlike(older: Uint8Array, newer: Uint8Array): Uint8Array {
  const opened = openOfficePackage(newer);
  const strict = isStrict(openOfficePackage(older));
  if (strict === isStrict(opened)) return newer;
  for (const name of partNames(opened)) {
    if (name.startsWith('[') || !/\+xml$|\/xml$/.test(contentTypeOf(opened, name) ?? '') || name.endsWith('.rels')) continue;
    const { text, encoding } = readPartText(opened, name);
    const spelled = strict ? text.replaceAll(DATED_NAME, strictUri) : text.replaceAll(STRICT_NAME, transitionalUri);
    if (spelled !== text) replacePart(opened, name, encodeXml({ text: spelled, encoding }));
  }
  return saveOfficePackage(opened);
}
