/** What all sheets of a workbook are on: shared strings and the number formats of cell styles. */
import { readPart } from '../../ooxml/office-package.ts';
import { decodeXml } from '../../ooxml/decode-xml.ts';
import { scanXml } from '../../ooxml/scan-xml.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { noteOnce, partsByKind, sidePart } from '../office/parts.ts';
import type { OfficeReading } from '../office/parts.ts';
import type { Scalar } from '../../spreadsheet/formula-tree.ts';
import { BUILT_IN } from '../../spreadsheet/number-format.ts';
import { textStyleOf, type TextStyle } from '../../spreadsheet/text-styles.ts';
import type { SheetFurniture } from './page-furniture.ts';
import { cellColor, readLooks } from './unseen-cells.ts';
import type { CellLook, Piece } from './unseen-cells.ts';

export interface Workbook {
  reading: OfficeReading;
  strings: readonly string[];
  /** Of shared strings that have several colours, by their index. */
  pieces: ReadonlyMap<number, readonly Piece[]>;
  /** By style index. */
  looks: readonly CellLook[];
  /** What cells of a style are, by style index, where their named style says it. */
  texts: readonly (TextStyle | undefined)[];
  /** Number format by style index. */
  formats: readonly string[];
  date1904: boolean;
  /** Cells that show #### for a value which is no date, with that value: the first of them, and how many there are. */
  unshown: { first: string[]; count: number };
  /** Of the pages of all sheets. */
  furniture: SheetFurniture;
  calculated: CalculatedValues;
}

/** What the formula in a cell comes to; undefined where it was not calculated. @param part of the sheet. Rows and columns count from 0 */
export type CalculatedValues = (part: string, row: number, column: number) => Scalar | undefined;

const STRINGS_MAX = 2_000_000;

export function openWorkbook(reading: OfficeReading, root: XmlElement, calculated: CalculatedValues = () => undefined): Workbook {
  const main = reading.file.mainPart;
  const properties = firstElementOf(root, 'workbookPr');
  const styles = sidePart(reading, partsByKind(reading, main, 'styles')[0]);
  return {
    reading,
    ...readStrings(reading, partsByKind(reading, main, 'sharedStrings')[0]),
    formats: readFormats(styles),
    looks: readLooks(styles),
    texts: readTextStyles(styles),
    date1904: properties !== undefined && /^(?:1|true)$/.test(attributeOf(properties, 'date1904') ?? ''),
    unshown: { first: [], count: 0 },
    furniture: { headers: new Set(), footers: new Set() },
    calculated,
  };
}

/** `_x000D_` stands for a character that XML cannot hold (§22.4.2.4, ST_Xstring). */
export function unescapeXstring(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => {
        const point = Number.parseInt(code, 16);
        return point === 0x5f || point >= 0x20 || point === 0x0a ? String.fromCharCode(point) : '';
      })
    : text;
}

/** Files of Excel 2007 before it was finished have the longer name. */
const isItem = (local: string): boolean => local === 'si' || local === 'sstItem';

function readStrings(reading: OfficeReading, part: string | undefined): Pick<Workbook, 'strings' | 'pieces'> {
  const strings: string[] = [];
  const pieces = new Map<number, Piece[]>();
  if (part === undefined) return { strings, pieces };
  let runs: Piece[] = [];
  let text = '';
  let inText = false;
  let phonetic = 0;
  const path: string[] = [];
  scanXml(decodeXml(readPart(reading.file, part)).text, {
    open({ local, attributes }) {
      path.push(local);
      if (isItem(local)) [text, runs] = ['', []];
      if (local === 'r') runs.push({ text: '', ink: undefined });
      const run = runs.at(-1);
      if (local === 'color' && run) run.ink = cellColor((name) => attributes.find((one) => one.local === name)?.value);
      if (local === 'rPh') phonetic++;
      inText = local === 't' && phonetic === 0;
    },
    text(value) {
      if (!inText) return;
      text += value;
      const run = runs.at(-1);
      if (run) run.text += value;
    },
    close() {
      const local = path.pop();
      if (local === 'rPh') phonetic--;
      if (local === 't') inText = false;
      if (local === undefined || !isItem(local)) return;
      if (strings.length >= STRINGS_MAX) {
        noteOnce(
          reading,
          'part_left_out',
          'warning',
          `The workbook has more than ${STRINGS_MAX} different texts; the others are empty here.`,
        );
        return;
      }
      if (runs.some(({ ink }) => ink !== undefined)) pieces.set(strings.length, runs);
      strings.push(unescapeXstring(text));
    },
  });
  return { strings, pieces };
}

function readTextStyles(root: XmlElement | undefined): (TextStyle | undefined)[] {
  const children = (list: string, name: string): XmlElement[] => {
    const found = root && firstElementOf(root, list);
    return found ? elementsOf(found, name) : [];
  };
  const named = new Map<string, TextStyle>();
  for (const style of children('cellStyles', 'cellStyle')) {
    const builtin = attributeOf(style, 'builtinId');
    const text = textStyleOf(attributeOf(style, 'name') ?? '', builtin === undefined ? undefined : Number(builtin));
    if (text !== undefined) named.set(attributeOf(style, 'xfId') ?? '', text);
  }
  return named.size === 0 ? [] : children('cellXfs', 'xf').map((style) => named.get(attributeOf(style, 'xfId') ?? '0'));
}

function readFormats(root: XmlElement | undefined): string[] {
  if (!root) return [];
  const custom = new Map<number, string>();
  const list = firstElementOf(root, 'numFmts');
  for (const format of list ? elementsOf(list, 'numFmt') : [])
    custom.set(Number(attributeOf(format, 'numFmtId')), attributeOf(format, 'formatCode') ?? 'General');
  const styles = firstElementOf(root, 'cellXfs');
  return (styles ? elementsOf(styles, 'xf') : []).map((style) => {
    const id = Number(attributeOf(style, 'numFmtId') ?? 0);
    return custom.get(id) ?? BUILT_IN[id] ?? 'General';
  });
}
