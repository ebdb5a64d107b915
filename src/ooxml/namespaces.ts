/** The two families of names of Office Open XML: transitional, which Office writes, and strict (ISO/IEC 29500-1 annex A). */

const STRICT = 'http://purl.oclc.org/ooxml/';
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

const TRANSITIONAL_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** The strict twin of a transitional relationship type; any other type as it is. */
export function strictRelation(type: string): string {
  if (!type.startsWith(TRANSITIONAL_RELATIONS)) return type;
  const kind = type
    .slice(TRANSITIONAL_RELATIONS.length)
    .replace('extended-properties', 'extendedProperties')
    .replace('custom-properties', 'customProperties');
  return `${STRICT}officeDocument/relationships/${kind}`;
}
