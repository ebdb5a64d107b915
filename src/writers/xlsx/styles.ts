/** `styles.xml`: every look that is used, once, with its fonts, fills, borders and number formats (ECMA-376-1 §18.8). */
import { append } from '../../base/append.ts';
import { S } from '../../ooxml/names.ts';
import { MEANING, NEUTRALS, type Look } from '../../document/look.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { isRightToLeftLanguage } from '../script.ts';
import { localFormat } from './number-formats.ts';
import { maxOf } from '../../base/extremes.ts';
import type { WorkbookStyles } from '../../templates/workbook-template.ts';
import { TEXT_PT } from './measure.ts';
import { templateOf } from './own-template.ts';
import { TEXT_STYLES, TEXT_STYLE_NAMES, type TextStyle } from '../../spreadsheet/text-styles.ts';
import { CELL_STYLES } from '../../document/block.ts';
import { calloutLook, captionLook, codeLook, FIGURE_PT, INPUT, sectionLook, titleLook } from './looks.ts';
import type { Border, CellLook, NamedStyle } from './plan.ts';

export const TABLE_STYLE = 'Octavo';
/** Place of the look of what has run out, among those of conditions. */
export const SHORT_STYLE = 3;
/** Of highlighted cells: place of the first of their looks, which are in this order. */
export const HIGHLIGHT_STYLE = 4;
export const HIGHLIGHT_LOOKS = ['good', 'bad', 'warning', 'neutral'] as const;
const BAD_TINT = 'F8E7E4';
const WARNING = '8A5A00';
const WARNING_TINT = 'FBF0D9';
/** Formats below this number are built in. */
const OWN_FORMAT_FIRST = 164;

export interface Styles {
  /** @param quoted the text would be taken for a formula if a person edited it */
  idOf(look: CellLook, quoted?: boolean): number;
  xml(): string;
}

interface List {
  items: string[];
  ids: Map<string, number>;
}
const list = (...items: string[]): List => ({ items, ids: new Map(items.map((item, i) => [item, i])) });

function add(to: List, item: string): number {
  const known = to.ids.get(item);
  if (known !== undefined) return known;
  to.items.push(item);
  to.ids.set(item, to.items.length - 1);
  return to.items.length - 1;
}

const rgb = (hex: string): string => `<color rgb="FF${hex}"/>`;
const written = (name: string, { items }: List): string => `<${name} count="${items.length}">${items.join('')}</${name}>`;

function fontXml(look: Look, cell: CellLook): string {
  return `<font>${cell.bold ? '<b/>' : ''}${cell.italic ? '<i/>' : ''}${cell.underline ? '<u/>' : ''}<sz val="${Math.round((cell.sizePt ?? TEXT_PT) * look.scale * 2) / 2}"/>${rgb(cell.color ?? look.roles.body.color)}<name val="${escapeAttribute(cell.face ?? look.faces.text)}"/><family val="2"/></font>`;
}

const fillXml = (hex: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${hex}"/><bgColor indexed="64"/></patternFill></fill>`;

function borderXml({ top, bottom, box }: CellLook): string {
  const side = (name: string, border: Border | undefined): string =>
    border ? `<${name} style="${border.style}">${rgb(border.color)}</${name}>` : `<${name}/>`;
  return `<border>${side('left', box)}${side('right', box)}${side('top', top ?? box)}${side('bottom', bottom ?? box)}<diagonal/></border>`;
}

/** In sheets that are read from the right, texts begin there; figures end at the right as everywhere, so that their digits line up. */
function alignmentXml({ align: given, vertical, wrap, indent }: CellLook, rightToLeft: boolean): string {
  const mirrored = rightToLeft && (given === undefined || given === 'left');
  const align = mirrored ? 'right' : given;
  const parts = [
    mirrored ? 'readingOrder="2"' : '',
    align ? `horizontal="${align}"` : indent ? 'horizontal="left"' : '',
    `vertical="${vertical ?? 'center'}"`,
    wrap ? 'wrapText="1"' : '',
    indent ? `indent="${indent}"` : '',
  ];
  return `<alignment ${parts.filter((part) => part !== '').join(' ')}/>`;
}

/** Styles that a reader of the workbook finds by name, with Excel's numbers for them (ECMA-376-1 §18.8.7). */
const NAMED: Readonly<Record<NamedStyle, { builtin: number; name: string; look: CellLook }>> = {
  input: { builtin: 20, name: 'Input', look: { color: INPUT.color, fill: INPUT.fill, box: { style: 'thin', color: INPUT.edge } } },
  output: { builtin: 21, name: 'Output', look: { bold: true, box: { style: 'thin', color: NEUTRALS.rule } } },
  calculation: { builtin: 22, name: 'Calculation', look: { color: NEUTRALS.text, fill: NEUTRALS.surface } },
  note: { builtin: 10, name: 'Note', look: { color: NEUTRALS.muted, italic: true } },
  good: { builtin: 26, name: 'Good', look: { color: MEANING.good, fill: MEANING.tipTint } },
  bad: { builtin: 27, name: 'Bad', look: { color: MEANING.bad, fill: BAD_TINT } },
  neutral: { builtin: 28, name: 'Neutral', look: { color: WARNING, fill: WARNING_TINT } },
};

const isTextStyle = (style: NamedStyle | TextStyle): style is TextStyle => TEXT_STYLES.some((one) => one === style);

const ALL_STYLES = [...CELL_STYLES, ...TEXT_STYLES] as const;
const placeOf = (style: NamedStyle | TextStyle): number => ALL_STYLES.findIndex((one) => one === style);

/** What a text of each style looks like where a person gives it to a cell. */
function textStyleLook(look: Look, style: TextStyle): CellLook {
  switch (style) {
    case 'title':
      return titleLook(look);
    case 'section':
      return sectionLook(look, 3);
    case 'caption':
      return captionLook(look);
    case 'code':
      return codeLook(look);
    case 'quotation':
      return { ...calloutLook(look), italic: true };
    case 'figure':
      return { bold: true, sizePt: FIGURE_PT, color: look.palette.deep };
    case 'figureLabel':
    case 'figureChange':
      return { sizePt: 10.5, color: NEUTRALS.muted };
    case 'text':
      return {};
  }
}

/** A cell in a named style: the style's colours and borders, its own format and alignment. */
export const inStyle = (look: CellLook, style: NamedStyle | undefined): CellLook =>
  style === undefined ? look : { ...look, ...NAMED[style].look, style };

/** @param lang of the document, BCP 47 */
export function createStyles(look: Look, lang: string): Styles {
  const base = templateOf(look)?.styles;
  const fonts = list(...(base?.fonts ?? [fontXml(look, {})]));
  const fills = list(
    ...(base?.fills ?? ['<fill><patternFill patternType="none"/></fill>', '<fill><patternFill patternType="gray125"/></fill>']),
  );
  const borders = list(...(base?.borders ?? [borderXml({})]));
  const formats = list();
  const cells = list(
    ...(base?.cellXfs ?? [
      '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="center"/></xf>',
    ]),
  );
  const firstFormat = maxOf([OWN_FORMAT_FIRST - 1, ...(base?.formats ?? []).map(({ id }) => id)]) + 1;
  const firstNamed = base === undefined || base.styleXfs.length === 0 ? 1 : base.styleXfs.length;
  const known = new Map<string, number>();
  const rightToLeft = isRightToLeftLanguage(lang);
  const formatId = (format: string): number =>
    format === '' ? 0 : format === '@' ? 49 : firstFormat + add(formats, localFormat(format, lang));
  const make = (cell: CellLook, quoted: boolean): number => {
    const ids = `numFmtId="${formatId(cell.format ?? '')}" fontId="${add(fonts, cell.dress?.font ?? fontXml(look, cell))}" fillId="${cell.dress === undefined ? (cell.fill === undefined ? 0 : add(fills, fillXml(cell.fill))) : add(fills, cell.dress.fill)}" borderId="${add(borders, cell.dress?.border ?? borderXml(cell))}" xfId="${cell.style === undefined ? 0 : placeOf(cell.style) + firstNamed}"`;
    if (cell.style !== undefined) used.add(cell.style);
    const unlocked = cell.unlocked === true;
    return add(
      cells,
      `<xf ${ids}${quoted ? ' quotePrefix="1"' : ''} applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"${unlocked ? ' applyProtection="1"' : ''}>${alignmentXml(cell, rightToLeft)}${unlocked ? '<protection locked="0"/>' : ''}</xf>`,
    );
  };
  const used = new Set<NamedStyle | TextStyle>();
  const named = ALL_STYLES.map((style) => {
    const own = isTextStyle(style) ? textStyleLook(look, style) : NAMED[style].look;
    return `<xf numFmtId="0" fontId="${add(fonts, fontXml(look, own))}" fillId="${own.fill === undefined ? 0 : add(fills, fillXml(own.fill))}" borderId="${add(borders, borderXml(own))}"/>`;
  });
  const nameXml = (style: NamedStyle | TextStyle, at: number): string => {
    const { name, builtin }: { name: string; builtin?: number } = isTextStyle(style) ? TEXT_STYLE_NAMES[style] : NAMED[style];
    // a name comes once: where the template has the style, cells of ours keep their looks without its name
    if (base?.cellStyles.some((one) => one.name === name) === true || (isTextStyle(style) && !used.has(style))) return '';
    return `<cellStyle name="${name}" xfId="${at + firstNamed}"${builtin === undefined ? '' : ` builtinId="${builtin}"`}/>`;
  };
  return {
    idOf(cell, quoted = false) {
      const key = JSON.stringify([cell, quoted]);
      const id = known.get(key) ?? make(cell, quoted);
      known.set(key, id);
      return id;
    },
    xml() {
      const numFmts = [
        ...(base?.formats ?? []).map(({ xml }) => xml),
        ...formats.items.map((format, i) => `<numFmt numFmtId="${firstFormat + i}" formatCode="${escapeAttribute(format)}"/>`),
      ];
      const plain =
        base === undefined || base.styleXfs.length === 0 ? ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'] : base.styleXfs;
      const normal =
        base === undefined || base.cellStyles.length === 0
          ? ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']
          : base.cellStyles.map(({ xml }) => xml);
      const own = ALL_STYLES.map(nameXml).filter((one) => one !== '');
      return (
        `${XML_DECLARATION}<styleSheet xmlns="${S}"${base?.namespaces ?? ''}>${numFmts.length === 0 ? '' : `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>`}${written('fonts', fonts)}${written('fills', fills)}${written('borders', borders)}` +
        `<cellStyleXfs count="${named.length + plain.length}">${plain.join('')}${named.join('')}</cellStyleXfs>${written('cellXfs', cells)}<cellStyles count="${own.length + normal.length}">${normal.join('')}${own.join('')}</cellStyles>${tableStyleXml(look, base)}${base?.colors ?? ''}</styleSheet>`
      );
    },
  };
}

/** In the order of HIGHLIGHT_LOOKS. */
const HIGHLIGHT_COLORS = [
  [MEANING.good, MEANING.tipTint],
  [MEANING.bad, BAD_TINT],
  [WARNING, WARNING_TINT],
  [NEUTRALS.muted, NEUTRALS.surface],
] as const;

/** What rows that a person adds to a table look like. */
function tableStyleXml(look: Look, base: WorkbookStyles | undefined): string {
  const { deep, tint } = look.palette;
  const line = (name: string, style: string, hex: string): string => `<${name} style="${style}">${rgb(hex)}</${name}>`;
  const solid = `<fill><patternFill patternType="solid"><fgColor rgb="FF${tint}"/><bgColor rgb="FF${tint}"/></patternFill></fill>`;
  const dxfs = [
    `<dxf><border>${line('top', 'hair', NEUTRALS.rule)}${line('bottom', 'hair', NEUTRALS.rule)}${line('horizontal', 'hair', NEUTRALS.rule)}</border></dxf>`,
    `<dxf><font><b/>${rgb(deep)}</font>${solid}<border>${line('bottom', 'medium', deep)}</border></dxf>`,
    `<dxf><font><b/>${rgb(deep)}</font>${solid}<border>${line('top', 'medium', deep)}${line('bottom', 'medium', deep)}</border></dxf>`,
    `<dxf><font>${rgb(MEANING.bad)}</font></dxf>`,
    ...HIGHLIGHT_COLORS.map(
      ([color, fill]) =>
        `<dxf><font>${rgb(color)}</font><fill><patternFill patternType="solid"><fgColor rgb="FF${fill}"/><bgColor rgb="FF${fill}"/></patternFill></fill></dxf>`,
    ),
  ];
  const ours = dxfs.length;
  append(dxfs, base?.dxfs ?? []);
  // looks of the template's own table styles come behind ours
  const kept = (base?.tableStyles ?? []).map((xml) =>
    xml.replaceAll(/\bdxfId="(\d+)"/g, (_, id: string) => `dxfId="${Number(id) + ours}"`),
  );
  const elements = ['wholeTable', 'headerRow', 'totalRow'].map((type, i) => `<tableStyleElement type="${type}" dxfId="${i}"/>`).join('');
  return `<dxfs count="${dxfs.length}">${dxfs.join('')}</dxfs><tableStyles count="${kept.length + 1}" defaultTableStyle="${TABLE_STYLE}" defaultPivotStyle="PivotStyleLight16"><tableStyle name="${TABLE_STYLE}" pivot="0" count="3">${elements}</tableStyle>${kept.join('')}</tableStyles>`;
}
