/** How long one replacement takes without drawing: in Word files of one, some 30 and some 300 pages, direct, and tracked with its proof, and in a sheet of 10,000 rows. In this process. */
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
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
/** Of its characters: some 30 pages. */
const SHARE = 0.31;
const ROWS = 10_000;
const WARM_UP_RUNS = 3;
const WORD = 'replaceablewordofthebenchmark';
const SENTENCE = `\n\nHere is ${WORD} once.\n\n`;
const WHEN = '2026-01-01T00:00:00Z';

function makeFile(text: string): Uint8Array {
  const { blocks, meta } = readMarkdown(text, { pictures: 0 }).value;
  const look = resolveLook(decideType(blocks, meta));
  return buildDocx(composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look).document, look, {
    created: new Date(WHEN),
  }).deliver(new Map());
}

/** The first paragraphs of a text, up to this share of it. */
const beginningOf = (text: string, share: number): string => text.slice(0, text.lastIndexOf('\n\n', Math.floor(text.length * share)));

/** Ten columns: three of text, six of figures, their sum. */
function makeSheet(): Uint8Array {
  const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const row = at + 1;
    const figures = Array.from(
      'DEFGHI',
      (column, index) => `<c r="${column}${row}"><v>${(at * 7_919 + index * 104_729) % 100_003}</v></c>`,
    ).join('');
    const place = row === ROWS / 2 ? `The ${WORD} street` : `The street of ${row} oaks`;
    return `<row r="${row}">${text(`A${row}`, `Customer ${row}`)}${text(`B${row}`, place)}${text(`C${row}`, `Town ${row % 100}`)}${figures}<c r="J${row}"><f>SUM(D${row}:I${row})</f><v>1</v></c></row>`;
  });
  return wrapInXlsx({ sheets: { Data: rows.join('') } });
}

interface Sample {
  name: string;
  file: Uint8Array;
  mode: 'direct' | 'tracked';
}

/** @param runs how often each */
export function measureEdits(memo: string, book: string, runs: number): Row[] {
  // every book with words of its own
  const books = Array.from({ length: BOOKS }, (_, at) => varySample(book, at + 1)).join('\n\n');
  const pages = { '1 page': memo, '30 pages': beginningOf(book, SHARE), '300 pages': books };
  const samples = Object.entries(pages).flatMap(([name, text]): Sample[] => {
    const file = makeFile(text + SENTENCE);
    return (['direct', 'tracked'] as const).map((mode) => ({ name: `${name} docx, ${mode}`, file, mode }));
  });
  return [...samples, { name: '10,000 rows xlsx', file: makeSheet(), mode: 'direct' as const }].map(({ name, file, mode }) => {
    const operations: EditOperation[] = [{ op: 'replace_text', find: WORD, replace: 'another word' }];
    const times: number[] = [];
    for (let at = -WARM_UP_RUNS; at < runs; at++) {
      const start = performance.now();
      const { results, integrity } = applyEdits(file, operations, { mode, author: 'Octavo', date: WHEN });
      if (at >= 0) times.push(performance.now() - start);
      if (results[0]?.status !== 'applied' || integrity.accept_matches === false)
        throw new Error(`the edit was not done: ${results[0]?.message ?? ''}`);
    }
    return { name: `one replacement in ${name}`, median_ms: round(median(times)), floor_ms: null, ratio: null, runs };
  });
}
