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
export const CX = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
export const MC = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
/** SmartArt. */
export const DGM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
/** drawings in Word. */
export const WP = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';
/** drawings in Excel. */
export const XDR = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
/** pictures. */
export const PIC = 'http://schemas.openxmlformats.org/drawingml/2006/picture';
/** Drawings of Office before 2007, in which Word still keeps watermarks (ISO/IEC 29500-4 §19). */
export const VML = 'urn:schemas-microsoft-com:vml';
export const OFFICE_VML = 'urn:schemas-microsoft-com:office:office';
export const WORD_VML = 'urn:schemas-microsoft-com:office:word';
/** All of DrawingML begins with it: `${DRAWINGML}/table`. */
export const DRAWINGML = 'http://schemas.openxmlformats.org/drawingml/2006';
/** What Office 2010 and later added ([MS-DOCX], [MS-XLSX], [MS-ODRAWXML]): shapes and groups in Word, paragraph ids, decoration. */
export const WPS = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';
export const WPG = 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup';
/** What PowerPoint 2010 added; also of its relationship from a slide to a video or sound that the file holds ([MS-PPTX] §2.2.2). */
export const P14 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
export const MEDIA_RELATIONSHIP = 'http://schemas.microsoft.com/office/2007/relationships/media';
/** Threads of comments in PowerPoint ([MS-PPTX] §2.6.3), and what they are on. */
export const P188 = 'http://schemas.microsoft.com/office/powerpoint/2018/8/main';
export const OFFICE_2018_RELATIONSHIP = 'http://schemas.microsoft.com/office/2018/10/relationships/';
export const POWERPOINT_COMMAND = 'http://schemas.microsoft.com/office/powerpoint/2013/main/command';
export const W14 = 'http://schemas.microsoft.com/office/word/2010/wordml';
export const W15 = 'http://schemas.microsoft.com/office/word/2012/wordml';
export const A14 = 'http://schemas.microsoft.com/office/drawing/2010/main';
export const X14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
/** Tables' slicers and other additions of Excel 2013. */
export const X15 = 'http://schemas.microsoft.com/office/spreadsheetml/2010/11/main';
/** Shapes of slicers, of pivot tables and of tables. */
export const SLE = 'http://schemas.microsoft.com/office/drawing/2010/slicer';
export const SLE15 = 'http://schemas.microsoft.com/office/drawing/2012/slicer';
export const XM = 'http://schemas.microsoft.com/office/excel/2006/main';
const ADEC = 'http://schemas.microsoft.com/office/drawing/2017/decorative';
/** Of compatibility settings that Word keeps to itself ([MS-DOCX] §2.2). */
export const WORD_COMPATIBILITY = 'http://schemas.microsoft.com/office/word';
/** Microsoft's own relationship types begin with one of these, or are it. */
export const OFFICE_2006_RELATIONSHIP = 'http://schemas.microsoft.com/office/2006/relationships/';
export const OFFICE_2007_RELATIONSHIP = 'http://schemas.microsoft.com/office/2007/relationships/';
export const OFFICE_2017_RELATIONSHIP = 'http://schemas.microsoft.com/office/2017/06/relationships/';
export const COMMENTS_EXTENDED = 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended';
/** Relationship types begin with it. */
export const OFFICE_RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
export const CORE_PROPERTIES_RELATIONSHIP = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';
export const CORE_PROPERTIES = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
export const DC = 'http://purl.org/dc/elements/1.1/';
const DCTERMS = 'http://purl.org/dc/terms/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const EXTENDED_PROPERTIES = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties';
export const XML = 'http://www.w3.org/XML/1998/namespace';
/** Transitional names begin with it. */
export const TRANSITIONAL = 'http://schemas.openxmlformats.org/';
/** Strict names begin with it. */
export const STRICT = 'http://purl.oclc.org/ooxml/';
export const STRICT_R = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
export const PACKAGE_CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
export const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Prefixes as Office writes them. */
const PREFIXES = {
  a: A,
  c: C,
  cp: CORE_PROPERTIES,
  dc: DC,
  dcterms: DCTERMS,
  m: M,
  mc: MC,
  p: P,
  pic: PIC,
  r: R,
  w: W,
  w14: W14,
  wp: WP,
  wpg: WPG,
  wps: WPS,
  xdr: XDR,
  xsi: XSI,
} as const;

/** Attributes of a root element that declare these prefixes, in this order: `xmlns:w="…" xmlns:r="…"`. */
export const xmlns = (...prefixes: (keyof typeof PREFIXES)[]): string =>
  prefixes.map((prefix) => `xmlns:${prefix}="${PREFIXES[prefix]}"`).join(' ');

/** What marks a drawing as one that screen readers pass over ([MS-ODRAWXML] §2.3.3): the content of its non-visual properties. */
export const DECORATIVE = `<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="${ADEC}" val="1"/></a:ext></a:extLst>`;

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
