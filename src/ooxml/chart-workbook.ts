/** The workbook inside a package that holds a chart's figures: what opens when a person chooses "Edit data". */
import { R, S } from './names.ts';
import type { ChartSpec } from './chart.ts';
import { columnLetters } from '../spreadsheet/cell-names.ts';
import { CHART_SHEET } from './chart/references.ts';
import { buildContentTypes, buildRelationships, XML_DECLARATION } from './package-parts.ts';
import { writeZip } from './write-zip.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';

const SHEET_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Formats below this number are built in. */
const OWN_FORMAT_FIRST = 164;

const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
const numberCell = (place: string, value: number | null, style: number): string =>
  value === null ? '' : `<c r="${place}" s="${style}"><v>${value}</v></c>`;

function sheetXml(spec: ChartSpec): string {
  const head = `<row r="1">${textCell('A1', spec.categoryLabel)}${spec.series.map((series, i) => textCell(`${columnLetters(i + 1)}1`, series.name)).join('')}</row>`;
  const rows = spec.categories.map((category, at) => {
    const row = at + 2;
    const first = spec.kind === 'scatter' ? numberCell(`A${row}`, spec.xs[at] ?? null, 0) : textCell(`A${row}`, category);
    const rest = spec.series
      .map((series, i) => numberCell(`${columnLetters(i + 1)}${row}`, series.values[at] ?? null, series.secondary ? 2 : 1))
      .join('');
    return `<row r="${row}">${first}${rest}</row>`;
  });
  return `${XML_DECLARATION}<worksheet xmlns="${S}"><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="${spec.series.length + 1}" width="16" customWidth="1"/></cols><sheetData>${head}${rows.join('')}</sheetData></worksheet>`;
}

function stylesXml(spec: ChartSpec): string {
  const formats = [spec.format, spec.secondaryFormat];
  const list = formats.map((format, i) => `<numFmt numFmtId="${OWN_FORMAT_FIRST + i}" formatCode="${escapeAttribute(format)}"/>`).join('');
  const cells = formats
    .map((_, i) => `<xf numFmtId="${OWN_FORMAT_FIRST + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('');
  return (
    `${XML_DECLARATION}<styleSheet xmlns="${S}"><numFmts count="${formats.length}">${list}</numFmts><fonts count="1"><font><sz val="11"/><name val="${escapeAttribute(spec.text.face)}"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cells}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

/** An xlsx with one sheet: categories in column A, a column for each series, names in row 1. */
export function writeChartWorkbook(spec: ChartSpec): Uint8Array {
  const workbook = `${XML_DECLARATION}<workbook xmlns="${S}" xmlns:r="${R}"><sheets><sheet name="${CHART_SHEET}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: 'xl/workbook.xml', contentType: `${SHEET_TYPES}.sheet.main+xml` },
        { name: 'xl/worksheets/sheet1.xml', contentType: `${SHEET_TYPES}.worksheet+xml` },
        { name: 'xl/styles.xml', contentType: `${SHEET_TYPES}.styles+xml` },
      ]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'rId1', type: `${R}/officeDocument`, target: 'xl/workbook.xml' }]) },
    { name: 'xl/workbook.xml', data: workbook },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: buildRelationships([
        { id: 'rId1', type: `${R}/worksheet`, target: 'worksheets/sheet1.xml' },
        { id: 'rId2', type: `${R}/styles`, target: 'styles.xml' },
      ]),
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheetXml(spec) },
    { name: 'xl/styles.xml', data: stylesXml(spec) },
  ]);
}
