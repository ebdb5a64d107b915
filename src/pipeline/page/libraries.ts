/** The libraries that a page may name: read once, built into the page, since a page loads nothing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PageLibrary } from '../../readers/free-page.ts';

const require = createRequire(import.meta.url);
const sources = new Map<PageLibrary, string>();

/** Script texts may not end the element that they stand in. */
const asScript = (text: string): string => text.replaceAll('</script', String.raw`<\/script`);

function readLibrary(name: PageLibrary): string {
  switch (name) {
    case 'preact':
      return readFileSync(join(dirname(require.resolve('htm')), '../preact/standalone.umd.js'), 'utf8');
    case 'chart': {
      const style = JSON.stringify(readFileSync(require.resolve('uplot/dist/uPlot.min.css'), 'utf8'));
      const code = readFileSync(require.resolve('uplot/dist/uPlot.iife.min.js'), 'utf8');
      return `${code};document.head.appendChild(document.createElement('style')).textContent=${style};`;
    }
  }
}

/** JavaScript of a library, to stand in a `<script>`. */
export function librarySource(name: PageLibrary): string {
  const known = sources.get(name) ?? asScript(readLibrary(name));
  sources.set(name, known);
  return known;
}
