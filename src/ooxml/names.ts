/** The table of namespaces, and the two families of names of Office Open XML: transitional, which Office writes, and strict (ISO/IEC 29500-1 annex A). */

/** WordprocessingML. */
export const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** DrawingML. */
export const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
/** PresentationML. */
export const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
/** SpreadsheetML. */
export const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** `r:id` and its kin. */
export const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** charts. */
export const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
/** equations. */
export const M = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
/** markup compatibility (ISO/IEC 29500-3). */
export const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
/** SmartArt. */
export const DGM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
/** drawings in Word. */
export const WP = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';
/** drawings in Excel. */
export const XDR = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
/** Relationship types begin with it. */
export const OFFICE_RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
export const CORE_PROPERTIES_RELATIONSHIP = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';
export const CORE_PROPERTIES = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
export const DC = 'http://purl.org/dc/elements/1.1/';
export const XML = 'http://www.w3.org/XML/1998/namespace';
/** Transitional names begin with it. */
export const TRANSITIONAL = 'http://schemas.openxmlformats.org/';
/** Strict names begin with it. */
export const STRICT = 'http://purl.oclc.org/ooxml/';
export const STRICT_R = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
export const PACKAGE_CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
export const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Names that are spelled in two ways. */
const RENAMED: Readonly<Record<string, string>> = {
  'officeDocument/extendedProperties': 'officeDocument/2006/extended-properties',
  'officeDocument/customProperties': 'officeDocument/2006/custom-properties',
  'officeDocument/relationships/extendedProperties': 'officeDocument/2006/relationships/extended-properties',
  'officeDocument/relationships/customProperties': 'officeDocument/2006/relationships/custom-properties',
};

/** The transitional twin of a strict namespace or relationship type; any other name as it is. */
export function transitionalUri(uri: string): string {
  if (!uri.startsWith(STRICT)) return uri;
  const rest = uri.slice(STRICT.length);
  const slash = rest.indexOf('/');
  return `http://schemas.openxmlformats.org/${RENAMED[rest] ?? `${rest.slice(0, slash)}/2006${rest.slice(slash)}`}`;
}

/** The strict twin of a transitional relationship type; any other type as it is. */
export function strictRelation(type: string): string {
  if (!type.startsWith(OFFICE_RELATIONSHIP)) return type;
  const kind = type
    .slice(OFFICE_RELATIONSHIP.length)
    .replace('extended-properties', 'extendedProperties')
    .replace('custom-properties', 'customProperties');
  return `${STRICT}officeDocument/relationships/${kind}`;
}
