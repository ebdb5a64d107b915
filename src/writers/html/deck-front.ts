/** How a deck opens as a page: its title slide becomes the head. */
import type { Block } from '../../document/block.ts';
import type { Document } from '../../document/document.ts';
import { plainText, type Run } from '../../document/inline.ts';
import { titleRuns } from '../typography.ts';
import { element, escapeHtml } from './markup.ts';
import { runsMarkup } from './runs.ts';
import type { Draft } from './draft.ts';

export interface DeckFront {
  title: readonly Run[];
  /** Lines under the title. */
  lines: readonly Run[][];
  rest: readonly Block[];
}

const TITLE_LINES_MAX = 3;

/** Undefined where the document is no deck, or nothing of it could be a title. */
export function deckFront(document: Document, blocks: readonly Block[]): DeckFront | undefined {
  const [first, ...others] = blocks;
  if (first?.type !== 'slide') return undefined;
  const opens =
    first.title !== undefined &&
    first.blocks.length <= TITLE_LINES_MAX &&
    first.blocks.every((block) => block.type === 'paragraph') &&
    (first.notes ?? []).length === 0;
  if (opens && (document.title === '' || first.layout === 'title' || plainText(first.title ?? []) === document.title))
    return {
      title: first.title ?? [],
      lines: first.blocks.flatMap((block) => (block.type === 'paragraph' ? [block.runs] : [])),
      rest: others,
    };
  if (document.title === '') return undefined;
  const lines = [document.subtitle, [document.author ?? document.organization, document.date].filter((part) => part).join('  ·  ')];
  return {
    title: [{ text: document.title }],
    lines: lines.flatMap((text) => (text === undefined || text === '' ? [] : [[{ text }]])),
    rest: blocks,
  };
}

/** The head of the page. */
export function deckHero(draft: Draft, { title, lines }: DeckFront): string {
  const parts = lines.map((runs, at) => element('p', { class: at === 0 ? 'subtitle' : 'meta' }, runsMarkup(draft, runs)));
  const eyebrow = draft.document.eyebrow === undefined ? '' : element('p', { class: 'eyebrow' }, escapeHtml(draft.document.eyebrow));
  return `<header class="hero cover deck"><div class="hero-in">${eyebrow}<h1>${runsMarkup(draft, titleRuns(title))}</h1>${parts.join('')}</div></header>`;
}
