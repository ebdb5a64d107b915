/** What the server needs to know of the built site: each file with its type and tag, and the policy under which its pages run. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Of the style that the generator adds for a moment, so that nothing moves while light turns to dark. */
const STILL_STYLE = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/**
 * Writes `site.json` beside the files of a site. Scripts within pages are named by their hashes (CSP Level 3, 2.3.1); colours of code
 * are attributes of style, and nothing is loaded from elsewhere.
 * @throws Error where a file has no known type, or pages have so many scripts of their own that the policy would not fit a header
 */
export async function writeManifest(folder: string): Promise<void> {
  const scripts = new Set<string>();
  const files: Record<string, { type: string; tag: string }> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()) {
    const name = path.slice(folder.length).replace(/^\/+/, '');
    const type = TYPES[extname(name)];
    if (name === 'site.json') continue;
    if (type === undefined) throw new Error(`no type is known for ${name}`);
    const bytes = await readFile(path);
    files[name] = { type, tag: `"${digest(bytes).slice(0, 22)}"` };
    if (!name.endsWith('.html')) continue;
    for (const [, attributes = '', script = ''] of bytes.toString().matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g))
      if (!/\bsrc=/.test(attributes)) scripts.add(`'sha256-${digest(script)}'`);
  }
  if (scripts.size > 12) throw new Error(`the pages have ${scripts.size} different scripts of their own`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...scripts].join(' ')}`.trim(),
    `style-src 'self' ${STILL_STYLE}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  await writeFile(join(folder, 'site.json'), `${JSON.stringify({ policy, files }, null, 1)}\n`);
}
