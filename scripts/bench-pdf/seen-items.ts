/**
 * Items of lists, scored as somebody judges who has only the page. Word and the page differ in what a list is, so that of the
 * plain F1 of items (`tools/score.mjs`) these are taken out:
 * - marks: `a) text` in the truth and `- a) text` in ours are the same item, as are `1. text` and `- 1. text`;
 * - paragraphs of the truth whose mark somebody typed (`1. Why?`, `■ Note`): on the page they look like items and may be read as
 *   such or not;
 * - what lies in cells of the truth, since Markdown has no lists in cells and pages do not show tables that only place things;
 * - items of the truth whose first words the page does not show (numbers that LibreOffice counts otherwise, deleted text).
 */

/** What the scorer's file exports. */
export interface ScorerParts {
  parse(markdown: string): { items: string[]; cells: string[] };
  plain(markdown: string): string;
  tokens(text: string): string[];
  multisetF1(truth: readonly string[], made: readonly string[]): number | null;
}

/** Numbers, letters and Roman numbers before the text, of several levels: `2 1`, `iv`. */
const LEADING_MARK = /^(?:(?:\d{1,3}|[a-z]|[ivx]{2,5}|[ァ-ヶ])(?: \d{1,3})* )(?=\S)/u;
const TYPED_MARK =
  /^(?:[^\p{L}\p{N}\s\\|#>]\s*|\\?[-*+•]\s+|\(?(?:\d{1,3}(?:\.\d{1,3})*|\p{L}|[ivxIVX]{2,5})\\?[.):、)]?\s+|[①-⑳❶-❿])(?=\S)/u;
const ITEM = /^\s*(?:>\s*)*(?:[-*+]|\d{1,3}[.)])\s/;
const SHOWN_SHARE_MIN = 0.9;
/** So many words from its beginning on must be on the page one after the other. */
const SHOWN_WORDS = 3;

const BEGUN_CHARS_MIN = 12;

const bare = (key: string): string => key.replace(LEADING_MARK, '');

/** F1 of items as the page shows them; null where neither side has any, or where the page shows too few of the truth's. @param drawn all text of the pages */
export function scoreSeenItems(truth: string, made: string, drawn: string, scorer: ScorerParts): number | null {
  const key = (text: string): string => bare(scorer.tokens(scorer.plain(text)).join(' '));
  const [expected, found] = [scorer.parse(truth), scorer.parse(made)];
  const words = ` ${scorer.tokens(drawn).join(' ')} `;
  const shown = expected.items.filter((item) => words.includes(` ${item.split(' ', SHOWN_WORDS).join(' ')} `)).map(bare);
  if (shown.length < expected.items.length * SHOWN_SHARE_MIN) return null;
  const open = new Map<string, number>();
  for (const item of shown) open.set(item, (open.get(item) ?? 0) + 1);
  const typed = new Set(
    truth
      .split('\n')
      .filter((line) => !ITEM.test(line) && !line.startsWith('|') && TYPED_MARK.test(line))
      .map(key),
  );
  // what somebody typed line by line is one item on the page
  const begun = [...typed].filter(({ length }) => length >= BEGUN_CHARS_MIN);
  const isTyped = (item: string): boolean => typed.has(item) || begun.some((text) => item.startsWith(text));
  const cells = expected.cells.map((cell) => ` ${cell} `).join('\n');
  const counted = found.items.map(bare).filter((item) => {
    const left = open.get(item) ?? 0;
    if (left > 0) open.set(item, left - 1);
    return left > 0 || !(isTyped(item) || cells.includes(` ${item} `));
  });
  return scorer.multisetF1(shown, counted);
}
