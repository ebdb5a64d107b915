/** What a client may have meant by a name or a value that there is not: the same word in other letters, a known other name, a slip. */

/** Other names of formats and of properties, as clients of other services send them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['word', 'docx'],
  ['doc', 'docx'],
  ['powerpoint', 'pptx'],
  ['ppt', 'pptx'],
  ['excel', 'xlsx'],
  ['xls', 'xlsx'],
  ['high', 'best'],
  ['low', 'fast'],
  ['markdown', 'content.markdown'],
  ['text', 'content.markdown'],
  ['body', 'content.markdown'],
  ['title', 'name'],
  ['instructions', 'prompt'],
  ['files', 'sources'],
  ['images', 'sources'],
  ['template', 'sources'],
  ['startingafter', 'after'],
  ['endingbefore', 'before'],
  ['cursor', 'after'],
  ['pagesize', 'limit'],
  ['edits', 'operations'],
]);

const WORD_CHARS_MAX = 40;
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Insertions, deletions, replacements and swaps of neighbours that part two words (restricted Damerau-Levenshtein). */
function distance(left: string, right: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[right.length] ?? 0;
}

/** One of `known` that may have been meant by `said`; undefined where none is near. */
function suggest(said: string, known: readonly string[]): string | undefined {
  if (said.length > WORD_CHARS_MAX) return undefined;
  const word = plain(said);
  const same = known.find((one) => plain(one) === word);
  const alias = ALIASES.get(word);
  if (same !== undefined) return same;
  if (alias !== undefined && known.includes(alias.split('.', 1)[0] ?? '')) return alias;
  const far = word.length > 4 ? 2 : 1;
  const near = known.map((one) => ({ one, apart: distance(word, plain(one)) })).toSorted((a, b) => a.apart - b.apart)[0];
  return near !== undefined && word.length > 2 && near.apart <= far ? near.one : undefined;
}

/** A question to put behind a sentence, or nothing. */
export function didYouMean(said: unknown, known: readonly string[]): string {
  const meant = typeof said === 'string' ? suggest(said, known) : undefined;
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}
