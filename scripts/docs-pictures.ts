/**
 * `npm run docs:pictures`: a picture for every example of docs/markdown.md, every slide of docs/canvas-gallery.md and every sample of
 * docs/gallery.md, each made by the service's own way. Names follow from the sources: what is there already is not drawn again, what belongs to
 * nothing any more is deleted.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent } from '../src/pipeline/make.ts';
import type { MadeFormat } from '../src/review/define-rule.ts';
import { samplePictures } from '../test/support/gallery-pictures.ts';
import { GALLERY, samplePicture, sampleText } from './docs-site/gallery-samples.ts';
import { examplesOf, pictureName, slidesOf } from './docs-site/prepare-pages.ts';
import { collect } from './page-pictures.ts';

const PICTURES = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const docs = (name: string): Promise<string> => readFile(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), 'utf8');
const [WIDTH, GAP, MARGIN] = [760, 14, 24];
/** Where an example takes more, its whole page is shown. */
const HEIGHT_MAX = 900;

const engine = await openCommandEngine({ office: true });

async function pagesOf(markdown: string, format: MadeFormat): Promise<Uint8Array[]> {
  const kept = collect(format);
  const pictures = await samplePictures(markdown);
  await makeFromContent({ markdown, format, name: null, pictures }, engine, kept.sink, new AbortController().signal);
  return kept.pages;
}

/** The pages in one row, as wide as a page of the documentation. */
async function row(pages: readonly Uint8Array[]): Promise<Buffer> {
  const first = await sharp(pages[0]).metadata();
  const each = Math.floor((WIDTH * 1.6 - GAP * (pages.length + 1)) / pages.length);
  const width = Math.min(each, (first.width ?? 0) > (first.height ?? 0) ? each : 620);
  const thumbs = await Promise.all(pages.map((page) => sharp(page).resize({ width }).toBuffer({ resolveWithObject: true })));
  const height = Math.max(...thumbs.map(({ info }) => info.height)) + GAP * 2;
  return sharp({ create: { width: GAP + pages.length * (width + GAP), height, channels: 3, background: '#C9CFD4' } })
    .composite(thumbs.map(({ data }, at) => ({ input: data, left: GAP + at * (width + GAP), top: GAP })))
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer();
}

/** What is on the page, without the white around it. */
async function cut(page: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(page).trim({ background: '#ffffff', threshold: 8 }).toBuffer({ resolveWithObject: true });
  const whole = await sharp(data)
    .resize({ width: Math.min(info.width, WIDTH), withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  // notes at the foot of a page belong to what is shown
  if (whole.info.height > HEIGHT_MAX) return row([page]);
  return sharp(whole.data)
    .extend({
      top: MARGIN,
      bottom: MARGIN,
      left: MARGIN,
      right: Math.max(MARGIN, WIDTH + MARGIN - whole.info.width),
      background: '#ffffff',
    })
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer();
}

/** What an example is shown as: sheets as a workbook, slides as a presentation, all else as a page. */
async function exampleOf(markdown: string): Promise<Buffer> {
  if (/^# Sheet:/m.test(markdown)) return row(await pagesOf(markdown, 'xlsx'));
  if (/^::slide/m.test(markdown)) return row(await pagesOf(markdown, 'pptx'));
  const pages = await pagesOf(markdown, 'pdf');
  if (pages.length > 1) return row(pages.slice(0, 3));
  if (pages[0] === undefined) throw new Error(`an example gives no page:\n${markdown}`);
  return cut(pages[0]);
}

async function drawInto(folder: string, wanted: ReadonlyMap<string, () => Promise<Buffer>>): Promise<void> {
  const path = `${PICTURES}${folder}/`;
  await mkdir(path, { recursive: true });
  const there = new Set(await readdir(path));
  for (const name of there) if (!wanted.has(name)) await rm(path + name);
  for (const [name, draw] of wanted) if (!there.has(name)) await sharp(await draw()).toFile(path + name);
  console.log(`${folder}: ${wanted.size} pictures, ${[...wanted.keys()].filter((name) => !there.has(name)).length} of them new`);
}

const examples = examplesOf(await docs('markdown.md')).map((text) => [pictureName(text), () => exampleOf(text)] as const);
const slides = slidesOf(await docs('canvas-gallery.md')).map((text) => [pictureName(text), () => exampleOf(text)] as const);
await drawInto('blocks', new Map([...examples, ...slides]));
await drawInto(
  'samples',
  new Map(
    GALLERY.map((sample) => [
      samplePicture(sample),
      async () => {
        const pages = await pagesOf(sampleText(sample.name), sample.format);
        return row(sample.pages.flatMap((page) => pages[page - 1] ?? []));
      },
    ]),
  ),
);
await engine.close();
