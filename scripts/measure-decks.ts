/**
 * `node scripts/measure-decks.ts [folder]`: how full the slides of the gallery's decks are, and whether their files are valid.
 * A slide counts as empty below where nothing but its background, its footer and its number is in the lower 38 % of it. Every deck of
 * `scripts/gallery/decks` and, where a folder is given, every Markdown file of it is drawn once. Fails over 10 % or at any error.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent } from '../src/pipeline/make.ts';
import type { Sink } from '../src/pipeline/sink.ts';
import type { OutputRecord } from '../src/ports/record.ts';
import { samplePictures } from '../test/support/gallery-pictures.ts';
import { validateOffice } from '../test/support/validate-office.ts';

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

function collect(): { sink: Sink; pages: Uint8Array[]; files: Uint8Array[] } {
  const pages: Uint8Array[] = [];
  const files: Uint8Array[] = [];
  const sink: Sink = {
    emit() {
      /* nobody listens */
    },
    async put({ bytes, ...output }) {
      if (output.kind === 'preview') pages[(output.page ?? 1) - 1] = bytes;
      else if (output.kind === 'pptx') files.push(bytes);
      return { ...output, id: '', key: '', bytes: bytes.length } satisfies OutputRecord;
    },
  };
  return { sink, pages, files };
}

const [given] = process.argv.slice(2);
const folders = [DECKS, ...(given === undefined ? [] : [given])];
const paths = (
  await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => join(folder, name))),
  )
).flat();
const engine = await openCommandEngine({ office: true });
let slides = 0;
let empty = 0;
let errors = 0;
for (const path of paths.toSorted()) {
  const { sink, pages, files } = collect();
  const markdown = await readFile(path, 'utf8');
  await makeFromContent(
    { markdown, format: 'pptx', name: null, pictures: await samplePictures(markdown) },
    engine,
    sink,
    new AbortController().signal,
  );
  const filled = await Promise.all(pages.map(isFilledBelow));
  const bare = filled.flatMap((full, i) => (full ? [] : [i + 1]));
  const faults = (await Promise.all(files.map((bytes) => validateOffice(bytes, 'pptx')))).flat();
  slides += pages.length;
  empty += bare.length;
  errors += faults.length;
  console.log(
    `${path.split('/').at(-1)}: ${pages.length} slides${bare.length > 0 ? `, nothing below on ${bare.join(', ')}` : ''}${faults.length > 0 ? `, ${faults.length} Open XML errors: ${faults[0]?.description ?? ''}` : ''}`,
  );
}
await engine.close();
const share = slides === 0 ? 0 : empty / slides;
console.log(
  `${empty} of ${slides} slides (${(share * 100).toFixed(1)} %) have nothing below ${FROM * 100} % of their height; ${errors} Open XML errors.`,
);
if (share > SHARE_MAX || errors > 0) process.exitCode = 1;
