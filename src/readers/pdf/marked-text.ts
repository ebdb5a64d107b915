/** Text of a page by its marked content (ISO 32000-1 §14.6). */
import type { RenderedLine, RenderedLink, RenderedPage } from '../../document/rendered-document.ts';
import { plainText } from '../../document/inline.ts';
import type { Run } from '../../document/inline.ts';
import { minOf } from '../../base/extremes.ts';
import { joinLines } from './join-lines.ts';
import { addRun, linkAt } from './links.ts';
import { lineEm, placesOf, plainSigns } from './rows.ts';

export interface Fragment {
  runs: Run[];
  /** The line it is in, and from which letter of it to which. */
  line: number;
  from: number;
  to: number;
  chars: number;
  em: number;
  font: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pieces of each marked content, in the order of the file. */
export function gatherMarks(page: RenderedPage): Map<number, Fragment[]> {
  const found = new Map<number, Fragment[]>();
  for (const [index, line] of page.lines.entries()) {
    for (const [at, { at: from, id }] of (line.marks ?? []).entries()) {
      const to = id >= 0 && dividesWord(line, at + 1) ? line.text.length : (line.marks?.[at + 1]?.at ?? line.text.length);
      const fragment: Fragment = {
        runs: runsOf(line, from, to, page.links ?? []),
        line: index,
        from,
        to,
        chars: line.text.slice(from, to).replaceAll(' ', '').length,
        em: lineEm(line),
        font: line.font,
        left: leftOf(line, from),
        right: rightOf(line, to),
        top: line.top,
        bottom: line.bottom,
      };
      const known = found.get(id);
      if (known) known.push(fragment);
      else found.set(id, [fragment]);
    }
  }
  return found;
}

/** A hyphen at the end of a line is no text of its own and often marked as nothing, or as what is not read: it belongs to the word that it divides. */
function dividesWord({ text, marks }: RenderedLine, at: number): boolean {
  const next = marks?.[at];
  return (
    next?.id === -1 &&
    at === (marks?.length ?? 0) - 1 &&
    /^[-‐\u00AD]\s*$/u.test(text.slice(next.at)) &&
    /\p{L}$/u.test(text.slice(0, next.at))
  );
}

const leftOf = (line: RenderedLine, from: number): number => placesOf(line).findLast(({ at }) => at <= from)?.left ?? line.left;

const rightOf = (line: RenderedLine, to: number): number => placesOf(line).findLast(({ at }) => at < to)?.right ?? line.right;

function runsOf(line: RenderedLine, from: number, to: number, links: readonly RenderedLink[]): Run[] {
  const text = line.text.slice(from, to);
  if (links.length === 0 || !line.words) return [{ text: plainSigns(text) }];
  const runs: Run[] = [];
  for (const word of placesOf(line)) {
    const [begin, end] = [Math.max(from, word.at), Math.min(to, word.end)];
    if (end > begin)
      addRun(
        runs,
        plainSigns(line.text.slice(begin, end)),
        linkAt(links, { ...partOf(line, word, begin, end), top: line.top, bottom: line.bottom }),
      );
  }
  return runs;
}

/** Where some letters of a word are, as if all were of one width: a stop behind a link is no part of it. */
function partOf(
  { text }: RenderedLine,
  { at, end, left, right }: { at: number; end: number; left: number; right: number },
  begin: number,
  stop: number,
): { left: number; right: number } {
  const letters = Math.max(1, text.slice(at, end).trimEnd().length);
  const width = (right - left) / letters;
  return { left: left + (begin - at) * width, right: left + Math.min(letters, stop - at) * width };
}

/** Fragments in the order in which they are read: those of one line go on, others are joined as lines are. */
export function joinFragments(fragments: readonly Fragment[]): Run[] {
  const lines: Run[][] = [];
  let before: Fragment | undefined;
  for (const fragment of inLineOrder(fragments)) {
    const line = lines.at(-1);
    if (line && before && before.line === fragment.line && fragment.from >= before.to) {
      if (fragment.from > before.to && !/\s$/.test(line.at(-1)?.text ?? '')) addRun(line, ' ', undefined);
      const last = line.at(-1);
      if (last && /^[,.](?!\d)/.test(fragment.runs[0]?.text ?? '')) last.text = last.text.trimEnd();
      for (const run of fragment.runs)
        if (run.footnote === undefined) addRun(line, run.text, run.link);
        else line.push({ ...run });
    } else lines.push(fragment.runs.map((run) => ({ ...run })));
    before = fragment;
  }
  for (const line of lines) trimEnds(line);
  return joinLines(lines.filter((line) => line.length > 0));
}

/** Lines of code, set in by as many spaces as they are to the right of the outermost. */
export function codeLines(fragments: readonly Fragment[]): string {
  const left = minOf(fragments.map((fragment) => fragment.left));
  const lines = new Map<number, Fragment[]>();
  for (const fragment of fragments) lines.set(fragment.line, [...(lines.get(fragment.line) ?? []), fragment]);
  return [...lines.values()]
    .map(
      (own) =>
        ' '.repeat(Math.min(80, Math.max(0, Math.round(((own[0]?.left ?? left) - left) / ((own[0]?.em ?? 10) * 0.6))))) +
        plainText(joinFragments(own)),
    )
    .join('\n');
}

/** What is in one line is read from left to right, whatever the order of the tags. */
function inLineOrder(fragments: readonly Fragment[]): Fragment[] {
  const groups: Fragment[][] = [];
  for (const fragment of fragments) {
    const group = groups.at(-1);
    if (group?.[0]?.line === fragment.line) group.push(fragment);
    else groups.push([fragment]);
  }
  return groups.flatMap((group) => group.toSorted((a, b) => a.from - b.from));
}

function trimEnds(runs: Run[]): void {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first) first.text = first.text.trimStart();
  if (last) last.text = last.text.trimEnd();
}
