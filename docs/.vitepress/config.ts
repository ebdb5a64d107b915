/** The documentation as web pages (`npm run docs`): everything from this server, nothing from outside. `scripts/build-docs.ts` prepares what is read here. */
import { defineConfig } from 'vitepress';
import { SECTIONS } from './sections.ts';

/** Vue would take `{{…}}` in a text for code of its own; as entities it is text. */
const shielded = (html: string): string => html.replaceAll('{{', '&#123;&#123;');

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d4ed8"/><circle cx="16" cy="16" r="8" fill="none" stroke="#fff" stroke-width="4"/></svg>';

/** As GitHub names headings, so that links between the pages work in both places. */
const nameAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

export default defineConfig({
  lang: 'en',
  title: 'Octavo',
  description: 'Documents from Markdown and prompts: Word, PowerPoint, Excel, PDF and web pages over HTTP.',
  base: '/docs/',
  srcDir: '../.cache/docs/pages',
  outDir: '../.cache/docs/site',
  cacheDir: '../.cache/docs/vite',
  cleanUrls: true,
  // the reference, which the service answers itself
  ignoreDeadLinks: [/^(?:\/docs)?\/api$/],
  // the list of pages is a file: scripts in the pages are the same on all of them, so that the policy can name their hashes
  metaChunk: true,
  head: [
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
  ],
  markdown: {
    html: false,
    anchor: { slugify: nameAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      for (const rule of ['text', 'code_inline'] as const) {
        const write = md.renderer.rules[rule];
        if (write) md.renderer.rules[rule] = (...parts) => shielded(write(...parts));
      }
    },
  },
  vite: { build: { chunkSizeWarningLimit: 2_000 }, logLevel: 'warn', esbuild: { tsconfigRaw: { compilerOptions: {} } } },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/quick-start' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'API reference', link: '/api', target: '_self', rel: '' },
    ],
    // without folding: a heading that folds would be a button around other controls
    sidebar: SECTIONS.map(({ title, pages }) => ({
      text: title,
      items: pages.map(([path, name]) => ({ text: name, link: `/${path}` })),
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boost: { title: 4, titles: 2, text: 1 } } } } },
    externalLinkIcon: true,
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
