/** Headings: the title of the page is its only h1, the outline is below it without gaps. */
import { plainText, type Run } from '../../document/inline.ts';
import type { Draft } from './draft.ts';
import { element, escapeHtml } from './markup.ts';
import { datedMarkup } from './runs.ts';

export interface PageHeading {
  blockId: string;
  /** Of the document's outline, from 1. */
  level: number;
  runs: readonly Run[];
  /** Counted before the words; '' where nothing is. */
  number: string;
  /** The element carries the id of the block; else what holds it does. */
  own?: boolean;
}

/** One below the nearest earlier heading of a lower level: an outline has no gaps. */
function rankOf({ openLevels }: Draft, wanted: number): number {
  while ((openLevels.at(-1) ?? 0) >= wanted) openLevels.pop();
  openLevels.push(wanted);
  return openLevels.length;
}

/** A heading of the outline; one without words is nothing. */
export function headingMarkup(draft: Draft, { blockId, level, runs, number, own = true }: PageHeading): string {
  if (plainText(runs).trim() === '') return '';
  const count = number === '' ? '' : `${element('span', { class: 'number' }, escapeHtml(number))} `;
  const rank = Math.min(rankOf(draft, level) + 1, 6);
  return element(`h${rank}`, { id: own ? draft.ids.byBlock.get(blockId) : undefined }, `${count}${datedMarkup(draft, runs)}`);
}
