/**
 * What is on a sheet, from the top down: head, texts, key figures, tables, charts, pictures, assumptions. Rows are
 * taken as they are needed; what depends on widths is left to `finish.ts`.
 */
import { languageAt } from '../../document/section-languages.ts';
import type { Block, Callout, Kpis, List, Quote, Table } from '../../document/block.ts';
import { isDefinitionList } from '../../document/definitions.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { labelsOf } from '../../document/labels.ts';
import { MEANING, NEUTRALS } from '../../document/look.ts';
import { blockText } from '../../document/walk.ts';
import { changeTone } from '../kpi-tone.ts';
import { readAmount } from './amounts.ts';
import { placeChart } from './chart-place.ts';
import { blocksText, clip, linkOf, textContent } from './cell-text.ts';
import { remarksIn } from '../review.ts';
import { cellName } from '../../spreadsheet/cell-names.ts';
import { ownFormat } from './typed-cell.ts';
import { type FlowContext, warn } from './flow-context.ts';
import { calloutLook, captionLook, codeLook, FIGURE_PT, sectionLook, sourceLook, subtitleLook, textLook, titleLook } from './looks.ts';
import { ROW_PT } from './measure.ts';
import { planNames } from './names.ts';
import type { CellLook, CellPlan, Content, SheetPlan, TablePlan } from './plan.ts';
import type { SheetSource } from './sections.ts';
import { planTable } from './table-plan.ts';

/** A sheet that is nothing but one table of more rows than this is data: it begins in A1, ready to be read by programs. */
const DATA_ROWS_MIN = 60;
const SUBTITLE_CHARS_MAX = 180;
const SUBTITLE_LINE_CHARS = 85;
const PICTURE_PT_MAX = { width: 480, height: 320 };
const PT_PER_PX = 0.75;

export function flowSheet(source: SheetSource, context: FlowContext): SheetPlan {
  const { sheet } = context;
  const [only, ...others] = source.blocks;
  const isData =
    only?.type === 'table' &&
    others.length === 0 &&
    only.rows.length > DATA_ROWS_MIN &&
    Object.keys(source.names).length === 0 &&
    !only.source;
  if (isData) {
    sheet.gutter = false;
    flowTable(only, context);
    return sheet;
  }
  sheet.widths.set(0, 2);
  const rest = flowHead(source, context);
  planNames(source, context);
  if (rest.length > 0 && Object.keys(source.names).length > 0) addSpace(context);
  for (const block of rest) flowBlock(block, context, 0);
  flowFootnotes(source.blocks, context);
  return sheet;
}

const left = ({ sheet }: FlowContext): number => (sheet.gutter ? 1 : 0);

function addRow(context: FlowContext, content: Content, look: CellLook, heightPt = ROW_PT): number {
  const { sheet } = context;
  const row = sheet.next++;
  sheet.rows.set(row, { heightPt, cells: content === null ? [] : [{ column: left(context), content, look }] });
  return row;
}

function addSpace(context: FlowContext, heightPt = 12): void {
  const { sheet } = context;
  const last = sheet.rows.get(sheet.next - 1);
  if (last && last.cells.length === 0) return;
  sheet.rows.set(sheet.next++, { heightPt, cells: [] });
}

/** Comments on the text of a row. */
function addRemarks({ sheet, ...context }: FlowContext, row: number, runs: readonly Run[]): void {
  const remarks = remarksIn(runs);
  if (remarks.length > 0) sheet.remarks.push({ row, column: left({ sheet, ...context }), remarks });
}

/** A text across the sheet. */
function addPassage(context: FlowContext, runs: readonly Run[], look: CellLook): void {
  const content = textContent(runs, context.footnotes);
  if (content === null) return;
  const row = addRow(context, content, look);
  addRemarks(context, row, runs);
  const target = linkOf(runs);
  if (target !== undefined) context.sheet.links.push({ row, column: left(context), target });
  const text = typeof content === 'string' ? content : plainText(runs);
  context.sheet.passages.push({ row, column: left(context), text, sizePt: look.sizePt ?? 11, bold: look.bold ?? false });
}

/** Longer ones than this would widen what is printed, or be cut at its end: they take several lines. */
const TITLE_PT_MAX = 480;

export function addTitle(context: FlowContext, runs: readonly Run[], look: CellLook, heightPt: number): void {
  const { measure } = context.sheet;
  const long = measure.charsToPt(measure.textChars(plainText(runs), look.sizePt, look.bold)) > TITLE_PT_MAX;
  if (long) addPassage(context, runs, { ...look, wrap: true });
  else addRemarks(context, addRow(context, textContent(runs, context.footnotes), look, heightPt), runs);
}

/** Title and one muted line; returns what follows them. */
function flowHead(source: SheetSource, context: FlowContext): Block[] {
  const { look } = context.book;
  const rest = [...source.blocks];
  const [first] = rest;
  const heads = first?.type === 'heading';
  const title = heads ? plainText(first.runs) : source.title;
  if (heads) rest.shift();
  addTitle(context, [{ text: title }], titleLook(look), 30);
  if (heads) addRemarks(context, context.sheet.next - 1, first.runs);
  const [second] = rest;
  const text = second?.type === 'paragraph' ? plainText(second.runs) : '';
  if (second?.type === 'paragraph' && text.length <= SUBTITLE_CHARS_MAX && !text.includes('\n')) {
    rest.shift();
    // longer ones run over what is printed
    const long = context.sheet.measure.textChars(text) > SUBTITLE_LINE_CHARS;
    if (long) addPassage(context, second.runs, { ...subtitleLook(), wrap: true });
    const row = long ? context.sheet.next - 1 : addRow(context, textContent(second.runs, context.footnotes), subtitleLook());
    const target = linkOf(second.runs);
    if (!long) addRemarks(context, row, second.runs);
    if (target !== undefined && !long) context.sheet.links.push({ row, column: left(context), target });
  }
  context.sheet.rows.set(context.sheet.next++, { heightPt: 12, cells: [] });
  return rest;
}

function flowBlock(block: Block, context: FlowContext, depth: number): void {
  const { look } = context.book;
  switch (block.type) {
    case 'heading':
      addSpace(context);
      addPassage(context, block.runs, sectionLook(look, block.level));
      return;
    case 'paragraph':
      addPassage(context, block.runs, { ...textLook(), ...(depth > 0 ? { indent: depth } : {}) });
      return;
    case 'list':
      flowList(block, context, depth);
      return;
    case 'table':
      flowCaptioned(block, context);
      return;
    case 'chart':
      addSpace(context);
      placeChart(block, context, {
        table: (table) => flowTable(table, context),
        title: (text) => addTitle(context, [{ text }], captionLook(look), 24),
      });
      if (block.source) addPassage(context, block.source, sourceLook());
      return;
    case 'kpis':
      flowKpis(block, context);
      return;
    case 'image':
      flowPicture(block, context);
      return;
    case 'quote':
    case 'callout':
      flowBox(block, context);
      return;
    case 'code':
      for (const line of block.text.split('\n')) addRow(context, clip(line) || ' ', codeLook(look), 15);
      return;
    case 'columns':
      for (const column of block.columns) for (const inner of column.blocks) flowBlock(inner, context, depth);
      return;
    case 'clause':
    case 'slide':
    case 'sheet':
      flowContainer(block, context, depth);
      return;
    case 'canvas':
      warn(context, {
        code: 'canvas_as_text',
        severity: 'warning',
        message: 'A canvas is shown as its text alone in a workbook.',
        blockId: block.id,
      });
      return flowText(block, context);
    case 'cover':
    case 'letterhead':
    case 'signatures':
    case 'equation':
      return flowText(block, context);
    case 'toc':
    case 'divider':
    case 'page_break':
    case 'footnotes':
  }
}

/** What a sheet has no form for: its text, a row for each line. */
function flowText(block: Block, context: FlowContext): void {
  for (const line of blockText(block).split('\n')) addPassage(context, [{ text: line }], textLook());
}

function flowContainer(block: Extract<Block, { type: 'clause' | 'slide' | 'sheet' }>, context: FlowContext, depth: number): void {
  const title = block.type === 'sheet' ? [{ text: block.name }] : block.title;
  if (title) addPassage(context, title, sectionLook(context.book.look, 3));
  for (const inner of block.blocks) flowBlock(inner, context, depth);
  if (block.type === 'slide') for (const inner of block.notes ?? []) flowBlock(inner, context, depth);
}

/** Deeper lists are further in, as far as a cell takes it. */
const INDENT_MAX = 10;

function flowList(list: List, context: FlowContext, depth: number): void {
  const indent = Math.min(depth + 1, INDENT_MAX);
  if (isDefinitionList(list)) return flowDefinitions(list, context, depth);
  for (const [i, item] of list.items.entries()) {
    const mark = item.checked === undefined ? (list.ordered ? `${(list.start ?? 1) + i}. ` : '• ') : item.checked ? '☑ ' : '☐ ';
    const [first, ...rest] = item.blocks;
    if (first?.type === 'paragraph') addPassage(context, [{ text: mark }, ...first.runs], { ...textLook(), indent });
    else addPassage(context, [{ text: mark }], { ...textLook(), indent });
    for (const block of first?.type === 'paragraph' ? rest : item.blocks) flowBlock(block, context, Math.min(depth + 1, INDENT_MAX));
  }
}

function flowDefinitions(list: List, context: FlowContext, depth: number): void {
  for (const { blocks } of list.items) {
    const [term, ...meaning] = blocks;
    if (term?.type === 'paragraph') addPassage(context, term.runs, { ...textLook(), bold: true, ...(depth > 0 ? { indent: depth } : {}) });
    for (const block of term?.type === 'paragraph' ? meaning : blocks) flowBlock(block, context, Math.min(depth + 1, INDENT_MAX));
  }
}

function flowBox(block: Quote | Callout, context: FlowContext): void {
  addSpace(context);
  const look = calloutLook(context.book.look);
  if (block.type === 'callout')
    addPassage(context, block.title ?? [{ text: labelsOf(languageAt(context.book.document, block.id))[block.kind] }], {
      ...look,
      bold: true,
      color: context.book.look.palette.deep,
    });
  for (const inner of block.blocks) {
    if (inner.type === 'paragraph')
      addPassage(context, inner.runs, block.type === 'quote' ? { ...look, italic: true, style: 'quotation' } : look);
    else flowBlock(inner, context, 0);
  }
  if (block.type === 'quote' && block.by !== undefined)
    addPassage(context, [{ text: `— ${block.by}` }], { ...look, color: NEUTRALS.muted, style: 'quotation' });
  addSpace(context);
}

// -------------------------------------------------------------------------------------------------------------- tables

function flowCaptioned(table: Table, context: FlowContext): void {
  if (context.sheet.tables.length > 0 || context.sheet.passages.length > 0) addSpace(context);
  if (table.caption) addTitle(context, table.caption, captionLook(context.book.look), 24);
  if (table.rows.length > 0 && table.columns.length > 0) flowTable(table, context);
  if (table.source) addPassage(context, table.source, sourceLook());
  addSpace(context);
}

export function flowTable(table: Table, context: FlowContext): TablePlan {
  const { book, sheet, sheetIndex } = context;
  const plan = planTable(table, {
    index: book.tables.length,
    sheet: sheetIndex,
    top: sheet.next,
    left: left(context),
    lang: languageAt(book.document, context.sheet.blockId),
    decimal: context.decimal,
    look: book.look,
    footnotes: context.footnotes,
    note: (note) => warn(context, note),
    cellAt: (row, column) => `${sheet.name}!${cellName(row, column)}`,
    link: (row, column, target) => sheet.links.push({ row, column, target }),
    remark: (row, column, remarks) => sheet.remarks.push({ row, column, remarks }),
  });
  const caption = table.caption ? plainText(table.caption) : '';
  plan.anchor = table.anchor;
  plan.aliases = [table.anchor, caption]
    .filter((name): name is string => name !== undefined && name !== '')
    .map((name) => name.trim().toLowerCase());
  book.tables.push(plan);
  sheet.tables.push(plan);
  sheet.next = plan.bottom + 1;
  return plan;
}

// --------------------------------------------------------------------------------------------------------- key figures

const KPIS_PER_ROW = 4;

/** Each takes two columns: label, large value, change below. */
function flowKpis(block: Kpis, context: FlowContext): void {
  const { sheet, book, decimal } = context;
  const { look } = book;
  for (let from = 0; from < block.items.length; from += KPIS_PER_ROW) {
    addSpace(context);
    const row = sheet.next;
    const items = block.items.slice(from, from + KPIS_PER_ROW);
    const cells = items.map((item, i) => ({ item, column: left(context) + i * 2 }));
    sheet.rows.set(row, {
      heightPt: 22,
      cells: cells.flatMap(({ item, column }) => {
        const top = { style: 'thick', color: look.palette.accent } as const;
        const label: CellLook = { sizePt: 10.5, color: NEUTRALS.muted, vertical: 'center', top, style: 'figureLabel' };
        return [{ column, content: item.label ? clip(plainText(item.label)) : null, look: label }];
      }),
    });
    sheet.rows.set(row + 1, {
      heightPt: 32,
      cells: cells.map(({ item, column }) => {
        const text = plainText(item.value).trim();
        const source = text.startsWith('=') ? text : undefined;
        const amount = source !== undefined || /\d\s*(?:k|M|MM|bn|B)\b/.test(text) ? undefined : readAmount(text, decimal);
        const bigger: CellLook = {
          bold: true,
          sizePt: FIGURE_PT,
          color: look.palette.deep,
          align: 'left',
          vertical: 'center',
          style: 'figure',
          ...(amount ? { format: ownFormat(amount, book.document.lang) } : {}),
        };
        sheet.merges.push({ top: row + 1, bottom: row + 1, left: column, right: column + 1 });
        sheet.figures.push({ row: row + 1, column, labelChars: item.label ? sheet.measure.textChars(plainText(item.label), 10.5) : 0 });
        return {
          column,
          content:
            source !== undefined
              ? { kind: 'formula', source, formula: { kind: 'missing' }, value: undefined }
              : amount
                ? amount.value
                : clip(text),
          look: bigger,
        };
      }),
    });
    sheet.next = row + 2;
    if (items.some((item) => item.change)) {
      sheet.rows.set(row + 2, {
        heightPt: 16,
        cells: cells.flatMap(({ item, column }) =>
          item.change ? [changeCell(plainText(item.change), item.label ? plainText(item.label) : '', column)] : [],
        ),
      });
      sheet.next++;
    }
  }
  addSpace(context);
}

const ARROWS: Readonly<Record<string, string>> = { up: '▲', down: '▼', flat: '►' };

function changeCell(text: string, label: string, column: number): CellPlan {
  const said = ARROWS[text.trim().toLowerCase()] ?? clip(text);
  const tone = changeTone(said, label);
  return {
    column,
    content: said,
    look: {
      style: 'figureChange',
      bold: true,
      sizePt: 9,
      color: tone === 'good' ? MEANING.good : tone === 'bad' ? MEANING.bad : NEUTRALS.muted,
    },
  };
}

// ------------------------------------------------------------------------------------------------------------ pictures

function flowPicture(block: Extract<Block, { type: 'image' }>, context: FlowContext): void {
  const { sheet, book } = context;
  const asset = block.asset === null ? undefined : book.document.assets.get(block.asset);
  addSpace(context);
  if (block.caption) addPassage(context, block.caption, captionLook(book.look));
  if (!asset) addPassage(context, [{ text: block.alt }], { ...textLook(), italic: true, color: NEUTRALS.muted });
  else {
    const scale = Math.min(1, PICTURE_PT_MAX.width / (asset.width * PT_PER_PX), PICTURE_PT_MAX.height / (asset.height * PT_PER_PX));
    const [widthPt, heightPt] = [asset.width * PT_PER_PX * scale, asset.height * PT_PER_PX * scale];
    sheet.pictures.push({ asset, alt: block.alt, row: sheet.next, column: left(context), widthPt, heightPt });
    for (let used = 0; used < heightPt; used += ROW_PT) sheet.rows.set(sheet.next++, { heightPt: ROW_PT, cells: [] });
  }
  if (block.source) addPassage(context, block.source, sourceLook());
  addSpace(context);
}

// ----------------------------------------------------------------------------------------------------------- footnotes

function flowFootnotes(blocks: readonly Block[], context: FlowContext): void {
  const used = new Set<string>();
  const seek = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(seek);
    else if (typeof value === 'object' && value !== null) {
      if ('footnote' in value && typeof value.footnote === 'string') used.add(value.footnote);
      Object.values(value).forEach(seek);
    }
  };
  if (context.footnotes.size === 0) return;
  seek(blocks);
  const notes = context.notesById;
  const wanted = [...context.footnotes].filter(([id]) => used.has(id));
  if (wanted.length > 0) addSpace(context);
  for (const [id, number] of wanted) addPassage(context, [{ text: `${number}  ${blocksText(notes.get(id) ?? [])}` }], sourceLook());
}
