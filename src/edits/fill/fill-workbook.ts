/** A workbook template: cells, rows that repeat with all that looks at them, and the texts around the cells. */
import { append } from '../../base/append.ts';
import { minOf } from '../../base/extremes.ts';
import { S } from '../../ooxml/names.ts';
import { editXmlPart, replacePart } from '../../ooxml/change-package.ts';
import { decodeXml, encodeXml } from '../../ooxml/decode-xml.ts';
import { applyXmlEdits, type XmlEdit } from '../../ooxml/edit-xml.ts';
import {
  contentTypeOf,
  partNamed,
  readPart,
  readXmlPart,
  relationshipsOf,
  type OfficePackage,
  type XmlPart,
} from '../../ooxml/office-package.ts';
import { cellAt, readWorkbookFile, type Sheet, type WorkbookFile } from '../../ooxml/workbook-file.ts';
import { childSpan, findElement } from '../../ooxml/sheet-text.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, textOf, walkElements } from '../../ooxml/xml-tree.ts';
import { addressOf, readAddress, readPlace } from '../../spreadsheet/places.ts';
import { isRejected } from '../define-edit.ts';
import { changeBook } from '../xlsx/mechanics/book-formulas.ts';
import { formulaCells, formulaTexts } from '../xlsx/mechanics/formula-cells.ts';
import { settleValues } from '../xlsx/mechanics/settle-values.ts';
import { shiftFrame } from '../xlsx/mechanics/shift-frame.ts';
import { shiftParts } from '../xlsx/mechanics/shift-parts.ts';
import { shiftTables } from '../xlsx/mechanics/shift-tables.ts';
import type { Shift } from '../xlsx/mechanics/shift.ts';
import { removeCalculationChain } from '../xlsx/mechanics/write-cells.ts';
import { attributePlaces, hasOpenLinks } from './attribute-tags.ts';
import { placeCellPictures, type CellPicture } from './cell-pictures.ts';
import { fillProperties, fillTextPart, joinPieces, readPieces, sourceWithTags } from './fill-parts.ts';
import { addFault, type Filling, type PlacedTag } from './filling.ts';
import { moveFormula, type SheetRows } from './row-map.ts';
import type { CellTag } from './cell-text.ts';
import type { PathExpression } from './expression.ts';
import { createPictures } from './pictures.ts';
import type { Tag } from './read-tag.ts';
import { arrangeSheets } from './sheet-copies.ts';
import { lookUp, MISSING, rootScope, type Scope } from './scope.ts';
import { layOutRows, readSheetTemplate, type SheetTemplate } from './sheet-template.ts';
import { mayHoldTags, type TextWriter } from './text-part.ts';
import { readBookLook, writeRows } from './write-sheet.ts';

/** Shared texts that may hold tags, by their number; all others are not looked at. */
function sharedTexts(opened: OfficePackage): (index: number) => string | undefined {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type }) => type.endsWith('/sharedStrings'));
  const name = found && partNamed(opened, found.target);
  if (name === undefined) return () => undefined;
  const { text: source } = decodeXml(readPart(opened, name));
  if (!mayHoldTags(source)) return () => undefined;
  const prefix = /<((?:[\w.-]+:)?)sst[\s>]/.exec(source)?.[1] ?? '';
  const items: (string | undefined)[] = [];
  for (
    let item = findElement(source, `${prefix}si`, 0, source.length);
    item !== null;
    item = findElement(source, `${prefix}si`, item.end, source.length)
  ) {
    const inside = source.slice(item.contentStart, item.contentEnd);
    items.push(mayHoldTags(inside) ? inside : undefined);
  }
  return (index) => items[index];
}

const DRAWN = /drawingml\.chart\+xml$|officedocument\.drawing\+xml$/;
const NOTED = /spreadsheetml\.comments\+xml$/;

/** Texts of elements that are no paragraphs: headers and footers of pages, notes on cells. */
function fillTexts(
  opened: OfficePackage,
  part: XmlPart,
  { filling, scope }: { filling: Filling; scope: Scope },
  isMeant: (local: string) => boolean,
): PlacedTag[] {
  const tags: PlacedTag[] = [];
  const edits = [...walkElements(part.root)].flatMap((element): XmlEdit[] => {
    if (element.uri !== S || !isMeant(element.local)) return [];
    return element.children.flatMap((node): XmlEdit[] => {
      if (node.kind !== 'text' || !node.value.includes('{{')) return [];
      const pieces = readPieces(filling, node.value, () => `${part.name} ${element.local}`);
      append(
        tags,
        pieces.flatMap((one) => (typeof one === 'string' ? [] : [one])),
      );
      return [{ start: node.start, end: node.end, xml: escapeText(joinPieces(filling, pieces, scope)) }];
    });
  });
  editXmlPart(opened, part, edits);
  return tags;
}

const HEADERS = /^(?:odd|even|first)(?:Header|Footer)$/;

/** Names of single cells, the second way without braces: those that the data has are filled. */
function addNamedCells(file: WorkbookFile, { sheet, cells }: SheetTemplate, scope: Scope): void {
  const list = firstElementOf(file.main.root, 'definedNames', S);
  for (const element of list === undefined ? [] : elementsOf(list, 'definedName', S)) {
    const name = attributeOf(element, 'name') ?? '';
    const address = readAddress(textOf(element));
    const place =
      address === null || address.name.toLowerCase() !== sheet.name.toLowerCase() ? null : readPlace(address.reference.replaceAll('$', ''));
    const cell = place === null ? undefined : cellAt(sheet, place);
    if (cell === undefined || cells.has(cell) || childSpan(sheet, cell, 'f') !== null || name.startsWith('_xlnm.')) continue;
    const path: PathExpression = { kind: 'path', up: 0, keys: name.split('.'), text: name };
    if (lookUp(scope, path) === MISSING) continue;
    const tag: Tag = { kind: 'value', as: 'text', piped: { value: path, formatters: [] }, options: new Map() };
    const named: CellTag = { tag, text: `name ${name}`, place: () => addressOf(sheet.name, cell), row: cell.row, column: cell.column };
    const pieces = [{ text: '', look: '', tag: named }];
    cells.set(cell, { cell, pieces, all: pieces, blocks: [] });
  }
}

interface Filled {
  template: SheetTemplate;
  scope: Scope;
  rows: SheetRows | undefined;
}

/** A shift that says where the rows of a template have gone. */
function shiftOf({ template, rows }: Filled): Shift | undefined {
  if (rows === undefined) return undefined;
  const first = minOf(template.rowBlocks.map((block) => block.first));
  return { sheet: template.sheet.name, axis: 'row', at: first + 1, count: Math.max(1, rows.growth), kind: 'insert', map: rows.map };
}

/** Tables, drawings, pivots, frames and formulas follow the rows. @returns edits of the sheets, by the names of their parts */
function followRows(
  opened: OfficePackage,
  file: WorkbookFile,
  filled: readonly Filled[],
  filling: Filling,
): { frames: Map<string, XmlEdit[]>; finishes: (() => void)[]; dirty: string[] } {
  const moved = new Map(
    filled.flatMap(({ template, rows }) => (rows === undefined ? [] : [[template.sheet.name.toLowerCase(), rows] as const])),
  );
  const frames = new Map<string, XmlEdit[]>();
  const finishes: (() => void)[] = [];
  if (moved.size === 0) return { frames, finishes, dirty: [] };
  const sheets: Sheet[] = [];
  const others = new Map<string, XmlEdit[]>();
  const add = (parts: readonly { part: string; edits: readonly XmlEdit[] }[]): void => {
    for (const { part, edits } of parts) others.set(part, [...(others.get(part) ?? []), ...edits]);
  };
  for (const one of filled) {
    const shift = shiftOf(one);
    const { sheet, rowBlocks } = one.template;
    if (shift === undefined) continue;
    sheets.push(sheet);
    frames.set(
      sheet.part.name,
      shiftFrame(sheet.part, shift, (text) => moveFormula(text, moved, { sheet: sheet.name }).text),
    );
    const [tables, parts] = [shiftTables(file, sheet, shift), shiftParts(file, sheet, shift)];
    for (const made of [tables, parts]) {
      const open = rowBlocks[0]?.block.open;
      if (isRejected(made)) {
        if (open !== undefined) addFault(filling, open, made.rejected.message);
      } else add(made.parts);
    }
    if (!isRejected(parts)) finishes.push(() => parts.finish(opened));
  }
  const book = changeBook(file, (text, home) => moveFormula(text, moved, { sheet: home, opens: home === undefined }), sheets);
  add(book.parts);
  // formulas of a sheet whose own cells are filled too are written with them, in one go
  for (const { template, rows } of filled) {
    const { name } = template.sheet.part;
    const edits = rows === undefined && template.cells.size > 0 ? others.get(name) : undefined;
    if (edits === undefined) continue;
    frames.set(name, [...(frames.get(name) ?? []), ...edits]);
    others.delete(name);
  }
  finishes.unshift(() => {
    for (const [name, edits] of others) editXmlPart(opened, readXmlPart(opened, name), edits);
  });
  return { frames, finishes, dirty: book.dirty };
}

/**
 * Fills the open package: sheets that are repeated are copied first, and each is filled in its own scope.
 * @param scopes of the records, each with all sheets of the template
 * @returns its tags, and the cells whose formulas wait for their values
 */
export function fillWorkbook(opened: OfficePackage, filling: Filling, scopes: readonly Scope[]): { tags: PlacedTag[]; waiting: string[] } {
  const scope = scopes[0] ?? rootScope({});
  const strings = sharedTexts(opened);
  const { scopeOf, tags: named } = arrangeSheets(opened, filling, scopes, strings);
  if (filling.faults.size > 0 && scopes.length > 1) return { tags: named, waiting: [] };
  const file = readWorkbookFile(opened);
  const filled = file.names.flatMap((name): Filled[] => {
    const sheet = file.sheet(name);
    if (sheet === undefined) return [];
    const template = readSheetTemplate(filling, sheet, strings);
    const own = scopeOf(name);
    addNamedCells(file, template, own);
    return [{ template, rows: layOutRows(filling, template, own), scope: own }];
  });
  const moved = new Map(
    filled.flatMap(({ template, rows }) => (rows === undefined ? [] : [[template.sheet.name.toLowerCase(), rows] as const])),
  );
  const { frames, finishes, dirty } = followRows(opened, file, filled, filling);
  const look = readBookLook(opened);
  const touched = [...dirty];
  const drawings = new Map<string, CellPicture[]>();
  const tags: PlacedTag[] = [...named];
  for (const { template, rows, scope: own } of filled) {
    const { sheet } = template;
    append(tags, template.tags);
    if (rows === undefined && template.cells.size === 0) continue;
    const texts = rows === undefined ? new Map() : formulaTexts(formulaCells(sheet));
    const drawn: CellPicture[] = [];
    const edits = writeRows({ filling, template, rows, moved, look, texts, touched, pictures: drawn }, own);
    const { source, encoding, name } = sheet.part;
    replacePart(opened, name, encodeXml({ text: applyXmlEdits(source, [...(frames.get(name) ?? []), ...edits]), encoding }));
    drawings.set(name, drawn);
  }
  for (const finish of finishes) finish();
  const pictures = createPictures(opened, filling, 'xl/media');
  for (const [part, wanted] of drawings) placeCellPictures(opened, filling, pictures, part, wanted);
  if (moved.size > 0) removeCalculationChain(opened);
  append(tags, [...fillAround(opened, file, filling, scopeOf), ...fillProperties(opened, filling, scope)]);
  const waiting = filling.faults.size === 0 && touched.length > 0 ? settleValues(opened, new Set(touched)) : [];
  return { tags, waiting };
}

/** What is drawn on a sheet, and the notes on its cells. */
function sidesOf(opened: OfficePackage, part: string): string[] {
  return relationshipsOf(opened, part).flatMap(({ target, external }) => {
    const name = external ? undefined : partNamed(opened, target);
    const type = (name && contentTypeOf(opened, name)) ?? '';
    if (name === undefined || (!DRAWN.test(type) && !NOTED.test(type))) return [];
    return [name, ...(DRAWN.test(type) ? sidesOf(opened, name) : [])];
  });
}

function fillAround(opened: OfficePackage, file: WorkbookFile, filling: Filling, scopeOf: (sheet: string) => Scope): PlacedTag[] {
  const tags: PlacedTag[] = [];
  const pictures = createPictures(opened, filling, 'xl/media');
  const writerOf = (name: string): TextWriter =>
    sourceWithTags(opened, name) === undefined && !hasOpenLinks(opened, name)
      ? {}
      : { others: (part) => attributePlaces({ opened, filling, pictures, part: () => name, tags }, part) };
  for (const { name: sheet, part } of file.entries) {
    if (part === undefined) continue;
    const scope = scopeOf(sheet);
    for (const name of sidesOf(opened, part)) {
      if (DRAWN.test(contentTypeOf(opened, name) ?? ''))
        append(tags, fillTextPart(opened, name, { scope, filling, labels: () => name, writer: writerOf(name) }));
      else
        append(
          tags,
          fillTexts(opened, readXmlPart(opened, name), { filling, scope }, (local) => local === 't'),
        );
    }
    if (!/(?:Header|Footer)>[^<]*\{/.test(decodeXml(readPart(opened, part)).text)) continue;
    append(
      tags,
      fillTexts(opened, readXmlPart(opened, part), { filling, scope }, (local) => HEADERS.test(local)),
    );
  }
  return tags;
}
