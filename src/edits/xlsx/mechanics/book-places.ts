/**
 * All text of a workbook by address: cells (`Sheet1!B2`), text boxes (`Sheet1!shape1.p1`, lines: `Sheet1!line1.alt`), titles of charts (`Sheet1!chart1.p1`), SmartArt
 * (`Sheet1!diagram1.p1`), descriptions (`Sheet1!img1.alt`), comments (`Sheet1!B2.comment`), headers and footers (`Sheet1!header.p1`).
 */
import { S, XDR } from '../../../ooxml/names.ts';
import { applyXmlEdits, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { readDrawingText } from '../../../ooxml/deck-file.ts';
import type { XmlPart } from '../../../ooxml/office-package.ts';
import { childSpan, type SheetCell } from '../../../ooxml/sheet-text.ts';
import { sourcePosition } from '../../../ooxml/word-text.ts';
import { isProtected, mergesOf, tableHeads, type Sheet, type WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, firstElementOf, parseXml, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { quoteSheet } from '../../../spreadsheet/formula-references.ts';
import { isWithin, placeText, readPlace, type CellPlace } from '../../../spreadsheet/places.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import type { TextChange } from '../../diff-words.ts';
import { diagramPlaces } from '../../office/diagram-places.ts';
import {
  attributePlace,
  changeRichText,
  chartPlaces,
  elementPlace,
  paragraphPlace,
  richPlace,
  type TextPlace,
} from '../../office/text-places.ts';
import { pivotHeads } from './area-heads.ts';
import { partsOf } from './book-formulas.ts';
import { chartsOf } from './chart-cells.ts';
import { drawnObjects } from './drawn-objects.ts';
import type { HeadName } from './rename-heads.ts';
import { cellsHolding } from './search-cells.ts';
import { cellEdits, guardCells, type CellGuard, type NewCell } from './write-cells.ts';

export interface BookPlace extends TextPlace {
  sheet: string;
  /** Of cells and their comments. */
  cell?: CellPlace;
}

const changeText = (text: string, changes: readonly TextChange[]): string =>
  changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, change) => changed.slice(0, change.start) + change.text + changed.slice(change.end), text);

/** The content of a cell after the changes; formatting of its pieces stays. */
function changedCell(file: WorkbookFile, sheet: Sheet, cell: SheetCell, text: string, changes: readonly TextChange[]): NewCell['value'] {
  const runs = file.runs(sheet, cell);
  if (runs === null) return changeText(text, changes);
  const { prefix } = sheet;
  const open = `<${prefix}is xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${S}">`;
  // readings of Asian signs count characters of the text, so that they do not hold any more
  const spoken = runs.replaceAll(new RegExp(`<${prefix}(rPh|phoneticPr)(?:\\s[^>]*)?(?:/>|>[^]*?</${prefix}\\1>)`, 'g'), '');
  const tree = parseXml(`${open}${spoken}</${prefix}is>`);
  const changed = applyXmlEdits(tree.source, changeRichText(tree.root, changes));
  return { runs: changed.slice(open.length, changed.length - `</${prefix}is>`.length) };
}

/** Of cells with such a text. */
function cellPlaces(file: WorkbookFile, sheet: Sheet, holds: Holds, heads?: HeadName[]): BookPlace[] {
  const quoted = quoteSheet(sheet.name);
  const names = heads === undefined ? [] : [...tableHeads(file, sheet), ...pivotHeads(file, sheet)];
  const isLocked = isProtected(sheet);
  let guard: CellGuard | undefined;
  const refuse = (cell: SheetCell, address: string): Rejected | null => {
    if (isLocked) return reject('protected_document', `The sheet ${sheet.name} is protected; remove the protection and send it again.`);
    if (childSpan(sheet, cell, 'f') !== null)
      return reject('read_only_content', `${address} shows what its formula gives: change the formula, or what it counts with.`, [address]);
    guard ??= heads === undefined ? guardCells(file, sheet) : guardCells(file, sheet, mergesOf(sheet), []);
    return guard(cell);
  };
  return cellsHolding(file, sheet, holds).map(({ cell, text }): BookPlace => {
    const address = `${quoted}!${placeText(cell)}`;
    return {
      address,
      kind: 'cell',
      text,
      sheet: sheet.name,
      cell: { row: cell.row, column: cell.column },
      group: undefined,
      change(changes) {
        const refused = refuse(cell, address);
        if (refused !== null) return refused;
        const value = changedCell(file, sheet, cell, text, changes);
        if (names.some((area) => isWithin(cell, area)))
          heads?.push({ sheet, row: cell.row, column: cell.column, name: changeText(text, changes) });
        return [{ part: sheet.part.name, edits: cellEdits(sheet, [{ row: cell.row, column: cell.column, value }]).edits }];
      },
    };
  });
}

function drawnPlaces(file: WorkbookFile, sheet: Sheet): TextPlace[] {
  const quoted = quoteSheet(sheet.name);
  const drawn = drawnObjects(file, sheet).flatMap(({ kind, part, element, address }) => {
    if (kind === 'diagram') return diagramPlaces(file.opened, part, element, address);
    return kind === 'chart' ? [] : [...boxPlaces(part, element, address), ...describedPlace(part, element, address)];
  });
  return [...drawn, ...chartsOf(file, sheet).flatMap((chart, index) => chartPlaces(chart, `${quoted}!chart${index + 1}`))];
}

/** A shape that shows the text of a cell (`textlink`) gets it from there. */
function boxPlaces(part: XmlPart, shape: XmlElement, address: string): TextPlace[] {
  const body = firstElementOf(shape, 'txBody', XDR);
  if (body === undefined || (attributeOf(shape, 'textlink') ?? '') !== '') return [];
  return readDrawingText(part, body, address).paragraphs.map((paragraph) => paragraphPlace(paragraph, 'text_box'));
}

function describedPlace(part: XmlPart, element: XmlElement, address: string): TextPlace[] {
  const properties = [...walkElements(element)].find(({ local, uri }) => local === 'cNvPr' && uri === XDR);
  if (properties === undefined || (attributeOf(properties, 'descr') ?? '') === '') return [];
  return [attributePlace(part, properties, { name: 'descr', address: `${address}.alt`, kind: 'description' })];
}

/** Threads, where a sheet has them: what is beside them in the older form is for older programs ([MS-XLSX] §2.6.205). */
function commentPlaces({ opened }: WorkbookFile, sheet: Sheet): BookPlace[] {
  const threads = partsOf(opened, sheet, '/threadedComment').flatMap((part) =>
    elementsOf(part.root, 'threadedComment').map((element) => ({ part, element, text: firstElementOf(element, 'text'), rich: false })),
  );
  const threaded = new Set(threads.map(({ element }) => attributeOf(element, 'ref')));
  const notes = partsOf(opened, sheet, '/comments').flatMap((part) =>
    elementsOf(firstElementOf(part.root, 'commentList', S) ?? part.root, 'comment', S)
      .filter((element) => !threaded.has(attributeOf(element, 'ref')))
      .map((element) => ({ part, element, text: firstElementOf(element, 'text', S), rich: true })),
  );
  const counts = new Map<string, number>();
  return [...notes, ...threads].flatMap(({ part, element, text, rich }): BookPlace[] => {
    const cell = readPlace(attributeOf(element, 'ref') ?? '');
    if (text === undefined || cell === null) return [];
    const on = `${quoteSheet(sheet.name)}!${placeText(cell)}`;
    const count = (counts.get(on) ?? 0) + 1;
    counts.set(on, count);
    const place = { address: `${on}.comment${count === 1 ? '' : count}`, kind: 'comment' as const };
    return [{ ...(rich ? richPlace(part, text, place) : elementPlace(part, text, place)), sheet: sheet.name, cell }];
  });
}

/** Codes of headers and footers (ISO/IEC 29500-1 §18.3.1.46): sections, page numbers, dates, faces, sizes, colours. */
const CODE = /&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d+|[A-Za-z])/g;
const HEADERS: readonly (readonly [local: string, address: string])[] = [
  ['oddHeader', 'header'],
  ['oddFooter', 'footer'],
  ['evenHeader', 'header.even'],
  ['evenFooter', 'footer.even'],
  ['firstHeader', 'header.first'],
  ['firstFooter', 'footer.first'],
];

/** The stretches of a header between its codes, each with where it is. */
function literalsOf(text: string): { start: number; end: number; afterDigit: boolean }[] {
  const literals: { start: number; end: number; afterDigit: boolean }[] = [];
  // a sign & of its own is written twice
  const codes = [...text.replaceAll('&&', '\u0001\u0001').matchAll(CODE)];
  let at = 0;
  let afterDigit = false;
  for (const code of [
    ...codes.map((found) => ({ start: found.index, end: found.index + found[0].length })),
    { start: text.length, end: text.length },
  ]) {
    if (code.start > at) literals.push({ start: at, end: code.start, afterDigit });
    afterDigit = /\d$/.test(text.slice(code.start, code.end));
    at = code.end;
  }
  return literals;
}

function headerEdit(
  part: XmlPart,
  element: XmlElement,
  span: { start: number; end: number; afterDigit: boolean },
  text: string,
): XmlEdit[] | null {
  const [node, ...others] = element.children;
  if (node?.kind !== 'text' || others.length > 0) return null;
  const [start, end] = [sourcePosition(part.source, node, span.start), sourcePosition(part.source, node, span.end)];
  if (start === null || end === null) return null;
  const written = text.replaceAll('&', '&&');
  return [{ start, end, xml: escapeText(span.afterDigit && /^\d/.test(written) ? ` ${written}` : written) }];
}

function headerPlaces({ part }: Sheet, quoted: string): TextPlace[] {
  const holder = firstElementOf(part.root, 'headerFooter', S);
  if (holder === undefined) return [];
  return HEADERS.flatMap(([local, name]) => {
    const element = firstElementOf(holder, local, S);
    if (element === undefined) return [];
    const whole = textOf(element);
    return literalsOf(whole).map((span, index): TextPlace => {
      const text = whole.slice(span.start, span.end).replaceAll('&&', '&');
      const address = `${quoted}!${name}.p${index + 1}`;
      return {
        address,
        kind: name.startsWith('header') ? 'header' : 'footer',
        text,
        group: undefined,
        change(changes) {
          const edits = headerEdit(part, element, span, changeText(text, changes));
          return edits === null
            ? reject('read_only_content', `${address} is written in a way that is not edited.`, [address])
            : [{ part: part.name, edits }];
        },
      };
    });
  });
}

/** All text of one sheet but its cells. */
export const placesBesideCells = (file: WorkbookFile, sheet: Sheet): BookPlace[] => [
  ...[...headerPlaces(sheet, quoteSheet(sheet.name)), ...drawnPlaces(file, sheet)].map((place) => ({ ...place, sheet: sheet.name })),
  ...commentPlaces(file, sheet),
];

/** Whether a text is one that is looked for. */
export type Holds = (text: string) => boolean;

const ALL: Holds = () => true;

/**
 * All text of one sheet: cells first.
 * @param holds which texts of cells are wanted; all where absent
 * @param heads names of columns of tables that are changed are put here, and have to be followed; absent: they are not changed
 */
export const placesOfSheet = (file: WorkbookFile, sheet: Sheet, holds: Holds = ALL, heads?: HeadName[]): BookPlace[] => [
  ...cellPlaces(file, sheet, holds, heads),
  ...placesBesideCells(file, sheet),
];

/** All text of the workbook, sheet by sheet; of cells that which is wanted. */
export const placesOfBook = (file: WorkbookFile, holds: Holds = ALL, heads?: HeadName[]): BookPlace[] =>
  file.names.flatMap((name) => {
    const sheet = file.sheet(name);
    return sheet === undefined ? [] : placesOfSheet(file, sheet, holds, heads);
  });
