/** Lists with a word or two above each, as the parts of a comparison. */
import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import type { Part } from './card-slides.ts';

const NAME_CHARS_MAX = 40;

/** "Do:" and "Don't:", each with a list below it. */
export function namedLists(blocks: readonly Block[]): Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const [name, list] = [blocks[at], blocks[at + 1]];
    if (name?.type !== 'paragraph' || list?.type !== 'list') return undefined;
    const text = plainText(name.runs).trim();
    if (!/[:：]$/u.test(text) || text.length > NAME_CHARS_MAX || name.runs.some(({ link, math }) => link !== undefined || math === true))
      return undefined;
    parts.push({ head: [{ text: text.replace(/\s*[:：]$/u, '') }], blocks: [list] });
  }
  return parts.length > 1 ? parts : undefined;
}
