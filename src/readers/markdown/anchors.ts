/** Links inside of the document (`#id`): each leads to an anchor, or it becomes plain text and a note says so. */
import type { Block } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { blockRuns, walkBlocks } from '../../document/walk.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { joinRuns } from './runs.ts';

/** The name that GitHub gives a heading: lower case, no punctuation, spaces as hyphens. */
function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replace(/\s/g, '-');
}

/** `garantía` → `garantia`: people leave accents out of links. */
const withoutAccents = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * Removes doubled anchors, and makes every link lead to an anchor that exists: a heading that is linked by its slug
 * takes the slug for its anchor, so that no writer needs to know about slugs.
 */
export function resolveAnchors(blocks: readonly Block[], reading: Reading): void {
  const anchors = new Set<string>();
  const linked: Block[] = [];
  for (const block of walkBlocks(blocks)) {
    if (block.anchor !== undefined) {
      if (anchors.has(block.anchor)) {
        addNote(reading, {
          code: 'anchor_duplicate',
          severity: 'info',
          message: `The mark {#${block.anchor.slice(0, 60)}} appears twice; links lead to the first.`,
        });
        delete block.anchor;
      } else anchors.add(block.anchor);
    }
    if (
      blockRuns(block).some((runs) => runs.some((run) => run.link?.startsWith('#'))) ||
      (block.type === 'image' && block.link?.startsWith('#'))
    )
      linked.push(block);
  }
  if (linked.length === 0) return;
  const slugs = collectSlugs(blocks, anchors);
  const resolve = (link: string): string | undefined => resolveLink(link, anchors, slugs, reading);
  for (const block of linked) {
    for (const runs of blockRuns(block)) resolveRuns(runs, resolve);
    if (block.type !== 'image' || !block.link?.startsWith('#')) continue;
    const link = resolve(block.link);
    if (link === undefined) delete block.link;
    else block.link = link;
  }
}

function collectSlugs(blocks: readonly Block[], anchors: ReadonlySet<string>): Map<string, Block> {
  const slugs = new Map<string, Block>();
  const counts = new Map<string, number>();
  for (const block of walkBlocks(blocks)) {
    const runs = block.type === 'heading' ? block.runs : block.type === 'clause' || block.type === 'slide' ? block.title : undefined;
    if (!runs) continue;
    const slug = slugOf(plainText(runs.filter((run) => run.footnote === undefined)));
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    const name = count === 0 ? slug : `${slug}-${count}`;
    if (name !== '' && !anchors.has(name) && !slugs.has(name)) slugs.set(name, block);
  }
  return slugs;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

/** `#anchor` as it is to be in the run, or undefined and a note where it leads nowhere. */
function resolveLink(link: string, anchors: Set<string>, slugs: ReadonlyMap<string, Block>, reading: Reading): string | undefined {
  const name = decode(link.slice(1));
  for (const candidate of [name, name.toLowerCase()]) {
    if (anchors.has(candidate)) return `#${candidate}`;
    const block = slugs.get(candidate);
    if (!block) continue;
    if (block.anchor === undefined) {
      block.anchor = candidate;
      anchors.add(candidate);
    }
    return `#${block.anchor}`;
  }
  // headings whose numbers are counted now are linked by the numbers that were typed: `#3-term`
  const bare = (text: string): string => withoutAccents(text.toLowerCase()).replace(/^\d{1,2}(?:[-.]\d{1,2})?[-.]+(?=\p{L})/u, '');
  const alike = (
    [...slugs].find(([slug]) => withoutAccents(slug) === withoutAccents(name.toLowerCase())) ??
    [...slugs].find(([slug]) => bare(slug) === bare(name))
  )?.[1];
  if (alike) {
    alike.anchor ??= withoutAccents(name.toLowerCase());
    anchors.add(alike.anchor);
    return `#${alike.anchor}`;
  }
  addNote(reading, {
    code: 'link_broken',
    severity: 'warning',
    message: `The link to "#${name.slice(0, 80)}" leads nowhere; its text was kept.`,
  });
  return undefined;
}

function resolveRuns(runs: Run[], resolve: (link: string) => string | undefined): void {
  let dropped = false;
  for (const run of runs) {
    if (!run.link?.startsWith('#')) continue;
    const link = resolve(run.link);
    if (link === undefined) {
      delete run.link;
      dropped = true;
    } else run.link = link;
  }
  if (dropped) joinRuns(runs);
}
