/**
 * Rows of a sheet that hold nothing but texts whose styles say what they are (titles, sections, explanations, key figures, code) → blocks;
 * what is between them are tables.
 */
import type { Block, Kpis, List, Quote } from '../../document/block.ts';
import type { Area } from '../../spreadsheet/cell-names.ts';
import type { TextStyle } from '../../spreadsheet/text-styles.ts';
import type { SheetGrid } from './sheet.ts';

type Cells = ReadonlyMap<number, string>;

export interface Passage {
  style: TextStyle;
  row: number;
  cells: { column: number; text: string; style: TextStyle; link: string | undefined }[];
}

/** How deep headings on a sheet are: its name is above them. */
const HEADING_LEVEL = 3;

/** What a row says where it is text by the styles of all its cells; undefined for a row of a table. @param tables areas that are tables, whatever their cells look like */
export function passageOf(grid: SheetGrid, row: number, cells: Cells, tables: readonly Area[]): Passage | undefined {
  const styles = grid.styles.get(row);
  if (!styles || tables.some(({ top, bottom }) => row >= top && row <= bottom)) return undefined;
  const found: Passage['cells'] = [];
  for (const [column, text] of [...cells].toSorted(([a], [b]) => a - b)) {
    const style = styles.get(column);
    if (style === undefined) return undefined;
    found.push({ column, text, style, link: grid.links.get(`${row},${column}`) });
  }
  const [first] = found;
  const figures = found.every(({ style }) => style.startsWith('figure'));
  return first && (found.length === 1 || figures) ? { style: first.style, row, cells: found } : undefined;
}

const ITEM = /^(?:(•)|(\d{1,4})\.|([☐☑]))\s+(?=\S)/u;

/** Blocks of passages in their order; `add` takes those that go on with the one before. */
export function createPassages(blocks: Block[]): { add(passage: Passage): void; end(): void } {
  let figures: { block: Kpis; row: number; columns: Map<number, Kpis['items'][number]> } | undefined;
  let label: Passage | undefined;
  let last = -2;
  const endLabel = (): void => {
    // a label without a figure is a text
    for (const { text } of label?.cells ?? []) blocks.push(paragraphOf(text, undefined));
    label = undefined;
  };
  return {
    end: endLabel,
    add(passage) {
      const { row, style, cells } = passage;
      const goesOn = row === last + 1;
      last = row;
      if (style === 'figureLabel') {
        endLabel();
        label = passage;
        return;
      }
      if (style === 'figure') {
        const labels = new Map(label && label.row === row - 1 ? label.cells.map(({ column, text }) => [column, text]) : []);
        if (labels.size > 0) label = undefined;
        endLabel();
        figures = addFigures(blocks, passage, labels);
        return;
      }
      endLabel();
      if (style === 'figureChange' && figures?.row === row - 1) {
        for (const { column, text } of cells) {
          const item = figures.columns.get(column);
          if (item) item.change = [{ text }];
        }
        return;
      }
      for (const { text, link } of cells) addText(blocks, style, { text, link, goesOn });
    },
  };
}

function addFigures(
  blocks: Block[],
  { row, cells }: Passage,
  labels: ReadonlyMap<number, string>,
): { block: Kpis; row: number; columns: Map<number, Kpis['items'][number]> } {
  const before = blocks.at(-1);
  const block: Kpis = before?.type === 'kpis' ? before : { id: '', type: 'kpis', items: [] };
  if (block !== before) blocks.push(block);
  const columns = new Map<number, Kpis['items'][number]>();
  for (const { column, text } of cells) {
    const name = labels.get(column);
    const item: Kpis['items'][number] = { value: [{ text }], ...(name === undefined ? {} : { label: [{ text: name }] }) };
    columns.set(column, item);
    block.items.push(item);
  }
  return { block, row, columns };
}

const paragraphOf = (text: string, link: string | undefined, bold = false): Block => ({
  id: '',
  type: 'paragraph',
  runs: [{ text, ...(bold ? { bold: true } : {}), ...(link === undefined ? {} : { link }) }],
});

function addText(
  blocks: Block[],
  style: TextStyle,
  { text, link, goesOn }: { text: string; link: string | undefined; goesOn: boolean },
): void {
  const before = goesOn ? blocks.at(-1) : undefined;
  switch (style) {
    case 'title':
    case 'section':
      blocks.push({ id: '', type: 'heading', level: HEADING_LEVEL, runs: [{ text, ...(link === undefined ? {} : { link }) }] });
      return;
    case 'code':
      if (before?.type === 'code') before.text += `\n${text}`;
      else blocks.push({ id: '', type: 'code', text });
      return;
    case 'quotation':
      addQuoted(blocks, before, text, link);
      return;
    case 'caption':
      blocks.push(paragraphOf(text, link, true));
      return;
    default:
      addItemOrText(blocks, before, text, link);
  }
}

function addQuoted(blocks: Block[], before: Block | undefined, text: string, link: string | undefined): void {
  const quote: Quote = before?.type === 'quote' ? before : { id: '', type: 'quote', blocks: [] };
  if (quote !== before) blocks.push(quote);
  const by = /^— (.+)$/u.exec(text)?.[1];
  if (by !== undefined && quote.blocks.length > 0) quote.by = by;
  else quote.blocks.push(paragraphOf(text, link));
}

function addItemOrText(blocks: Block[], before: Block | undefined, text: string, link: string | undefined): void {
  const [mark, , number, box] = ITEM.exec(text) ?? [];
  if (mark === undefined) {
    blocks.push(paragraphOf(text, link));
    return;
  }
  const ordered = number !== undefined;
  const list: List =
    before?.type === 'list' && before.ordered === ordered
      ? before
      : { id: '', type: 'list', ordered, items: [], ...(ordered && number !== '1' ? { start: Number(number) } : {}) };
  if (list !== before) blocks.push(list);
  list.items.push({
    blocks: [paragraphOf(text.slice(mark.length), link)],
    ...(box === undefined ? {} : { checked: box === '☑' }),
  });
}
