/** Links of a page as they lie over its words. */
import type { Run } from '../../document/inline.ts';
import type { Box, RenderedLink } from '../../document/rendered-document.ts';

const FOLLOWED = /^(?:https?:\/\/|mailto:)\S+$/i;

/** Where a word's middle lies in a link: its address. Only addresses of the web and of mail are carried. */
export function linkAt(links: readonly RenderedLink[], { left, top, right, bottom }: Box): string | undefined {
  if (links.length === 0) return undefined;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return links.find(
    (link) => x >= link.left - 1 && x <= link.right + 1 && y >= link.top - 1 && y <= link.bottom + 1 && FOLLOWED.test(link.url),
  )?.url;
}

/** Adds text to what was read so far. The space beside a link is no part of it. */
export function addRun(runs: Run[], text: string, link: string | undefined): void {
  const last = runs.at(-1);
  if (last && last.link === link && last.footnote === undefined) {
    last.text += text;
    return;
  }
  const [spaceBefore, spaceBehind] = [
    last?.link !== undefined && last.text.endsWith(' '),
    last && link !== undefined && text.startsWith(' '),
  ];
  if (last && spaceBefore) last.text = last.text.trimEnd();
  let own = spaceBehind ? text.slice(1) : text;
  if (spaceBefore || spaceBehind) {
    if (link === undefined) own = own.startsWith(' ') ? own : ` ${own}`;
    else if (last && last.link === undefined && last.footnote === undefined) last.text += ' ';
    else runs.push({ text: ' ' });
  }
  runs.push(link === undefined ? { text: own } : { text: own, link });
}
