/**
 * Words that were divided at the end of a line: whether the hyphen belongs to the word, the rest of the document tells.
 * `joinLines` leaves a soft hyphen where a line ended in one.
 */
import type { Block, TableCell } from '../../document/block.ts';
import type { RenderedDocument } from '../../document/rendered-document.ts';
import type { Run } from '../../document/inline.ts';

const DIVIDED = /([\p{L}\p{N}'’-]+)\u00AD([\p{L}\p{N}'’-]+)/gu;
const WORDS_MAX = 400_000;

export function readVocabulary(drawn: RenderedDocument): ReadonlySet<string> {
  const words = new Set<string>();
  for (const page of drawn.pages) {
    let divided = false;
    for (const line of page.lines) {
      if (words.size > WORDS_MAX) return words;
      const found = line.text.toLowerCase().match(/[\p{L}\p{N}'’]+(?:[-‐][\p{L}\p{N}'’]+)*/gu) ?? [];
      // the halves of a divided word are no words
      const ends = /\p{L}[-‐\u00AD]$/u.test(line.text);
      for (const word of found.slice(divided ? 1 : 0, ends ? -1 : undefined)) words.add(word.replaceAll('‐', '-'));
      divided = ends;
    }
  }
  return words;
}

/** `more-or-` before `less`, `goodness-` before `of-fit`: words that hyphens join, if the document knows both beside the break as words, and not as one. */
function isOfHyphens(left: string, right: string, words: ReadonlySet<string>): boolean {
  if (!left.includes('-') && !right.includes('-')) return false;
  const [last, first] = [left.slice(left.lastIndexOf('-') + 1), right.split('-', 1)[0] ?? ''];
  return last.length >= 2 && words.has(last) && words.has(first) && !words.has(last + first);
}

function mend(text: string, vocabulary: () => ReadonlySet<string>): string {
  if (!text.includes('\u00AD')) return text;
  const words = vocabulary();
  const joined = text.replaceAll(DIVIDED, (_, left: string, right: string) => {
    const [a, b] = [left.toLowerCase(), right.toLowerCase()];
    // no word is divided behind its first letter: `e-signing`
    const isKnown = words.has(`${a}-${b}`);
    // `Bristol-` before `Myers`: only names such as `OpenType` are divided before a capital
    if (/^\p{Lu}/u.test(right)) return isKnown || !words.has(a + b) ? `${left}-${right}` : left + right;
    const compound =
      isKnown || a.length === 1 || (a.length >= 3 && b.length >= 4 && words.has(a) && words.has(b)) || isOfHyphens(a, b, words);
    return !words.has(a + b) && compound ? `${left}-${right}` : left + right;
  });
  return joined.replaceAll('\u00AD', '');
}

/** Settles the divided words of all blocks, in place. @param vocabulary is asked for where there are some */
export function joinHyphenated(blocks: readonly Block[], vocabulary: () => ReadonlySet<string>): void {
  const runs = (list: readonly Run[]): void => {
    for (const run of list) run.text = mend(run.text, vocabulary);
  };
  const cell = ({ runs: own, blocks: inner }: TableCell): void => {
    runs(own);
    if (inner) joinHyphenated(inner, vocabulary);
  };
  for (const block of blocks) {
    if (block.type === 'paragraph' || block.type === 'heading') runs(block.runs);
    else if (block.type === 'list') for (const item of block.items) joinHyphenated(item.blocks, vocabulary);
    else if (block.type === 'footnotes') for (const note of block.notes) joinHyphenated(note.blocks, vocabulary);
    else if (block.type === 'quote') joinHyphenated(block.blocks, vocabulary);
    else if (block.type === 'table') for (const row of block.rows) for (const one of row.cells) cell(one);
  }
}
