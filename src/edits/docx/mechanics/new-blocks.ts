/** New paragraphs, headings, lists, tables and formulas in the styles that the file has already. */
import { z } from 'zod';
import { isRejected, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import { needList, type NeededList } from './need-list.ts';
import type { NewItem, WordNewBlock } from './new-block-schema.ts';
import { alignXml, paragraphXml, spacedFromTable, withAlign, type Align, type BlockWriting } from './new-paragraph.ts';
import { contentXml, fieldXml, mathXml, type NewRun } from './new-runs.ts';
import { tableXml } from './new-tables.ts';
import { needStyle } from './need-style.ts';
import { bodyNear, faceOf, fontOf } from './running-text.ts';

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
/** A paragraph of text, away from a table right above it. */
function textXml(writing: BlockWriting, properties: string, runs: string, look = ''): string {
  const spaced = writing.behindTable === true ? spacedFromTable(writing.file, properties) : properties;
  writing.behindTable = false;
  return paragraphXml(writing, spaced, runs, look);
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
  return typeof content === 'string' ? textXml(writing, style.xml + alignXml(writing.file, align), content) : content;
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
  const base = list.base ?? (writing.body ??= bodyNear(writing)).base;
  let xml = '';
  for (const item of items) {
    const given: NewItem = typeof item === 'string' ? { text: item } : item;
    const content = contentXml(writing, given.runs ?? [{ text: given.text ?? '' }], base);
    if (typeof content !== 'string') return content;
    xml += textXml(writing, list.numPr(level), content, [...faceOf(base).values()].join(''));
    if (given.items === undefined) continue;
    const kind = given.ordered ?? ordered;
    const inner = kind === ordered ? list : listOf(writing, kind, level + depthOf(given.items));
    const written = itemsXml(writing, given.items, { list: inner, ordered: kind, level: level + 1 });
    if (typeof written !== 'string') return written;
    xml += written;
  }
  return xml;
}

function listOf(writing: BlockWriting, ordered: boolean, levels: number, joins = false): NeededList {
  const list = needList(writing.file, ordered, levels, { near: writing.near, joins });
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
      return textXml(writing, withAlign(w, plain, alignXml(file, block.align)), content);
    }
    case 'heading':
      return styledParagraph(writing, `heading ${block.level}`, block);
    case 'quote':
      return styledParagraph(writing, 'quote', block);
    case 'list': {
      const ordered = block.ordered === true;
      return itemsXml(writing, block.items, {
        list: listOf(writing, ordered, depthOf(block.items), writing.beside === block),
        ordered,
        level: 0,
      });
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
