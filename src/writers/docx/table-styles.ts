/**
 * Table styles. The ruled table has three rules and hair lines between rows, no box, no fill but the total's: conditional
 * formats carry head, total and bands, so that rows added by hand look right by themselves (ECMA-376-1 §17.7.6).
 */
import { NEUTRALS } from '../../document/look.ts';
import { borderXml, colorXml, noBorderXml, shadingXml } from './colors.ts';
import { dxaOfPt } from './measures.ts';
import { rolePPr, roleRPr, styleXml } from './style-xml.ts';
import type { StyleContext } from './styles.ts';

/** Room inside a cell, from its lines to its text. */
export const CELL_SIDE_DXA = 100;

export function tableStyles(context: StyleContext): string[] {
  const { look, slots } = context;
  const { tableText, tableHead } = look.roles;
  // the room above and below the text is the paragraph's own: it survives where cell margins of a style are ignored
  const text = styleXml({
    id: 'TableText',
    name: 'Table Text',
    basedOn: 'Normal',
    quick: true,
    pPr: rolePPr({ ...tableText, align: 'left' }, { noHyphens: true }),
    rPr: sizeOf(tableText.sizePt),
  });
  const head = styleXml({
    id: 'TableHead',
    name: 'Table Head',
    basedOn: 'TableText',
    quick: true,
    pPr: rolePPr({ ...tableHead, align: 'left', keepNext: true }, { noHyphens: true }),
    rPr: roleRPr(tableHead, look, slots),
  });
  const small = (id: string, name: string, basedOn: string): string =>
    styleXml({ id, name, basedOn, rPr: sizeOf(Math.min(8.5, tableText.sizePt)) });
  return [
    text,
    head,
    small('TableTextSmall', 'Table Text Small', 'TableText'),
    small('TableHeadSmall', 'Table Head Small', 'TableHead'),
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/><w:unhideWhenUsed/>' +
      '<w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="0" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    ruledTable(context),
    factsTable(context),
  ];
}

const sizeOf = (pt: number): string => `<w:sz w:val="${Math.round(pt * 2)}"/><w:szCs w:val="${Math.round(pt * 2)}"/>`;

const margins = (sideDxa: number, edgeDxa = 0): string =>
  `<w:tblCellMar><w:top w:w="${edgeDxa}" w:type="dxa"/><w:left w:w="${sideDxa}" w:type="dxa"/><w:bottom w:w="${edgeDxa}" w:type="dxa"/><w:right w:w="${sideDxa}" w:type="dxa"/></w:tblCellMar>`;

/** Lines and fills of each form of table, as conditional formats. */
interface TableForm {
  /** Of the whole table. */
  borders: string;
  head: string;
  total: string;
  band: string;
}

function tableForm({ look, slots }: StyleContext): TableForm {
  const { deep, tint } = look.palette;
  const { forms } = look;
  const rule = (side: string, pt: number, color: string = deep): string => borderXml(slots, side, { pt, color });
  const sides = (...lines: string[]): string => `<w:tcBorders>${lines.join('')}</w:tcBorders>`;
  const fill = (hex: string): string => shadingXml(slots, hex);
  const between = rule('insideH', 0.5, NEUTRALS.hair);
  const total = sides(rule('top', 0.75), rule('bottom', 1.5)) + fill(tint);
  switch (forms.table) {
    case 'ruled':
      return {
        borders: rule('top', 1.5) + rule('bottom', 0.75) + between,
        head: sides(rule('top', 1.5), rule('bottom', 0.75)),
        total,
        band: fill(NEUTRALS.zebra),
      };
    case 'filled':
      return {
        borders: rule('bottom', 0.75) + between,
        head: fill(forms.tableHead?.ground ?? deep),
        total: sides(rule('top', 0.75), rule('bottom', 0.75)) + fill(tint),
        band: fill(NEUTRALS.zebra),
      };
    case 'grid':
      return {
        borders: ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => rule(side, 0.5, NEUTRALS.rule)).join(''),
        head: sides(rule('bottom', 0.75)) + fill(tint),
        total: sides(rule('top', 0.75)) + fill(tint),
        band: '',
      };
    case 'banded':
      return {
        borders: '',
        head: sides(rule('bottom', 1.5)),
        total: sides(rule('top', 0.75)),
        band: fill(NEUTRALS.surface),
      };
    case 'plain':
      return {
        borders: '',
        head: sides(rule('bottom', 0.5, NEUTRALS.greyLine)),
        total: sides(rule('top', 0.5, NEUTRALS.greyLine)),
        band: '',
      };
  }
}

function ruledTable(context: StyleContext): string {
  const { look, slots } = context;
  const { borders, head, total, band } = tableForm(context);
  // no weight in the head: bold in a table's style and in the paragraph's cancel each other out (§17.7.3)
  const part = (type: string, tcPr: string, rPr = ''): string =>
    `<w:tblStylePr w:type="${type}">${rPr === '' ? '' : `<w:rPr>${rPr}</w:rPr>`}<w:tcPr>${tcPr}</w:tcPr></w:tblStylePr>`;
  return styleXml({
    id: 'RuledTable',
    name: 'Ruled Table',
    kind: 'table',
    basedOn: 'TableNormal',
    quick: true,
    table:
      `<w:tblPr><w:tblStyleRowBandSize w:val="1"/>${borders === '' ? '' : `<w:tblBorders>${borders}</w:tblBorders>`}${margins(CELL_SIDE_DXA)}</w:tblPr>` +
      part('firstRow', `${head}<w:vAlign w:val="bottom"/>`, colorXml(slots, look.roles.tableHead.color)) +
      part('lastRow', total, '<w:b/><w:bCs/>') +
      (band === '' ? '' : part('band2Horz', band)),
  });
}

/** The grid of a memo: heavy rules above and below, hair lines between, labels in the first column. */
function factsTable({ look, slots }: StyleContext): string {
  const rule = (side: string): string => borderXml(slots, side, { pt: 1.5, color: look.palette.deep });
  return styleXml({
    id: 'FactsTable',
    name: 'Facts Table',
    kind: 'table',
    basedOn: 'TableNormal',
    table: `<w:tblPr><w:tblBorders>${rule('top')}${noBorderXml('left')}${rule('bottom')}${noBorderXml('right')}${borderXml(slots, 'insideH', { pt: 0.5, color: NEUTRALS.hair })}</w:tblBorders>${margins(0, dxaOfPt(0))}</w:tblPr>`,
  });
}
