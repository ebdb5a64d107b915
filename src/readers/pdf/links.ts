/** Links of a page as they lie over its words. */
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
