/** Parts that say how the file is to be treated: settings, fonts, properties. */
import { EXTENDED_PROPERTIES, WORD_COMPATIBILITY, xmlns } from '../../ooxml/names.ts';
import type { Document } from '../../document/document.ts';
import type { Look } from '../../document/look.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { WORD_NAMESPACES } from './namespaces.ts';
import { regionLanguage } from './styles.ts';
import { isRightToLeftLanguage } from '../script.ts';

/** Where text is justified, a line that ends with a break of the author's is not stretched, as the last one of a paragraph is not. */
const justifies = (look: Look): boolean =>
  look.bodyAlign === 'justify' || Object.values(look.roles).some(({ align }) => align === 'justify');

/**
 * Mode 15 is Word 2013 and later; without it Word opens the file "in compatibility mode". No `w:updateFields`: it would
 * greet the reader with a question, and every field is filled in already.
 */
export function settingsXml(look: Look, lang: string): string {
  const full = escapeAttribute(regionLanguage(lang));
  const eastAsian = /^(ja|zh|ko)\b/i.test(lang);
  const bidi = isRightToLeftLanguage(lang);
  const hyphenation = look.hyphenate
    ? '<w:autoHyphenation/><w:consecutiveHyphenLimit w:val="2"/><w:hyphenationZone w:val="360"/><w:doNotHyphenateCaps/>'
    : '';
  const compat = (name: string, value: number): string =>
    `<w:compatSetting w:name="${name}" w:uri="${WORD_COMPATIBILITY}" w:val="${value}"/>`;
  return [
    `${XML_DECLARATION}<w:settings ${WORD_NAMESPACES} ${xmlns('m')}>`,
    '<w:zoom w:percent="100"/><w:defaultTabStop w:val="709"/>',
    hyphenation,
    // Word's own setting for East Asian text: marks give way before the spaces between characters do (§17.15.1.18)
    `<w:characterSpacingControl w:val="${eastAsian ? 'compressPunctuation' : 'doNotCompress'}"/>`,
    '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>',
    `<w:compat>${justifies(look) ? '<w:doNotExpandShiftReturn/>' : ''}${compat('compatibilityMode', 15)}${compat('overrideTableStyleFontSizeAndJustification', 1)}${compat('enableOpenTypeFeatures', 1)}${compat('doNotFlipMirrorIndents', 1)}${compat('differentiateMultirowTableHeaders', 1)}</w:compat>`,
    '<m:mathPr><m:mathFont m:val="Cambria Math"/><m:brkBin m:val="before"/><m:brkBinSub m:val="--"/><m:smallFrac m:val="0"/><m:dispDef/><m:lMargin m:val="0"/><m:rMargin m:val="0"/><m:defJc m:val="centerGroup"/><m:wrapIndent m:val="1440"/><m:intLim m:val="subSup"/><m:naryLim m:val="undOvr"/></m:mathPr>',
    `<w:themeFontLang w:val="${eastAsian || bidi ? 'en-US' : full}"${eastAsian ? ` w:eastAsia="${full}"` : ''}${bidi ? ` w:bidi="${full}"` : ''}/>`,
    '<w:clrSchemeMapping w:bg1="light1" w:t1="dark1" w:bg2="light2" w:t2="dark2" w:accent1="accent1" w:accent2="accent2" w:accent3="accent3" w:accent4="accent4" w:accent5="accent5" w:accent6="accent6" w:hyperlink="hyperlink" w:followedHyperlink="followedHyperlink"/>',
    '<w:decimalSymbol w:val="."/><w:listSeparator w:val=","/></w:settings>',
  ].join('');
}

interface FaceFacts {
  family: 'swiss' | 'roman' | 'modern' | 'auto';
  pitch: 'variable' | 'fixed';
  panose: string;
  altName?: string;
}

const FACES: Readonly<Record<string, FaceFacts>> = {
  Calibri: { family: 'swiss', pitch: 'variable', panose: '020F0502020204030204', altName: 'Carlito' },
  Georgia: { family: 'roman', pitch: 'variable', panose: '02040502050405020303', altName: 'Gelasio' },
  Cambria: { family: 'roman', pitch: 'variable', panose: '02040503050406030204', altName: 'Caladea' },
  Consolas: { family: 'modern', pitch: 'fixed', panose: '020B0609020204030204' },
};

/** The faces by their kind, so that a machine without one takes another like it (§17.8.3.10). */
export function fontTableXml(look: Look): string {
  const names = [...new Set([look.faces.text, look.faces.display, look.faces.code])];
  const rows = names.map((name) => {
    const { family, pitch, panose, altName } = FACES[name] ?? { family: 'auto', pitch: 'variable', panose: undefined, altName: undefined };
    return `<w:font w:name="${escapeAttribute(name)}">${altName === undefined ? '' : `<w:altName w:val="${altName}"/>`}${panose === undefined ? '' : `<w:panose1 w:val="${panose}"/>`}<w:charset w:val="00"/><w:family w:val="${family}"/><w:pitch w:val="${pitch}"/></w:font>`;
  });
  return `${XML_DECLARATION}<w:fonts ${WORD_NAMESPACES}>${rows.join('')}</w:fonts>`;
}

const PROPERTY_CHARS_MAX = 255;

export function corePropertiesXml(document: Document, created: Date): string {
  const time = `${created.toISOString().slice(0, 19)}Z`;
  const property = (name: string, value: string | undefined): string =>
    value === undefined || value === '' ? '' : `<${name}>${escapeText(value.slice(0, PROPERTY_CHARS_MAX).toWellFormed())}</${name}>`;
  return (
    `${XML_DECLARATION}<cp:coreProperties ${xmlns('cp', 'dc', 'dcterms', 'xsi')}>` +
    `${property('dc:title', document.title)}${property('dc:subject', document.subtitle)}${property('dc:creator', document.author ?? document.organization)}<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified>${property('dc:language', regionLanguage(document.lang))}</cp:coreProperties>`
  );
}

export function appPropertiesXml(document: Document): string {
  const company =
    document.organization === undefined || document.organization === ''
      ? ''
      : `<Company>${escapeText(document.organization.slice(0, PROPERTY_CHARS_MAX).toWellFormed())}</Company>`;
  return `${XML_DECLARATION}<Properties xmlns="${EXTENDED_PROPERTIES}"><Application>Octavo</Application>${company}</Properties>`;
}
