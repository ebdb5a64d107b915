/** Lines that follow each other → one text. */
import { append } from '../../base/append.ts';
import { addRun } from './links.ts';
import type { Run } from '../../document/inline.ts';

const HYPHENATED = /\p{L}[-‐\u00AD]$/u;
/** `pre-` before `and post-`: the hyphen stands for what both have in common. */
const SHARED_PART = /^(?:and|or|to|und|oder|bis|sowie|bzw|et|ou|y|e|o|u|en|och|og)\s/u;
/** `COVID-` before `19`, `1-` before `Touch`. */
const COUNTED_NAME = /[\p{L}\p{N}][-‐]$/u;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A word with signs or figures in it, or the last one of its line: `Provides information` goes on no address. */
const PATH_GOES_ON = /^(?:[\w%~#-]*(?:[/=&?%~#_\d-]|\.\w)|[\w]+$)/;

/** An address of the web or a path that is too long for its line is divided behind a stroke, without a hyphen. */
const isOneAddress = (before: string, after: string): boolean =>
  /(?:^|\s)(?:https?:\/\/|www\.|[\w-]+\.[\w.-]+\/)\S*$/iu.test(before) && /[/=&?_]$/.test(before) && PATH_GOES_ON.test(after);

/** Letters of the text so far that tell how the next line goes on: no address is longer. */
const TAIL_CHARS = 400;

/** A hyphen at the end of a line becomes a soft one where the word goes on: `joinHyphenated` settles those. */
export function joinLines(lines: readonly (readonly Run[])[]): Run[] {
  const runs: Run[] = [];
  // of a long text the end alone is looked at
  let tail = '';
  for (const line of lines) {
    const [head, ...rest] = line;
    if (!head) continue;
    const last = runs.at(-1);
    const divided = HYPHENATED.test(tail) && /^\p{L}/u.test(head.text) && !SHARED_PART.test(head.text);
    let begin = head.text;
    if (!last) runs.push({ ...head });
    else if (divided) {
      last.text = `${last.text.slice(0, -1)}\u00AD`;
      addRun(runs, head.text, head.link);
    } else {
      const tight =
        (NO_SPACES.test(tail.at(-1) ?? '') && NO_SPACES.test(head.text.charAt(0))) ||
        isOneAddress(tail, head.text) ||
        (COUNTED_NAME.test(tail) && /^[\p{Lu}\p{N}]/u.test(head.text));
      begin = (tight || tail.endsWith(' ') ? '' : ' ') + head.text;
      addRun(runs, begin, head.link);
    }
    append(
      runs,
      rest.map((run) => ({ ...run })),
    );
    const said = [begin, ...rest.map(({ text }) => text)].join('');
    tail = (said.length < TAIL_CHARS ? tail + said : said).slice(-TAIL_CHARS);
  }
  return runs.filter(({ text, footnote }) => text !== '' || footnote !== undefined);
}

/** Parts of a cell, each of some lines that go on with each other: one below the other. */
export const joinParts = (parts: readonly (readonly (readonly Run[])[])[]): Run[] =>
  parts.flatMap((lines, index) => {
    const [head, ...rest] = joinLines(lines);
    return head ? [{ ...head, text: (index > 0 ? '\n' : '') + head.text }, ...rest] : [];
  });
