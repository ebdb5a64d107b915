/** Tables that have grown beyond their slide go on on copies of it, each with the heads of the table (ISO/IEC 29500-1 §21.1.3). */
import { maxOf, minOf } from '../../base/extremes.ts';
import { A, P } from '../../ooxml/names.ts';
import { countLines, lineHeight, type TextFace } from '../../base/text-metrics.ts';
import { replacePart } from '../../ooxml/change-package.ts';
import { encodeXml } from '../../ooxml/decode-xml.ts';
import type { DeckFile } from '../../ooxml/deck-file.ts';
import { applyXmlEdits, removeNode, setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { readXmlPart, type OfficePackage, type XmlPart } from '../../ooxml/office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { copySlide } from '../pptx/mechanics/copy-part.ts';
import { placeOf } from '../pptx/mechanics/frames.ts';
import { enterSlides } from '../pptx/mechanics/slide-list.ts';

const EMU_PER_PT = 12_700;
/** What cells have where they say nothing (§21.1.3.17). */
const MARGIN = { side: 91_440, edge: 45_720 };
/** Size of text in tables that say nothing, in hundredths of a point. */
const USUAL_SIZE = 1800;
/** Share of a slide's height that is left free below a table that has nothing below it. */
const FOOT_SHARE = 0.07;
const SHEETS_MAX = 200;

const tablesIn = (root: XmlElement): XmlElement[] => [...walkElements(root)].filter(({ local, uri }) => local === 'tbl' && uri === A);
const rowsOf = (table: XmlElement): XmlElement[] => elementsOf(table, 'tr', A);
const number = (element: XmlElement | undefined, name: string, otherwise: number): number => {
  const value = Number(element === undefined ? NaN : attributeOf(element, name));
  return Number.isFinite(value) ? value : otherwise;
};

function paragraphHeight(paragraph: XmlElement, widthEmu: number): number {
  const runs = elementsOf(paragraph, 'r', A);
  const properties = runs.map((run) => firstElementOf(run, 'rPr', A));
  const end = firstElementOf(paragraph, 'endParaRPr', A);
  const size = (run: XmlElement | undefined): number => number(run, 'sz', USUAL_SIZE) / 100;
  const largest = maxOf(runs.length === 0 ? [size(end)] : properties.map(size));
  const face = (run: XmlElement | undefined): TextFace => {
    const named = run && firstElementOf(run, 'latin', A);
    const name = named && attributeOf(named, 'typeface');
    return {
      name: name === undefined || name.startsWith('+') ? 'Calibri' : name,
      bold: run !== undefined && attributeOf(run, 'b') === '1',
    };
  };
  const pieces = runs.map((run, at) => ({
    text: elementsOf(run, 't', A)
      .map((text) => text.children.map((child) => (child.kind === 'text' ? child.value : '')).join(''))
      .join(''),
    face: face(properties[at]),
    sizePt: size(properties[at]),
  }));
  const lines = Math.max(1, countLines(pieces, Math.max(10, widthEmu / EMU_PER_PT))) + elementsOf(paragraph, 'br', A).length;
  return lines * lineHeight(face(properties[0]), largest) * EMU_PER_PT;
}

/** The height that a row takes: its own, or that of its highest cell. @param least its own height, where it is to count */
function rowHeight(row: XmlElement, columns: readonly number[], least = number(row, 'h', 0)): number {
  let most = least;
  for (const [at, cell] of elementsOf(row, 'tc', A).entries()) {
    const properties = firstElementOf(cell, 'tcPr', A);
    const span = number(cell, 'gridSpan', 1);
    const width = columns.slice(at, at + span).reduce((sum, one) => sum + one, 0);
    const inner = width - number(properties, 'marL', MARGIN.side) - number(properties, 'marR', MARGIN.side);
    const body = firstElementOf(cell, 'txBody', A);
    const text = body === undefined ? 0 : elementsOf(body, 'p', A).reduce((sum, one) => sum + paragraphHeight(one, inner), 0);
    if (attributeOf(cell, 'rowSpan') === undefined)
      most = Math.max(most, text + number(properties, 'marT', MARGIN.edge) + number(properties, 'marB', MARGIN.edge));
  }
  return most;
}

/** How far down the table may reach: to what is below it on the template's slide, else almost to the edge. */
function floorBelow(file: DeckFile, part: XmlPart, frame: XmlElement, bottom: number): number {
  const size = firstElementOf(file.main.root, 'sldSz', P);
  const height = number(size, 'cy', 6_858_000);
  const tree = frame.parent;
  let floor = height * (1 - FOOT_SHARE);
  for (const other of tree === undefined ? [] : elementsOf(tree)) {
    if (other === frame || !['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp'].includes(other.local)) continue;
    const place = placeOf(file, { element: other, part });
    if (place !== undefined && place.y >= bottom && place.y > height / 2) floor = Math.min(floor, place.y - height * 0.01);
  }
  return floor;
}

interface Pages {
  head: number;
  foot: number;
  /** Rows between, in pages: from, to. */
  pages: [number, number][];
}

function paginate(heights: readonly number[], head: number, foot: number, room: number): Pages {
  const sum = (from: number, to: number): number => heights.slice(from, to).reduce((total, one) => total + one, 0);
  const space = room - sum(0, head);
  const end = heights.length - foot;
  const pages: [number, number][] = [];
  let from = head;
  let used = 0;
  for (let at = head; at < end; at++) {
    const own = heights[at] ?? 0;
    // what closes the table is with its last rows
    const closing = at === end - 1 ? sum(end, heights.length) : 0;
    if (at > from && used + own + closing > space) {
      pages.push([from, at]);
      from = at;
      used = 0;
    }
    used += own;
  }
  return { head, foot, pages: [...pages, [from, end]] };
}

/** Edits that leave a table with one page of its rows, and its frame as high as they are. */
function keepPage(
  part: XmlPart,
  table: XmlElement,
  frame: XmlElement,
  { head, foot, pages }: Pages,
  page: number,
  heights: readonly number[],
): XmlEdit[] {
  const rows = rowsOf(table);
  const [from, to] = pages[page] ?? [0, 0];
  const kept = (at: number): boolean => at < head || (at >= from && at < to) || (at >= rows.length - foot && page === pages.length - 1);
  const extent = [...walkElements(frame)].find(({ local, parent }) => local === 'ext' && parent?.local === 'xfrm');
  const high = heights.reduce((sum, one, at) => sum + (kept(at) ? one : 0), 0);
  return [
    ...rows.flatMap((row, at) => (kept(at) ? [] : [removeNode(row)])),
    ...lowerRows(part, table, heights, kept),
    ...(extent === undefined ? [] : [setAttribute(part, extent, 'cy', String(Math.round(high)))]),
  ];
}

/** Rows that need less than they have. */
const lowerRows = (part: XmlPart, table: XmlElement, heights: readonly number[], kept: (at: number) => boolean = () => true): XmlEdit[] =>
  rowsOf(table).flatMap((row, at) => {
    const height = Math.round(heights[at] ?? 0);
    return kept(at) && height > 0 && height < number(row, 'h', 0) ? [setAttribute(part, row, 'h', String(height))] : [];
  });

/** Rows before and behind the repeated ones, by the template: those that a table begins and ends with. */
function edgesOf(template: XmlElement, filled: XmlElement): { head: number; foot: number } | undefined {
  const [before, after] = [rowsOf(template), rowsOf(filled)];
  if (after.length <= before.length) return undefined;
  const loops = before.flatMap((row, at) => (/\{\{\s*(?:#|\/)/.test(textIn(row)) ? [at] : []));
  const [first, last] = [loops[0], loops.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { head: Math.min(first, 3), foot: Math.min(before.length - 1 - last, 3) };
}

/** A row that is as high as its tags made it is no higher than its text when it is filled. */
const HEIGHT_BY_TEXT = 0.9;

/** New heights of rows that a loop over one row has made; the others keep theirs. */
function settledHeights(
  template: XmlElement,
  table: XmlElement,
  columns: readonly number[],
  { head, foot }: { head: number; foot: number },
): number[] {
  const rows = rowsOf(table);
  const model = rowsOf(template)[head];
  const isOne = rowsOf(template).length - head - foot === 1;
  const ofTags = model === undefined ? 0 : rowHeight(model, columns, 0);
  const given = number(model, 'h', 0);
  const least = minOf(rowsOf(template).map((one) => number(one, 'h', given)));
  return rows.map((row, at) => {
    const own = rowHeight(row, columns);
    if (!isOne || at < head || at >= rows.length - foot || given === 0 || ofTags < given * HEIGHT_BY_TEXT) return own;
    return Math.min(own, Math.max(rowHeight(row, columns, 0), least));
  });
}

const textIn = (element: XmlElement): string =>
  element.children.map((child) => (child.kind === 'text' ? child.value : textIn(child))).join('');

/**
 * Divides the first table of a filled slide that is too long over slides behind it.
 * @param position of the slide among all
 * @returns how many slides were added
 */
export function divideLongTables(
  opened: OfficePackage,
  file: DeckFile,
  { name, template, position }: { name: string; template: XmlPart | undefined; position: number },
): number {
  if (template === undefined) return 0;
  const part = readXmlPart(opened, name);
  const before = tablesIn(template.root);
  for (const [index, table] of tablesIn(part.root).entries()) {
    const model = before[index];
    const edges = model === undefined ? undefined : edgesOf(model, table);
    const frame = table.parent?.parent?.parent;
    const place = frame === undefined ? undefined : placeOf(file, { element: frame, part });
    const old = model?.parent?.parent?.parent;
    const size = old === undefined ? undefined : placeOf(file, { element: old, part: template });
    if (edges === undefined || frame === undefined || place === undefined) continue;
    const grid = firstElementOf(table, 'tblGrid', A);
    const columns = (grid === undefined ? [] : elementsOf(grid, 'gridCol', A)).map((column) => number(column, 'w', 0));
    const heights = model === undefined ? [] : settledHeights(model, table, columns, edges);
    const room = floorBelow(file, part, frame, place.y + (size?.cy ?? 0)) - place.y;
    const pages = paginate(heights, edges.head, edges.foot, room);
    if (pages.pages.length > SHEETS_MAX) continue;
    if (pages.pages.length === 1) {
      const lowered = lowerRows(part, table, heights);
      if (lowered.length > 0) replacePart(opened, name, encodeXml({ text: applyXmlEdits(part.source, lowered), encoding: part.encoding }));
      return 0;
    }
    const xml = pages.pages.map((_, page) => applyXmlEdits(part.source, keepPage(part, table, frame, pages, page, heights)));
    const put = (target: string, text: string): void => replacePart(opened, target, encodeXml({ text, encoding: part.encoding }));
    // the first page is written before it is copied: all of a long table would be read once more for each of them
    put(name, xml[0] ?? part.source);
    const copies = xml.slice(1).map((text) => ({ target: copySlide(opened, name), text }));
    for (const { target, text } of copies) put(target, text);
    enterSlides(
      opened,
      copies.map(({ target }, at) => ({ name: target, index: position + at + 1 })),
    );
    return copies.length;
  }
  return 0;
}
