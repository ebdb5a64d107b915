/** New paragraphs, headings, lists and tables in the styles that the file has already. */
import { W } from '../../../ooxml/names.ts';
import { z } from 'zod';
import type { OfficePackage } from '../../../ooxml/office-package.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { elementsOf } from '../../../ooxml/xml-tree.ts';
import type { EditContext, Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { openRevision, runContent } from './change-text.ts';
import { needList } from './need-list.ts';
import { needStyle, styleNamed } from './need-style.ts';
import type { WordBlock, WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';
import { maxOf } from '../../../base/extremes.ts';

const runSchema = z.strictObject({
  text: textFits(0, 100_000),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
});
const inline = { text: textFits(0, 100_000).optional(), runs: z.array(runSchema).max(1_000).optional() };

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
export type NewBlock = z.infer<typeof newBlockSchema>;
type Run = z.infer<typeof runSchema>;

export const textOfNew = (block: NewBlock): string => {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'quote':
      return block.text ?? (block.runs ?? []).map(({ text }) => text).join('');
    case 'list':
      return block.items.join('\n');
    case 'table':
      return block.rows.map((row) => row.join('\t')).join('\n');
    case 'page_break':
      return '';
  }
};

export interface Writing {
  file: WordFile;
  context: EditContext;
  near: WordBlock;
  /** Definitions that the new blocks need: styles, numberings. */
  finishes: ((opened: OfficePackage) => void)[];
  /** The running text around the place, once it was looked for. */
  body?: Body;
}

interface Body {
  properties: string;
  base: Base;
}

/** Formatting of running text that new words take over; what makes single words stand out is not. */
type Base = ReadonlyMap<string, string>;
const TAKEN_OVER = new Set(['rFonts', 'color', 'sz', 'szCs', 'lang']);

export function runsXml({ w }: WordFile, runs: readonly Run[], base: Base = new Map()): string {
  const own = (local: string): string => base.get(local) ?? '';
  return runs
    .filter(({ text }) => text !== '')
    .map(({ text, bold, italic, underline }) => {
      const properties = `${own('rFonts')}${bold ? `<${w}b/>` : ''}${italic ? `<${w}i/>` : ''}${own('color')}${own('sz')}${own('szCs')}${underline ? `<${w}u ${w}val="single"/>` : ''}${own('lang')}`;
      return `<${w}r>${properties === '' ? '' : `<${w}rPr>${properties}</${w}rPr>`}${runContent(w, text)}</${w}r>`;
    })
    .join('');
}

export function paragraphXml({ file, context }: Pick<Writing, 'file' | 'context'>, properties: string, runs: string): string {
  const { w } = file;
  if (context.mode === 'direct') return `<${w}p>${properties === '' ? '' : `<${w}pPr>${properties}</${w}pPr>`}${runs}</${w}p>`;
  const mark = `<${w}rPr>${openRevision(file, 'ins', context)}/></${w}rPr>`;
  const content = runs === '' ? '' : `${openRevision(file, 'ins', context)}>${runs}</${w}ins>`;
  return `<${w}p><${w}pPr>${properties}${mark}</${w}pPr>${content}</${w}p>`;
}

/** Properties of a paragraph that another one may take over: no numbering mark of its own run, no section, no history. */
function copyProperties({ part, element }: WordParagraph): string {
  const properties = childOf(element, 'pPr');
  if (properties === undefined) return '';
  return elementsOf(properties)
    .filter(({ local }) => !['rPr', 'sectPr', 'pPrChange', 'pageBreakBefore', 'framePr'].includes(local))
    .map(({ start, end }) => part.source.slice(start, end))
    .join('');
}

const styleOf = ({ element }: WordParagraph): string | undefined => valueOf(childOf(childOf(element, 'pPr') ?? element, 'pStyle'));

/** The styles of headings and titles, by id. */
function isSpecial(file: WordFile, paragraph: WordParagraph): boolean {
  const properties = childOf(paragraph.element, 'pPr');
  if (properties !== undefined && (childOf(properties, 'numPr') ?? childOf(properties, 'outlineLvl')) !== undefined) return true;
  const id = styleOf(paragraph);
  if (id === undefined) return false;
  const style = file.styles && elementsOf(file.styles.root, 'style', W).find((one) => valueOf(one, 'styleId') === id);
  return /^(heading|title|subtitle|toc|caption|list|header|footer|footnote|quote)/i.test(
    valueOf(style === undefined ? undefined : childOf(style, 'name')) ?? id,
  );
}

/** Running text as it is near the place: the target itself, else the next paragraph of text around it. */
function bodyNear({ file, near }: Writing): Body {
  const blocks = near.cell?.blocks ?? file.stories.find(({ blocks: all }) => all.includes(near))?.blocks ?? [];
  const at = blocks.indexOf(near);
  const around = blocks.map((block, index) => ({ block, distance: Math.abs(index - at) })).toSorted((a, b) => a.distance - b.distance);
  for (const { block } of around) {
    if (block.kind !== 'paragraph' || file.textOf(block).text.trim() === '' || isSpecial(file, block)) continue;
    return { properties: copyProperties(block), base: baseOf(file, block) };
  }
  return { properties: '', base: new Map() };
}

/** Of the run with most of its words: a first word often stands out. */
function baseOf(file: WordFile, paragraph: WordParagraph): Base {
  const pieces = file.textOf(paragraph).pieces.filter(({ kind }) => kind === 'text');
  const most = pieces.toSorted((a, b) => b.text.length - a.text.length)[0];
  const properties = most && childOf(most.run, 'rPr');
  const kept =
    properties === undefined || childOf(properties, 'rStyle') !== undefined
      ? []
      : elementsOf(properties).filter(({ local, uri }) => uri === W && TAKEN_OVER.has(local));
  return new Map(kept.map(({ local, start, end }) => [local, paragraph.part.source.slice(start, end)]));
}

function tableXml(writing: Writing, rows: readonly (readonly string[])[], header: boolean): string {
  const { file, context } = writing;
  const { w } = file;
  const columns = maxOf(rows.map((row) => row.length));
  const known = [...file.targets.values()].find((target) => target.kind === 'table');
  const style = known?.kind === 'table' ? valueOf(childOf(childOf(known.element, 'tblPr') ?? known.element, 'tblStyle')) : undefined;
  const id = style ?? valueOf(styleNamed(file, 'table grid', 'table'), 'styleId');
  const edge = (name: string): string => `<${w}${name} ${w}val="single" ${w}sz="4" ${w}space="0" ${w}color="auto"/>`;
  const borders =
    id === undefined
      ? `<${w}tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</${w}tblBorders>`
      : '';
  const grid = `<${w}gridCol ${w}w="${Math.floor(9000 / columns)}"/>`.repeat(columns);
  const rowXml = (cells: readonly string[], index: number): string => {
    const head = header && index === 0;
    const marks = `${head ? `<${w}tblHeader/>` : ''}${context.mode === 'tracked' ? `${openRevision(file, 'ins', context)}/>` : ''}`;
    const cellXml = (text: string): string =>
      `<${w}tc><${w}tcPr><${w}tcW ${w}w="0" ${w}type="auto"/></${w}tcPr>${paragraphXml(writing, '', runsXml(file, [{ text, bold: head }]))}</${w}tc>`;
    return `<${w}tr>${marks === '' ? '' : `<${w}trPr>${marks}</${w}trPr>`}${Array.from({ length: columns }, (_, column) => cellXml(cells[column] ?? '')).join('')}</${w}tr>`;
  };
  const styled = id === undefined ? '' : `<${w}tblStyle ${w}val="${escapeAttribute(id)}"/>`;
  return `<${w}tbl><${w}tblPr>${styled}<${w}tblW ${w}w="5000" ${w}type="pct"/>${borders}<${w}tblLook ${w}val="04A0"/></${w}tblPr><${w}tblGrid>${grid}</${w}tblGrid>${rows.map(rowXml).join('')}</${w}tbl>`;
}

/** A paragraph in the style of this name. */
function styledParagraph(writing: Writing, name: string, runs: readonly Run[]): string | Rejected {
  const style = needStyle(writing.file, name, 'paragraph');
  if ('rejected' in style) return style;
  if (style.finish !== undefined) writing.finishes.push(style.finish);
  return paragraphXml(writing, style.xml, runsXml(writing.file, runs));
}

export function writeNewBlock(writing: Writing, block: NewBlock): string | Rejected {
  const { file } = writing;
  const { w } = file;
  switch (block.type) {
    case 'paragraph': {
      const runs = block.runs ?? [{ text: block.text ?? '' }];
      if (block.style !== undefined) return styledParagraph(writing, block.style, runs);
      const { properties, base } = (writing.body ??= bodyNear(writing));
      return paragraphXml(writing, properties, runsXml(file, runs, base));
    }
    case 'heading':
      return styledParagraph(writing, `heading ${block.level}`, block.runs ?? [{ text: block.text ?? '' }]);
    case 'quote':
      return styledParagraph(writing, 'quote', block.runs ?? [{ text: block.text ?? '' }]);
    case 'list': {
      const list = needList(file, block.ordered === true);
      if (list.finish !== undefined) writing.finishes.push(list.finish);
      const { base } = (writing.body ??= bodyNear(writing));
      return block.items.map((text) => paragraphXml(writing, list.numPr(0), runsXml(file, [{ text }], base))).join('');
    }
    case 'page_break':
      return paragraphXml(writing, '', `<${w}r><${w}br ${w}type="page"/></${w}r>`);
    case 'table':
      return tableXml(writing, block.rows, block.header !== false);
  }
}
