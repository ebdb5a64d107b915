/**
 * Blocks as Markdown for readers who only want the text: tables as plain grids (a merged cell repeats its text at each of
 * its places, a cell of several blocks becomes lines), no colours, underlines or languages, slides and sheets as sections.
 */
import { append } from '../base/append.ts';
import type { Block, Image, Kpis, Slide, Table, TableCell, TableRow } from '../document/block.ts';
import { nestDefinitions } from '../document/definitions.ts';
import { plainText } from '../document/inline.ts';
import type { Run } from '../document/inline.ts';
import { blockText } from '../document/walk.ts';
import { writeMarkdown } from './markdown.ts';
import { relaxEscapes } from './markdown/relax-escapes.ts';

/** Markdown that any reader of CommonMark and GFM understands: one section for each slide or sheet, other documents as one text. @param numbers of the slides, where some are left out */
export function writePlainMarkdown(blocks: readonly Block[], numbers: readonly number[] = []): string {
  const parts: string[] = [];
  let flow: Block[] = [];
  const close = (): void => {
    if (flow.length > 0) parts.push(writeMarkdown(plainBlocks(flow)));
    flow = [];
  };
  let slides = 0;
  for (const block of blocks) {
    if (block.type === 'slide') {
      close();
      slides++;
      parts.push(`<!-- Slide ${numbers[slides - 1] ?? slides} -->\n`, writeMarkdown(plainBlocks(slideBlocks(block))));
    } else if (block.type === 'sheet') {
      close();
      // A hidden sheet is named, but makes no section of its own.
      const heading: Block = block.hidden
        ? { id: '', type: 'paragraph', runs: [{ text: block.name, bold: true }, { text: ' (hidden sheet)' }] }
        : { id: '', type: 'heading', level: 2, runs: [{ text: block.name }] };
      parts.push(writeMarkdown(plainBlocks([heading, ...block.blocks])));
    } else if (block.type === 'page_break') {
      close();
    } else flow.push(block);
  }
  close();
  return relaxEscapes(parts.filter((part) => part !== '').join('\n'));
}

function slideBlocks(slide: Slide): Block[] {
  const title: Block[] = slide.title && slide.title.length > 0 ? [{ id: '', type: 'heading', level: 2, runs: slide.title }] : [];
  const notes: Block[] =
    slide.notes && slide.notes.length > 0
      ? [{ id: '', type: 'quote', blocks: [{ id: '', type: 'paragraph', runs: [{ text: 'Notes:', bold: true }] }, ...slide.notes] }]
      : [];
  return [...title, ...slide.blocks, ...notes];
}

function plainBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => plainBlock(block));
}

function plainBlock(block: Block): Block[] {
  switch (block.type) {
    case 'heading':
      return [{ ...block, runs: plainRuns(block.runs).map(({ bold: _bold, ...run }) => run) }];
    case 'paragraph':
      return [{ ...block, runs: plainRuns(block.runs) }];
    case 'table':
      return [...(block.caption ? [{ id: '', type: 'paragraph' as const, runs: plainRuns(block.caption) }] : []), plainTable(block)];
    case 'list':
      if (block.definitions === true) return plainBlock(nestDefinitions(block));
      return [{ ...block, items: block.items.map((item) => ({ ...item, blocks: plainBlocks(item.blocks) })) }];
    case 'kpis':
      return [{ id: '', type: 'list', ordered: false, items: block.items.map((item) => ({ blocks: [figureLine(item)] })) }];
    case 'quote':
      return [{ ...block, blocks: plainBlocks(block.blocks) }];
    case 'footnotes':
      return [{ ...block, notes: block.notes.map((note) => ({ ...note, blocks: plainBlocks(note.blocks) })) }];
    // A picture that is not in the file and says nothing is no loss.
    case 'image':
      return block.asset === null && block.alt === '' ? [] : [plainImage(block)];
    case 'chart':
      return chartBlocks(block);
    default:
      return [block];
  }
}

/** `**31 %** Online share (▲ 4 points)` */
const figureLine = ({ value, label, change }: Kpis['items'][number]): Block => ({
  id: '',
  type: 'paragraph',
  runs: [
    ...plainRuns(value).map((run) => ({ ...run, bold: true })),
    ...(label ? [{ text: ' ' }, ...plainRuns(label)] : []),
    ...(change ? [{ text: ' (' }, ...plainRuns(change), { text: ')' }] : []),
  ],
});

/** What a chart shows as a table: its categories down, its series across, its title and unit as the caption. */
export function chartTable(chart: Extract<Block, { type: 'chart' }>): Table {
  const cell = (text: string): TableCell => ({ runs: text === '' ? [] : [{ text }] });
  const rows: TableRow[] = [
    { cells: [cell(chart.category_label ?? ''), ...chart.series.map((series) => cell(series.name))] },
    ...chart.categories.map((category, at) => ({
      cells: [cell(category), ...chart.series.map((series) => cell(String(series.values[at] ?? '')))],
    })),
  ];
  const said = [chart.title, chart.unit].filter((text) => text !== undefined && text !== '');
  const caption = said.length === 2 ? `${said[0]} (${said[1]})` : (said[0] ?? '');
  return {
    id: '',
    type: 'table',
    columns: rows[0]?.cells.map(() => ({})) ?? [],
    header_rows: 1,
    rows,
    ...(caption === '' ? {} : { caption: [{ text: caption }] }),
  };
}

function chartBlocks(chart: Extract<Block, { type: 'chart' }>): Block[] {
  const { caption, ...table } = chartTable(chart);
  return [...(caption === undefined ? [] : [{ id: '', type: 'paragraph' as const, runs: caption }]), table];
}

const plainImage = (image: Image): Image => ({
  id: '',
  type: 'image',
  asset: image.asset,
  alt: image.alt,
  caption: [{ text: image.alt }],
  ...(image.link === undefined ? {} : { link: image.link }),
});

function plainRuns(runs: readonly Run[]): Run[] {
  const plain: Run[] = [];
  for (const { text, bold, italic, strike, code, link, script, footnote, math } of runs) {
    const run: Run = { text };
    if (bold) run.bold = true;
    if (italic) run.italic = true;
    if (strike) run.strike = true;
    if (code) run.code = true;
    if (math) run.math = true;
    if (script !== undefined) run.script = script;
    if (link !== undefined && !link.startsWith('#')) run.link = link;
    if (footnote !== undefined) run.footnote = footnote;
    append(plain, withoutMarkedEdges(run));
  }
  return plain;
}

/** White space at the ends of a mark is none of its words, and Markdown knows no such mark. */
function withoutMarkedEdges(run: Run): Run[] {
  if (!(run.bold || run.italic || run.strike)) return [run];
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(run.text) ?? [];
  if ((before === '' && after === '') || words === '') return [run];
  const space = (text: string): Run[] => (text === '' ? [] : [{ text, ...(run.link === undefined ? {} : { link: run.link }) }]);
  return [...space(before), { ...run, text: words }, ...space(after)];
}

// ------------------------------------------------------------------------------------------------------------- tables

/** Places that spans of a table take in all; beyond them cells are no longer repeated downwards. */
const PLACES_MAX = 2_000_000;

function plainTable(table: Table): Table {
  const width = table.columns.length;
  const grid: TableCell[][] = table.rows.map(() => []);
  let places = 0;
  for (const [at, row] of table.rows.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[at]?.[column] !== undefined) column++;
      const plain = plainCell(cell);
      const wanted = Math.min(cell.rowspan ?? 1, table.rows.length - at);
      places += wanted * (cell.colspan ?? 1);
      const down = places <= PLACES_MAX ? wanted : 1;
      for (let below = 0; below < down; below++) {
        const line = grid[at + below];
        for (let right = 0; right < (cell.colspan ?? 1) && column + right < width; right++) if (line) line[column + right] = plain;
      }
      column += cell.colspan ?? 1;
    }
  }
  const rows = grid.map((line): TableRow => ({ cells: Array.from({ length: width }, (_, column) => line[column] ?? { runs: [] }) }));
  return { id: '', type: 'table', columns: table.columns.map(({ align }) => (align === undefined ? {} : { align })), header_rows: 1, rows };
}

function plainCell(cell: TableCell): TableCell {
  if (cell.blocks === undefined) return { runs: plainRuns(cell.runs) };
  const runs: Run[] = [];
  for (const block of cell.blocks) addLines(runs, block, '');
  return { runs };
}

/** A block as lines of a cell. */
function addLines(runs: Run[], block: Block, indent: string): void {
  const begin = (text: string): void => void runs.push({ text: `${runs.length === 0 ? '' : '\n'}${indent}${text}` });
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      if (runs.length > 0 || indent !== '') begin('');
      append(runs, plainRuns(block.runs));
      return;
    case 'list':
      for (const [index, item] of block.items.entries()) {
        begin(block.ordered ? `${(block.start ?? 1) + index}. ` : item.checked === undefined ? '- ' : item.checked ? '- [x] ' : '- [ ] ');
        const [first, ...rest] = item.blocks;
        if (first?.type === 'paragraph') append(runs, plainRuns(first.runs));
        for (const inner of first?.type === 'paragraph' ? rest : item.blocks) addLines(runs, inner, indent);
      }
      return;
    case 'table':
      for (const row of plainTable(block).rows) {
        begin('');
        for (const [index, cell] of row.cells.entries()) {
          if (index > 0) runs.push({ text: ' ; ' });
          for (const run of cell.runs) runs.push({ ...run, text: run.text.replaceAll('\n', ' ') });
        }
      }
      return;
    case 'image': {
      const alt = plainText(block.caption ?? []) || block.alt;
      if (alt !== '') begin(`[${alt}]`);
      return;
    }
    case 'equation':
      begin('');
      runs.push({ text: block.tex, math: true });
      return;
    default:
      begin(blockText(block));
  }
}
