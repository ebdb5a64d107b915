/**
 * Every number, name and sentence of a text is in the file that is made of it, read back by our readers (a PDF by the text of its
 * pages), or a finding names it. A sample of generated texts by a seed that is printed; `OCTAVO_TEXTS=all` takes 2,000, and
 * with `OCTAVO_CORPUS` the Markdown of that folder as well.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatedText } from './support/generated-text.ts';
import type { MadeFormat } from './support/lost-words.ts';
import { lostSentences } from './support/read-back.ts';

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

const corpus = process.env['OCTAVO_CORPUS'];
/** Share of the sentences of a real text that may be told in another way: markup that says nothing, HTML that is left out. */
const TOLD_OTHERWISE = 0.02;

test(
  'the Markdown of a folder of real files is read back',
  { skip: !ALL || corpus === undefined ? 'needs OCTAVO_TEXTS=all and OCTAVO_CORPUS' : false },
  async (t) => {
    const files = globSync('**/*.md', { cwd: corpus ?? '' }).slice(0, 400);
    assert.ok(files.length > 0, 'there is no Markdown');
    let [sentences, lost] = [0, 0];
    for (const file of files) {
      const markdown = readFileSync(`${corpus}/${file}`, 'utf8').slice(0, 40_000);
      for (const format of ['docx', 'pptx', 'xlsx'] as const) {
        sentences += markdown.split(/[.|\n]/).length;
        lost += (await lostSentences(markdown, format)).length;
      }
    }
    t.diagnostic(`${files.length} files, ${lost} of ${sentences} pieces are told otherwise or lost`);
    assert.ok(lost <= sentences * TOLD_OTHERWISE);
  },
);
