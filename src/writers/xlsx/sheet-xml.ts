/** One worksheet part: panes, columns, rows and what hangs on them, in the order of the schema (ECMA-376-1 §18.3.1.99). */
import { S, xmlns } from '../../ooxml/names.ts';
import { languageAt } from '../../document/section-languages.ts';
import { NEUTRALS, type Look } from '../../document/look.ts';
import { columnLetters } from '../../spreadsheet/cell-names.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { isRightToLeftLanguage } from '../script.ts';
import { shortTitle } from '../../document/short-title.ts';
import { labelsOf } from '../../document/labels.ts';
import { relate, type Relationships } from '../docx/relationships.ts';
import { lastColumn, WIDTH_DEFAULT } from './finish.ts';
import { areaName, cellName } from '../../spreadsheet/cell-names.ts';
import { quoteSheet } from './formula/write.ts';
import { INPUT } from './looks.ts';
import { ROW_PT } from './measure.ts';
import { templateOf } from './own-template.ts';
import { type PrintLayout } from './print-layout.ts';
import { lastRow } from './print-rows.ts';
import { bodyTop, isFormula, type ColumnPlan, type SheetPlan, type TablePlan } from './plan.ts';
import { authoredValidation } from './authored-rules.ts';
import { conditionsOf } from './conditions.ts';
import { sheetRows, type SheetWriting } from './sheet-rows.ts';

const NAMESPACES = `xmlns="${S}" ${xmlns('r')}`;
/** Codes of paper sizes (ECMA-376-1 §18.3.1.63). */
const PAPER = { a4: 9, letter: 1 } as const;
const LETTER_LONG_CM = 27.94;
/** Without a password: against slips, not against people. Columns may be widened, and filters used (§18.3.1.85). */
const PROTECTION = '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>';

export interface SheetParts {
  relationships: Relationships;
  drawing: boolean;
  /** Whether cells have notes. */
  notes: boolean;
  tables: string[];
}

/** The part in pieces. Relationships of links, drawing and tables are added as they are met. */
export function* sheetXml(writing: SheetWriting, parts: SheetParts, first: boolean): Generator<string, void, undefined> {
  const { sheet } = writing;
  const right = lastColumn(sheet);
  const bottom = lastRow(sheet);
  const { look } = writing.book;
  const { print } = writing;
  const conditions = conditionsOf(writing);
  yield (
    `${XML_DECLARATION}<worksheet ${NAMESPACES}><sheetPr>${tabXml(writing)}<pageSetUpPr fitToPage="${typeof print.fit === 'string' ? 1 : 0}"/></sheetPr><dimension ref="${areaName(0, 0, Math.max(0, bottom), right)}"/>` +
      `${viewXml(sheet, templateOf(look)?.gridLines ?? !sheet.gutter, first, isRightToLeftLanguage(writing.book.document.lang))}<sheetFormatPr defaultRowHeight="${Math.round(ROW_PT * look.scale * 4) / 4}" customHeight="1"/>${columnsXml(sheet, right)}<sheetData>`
  );
  yield* sheetRows(writing);
  yield (
    `</sheetData>${sheet.protected ? PROTECTION : ''}${mergesXml(sheet)}${conditions.xml}${validationsXml(writing)}${linksXml(writing, parts)}` +
      (templateOf(look)?.margins ?? marginsXml(look)) +
      `<pageSetup paperSize="${paperOf(look)}" ${scaleXml(print)} orientation="${print.across ? 'landscape' : 'portrait'}"${fitXml(print)}/>${templateOf(look)?.headerFooter ?? footerXml(writing)}${breaksXml('row', print.rowBreaks, COLUMN_LAST)}${breaksXml('col', print.columnBreaks, ROW_LAST)}` +
      `${parts.drawing ? `<drawing r:id="${relate(parts.relationships, 'drawing', `../drawings/drawing${writing.sheetIndex + 1}.xml`)}"/>` : ''}` +
      `${parts.notes ? `<legacyDrawing r:id="${relate(parts.relationships, 'vmlDrawing', `../drawings/vmlDrawing${writing.sheetIndex + 1}.vml`)}"/>` : ''}` +
      `${parts.tables.length === 0 ? '' : `<tableParts count="${parts.tables.length}">${parts.tables.map((target) => `<tablePart r:id="${relate(parts.relationships, 'table', target)}"/>`).join('')}</tableParts>`}${conditions.extension}</worksheet>`
  );
}

/** The template's paper, or that of the look. */
const paperOf = (look: Look): string =>
  /paperSize="(\d+)"/.exec(templateOf(look)?.paper ?? '')?.[1] ??
  String(Math.max(look.page.widthCm, look.page.heightCm) === LETTER_LONG_CM ? PAPER.letter : PAPER.a4);

/** In inches. */
function marginsXml({ page }: Look): string {
  const inches = (cm: number): string => String(Math.round((cm / 2.54) * 10_000) / 10_000);
  return `<pageMargins left="${inches(page.leftCm)}" right="${inches(page.rightCm)}" top="${inches(page.topCm)}" bottom="${inches(page.bottomCm)}" header="${inches(page.headerEdgeCm)}" footer="${inches(page.footerEdgeCm)}"/>`;
}

const [ROW_LAST, COLUMN_LAST] = [1_048_575, 16_383];

/** Rows or columns that begin a page (§18.3.1.74, §18.3.1.14). */
function breaksXml(kind: 'row' | 'col', places: readonly number[], last: number): string {
  return places.length === 0
    ? ''
    : `<${kind}Breaks count="${places.length}" manualBreakCount="${places.length}">${places.map((place) => `<brk id="${place}" max="${last}" man="1"/>`).join('')}</${kind}Breaks>`;
}

/** Programs that fit a sheet to pages ignore breaks between columns: there the scale is a number. */
const scaleXml = ({ fit }: PrintLayout): string => (typeof fit === 'string' ? '' : ` scale="${fit.percent}"`);
const fitXml = ({ fit }: PrintLayout): string => (typeof fit === 'string' ? ` fitToWidth="1" fitToHeight="${fit === 'page' ? 1 : 0}"` : '');

/** Tabs: the summary in the look's colour, what is typed in the colour of inputs. */
function tabXml({ sheet, book }: SheetWriting): string {
  const color = sheet.role === 'summary' ? book.look.palette.deep : sheet.role === 'inputs' ? INPUT.fill : undefined;
  return color === undefined ? '' : `<tabColor rgb="FF${color}"/>`;
}

function viewXml(sheet: SheetPlan, gridLines: boolean, first: boolean, rightToLeft: boolean): string {
  const { frozen } = sheet;
  const open = `<sheetView showGridLines="${gridLines ? 1 : 0}"${rightToLeft ? ' rightToLeft="1"' : ''}${first ? ' tabSelected="1"' : ''} zoomScale="100" zoomScaleNormal="100" workbookViewId="0"`;
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

/** Excel takes 255 characters in all, with their formats. */
const RUNNING_CHARS_MAX = 140;
/** Longer ones would meet what is at the right: they take two lines. */
const RUNNING_LINE_CHARS = 90;

/** Whole words, in one line or two. */
function runningText(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const cut = flat.slice(0, RUNNING_CHARS_MAX + 1);
  const whole = flat.length <= RUNNING_CHARS_MAX ? flat : cut.slice(0, Math.max(cut.lastIndexOf(' '), RUNNING_LINE_CHARS)).toWellFormed();
  const middle = whole.length <= RUNNING_LINE_CHARS ? -1 : whole.indexOf(' ', Math.ceil(whole.length / 2));
  return (middle < 0 ? whole : `${whole.slice(0, middle)}\n${whole.slice(middle + 1)}`).replaceAll('&', '&&');
}

/** Signs of a footer's own language are doubled (§18.3.1.46). */
function footerXml({ book, sheet, print }: SheetWriting): string {
  const labels = labelsOf(languageAt(book.document, sheet.blockId));
  const face = `&"${book.look.faces.text.replaceAll('"', '')},Regular"&8&K${NEUTRALS.muted}`;
  const { header, footer, pageNumbers } = book.look;
  const owner =
    footer ??
    [book.document.organization ?? '', book.document.title]
      .filter((part) => part !== '')
      .map(shortTitle)
      .join(' · ');
  // one page of one sheet has no number; of several sheets, one page says which it is
  const place = print.pages > 1 ? `${labels.page} &P ${labels.of} &N` : book.sheets.length > 1 && owner !== sheet.name ? '&A' : '';
  const [start, end] = isRightToLeftLanguage(book.document.lang) ? ['&R', '&L'] : ['&L', '&R'];
  const text = `${start}${face}${runningText(owner)}${pageNumbers === 'none' || place === '' ? '' : `${end}${face}${place}`}`;
  return `<headerFooter>${header === undefined ? '' : `<oddHeader>${escapeText(`${start}${face}${runningText(header)}`)}</oddHeader>`}<oddFooter>${escapeText(text)}</oddFooter></headerFooter>`;
}

/** Areas to print and rows to repeat, as the names that Excel keeps them under. */
export function printNames(sheet: SheetPlan, index: number, { repeated: { rows, columnsTo } }: PrintLayout): string {
  const prefix = escapeText(`${quoteSheet(sheet.name)}!`);
  const area = `<definedName name="_xlnm.Print_Area" localSheetId="${index}">${prefix}$A$1:$${columnLetters(lastColumn(sheet))}$${Math.max(1, lastRow(sheet) + 1)}</definedName>`;
  const titles = [
    ...(columnsTo === undefined ? [] : [`${prefix}$A:$${columnLetters(columnsTo)}`]),
    ...(rows === undefined ? [] : [`${prefix}$${rows.top + 1}:$${rows.bottom + 1}`]),
  ];
  return titles.length === 0
    ? area
    : `${area}<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${titles.join(',')}</definedName>`;
}
