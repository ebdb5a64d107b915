import { z } from 'zod';
import { maxOf } from '../../../base/extremes.ts';
import { editXmlPart } from '../../../ooxml/change-package.ts';
import { appendContent } from '../../../ooxml/edit-xml.ts';
import { A, XDR } from '../../../ooxml/names.ts';
import { readXmlPart } from '../../../ooxml/office-package.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import type { CellPlace } from '../../../spreadsheet/places.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { bookThemeColors, inkSlotOn, officeColor, paintXml, solidFill } from '../../office/theme-colors.ts';
import { textFits } from '../../text-fits.ts';
import { nextAddress } from '../mechanics/drawn-objects.ts';
import { findCell } from '../mechanics/find-cells.ts';
import { drawingOf, freeShapeId } from '../mechanics/sheet-drawing.ts';
import { isStrict } from '../mechanics/sheet-list.ts';
import { sayUnprinted } from '../mechanics/unprinted.ts';

const EMU_PER_CM = 360_000;
const EMU_PER_PT = 12_700;
/** What Excel sets text of shapes in. */
const SIZE_PT_USUAL = 11;

/** Names of preset geometries (ISO/IEC 29500-1 §20.1.10.56). */
const GEOMETRIES = {
  text_box: 'rect',
  rectangle: 'rect',
  rounded_rectangle: 'roundRect',
  ellipse: 'ellipse',
  triangle: 'triangle',
  diamond: 'diamond',
  chevron: 'chevron',
  right_arrow: 'rightArrow',
  left_arrow: 'leftArrow',
  up_arrow: 'upArrow',
  down_arrow: 'downArrow',
  line: 'line',
  line_arrow: 'straightConnector1',
} as const;
type Kind = keyof typeof GEOMETRIES;

const schema = z.strictObject({
  op: z.literal('add_shape'),
  target: z.string().min(1).max(300).describe('The cell in its upper left corner: Sheet1!F2.'),
  kind: z.enum(Object.keys(GEOMETRIES) as [Kind, ...Kind[]]).describe('line_arrow: a line with a head at its end.'),
  width_cm: z.number().min(0.2).max(100).optional().describe('Absent: as wide as its text needs.'),
  height_cm: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Absent: as high as its text needs; of a line: how far it falls, 0 where absent.'),
  text: textFits(0, 30_000).optional().describe('\\n begins a new paragraph.'),
  fill: z
    .union([officeColor, z.literal('none')])
    .optional()
    .describe('RRGGBB or a colour of the theme such as accent2; absent: the background for text boxes, else the first accent.'),
  line: z
    .union([officeColor, z.literal('none')])
    .optional()
    .describe('Colour of its outline; absent: a thin grey one for text boxes, of a line the first accent, else none.'),
  color: officeColor.optional().describe('Of the text.'),
  size_pt: z.number().min(1).max(400).optional().describe('Absent: 11.'),
  bold: z.boolean().optional(),
  align: z.enum(['left', 'center', 'right']).optional().describe('Absent: left in text boxes, else center.'),
  alt: textFits(1, 2_000).optional().describe('What it shows, for those who do not see it.'),
});
type Fields = z.infer<typeof schema>;
type Ink = 'lt1' | 'dk1';

const ALIGNMENTS = { left: 'l', center: 'ctr', right: 'r' } as const;
const isLine = ({ kind }: Fields): boolean => kind === 'line' || kind === 'line_arrow';

/** Parts of a shape's box that text lies in, across and down: the rectangles that the geometries name for text (§20.1.9.22). */
const ROOM: Readonly<Partial<Record<Kind, readonly [across: number, down: number]>>> = {
  ellipse: [0.7, 0.7],
  triangle: [0.5, 0.5],
  diamond: [0.5, 0.5],
  chevron: [0.6, 1],
  right_arrow: [0.8, 0.5],
  left_arrow: [0.8, 0.5],
  up_arrow: [0.5, 0.8],
  down_arrow: [0.5, 0.8],
};
/** Inner margins of shapes, both sides (ISO/IEC 29500-1 §21.1.2.1.1). */
const INSETS = { cx: 182_880, cy: 91_440 };
const LETTER_SHARE = 0.55;
const LINE_SHARE = 1.25;
const USUAL = { cx: 4 * EMU_PER_CM, cy: 1.5 * EMU_PER_CM };
/** Of boxes, and of shapes whose room is narrower than they are: their texts run over more lines instead. */
const WIDEST = { box: 10 * EMU_PER_CM, other: 6 * EMU_PER_CM };

/** The size that is asked for, or which the text is guessed to need. */
function sizeOf(fields: Fields): { cx: number; cy: number } {
  const { kind, text = '', size_pt: size = SIZE_PT_USUAL, width_cm: width, height_cm: height } = fields;
  const inCm = (cm: number): number => Math.round(cm * EMU_PER_CM);
  if (isLine(fields)) return { cx: width === undefined ? USUAL.cx : inCm(width), cy: inCm(height ?? 0) };
  const [across, down] = ROOM[kind] ?? [1, 1];
  const widest = ROOM[kind] === undefined ? WIDEST.box : WIDEST.other;
  const letter = size * LETTER_SHARE * EMU_PER_PT;
  const lines = text.split('\n');
  const wished = ((maxOf(lines.map((line) => line.length)) + 1) * letter + INSETS.cx) / across;
  const cx = width === undefined ? Math.round(Math.max(USUAL.cx, Math.min(widest, wished))) : inCm(width);
  const perLine = Math.max(1, Math.floor((cx * across - INSETS.cx) / letter));
  const count = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  const needed = Math.round((count * size * LINE_SHARE * EMU_PER_PT + INSETS.cy) / down);
  return { cx, cy: height === undefined ? Math.max(needed, kind === 'text_box' ? 0 : USUAL.cy) : Math.max(1, inCm(height)) };
}

function textXml(fields: Fields, ink: Ink): string {
  const { text = '', size_pt: size = SIZE_PT_USUAL, bold, color, align, kind } = fields;
  const attributes = ` sz="${Math.round(size * 100)}"${bold === true ? ' b="1"' : ''}`;
  const own = color === undefined ? `<a:solidFill><a:schemeClr val="${ink}"/></a:solidFill>` : solidFill(color);
  const properties = `<a:pPr algn="${ALIGNMENTS[align ?? (kind === 'text_box' ? 'left' : 'center')]}"/>`;
  const paragraphs = text
    .split('\n')
    .map((line) =>
      line === ''
        ? `<a:p>${properties}<a:endParaRPr${attributes}>${own}</a:endParaRPr></a:p>`
        : `<a:p>${properties}<a:r><a:rPr${attributes}>${own}</a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`,
    );
  const anchor = kind === 'text_box' ? 't' : 'ctr';
  return `<xdr:txBody><a:bodyPr wrap="square" rtlCol="0" anchor="${anchor}"/><a:lstStyle/>${paragraphs.join('')}</xdr:txBody>`;
}

const GREY = '<a:solidFill><a:schemeClr val="bg1"><a:shade val="50000"/></a:schemeClr></a:solidFill>';

/** `a:ln` of a shape. */
function outlineXml(fields: Fields): string {
  const { kind, line } = fields;
  if (isLine(fields)) {
    const head = kind === 'line_arrow' ? '<a:tailEnd type="triangle"/>' : '';
    return `<a:ln w="19050">${line === undefined ? solidFill('accent1') : paintXml(line)}${head}</a:ln>`;
  }
  if (line !== undefined) return `<a:ln w="12700">${paintXml(line)}</a:ln>`;
  return kind === 'text_box' ? `<a:ln w="9525" cmpd="sng">${GREY}</a:ln>` : '<a:ln><a:noFill/></a:ln>';
}

/** Nothing of the theme's effects, its face for running text. */
const styleXml = (ink: Ink | 'tx1'): string => {
  const none = (name: string): string => `<a:${name} idx="0"><a:scrgbClr r="0" g="0" b="0"/></a:${name}>`;
  return `<xdr:style>${none('lnRef')}${none('fillRef')}${none('effectRef')}<a:fontRef idx="minor"><a:schemeClr val="${ink}"/></a:fontRef></xdr:style>`;
};

function anchorXml(fields: Fields, { row, column }: CellPlace, id: number, ink: Ink): string {
  const { kind, alt, fill } = fields;
  const { cx, cy } = sizeOf(fields);
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')} ${id}`;
  const head = `<xdr:cNvPr id="${id}" name="${name}"${alt === undefined ? '' : ` descr="${escapeAttribute(alt)}"`}/>`;
  const frame = `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="${GEOMETRIES[kind]}"><a:avLst/></a:prstGeom>`;
  const paint = fill === undefined ? solidFill(kind === 'text_box' ? 'background' : 'accent1') : paintXml(fill);
  const shape = isLine(fields)
    ? `<xdr:cxnSp macro=""><xdr:nvCxnSpPr>${head}<xdr:cNvCxnSpPr/></xdr:nvCxnSpPr><xdr:spPr>${frame}${outlineXml(fields)}</xdr:spPr>${styleXml('tx1')}</xdr:cxnSp>`
    : `<xdr:sp macro="" textlink=""><xdr:nvSpPr>${head}<xdr:cNvSpPr${kind === 'text_box' ? ' txBox="1"' : ''}/></xdr:nvSpPr><xdr:spPr>${frame}${paint}${outlineXml(fields)}</xdr:spPr>${styleXml(ink)}${textXml(fields, ink)}</xdr:sp>`;
  return (
    `<xdr:oneCellAnchor xmlns:xdr="${XDR}" xmlns:a="${A}"><xdr:from><xdr:col>${column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${cx}" cy="${cy}"/>` +
    `${shape}<xdr:clientData/></xdr:oneCellAnchor>`
  );
}

/** Excel's theme, which it takes for workbooks without one; other programs leave what names a colour of it unpainted. */
const EXCEL_COLORS: Readonly<Record<string, string>> = {
  tx1: '000000',
  dk1: '000000',
  bg1: 'FFFFFF',
  lt1: 'FFFFFF',
  tx2: '44546A',
  bg2: 'E7E6E6',
  accent1: '4472C4',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '5B9BD5',
  accent6: '70AD47',
};
const withoutTheme = (xml: string): string =>
  xml.replaceAll(/<a:schemeClr val="(\w+)"(?:\/>|>(.*?)<\/a:schemeClr>)/g, (_, slot: string, inner = '') => {
    return `<a:srgbClr val="${EXCEL_COLORS[slot] ?? '000000'}">${inner}</a:srgbClr>`;
  });

export const addSheetShape = defineEdit<WorkbookFile, Fields>({
  op: 'add_shape',
  format: 'xlsx',
  summary: 'Puts a text box, a shape with text or a line on a sheet, at a cell, above what is drawn there; it moves with its cell',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such cell',
    unsupported: 'a text is given for a line, or it is a strict file',
    protected_document: 'the sheet is protected',
  },
  schema,
  plan(file, fields) {
    const found = findCell(file, fields.target);
    if ('rejected' in found) return found;
    const { sheet, place } = found;
    if (isStrict(sheet.part))
      return reject('unsupported', 'Shapes are not added to files of the strict format; save it as an ordinary workbook first.');
    if (isLine(fields) && (fields.text ?? '') !== '') return reject('unsupported', 'A line has no text: put a text box beside it.');
    const ground = fields.fill ?? (fields.kind === 'text_box' ? 'background' : 'accent1');
    // without a fill, text stands on the sheet itself
    const theme = bookThemeColors(file.opened);
    const known = theme.size > 0 ? theme : new Map(Object.entries(EXCEL_COLORS));
    const ink = ground === 'none' || ground === 'background' ? 'dk1' : inkSlotOn(known, ground);
    return {
      parts: [],
      before: '',
      after: fields.text ?? fields.alt ?? fields.kind,
      made: nextAddress(file, sheet, isLine(fields) ? 'line' : 'shape'),
      ...sayUnprinted(file, sheet, place, sizeOf(fields)),
      finish(opened) {
        const part = readXmlPart(opened, drawingOf(opened, sheet));
        const xml = anchorXml(fields, place, freeShapeId(part), ink);
        editXmlPart(opened, part, [appendContent(part, part.root, theme.size > 0 ? xml : withoutTheme(xml))]);
      },
    };
  },
  examples: [
    {
      name: 'cells stay',
      operation: { op: 'add_shape', target: 'Data!D2', kind: 'text_box', text: 'Figures are\nprovisional', width_cm: 5, bold: true },
      given: '<row r="1"/>',
      expected: '<row r="1"/>',
    },
    {
      name: 'a line with text',
      operation: { op: 'add_shape', target: 'Data!D2', kind: 'line', text: 'Draft' },
      given: '',
      expected: { rejected: 'unsupported' },
    },
  ],
});
