/** Conditional formats: shares of a whole as bars behind their figures; what is calculated to be left of something, red below zero. */
import { X14, XM } from '../../ooxml/names.ts';
import { areaName } from '../../spreadsheet/cell-names.ts';
import { bodyTop, isFormula, type ColumnPlan } from './plan.ts';
import { authoredConditions } from './authored-rules.ts';
import type { SheetWriting } from './sheet-rows.ts';
import { SHORT_STYLE } from './styles.ts';

/** On one sheet (looks: more of them say nothing any more). */
const CONDITIONS_MAX = 3;
/** What is left of something: less than nothing is worth seeing, wherever it comes up. */
const LEFT_HEADER =
  /(?<!\p{L})(?:left|remaining|available|balance|headroom|margin|profit|surplus|queda|restante|disponible|saldo|margen|beneficio|super[aá]vit)(?!\p{L})/iu;

/** Ties a rule to what Excel of 2010 and later reads of it (MS-XLSX §2.3.2). */
const tieXml = (id: string): string =>
  `<extLst><ext xmlns:x14="${X14}" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>${id}</x14:id></ext></extLst>`;

const solidXml = (id: string, area: string, ends: string, { negative, axis }: { negative: string; axis: string }): string =>
  `<x14:conditionalFormatting xmlns:xm="${XM}"><x14:cfRule type="dataBar" id="${id}"><x14:dataBar minLength="0" maxLength="100" gradient="0">${ends}` +
  `<x14:negativeFillColor rgb="FF${negative}"/><x14:axisColor rgb="FF${axis}"/></x14:dataBar></x14:cfRule><xm:sqref>${area}</xm:sqref></x14:conditionalFormatting>`;

/** @returns `extension` for the end of the sheet, where bars are set to have no gradient (MS-XLSX §2.3.1) */
export function conditionsOf(writing: SheetWriting): { xml: string; extension: string } {
  const { sheet, sheetIndex, book } = writing;
  const areasOf = (wanted: (column: ColumnPlan) => boolean): string[] =>
    sheet.tables.flatMap((table) =>
      table.columns.flatMap((column, at) =>
        table.rowCount > 0 && wanted(column)
          ? [areaName(bodyTop(table), table.left + at, bodyTop(table) + table.rowCount - 1, table.left + at)]
          : [],
      ),
    );
  const bars = areasOf((column) => column.bars).slice(0, CONDITIONS_MAX);
  const left = areasOf(
    (column) =>
      column.numeric && LEFT_HEADER.test(column.name) && (column.formula !== undefined || column.cells.some((cell) => isFormula(cell))),
  ).slice(0, CONDITIONS_MAX - bars.length);
  const { tint, accent } = book.look.palette;
  const id = (at: number): string =>
    `{0C7A5E1D-0000-4000-8000-${((sheetIndex + 1) * 16 + at).toString(16).toUpperCase().padStart(12, '0')}}`;
  const ownId = (at: number): string =>
    `{0C7A5E1D-0000-4000-8002-${((sheetIndex + 1) * 4_096 + at).toString(16).toUpperCase().padStart(12, '0')}}`;
  const rules = [
    ...bars.map((area, at) => ({
      area,
      xml:
        `type="dataBar" priority="${at + 1}"><dataBar minLength="0" maxLength="100"><cfvo type="num" val="0"/><cfvo type="num" val="1"/><color rgb="FF${tint}"/></dataBar>` +
        tieXml(id(at)),
    })),
    ...left.map((area, at) => ({
      area,
      xml: `type="cellIs" dxfId="${SHORT_STYLE}" priority="${bars.length + at + 1}" operator="lessThan"><formula>0</formula>`,
    })),
  ];
  const asked = authoredConditions(writing);
  const authored = asked.map(({ area, xml, isBars }, at) => ({
    area,
    xml: `${xml.replace(/^(type="\w+")/, `$1 priority="${rules.length + at + 1}"`)}${isBars === true ? tieXml(ownId(at)) : ''}`,
  }));
  const share = '<x14:cfvo type="num"><xm:f>0</xm:f></x14:cfvo><x14:cfvo type="num"><xm:f>1</xm:f></x14:cfvo>';
  const ends = '<x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/>';
  const solid = [
    ...bars.map((area, at) => solidXml(id(at), area, share, { negative: tint, axis: tint })),
    ...asked.flatMap(({ area, isBars }, at) =>
      isBars === true ? [solidXml(ownId(at), area, ends, { negative: tint, axis: accent })] : [],
    ),
  ];
  return {
    xml: [...rules, ...authored]
      .map(({ area, xml }) => `<conditionalFormatting sqref="${area}"><cfRule ${xml}</cfRule></conditionalFormatting>`)
      .join(''),
    extension:
      solid.length === 0
        ? ''
        : `<extLst><ext xmlns:x14="${X14}" uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>${solid.join('')}</x14:conditionalFormattings></ext></extLst>`,
  };
}
