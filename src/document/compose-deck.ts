/** From the author's blocks to a deck: what its title slide says, and what it is called. Slides themselves are the writer's. */
import type { Block, Cover, Slide } from './block.ts';
import type { ContentMeta } from './compose.ts';
import { leadWithTerms } from './definitions.ts';
import type { Asset, Document } from './document.ts';
import { acceptedRuns, plainText } from './inline.ts';
import { sectionLanguages } from './section-languages.ts';
import { joinTornTitle } from './torn-title.ts';
import { writtenDate } from './written-date.ts';

export interface DeckInput {
  blocks: readonly Block[];
  meta: ContentMeta;
  lang: string;
  name: string | null;
  assets: ReadonlyMap<string, Asset>;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Where the deck says its own title: a cover, a slide of that kind, or its first heading. */
function ownTitle(blocks: readonly Block[]): string {
  const cover = blocks.find((block): block is Cover => block.type === 'cover');
  if (cover?.title !== undefined && cover.title.trim() !== '') return cover.title;
  for (const block of blocks) {
    if (block.type === 'slide') return plainText(acceptedRuns(block.title ?? []));
    if (block.type === 'heading') return plainText(acceptedRuns(block.runs));
  }
  return '';
}

/** A slide that is one canvas has its heading there: as the first of a deck it is the title slide that its author has drawn. */
function isDrawnWhole({ title, blocks }: Slide): boolean {
  return plainText(title ?? []).trim() === '' && blocks.length === 1 && blocks[0]?.type === 'canvas';
}

/**
 * Makes one title of two where that of the front matter says more than the first heading, or less ("Solaria – Series A" above "# Solaria"):
 * the heading gets the longer form.
 * @returns whether they are one title
 */
function joinTitles(blocks: Block[], title: string): boolean {
  const [first] = blocks;
  if (first?.type !== 'heading' || first.level !== 1 || blocks.some((block, at) => at > 0 && block.type === 'heading' && block.level === 1))
    return false;
  const [own, given] = [plainText(acceptedRuns(first.runs)).trim(), title.trim()];
  const begins = (long: string, short: string): boolean =>
    short !== '' && long.toLowerCase().startsWith(short.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(long.slice(short.length));
  if (begins(own, given)) return true;
  if (!begins(given, own)) return false;
  blocks[0] = { ...first, runs: [{ text: given }] };
  return true;
}

/**
 * A title of the front matter heads the deck, unless its first slide is the title slide already. Blocks keep their ids;
 * what is added has none of them.
 */
export function composeDeck(input: DeckInput): Document {
  const { lang, name, assets } = input;
  const meta = input.meta.date === undefined ? input.meta : { ...input.meta, date: writtenDate(input.meta.date, lang) };
  const blocks = leadWithTerms(joinTornTitle(input.blocks));
  const own = ownTitle(blocks);
  const title = meta.title ?? (own.trim() === '' ? (name ?? '') : own);
  const [first] = blocks;
  const has =
    (first?.type === 'slide' && isDrawnWhole(first)) ||
    blocks.some((block) => block.type === 'cover') ||
    (first?.type === 'slide' && first.layout === 'title') ||
    (first?.type === 'slide' && first.blocks.length === 0 && same(own, title)) ||
    (first?.type === 'heading' && first.level === 1 && same(own, title)) ||
    joinTitles(blocks, title);
  if (meta.title !== undefined && !has) {
    blocks.unshift({
      id: 'cover',
      type: 'cover',
      title: meta.title,
      ...(meta.subtitle === undefined ? {} : { subtitle: meta.subtitle }),
      ...(meta.author === undefined ? {} : { author: meta.author }),
      ...(meta.date === undefined ? {} : { date: meta.date }),
      ...(meta.organization === undefined ? {} : { organization: meta.organization }),
      ...(meta.version === undefined ? {} : { version: meta.version }),
    });
  }
  const languages = sectionLanguages(blocks, lang);
  return {
    title,
    lang,
    ...(languages.size > 0 ? { languages } : {}),
    subtitle: meta.subtitle,
    author: meta.author,
    organization: meta.organization,
    date: meta.date,
    blocks,
    assets,
  };
}
