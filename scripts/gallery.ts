/**
 * `npm run gallery [folder] [name…]`: every sample of scripts/gallery/ as Word and as PDF, those of its decks as slides and
 * those of its books as workbooks, each page as a picture, and a contact sheet
 * for each; Office files are held against the Open XML schema. To be looked at whenever a writer or a look changes. `--readme` writes the README's picture from them too.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent } from '../src/pipeline/make.ts';
import type { Sink } from '../src/pipeline/sink.ts';
import type { MadeFormat } from '../src/review/define-rule.ts';
import type { OutputRecord } from '../src/ports/record.ts';
import { validateOffice } from '../test/support/validate-office.ts';
import { contactSheet, emptyShare } from './page-pictures.ts';
import { samplePictures } from '../test/support/gallery-pictures.ts';
import { loanSchedule, manyOrders, weekPlan } from '../test/support/long-workbooks.ts';

const SAMPLES = fileURLToPath(new URL('./gallery/', import.meta.url));
const {
  values,
  positionals: [folder = 'gallery', ...wanted],
} = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean', default: false } } });
const README_PICTURE = fileURLToPath(new URL('../docs/pictures/gallery.png', import.meta.url));

const GAP = 16;

/** Rows of the README's picture: pages by the name of their sample, and how high they are shown. */
const SHOWN: readonly (readonly [height: number, ...pages: (readonly [name: string, page: number])[]])[] = [
  [
    420,
    ['report-long.en-docx', 1],
    ['report-long.en-docx', 3],
    ['report-long.en-docx', 4],
    ['contract.en-docx', 1],
    ['letter.es-pdf', 1],
    ['minutes.en-docx', 1],
  ],
  [225, ['hub.en-pptx', 1], ['hub.en-pptx', 3], ['hub.en-pptx', 8], ['hub.en-pptx', 11], ['sales.en-xlsx', 1], ['sales.en-xlsx', 2]],
];

/** The pages in rows of one width; 128 colours are enough for pages. */
async function readmePicture(made: ReadonlyMap<string, readonly Uint8Array[]>): Promise<Buffer> {
  const rows = await Promise.all(
    SHOWN.map(async ([height, ...pages]) => {
      const thumbs = await Promise.all(
        pages.map(([name, page]) =>
          sharp(made.get(name)?.[page - 1])
            .resize({ height })
            .toBuffer({ resolveWithObject: true }),
        ),
      );
      return { height, thumbs, width: thumbs.reduce((sum, { info }) => sum + info.width + GAP, GAP) };
    }),
  );
  const width = Math.max(...rows.map((row) => row.width));
  let top = GAP;
  const composite = rows.flatMap((row) => {
    let left = GAP + (width - row.width) / 2;
    const placed = row.thumbs.map(({ data, info }) => {
      const at = { input: data, left: Math.round(left), top };
      left += info.width + GAP;
      return at;
    });
    top += row.height + GAP;
    return placed;
  });
  return sharp({ create: { width, height: top, channels: 3, background: '#E3E7EA' } })
    .composite(composite)
    .png({ palette: true, colours: 128 })
    .toBuffer();
}

/** Keeps what is made: the file itself, and its pages by number. */
function keep(stem: string, format: MadeFormat): { sink: Sink; pages: Uint8Array[]; files: Uint8Array[] } {
  const pages: Uint8Array[] = [];
  const files: Uint8Array[] = [];
  const sink: Sink = {
    emit() {
      /* nobody listens */
    },
    async put(output) {
      if (output.kind === 'preview') {
        pages[(output.page ?? 1) - 1] = output.bytes;
        await writeFile(`${stem}-${output.page ?? 1}.png`, output.bytes);
      } else if (output.kind === format) {
        files.push(output.bytes);
        await writeFile(`${stem}.${format}`, output.bytes);
      }
      const { bytes, ...rest } = output;
      return { ...rest, id: '', key: '', bytes: bytes.length } satisfies OutputRecord;
    },
  };
  return { sink, pages, files };
}

interface Sample {
  name: string;
  markdown: string;
  formats: readonly MadeFormat[];
}

async function samplesOf(subfolder: string, formats: readonly MadeFormat[]): Promise<Sample[]> {
  const names = (await readdir(join(SAMPLES, subfolder))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.md$/, ''),
      markdown: await readFile(join(SAMPLES, subfolder, name), 'utf8'),
      formats,
    })),
  );
}

const long = { 'loan.en': loanSchedule(), 'weeks.en': weekPlan(), 'orders.en': manyOrders() };
const all = [
  ...(await samplesOf('', ['docx', 'pdf'])),
  ...(await samplesOf('genres', ['docx', 'pdf'])),
  ...(await samplesOf('decks', ['pptx'])),
  ...(await samplesOf('books', ['xlsx'])),
  ...Object.entries(long).map(([name, markdown]): Sample => ({ name, markdown, formats: ['xlsx'] })),
];
if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const madePages = new Map<string, readonly Uint8Array[]>();
/** Pages of text documents, and those that are over 40 % empty though they are neither the last nor the cover. */
const seen = { documents: 0, pages: 0, empty: [] as string[], faults: 0 };
const EMPTY_SHARE = 0.4;

const engine = await openCommandEngine({ office: true });
for (const { name, markdown, formats } of all.filter(
  (sample) => wanted.length === 0 || wanted.some((part) => sample.name.includes(part)),
)) {
  for (const format of formats) {
    const stem = join(folder, `${name}-${format}`);
    const { sink, pages, files } = keep(stem, format);
    const made = await makeFromContent(
      { markdown, format, name: null, pictures: await samplePictures(markdown) },
      engine,
      sink,
      new AbortController().signal,
    );
    await writeFile(`${stem}-sheet.png`, await contactSheet(pages));
    seen.documents += 1;
    if (format !== 'pdf')
      for (const { part, description } of (await Promise.all(files.map((bytes) => validateOffice(bytes, format)))).flat()) {
        seen.faults += 1;
        console.log(`  Open XML: ${part}: ${description}`);
      }
    if (format === 'docx' || format === 'pdf') {
      seen.pages += pages.length;
      for (const [at, page] of pages.slice(0, -1).entries())
        if (!(at === 0 && made.style.cover_page) && (await emptyShare(page)) > EMPTY_SHARE)
          seen.empty.push(`${name} as ${format}, page ${at + 1}`);
    }
    if (SHOWN.some(([, ...shown]) => shown.some(([one]) => one === `${name}-${format}`))) madePages.set(`${name}-${format}`, pages);
    console.log(
      `${name} as ${format}: ${made.type}, ${made.pages} pages${made.findings.map(({ severity, message }) => `\n  ${severity}: ${message}`).join('')}`,
    );
  }
}
await engine.close();
console.log(
  `${seen.documents} documents; ${seen.empty.length} of ${seen.pages} pages of text over ${EMPTY_SHARE * 100} % empty that are not last ones${seen.empty.map((page) => `\n  ${page}`).join('')}\n${seen.faults} Open XML errors`,
);
if (seen.faults > 0) process.exitCode = 1;
if (values.readme) {
  await mkdir(dirname(README_PICTURE), { recursive: true });
  await writeFile(README_PICTURE, await readmePicture(madePages));
}
