/**
 * Formats of cells (ISO/IEC 29500-1 §18.8): a cell names a line of `cellXfs`, which names a font, a fill, a border and a number
 * format. A change makes new lines beside those that are there, one for each that it starts from, and reuses what is alike.
 */
import { BUILT_IN as BUILT_IN_CODES } from '../../../spreadsheet/number-format.ts';
import { OFFICE_RELATIONSHIP, S } from '../../../ooxml/names.ts';
import { APPLIES_NOTHING, knownStyle, styledLine, type KnownStyle } from './named-styles.ts';
import { addPart, addRelationship, editXmlPart } from '../../../ooxml/change-package.ts';
import { appendContent, insertAfter, insertBefore, prependContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from '../../../ooxml/office-package.ts';
import { XML_DECLARATION } from '../../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, type XmlElement } from '../../../ooxml/xml-tree.ts';

export interface FormatChange {
  number_format?: string | undefined;
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  strike?: boolean | undefined;
  /** RRGGBB. */
  color?: string | undefined;
  font?: string | undefined;
  /** Points. */
  size?: number | undefined;
  /** RRGGBB, or none. */
  fill?: string | undefined;
  align?: 'left' | 'center' | 'right' | 'general' | undefined;
  vertical?: 'top' | 'center' | 'bottom' | undefined;
  wrap?: boolean | undefined;
  indent?: number | undefined;
  border?: 'none' | 'thin' | 'medium' | 'thick' | 'dotted' | 'dashed' | 'double' | undefined;
  border_color?: string | undefined;
  border_edges?: readonly BorderSide[] | undefined;
  /** Lines on sides of the border, each as `lineOf` gives it; '' for none. */
  lines?: ReadonlyMap<BorderSide, string> | undefined;
}

/** A side of a border. */
export type BorderSide = (typeof SIDES)[number];

/** What a named style is made of, and its number among those of Excel (ISO/IEC 29500-1 §18.8.7). */
export interface NamedLook {
  look: FormatChange;
  builtIn: number;
}

const STYLES_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';
const STYLES_RELATIONSHIP = `${OFFICE_RELATIONSHIP}styles`;
/** Formats below this number are built in (§18.8.30). */
const OWN_FORMAT_FIRST = 164;
const BUILT_IN: Readonly<Record<string, number>> = {
  General: 0,
  '0': 1,
  '0.00': 2,
  '#,##0': 3,
  '#,##0.00': 4,
  '0%': 9,
  '0.00%': 10,
  '0.00E+00': 11,
  '@': 49,
};
const FONT_ORDER = [
  'b',
  'i',
  'strike',
  'condense',
  'extend',
  'outline',
  'shadow',
  'u',
  'vertAlign',
  'sz',
  'color',
  'name',
  'family',
  'charset',
  'scheme',
];
export const SIDES = ['left', 'right', 'top', 'bottom'] as const;

const PLAIN_STYLES =
  `${XML_DECLARATION}<styleSheet xmlns="${S}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>';

function stylesName(opened: OfficePackage): string | undefined {
  const target = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/styles'))?.target;
  return target === undefined ? undefined : partNamed(opened, target);
}

/** The part of formats; a plain one where the file has none. */
function stylesPart(opened: OfficePackage): XmlPart {
  const name = stylesName(opened);
  return name === undefined
    ? { ...parseXml(PLAIN_STYLES), name: 'xl/styles.xml', encoding: { label: 'utf-8', mark: false } }
    : readXmlPart(opened, name);
}

interface List {
  element: XmlElement | undefined;
  items: string[];
  known: number;
}

/** Formats of one workbook, with those that a change adds. */
export interface Formats {
  /** Index of the format that is `base` with the change. */
  change(base: number, change: FormatChange): number;
  /**
   * A named style, which is made of `look` where the file has none of this name: index of the format that it makes of another one. Null where
   * there is none and no look is given.
   */
  named(name: string, look: NamedLook | undefined): ((base: number) => number) | null;
  /** The content of a side of a format's border with its style, as XML without the tag's name; '' where no line is drawn. */
  lineOf(style: number, side: BorderSide): string;
  /** Names of the styles that the file has. */
  styleNames(): string[];
  /** Index of a differential format, as conditional formats and tables use it. */
  differential(change: FormatChange): number;
  /** Code of the number format of a format; built-in ones of shares and days by a code like theirs. */
  numberFormat(style: number): string;
  /** Number of a number format by its code (§18.8.30); one that the file has not is added. */
  numberFormatId(code: string): number;
  /** Writes what was added. */
  write(opened: OfficePackage): void;
}

/** Id of a number format, built in, in the file or added. */
function numberIds(list: List, prefix: string): (code: string) => number {
  const numberFormats = new Map(
    (list.element === undefined ? [] : elementsOf(list.element)).map((one) => [
      attributeOf(one, 'formatCode') ?? '',
      Number(attributeOf(one, 'numFmtId')),
    ]),
  );
  return (code) => {
    const known = BUILT_IN[code] ?? numberFormats.get(code);
    if (known !== undefined) return known;
    const id = [...numberFormats.values()].reduce((most, one) => Math.max(most, one), OWN_FORMAT_FIRST - 1) + 1;
    numberFormats.set(code, id);
    list.items.push(`<${prefix}numFmt numFmtId="${id}" formatCode="${escapeAttribute(code)}"/>`);
    return id;
  };
}

/**
 * Built-in formats have no code in the file (§18.8.30): 9 and 10 are shares, 14 to 22 and 45 to 47 days and times; 14 is the short date of
 * whoever looks, for which a plain one stands.
 */
function numberCode({ element }: List, id: number): string {
  const own = (element === undefined ? [] : elementsOf(element)).find((one) => Number(attributeOf(one, 'numFmtId')) === id);
  if (own !== undefined) return attributeOf(own, 'formatCode') ?? '';
  if (id === 9 || id === 10) return '0%';
  if (id === 14) return 'dd/mm/yyyy';
  if ((id > 14 && id <= 22) || (id >= 45 && id <= 47)) return BUILT_IN_CODES[id] ?? 'General';
  return Object.keys(BUILT_IN).find((code) => BUILT_IN[code] === id) ?? 'General';
}

function dxfXml(part: XmlPart, prefix: string, change: FormatChange, numberId: (code: string) => number): string {
  const font = changesFont(change) ? fontXml(part, prefix, undefined, change) : '';
  const number =
    change.number_format === undefined
      ? ''
      : `<${prefix}numFmt numFmtId="${numberId(change.number_format)}" formatCode="${escapeAttribute(change.number_format)}"/>`;
  const fill =
    change.fill === undefined || change.fill === 'none'
      ? ''
      : `<${prefix}fill><${prefix}patternFill><${prefix}bgColor rgb="FF${change.fill}"/></${prefix}patternFill></${prefix}fill>`;
  return `<${prefix}dxf>${font}${number}${fill}</${prefix}dxf>`;
}

type Lists = Record<'numFmts' | 'fonts' | 'fills' | 'borders' | 'cellXfs' | 'dxfs' | 'cellStyleXfs' | 'cellStyles', List>;

function readLists(part: XmlPart): Lists {
  const listOf = (local: string): List => {
    const element = firstElementOf(part.root, local, S);
    const items = (element === undefined ? [] : elementsOf(element)).map((one) => part.source.slice(one.start, one.end));
    return { element, items, known: items.length };
  };
  return {
    numFmts: listOf('numFmts'),
    fonts: listOf('fonts'),
    fills: listOf('fills'),
    borders: listOf('borders'),
    cellXfs: listOf('cellXfs'),
    dxfs: listOf('dxfs'),
    cellStyleXfs: listOf('cellStyleXfs'),
    cellStyles: listOf('cellStyles'),
  };
}

/** A style of Excel that the file has not. @param set what it sets of a format, in the lists already */
function addStyle(
  part: XmlPart,
  prefix: string,
  { cellStyleXfs, cellStyles }: Lists,
  { name, look, set }: { name: string; look: NamedLook; set: Record<string, string> },
): KnownStyle {
  if (cellStyleXfs.items.length === 0) cellStyleXfs.items.push(xfXml(part, prefix, undefined, {}, {}));
  const isNormal = look.builtIn === 0;
  const all: Record<string, string> = { ...(isNormal ? {} : APPLIES_NOTHING), ...set };
  const xfId = cellStyleXfs.items.push(xfXml(part, prefix, undefined, all, look.look)) - 1;
  cellStyles.items.push(`<${prefix}cellStyle name="${escapeAttribute(name)}" xfId="${xfId}" builtinId="${look.builtIn}"/>`);
  return { xfId, style: { of: (local) => all[local], alignment: undefined, isNormal } };
}

export function readFormats(opened: OfficePackage): Formats {
  const part = stylesPart(opened);
  const prefix = part.root.name.slice(0, part.root.name.indexOf(':') + 1);
  const lists = readLists(part);
  const elements = (local: 'fonts' | 'borders' | 'cellXfs' | 'cellStyleXfs' | 'cellStyles'): XmlElement[] =>
    lists[local].element === undefined ? [] : elementsOf(lists[local].element);
  const [fonts, borders, xfs] = [elements('fonts'), elements('borders'), elements('cellXfs')];
  const indexIn = ({ items }: List, xml: string): number => {
    const known = items.indexOf(xml);
    return known !== -1 ? known : items.push(xml) - 1;
  };
  const numberId = numberIds(lists.numFmts, prefix);
  /** What a change makes of a line: the lists get what is new in it. */
  const changedOf = (xf: XmlElement | undefined, change: FormatChange): Record<string, string> => {
    const of = (name: string): number => Number((xf && attributeOf(xf, name)) ?? 0);
    const set: Record<string, string> = {};
    const put = (name: string, apply: string, value: number): void => void Object.assign(set, { [name]: String(value), [apply]: '1' });
    if (change.number_format !== undefined) put('numFmtId', 'applyNumberFormat', numberId(change.number_format));
    if (changesFont(change)) put('fontId', 'applyFont', indexIn(lists.fonts, fontXml(part, prefix, fonts[of('fontId')], change)));
    if (change.fill !== undefined) {
      const fill = `<${prefix}fill>${fillXml(prefix, change.fill)}</${prefix}fill>`;
      put('fillId', 'applyFill', change.fill === 'none' ? 0 : indexIn(lists.fills, fill));
    }
    if (change.border !== undefined)
      put('borderId', 'applyBorder', indexIn(lists.borders, borderXml(part, prefix, borders[of('borderId')], change)));
    if (change.lines !== undefined)
      put('borderId', 'applyBorder', indexIn(lists.borders, linedXml(part, prefix, borders[of('borderId')], change.lines)));
    return set;
  };
  const styles = elements('cellStyles');
  return {
    change(base, change) {
      const xf = xfs[base];
      return indexIn(lists.cellXfs, xfXml(part, prefix, xf, changedOf(xf, change), change));
    },
    named(name, look) {
      const styled =
        ({ xfId, style }: KnownStyle) =>
        (base: number) => {
          const { set, alignment } = styledLine(xfId, style);
          return indexIn(lists.cellXfs, xfXml(part, prefix, xfs[base], set, {}, alignment));
        };
      const known = knownStyle(styles, elements('cellStyleXfs'), name);
      if (known !== undefined) return styled(known);
      return look === undefined ? null : styled(addStyle(part, prefix, lists, { name, look, set: changedOf(undefined, look.look) }));
    },
    lineOf: (style, side) => lineIn(part, borders[Number((xfs[style] && attributeOf(xfs[style], 'borderId')) ?? 0)], side),
    styleNames: () => styles.flatMap((one) => attributeOf(one, 'name') ?? []),
    numberFormat(style) {
      const id = Number((xfs[style] && attributeOf(xfs[style], 'numFmtId')) ?? 0);
      return numberCode(lists.numFmts, id);
    },
    numberFormatId: numberId,
    differential(change) {
      return lists.dxfs.items.push(dxfXml(part, prefix, change, numberId)) - 1;
    },
    write(now) {
      if (stylesName(now) === undefined) {
        addPart(now, { name: part.name, contentType: STYLES_TYPE }, part.source);
        addRelationship(now, now.mainPart, { type: STYLES_RELATIONSHIP, target: part.name });
      }
      editXmlPart(
        now,
        part,
        Object.entries(lists).flatMap(([local, list]) => listEdits(part, prefix, local, list)),
      );
    },
  };
}

function listEdits(part: XmlPart, prefix: string, local: string, { element, items, known }: List): XmlEdit[] {
  const added = items.slice(known).join('');
  if (added === '') return [];
  if (element !== undefined) return [appendContent(part, element, added), setAttribute(part, element, 'count', String(items.length))];
  const xml = `<${prefix}${local} count="${items.length}">${added}</${prefix}${local}>`;
  if (local === 'numFmts') return [prependContent(part, part.root, xml)];
  const behind = local === 'cellStyleXfs' ? firstElementOf(part.root, 'cellXfs', S) : undefined;
  if (behind !== undefined) return [insertBefore(behind, xml)];
  // formats of conditions are behind the named styles, and these behind the formats of cells
  const before = ['cellStyles', 'cellXfs', 'cellStyleXfs']
    .map((name) => firstElementOf(part.root, name, S))
    .find((one) => one !== undefined);
  return [before === undefined ? appendContent(part, part.root, xml) : insertAfter(before, xml)];
}

const changesFont = (change: FormatChange): boolean =>
  [change.bold, change.italic, change.underline, change.strike, change.color, change.font, change.size].some((one) => one !== undefined);

function fontXml({ source }: XmlPart, prefix: string, base: XmlElement | undefined, change: FormatChange): string {
  const pieces = new Map((base === undefined ? [] : elementsOf(base)).map((one) => [one.local, source.slice(one.start, one.end)]));
  const toggle = (local: string, value: boolean | undefined): void => {
    if (value === true) pieces.set(local, `<${prefix}${local}/>`);
    if (value === false) pieces.delete(local);
  };
  toggle('b', change.bold);
  toggle('i', change.italic);
  toggle('u', change.underline);
  toggle('strike', change.strike);
  if (change.color !== undefined) pieces.set('color', `<${prefix}color rgb="FF${change.color}"/>`);
  if (change.size !== undefined) pieces.set('sz', `<${prefix}sz val="${change.size}"/>`);
  if (change.font !== undefined) {
    pieces.set('name', `<${prefix}name val="${escapeAttribute(change.font)}"/>`);
    // a font of the theme would win over its name
    for (const local of ['scheme', 'family', 'charset']) pieces.delete(local);
  }
  return `<${prefix}font>${FONT_ORDER.flatMap((local) => pieces.get(local) ?? []).join('')}</${prefix}font>`;
}

const fillXml = (prefix: string, color: string): string =>
  `<${prefix}patternFill patternType="solid"><${prefix}fgColor rgb="FF${color}"/><${prefix}bgColor indexed="64"/></${prefix}patternFill>`;

function borderXml(
  { source }: XmlPart,
  prefix: string,
  base: XmlElement | undefined,
  { border, border_color: color, border_edges: edges }: FormatChange,
): string {
  const sides = SIDES.map((side) => {
    const known = base && firstElementOf(base, side);
    if (!(edges ?? SIDES).includes(side)) return known === undefined ? `<${prefix}${side}/>` : source.slice(known.start, known.end);
    return border === 'none'
      ? `<${prefix}${side}/>`
      : `<${prefix}${side} style="${border ?? 'thin'}"><${prefix}color ${color === undefined ? 'auto="1"' : `rgb="FF${color}"`}/></${prefix}${side}>`;
  });
  return `<${prefix}border>${sides.join('')}<${prefix}diagonal/></${prefix}border>`;
}

/** A side of a border that is drawn, without the name of its tag: the same line on any side. */
function lineIn({ source }: XmlPart, border: XmlElement | undefined, side: BorderSide): string {
  const line = border && firstElementOf(border, side);
  if (line === undefined || (attributeOf(line, 'style') ?? 'none') === 'none') return '';
  return source.slice(line.start + line.name.length + 1, line.contentEnd) + (line.contentStart === line.end ? '' : '</>');
}

/** A border with other lines on some of its sides. */
function linedXml({ source }: XmlPart, prefix: string, base: XmlElement | undefined, lines: ReadonlyMap<BorderSide, string>): string {
  const sides = SIDES.map((side) => {
    const line = lines.get(side);
    const known = base && firstElementOf(base, side);
    if (line !== undefined) return line === '' ? `<${prefix}${side}/>` : `<${prefix}${side}${line.replace(/<\/>$/, `</${prefix}${side}>`)}`;
    return known === undefined ? `<${prefix}${side}/>` : source.slice(known.start, known.end);
  });
  const rest = (base === undefined ? [] : elementsOf(base)).filter(({ local }) => !SIDES.some((side) => side === local));
  return `<${prefix}border>${sides.join('')}${rest.map(({ start, end }) => source.slice(start, end)).join('')}</${prefix}border>`;
}

function xfXml(
  { source }: XmlPart,
  prefix: string,
  base: XmlElement | undefined,
  set: Record<string, string>,
  change: FormatChange,
  known = base && firstElementOf(base, 'alignment'),
): string {
  const { align, vertical, wrap, indent } = change;
  const aligns = [align, vertical, wrap, indent].some((one) => one !== undefined);
  const attributes = new Map<string, string>(
    base === undefined
      ? [
          ['numFmtId', '0'],
          ['fontId', '0'],
          ['fillId', '0'],
          ['borderId', '0'],
          ['xfId', '0'],
        ]
      : base.attributes.map(({ name, value }) => [name, value]),
  );
  for (const [name, value] of Object.entries({ ...set, ...(aligns ? { applyAlignment: '1' } : {}) })) attributes.set(name, value);
  const alignment = new Map((known === undefined ? [] : known.attributes).map(({ name, value }) => [name, value]));
  if (align !== undefined) alignment.set('horizontal', align);
  if (vertical !== undefined) alignment.set('vertical', vertical);
  if (wrap !== undefined) alignment.set('wrapText', wrap ? '1' : '0');
  if (indent !== undefined) alignment.set('indent', String(indent));
  const attributesXml = (all: ReadonlyMap<string, string>): string =>
    [...all].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const rest = (base === undefined ? [] : elementsOf(base))
    .filter((one) => one.local !== 'alignment')
    .map((one) => source.slice(one.start, one.end))
    .join('');
  const content = (alignment.size === 0 ? '' : `<${prefix}alignment${attributesXml(alignment)}/>`) + rest;
  return content === ''
    ? `<${prefix}xf${attributesXml(attributes)}/>`
    : `<${prefix}xf${attributesXml(attributes)}>${content}</${prefix}xf>`;
}
