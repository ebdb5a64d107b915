/** How cells are shown: number formats, faces and alignments by style index. */
import { BUILT_IN } from '../../spreadsheet/number-format.ts';
import { childOf, valueOf, type Tag, type XmlTags } from '../../ooxml/scan-tags.ts';
import { unescapeText } from '../../ooxml/xml-text.ts';
import { isTrue } from './cells.ts';

export interface CellStyle {
  /** Format code; `General` where none is given. */
  format: string;
  face: { name: string; bold: boolean };
  sizePt: number;
  wrap: boolean;
  shrink: boolean;
  /** Neither level nor left to right. */
  turned: boolean;
  fills: boolean;
  indent: number;
  /** Fill and weight as one text: cells of one kind have the same. */
  dress: string;
}

const PLAIN: CellStyle = {
  format: 'General',
  face: { name: 'Calibri', bold: false },
  sizePt: 11,
  wrap: false,
  shrink: false,
  turned: false,
  fills: false,
  indent: 0,
  dress: '',
};

export interface WorkbookStyles {
  /** How many there are; style indices of cells are below it. */
  count: number;
  of(index: number): CellStyle;
  /** Face of the workbook's text, in whose digits columns are counted. */
  normal: CellStyle;
}

export function readStyles(styles: XmlTags | undefined): WorkbookStyles {
  const custom = new Map(
    (childOf(styles?.root, 'numFmts')?.children ?? []).map((format): [number, string] => [
      Number(valueOf(format, 'numFmtId')),
      unescapeText(valueOf(format, 'formatCode') ?? 'General'),
    ]),
  );
  const fonts = (childOf(styles?.root, 'fonts')?.children ?? []).filter(({ local }) => local === 'font').map(readFont);
  const records = (childOf(styles?.root, 'cellXfs')?.children ?? [])
    .filter(({ local }) => local === 'xf')
    .map((record): CellStyle => {
      const id = Number(valueOf(record, 'numFmtId') ?? 0);
      const font = fonts[Number(valueOf(record, 'fontId') ?? 0)] ?? PLAIN;
      const alignment = childOf(record, 'alignment');
      const rotation = valueOf(alignment, 'textRotation') ?? '0';
      return {
        format: custom.get(id) ?? BUILT_IN[id] ?? 'General',
        face: font.face,
        sizePt: font.sizePt,
        wrap: isTrue(valueOf(alignment, 'wrapText')),
        shrink: isTrue(valueOf(alignment, 'shrinkToFit')),
        turned: rotation !== '0',
        fills: valueOf(alignment, 'horizontal') === 'fill',
        indent: Number(valueOf(alignment, 'indent') ?? 0),
        dress: `${valueOf(record, 'fillId') ?? '0'} ${font.face.bold ? 'bold' : ''}`,
      };
    });
  const [normal = PLAIN] = records;
  // records behind a choice are counted by Office and not distinguished here
  const all = !(childOf(styles?.root, 'cellXfs')?.children ?? []).some(({ local }) => local === 'AlternateContent');
  return {
    count: all ? records.length : Infinity,
    of: (index) => records[index] ?? normal,
    normal: { ...normal, face: fonts[0]?.face ?? PLAIN.face, sizePt: fonts[0]?.sizePt ?? 11 },
  };
}

function readFont(font: Tag): Pick<CellStyle, 'face' | 'sizePt'> {
  const bold = childOf(font, 'b');
  const size = Number(valueOf(childOf(font, 'sz'), 'val') ?? 11);
  return {
    face: {
      name: unescapeText(valueOf(childOf(font, 'name'), 'val') ?? 'Calibri'),
      bold: bold !== undefined && (valueOf(bold, 'val') === undefined || isTrue(valueOf(bold, 'val'))),
    },
    sizePt: size > 0 ? size : 11,
  };
}
