/**
 * `node scripts/measure-pages.ts <folder…> [--only=<text>]`: every Markdown file below the folders as Word and as PDF: how many of their
 * pages are over 40 % empty though they are neither the last nor a cover, and whether the Word files are valid. Fails over 3 % or at any error.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openCommandEngine } from '../src/main/open-workshop.ts';
import { makeFromContent } from '../src/pipeline/make.ts';
import { samplePictures } from '../test/support/gallery-pictures.ts';
import { validateOffice } from '../test/support/validate-office.ts';
import { collect, emptyShare, markdownBelow } from './page-pictures.ts';

const EMPTY_SHARE = 0.4;
const SHARE_MAX = 0.03;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', multiple: true } } });
const engine = await openCommandEngine({ office: true });
let [documents, pages, errors] = [0, 0, 0];
const empty: string[] = [];
for (const path of await markdownBelow(positionals, values.only)) {
  const markdown = await readFile(path, 'utf8');
  for (const format of ['docx', 'pdf'] as const) {
    const kept = collect(format);
    try {
      const input = { markdown, format, name: null, pictures: await samplePictures(markdown) };
      const made = await makeFromContent(input, engine, kept.sink, new AbortController().signal);
      for (const [at, page] of kept.pages.slice(0, -1).entries())
        if (!(at === 0 && made.style.cover_page) && (await emptyShare(page)) > EMPTY_SHARE)
          empty.push(`${path} as ${format}, page ${at + 1}`);
    } catch (error) {
      console.log(`${path} as ${format}: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    documents += 1;
    pages += kept.pages.length;
    if (format === 'docx') errors += (await Promise.all(kept.files.map((bytes) => validateOffice(bytes, 'docx')))).flat().length;
  }
}
await engine.close();
for (const page of empty) console.log(`  ${page}`);
const share = pages === 0 ? 0 : empty.length / pages;
console.log(
  `${documents} documents; ${empty.length} of ${pages} pages (${(share * 100).toFixed(1)} %) over ${EMPTY_SHARE * 100} % empty that are not last ones; ${errors} Open XML errors`,
);
if (share > SHARE_MAX || errors > 0) process.exitCode = 1;
