/** The rows of a sheet as they come out of its template. */
import { append } from '../../base/append.ts';
import { addressOf, placeText, readArea, areaText } from '../../spreadsheet/places.ts';
import { BUILT_IN, isDateFormat } from '../../spreadsheet/number-format.ts';
import { firstElementOf, elementsOf, attributeOf } from '../../ooxml/xml-tree.ts';
import { S } from '../../ooxml/names.ts';
import { applyXmlEdits, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { OfficePackage } from '../../ooxml/office-package.ts';
import { partNamed, readXmlPart, relationshipsOf } from '../../ooxml/office-package.ts';
import { attributeText, formulaOf, writeAttribute, type SheetCell } from '../../ooxml/sheet-text.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { cellXml } from '../xlsx/mechanics/write-cells.ts';
import type { CellPicture } from './cell-pictures.ts';
import { writeCellText } from './cell-text.ts';
import { addFault, countWritten, valueOfTag, type Filling } from './filling.ts';
import { readInstant } from './format-date.ts';
import { moveFormula, type OutputRow, type SheetRows } from './row-map.ts';
import type { Scope } from './scope.ts';
import type { SheetTemplate, TaggedCell } from './sheet-template.ts';
import { plainTextOf } from './text-part.ts';

const CELL_CHARS_MAX = 32_767;
const DAY_MS = 86_400_000;
/** Day 0 of workbooks, which count a 29 February 1900 that never was. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

export interface BookLook {
  /** Whether cells of this format show days or times. */
  showsDates(style: string | undefined): boolean;
  date1904: boolean;
}

/** What the styles of a workbook say about dates. */
export function readBookLook(opened: OfficePackage): BookLook {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/styles'));
  const name = found && partNamed(opened, found.target);
  const root = name === undefined ? undefined : readXmlPart(opened, name).root;
  const list = root && firstElementOf(root, 'cellXfs', S);
  const xfs = list === undefined ? [] : elementsOf(list, 'xf', S);
  const own = root && firstElementOf(root, 'numFmts', S);
  const codes = new Map(
    (own === undefined ? [] : elementsOf(own, 'numFmt', S)).map((one) => [attributeOf(one, 'numFmtId'), attributeOf(one, 'formatCode')]),
  );
  const properties = firstElementOf(readXmlPart(opened, opened.mainPart).root, 'workbookPr', S);
  const is1904 = properties === undefined ? undefined : attributeOf(properties, 'date1904');
  const known = new Map<string, boolean>();
  return {
    date1904: is1904 === '1' || is1904 === 'true',
    showsDates(style) {
      const key = style ?? '0';
      let shows = known.get(key);
      if (shows === undefined) {
        const xf = xfs[Number(key)];
        const id = xf === undefined ? '0' : (attributeOf(xf, 'numFmtId') ?? '0');
        const code = codes.get(id) ?? BUILT_IN[Number(id)];
        shows = code !== undefined && isDateFormat(code);
        known.set(key, shows);
      }
      return shows;
    },
  };
}

interface Writing {
  filling: Filling;
  template: SheetTemplate;
  rows: SheetRows | undefined;
  /** Sheets of which rows have moved, by their names in lower case. */
  moved: ReadonlyMap<string, SheetRows>;
  look: BookLook;
  texts: ReadonlyMap<SheetCell, string>;
  /** Cells whose values are new, as addresses. */
  touched: string[];
  /** Receives what is drawn at cells. */
  pictures: CellPicture[];
}

/** A date as a workbook counts it. */
function serialOf(value: unknown, { look }: Writing): number | undefined {
  const date = typeof value === 'string' ? readInstant(value) : undefined;
  if (date === undefined) return undefined;
  if (typeof value === 'string' && /^\d{2}:/.test(value.trim())) return (date.getTime() % DAY_MS) / DAY_MS;
  const serial = (date.getTime() - (look.date1904 ? EPOCH_1904_MS : EPOCH_MS)) / DAY_MS;
  // before March 1900 the count is one behind
  return look.date1904 || serial > 60 ? serial : serial - 1;
}

/** A cell that holds nothing but one value takes its type; text is never a formula, whatever it begins with. */
function soleValue(
  writing: Writing,
  { cell, pieces }: TaggedCell,
  place: { row: number; column: number },
  scope: Scope,
): string | undefined {
  const [piece, ...more] = pieces.filter(({ tag, text }) => tag !== undefined || text.trim() !== '');
  if (piece?.tag?.tag.kind !== 'value' || more.length > 0) return undefined;
  const { filling, template, look } = writing;
  const { sheet } = template;
  const style = attributeText(sheet.part.source, cell, 's');
  if (piece.tag.tag.as === 'picture') {
    if (filling.options.missing === 'keep' && valueOfTag(filling, piece.tag, piece.tag.tag.piped, scope) === undefined) return undefined;
    writing.pictures.push({ place, tag: { ...piece.tag, tag: piece.tag.tag }, scope });
    return cellXml(sheet.prefix, { ...place, value: null, style });
  }
  const value = valueOfTag(filling, piece.tag, piece.tag.tag.piped, scope);
  if (value === undefined) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return cellXml(sheet.prefix, { ...place, value, style });
  const serial = look.showsDates(style) ? serialOf(value, writing) : undefined;
  if (serial !== undefined) return cellXml(sheet.prefix, { ...place, value: serial, style });
  const text = plainTextOf(filling, piece.tag, value);
  if (text.length > CELL_CHARS_MAX)
    addFault(filling, piece.tag, `a cell holds at most ${CELL_CHARS_MAX} characters, and the value has ${text.length}`);
  if (piece.look !== '' && text !== '') return undefined;
  return cellXml(sheet.prefix, { ...place, value: text === '' ? null : text, style });
}

function taggedXml(writing: Writing, tagged: TaggedCell, place: { row: number; column: number }, scope: Scope): string {
  const sole = soleValue(writing, tagged, place, scope);
  if (sole !== undefined) return sole;
  const { filling, template } = writing;
  const { prefix, part } = template.sheet;
  const style = attributeText(part.source, tagged.cell, 's');
  const written = writeCellText(filling, tagged.pieces, tagged.blocks, scope, prefix);
  if (written === undefined) return cellXml(prefix, { ...place, value: null, style });
  const [first] = tagged.pieces.flatMap(({ tag }) => tag ?? []);
  if (written.length > CELL_CHARS_MAX && first !== undefined)
    addFault(filling, first, `a cell holds at most ${CELL_CHARS_MAX} characters, and its text has ${written.length}`);
  return `<${prefix}c r="${placeText(place)}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><${prefix}is>${written.xml}</${prefix}is></${prefix}c>`;
}

/** Changes inside a cell with a formula: it means the cells of its own copy. */
function formulaEdits({ template, rows, moved, texts, touched }: Writing, cell: SheetCell, output: OutputRow): XmlEdit[] {
  const { sheet } = template;
  const formula = rows === undefined ? undefined : formulaOf(sheet, cell);
  if (formula === undefined) return [];
  const { text, resized } = moveFormula(texts.get(cell) ?? formula.text, moved, { sheet: sheet.name, home: output });
  if (resized || output.within.length > 0) touched.push(addressOf(sheet.name, { row: output.number, column: cell.column }));
  if (formula.type === 'shared')
    return [{ start: formula.start, end: formula.end, xml: `<${sheet.prefix}f>${escapeText(text)}</${sheet.prefix}f>` }];
  const edits: XmlEdit[] = text === formula.text ? [] : [{ start: formula.contentStart, end: formula.contentEnd, xml: escapeText(text) }];
  const area = formula.ref === undefined ? null : readArea(formula.ref);
  if (area === null || rows === undefined) return edits;
  const span = area.top === area.bottom ? [output.number, output.number] : rows.map.span(area.top, area.bottom);
  const ref = span === null ? undefined : areaText({ ...area, top: span[0] ?? area.top, bottom: span[1] ?? area.bottom });
  return ref === undefined || ref === formula.ref ? edits : [...edits, writeAttribute(sheet.part.source, formula, 'ref', ref)];
}

function blankEdits({ template: { sheet } }: Writing, cell: SheetCell, place: { row: number; column: number }): string {
  return cellXml(sheet.prefix, { ...place, value: null, style: attributeText(sheet.part.source, cell, 's') });
}

function rowXml(writing: Writing, output: OutputRow): string {
  const { sheet, cells } = writing.template;
  const { source } = sheet.part;
  const row = sheet.rows.get(output.row);
  if (row === undefined) return '';
  const edits: XmlEdit[] = [];
  const moves = output.number !== output.row;
  if (moves) edits.push(writeAttribute(source, row, 'r', String(output.number)));
  for (const cell of sheet.cellsOf(row).values()) {
    const place = { row: output.number, column: cell.column };
    const tagged = cells.get(cell);
    if (output.blank || tagged !== undefined) {
      const xml = output.blank || tagged === undefined ? blankEdits(writing, cell, place) : taggedXml(writing, tagged, place, output.scope);
      edits.push({ start: cell.start, end: cell.end, xml });
      writing.touched.push(addressOf(sheet.name, place));
      continue;
    }
    if (moves && attributeText(source, cell, 'r') !== undefined) edits.push(writeAttribute(source, cell, 'r', placeText(place)));
    append(edits, formulaEdits(writing, cell, output));
  }
  if (edits.length === 0) return source.slice(row.start, row.end);
  const local = edits.map((edit) => ({ ...edit, start: edit.start - row.start, end: edit.end - row.start }));
  const xml = applyXmlEdits(source.slice(row.start, row.end), local);
  countWritten(writing.filling, xml.length);
  return xml;
}

/** Spans for the cells of a sheet whose rows stay, and the content of the sheet's data where they move. */
export function writeRows(writing: Writing, scope: Scope): XmlEdit[] {
  const { template, rows } = writing;
  const { sheet, cells } = template;
  if (rows === undefined)
    return [...cells.values()].map((tagged): XmlEdit => {
      const { cell } = tagged;
      const place = { row: cell.row, column: cell.column };
      writing.touched.push(addressOf(sheet.name, place));
      return { start: cell.start, end: cell.end, xml: taggedXml(writing, tagged, place, scope) };
    });
  const { contentStart, contentEnd } = sheet.data;
  const pieces = rows.outputs.map((output) => rowXml(writing, output));
  return [{ start: contentStart, end: contentEnd, xml: pieces.join('') }];
}
