/** New paragraphs, headings, lists, tables and formulas in the styles that the file has already. */
import { z } from 'zod';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { isRejected, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { openRevision } from './change-text.ts';
import { needList, type NeededList } from './need-list.ts';
import type { NewCell, NewItem, WordNewBlock } from './new-block-schema.ts';
import { contentXml, fieldXml, insertedXml, mathXml, type NewRun, type Writing } from './new-runs.ts';
import { drawsTables, needStyle, styleNamed } from './need-style.ts';
import { bodyNear, faceOf, fontOf, type Body } from './running-text.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { maxOf } from '../../../base/extremes.ts';

const runSchema = z.strictObject({
  text: textFits(0, 100_000),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
});
const inline = { text: textFits(0, 100_000).optional(), runs: z.array(runSchema).max(1_000).optional() };

/** Blocks as PDF files take them; those of Word files are in new-block-schema.ts. */
export const newBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('paragraph'),
    style: z.string().min(1).max(200).optional().describe('Name of a style; absent: as the running text around it.'),
    ...inline,
  }),
  z.strictObject({ type: z.literal('heading'), level: z.number().int().min(1).max(6), ...inline }),
  z.strictObject({ type: z.literal('list'), ordered: z.boolean().optional(), items: z.array(textFits(0, 10_000)).min(1).max(1_000) }),
  z.strictObject({ type: z.literal('quote'), ...inline }),
  z.strictObject({ type: z.literal('page_break') }),
  z.strictObject({
    type: z.literal('table'),
    rows: z
      .array(z.array(textFits(0, 10_000)).min(1).max(63))
      .min(1)
      .max(2_000),
    header: z.boolean().optional().describe('true where absent: the first row is the head.'),
  }),
]);
/** A request's blocks with the running text around the place, once it was looked for. */
export interface BlockWriting extends Writing {
  body?: Body;
}

/** @param look of the paragraph's end, in which its number is set: what `w:rPr` holds */
export function paragraphXml({ file, context }: Pick<Writing, 'file' | 'context'>, properties: string, runs: string, look = ''): string {
  const { w } = file;
  const mark = (context.mode === 'direct' ? '' : `${openRevision(file, 'ins', context)}/>`) + look;
  const all = properties + (mark === '' ? '' : `<${w}rPr>${mark}</${w}rPr>`);
  return `<${w}p>${all === '' ? '' : `<${w}pPr>${all}</${w}pPr>`}${insertedXml(file, context, runs)}</${w}p>`;
}

interface NewTable {
  rows: readonly (readonly NewCell[])[];
  header: boolean;
  style: string | undefined;
  columns: readonly { width_cm?: number | undefined; align?: Align | undefined }[];
}
type Align = 'left' | 'center' | 'right' | 'justify';

const DXA_PER_CM = 1440 / 2.54;
/** Of a table whose columns are not told. */
const TABLE_DXA = 9000;

const alignXml = ({ w }: WordFile, align: Align | undefined): string =>
  align === undefined ? '' : `<${w}jc ${w}val="${align === 'justify' ? 'both' : align}"/>`;

/** Properties of the table before its grid, with the style of the file's own tables where none is named. */
function tablePropertiesXml(writing: BlockWriting, { style, columns }: NewTable): string | Rejected {
  const { file } = writing;
  const { w } = file;
  const known = [...file.targets.values()].find((target) => target.kind === 'table');
  const near = known?.kind === 'table' ? valueOf(childOf(childOf(known.element, 'tblPr') ?? known.element, 'tblStyle')) : undefined;
  // where lines and fills are set cell by cell, the style alone would leave a table without any
  const like = near !== undefined && drawsTables(file, near) ? near : undefined;
  const asked = style === undefined ? undefined : needStyle(file, style, 'table');
  if (asked !== undefined && isRejected(asked)) return asked;
  if (asked?.finish !== undefined) writing.finishes.push(asked.finish);
  const id = asked?.id ?? like ?? valueOf(styleNamed(file, 'table grid', 'table'), 'styleId');
  const edge = (name: string): string => `<${w}${name} ${w}val="single" ${w}sz="4" ${w}space="0" ${w}color="auto"/>`;
  const borders =
    id === undefined
      ? `<${w}tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</${w}tblBorders>`
      : '';
  const styled = id === undefined ? '' : `<${w}tblStyle ${w}val="${escapeAttribute(id)}"/>`;
  const fixed = columns.length > 0 && columns.every(({ width_cm: width }) => width !== undefined);
  const width = fixed
    ? `<${w}tblW ${w}w="${columns.reduce((all, { width_cm: one = 0 }) => all + Math.round(one * DXA_PER_CM), 0)}" ${w}type="dxa"/>`
    : `<${w}tblW ${w}w="5000" ${w}type="pct"/>`;
  return `<${w}tblPr>${styled}${width}${borders}<${w}tblLook ${w}val="04A0"/></${w}tblPr>`;
}

function cellXml(
  writing: BlockWriting,
  cell: NewCell,
  { head, align, width }: { head: boolean; align: Align | undefined; width: number | undefined },
): string | Rejected {
  const { file } = writing;
  const { w } = file;
  const given = typeof cell === 'string' ? { text: cell } : cell;
  const runs = given.runs ?? [{ text: given.text ?? '' }];
  const { base } = (writing.body ??= bodyNear(writing));
  const content = contentXml(writing, head ? runs.map((run) => ({ bold: true, ...run })) : runs, faceOf(base));
  if (typeof content !== 'string') return content;
  const { align: own, fill } = { align: undefined, fill: undefined, ...given };
  const size = width === undefined ? `${w}w="0" ${w}type="auto"` : `${w}w="${width}" ${w}type="dxa"`;
  const shade = fill === undefined ? '' : `<${w}shd ${w}val="clear" ${w}color="auto" ${w}fill="${fill.toUpperCase()}"/>`;
  return `<${w}tc><${w}tcPr><${w}tcW ${size}/>${shade}</${w}tcPr>${paragraphXml(writing, alignXml(file, own ?? align), content)}</${w}tc>`;
}

function tableXml(writing: BlockWriting, table: NewTable): string | Rejected {
  const { file, context } = writing;
  const { w } = file;
  const { rows, header, columns } = table;
  const count = maxOf(rows.map((row) => row.length));
  const properties = tablePropertiesXml(writing, table);
  if (typeof properties !== 'string') return properties;
  const widths = Array.from({ length: count }, (_, index) => {
    const width = columns[index]?.width_cm;
    return width === undefined ? undefined : Math.round(width * DXA_PER_CM);
  });
  const grid = widths.map((width) => `<${w}gridCol ${w}w="${width ?? Math.floor(TABLE_DXA / count)}"/>`).join('');
  let xml = '';
  for (const [index, cells] of rows.entries()) {
    const head = header && index === 0;
    const marks = `${head ? `<${w}tblHeader/>` : ''}${context.mode === 'tracked' ? `${openRevision(file, 'ins', context)}/>` : ''}`;
    let row = '';
    for (let column = 0; column < count; column++) {
      const cell = cellXml(writing, cells[column] ?? '', { head, align: columns[column]?.align, width: widths[column] });
      if (typeof cell !== 'string') return cell;
      row += cell;
    }
    xml += `<${w}tr>${marks === '' ? '' : `<${w}trPr>${marks}</${w}trPr>`}${row}</${w}tr>`;
  }
  return `<${w}tbl>${properties}<${w}tblGrid>${grid}</${w}tblGrid>${xml}</${w}tbl>`;
}

/** A paragraph in the style of this name. */
function styledParagraph(
  writing: BlockWriting,
  name: string,
  { runs, text, align }: { runs?: NewRun[] | undefined; text?: string | undefined; align?: Align | undefined },
): string | Rejected {
  const style = needStyle(writing.file, name, 'paragraph');
  if (isRejected(style)) return style;
  if (style.finish !== undefined) writing.finishes.push(style.finish);
  // a style that the file has not had is in the face of the text around it
  const { base } = (writing.body ??= bodyNear(writing));
  const face = style.finish === undefined ? undefined : name === 'quote' ? faceOf(base) : fontOf(base);
  const content = contentXml(writing, runs ?? [{ text: text ?? '' }], face);
  return typeof content === 'string' ? paragraphXml(writing, style.xml + alignXml(writing.file, align), content) : content;
}

const depthOf = (items: readonly (string | NewItem)[]): number =>
  1 + items.reduce((most, item) => Math.max(most, typeof item === 'string' || item.items === undefined ? 0 : depthOf(item.items)), 0);

interface ListLevel {
  list: NeededList;
  ordered: boolean;
  level: number;
}

/** Items with the lists within them; one of another kind than the list around it is numbered by itself. */
function itemsXml(writing: BlockWriting, items: readonly (string | NewItem)[], { list, ordered, level }: ListLevel): string | Rejected {
  const { base } = (writing.body ??= bodyNear(writing));
  let xml = '';
  for (const item of items) {
    const given: NewItem = typeof item === 'string' ? { text: item } : item;
    const content = contentXml(writing, given.runs ?? [{ text: given.text ?? '' }], base);
    if (typeof content !== 'string') return content;
    xml += paragraphXml(writing, list.numPr(level), content, [...faceOf(base).values()].join(''));
    if (given.items === undefined) continue;
    const kind = given.ordered ?? ordered;
    const inner = kind === ordered ? list : listOf(writing, kind, level + depthOf(given.items));
    const written = itemsXml(writing, given.items, { list: inner, ordered: kind, level: level + 1 });
    if (typeof written !== 'string') return written;
    xml += written;
  }
  return xml;
}

function listOf(writing: BlockWriting, ordered: boolean, levels: number): NeededList {
  const list = needList(writing.file, ordered, levels);
  if (list.finish !== undefined) writing.finishes.push(list.finish);
  return list;
}

/** A table of contents as a field that Word fills: it asks nothing of the reader, as only the field is marked. */
function contentsXml(writing: BlockWriting, levels: number): string {
  const { file } = writing;
  return paragraphXml(writing, '', fieldXml(file.w, `TOC \\o "1-${levels}" \\h \\z \\u`, '…', { dirty: true }));
}

export function writeNewBlock(writing: BlockWriting, block: WordNewBlock): string | Rejected {
  const { file } = writing;
  const { w } = file;
  switch (block.type) {
    case 'paragraph': {
      if (block.style !== undefined) return styledParagraph(writing, block.style, block);
      const { properties, base } = (writing.body ??= bodyNear(writing));
      const content = contentXml(writing, block.runs ?? [{ text: block.text ?? '' }], base);
      if (typeof content !== 'string') return content;
      const plain = block.align === undefined ? properties : properties.replace(new RegExp(`<${w}jc\\b[^>]*/>`), '');
      return paragraphXml(writing, withAlign(w, plain, alignXml(file, block.align)), content);
    }
    case 'heading':
      return styledParagraph(writing, `heading ${block.level}`, block);
    case 'quote':
      return styledParagraph(writing, 'quote', block);
    case 'list': {
      const ordered = block.ordered === true;
      return itemsXml(writing, block.items, { list: listOf(writing, ordered, depthOf(block.items)), ordered, level: 0 });
    }
    case 'equation': {
      const math = mathXml(block.latex, true);
      return typeof math === 'string' ? paragraphXml(writing, '', math) : math;
    }
    case 'contents':
      return contentsXml(writing, block.levels ?? 3);
    case 'page_break':
      return paragraphXml(writing, '', `<${w}r><${w}br ${w}type="page"/></${w}r>`);
    case 'table':
      return tableXml(writing, { rows: block.rows, header: block.header !== false, style: block.style, columns: block.columns ?? [] });
  }
}

/** In front of what the schema sets behind it. */
function withAlign(w: string, properties: string, align: string): string {
  const next =
    align === '' ? -1 : properties.search(new RegExp(`<${w}(?:textDirection|textAlignment|textboxTightWrap|outlineLvl|divId|cnfStyle)\\b`));
  return next === -1 ? properties + align : properties.slice(0, next) + align + properties.slice(next);
}
