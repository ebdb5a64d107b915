/** Repairs give back a changed draft; these make the change to one block and share all the rest. */
import type { Block } from '../document/block.ts';
import type { Draft } from './define-rule.ts';

/** The draft with one top-level block replaced by what `change` makes of it; the same draft where there is no such block. */
export function replaceTopBlock(draft: Draft, id: string, change: (block: Block) => Block[]): Draft {
  const blocks = draft.document.blocks.flatMap((block) => (block.id === id ? change(block) : [block]));
  return { ...draft, document: { ...draft.document, blocks } };
}

/** The same at any depth. */
export function replaceBlock(draft: Draft, id: string, change: (block: Block) => Block): Draft {
  const inList = (blocks: Block[]): Block[] => blocks.map((block) => (block.id === id ? change(block) : inside(block)));
  const inside = (block: Block): Block => {
    switch (block.type) {
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: inList(item.blocks) })) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => ({ cells: row.cells.map((cell) => (cell.blocks ? { ...cell, blocks: inList(cell.blocks) } : cell)) })) };
      case 'columns':
        return { ...block, columns: block.columns.map((column) => ({ blocks: inList(column.blocks) })) };
      case 'footnotes':
        return { ...block, notes: block.notes.map((note) => ({ ...note, blocks: inList(note.blocks) })) };
      case 'quote':
      case 'callout':
      case 'clause':
      case 'slide':
      case 'sheet':
        return { ...block, blocks: inList(block.blocks) };
      default:
        return block;
    }
  };
  return { ...draft, document: { ...draft.document, blocks: inList(draft.document.blocks) } };
}
