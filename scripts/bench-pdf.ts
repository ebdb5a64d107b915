/**
 * How well PDF files are read whose text is known: `node scripts/bench-pdf.ts folder [--only part] [--worst n] [--scans n]
 * [--gallery n] [--corpus n] [--slides n] [--skip n]`; the last three take other files than those that a change was made with.
 * The folder is filled at the first run: samples of the gallery as Word files, drawn by LibreOffice and by Typst, and set
 * by Typst in one and in two columns with tables that are ruled, open or bare; Word files and presentations of OCTAVO_CORPUS
 * drawn by LibreOffice. Truth is what the readers of those files say, without what is not to be seen on a page: the figures
 * behind a chart, notes of the speaker. Every file is read with its tags and without them. What is left out of the means,
 * and counted: files whose drawn text is not that of their truth (F1 below 0.9: hidden text, fields that LibreOffice fills
 * otherwise), files most of whose lines are headings (tests of numbering), and headings where the truth has fewer than two.
 * The scorer is `tools/score.mjs` beside the corpus; `items` is its figure, `items as seen` that of `bench-pdf/seen-items.ts`, which
 * takes out of it what Word calls a list and the page does not, and the other way round.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Block } from '../src/document/block.ts';
import type { RenderedDocument } from '../src/document/rendered-document.ts';
import type { OpenEngine } from '../src/cli/make-files.ts';
import { createExtractTools, extractMarkdown } from '../src/pipeline/extract.ts';
import type { Sink } from '../src/pipeline/sink.ts';
import { readDocx } from '../src/readers/docx.ts';
import { readPptx } from '../src/readers/pptx.ts';
import { writePlainMarkdown } from '../src/writers/plain-markdown.ts';
import { createPageRecognizer } from '../src/render/page-recognizer.ts';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import { createPictureDecoder } from '../src/render/picture-decoder.ts';
import { createTextRecognizer } from '../src/render/text-recognizer.ts';
import { scoreSeenItems, type ScorerParts } from './bench-pdf/seen-items.ts';
import { pdfOfScans, scanPage } from '../test/support/scanned-pdf.ts';

interface Score {
  text: number;
  order: number;
  headings: number | null;
  cells: number | null;
  items: number | null;
  /** Of items as a page shows them (bench-pdf/seen-items.ts). */
  seen: number | null;
}

const {
  values: options,
  positionals: [folder = 'bench-pdf'],
} = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    worst: { type: 'string', default: '0' },
    scans: { type: 'string', default: '0' },
    corpus: { type: 'string', default: '60' },
    slides: { type: 'string', default: '20' },
    gallery: { type: 'string', default: '99' },
    skip: { type: 'string', default: '0' },
  },
});
const corpus = process.env['OCTAVO_CORPUS'] ?? '';
if (corpus === '') {
  process.stdout.write('Set OCTAVO_CORPUS to the folder of the corpus; the scorer lies beside it.\n');
  process.exit(0);
}
const renderer = createPageRenderer();
const workDir = join(tmpdir(), 'octavo-bench');
const recognizer = createTextRecognizer({ workDir });
const decoder = createPictureDecoder({ workDir });
const words = createExtractTools({ pages: renderer, office: null, recognition: null }, { threads: false });

// -------------------------------------------------------------------------------------------------------------- the set

async function makeFiles(engine: OpenEngine, markdown: string, format: 'docx' | 'pdf'): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const sink: Sink = {
    emit() {
      /* nobody listens */
    },
    put({ bytes, ...output }) {
      files.set(output.kind, bytes);
      return Promise.resolve({ ...output, id: '', key: '', bytes: bytes.length });
    },
  };
  const { makeFromContent } = await import('../src/pipeline/make.ts');
  await makeFromContent({ markdown, format, name: null, pictures: [] }, engine, sink, new AbortController().signal);
  return files;
}

const quoted = (text: string): string =>
  `#(${JSON.stringify(
    text
      .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
      .replaceAll(/\*\*|__|`|<br>/g, ' ')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  ).replaceAll('\\n', ' ')})`;

type TableLook = 'ruled' | 'open' | 'bare';
const STROKES: Record<TableLook, string> = { ruled: '0.5pt', open: '(x, y) => if y <= 1 { (top: 0.6pt) } else { none }', bare: 'none' };

/** Plain Markdown as our readers write it → Typst. */
function typstOf(markdown: string, { columns, table }: { columns: number; table: TableLook }): string {
  const lines = markdown.split('\n');
  const out = [
    `#set page("a4", columns: ${columns}, margin: 2cm, numbering: "1")`,
    '#set text(font: "Liberation Serif", size: 10pt)',
    '#set par(justify: true)',
    '#show heading: set block(above: 1.4em, below: 0.8em)',
    '#set columns(gutter: 18pt)',
  ];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const item = /^(\s*)(?:([-*])|(\d+)\.) +(.*)$/.exec(line);
    if (heading) out.push(`#heading(level: ${heading[1]?.length}, ${quoted(heading[2] ?? '').slice(1)})`);
    else if (line.startsWith('|')) {
      const rows: string[][] = [];
      for (; (lines[at] ?? '').startsWith('|'); at++)
        if (!/^\|(?:\s*:?-+:?\s*\|)+$/.test(lines[at] ?? ''))
          rows.push(
            (lines[at] ?? '')
              .slice(1, -1)
              .split(/(?<!\\)\|/)
              .map((cell) => cell.trim()),
          );
      out.push(
        `#table(columns: ${rows[0]?.length ?? 1}, stroke: ${STROKES[table]}, ${rows
          .flat()
          .map((cell) => `[${quoted(cell)}]`)
          .join(', ')})`,
        '',
      );
    } else if (item) out.push(`${item[1]}${item[2] === undefined ? `${item[3]}.` : '-'} ${quoted(item[4] ?? '')}`);
    else if (line.trim() !== '' && !/^<!--|^[:]{3}|^---/.test(line)) out.push(quoted(line.replace(/^[\s>]+/, '')));
    else out.push('');
  }
  return out.join('\n');
}

function save(name: string, pdf: Uint8Array | undefined, truth: string): void {
  if (!pdf) return;
  writeFileSync(join(folder, `${name}.pdf`), pdf);
  writeFileSync(join(folder, `${name}.md`), truth);
}

/** What a reader says of a file, as far as it is to be seen on its pages. */
const seenOf = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.type === 'chart') return [];
    return block.type === 'slide' ? [{ ...block, blocks: seenOf(block.blocks), notes: undefined }] : [block];
  });

/** Nothing that a deck's pages show is missing from its truth, and the other way round; undefined where slides are hidden. */
function truthOf(bytes: Uint8Array, kind: 'docx' | 'pptx'): string | undefined {
  const { value, notes } = kind === 'docx' ? readDocx(bytes) : readPptx(bytes);
  return notes.some(({ code }) => code === 'slide_hidden') ? undefined : writePlainMarkdown(seenOf(value.blocks));
}

const TRUTH_CHARS_MIN = { docx: 800, pptx: 300 };
const TRUTH_CHARS_MAX = 60_000;

/** @param wanted how many files, those before `--skip` left out */
async function drawCorpus(engine: OpenEngine, kind: 'docx' | 'pptx', wanted: number): Promise<void> {
  let [made, skipped] = [0, 0];
  for (const path of globSync(`**/*.${kind}`, { cwd: corpus }).toSorted((a, b) => basename(a).localeCompare(basename(b)))) {
    if (made >= wanted) break;
    const bytes = readFileSync(join(corpus, path));
    try {
      const truth = truthOf(bytes, kind);
      // Something to be found, and not too much of it.
      if (truth === undefined || truth.length < TRUTH_CHARS_MIN[kind] || truth.length > TRUTH_CHARS_MAX || !/^(?:#|\||\s*- )/m.test(truth))
        continue;
      if (skipped++ < Number(options.skip)) continue;
      save(`${kind === 'docx' ? 'word' : 'deck'}-${basename(path, `.${kind}`)}`, await engine.office.toPdf({ bytes, kind }), truth);
      made++;
    } catch (error) {
      process.stdout.write(`left out ${path}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

async function fillFolder(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { openCommandEngine } = await import('../src/main/open-workshop.ts');
  const engine = await openCommandEngine({ office: true });
  const gallery = fileURLToPath(new URL('./gallery/', import.meta.url));
  for (const name of readdirSync(gallery)
    .filter((file) => file.endsWith('.md'))
    .slice(0, Number(options.gallery))) {
    const stem = name.replace(/\.md$/, '');
    const markdown = readFileSync(join(gallery, name), 'utf8');
    const [word, typst] = [await makeFiles(engine, markdown, 'docx'), await makeFiles(engine, markdown, 'pdf')];
    const { markdown: truth } = await extractMarkdown({ bytes: word.get('docx') ?? new Uint8Array(), filename: 'a.docx' }, words);
    save(`ours-office-${stem}`, word.get('pdf'), truth);
    save(`ours-typst-${stem}`, typst.get('pdf'), truth);
    for (const [columns, table] of [
      [1, 'open'],
      [1, 'bare'],
      [2, 'ruled'],
      [2, 'open'],
    ] as const) {
      save(
        `set${columns}-${table}-${stem}`,
        await engine.typesetter.compile(typstOf(truth, { columns, table }), { assets: new Map(), creationTime: 0 }),
        truth,
      );
    }
  }
  await drawCorpus(engine, 'docx', Number(options.corpus));
  await drawCorpus(engine, 'pptx', Number(options.slides));
  await engine.close();
}

// ------------------------------------------------------------------------------------------------------------- the score

const withoutTags = (drawn: RenderedDocument): RenderedDocument => ({
  ...drawn,
  tagged: false,
  pages: drawn.pages.map(({ tags: _tags, ...page }) => page),
});

if (!existsSync(folder) || readdirSync(folder).length === 0) await fillFolder();
const scorer: ScorerParts & { score: (truth: string, made: string, kind: string) => Omit<Score, 'seen'> } = await import(
  pathToFileURL(join(corpus, '..', 'tools', 'score.mjs')).href
);
const results: { name: string; group: string; score: Score; ms: number; pages: number }[] = [];
const readers = {
  tags: createExtractTools({ pages: renderer, office: null, recognition: null }, { threads: false }),
  'no tags': createExtractTools(
    { pages: { ...renderer, read: async (pdf, wishes) => withoutTags(await renderer.read(pdf, wishes)) }, office: null, recognition: null },
    { threads: false },
  ),
  scans: createExtractTools(
    { pages: renderer, office: null, recognition: createPageRecognizer({ pages: renderer, pictures: decoder, recognizer }) },
    { threads: false },
  ),
};
const TEXT_MIN = 0.9;
const HEADING_LINES_MAX = 100;
const HEADINGS_MIN = 2;
const headingsIn = (markdown: string): number => markdown.match(/^#+ /gm)?.length ?? 0;

/** Whether a file with that text was drawn as its truth says it, and has more than headings. */
function isTwin(drawn: string, truth: string): boolean {
  const headings = headingsIn(truth);
  if (headings > HEADING_LINES_MAX && headings > (truth.match(/\S.*$/gm)?.length ?? 0) / 2) return false;
  return scorer.score(truth, drawn, 'docling').text >= TEXT_MIN;
}

let leftOut = 0;
let scans = Number(options.scans);
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith('.pdf') && file.includes(options.only))
  .map((file) => file.slice(0, -4))) {
  const pdf = readFileSync(join(folder, `${name}.pdf`));
  const truth = readFileSync(join(folder, `${name}.md`), 'utf8');
  const drawn = (await renderer.read(pdf)).pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
  if (!isTwin(drawn, truth)) {
    leftOut++;
    continue;
  }
  const group = /^(?:ours-office|ours-typst|set\d-[a-z]+|word|deck)/.exec(name)?.[0] ?? 'other';
  const modes: [keyof typeof readers, Uint8Array][] = [
    ['tags', pdf],
    ['no tags', pdf],
  ];
  if (scans > 0) {
    const { pages: count } = await renderer.outline(pdf);
    const pictures = [];
    for (let page = 1; page <= count; page++) pictures.push(await scanPage(renderer, pdf, page, { dpi: 300 }));
    modes.push(['scans', pdfOfScans(pictures)]);
    scans--;
  }
  for (const [mode, bytes] of modes) {
    const from = performance.now();
    const { markdown, pages } = await extractMarkdown({ bytes, filename: 'a.pdf' }, readers[mode]);
    const ms = performance.now() - from;
    writeFileSync(join(folder, `${name}.${mode.replace(' ', '-')}.out`), markdown);
    const found = { ...scorer.score(truth, markdown, 'docling'), seen: scoreSeenItems(truth, markdown, drawn, scorer) };
    results.push({
      name: `${name} (${mode})`,
      group: mode === 'scans' ? 'scans' : `${group}, ${mode}`,
      score: headingsIn(truth) < HEADINGS_MIN ? { ...found, headings: null } : found,
      ms,
      pages: pages ?? 1,
    });
  }
}
await Promise.all([renderer.close(), recognizer.close(), decoder.close()]);

const mean = (values: readonly (number | null)[]): string => {
  const found = values.filter((value) => value !== null);
  return found.length === 0 ? '–' : (found.reduce((sum, value) => sum + value, 0) / found.length).toFixed(3);
};
process.stdout.write(
  '| group | files | ms a page | text | order | headings | cells | items | items as seen |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n',
);
for (const group of [...new Set(results.map((result) => result.group))].toSorted()) {
  const of = results.filter((result) => result.group === group);
  const times = of.map(({ ms, pages }) => ms / pages).toSorted((a, b) => a - b);
  const cell = (name: keyof Score): string => mean(of.map((result) => result.score[name]));
  process.stdout.write(
    `| ${group} | ${of.length} | ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} | ${(['text', 'order', 'headings', 'cells', 'items', 'seen'] as const).map(cell).join(' | ')} |\n`,
  );
}
if (leftOut > 0) process.stdout.write(`\n${leftOut} files are left out: their pages do not show what their truth says.\n`);
const low = ({ score: found }: { score: Score }): number => Math.min(found.text, found.headings ?? 1, found.cells ?? 1, found.items ?? 1);
for (const result of results.toSorted((a, b) => low(a) - low(b)).slice(0, Number(options.worst)))
  process.stdout.write(`${result.name}: ${JSON.stringify(result.score)}\n`);
