/** New tables, which look like those of the file. */
import { maxOf, minOf } from '../../../base/extremes.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { isRejected, type Rejected } from '../../define-edit.ts';
import { standsRight } from '../../../writers/figure-columns.ts';
import { inOrder, ORDERS } from './change-properties.ts';
import { openRevision } from './change-text.ts';
import { drawsTables, needStyle, styleNamed } from './need-style.ts';
import { textOfCell, type NewCell } from './new-block-schema.ts';
import { alignXml, paragraphXml, withAlign, type Align, type BlockWriting } from './new-paragraph.ts';
import { contentXml } from './new-runs.ts';
import { bodyNear, faceOf } from './running-text.ts';
import { sampleTable, type CellLook, type TableSample } from './sample-table.ts';

interface NewTable {
  rows: readonly (readonly NewCell[])[];
  header: boolean;
  style: string | undefined;
  columns: readonly { width_cm?: number | undefined; align?: Align | undefined }[];
}

const DXA_PER_CM = 1440 / 2.54;
/** Of a table whose columns are not told. */
const TABLE_DXA = 9000;
/** A longer text makes its column no wider, but its rows higher. */
const LETTERS_WIDE = { min: 6, max: 40 };
/** Of an empty line of a column at least. */
const COLUMN_DXA_MIN = 300;

const TABLE_ORDER = ['tblStyle', 'tblW', 'jc', 'tblCellSpacing', 'tblInd', 'tblBorders', 'shd', 'tblLayout', 'tblCellMar', 'tblLook'];

/** Widths of the columns as they are told, or as their texts want them within the width of the sample; undefined: Word finds them. */
function widthsOf({ rows, columns }: NewTable, count: number, width: number | undefined): (number | undefined)[] {
  if (width === undefined || columns.some(({ width_cm: told }) => told !== undefined))
    return Array.from({ length: count }, (_, index) => {
      const told = columns[index]?.width_cm;
      return told === undefined ? undefined : Math.round(told * DXA_PER_CM);
    });
  const wishes = Array.from({ length: count }, (_, column) =>
    minOf([LETTERS_WIDE.max, maxOf([LETTERS_WIDE.min, ...rows.map((row) => textOfCell(row[column] ?? '').length)])]),
  );
  const all = wishes.reduce((sum, wish) => sum + wish, 0);
  return wishes.map((wish) => Math.max(COLUMN_DXA_MIN, Math.floor((width * wish) / all)));
}

interface Drawn {
  table: NewTable;
  widths: readonly (number | undefined)[];
  sample: TableSample | undefined;
}

/** Properties of the table before its grid, with the style of the file's own tables where none is named. */
function tablePropertiesXml(writing: BlockWriting, { table: { style }, widths, sample }: Drawn): string | Rejected {
  const { file } = writing;
  const { w } = file;
  const known = [...file.targets.values()].find((target) => target.kind === 'table');
  const near = known?.kind === 'table' ? valueOf(childOf(childOf(known.element, 'tblPr') ?? known.element, 'tblStyle')) : undefined;
  // where lines and fills are set cell by cell, the style alone would leave a table without any
  const like = sample?.style ?? (near !== undefined && drawsTables(file, near) ? near : undefined);
  const asked = style === undefined ? undefined : needStyle(file, style, 'table');
  if (asked !== undefined && isRejected(asked)) return asked;
  if (asked?.finish !== undefined) writing.finishes.push(asked.finish);
  const id = asked?.id ?? like ?? (sample === undefined ? valueOf(styleNamed(file, 'table grid', 'table'), 'styleId') : undefined);
  const edge = (name: string): string => `<${w}${name} ${w}val="single" ${w}sz="4" ${w}space="0" ${w}color="auto"/>`;
  const parts = new Map(sample?.properties ?? [['tblLook', `<${w}tblLook ${w}val="04A0"/>`]]);
  if (id === undefined && sample === undefined)
    parts.set(
      'tblBorders',
      `<${w}tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</${w}tblBorders>`,
    );
  if (id !== undefined) parts.set('tblStyle', `<${w}tblStyle ${w}val="${escapeAttribute(id)}"/>`);
  const told = widths.filter((width) => width !== undefined);
  parts.set(
    'tblW',
    told.length > 0 && told.length === widths.length
      ? `<${w}tblW ${w}w="${told.reduce((all, one) => all + one, 0)}" ${w}type="dxa"/>`
      : `<${w}tblW ${w}w="5000" ${w}type="pct"/>`,
  );
  return `<${w}tblPr>${inOrder(TABLE_ORDER, parts)}</${w}tblPr>`;
}

interface CellPlace {
  head: boolean;
  align: Align | undefined;
  width: number | undefined;
  look: CellLook | undefined;
}

function cellXml(writing: BlockWriting, cell: NewCell, { head, align, width, look }: CellPlace): string | Rejected {
  const { file } = writing;
  const { w } = file;
  const given = typeof cell === 'string' ? { text: cell } : cell;
  const runs = given.runs ?? [{ text: given.text ?? '' }];
  const base = look?.base ?? faceOf((writing.body ??= bodyNear(writing)).base);
  // in the looks of another head, what makes it one is there already
  const content = contentXml(writing, head && look === undefined ? runs.map((run) => ({ bold: true, ...run })) : runs, base);
  if (typeof content !== 'string') return content;
  const { align: own, fill } = { align: undefined, fill: undefined, ...given };
  const parts = new Map(look?.cell);
  parts.set('tcW', `<${w}tcW ${width === undefined ? `${w}w="0" ${w}type="auto"` : `${w}w="${width}" ${w}type="dxa"`}/>`);
  if (fill !== undefined) parts.set('shd', `<${w}shd ${w}val="clear" ${w}color="auto" ${w}fill="${fill.toUpperCase()}"/>`);
  const properties = withAlign(w, look?.paragraph ?? '', alignXml(file, own ?? align));
  return `<${w}tc><${w}tcPr>${inOrder(ORDERS.tcPr, parts)}</${w}tcPr>${paragraphXml(writing, properties, content)}</${w}tc>`;
}

const rowLook = ({ w }: WordFile, look: CellLook | undefined, head: boolean): string =>
  `${look?.row ?? ''}${head ? `<${w}tblHeader/>` : ''}`;

function lookOf(sample: TableSample | undefined, { head, last }: { head: boolean; last: boolean }): CellLook | undefined {
  const look = head ? sample?.head : sample?.body;
  if (look === undefined || !last || head || sample?.lastBorders === undefined) return look;
  return { ...look, cell: new Map([...look.cell, ['tcBorders', sample.lastBorders]]) };
}

export function tableXml(writing: BlockWriting, table: NewTable): string | Rejected {
  const { file, context, near } = writing;
  const { w } = file;
  const { rows, header, columns } = table;
  const count = maxOf(rows.map((row) => row.length));
  const sample = table.style === undefined ? sampleTable(file, near) : undefined;
  const widths = widthsOf(table, count, sample?.width);
  const properties = tablePropertiesXml(writing, { table, widths, sample });
  if (typeof properties !== 'string') return properties;
  const body = (header ? rows.slice(1) : rows).map((row) => row.map(textOfCell));
  const aligns = widths.map(
    (_, column) =>
      columns[column]?.align ??
      (standsRight(
        body.map((row) => row[column] ?? ''),
        column,
      )
        ? 'right'
        : undefined),
  );
  const grid = widths.map((width) => `<${w}gridCol ${w}w="${width ?? Math.floor(TABLE_DXA / count)}"/>`).join('');
  let xml = '';
  for (const [index, cells] of rows.entries()) {
    const head = header && index === 0;
    const look = lookOf(sample, { head, last: index === rows.length - 1 });
    const marks = rowLook(file, look, head) + (context.mode === 'tracked' ? `${openRevision(file, 'ins', context)}/>` : '');
    let row = '';
    for (const [column, width] of widths.entries()) {
      const cell = cellXml(writing, cells[column] ?? '', { head, align: aligns[column], width, look });
      if (typeof cell !== 'string') return cell;
      row += cell;
    }
    xml += `<${w}tr>${marks === '' ? '' : `<${w}trPr>${marks}</${w}trPr>`}${row}</${w}tr>`;
  }
  return `<${w}tbl>${properties}<${w}tblGrid>${grid}</${w}tblGrid>${xml}</${w}tbl>`;
}
