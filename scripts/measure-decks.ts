/**
 * `node scripts/measure-decks.ts [folder…] [--sheets=<folder>] [--only=<text>] [--no-gallery]`: how full the slides of the gallery's decks
 * are, and whether their files are valid. A slide counts as empty below where nothing but its background, its footer and its number is in
 * the lower 38 % of it. Every deck of `scripts/gallery/decks` and every Markdown file below the folders given is drawn once, those alone
 * whose path contains `--only`; `--sheets` keeps a contact sheet of each. Fails over 10 % or at any error.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openOfficePackage, partNames, readPart, relationshipsOf } from '../src/ooxml/office-package.ts';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent } from '../src/pipeline/make.ts';
import { samplePictures } from '../test/support/gallery-pictures.ts';
import { validateOffice } from '../test/support/validate-office.ts';
import { collect, contactSheet, markdownBelow } from './page-pictures.ts';

const DECKS = fileURLToPath(new URL('./gallery/decks/', import.meta.url));
/** Of the slide's height: above it a slide may end, below it something has to be. */
const FROM = 0.62;
/** Footers and numbers are below. */
const TO = 0.915;
const SHARE_MAX = 0.1;
/** Levels of one channel by which a pixel differs from the background beside it. */
const DIFFERENCE = 12;
const WIDTH = 320;
/** Share of the zone's pixels that make something of it: a line of text is more. */
const FILLED_MIN = 0.002;
/** More than that nobody looks at on one sheet. */
const SHEET_SLIDES_MAX = 48;

/** Whether the lower part of a slide shows anything: pixels that differ from its most frequent colour. */
async function isFilledBelow(page: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(page)
    .resize({ width: WIDTH })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorAt = (at: number): readonly [number, number, number] => [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
  const counts = new Map<number, number>();
  for (let at = 0; at < info.width * info.height; at++) {
    const [r, g, b] = colorAt(at);
    const key = (r >> 3) * 1024 + (g >> 3) * 32 + (b >> 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [common = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const ground = [(common >> 10) << 3, ((common >> 5) & 31) << 3, (common & 31) << 3];
  const [first, last] = [Math.floor(info.height * FROM), Math.floor(info.height * TO)];
  let other = 0;
  for (let y = first; y < last; y++)
    for (let x = Math.floor(info.width * 0.03); x < info.width * 0.97; x++)
      if (colorAt(y * info.width + x).some((channel, i) => Math.abs(channel - (ground[i] ?? 0)) > DIFFERENCE)) other += 1;
  return other > (last - first) * info.width * FILLED_MIN;
}

/** The layout of each slide, as PowerPoint lists it. */
function layoutsOf(pptx: Uint8Array): string[] {
  const opened = openOfficePackage(pptx);
  const text = (name: string): string => new TextDecoder().decode(readPart(opened, name));
  return partNames(opened)
    .flatMap((name) => {
      const at = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name)?.[1];
      return at === undefined ? [] : [{ at: Number(at), name }];
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => {
      const layout = relationshipsOf(opened, name).find(({ type }) => type.endsWith('/slideLayout'));
      return layout === undefined ? '' : (/<p:cSld[^>]* name="([^"]*)"/.exec(text(layout.target))?.[1] ?? '');
    });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sheets: { type: 'string' }, only: { type: 'string', multiple: true }, 'no-gallery': { type: 'boolean', default: false } },
});
const paths = await markdownBelow([...(values['no-gallery'] ? [] : [DECKS]), ...positionals], values.only);
if (values.sheets !== undefined) await mkdir(values.sheets, { recursive: true });
const engine = await openCommandEngine({ office: true });
let slides = 0;
let empty = 0;
let errors = 0;
for (const path of paths) {
  const { sink, pages, files } = collect('pptx');
  const markdown = await readFile(path, 'utf8');
  const signal = new AbortController().signal;
  try {
    await makeFromContent({ markdown, format: 'pptx', name: null, pictures: await samplePictures(markdown) }, engine, sink, signal);
  } catch (error) {
    console.log(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    continue;
  }
  const filled = await Promise.all(pages.map(isFilledBelow));
  const layouts = files[0] === undefined ? [] : layoutsOf(files[0]);
  const bare = filled.flatMap((full, i) => (full ? [] : [`${i + 1} (${layouts[i] ?? ''})`]));
  const faults = (await Promise.all(files.map((bytes) => validateOffice(bytes, 'pptx')))).flat();
  slides += pages.length;
  empty += bare.length;
  errors += faults.length;
  console.log(
    `${path.split('/').at(-1)}: ${pages.length} slides${bare.length > 0 ? `, nothing below on ${bare.join(', ')}` : ''}${faults.length > 0 ? `, ${faults.length} Open XML errors: ${faults[0]?.description ?? ''}` : ''}`,
  );
  if (values.sheets !== undefined && pages.length > 0)
    await writeFile(join(values.sheets, `${path.split('/').at(-1)}.png`), await contactSheet(pages.slice(0, SHEET_SLIDES_MAX), 480, 270));
}
await engine.close();
const share = slides === 0 ? 0 : empty / slides;
console.log(
  `${empty} of ${slides} slides (${(share * 100).toFixed(1)} %) have nothing below ${FROM * 100} % of their height; ${errors} Open XML errors.`,
);
if (share > SHARE_MAX || errors > 0) process.exitCode = 1;
