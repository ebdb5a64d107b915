/** Lists with a word or two above each, as the parts of a comparison. */
import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import type { Part } from './card-slides.ts';

const NAME_CHARS_MAX = 40;

const PIECE_CHARS_MAX = 42;

/** "94 minutes, 3 operators, 2 lifts": each of them on a line; a sentence stays whole. */
function piecesOf(text: string): string[] {
  const pieces = text.replace(/\.$/, '').split(/[,;]\s+/);
  return pieces.length > 1 && pieces.every((piece) => piece.length > 0 && piece.length <= PIECE_CHARS_MAX && !/[.!?]\s/.test(piece))
    ? pieces
    : [text];
}

/** "Before: …" and "After: …", a paragraph each of one run of text. */
function namedParagraphs(blocks: readonly Block[]): Part[] | undefined {
  if (blocks.length !== 2) return undefined;
  const parts = blocks.map((block): Part | undefined => {
    const [only, ...others] = block.type === 'paragraph' ? block.runs : [];
    const found = only && others.length === 0 && only.link === undefined ? /^([^:\n]{2,24}):\s+(\S[^\n]*)$/u.exec(only.text) : null;
    return found
      ? {
          head: [{ text: found[1] ?? '' }],
          blocks: piecesOf(found[2] ?? '').map((text): Block => ({ id: block.id, type: 'paragraph', runs: [{ text }] })),
        }
      : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** "Do:" and "Don't:", each with a list below it; or two paragraphs that begin with such a word. */
export function namedLists(blocks: readonly Block[]): Part[] | undefined {
  const said = namedParagraphs(blocks);
  if (said) return said;
  const parts: Part[] = [];
  for (let at = 0; at < blocks.length; at += 2) {
    const [name, list] = [blocks[at], blocks[at + 1]];
    if (name?.type !== 'paragraph' || list?.type !== 'list') return undefined;
    const text = plainText(name.runs).trim();
    const bold = name.runs.every((run) => run.bold === true || run.text.trim() === '');
    if (
      (!/[:：]$/u.test(text) && !bold) ||
      text.length > NAME_CHARS_MAX ||
      name.runs.some(({ link, math }) => link !== undefined || math === true)
    )
      return undefined;
    parts.push({ head: [{ text: text.replace(/\s*[:：]$/u, '') }], blocks: [list] });
  }
  return parts.length > 1 ? parts : undefined;
}
