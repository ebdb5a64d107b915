/**
 * Footnotes of pages without tags: texts in smaller letters at the foot of a page or of its columns, each behind a mark that the text
 * above has right behind one of its words, and nowhere else. Where that is not so for every one of them, they stay what they are.
 */
import type { Block, Footnotes } from '../../document/block.ts';
import { dropCharacters, plainText, type Run } from '../../document/inline.ts';
import { walkBlocks } from '../../document/walk.ts';
import type { Row } from './rows.ts';
import { textOf } from './rows.ts';

/** Letters of notes, in sizes of those of the text. */
const NOTE_EM_MAX = 0.92;
const MARK = /^(?:(\d{1,3}|[*†‡§]{1,3})\.?\s*(?=[\p{L}“"‘'「『(［[])|(\d{1,3})(\))\s*(?=\S))/u;
const NOTES_MAX = 60;

interface Note {
  /** Its sign or number, without what follows it. */
  sign: string;
  /** As the text has it: `1` or `1)`. */
  mark: string;
  /** What is before its text, in letters. */
  length: number;
  rows: Row[];
}

export interface NotedRows {
  rows: readonly Row[];
  notes: readonly Note[];
}

const isSmall = (row: Row, body: number): boolean => !row.table && row.em < body * NOTE_EM_MAX;

function beginOf(row: Row): Omit<Note, 'rows'> | null {
  const text = textOf(row);
  const [all, plain, number, bracket = ''] = MARK.exec(text) ?? [];
  const sign = plain ?? number;
  if (all === undefined || sign === undefined) return null;
  return { sign, mark: `${sign}${bracket}`, length: all.length };
}

/** Runs of small rows with nothing below them in their column. */
function footRuns(rows: readonly Row[], body: number): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < rows.length; from++) {
    const first = rows[from];
    if (!first || !isSmall(first, body)) continue;
    let to = from + 1;
    for (let [last, row] = [first, rows[to]]; row && isSmall(row, body) && row.top > last.top; [last, row] = [row, rows[to]]) to++;
    const next = rows[to];
    if (next === undefined || next.top < first.top) runs.push({ from, to });
    from = to - 1;
  }
  return runs;
}

/** @param before the note before it: numbers go on by one, signs repeat or change */
const follows = (note: Omit<Note, 'rows'>, before: Note | undefined): boolean =>
  before === undefined || (/^\d/.test(note.sign) ? Number(note.sign) === Number(before.sign) + 1 : note.sign !== before.sign);

/** @param rows of a page, in reading order @param body size of the document's text */
export function splitFootnotes(rows: readonly Row[], body: number): NotedRows {
  const notes: Note[] = [];
  const taken = new Set<Row>();
  for (const { from, to } of footRuns(rows, body)) {
    // a note may go on at the foot of the next column
    let goesOn = notes.length > 0;
    for (const row of rows.slice(from, to)) {
      const last = notes.at(-1);
      const begun = beginOf(row);
      if (begun && follows(begun, last)) notes.push({ ...begun, rows: [row] });
      else if (last && goesOn && Math.abs((last.rows[0]?.em ?? 0) - row.em) <= row.em * 0.06) last.rows.push(row);
      else continue;
      goesOn = true;
      taken.add(row);
    }
  }
  const text = rows.filter((row) => !taken.has(row));
  const isNoted = notes.length > 0 && notes.length <= NOTES_MAX && notes.every((note) => isReferredOnce(note, text));
  return isNoted ? { rows: text, notes } : { rows, notes: [] };
}

function isReferredOnce(note: Note, rows: readonly Row[]): boolean {
  const pattern = referenceTo(note);
  let count = 0;
  for (const row of rows) {
    const texts = row.table ? row.table.rows.flatMap(({ cells }) => cells.map(({ runs }) => plainText(runs))) : [textOf(row)];
    for (const text of texts) count += text.match(pattern)?.length ?? 0;
    if (count > 1) return false;
  }
  return count === 1;
}

const escaped = (text: string): string => text.replaceAll(/[*()]/g, String.raw`\$&`);

/** Right behind a word, or what closes its sentence. `No.2`, `H2`, `3.2` refer to no note. The mark comes first, so that it is looked for before what is in front of it. */
function referenceTo({ sign, mark }: Note): RegExp {
  const own = escaped(mark);
  const behind = (text: string): string => `${own}(?<=(?:${text})${own})`;
  if (!/^\d/.test(sign)) return new RegExp(String.raw`${behind(String.raw`[\p{L}\p{N}.,)”"]`)}(?![*†‡§])`, 'gu');
  if (mark !== sign) return new RegExp(behind(String.raw`[\p{L}.,;:!?)\]”"’'»」』]`), 'gu');
  const word = String.raw`\p{L}{3}[.,;:!?]?|[)\]”"’»」』][.,;:]?`;
  const abbreviation = String.raw`(?<!\b(?:art|chap|fig|nos?|nr|núm|pag|sec|sect|vol|tab)\.?${own})`;
  return new RegExp(String.raw`${behind(word)}${abbreviation}(?![\p{N}\p{L}]|[.,]\p{N})`, 'giu');
}

interface Place {
  runs: Run[];
  run: Run;
  at: number;
  length: number;
}

function runsOfText(blocks: readonly Block[]): Run[][] {
  const found: Run[][] = [];
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'paragraph' || block.type === 'heading') found.push(block.runs);
    else if (block.type === 'table') for (const row of block.rows) for (const cell of row.cells) found.push(cell.runs);
  }
  return found;
}

/** The one place that refers to a note; null where there is none or several may. */
function placeOf(note: Note, texts: readonly Run[][]): Place | null {
  const pattern = referenceTo(note);
  const found: Place[] = [];
  for (const runs of texts) {
    for (const run of runs) {
      if (run.link !== undefined) continue;
      for (const match of run.text.matchAll(pattern)) found.push({ runs, run, at: match.index, length: match[0].length });
      if (found.length > 1) return null;
    }
  }
  return found[0] ?? null;
}

function refer({ runs, run, at, length }: Place, id: string): void {
  const index = runs.indexOf(run);
  const { text } = run;
  const rest = text.slice(at + length);
  run.text = text.slice(0, at);
  runs.splice(index + 1, 0, { text: '', footnote: id }, ...(rest === '' ? [] : [{ ...run, text: rest }]));
}

const withoutMark = (blocks: readonly Block[], { length }: Note): Block[] =>
  blocks.map((block, index) =>
    index === 0 && block.type === 'paragraph' ? { ...block, runs: dropCharacters(block.runs, length) } : block,
  );

/**
 * Blocks of a page with its footnotes at their end, or null where one of them is referred to nowhere, or maybe in several places.
 * @param readNote reads rows of a note @param taken ids of footnotes so far, which grow
 */
export function placeFootnotes(
  blocks: readonly Block[],
  notes: readonly Note[],
  { readNote, taken, page }: { readNote: (rows: readonly Row[]) => Block[]; taken: Set<string>; page: number },
): Block[] | null {
  const texts = runsOfText(blocks);
  const read = notes.map((note) => withoutMark(readNote(note.rows.map((row, at) => (at === 0 ? { ...row, marked: false } : row))), note));
  const places = notes.map((note) => placeOf(note, texts)).filter((place) => place !== null);
  if (places.length < notes.length || read.some(([first]) => first?.type !== 'paragraph')) return null;
  const made = notes.map(({ sign }, index): Footnotes['notes'][number] => {
    const own = /^\d/.test(sign) ? sign : `note${index + 1}`;
    const id = taken.has(own) ? `${own}-p${page}` : own;
    taken.add(id);
    return { id, blocks: read[index] ?? [] };
  });
  // from the last one of a text to its first, whose places stay what they are
  const referred = places.map((place, index) => ({ place, id: made[index]?.id ?? '' }));
  for (const { place, id } of referred.toSorted((a, b) => b.place.at - a.place.at)) refer(place, id);
  return [...blocks, { id: '', type: 'footnotes', notes: made }];
}
