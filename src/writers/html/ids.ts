/** Ids of the page's elements: the author's own anchors, and for headings without one the slug of their words. */
import type { Block } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import { plainText } from '../../document/inline.ts';
import { walkBlocks } from '../../document/walk.ts';
import type { HeadingEntry } from '../references.ts';

export interface PageIds {
  /** Of a block's element. */
  byBlock: ReadonlyMap<string, string>;
  /** Of the element that `#name` leads to. */
  byAnchor: ReadonlyMap<string, string>;
}

const SLUG_MAX = 60;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Ids hold no blanks, and none begins like ours. */
const legal = (name: string): string => {
  const clean = name.replaceAll(/[\s"'<>&]+/g, '-').slice(0, SLUG_MAX) || 'section';
  return clean.startsWith('o-') ? `_${clean}` : clean;
};

/** Unique names for all blocks that something may lead to. */
export function collectIds(document: Document, headings: readonly HeadingEntry[]): PageIds {
  const byBlock = new Map<string, string>();
  const byAnchor = new Map<string, string>();
  const taken = new Set<string>();
  const take = (wanted: string): string => {
    const stem = legal(wanted);
    let name = stem;
    for (let count = 2; taken.has(name); count += 1) name = `${stem}-${count}`;
    taken.add(name);
    return name;
  };
  const anchored = (block: Block): void => {
    if (block.anchor === undefined || byAnchor.has(block.anchor)) return;
    const id = take(block.anchor);
    byBlock.set(block.id, id);
    byAnchor.set(block.anchor, id);
  };
  for (const block of walkBlocks(document.blocks)) anchored(block);
  const seen = new Map<string, number>();
  for (const { blockId, runs } of headings) {
    const slug = slugOf(plainText(runs));
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    const implied = count === 0 ? slug : `${slug}-${count}`;
    const id = byBlock.get(blockId) ?? take(implied);
    byBlock.set(blockId, id);
    if (!byAnchor.has(implied)) byAnchor.set(implied, id);
  }
  return { byBlock, byAnchor };
}
