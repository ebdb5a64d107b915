/** What a new sheet takes from the sheet beside it: how it is printed and seen, and the formats of its head, its text, its figures, its totals. */
import { S } from '../../../ooxml/names.ts';
import { attributeText, formulaOf, type SheetRow } from '../../../ooxml/sheet-text.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { tablesOf, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import type { BorderSide, FormatChange } from './formats.ts';
import { framedCells } from './outer-frame.ts';
import type { NewCell } from './write-cells.ts';

/** Functions that come to a number of cells, rows or letters, whatever is in them. */
const COUNTS = /^=?\s*(?:COUNT(?:A|BLANK|IFS?)?|ROWS?|COLUMNS?|MATCH|XMATCH|LEN)\s*\(/i;

/** Rows of the neighbour that are looked at from its top. */
const SEEN_ROWS = 80;
const TOTAL = /^(?:grand |sub)?(?:total|sum|suma|totales|importe total|المجموع|合計|gesamt|summe)/i;
const WIDTH = { least: 9, most: 42 };

interface SeenCell {
  column: number;
  text: string;
  style: string | undefined;
  isFigure: boolean;
}
interface SeenRow {
  row: SheetRow;
  cells: SeenCell[];
}

export interface NeighbourLook {
  /** Empty cells that a row needs between its others to look like its neighbour's. */
  gapsOf(row: { number: number; cells: readonly NewCell[] }): NewCell[];
  /** Style of a cell of the new sheet; undefined where the neighbour shows none for it. */
  styleOf(cell: NewCell): string | undefined;
  /** Attributes of its rows, as XML. */
  rowAttributes(row: number): string;
  /** XML of the sheet before and behind its cells. */
  before: string;
  behind: string;
}

function seeRows(file: WorkbookFile, sheet: Sheet, numbers: readonly number[]): SeenRow[] {
  return numbers.flatMap((number) => {
    const row = sheet.rows.get(number);
    if (row === undefined) return [];
    const cells = [...sheet.cellsOf(row)].map(([column, cell]): SeenCell => {
      const text = file.text(sheet, cell);
      const type = attributeText(sheet.visible, cell, 't') ?? 'n';
      const isText = type === 's' || type === 'inlineStr' || type === 'str';
      return {
        column,
        text,
        style: attributeText(sheet.visible, cell, 's'),
        isFigure: !isText && type !== 'b' && (text !== '' || formulaOf(sheet, cell) !== undefined),
      };
    });
    return [{ row, cells }];
  });
}

const filled = ({ cells }: SeenRow): SeenCell[] => cells.filter(({ text, isFigure }) => text !== '' || isFigure);
const isHead = (row: SeenRow): boolean => filled(row).length >= 2 && filled(row).every(({ isFigure }) => !isFigure);

function mostFrequent(styles: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const style of styles) if (style !== undefined) counts.set(style, (counts.get(style) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Number formats that say something of one column only: shares and days. */
const isOfOneColumn = (format: string): boolean => /%|[dmy]{2}|h:mm/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''));

/** Number formats that say of which money figures are. */
const isMoney = (format: string): boolean => /\p{Sc}|\[\$[^\]-]|"\s*(?:[A-Z]{3}|kr|zł|Kč|Ft|Fr\.?)\s*"/u.test(format);
/** The same figures without it. */
const withoutMoney = (format: string): string => (/0\.0/.test(format) ? '#,##0.00' : '#,##0');

/** The formats of the workbook. */
export interface BookFormats {
  /** Code of the number format of a style. */
  codeOf(style: string): string;
  /** The line on a side of a style's border; '' where none is drawn. */
  lineOf(style: string, side: BorderSide): string;
  /** A style like another one with another number format, or other lines on sides of its border. */
  changed(style: string, change: Pick<FormatChange, 'number_format' | 'lines'>): string;
}

/** A style of the neighbour, in another number format where one is named. */
interface Style {
  style: string;
  code?: string;
}

interface Seen {
  title: SeenRow | undefined;
  head: SeenRow | undefined;
  body: SeenRow[];
  total: SeenRow | undefined;
  /** All rows that were looked at. */
  rows: SeenRow[];
}

function seeNeighbour(file: WorkbookFile, sheet: Sheet): Seen {
  const first = [...sheet.rows.keys()].slice(0, SEEN_ROWS);
  const [table] = tablesOf(file, sheet);
  const rows = seeRows(file, sheet, first);
  const head = rows.find((row) => (table && table.headers > 0 ? row.row.number === table.area.top : isHead(row)));
  const above = head === undefined ? rows : rows.filter(({ row }) => row.number < head.row.number);
  const title = above.find((row) => filled(row).length === 1);
  const behind = rows.filter(
    ({ row }) => head !== undefined && row.number > head.row.number && (!table || row.number <= table.area.bottom),
  );
  const last = [...sheet.rows.keys()].at(-1) ?? 0;
  const ends = seeRows(file, sheet, [...new Set([...behind.map(({ row }) => row.number), table?.area.bottom ?? last, last])]);
  const total = ends.find((row) => filled(row).some(({ text, isFigure }) => !isFigure && TOTAL.test(text.trim())));
  const body = behind.filter((row) => filled(row).length >= 2 && row !== total && row.row.number !== total?.row.number);
  return { title, head, body, total, rows: [...new Map([...rows, ...ends].map((row) => [row.row.number, row])).values()] };
}

/** The style of most heads of columns like this one; else of most heads. */
function headStyle({ head }: Seen, isAlike: (cell: SeenCell) => boolean): string | undefined {
  const cells = head?.cells ?? [];
  const alike = cells.filter((cell) => cell.text !== '' && isAlike(cell));
  return mostFrequent(alike.map(({ style }) => style)) ?? mostFrequent(cells.map(({ style }) => style));
}

/** The styles that are only along the line around all that the neighbour holds, without it. */
function unframed({ rows }: Seen, { lineOf, changed }: BookFormats): (like: Style | undefined) => string | undefined {
  const cells = rows.flatMap(({ row, cells: held }) => held.map((cell) => ({ ...cell, row: row.number })));
  const framed = framedCells(cells, lineOf);
  const inside = new Set(cells.flatMap((cell) => (cell.style === undefined || framed.has(cell) ? [] : [cell.style])));
  const linesOf = new Map(
    [...framed].flatMap(([{ style }, lines]) => (style === undefined || inside.has(style) ? [] : [[style, lines] as const])),
  );
  return (like) => {
    if (like === undefined) return undefined;
    const lines = linesOf.get(like.style);
    return lines === undefined && like.code === undefined ? like.style : changed(like.style, { number_format: like.code, lines });
  };
}

/** Formats of the new sheet's own cells, read off a sheet that is like it. */
export function readNeighbourLook(
  file: WorkbookFile,
  sheet: Sheet,
  rows: readonly { number: number; cells: readonly NewCell[] }[],
  formats: BookFormats,
): NeighbourLook {
  const seen = seeNeighbour(file, sheet);
  const isText = (cell: NewCell): boolean => typeof cell.value === 'string';
  const headRow = rows.find(({ cells }) => cells.length >= 2 && cells.every(isText));
  const totalRow = rows.findLast(
    ({ number, cells }) =>
      number > (headRow?.number ?? 0) && cells.some((cell) => typeof cell.value === 'string' && TOTAL.test(cell.value.trim())),
  );
  const heads = new Map(headRow?.cells.map(({ column, value }) => [column, String(value).trim().toLowerCase()]));
  const columnNamed = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : seen.head?.cells.find(({ text }) => text.trim().toLowerCase() === name)?.column;
  const figures = (given: readonly SeenRow[]): SeenCell[] => given.flatMap(({ cells }) => cells.filter(({ isFigure }) => isFigure));
  const texts = (given: readonly SeenRow[]): SeenCell[] =>
    given.flatMap(({ cells }) => cells.filter(({ isFigure, text }) => !isFigure && text !== ''));
  const figureColumns = new Set(figures(seen.body).map(({ column }) => column));
  const general = (given: readonly SeenCell[]): string | undefined =>
    mostFrequent(given.map(({ style }) => (style !== undefined && isOfOneColumn(formats.codeOf(style)) ? undefined : style)));
  // what a formula comes to is of what it counts with, as Excel takes it; a number of its own, or of cells, may be pieces or people
  const isOwn = ({ value }: NewCell): boolean =>
    typeof value === 'number' || (value !== null && typeof value === 'object' && 'formula' in value && COUNTS.test(value.formula));
  const plain = (style: string | undefined): Style | undefined => (style === undefined ? undefined : { style });
  const unnamed = (style: string | undefined, cell: NewCell): Style | undefined => {
    const code = style === undefined || !isOwn(cell) ? '' : formats.codeOf(style);
    return style !== undefined && isMoney(code) ? { style, code: withoutMoney(code) } : plain(style);
  };
  const pick = (given: readonly SeenRow[], cell: NewCell, text: boolean): Style | undefined => {
    const column = columnNamed(heads.get(cell.column));
    const own = mostFrequent(
      given.flatMap(({ cells }) => cells.filter((one) => one.column === column && one.isFigure === !text).map(({ style }) => style)),
    );
    if (own !== undefined) return { style: own };
    return text ? plain(mostFrequent(texts(given).map(({ style }) => style))) : unnamed(general(figures(given)), cell);
  };
  const unframe = unframed(seen, formats);
  const hasFigures = new Set(
    rows.flatMap(({ number, cells }) =>
      number > (headRow?.number ?? 0) ? cells.filter((cell) => !isText(cell)).map(({ column }) => column) : [],
    ),
  );
  const likeOf = (cell: NewCell): Style | undefined => {
    if (headRow === undefined || cell.row < headRow.number)
      return headRow !== undefined && cell.row === rows[0]?.number ? plain(seen.title && filled(seen.title)[0]?.style) : undefined;
    if (cell.row === headRow.number)
      return plain(headStyle(seen, ({ column }) => figureColumns.has(column) === hasFigures.has(cell.column)));
    if (cell.row === totalRow?.number && seen.total !== undefined) return pick([seen.total], cell, isText(cell));
    return pick(seen.body, cell, isText(cell));
  };
  return {
    styleOf: (cell) => unframe(likeOf(cell)),
    gapsOf({ number, cells }) {
      if (headRow === undefined || number <= headRow.number || (cells.length < 2 && number !== totalRow?.number)) return [];
      const there = new Set(cells.map(({ column }) => column));
      return headRow.cells.flatMap(({ column }): NewCell[] => (there.has(column) ? [] : [{ row: number, column, value: null }]));
    },
    rowAttributes(row) {
      const like = row === headRow?.number ? seen.head : row === totalRow?.number ? seen.total : undefined;
      const height = like && attributeText(sheet.visible, like.row, 'ht');
      return height === undefined ? '' : ` ht="${escapeAttribute(height)}" customHeight="1"`;
    },
    ...frameOf(sheet, rows),
  };
}

const attributesXml = (element: XmlElement, without: readonly string[] = []): string =>
  element.attributes
    .filter(({ name }) => !name.includes(':') && name !== 'xmlns' && !without.includes(name))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');

/** The frame of the neighbour as far as it is about sheets and paper, not about its own cells. */
function frameOf({ part: { root } }: Sheet, rows: readonly { cells: readonly NewCell[] }[]): Pick<NeighbourLook, 'before' | 'behind'> {
  const child = (local: string): XmlElement | undefined => firstElementOf(root, local, S);
  const copy = (local: string, without: readonly string[] = []): string => {
    const element = child(local);
    return element === undefined ? '' : `<${local}${attributesXml(element, without)}/>`;
  };
  const view = child('sheetViews') && elementsOf(child('sheetViews') ?? root, 'sheetView', S)[0];
  const seen = ['showGridLines', 'rightToLeft', 'zoomScale', 'zoomScaleNormal']
    .map((name) => [name, view && attributeOf(view, name)] as const)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`))
    .join('');
  const setup = child('pageSetup');
  const wide =
    setup === undefined
      ? ''
      : `<pageSetup${attributesXml(setup, ['scale', 'fitToWidth', 'fitToHeight', 'firstPageNumber', 'useFirstPageNumber'])} fitToWidth="1" fitToHeight="0"/>`;
  const running = child('headerFooter');
  const texts =
    running === undefined
      ? []
      : elementsOf(running).map((one) => `<${one.local}>${escapeText(textOf(one).replaceAll('&G', ''))}</${one.local}>`);
  return {
    before: `${setup === undefined ? '' : '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'}${seen === '' ? '' : `<sheetViews><sheetView${seen} workbookViewId="0"/></sheetViews>`}${copy('sheetFormatPr', ['outlineLevelRow', 'outlineLevelCol'])}${columnsXml(rows)}`,
    behind: `${copy('printOptions')}${copy('pageMargins')}${wide}${running === undefined ? '' : `<headerFooter${attributesXml(running)}>${texts.join('')}</headerFooter>`}`,
  };
}

/** As wide as their longest text; titles run over. */
function columnsXml(rows: readonly { cells: readonly NewCell[] }[]): string {
  const widths = new Map<number, number>();
  for (const { cells } of rows) {
    if (cells.length === 1) continue;
    for (const { column, value } of cells) {
      // figures may get a unit, decimals, bold; what a formula comes to is not known yet
      const shown = typeof value === 'number' ? `${value.toLocaleString('en')} 00` : typeof value === 'string' ? value : '1,000,000 00';
      const chars = value === null ? 0 : shown.split('\n').reduce((most, line) => Math.max(most, [...line].length), 0);
      widths.set(column, Math.max(widths.get(column) ?? WIDTH.least, Math.min(WIDTH.most, chars * 1.1 + 3)));
    }
  }
  const columns = [...widths]
    .toSorted(([a], [b]) => a - b)
    .map(([column, width]) => `<col min="${column}" max="${column}" width="${Math.round(width * 10) / 10}" customWidth="1"/>`);
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}
