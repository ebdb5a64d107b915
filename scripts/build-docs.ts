/**
 * `npm run docs`: builds the documentation (docs/) as the static pages that the service answers at /docs, with `llms.txt` and every page
 * as Markdown beside them. Nothing is done where nothing has changed. `--force` builds in any case.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SECTIONS } from '../docs/.vitepress/sections.ts';
import { joinPages, listPages } from './docs-site/list-for-agents.ts';
import { plainPage, sitePage, type Page } from './docs-site/prepare-pages.ts';
import { writeManifest } from './docs-site/write-manifest.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DOCS = join(ROOT, 'docs');
const WORK = join(ROOT, '.cache/docs');
const [PAGES, NEXT, SITE] = [join(WORK, 'pages'), join(WORK, 'next'), join(WORK, 'site')];

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Of everything that the site follows from. */
async function inputKey(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')));
  const paths = [...(await filesBelow(DOCS)), ...(await filesBelow(join(ROOT, 'scripts/docs-site'))), fileURLToPath(import.meta.url)];
  for (const path of paths) hash.update(`\n${path.slice(ROOT.length)}\n`).update(await readFile(path));
  return hash.digest('hex');
}

async function readPages(): Promise<ReadonlyMap<string, Page>> {
  const paths = (await filesBelow(DOCS)).filter((path) => path.endsWith('.md'));
  const pages = await Promise.all(
    paths.map(async (file) => ({ path: file.slice(DOCS.length + 1, -'.md'.length), text: await readFile(file, 'utf8') })),
  );
  return new Map(pages.map((page) => [page.path, page]));
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function preparePages(pages: ReadonlyMap<string, Page>): Promise<void> {
  await rm(PAGES, { recursive: true, force: true });
  await cp(join(DOCS, 'pictures'), join(PAGES, 'pictures'), { recursive: true });
  const blocks = join(DOCS, 'pictures/blocks');
  const drawn = new Set(existsSync(blocks) ? await readdir(blocks) : []);
  for (const page of pages.values()) await write(join(PAGES, `${page.path}.md`), sitePage(page, drawn));
}

async function buildSite(): Promise<void> {
  const pages = await readPages();
  await preparePages(pages);
  const { build } = await import('vitepress');
  await build(DOCS, { outDir: NEXT });
  for (const { path, text } of pages.values()) await write(join(NEXT, `${path}.md`), plainPage(text));
  await cp(join(DOCS, 'pictures'), join(NEXT, 'pictures'), { recursive: true });
  await cp(join(DOCS, 'content.schema.json'), join(NEXT, 'content.schema.json'));
  await write(join(NEXT, 'llms.txt'), listPages(SECTIONS, pages));
  await write(join(NEXT, 'llms-full.txt'), joinPages(SECTIONS, pages));
  await writeManifest(NEXT);
  // a service that is running reads the folder: the new one takes its place at once
  await rm(SITE, { recursive: true, force: true });
  await rename(NEXT, SITE);
}

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
const stamp = join(WORK, 'stamp');
const key = await inputKey();
if (values.force || !existsSync(SITE) || !existsSync(stamp) || (await readFile(stamp, 'utf8')) !== key) {
  await buildSite();
}
await writeFile(stamp, key);
process.exit(0);
