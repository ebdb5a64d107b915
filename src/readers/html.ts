/** Web pages → document. */
import type { Block } from '../document/block.ts';
import type { Noted } from '../base/note.ts';
import { readText } from './text.ts';

export function readHtml(bytes: Uint8Array): Noted<{ blocks: Block[]; pages: null }> {
  const { value, notes } = readText(bytes);
  return { value: { blocks: value.blocks, pages: null }, notes };
}
