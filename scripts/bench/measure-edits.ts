/** How long one replacement takes in a Word file of some 300 pages, without drawing: direct, and tracked with its proof. In this process. */
import { composeDocument } from '../../src/document/compose.ts';
import { decideType } from '../../src/document/document-type.ts';
import { resolveLook } from '../../src/document/look.ts';
import { applyEdits, type EditOperation } from '../../src/edits/apply-edits.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { median, round, type Row } from './measure.ts';
import { varySample } from './samples.ts';

/** The book of the benchmark has 96 pages. */
const BOOKS = 3;
const WARM_UP_RUNS = 3;
const WORD = 'replaceablewordofthebenchmark';
const WHEN = '2026-01-01T00:00:00Z';

function makeBook(markdown: string): Uint8Array {
  // every book with words of its own
  const text = Array.from({ length: BOOKS }, (_, at) => varySample(markdown, at + 1))
    .join(`\n\nHere is ${WORD} once.\n\n`)
    .replaceAll(new RegExp(`${WORD} once(?=[^]*${WORD} once)`, 'g'), 'a word');
  const { blocks, meta } = readMarkdown(text, { pictures: 0 }).value;
  const look = resolveLook(decideType(blocks, meta));
  return buildDocx(composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look).document, look, {
    created: new Date(WHEN),
  }).deliver(new Map());
}

/** @param runs how often each */
export function measureEdits(book: string, runs: number): Row[] {
  const file = makeBook(book);
  const operations: EditOperation[] = [{ op: 'replace_text', find: WORD, replace: 'another word' }];
  return (['direct', 'tracked'] as const).map((mode) => {
    const times: number[] = [];
    for (let at = -WARM_UP_RUNS; at < runs; at++) {
      const start = performance.now();
      const { results, integrity } = applyEdits(file, operations, { mode, author: 'Octavo', date: WHEN });
      if (at >= 0) times.push(performance.now() - start);
      if (results[0]?.status !== 'applied' || integrity.accept_matches === false)
        throw new Error(`the edit was not done: ${results[0]?.message ?? ''}`);
    }
    return { name: `one replacement in 300 pages docx, ${mode}`, median_ms: round(median(times)), floor_ms: null, ratio: null, runs };
  });
}
