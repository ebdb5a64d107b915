/** Lines on a page → rows: what is side by side at one height, from left to right, in pieces divided by wide gaps. */
import type { Box, RenderedLine, RenderedLink } from '../../document/rendered-document.ts';
import type { Run } from '../../document/inline.ts';
import type { Table } from '../../document/block.ts';
import { isSpreadLine } from './spread-lines.ts';
import { addRun, linkAt } from './links.ts';
import { joinCells } from './cell-stacks.ts';
import { isRightToLeft } from './direction.ts';
import { divideHead } from './head-rows.ts';
import { bulletsWithin, divideAtBullets } from './bullets-in-line.ts';
import { isBullet, isLoneMark, withSpaceBehindBullet } from './list-marks.ts';

export interface Piece extends Box {
  runs: Run[];
  text: string;
  size: number;
  em: number;
  bold: boolean;
  font: string;
  /** RRGGBB, absent for black. */
  color: string | undefined;
  /** Between its first two words. */ gapBehindFirst: number;
  /** Of its first word. */ firstWidth: number;
  /** What it was joined from: the lines of a cell. */ lines?: Piece[];
  /** Its words with their places, where they are known one by one. */ words?: Word[];
  /** How many columns of its table it lies over, where that is more than one. */ columns?: number;
}

export interface Row extends Box {
  pieces: Piece[];
  /** Height of the font's box, and the size of its letters. */
  size: number;
  em: number;
  bold: boolean;
  /** It begins with the mark of an item that was apart; false: with a sign that is no mark. */
  marked?: boolean;
  /** It is turned against the rest of the page: a stamp in the margin, the name of an axis. */
  aside?: true;
  /** A note: a small raised sign is before its text. */
  note?: true;
  /** Left edge of the first item of a line that has several. */
  lineLeft?: number;
  /** How far to the right the lines of its column go, where that is known. */
  reach?: number;
  /** A table that was found by its rules is in the flow as a row without pieces. */
  table?: Table;
  /** Of such a table: where its columns begin and end, and whether its first row alone is bold. */
  edges?: number[];
  headed?: boolean;
  /** Nothing upright rules it. */
  open?: true;
}

/** A gap between words, in letter heights, that divides a line. */
const GAP = 0.9;
/** In lines whose words are spread to fill the width a gap must also be that much wider than the others. */
const GAP_TIMES = 1.8;
/** Some set two spaces behind a sentence, which grow with the others where lines are spread. */
const SENTENCE_GAP = 2;
const SENTENCE_END = /[.!?:]["”’)]?$/;
const isProse = (text: string): boolean => text.split(' ', 3).length === 3;
const FONT_BOX_PER_EM = 1.3;

const WITHOUT_SIGNS = /^[!-\-/-~]*$/;

/** Signs of symbol fonts, told as such for private use or as controls (C1), are bullets; dots that lead to a page number are one sign. */
export const plainSigns = (text: string): string =>
  WITHOUT_SIGNS.test(text)
    ? text
    : text
        .replace(/^[\p{Co}\u0080-\u009F]$/u, '•')
        .replaceAll(/[\uF000-\uF0FF]/g, '•')
        .replaceAll(/\.{5,}|(?:\.[ \u00A0]){4,}\.?/g, ' … ');

const lineSize = (line: RenderedLine): number =>
  line.fontHeightPt !== undefined && line.fontHeightPt > 0 ? line.fontHeightPt : line.sizePt * 1.4;

export const lineEm = (line: RenderedLine): number => line.emPt ?? lineSize(line) / FONT_BOX_PER_EM;

export interface Word extends Box {
  text: string;
}

interface Place {
  at: number;
  end: number;
  left: number;
  right: number;
}

/** Where each word of a line begins and ends in its text, and on the page. */
export function placesOf({ text, words = [] }: RenderedLine): Place[] {
  const places: Place[] = [];
  for (let index = 0; index + 2 < words.length; index += 3)
    places.push({ at: words[index] ?? 0, end: words[index + 3] ?? text.length, left: words[index + 1] ?? 0, right: words[index + 2] ?? 0 });
  return places;
}

/** Words of a line with their places; a line without any is one word. */
export function wordsOf(line: RenderedLine): Word[] {
  const { top, bottom, words } = line;
  if (!words || words.length === 0) return [{ text: line.text, left: line.left, right: line.right, top, bottom }];
  return joinLeaders(
    placesOf(line).map(({ at, end, left, right }) => ({ text: line.text.slice(at, end).trim(), left, right, top, bottom })),
  );
}

const LEADERS_MIN = 4;
const LEADER = /^(?:\.|-{1,3})$/;

/** Dots or dashes that are apart and lead to a page number, or rule a line, are one word. */
function joinLeaders(words: Word[]): Word[] {
  const joined: Word[] = [];
  const dotted = words.filter(({ text }) => text === '.').length >= LEADERS_MIN;
  for (let at = 0; at < words.length;) {
    let end = at;
    while (LEADER.test(words[end]?.text ?? '') && words[end]?.text[0] === words[at]?.text[0]) end++;
    const [word, last] = [words[at], words[end - 1]];
    if (!word) break;
    const leads = end - at >= (dotted && word.text === '.' ? 1 : LEADERS_MIN);
    joined.push(leads && last ? { ...word, text: '…', right: last.right } : word);
    at = leads ? end : at + 1;
  }
  return joined;
}

/** Dashes that are lines of their own in the file and rule one on the page, as typewriters do, are one piece; columns of dashes have no four beside each other. */
function joinRule(row: Row): Row {
  const [first] = row.pieces;
  if (row.pieces.length <= LEADERS_MIN || !first || !LEADER.test(first.text)) return row;
  const end = row.pieces.findIndex(({ text }) => text !== first.text);
  const ruled = row.pieces.slice(0, end < 0 ? row.pieces.length : end);
  const last = ruled.at(-1);
  if (!last || ruled.length < LEADERS_MIN || !isEven(ruled)) return row;
  const { words: _words, ...rest } = first;
  return { ...row, pieces: [{ ...rest, text: '…', runs: [{ text: '…' }], right: last.right }, ...row.pieces.slice(ruled.length)] };
}

const EVEN_PT = 1.5;
const isEven = (pieces: readonly Piece[]): boolean => {
  const steps = pieces.slice(1).map(({ left }, index) => left - (pieces[index]?.left ?? 0));
  return steps.every((step) => Math.abs(step - (steps[0] ?? 0)) <= EVEN_PT && step <= (pieces[0]?.em ?? 10) * 2);
};

const FIGURE = /^[-+−–(]?\p{Sc}?\d[\d.,'’]*%?\)?$/u;

/** Where the line is to be divided: indexes of words that begin a piece. */
function divisions(words: readonly Word[], em: number): Set<number> {
  const gaps = words
    .slice(1)
    .map((word, index) => Math.max(word.left - (words[index]?.right ?? 0), (words[index]?.left ?? 0) - word.right));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 4)] ?? 0;
  const many = gaps.length >= 4;
  const wide = many ? Math.max(em * GAP, usual * GAP_TIMES) : em * GAP;
  const found = new Set<number>();
  for (const [index, gap] of gaps.entries()) {
    if (gap <= em * GAP) continue;
    const [before = '', after = ''] = [words[index]?.text, words[index + 1]?.text];
    // a row of figures has nothing but gaps between columns
    const figures = gap <= wide && FIGURE.test(before) && FIGURE.test(after);
    if (figures || gap > (many && SENTENCE_END.test(before) ? Math.max(wide, em * SENTENCE_GAP) : wide)) found.add(index + 1);
  }
  return found;
}

/** @param words those of the line that are wanted, in their order */
export function toPieces(line: RenderedLine, words: readonly Word[], links: readonly RenderedLink[]): Piece[] {
  const size = lineSize(line);
  const em = lineEm(line);
  const signs = words.map(({ text }) => plainSigns(text).trim());
  const divided = new Set([...divisions(words, em), ...bulletsWithin(signs)]);
  const pieces: Piece[] = [];
  for (const [index, word] of words.entries()) {
    const plain = signs[index] ?? '';
    if (plain === '') continue;
    const link = linkAt(links, word);
    let piece = pieces.at(-1);
    const begins = !piece || divided.has(index);
    const text = begins ? withSpaceBehindBullet(plain) : plain;
    if (!piece || begins) {
      piece = {
        runs: [],
        text: '',
        left: word.left,
        right: word.right,
        top: line.top,
        bottom: line.bottom,
        size,
        em,
        bold: line.bold,
        font: line.font,
        color: line.color,
        gapBehindFirst: 0,
        firstWidth: word.right - word.left,
        words: [],
      };
      pieces.push(piece);
    } else if (!piece.text.includes(' ')) piece.gapBehindFirst = word.left - piece.right;
    addRun(piece.runs, piece.text === '' ? text : ` ${text}`, link);
    piece.text += piece.text === '' ? text : ` ${text}`;
    piece.left = Math.min(piece.left, word.left);
    piece.right = Math.max(piece.right, word.right);
    piece.words?.push(text === word.text ? word : { ...word, text });
  }
  return pieces;
}

/**
 * Pieces that follow each other in the file and are at one height are a row. Cells of many lines are written one after
 * the other: stacks of lines beside each other are a row too, each a piece of it.
 */
export function joinRows(pieces: readonly (Piece | Row)[]): Row[] {
  return joinCells(pieces)
    .reduce(addPiece, [])
    .flatMap(divideAtBullets)
    .map(joinRule)
    .map((row, at, rows) => divideHead(row, rows[at + 1]) ?? joinClose(row));
}

/** The lines of cells that turned out to be no table's, each by itself; undefined for a row of single lines. */
export function dividedRows({ pieces }: Row): Row[] | undefined {
  if (pieces.every(({ lines }) => lines === undefined)) return undefined;
  return pieces
    .flatMap((piece) => piece.lines ?? [piece])
    .reduce(addPiece, [])
    .flatMap(divideAtBullets)
    .map(joinClose);
}

const isMarkAlone = ({ pieces }: Row): boolean => pieces.length === 1 && isLoneMark(pieces[0]?.text ?? '');

function addPiece(rows: Row[], piece: Piece | Row): Row[] {
  const row = rows.at(-1);
  if ('pieces' in piece) rows.push(piece);
  else if (
    row &&
    !row.table &&
    sameHeight(row, piece) &&
    (piece.left >= row.right - 2 ||
      (piece.right <= row.left + 2 && isRightToLeft(piece.text) && (isRightToLeft(row.pieces[0]?.text ?? '') || isMarkAlone(row))))
  )
    addTo(row, piece);
  else rows.push(rowOf(piece));
  return rows;
}

export function sameHeight(row: Box & { pieces: Piece[] }, piece: Piece): boolean {
  const overlap = Math.min(row.bottom, piece.bottom) - Math.max(row.top, piece.top);
  const lower = Math.min(row.bottom - row.top, piece.bottom - piece.top);
  // A bullet or a dash is flat: it counts where it lies within the row's height.
  return (
    overlap >= lower * 0.5 ||
    (isBullet(row.pieces.at(-1)?.text ?? '') && Math.abs((row.top + row.bottom) / 2 - (piece.top + piece.bottom) / 2) < piece.size * 0.4)
  );
}

function addTo(row: Row, piece: Piece): void {
  if (piece.left >= row.right - 2) row.pieces.push(piece);
  else row.pieces.unshift(piece);
  row.left = Math.min(row.left, piece.left);
  row.right = Math.max(row.right, piece.right);
  row.top = Math.min(row.top, piece.top);
  row.bottom = Math.max(row.bottom, piece.bottom);
  // bullets may be much larger than their text
  const isBehindBullet = row.pieces.length === 2 && row.pieces[1] === piece && isBullet(row.pieces[0]?.text ?? '');
  row.size = isBehindBullet ? piece.size : Math.max(row.size, piece.size);
  row.em = isBehindBullet ? piece.em : Math.max(row.em, piece.em);
  row.bold &&= piece.bold || isBullet(piece.text);
}

/** More than a space, in sizes of the letters. */
const MARK_GAP = 0.45;
const INITIAL_GAP = 1.2;

/** The first word of a piece is a mark, and more than a space follows. */
function hasGapBehindMark(piece: Piece | undefined): boolean {
  const word = piece?.text.slice(0, piece.text.indexOf(' ')) ?? '';
  // `A. Smith` begins no item
  return piece !== undefined && piece.gapBehindFirst > piece.em * (/^\p{Lu}\.$/u.test(word) ? INITIAL_GAP : MARK_GAP) && isLoneMark(word);
}

/** Labels of forms in East Asia have their letters spread to one width: `제    목: Title`. */
const LETTER = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]$/u;
const END_OF_LABEL = /^[\p{Script=Hangul}\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}] ?[:：]/u;
const LABEL_GAP = 5;

const LONE_NUMBER = /^\d+(?:\.\d+)*\.?$/;

/** Runs of two texts, a space between them. */
export function appendRuns(before: readonly Run[], [head, ...rest]: readonly Run[]): Run[] {
  const runs = before.map((run) => ({ ...run }));
  if (head) addRun(runs, ` ${head.text}`, head.link);
  return [...runs, ...rest.map((run) => ({ ...run }))];
}

/** The text of a row: its pieces as they are read. */
export function rowRuns({ pieces }: Row): Run[][] {
  const inOrder = pieces.length > 1 && pieces.every(({ text }) => isRightToLeft(text)) ? pieces.toReversed() : pieces;
  return inOrder.map(({ runs }) => runs);
}

/** In a text from right to left the mark of an item is at its right: it is said first. */
function markAtRight(pieces: Piece[]): Piece[] | undefined {
  const [text, mark] = [pieces.at(-2), pieces.at(-1)];
  if (!text || !mark || !isRightToLeft(text.text) || !isLoneMark(mark.text) || mark.left - text.right > text.size * 4) return undefined;
  const joined: Piece = { ...text, runs: appendRuns(mark.runs, text.runs), text: `${mark.text} ${text.text}`, right: mark.right };
  if (mark.words && text.words) joined.words = [...mark.words, ...text.words];
  return [...pieces.slice(0, -2), joined];
}

const FIGURES_MIN = 3;
/** Cells of a row, the first of which is no number of an item. */
const isOfFigures = (pieces: readonly Piece[]): boolean => pieces.length >= FIGURES_MIN && pieces.every(({ text }) => FIGURE.test(text));

const CELLS_GAP = 0.1;

const RAISED_EM = 0.85;
const RAISED_REACH_EM = 3;

/** The sign of a note below a table: smaller than its text, and above its line. */
const isRaisedMark = (mark: Piece, text: Piece): boolean =>
  /^[\p{L}\p{N}*†‡§¶]{1,2}$/u.test(mark.text) &&
  mark.em < text.em * RAISED_EM &&
  text.left - mark.right < text.em * RAISED_REACH_EM &&
  mark.bottom < text.bottom - text.em * 0.1 &&
  isProse(text.text);

/** A lone bullet or number belongs to the text beside it; pieces with a small gap are one text. */
function joinClose(row: Row): Row {
  const pieces: Piece[] = [];
  const turned = markAtRight(row.pieces);
  const spread = isSpreadLine(row.pieces, row.em);
  let note = false;
  let marked = turned !== undefined || (row.pieces.length === 1 && hasGapBehindMark(row.pieces[0]));
  for (const piece of turned ?? row.pieces) {
    const last = pieces.at(-1);
    const gap = last ? piece.left - last.right : Infinity;
    const first = last !== undefined && pieces.length === 1 && !isOfFigures(row.pieces);
    const marker = first && gap < row.size * 4 && (isBullet(last.text) || isLoneMark(last.text));
    // The number of a heading is apart from its words.
    const numbered =
      first &&
      row.pieces.length === 2 &&
      gap < row.size * 3 &&
      LONE_NUMBER.test(last.text) &&
      /^\p{Lu}/u.test(piece.text) &&
      (row.bold || last.text.includes('.') || /^\p{Lu}{3}/u.test(piece.text));
    const raised = first && row.pieces.length === 2 && isRaisedMark(last, piece);
    const spaced = first && LETTER.test(last.text) && END_OF_LABEL.test(piece.text) && gap < row.em * LABEL_GAP;
    const sentence =
      last !== undefined &&
      !last.lines &&
      !piece.lines &&
      gap < row.em * SENTENCE_GAP &&
      SENTENCE_END.test(last.text) &&
      isProse(last.text) &&
      isProse(piece.text) &&
      /^\p{Lu}/u.test(piece.text);
    // lines below each other beside others are cells
    const close = gap < row.em * (last?.lines && piece.lines ? CELLS_GAP : 0.75);
    if (last && (marker || numbered || raised || spaced || sentence || spread || close)) {
      marked ||= marker && gap > row.em * MARK_GAP;
      note ||= raised;
      if (marker && isBullet(last.text)) last.bold = piece.bold;
      // where the lines of a cell are read one by one, those of what is joined with it are read too
      if (last.lines) last.lines = [...last.lines, ...(piece.lines ?? [piece])];
      const [before, after] = isRightToLeft(last.text) && isRightToLeft(piece.text) ? [piece, last] : [last, piece];
      last.runs = appendRuns(before.runs, after.runs);
      if (marker) last.font = piece.font;
      last.text = `${before.text} ${after.text}`;
      if (before.words && after.words) last.words = [...before.words, ...after.words];
      else delete last.words;
      last.right = Math.max(last.right, piece.right);
      last.bold &&= piece.bold;
    } else pieces.push({ ...piece, runs: piece.runs.map((run) => ({ ...run })) });
  }
  return { ...row, pieces, bold: pieces.every(({ bold }) => bold), ...(marked ? { marked } : {}), ...(note ? { note } : {}) };
}

/** A row of this piece alone. */
export const rowOf = (piece: Piece): Row => ({
  pieces: [piece],
  left: piece.left,
  right: piece.right,
  top: piece.top,
  bottom: piece.bottom,
  size: piece.size,
  em: piece.em,
  bold: piece.bold,
});

/** What a row says, a blank between its pieces. */
export const textOf = ({ pieces }: Row): string => pieces.map(({ text }) => text).join(' ');
