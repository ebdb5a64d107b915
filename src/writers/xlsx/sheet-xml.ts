/** One worksheet part: panes, columns, rows and what hangs on them, in the order of the schema (ECMA-376-1 §18.3.1.99). */
import { NEUTRALS, type Look } from '../../document/look.ts';
import { columnLetters } from '../../spreadsheet/cell-names.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { labelsOf } from '../../document/labels.ts';
import { relate, type Relationships } from '../docx/relationships.ts';
import { lastColumn, WIDTH_DEFAULT, widthOf } from './finish.ts';
import { areaName, cellName } from '../../spreadsheet/cell-names.ts';
import { quoteSheet } from './formula/write.ts';
import { INPUT } from './looks.ts';
import { ROW_PT } from './measure.ts';
import { pageBreaks, pageCount } from './page-breaks.ts';
import { bodyTop, isFormula, type ColumnPlan, type SheetPlan, type TablePlan } from './plan.ts';
import { authoredValidation } from './authored-rules.ts';
import { conditionsOf } from './conditions.ts';
import { sheetRows, type SheetWriting } from './sheet-rows.ts';

const NAMESPACES =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const COLUMNS_UPRIGHT_MAX = 6;
/** Codes of paper sizes (ECMA-376-1 §18.3.1.63). */
const PAPER = { a4: 9, letter: 1 } as const;
const LETTER_LONG_CM = 27.94;
const PT_PER_CM = 72 / 2.54;
/** Without a password: against slips, not against people. Columns may be widened, and filters used (§18.3.1.85). */
const PROTECTION = '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>';
/** Smaller than this nobody reads: a sheet that is wider goes on over several pages. */
const SCALE_MIN = 0.6;
const WIDER_UPRIGHT_MAX = 1.45;

export interface SheetParts {
  relationships: Relationships;
  drawing: boolean;
  tables: string[];
}

/** The part in pieces. Relationships of links, drawing and tables are added as they are met. */
export function* sheetXml(writing: SheetWriting, parts: SheetParts, first: boolean): Generator<string, void, undefined> {
  const { sheet } = writing;
  const right = lastColumn(sheet);
  const bottom = lastRow(sheet);
  const { look } = writing.book;
  const page = pageOf(sheet, right, look);
  const conditions = conditionsOf(writing);
  yield (
    `${XML_DECLARATION}<worksheet ${NAMESPACES}><sheetPr>${tabXml(writing)}<pageSetUpPr fitToPage="1"/></sheetPr><dimension ref="${areaName(0, 0, Math.max(0, bottom), right)}"/>` +
      `${viewXml(sheet, first)}<sheetFormatPr defaultRowHeight="${Math.round(ROW_PT * look.scale * 4) / 4}" customHeight="1"/>${columnsXml(sheet, right)}<sheetData>`
  );
  yield* sheetRows(writing);
  yield (
    `</sheetData>${sheet.protected ? PROTECTION : ''}${mergesXml(sheet)}${conditions.xml}${validationsXml(writing)}${linksXml(writing, parts)}` +
      marginsXml(look) +
      `<pageSetup paperSize="${Math.max(look.page.widthCm, look.page.heightCm) === LETTER_LONG_CM ? PAPER.letter : PAPER.a4}" orientation="${page.across ? 'landscape' : 'portrait'}" fitToWidth="${page.wide}" fitToHeight="0"/>${footerXml(writing)}${breaksXml(pageBreaks(sheet, page.heightPt))}` +
      `${parts.drawing ? `<drawing r:id="${relate(parts.relationships, 'drawing', `../drawings/drawing${writing.sheetIndex + 1}.xml`)}"/>` : ''}` +
      `${parts.tables.length === 0 ? '' : `<tableParts count="${parts.tables.length}">${parts.tables.map((target) => `<tablePart r:id="${relate(parts.relationships, 'table', target)}"/>`).join('')}</tableParts>`}${conditions.extension}</worksheet>`
  );
}

function lastRow(sheet: SheetPlan): number {
  const charts = sheet.charts.map(({ row, heightPt }) => row + Math.ceil(heightPt / 18) - 1);
  return Math.max(0, ...sheet.rows.keys(), ...sheet.tables.map((table) => table.bottom), ...charts);
}

function widthPt(sheet: SheetPlan, right: number): number {
  let width = 0;
  for (let column = 0; column <= right; column++) width += sheet.measure.charsToPt(widthOf(sheet, column));
  return width * sheet.measure.scale;
}

/** @returns heightPt of a page, in points of the sheet before it is made smaller */
function pageOf(sheet: SheetPlan, right: number, { page, orientation }: Look): { across: boolean; wide: number; heightPt: number } {
  const width = widthPt(sheet, right);
  const most = Math.max(0, ...sheet.tables.map(({ columns }) => columns.length));
  const [short, long] = [Math.min(page.widthCm, page.heightCm), Math.max(page.widthCm, page.heightCm)];
  const roomPt = (cm: number): number => (cm - page.leftCm - page.rightCm) * PT_PER_CM;
  const highPt = (cm: number): number => (cm - page.topCm - page.bottomCm) * PT_PER_CM;
  const lay = (across: boolean): { across: boolean; wide: number; heightPt: number } => {
    const room = roomPt(across ? long : short);
    const wide = Math.max(1, Math.ceil((width * SCALE_MIN) / room - 0.02));
    return { across, wide, heightPt: highPt(across ? short : long) / Math.min(1, (room * wide) / width) / sheet.measure.scale };
  };
  const [upright, across] = [lay(false), lay(true)];
  if (orientation === 'landscape') return across;
  if (width <= roomPt(short) * (most > COLUMNS_UPRIGHT_MAX ? 1 : 1.25)) return upright;
  // what would go over to a second page is on one, where it stays large enough to be read
  return width <= roomPt(short) * WIDER_UPRIGHT_MAX && pageCount(sheet, upright.heightPt) === 1 && pageCount(sheet, across.heightPt) > 1
    ? upright
    : across;
}

/** In inches. */
function marginsXml({ page }: Look): string {
  const inches = (cm: number): string => String(Math.round((cm / 2.54) * 10_000) / 10_000);
  return `<pageMargins left="${inches(page.leftCm)}" right="${inches(page.rightCm)}" top="${inches(page.topCm)}" bottom="${inches(page.bottomCm)}" header="${inches(page.headerEdgeCm)}" footer="${inches(page.footerEdgeCm)}"/>`;
}

function breaksXml(rows: readonly number[]): string {
  return rows.length === 0
    ? ''
    : `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${rows.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join('')}</rowBreaks>`;
}

/** Tabs: the summary in the look's colour, what is typed in the colour of inputs. */
function tabXml({ sheet, book }: SheetWriting): string {
  const color = sheet.role === 'summary' ? book.look.palette.deep : sheet.role === 'inputs' ? INPUT.fill : undefined;
  return color === undefined ? '' : `<tabColor rgb="FF${color}"/>`;
}

function viewXml(sheet: SheetPlan, first: boolean): string {
  const { frozen } = sheet;
  const open = `<sheetView showGridLines="${sheet.gutter ? 0 : 1}"${first ? ' tabSelected="1"' : ''} zoomScale="100" zoomScaleNormal="100" workbookViewId="0"`;
  if (!frozen || (frozen.rows === 0 && frozen.columns === 0)) return `<sheetViews>${open}/></sheetViews>`;
  const pane = frozen.rows > 0 && frozen.columns > 0 ? 'bottomRight' : frozen.rows > 0 ? 'bottomLeft' : 'topRight';
  const corner = cellName(frozen.rows, frozen.columns);
  const splits = `${frozen.columns > 0 ? ` xSplit="${frozen.columns}"` : ''}${frozen.rows > 0 ? ` ySplit="${frozen.rows}"` : ''}`;
  return `<sheetViews>${open}><pane${splits} topLeftCell="${corner}" activePane="${pane}" state="frozen"/><selection pane="${pane}" activeCell="${corner}" sqref="${corner}"/></sheetView></sheetViews>`;
}

function columnsXml(sheet: SheetPlan, right: number): string {
  const columns: string[] = [];
  for (let column = 0; column <= right; column++) {
    const width = sheet.widths.get(column);
    if (width !== undefined)
      columns.push(`<col min="${column + 1}" max="${column + 1}" width="${Math.round(width * 100) / 100}" customWidth="1"/>`);
    else columns.push(`<col min="${column + 1}" max="${column + 1}" width="${WIDTH_DEFAULT}"/>`);
  }
  return `<cols>${columns.join('')}</cols>`;
}

function mergesXml(sheet: SheetPlan): string {
  const all = [...sheet.merges, ...sheet.tables.flatMap((table) => table.merges)];
  return all.length === 0
    ? ''
    : `<mergeCells count="${all.length}">${all.map((merge) => `<mergeCell ref="${areaName(merge.top, merge.left, merge.bottom, merge.right)}"/>`).join('')}</mergeCells>`;
}

// --------------------------------------------------------------------------------------------------------- validations

const bodyArea = (table: TablePlan, at: number): string =>
  areaName(bodyTop(table), table.left + at, bodyTop(table) + table.rowCount - 1, table.left + at);

/** What may be typed into a column: chosen from its words, a date, a figure. Others are asked about, not refused. */
function validationXml(column: ColumnPlan, area: string): string {
  const open = (type: string, more: string): string =>
    `<dataValidation type="${type}" errorStyle="warning" allowBlank="1" showErrorMessage="1"${more} sqref="${area}">`;
  if (column.formula || column.cells.some((cell) => isFormula(cell))) return '';
  switch (column.entry) {
    case 'list':
      return column.choices.length === 0 || column.choices.some((choice) => /[",]/.test(choice))
        ? ''
        : `${open('list', '')}<formula1>${escapeText(`"${column.choices.join(',')}"`)}</formula1></dataValidation>`;
    case 'date':
      return `${open('date', ' operator="greaterThan"')}<formula1>1</formula1></dataValidation>`;
    case 'integer':
    case 'decimal':
      return `${open('decimal', ' operator="between"')}<formula1>-1000000000000000</formula1><formula2>1000000000000000</formula2></dataValidation>`;
    case 'text':
    case 'any':
      return '';
  }
}

function validationsXml(writing: SheetWriting): string {
  const all = writing.sheet.tables
    .flatMap((table) =>
      table.rowCount === 0
        ? []
        : table.columns.map((column, at) => {
            if (column.input) return authoredValidation(column.input, { table, at }, writing);
            return table.kinds === undefined ? validationXml(column, bodyArea(table, at)) : '';
          }),
    )
    .filter((xml) => xml !== '');
  return all.length === 0 ? '' : `<dataValidations count="${all.length}">${all.join('')}</dataValidations>`;
}

// --------------------------------------------------------------------------------------------------------------- links

/** Excel takes no more on a sheet. */
const LINKS_MAX = 65_530;
const ADDRESS_CHARS_MAX = 2_079;

function linksXml({ sheet, book }: SheetWriting, { relationships }: SheetParts): string {
  const links = sheet.links.slice(0, LINKS_MAX).flatMap(({ row, column, target }) => {
    if (target.startsWith('#')) {
      const place = target.includes('!') ? target.slice(1) : sheetOfAnchor(target.slice(1), book.sheets, book.tables);
      return place === undefined ? [] : [`<hyperlink ref="${cellName(row, column)}" location="${escapeAttribute(place)}"/>`];
    }
    return target.length > ADDRESS_CHARS_MAX
      ? []
      : [`<hyperlink ref="${cellName(row, column)}" r:id="${relate(relationships, 'hyperlink', target, true)}"/>`];
  });
  return links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`;
}

function sheetOfAnchor(anchor: string, sheets: readonly SheetPlan[], tables: readonly TablePlan[]): string | undefined {
  const table = tables.find(({ aliases }) => aliases.includes(anchor.toLowerCase()));
  if (table) return `${quoteSheet(sheets[table.sheet]?.name ?? '')}!${cellName(table.top, table.left)}`;
  return undefined;
}

// ---------------------------------------------------------------------------------------------------------------- page

/** Excel takes 255 characters in all. */
const RUNNING_CHARS_MAX = 100;

/** Signs of a footer's own language are doubled (§18.3.1.46). */
function footerXml({ book }: SheetWriting): string {
  const labels = labelsOf(book.document.lang);
  const plain = (text: string): string => text.replaceAll('&', '&&');
  const face = `&"${book.look.faces.text.replaceAll('"', '')},Regular"&8&K${NEUTRALS.muted}`;
  const { header, footer, pageNumbers } = book.look;
  const short = (text: string): string => plain(text.slice(0, RUNNING_CHARS_MAX).toWellFormed());
  const owner = footer ?? [book.document.organization, book.document.title].filter((part) => part !== undefined && part !== '').join(' · ');
  const text = `&L${face}${short(owner)}${pageNumbers === 'none' ? '' : `&R${face}${labels.page} &P ${labels.of} &N`}`;
  return `<headerFooter>${header === undefined ? '' : `<oddHeader>${escapeText(`&L${face}${short(header)}`)}</oddHeader>`}<oddFooter>${escapeText(text)}</oddFooter></headerFooter>`;
}

/** Areas to print and rows to repeat, as the names that Excel keeps them under. */
export function printNames(sheet: SheetPlan, index: number, look: Look): string {
  const right = lastColumn(sheet);
  const prefix = escapeText(`${quoteSheet(sheet.name)}!`);
  const area = `<definedName name="_xlnm.Print_Area" localSheetId="${index}">${prefix}$A$1:$${columnLetters(right)}$${Math.max(1, lastRow(sheet) + 1)}</definedName>`;
  const [table, ...others] = sheet.tables;
  const wide = pageOf(sheet, right, look).wide > 1;
  if (!table || others.length > 0 || table.headers.length === 0 || (table.rowCount < 12 && !wide)) return area;
  const titles = [
    ...(wide ? [`${prefix}$A:$${columnLetters(table.left)}`] : []),
    ...(table.rowCount < 12 ? [] : [`${prefix}$${table.top + 1}:$${bodyTop(table)}`]),
  ];
  return `${area}<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${titles.join(',')}</definedName>`;
}
