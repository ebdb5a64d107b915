/** Large or bold letters in which sentences run on over lines are text, not headings. */
import type { Row } from './rows.ts';
import { beginsItem } from './typography.ts';
import { textOf } from './rows.ts';

const RUN_ROWS_MIN = 4;
const TITLE_ROWS_MAX = 5;
const TITLE_TIMES = 1.5;
const STANDS_OUT = 1.1;
const LINE_GAP = 0.75;
const ITEM_ROWS_MAX = 10;
const SENTENCES_CHARS_MIN = 60;
/** One sentence ends and another one begins. */
const TWO_SENTENCES = /\p{Ll}{2}[.!?]["”’)]?\s+\p{Lu}\p{Ll}|[。！？]./u;
const ONE_SENTENCE = /(?:\p{Ll}{2}[.!]|[。！？])["”’)]?$/u;
const ENDS_OPEN = /[，、；：。]$/u;

const isAlike = (above: Row, row: Row): boolean =>
  !row.table &&
  !above.table &&
  row.bold === above.bold &&
  Math.abs(row.em - above.em) <= above.em * 0.04 &&
  row.top > above.top &&
  row.top - above.bottom < above.size * LINE_GAP &&
  row.left < above.right &&
  above.left < row.right;

/** Rows set alike, close below each other. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const last = runs.at(-1)?.at(-1);
    if (last && isAlike(last, row)) runs.at(-1)?.push(row);
    else runs.push([row]);
  }
  return runs;
}

function isText(run: readonly Row[], body: number): boolean {
  const [first] = run;
  if (!first || first.table) return false;
  const isTitle = first.em >= body * TITLE_TIMES;
  // of what is as large as the text only letters of another kind can be a heading
  if (!first.bold && first.em < body * STANDS_OUT) return false;
  if (run.length >= (isTitle ? TITLE_ROWS_MAX + 1 : RUN_ROWS_MIN)) return true;
  const text = run.map(textOf).join(' ');
  if (isTitle) return false;
  return (
    ENDS_OPEN.test(text) ||
    (text.length >= SENTENCES_CHARS_MIN && TWO_SENTENCES.test(text)) ||
    (run.length >= 2 && text.length >= SENTENCES_CHARS_MIN && ONE_SENTENCE.test(text))
  );
}

/** Lines below the first one of an item, under its text. */
function itemText(run: readonly Row[]): Row[] {
  const found: Row[] = [];
  let item: Row | undefined;
  let lines = 0;
  for (const row of run) {
    if (beginsItem(row)) [item, lines] = [row, 0];
    else if (item && row.left > item.left + 3 && ++lines < ITEM_ROWS_MAX) found.push(row);
    else item = undefined;
  }
  return found;
}

/** Rows of a page that are no headings however they are set. @param body size of the document's text */
export const findTextRuns = (rows: readonly Row[], body: number): Row[] =>
  runsOf(rows).flatMap((run) => (isText(run, body) ? run.filter((row) => !beginsItem(row)) : itemText(run)));
