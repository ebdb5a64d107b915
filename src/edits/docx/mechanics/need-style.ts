/** Styles by their built-in names (ISO/IEC 29500-1 §17.7.4.9): ids differ by language, names do not. Well-known ones that a file lacks are added to it. */
import { OFFICE_RELATIONSHIP, W } from '../../../ooxml/names.ts';
import { addPart, addRelationship, editXmlPart, newPartName } from '../../../ooxml/change-package.ts';
import { appendContent } from '../../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { elementsOf, firstElementOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { sidePartOf, type WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

export interface NeededStyle {
  id: string;
  /** `w:pStyle`, `w:rStyle` or `w:tblStyle`. */
  xml: string;
  /** Adds the definition, once. */
  finish?: (opened: OfficePackage) => void;
}

export type StyleType = 'paragraph' | 'character' | 'table';
const REFERENCES: Record<StyleType, string> = { paragraph: 'pStyle', character: 'rStyle', table: 'tblStyle' };

const stylesOf = ({ styles }: WordFile): XmlElement[] => (styles === undefined ? [] : elementsOf(styles.root, 'style', W));
const nameOf = (style: XmlElement): string => valueOf(childOf(style, 'name')) ?? '';

/** Definition of the style with this name, whatever its case. */
export function styleNamed(file: WordFile, name: string, type: StyleType = 'paragraph'): XmlElement | undefined {
  return stylesOf(file).find((style) => valueOf(style, 'type') === type && nameOf(style).toLowerCase() === name.toLowerCase());
}

/** Styles that are based on each other: a file may name a ring of them. */
const STYLES_DEEP = 20;

/** The style with this id and those that it is based on. */
export function* stylesBehind(file: WordFile, id: string | undefined): Generator<XmlElement> {
  let style = stylesOf(file).find((one) => valueOf(one, 'styleId') === id);
  for (let deep = 0; style !== undefined && deep < STYLES_DEEP; deep++) {
    yield style;
    const base = valueOf(childOf(style, 'basedOn'));
    style = base === undefined ? undefined : stylesOf(file).find((one) => valueOf(one, 'styleId') === base);
  }
}

/** Twentieths of a point above a paragraph of this style, or of the one that the file has for all others. */
export function spaceBeforeOf(file: WordFile, id: string | undefined): number {
  const own = id ?? valueOf(styleNamed(file, 'normal'), 'styleId');
  const defaults = file.styles && firstElementOf(file.styles.root, 'pPrDefault', W);
  for (const holder of [...stylesBehind(file, own), ...(defaults === undefined ? [] : [defaults])]) {
    const properties = childOf(holder, 'pPr');
    const before = valueOf(properties && childOf(properties, 'spacing'), 'before');
    if (before !== undefined) return Number(before) || 0;
  }
  return 0;
}

/** Whether a style of tables, or one that it is based on, has lines or fills. */
export const drawsTables = (file: WordFile, id: string): boolean =>
  [...stylesBehind(file, id)].some((style) =>
    [...walkElements(style)].some(({ uri, local }) => uri === W && /^(?:tblBorders|tcBorders|shd)$/.test(local)),
  );

/** Half-points: of Normal, else of the defaults, else Word's own. */
function textSize(file: WordFile): number {
  const normal = styleNamed(file, 'normal');
  const defaults = file.styles && firstElementOf(file.styles.root, 'docDefaults', W);
  const holder = defaults && childOf(defaults, 'rPrDefault');
  for (const owner of [normal, holder]) {
    const run = owner && childOf(owner, 'rPr');
    const size = Number(valueOf(run && childOf(run, 'sz')) ?? NaN);
    if (size > 0) return size;
  }
  return 22;
}

interface Known {
  name: string;
  type: StyleType;
  pPr: string;
  rPr: string;
  basedOn?: string | undefined;
  more?: string;
}

const HEADING_SIZES = [1.5, 1.25, 1.1, 1, 1, 1];
const TITLE_SIZE = 2.2;
const SUBTITLE_SIZE = 1.25;

/** Looks that need no knowledge of the file but its size of text. */
function knownStyle(file: WordFile, name: string): Known | undefined {
  const { w } = file;
  const size = (share: number): string => {
    const half = Math.max(2, Math.round(textSize(file) * share));
    return `<${w}sz ${w}val="${half}"/><${w}szCs ${w}val="${half}"/>`;
  };
  const level = Number(/^heading ([1-6])$/.exec(name)?.[1] ?? 0);
  if (level > 0) {
    const above = [5, 4, 3, 2, 1]
      .filter((other) => other < level)
      .map((other) => styleNamed(file, `heading ${other}`))
      .find((style) => style !== undefined);
    const pPr = `<${w}keepNext/><${w}keepLines/><${w}spacing ${w}before="${level === 1 ? 320 : 200}" ${w}after="80"/><${w}outlineLvl ${w}val="${level - 1}"/>`;
    return {
      name,
      type: 'paragraph',
      pPr,
      rPr: `<${w}b/><${w}bCs/>${size(HEADING_SIZES[level - 1] ?? 1)}`,
      basedOn: valueOf(above, 'styleId'),
    };
  }
  const tocLevel = Number(/^toc ([1-9])$/.exec(name)?.[1] ?? 0);
  if (tocLevel > 0)
    return { name, type: 'paragraph', pPr: `<${w}spacing ${w}after="60"/><${w}ind ${w}left="${(tocLevel - 1) * 220}"/>`, rPr: '' };
  const bar = `<${w}left ${w}val="single" ${w}sz="12" ${w}space="10" ${w}color="BFBFBF"/>`;
  const grid = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((edge) => `<${w}${edge} ${w}val="single" ${w}sz="4" ${w}space="0" ${w}color="auto"/>`)
    .join('');
  const known: Record<string, Omit<Known, 'name'>> = {
    title: { type: 'paragraph', pPr: `<${w}spacing ${w}after="120"/>`, rPr: size(TITLE_SIZE) },
    subtitle: { type: 'paragraph', pPr: `<${w}spacing ${w}after="200"/>`, rPr: `<${w}color ${w}val="595959"/>${size(SUBTITLE_SIZE)}` },
    quote: { type: 'paragraph', pPr: `<${w}pBdr>${bar}</${w}pBdr><${w}ind ${w}left="360" ${w}right="360"/>`, rPr: `<${w}i/><${w}iCs/>` },
    caption: { type: 'paragraph', pPr: `<${w}spacing ${w}before="60" ${w}after="160"/>`, rPr: `<${w}i/><${w}iCs/>${size(0.85)}` },
    hyperlink: { type: 'character', pPr: '', rPr: `<${w}color ${w}val="0563C1"/><${w}u ${w}val="single"/>` },
    'footnote text': { type: 'paragraph', pPr: `<${w}spacing ${w}after="0" ${w}line="240" ${w}lineRule="auto"/>`, rPr: size(0.9) },
    'footnote reference': { type: 'character', pPr: '', rPr: `<${w}vertAlign ${w}val="superscript"/>` },
    'endnote text': { type: 'paragraph', pPr: `<${w}spacing ${w}after="0" ${w}line="240" ${w}lineRule="auto"/>`, rPr: size(0.9) },
    'endnote reference': { type: 'character', pPr: '', rPr: `<${w}vertAlign ${w}val="superscript"/>` },
    'placeholder text': { type: 'character', pPr: '', rPr: `<${w}color ${w}val="666666"/>` },
    'list paragraph': { type: 'paragraph', pPr: `<${w}ind ${w}left="720"/><${w}contextualSpacing/>`, rPr: '' },
    'table grid': { type: 'table', pPr: '', rPr: '', more: `<${w}tblPr><${w}tblBorders>${grid}</${w}tblBorders></${w}tblPr>` },
  };
  const found = known[name];
  return found === undefined ? undefined : { name, ...found };
}

const styleXml = (
  { w }: { w: string },
  { name, type, pPr, rPr, basedOn, more = '' }: Known,
  id: string,
  base: string | undefined,
): string => {
  const parent = basedOn ?? base;
  const inherits = parent === undefined ? '' : `<${w}basedOn ${w}val="${escapeAttribute(parent)}"/>`;
  const next =
    type === 'paragraph' && base !== undefined && !/^(list|toc)/.test(name) ? `<${w}next ${w}val="${escapeAttribute(base)}"/>` : '';
  return `<${w}style ${w}type="${type}" ${w}styleId="${escapeAttribute(id)}"><${w}name ${w}val="${escapeAttribute(name)}"/>${inherits}${next}<${w}qFormat/>${pPr === '' ? '' : `<${w}pPr>${pPr}</${w}pPr>`}${rPr === '' ? '' : `<${w}rPr>${rPr}</${w}rPr>`}${more}</${w}style>`;
};

const STYLES = `${OFFICE_RELATIONSHIP}styles`;
const STYLES_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml';

function addStyle(opened: OfficePackage, id: string, write: (w: string) => string): void {
  if (sidePartOf(opened, 'styles') === undefined) {
    const name = newPartName(opened, 'word/styles', '.xml');
    addPart(opened, { name, contentType: STYLES_TYPE }, `${XML_DECLARATION}<w:styles xmlns:w="${W}"/>`);
    addRelationship(opened, opened.mainPart, { type: STYLES, target: name });
  }
  const part = sidePartOf(opened, 'styles');
  if (part === undefined || elementsOf(part.root, 'style', W).some((style) => valueOf(style, 'styleId') === id)) return;
  editXmlPart(opened, part, [appendContent(part, part.root, write(part.root.name.slice(0, part.root.name.indexOf(':') + 1)))]);
}

/** The style of this name, or id, in the file; a built-in one that is lacking comes with the function that adds it. */
export function needStyle(file: WordFile, name: string, type: StyleType): NeededStyle | Rejected {
  const reference = (id: string): string => `<${file.w}${REFERENCES[type]} ${file.w}val="${escapeAttribute(id)}"/>`;
  const there =
    styleNamed(file, name, type) ?? stylesOf(file).find((style) => valueOf(style, 'type') === type && valueOf(style, 'styleId') === name);
  const known = valueOf(there, 'styleId');
  if (known !== undefined) return { id: known, xml: reference(known) };
  const missing = knownStyle(file, name.toLowerCase());
  if (missing === undefined || missing.type !== type) {
    const names = stylesOf(file)
      .filter((style) => valueOf(style, 'type') === type)
      .map(nameOf);
    return reject('unsupported', `The file has no ${type} style "${name}".`, names);
  }
  const ids = new Set(stylesOf(file).map((style) => valueOf(style, 'styleId')));
  let id = missing.name.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
  while (ids.has(id)) id += 'x';
  const base = valueOf(
    stylesOf(file).find((style) => valueOf(style, 'type') === type && /^(1|true|on)$/.test(valueOf(style, 'default') ?? '')),
    'styleId',
  );
  return {
    id,
    xml: reference(id),
    finish: (opened) => addStyle(opened, id, (w) => styleXml({ w }, knownStyle({ ...file, w }, missing.name) ?? missing, id, base)),
  };
}
