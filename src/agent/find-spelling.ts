/** English that is written in another spelling than the request and the material are in. */
import type { Note } from '../base/note.ts';
import type { Block } from '../document/block.ts';
import { mixedWith, spellingOf, spellingOfBlocks } from '../document/english-spelling.ts';

const TOLD_MAX = 8;
const WORDS_MIN = 2;

/** @param known the request and its sources */
export function findForeignSpelling(blocks: readonly Block[], lang: string, known: string): Note[] {
  if (!/^en\b/i.test(lang)) return [];
  const side = mixedWith(spellingOf(known))?.side;
  const written = spellingOfBlocks(blocks, lang);
  const own = mixedWith(written);
  // what is mixed in itself a rule says
  if (side === undefined || own === undefined || own.side === side || own.strange.length > 0) return [];
  const strange = side === 'British' ? written.american : written.british;
  if (strange.length < WORDS_MIN) return [];
  return [
    {
      code: 'spelling_mixed',
      severity: 'info',
      message: `The request and its sources are in ${side} spelling, and the text is not: ${strange.slice(0, TOLD_MAX).join(', ')}.`,
    },
  ];
}
