/** Repairs give back a changed draft; these make the change to one block and share all the rest. */
import type { Block } from '../document/block.ts';
import { mapChildLists } from '../document/walk.ts';
import type { Draft } from './define-rule.ts';

/** The draft with one top-level block replaced by what `change` makes of it; the same draft where there is no such block. */
export function replaceTopBlock(draft: Draft, id: string, change: (block: Block) => Block[]): Draft {
  const blocks = draft.document.blocks.flatMap((block) => (block.id === id ? change(block) : [block]));
  return { ...draft, document: { ...draft.document, blocks } };
}

/** The same at any depth. */
export function replaceBlock(draft: Draft, id: string, change: (block: Block) => Block): Draft {
  const inList = (blocks: Block[]): Block[] => blocks.map((block) => (block.id === id ? change(block) : mapChildLists(block, inList)));
  return { ...draft, document: { ...draft.document, blocks: inList(draft.document.blocks) } };
}
