/**
 * `npm run gallery [folder] [name…]`: every sample of scripts/gallery/ as Word and as PDF, those of its decks as slides and
 * those of its books as workbooks, each page as a picture, and a contact sheet for each. To be looked at whenever a writer or a look changes; the pictures of the README come from here.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent, type MakeSink } from '../src/pipeline/make.ts';
import type { MadeFormat } from '../src/pipeline/rules-by-format.ts';
import type { OutputRecord } from '../src/ports/record.ts';
import { loanSchedule, manyOrders, weekPlan } from '../test/support/long-workbooks.ts';

const SAMPLES = fileURLToPath(new URL('./gallery/', import.meta.url));
const [folder = 'gallery', ...wanted] = process.argv.slice(2);

const COLUMNS_MAX = 4;
const THUMB_WIDTH = 420;
const THUMB_HEIGHT = 594;
const GAP = 16;

/** All pages on one sheet, in rows. */
async function contactSheet(pages: readonly Uint8Array[]): Promise<Buffer> {
  const columns = Math.min(COLUMNS_MAX, Math.max(1, pages.length));
  const rows = Math.ceil(pages.length / columns);
  const thumbs = await Promise.all(pages.map((page) => sharp(page).resize(THUMB_WIDTH, THUMB_HEIGHT, { fit: 'contain', background: '#8A949D' }).toBuffer()));
  const background = { create: { width: GAP + columns * (THUMB_WIDTH + GAP), height: GAP + rows * (THUMB_HEIGHT + GAP), channels: 3 as const, background: '#8A949D' } };
  const composite = thumbs.map((input, i) => ({ input, left: GAP + (i % columns) * (THUMB_WIDTH + GAP), top: GAP + Math.floor(i / columns) * (THUMB_HEIGHT + GAP) }));
  return sharp(background).composite(composite).png().toBuffer();
}

/** Keeps what is made: the file itself, and its pages by number. */
function keep(stem: string, format: MadeFormat): { sink: MakeSink; pages: Uint8Array[] } {
  const pages: Uint8Array[] = [];
  const sink: MakeSink = {
    tell() { /* nobody listens */ },
    async put(output) {
      if (output.kind === 'preview') {
        pages[(output.page ?? 1) - 1] = output.bytes;
        await writeFile(`${stem}-${output.page ?? 1}.png`, output.bytes);
      } else if (output.kind === format) await writeFile(`${stem}.${format}`, output.bytes);
      const { bytes, ...rest } = output;
      return { ...rest, id: '', key: '', bytes: bytes.length } satisfies OutputRecord;
    },
  };
  return { sink, pages };
}

interface Sample { name: string; markdown: string; formats: readonly MadeFormat[] }

async function samplesOf(subfolder: string, formats: readonly MadeFormat[]): Promise<Sample[]> {
  const names = (await readdir(join(SAMPLES, subfolder))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(names.map(async (name) => ({ name: name.replace(/\.md$/, ''), markdown: await readFile(join(SAMPLES, subfolder, name), 'utf8'), formats })));
}

const long = { 'loan.en': loanSchedule(), 'weeks.en': weekPlan(), 'orders.en': manyOrders() };
const all = [
  ...await samplesOf('', ['docx', 'pdf']), ...await samplesOf('decks', ['pptx']), ...await samplesOf('books', ['xlsx']),
  ...Object.entries(long).map(([name, markdown]): Sample => ({ name, markdown, formats: ['xlsx'] })),
];
if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const engine = await openCommandEngine({ office: true });
for (const { name, markdown, formats } of all.filter((sample) => wanted.length === 0 || wanted.some((part) => sample.name.includes(part)))) {
  for (const format of formats) {
    const stem = join(folder, `${name}-${format}`);
    const { sink, pages } = keep(stem, format);
    const made = await makeFromContent({ markdown, format, name: null, pictures: [] }, engine, sink, new AbortController().signal);
    await writeFile(`${stem}-sheet.png`, await contactSheet(pages));
    console.log(`${name} as ${format}: ${made.type}, ${made.pages} pages${made.findings.map(({ severity, message }) => `\n  ${severity}: ${message}`).join('')}`);
  }
}
await engine.close();
