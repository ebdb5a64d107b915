/** Words that an operation on a slide means: in a shape, a cell, a paragraph, all of it or what is found there. */
import { z } from 'zod';
import type { DeckFile, DeckParagraph } from '../../../ooxml/deck-file.ts';
import { followMoves } from '../../../ooxml/address-moves.ts';
import { paragraphsOfDeck } from '../../../ooxml/deck-file.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { findText, nearestTexts, preferExact } from '../../find-text.ts';
import { textFits } from '../../text-fits.ts';
import type { Stretch } from './change-runs.ts';

/** Fields of operations on words. */
export const wordsFields = {
  find: textFits(1, 2_000).optional().describe('Only these words of it.'),
  all: z.boolean().optional().describe('Wherever they are in it; without it they must be there once.'),
};

/** Words of one paragraph. */
export interface ChosenWords {
  paragraph: DeckParagraph;
  stretches: Stretch[];
  /** All of the paragraph. */
  isWhole: boolean;
}

/** The paragraphs at an address: of a shape, a cell, a row, a table, notes, or one alone. */
export function paragraphsAt(file: DeckFile, target: string): DeckParagraph[] | Rejected {
  const now = followMoves(file.moves, target);
  if (now === null) return reject('target_not_found', `${target.slice(0, 100)} went with an earlier operation of this request.`);
  const all = paragraphsOfDeck(file);
  const found = all.filter(({ address }) => address === now || address.startsWith(`${now}.`));
  if (found.length > 0) return found;
  const slide = now.split('.')[0] ?? '';
  const near = [...new Set(all.map(({ address }) => address.replace(/\.p\d+$/, '')))].filter((address) => address.startsWith(`${slide}.`));
  return reject('target_not_found', `There is no text at ${target.slice(0, 100)} in this presentation.`, near);
}

/** The words meant. @param find absent: all of it */
export function chooseWords(
  paragraphs: readonly DeckParagraph[],
  { target, find, all }: { target: string; find?: string | undefined; all?: boolean | undefined },
): ChosenWords[] | Rejected {
  if (find === undefined)
    return paragraphs.map((paragraph) => ({ paragraph, stretches: [{ start: 0, end: paragraph.text.length }], isWhole: true }));
  const held = paragraphs.map((paragraph) => ({ paragraph, changes: findText(paragraph.text, { find, replace: find }) }));
  const found = preferExact(
    held.filter(({ changes }) => changes.length > 0),
    all,
  );
  const count = found.reduce((sum, { changes }) => sum + changes.length, 0);
  if (count === 0) {
    const near = nearestTexts(paragraphs, find);
    return reject(
      'target_not_found',
      `"${find.slice(0, 100)}" is not in ${target}.`,
      near.length > 0 ? near : paragraphs.map(({ address }) => address),
    );
  }
  if (count > 1 && all !== true)
    return reject(
      'ambiguous_target',
      `"${find.slice(0, 100)}" is in ${target} ${count} times; name a paragraph, or set all.`,
      found.map(({ paragraph }) => paragraph.address),
    );
  return found.map(({ paragraph, changes }) => ({
    paragraph,
    stretches: changes.map(({ start, end }) => ({ start, end })),
    isWhole: changes[0]?.start === 0 && changes[0].end === paragraph.text.length,
  }));
}

/** The words as text, a line for each stretch. */
export const saidIn = (chosen: readonly ChosenWords[]): string =>
  chosen.flatMap(({ paragraph, stretches }) => stretches.map(({ start, end }) => paragraph.text.slice(start, end))).join('\n');
