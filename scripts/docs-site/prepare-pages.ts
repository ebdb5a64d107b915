/** The Markdown of `docs/` as the site and agents get it. */
import { createHash } from 'node:crypto';

/** A page as it is in `docs/`. */
export interface Page {
  /** From `docs/`, without `.md`: `formats/word`. */
  path: string;
  text: string;
}

/** What names the picture of an example: the example itself, so that a changed one has none until it is drawn. */
export const pictureName = (example: string): string => `${createHash('sha1').update(example.trim()).digest('hex').slice(0, 12)}.png`;

const EXAMPLE = /^````markdown( blocks=[^\n]*)\n([^]*?)^````$/gm;

/** The examples of a page that are drawn, in their order. */
export const examplesOf = (text: string): string[] => Array.from(text.matchAll(EXAMPLE), ([, , example = '']) => example);

/** The slides of a deck in the dialect, each a deck of its own. */
export const slidesOf = (text: string): string[] =>
  text
    .split(/^(?=::slide)/m)
    .slice(1)
    .map((slide) => `${slide.trim()}\n`);

/** First heading of a page. */
export const titleOf = ({ text }: Page): string | undefined => /^# (.+)$/m.exec(text.replace(/^(`{3,})[^]*?^\1/gm, ''))?.[1];

/** First sentence of the text below the heading, on one line and without its links. */
export function leadOf({ text }: Page): string {
  const below = text.slice(/^# .+$/m.exec(text)?.index ?? 0).replace(/^# .+\n/, '');
  const paragraph = below.split(/\n{2,}/).find((part) => /^[A-Za-z`*[]/.test(part.trim()) && !part.trim().startsWith('Written by')) ?? '';
  const line = paragraph
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim();
  return /^.*?\.(?=\s|$)/.exec(line)?.[0] ?? line.replace(/:$/, '.');
}

/** The same text with the words after `markdown` that only tests read left out. */
export const plainPage = (text: string): string => text.replaceAll(/^````markdown blocks=[^\n]*$/gm, '````markdown');

/**
 * What the generator reads: under each example of the dialect its picture, where there is one, and code in several languages as tabs.
 * @param pictures names of the files in `docs/pictures/blocks/`
 */
export function sitePage({ path, text }: Page, pictures: ReadonlySet<string>): string {
  if (path === 'canvas-gallery') return deckPage(text, pictures);
  const up = '../'.repeat(path.split('/').length - 1);
  const drawn = text.replaceAll(EXAMPLE, (_whole, _words: string, example: string) => {
    const name = pictureName(example);
    const picture = pictures.has(name) ? `\n\n![What this Markdown gives](${up === '' ? './' : up}pictures/blocks/${name})` : '';
    return `\`\`\`\`markdown\n${example}\`\`\`\`${picture}`;
  });
  return (
    groupTabs(drawn)
      .replace(/^Written by `npm run gen`[^]*?\n\n/m, '')
      .replaceAll(/^```json lines$/gm, '```json')
      // the router of the site takes every address below /docs for a page of its own, unless a target is named
      .replaceAll(/\]\(\/docs\/api\)/g, '](/docs/api){target="_self"}')
  );
}

/** Fences that follow each other, each with a label (```` ```bash [curl] ````), are tabs of one group. */
function groupTabs(text: string): string {
  const fence = String.raw`\`\`\`\w+ \[[^\]\n]+\]\n[^]*?^\`\`\`\n`;
  return text.replaceAll(new RegExp(String.raw`(?:^${fence}\n?){2,}`, 'gm'), (group) => `::: code-group\n\n${group.trimEnd()}\n\n:::\n\n`);
}

/** A page that is a deck itself: its slides one by one, each with its picture. */
function deckPage(deck: string, pictures: ReadonlySet<string>): string {
  const title = /^title: (.+)$/m.exec(deck)?.[1] ?? '';
  const slides = slidesOf(deck).map((slide) => {
    const name = pictureName(slide);
    const heading = /alt="([^"]+)"/.exec(slide)?.[1] ?? 'Slide';
    const picture = pictures.has(name) ? `![${heading}](./pictures/blocks/${name})\n\n` : '';
    return `## ${heading}\n\n${picture}\`\`\`\`markdown\n${slide}\`\`\`\`\n`;
  });
  return `# ${title}\n\nA deck of [canvases](canvas.md), each with its source. Colours are those of the palette, so that they follow the design.\n\n${slides.join('\n')}`;
}
