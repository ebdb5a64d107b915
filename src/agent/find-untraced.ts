/** Figures that a written text has and neither its request nor its sources: nobody knows where they come from. */
import type { Note } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { blockText, walkBlocks } from '../document/walk.ts';

const FIGURE = /(?<![\p{L}\d.,])\d[\d.,\u00A0\u202F]*\d(?![\p{L}\d])|(?<![\p{L}\d.,])\d(?=\s?[%€$£])/gu;
const NOTES_MAX = 20;

/** The digits alone: `1,200.50` and `1.200,5` are the same figure. */
const digitsOf = (figure: string): string => figure.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');

/** @param known the request, the sources, today's date */
export function findUntraced(blocks: readonly Block[], known: string): Note[] {
  const traced = new Set(Array.from(known.matchAll(/\d[\d.,\u00A0\u202F]*/gu), ([figure]) => digitsOf(figure)));
  const notes: Note[] = [];
  const seen = new Set<string>();
  for (const top of blocks) {
    for (const block of walkBlocks([top])) {
      if (block.type === 'code' || block.type === 'equation') continue;
      // what is summed up has its parts above it; whether it is right, a rule says
      const read = block.type === 'table' && block.total_row === true ? { ...block, rows: block.rows.slice(0, -1) } : block;
      for (const [figure] of blockText(read).matchAll(FIGURE)) {
        const digits = digitsOf(figure);
        if (digits === '' || traced.has(digits) || seen.has(digits)) continue;
        seen.add(digits);
        notes.push({
          code: 'number_untraced',
          severity: 'info',
          message: `The figure ${figure.slice(0, 40)} is neither in the request nor in a source; check where it comes from.`,
          blockId: top.id,
        });
        if (notes.length >= NOTES_MAX) return notes;
      }
    }
  }
  return notes;
}
