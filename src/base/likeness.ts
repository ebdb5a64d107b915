/** Which of some known names is most like another: a slip of typing, or the same words in another order or under other verbs. */

/** Insertions, deletions, replacements and swaps of neighbours that part two words (restricted Damerau-Levenshtein). */
export function distance(left: string, right: string): number {
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

/** Other words for what operations do and what they are on. */
const SAME_WORDS: Readonly<Record<string, string>> = {
  insert: 'add',
  create: 'add',
  append: 'add',
  new: 'add',
  remove: 'delete',
  drop: 'delete',
  change: 'set',
  update: 'set',
  edit: 'set',
  modify: 'set',
  apply: 'set',
  substitute: 'replace',
  paragraph: 'block',
  heading: 'block',
  hyperlink: 'link',
  picture: 'image',
  photo: 'image',
  style: 'format',
  formatting: 'format',
  font: 'format',
  worksheet: 'sheet',
  note: 'footnote',
  endnote: 'footnote',
  write: 'set',
  clone: 'copy',
  duplicate: 'copy',
  reorder: 'move',
  swap: 'replace',
  graph: 'chart',
  figure: 'image',
  logo: 'image',
};
const NAME_CHARS_MAX = 40;

function readWords(name: string): ReadonlySet<string> {
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word));
  return new Set(words.flatMap((word) => (/^(?:|and|the|a|of|in|find|all|tracked)$/.test(word) ? [] : [SAME_WORDS[word] ?? word])));
}

/** The words of a name, and the same where what is added in one place is set in another: `add_link` is `set_link` here. */
interface Words {
  plain: ReadonlySet<string>;
  asSet: ReadonlySet<string>;
}

function wordsOf(name: string): Words {
  const plain = readWords(name);
  return { plain, asSet: new Set([...plain].map((word) => (word === 'add' ? 'set' : word))) };
}

/** Of the names that there are: each is compared with every name that was sent and is none of them. */
const KNOWN = new Map<string, Words>();

/** @param name one of the product's own, never one that was sent: it is kept */
function wordsOfKnown(name: string): Words {
  const words = KNOWN.get(name) ?? wordsOf(name);
  KNOWN.set(name, words);
  return words;
}

/** Which of these names of the product say the same as this one with other words: `add_picture` and `insert_images`. */
export function sameNames(said: string, known: readonly string[]): string[] {
  if (said.length > NAME_CHARS_MAX) return [];
  const words = readWords(said);
  if (words.size === 0) return [];
  return known.filter((name) => {
    const others = wordsOfKnown(name).plain;
    return words.size === others.size && [...words].every((word) => others.has(word));
  });
}

/** Names that have less in common are not taken for each other: three in five of the words of both. */
const COMMON_MIN = 0.6;

/**
 * The name of the product that has most words in common with the one that was said, `insert_paragraph` and `insert_blocks`; undefined where
 * none has most of them.
 */
export function likest(said: string, known: readonly string[]): string | undefined {
  if (said.length > NAME_CHARS_MAX) return undefined;
  const words = wordsOf(said);
  return mostAlike(said, words, known, 'plain') ?? mostAlike(said, words, known, 'asSet');
}

function mostAlike(said: string, all: Words, known: readonly string[], as: keyof Words): string | undefined {
  const words = all[as];
  let best: { name: string; common: number; apart: number } | undefined;
  for (const name of known) {
    const others = wordsOfKnown(name)[as];
    const same = [...words].filter((word) => others.has(word)).length;
    const common = same / (words.size + others.size - same);
    if (common < COMMON_MIN) continue;
    const apart = distance(said.toLowerCase(), name);
    if (best === undefined || common > best.common || (common === best.common && apart < best.apart)) best = { name, common, apart };
  }
  return best?.name;
}
