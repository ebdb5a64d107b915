/** A table for a slide: the style, and the sizes of its text, columns and rows that it needs within a place. */
import { maxOf, minOf } from '../../../base/extremes.ts';
import { A } from '../../../ooxml/names.ts';
import type { DeckFile } from '../../../ooxml/deck-file.ts';
import { partNamed, readXmlPart, relationshipsOf } from '../../../ooxml/office-package.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, textOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { standsRight } from '../../../writers/figure-columns.ts';
import { inkSlotOn } from '../../office/theme-colors.ts';
import type { CellSample, DeckTableSample } from './sample-table.ts';
import { faceXml, type SlideLook } from './slide-look.ts';

/** "Medium Style 2 – Accent 1", which PowerPoint gives to new tables and knows without a definition in the file. */
const USUAL_STYLE = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';
const GUID = /^\{[0-9A-Fa-f-]{36}\}$/;

/** The style that most tables of the presentation have, else the one that it names as its usual one. */
export function tableStyleOf({ opened, slides }: DeckFile): string {
  const counts = new Map<string, number>();
  for (const { part } of slides)
    for (const element of walkElements(part.root)) {
      const id = element.local === 'tableStyleId' && element.uri === A ? textOf(element).trim() : '';
      if (GUID.test(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (most !== undefined) return most[0];
  const styles = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => !external && type.endsWith('/tableStyles'));
  const name = styles && partNamed(opened, styles.target);
  const usual = name === undefined ? undefined : attributeOf(readXmlPart(opened, name).root, 'def');
  return usual !== undefined && GUID.test(usual) ? usual : USUAL_STYLE;
}

const EMU_PER_PT = 12_700;
const SIZES_PT = [28, 24, 20, 18, 16, 14, 12, 11, 10];
const USUAL_PT = 18;
/** What a row of a pattern may be higher than its text at most: a table of many rows does not fill the slide with air. */
const AIR_MAX = 1.6;
const LETTER_SHARE = 0.52;
/** Words in bold, as those of heads are, are wider. */
const HEAD_SHARE = 1.15;
/** Faces that stand in for others are up to so much higher. */
const LINE_SHARE = 1.38;
/** Inner margins of cells, both sides (ISO/IEC 29500-1 §21.1.3.17). */
const INSETS = { cx: 182_880, cy: 91_440 };
/** A longer text makes its column no wider, but its rows higher. */
const LETTERS_WIDE_MAX = 40;
const LETTERS_WIDE_MIN = 5;

export interface TableMeasures {
  sizePt: number;
  columns: number[];
  rows: number[];
}

const longestWord = (text: string): number => maxOf([0, ...text.split(/[\s-]+/).map((word) => word.length)]);
const longest = (text: string): number => maxOf(text.split('\n').map((line) => line.length));

/** The largest text with which the table fits, up to that of the pattern; undefined where none does. @param room what there is, in EMU */
export function measureTable(
  rows: readonly (readonly string[])[],
  room: { cx: number; cy: number },
  sample?: DeckTableSample,
): TableMeasures | undefined {
  const largest = sample?.body.sizePt ?? USUAL_PT;
  const count = maxOf(rows.map(({ length }) => length));
  const wishes = Array.from({ length: count }, (_, column) =>
    minOf([LETTERS_WIDE_MAX, maxOf([LETTERS_WIDE_MIN, ...rows.map((row) => longest(row[column] ?? ''))])]),
  );
  const all = wishes.reduce((sum, wish) => sum + wish, 0);
  const columns = wishes.map((wish) => Math.floor(((room.cx - count * INSETS.cx) * wish) / all) + INSETS.cx);
  const words = Array.from({ length: count }, (_, column) => maxOf([0, ...rows.map((row) => longestWord(row[column] ?? ''))]));
  // where no size keeps every word whole, some are divided
  for (const { sizePt, whole } of [true, false].flatMap((whole) => SIZES_PT.map((sizePt) => ({ sizePt, whole })))) {
    if (sizePt > largest) continue;
    const letter = sizePt * LETTER_SHARE * EMU_PER_PT;
    const linesOf = (text: string, column: number): number =>
      text
        .split('\n')
        .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letter) / ((columns[column] ?? 0) - INSETS.cx))), 0);
    const fits = columns.every(
      (width, column) => width - INSETS.cx >= Math.max(LETTERS_WIDE_MIN * letter, whole ? (words[column] ?? 0) * letter * HEAD_SHARE : 0),
    );
    const heights = rows.map((row) => Math.round(maxOf([1, ...row.map(linesOf)]) * sizePt * LINE_SHARE * EMU_PER_PT) + INSETS.cy);
    if (!fits || heights.reduce((sum, height) => sum + height, 0) > room.cy) continue;
    const most = Math.min(sample?.rowEmu ?? 0, room.cy / rows.length);
    return { sizePt, columns, rows: heights.map((height) => Math.round(Math.max(height, Math.min(most, height * AIR_MAX)))) };
  }
  return undefined;
}

/** "Medium Style 2" in each accent, whose head is a light text on the accent, whatever the theme makes of both. */
const ACCENT_HEADS: Readonly<Record<string, 'accent1' | 'accent2' | 'accent3' | 'accent4' | 'accent5' | 'accent6'>> = {
  [USUAL_STYLE]: 'accent1',
  '{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}': 'accent2',
  '{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}': 'accent3',
  '{00A15C55-8517-42AA-B614-E9B94910E393}': 'accent4',
  '{7DF18680-E054-41AD-8BC1-D1AEF772440D}': 'accent5',
  '{93296810-A885-4BE3-A3E7-6D5BEEA58F35}': 'accent6',
};

/** A dark ink for the head of a style on whose accent the light one could not be read. */
function headInk(style: string, { colors }: SlideLook): string {
  const accent = ACCENT_HEADS[style.toUpperCase()];
  return accent !== undefined && inkSlotOn(colors, accent) === 'dk1' ? '<a:solidFill><a:schemeClr val="dk1"/></a:solidFill>' : '';
}

/** `a:tbl` in a style of the presentation, or in the looks of a table that has none. @param header whether the first row names the columns */
export function tableXml(
  rows: readonly (readonly string[])[],
  { sizePt, columns, rows: heights }: TableMeasures,
  {
    style,
    header,
    lang,
    look,
    sample,
  }: { style: string; header: boolean; lang: string; look: SlideLook; sample?: DeckTableSample | undefined },
): string {
  const body = header ? rows.slice(1) : rows;
  const figures = columns.map((_, column) =>
    standsRight(
      body.map((row) => row[column] ?? ''),
      column,
    ),
  );
  const language = ` lang="${escapeAttribute(lang)}"`;
  const sampleFor = (row: number): CellSample | undefined =>
    sample && (header && row === 0 ? (sample.head ?? sample.body) : row === rows.length - 1 ? sample.last : sample.body);
  // the head of the pattern may be smaller than what is below it
  const sizeOf = ({ sizePt: own }: CellSample, { body }: DeckTableSample): number =>
    own === undefined || body.sizePt === undefined ? sizePt : Math.max(10, Math.round((sizePt * own) / body.sizePt));
  const onHead = header ? headInk(style, look) : '';
  const cell = (text: string, column: number, row: number): string => {
    const like = sampleFor(row);
    const own = like?.run ?? (row === 0 ? onHead : '') + faceXml(look);
    const run = `${language} sz="${(like && sample ? sizeOf(like, sample) : sizePt) * 100}"${like?.weight ?? ''}`;
    const aligned = figures[column] === true ? '<a:pPr algn="r"/>' : '';
    const paragraphs = text
      .split('\n')
      .map((line) =>
        line === ''
          ? `<a:p>${aligned}<a:endParaRPr${run}/></a:p>`
          : `<a:p>${aligned}<a:r><a:rPr${run}>${own}</a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`,
      );
    return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.join('')}</a:txBody>${like?.properties || '<a:tcPr anchor="ctr"/>'}</a:tc>`;
  };
  const lines = rows.map(
    (row, y) => `<a:tr h="${heights[y] ?? 0}">${columns.map((_, column) => cell(row[column] ?? '', column, y)).join('')}</a:tr>`,
  );
  const grid = columns.map((width) => `<a:gridCol w="${width}"/>`).join('');
  return `<a:tbl><a:tblPr${header ? ' firstRow="1"' : ''}${sample === undefined ? ` bandRow="1"><a:tableStyleId>${style}</a:tableStyleId></a:tblPr>` : '/>'}<a:tblGrid>${grid}</a:tblGrid>${lines.join('')}</a:tbl>`;
}
