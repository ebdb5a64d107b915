/** What is measured with: our own samples, or memo.md, report.md, book.md, slides.md and workbook.md of the folder that OCTAVO_BENCH_SAMPLES names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBook } from './write-book.ts';

export interface Samples {
  memo: string;
  report: string;
  book: string;
  workbook: string;
  slides: string;
  source: string;
}

/** Chapters that make about 97 pages of A4 in Word. */
const BOOK_CHAPTERS = 23;

export function readSamples(): Samples {
  const folder = process.env['OCTAVO_BENCH_SAMPLES'];
  const own = fileURLToPath(new URL('samples/', import.meta.url));
  const dir = folder ?? own;
  const read = (name: string): string => readFileSync(join(dir, `${name}.md`), 'utf8');
  const book = existsSync(join(dir, 'book.md')) ? read('book') : writeBook(BOOK_CHAPTERS);
  const readOr = (name: string): string => readFileSync(join(existsSync(join(dir, `${name}.md`)) ? dir : own, `${name}.md`), 'utf8');
  return {
    workbook: readOr('workbook'),
    slides: readOr('slides'),
    memo: read('memo'),
    report: read('report'),
    book,
    source: folder === undefined ? 'own samples' : 'samples of OCTAVO_BENCH_SAMPLES',
  };
}

/**
 * The same text, told apart in every paragraph by the number of the run: renderers keep what they have set before
 * (Typst remembers every paragraph), and no second client sends the same text.
 */
export function varySample(markdown: string, run: number): string {
  let fenced = false;
  return markdown
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
      return fenced ? line : line.replace(/^([\p{L}“"(>*-][^|]*)([.!?](?:\[\^\w+\])?)$/u, `$1 (${run})$2`);
    })
    .join('\n');
}
