/**
 * Ways through the tree. None of them recurses: the depth of a tree is bounded by its reader, but these functions hold
 * for a tree of any depth.
 */
import { append } from '../base/append.ts';
import type { Block } from './block.ts';
import { canvasTexts } from './canvas.ts';
import { plainText } from './inline.ts';
import { interactiveRuns, interactiveTexts } from './interactive.ts';
import type { Run } from './inline.ts';

/** The lists of blocks that are directly inside a block, in reading order (the arrays themselves, not copies). */
export function childLists(block: Block): Block[][] {
  switch (block.type) {
    case 'list':
      return block.items.map((item) => item.blocks);
    case 'table':
      return block.rows.flatMap((row) => row.cells.flatMap((cell) => (cell.blocks ? [cell.blocks] : [])));
    case 'columns':
      return block.columns.map((column) => column.blocks);
    case 'footnotes':
      return block.notes.map((note) => note.blocks);
    case 'slide':
      return block.notes ? [block.blocks, block.notes] : [block.blocks];
    case 'quote':
    case 'callout':
    case 'clause':
    case 'sheet':
      return [block.blocks];
    case 'heading':
    case 'paragraph':
    case 'image':
    case 'chart':
    case 'code':
    case 'equation':
    case 'kpis':
    case 'divider':
    case 'page_break':
    case 'toc':
    case 'cover':
    case 'letterhead':
    case 'signatures':
    case 'canvas':
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return [];
  }
}

/** Every block, depth first in reading order, a container before what it holds (also in cells, footnotes, slide notes). */
export function* walkBlocks(blocks: readonly Block[]): Generator<Block, void, undefined> {
  const waiting: Block[] = blocks.toReversed();
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    yield block;
    const lists = childLists(block);
    for (let index = lists.length - 1; index >= 0; index--) {
      const list = lists[index] ?? [];
      for (let at = list.length - 1; at >= 0; at--) {
        const child = list[at];
        if (child) waiting.push(child);
      }
    }
  }
}

/** Gives the ids `b<first>`, `b<first + 1>`, … in reading order, in place. Returns the number after the last one given. */
export function numberBlocks(blocks: readonly Block[], first = 1): number {
  let next = first;
  for (const block of walkBlocks(blocks)) block.id = `b${next++}`;
  return next;
}

/** The lists of runs that a block holds itself, in reading order; those of nested blocks are not among them. */
export function blockRuns(block: Block): Run[][] {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return [block.runs];
    case 'table':
      return [
        ...(block.caption ? [block.caption] : []),
        ...block.rows.flatMap((row) => row.cells.map((cell) => cell.runs)),
        ...(block.source ? [block.source] : []),
      ];
    case 'image':
      return [...(block.caption ? [block.caption] : []), ...(block.source ? [block.source] : [])];
    case 'chart':
      return block.source ? [block.source] : [];
    case 'toc':
    case 'callout':
    case 'clause':
    case 'slide':
      return block.title ? [block.title] : [];
    case 'kpis':
      return block.items.flatMap((item) => [item.value, ...(item.label ? [item.label] : []), ...(item.change ? [item.change] : [])]);
    case 'list':
    case 'code':
    case 'quote':
    case 'equation':
    case 'columns':
    case 'divider':
    case 'page_break':
    case 'cover':
    case 'letterhead':
    case 'signatures':
    case 'canvas':
    case 'footnotes':
    case 'sheet':
      return [];
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return interactiveRuns(block);
  }
}

/** What a block says itself, apart from nested blocks: its runs and the plain strings that are read. */
function ownTexts(block: Block): string[] {
  const runs = blockRuns(block).map(plainText);
  switch (block.type) {
    case 'image':
      return block.caption ? runs : [block.alt, ...runs];
    case 'chart':
      return [block.title ?? '', ...block.series.map((series) => series.name), ...block.categories, ...runs];
    case 'code':
      return [block.text];
    case 'equation':
      return [block.tex];
    case 'cover':
      return [block.eyebrow ?? '', block.title ?? '', block.subtitle ?? '', block.author ?? '', block.organization ?? '', block.date ?? ''];
    case 'letterhead':
      return [...block.from, ...block.to, block.date ?? '', block.reference ?? '', block.subject ?? ''];
    case 'signatures':
      return block.parties.flatMap((party) => [party.name, party.role ?? '']);
    case 'sheet':
      return [block.name];
    case 'canvas':
      return canvasTexts(block.nodes);
    case 'form':
    case 'records':
    case 'checklist':
    case 'poll':
    case 'tally':
    case 'calculator':
      return [...runs, ...interactiveTexts(block)];
    default:
      return runs;
  }
}

/** All text of a block and of what is in it, one line per piece, without marks. `by` of a quote comes behind its words. */
export function blockText(block: Block): string {
  const lines: string[] = [];
  const waiting: (Block | string)[] = [block];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part === 'string') {
      lines.push(part);
      continue;
    }
    for (const text of ownTexts(part)) if (text !== '') lines.push(text);
    if (part.type === 'quote' && part.by) waiting.push(part.by);
    for (const list of childLists(part).reverse()) for (let at = list.length - 1; at >= 0; at--) waiting.push(list[at] ?? '');
  }
  return lines.join('\n');
}

/** A copy of a block whose arrays can be changed without touching the original; nested blocks are still the same. */
function copyBlock(block: Block): Block {
  switch (block.type) {
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: [...item.blocks] })) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => ({
          cells: row.cells.map((cell) => (cell.blocks ? { ...cell, blocks: [...cell.blocks] } : { ...cell })),
        })),
      };
    case 'columns':
      return { ...block, columns: block.columns.map((column) => ({ blocks: [...column.blocks] })) };
    case 'footnotes':
      return { ...block, notes: block.notes.map((note) => ({ ...note, blocks: [...note.blocks] })) };
    case 'slide':
      return block.notes ? { ...block, blocks: [...block.blocks], notes: [...block.notes] } : { ...block, blocks: [...block.blocks] };
    case 'quote':
    case 'callout':
    case 'clause':
    case 'sheet':
      return { ...block, blocks: [...block.blocks] };
    case 'kpis':
      return { ...block, items: block.items.map((item) => ({ ...item })) };
    default:
      return { ...block };
  }
}

/** Replaces the runs that a (freshly copied) block holds itself. */
function changeRuns(block: Block, change: (runs: Run[], block: Block) => Run[]): void {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      block.runs = change(block.runs, block);
      return;
    case 'table':
      if (block.caption) block.caption = change(block.caption, block);
      for (const row of block.rows) for (const cell of row.cells) cell.runs = change(cell.runs, block);
      if (block.source) block.source = change(block.source, block);
      return;
    case 'image':
      if (block.caption) block.caption = change(block.caption, block);
      if (block.source) block.source = change(block.source, block);
      return;
    case 'chart':
      if (block.source) block.source = change(block.source, block);
      return;
    case 'toc':
    case 'callout':
    case 'clause':
    case 'slide':
    case 'form':
    case 'records':
    case 'checklist':
    case 'calculator':
      if (block.title) block.title = change(block.title, block);
      return;
    case 'poll':
      block.question = change(block.question, block);
      return;
    case 'kpis':
      for (const item of block.items) {
        item.value = change(item.value, block);
        if (item.label) item.label = change(item.label, block);
        if (item.change) item.change = change(item.change, block);
      }
      return;
    default:
  }
}

/** A copy of the blocks in which every list of runs, at any depth, is what `change` made of it. The original stays. */
export function mapRuns(blocks: readonly Block[], change: (runs: Run[], block: Block) => Run[]): Block[] {
  const copies = [...blocks];
  const waiting: Block[][] = [copies];
  for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
    for (const [index, original] of list.entries()) {
      const copy = copyBlock(original);
      changeRuns(copy, change);
      list[index] = copy;
      append(waiting, childLists(copy));
    }
  }
  return copies;
}

/** The block with each list of blocks that it holds directly replaced by what `change` makes of it. The original stays. */
export function mapChildLists(block: Block, change: (blocks: Block[]) => Block[]): Block {
  switch (block.type) {
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: change(item.blocks) })) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => ({
          cells: row.cells.map((cell) => (cell.blocks ? { ...cell, blocks: change(cell.blocks) } : cell)),
        })),
      };
    case 'columns':
      return { ...block, columns: block.columns.map((column) => ({ blocks: change(column.blocks) })) };
    case 'footnotes':
      return { ...block, notes: block.notes.map((note) => ({ ...note, blocks: change(note.blocks) })) };
    case 'slide':
      return { ...block, blocks: change(block.blocks), ...(block.notes ? { notes: change(block.notes) } : {}) };
    case 'quote':
    case 'callout':
    case 'clause':
    case 'sheet':
      return { ...block, blocks: change(block.blocks) };
    default:
      return block;
  }
}
