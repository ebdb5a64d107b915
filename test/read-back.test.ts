/**
 * Every number, name and sentence of a text is in the file that is made of it, read back by our readers (a PDF by the text of its
 * pages), or a finding names it. A sample of generated texts by a seed that is printed, and of real ones; `OCTAVO_TEXTS=all` takes
 * 2,000 generated texts and all real ones: those of the packages, and of the folder `OCTAVO_CORPUS`.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatedText } from './support/generated-text.ts';
import type { MadeFormat } from './support/lost-words.ts';
import { lostPieces, lostSentences } from './support/read-back.ts';
import { ROOT } from './support/read-sources.ts';

const ALL = process.env['OCTAVO_TEXTS'] === 'all';
const COUNTS: Readonly<Record<MadeFormat, number>> = ALL
  ? { docx: 550, pptx: 500, xlsx: 550, pdf: 400 }
  : { docx: 40, pptx: 40, xlsx: 40, pdf: 25 };
const SEED = Number(process.env['OCTAVO_SEED'] ?? 1);

for (const [format, count] of Object.entries(COUNTS) as [MadeFormat, number][]) {
  test(`${count} texts from seed ${SEED} on are read back from ${format} whole`, async (t) => {
    t.diagnostic(`OCTAVO_SEED=${SEED}`);
    const faults: string[] = [];
    for (let seed = SEED; seed < SEED + count && faults.length < 5; seed++) {
      const markdown = generatedText(seed, format);
      const lost = await lostSentences(markdown, format);
      if (lost.length > 0) faults.push(`seed ${seed}: ${lost.slice(0, 6).join(' / ')}\n${markdown.slice(0, 1500)}`);
    }
    assert.equal(faults.length, 0, faults.join('\n\n').slice(0, 6000));
  });
}

const FOLDERS = [process.env['OCTAVO_CORPUS'], `${ROOT}node_modules`].filter((folder) => folder !== undefined);
const TEXT_CHARS = { least: 400, most: 10_000 } as const;
const SAMPLE = 3;
const REAL_MIN = 300;

/** Markdown that others have written: of the corpus where there is one, and what came with the packages. */
function realTexts(): Map<string, string> {
  const texts = new Map<string, string>();
  for (const folder of FOLDERS)
    for (const file of globSync('**/*.md', { cwd: folder }).sort()) {
      const text = readFileSync(`${folder}/${file}`, 'utf8').slice(0, TEXT_CHARS.most);
      if (text.length >= TEXT_CHARS.least && !texts.has(text)) texts.set(text, file);
    }
  return texts;
}

for (const format of ['docx', 'pptx', 'xlsx'] as const)
  test(`real Markdown is read back from ${format} whole`, async (t) => {
    const texts = [...realTexts()];
    if (ALL) assert.ok(texts.length >= REAL_MIN, `there are only ${texts.length} texts`);
    const step = ALL ? 1 : Math.max(1, Math.floor(texts.length / SAMPLE));
    let pieces = 0;
    const faults: string[] = [];
    for (const [text, file] of texts.filter((_, at) => at % step === 0)) {
      const read = await lostPieces(text, format);
      pieces += read.pieces;
      for (const piece of read.lost) faults.push(`${file}: ${piece}`);
    }
    t.diagnostic(`${pieces} pieces`);
    assert.deepEqual(faults.slice(0, 40), []);
  });
