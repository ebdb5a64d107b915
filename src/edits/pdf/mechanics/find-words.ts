/** Where words are on drawn pages. */
import { mayDivide } from '../../../base/undivided-words.ts';
import type { Box, RenderedDocument, RenderedLine, RenderedPage } from '../../../document/rendered-document.ts';
import { foldText } from '../../find-text.ts';
import { turnBox, type Quarter } from '../../../document/turn-box.ts';

export interface FoundWords {
  page: number;
  boxes: Box[];
  text: string;
  /** Where the words run, in quarters clockwise from right; absent: to the right. */
  runs?: Quarter;
}

export interface Word {
  text: string;
  box: Box;
}

/** Words are taken whole: half a word under a bar would still be read from what is left. */
export function wordsOf(page: RenderedPage): Word[] {
  const words = wordsInView(page);
  const { turned } = page;
  // the page is reported as it is read, and the places are meant as it is shown
  return turned === undefined ? words : words.map(({ text, box }) => ({ text, box: turnBox(box, page, turned) }));
}

function wordsInView({ lines }: Pick<RenderedPage, 'lines'>): Word[] {
  return lines.flatMap((line): Word[] => {
    if (line.words === undefined || line.words.length === 0 || (line.turned ?? 0) !== 0) return [{ text: line.text, box: line }];
    const { words } = line;
    return Array.from({ length: Math.floor(words.length / 3) }, (_, i): Word => {
      const [at = 0, left = line.left, right = line.right, next = line.text.length] = words.slice(i * 3, i * 3 + 4);
      return { text: line.text.slice(at, next).trim(), box: { left, right, top: line.top, bottom: line.bottom } };
    });
  });
}

/** What is found and taken as one: a word, or a letter of a script that sets no spaces between words. */
interface Piece extends Word {
  /** No space is in front of it. */
  adjoins: boolean;
}

/** Words as `wordsOf` tells them, those of undivided scripts in their letters: else a name would take its whole line along. */
function piecesOf(page: RenderedPage): Piece[] {
  const { turned } = page;
  const pieces = page.lines.flatMap((line): Piece[] =>
    line.letters === undefined || line.words === undefined || (line.turned ?? 0) !== 0
      ? wordsInView({ lines: [line] }).map((word) => ({ ...word, adjoins: false }))
      : lettersInView(line, line.letters, line.words),
  );
  for (const [index, piece] of pieces.entries())
    // a sentence in Chinese or Japanese goes on in the next line, and in the next piece of its line, without a space
    if (NO_SPACES_BEFORE.test(piece.text) && NO_SPACES_BEHIND.test(pieces[index - 1]?.text ?? '')) piece.adjoins = true;
  return turned === undefined ? pieces : pieces.map((piece) => ({ ...piece, box: turnBox(piece.box, page, turned) }));
}

const NO_SPACES = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\u30FC\uFF01-\uFF65]`;
const NO_SPACES_BEFORE = new RegExp(`^${NO_SPACES}`, 'u');
const NO_SPACES_BEHIND = new RegExp(`${NO_SPACES}$`, 'u');
const SPACE_WITHIN = new RegExp(`(?<=${NO_SPACES})\\s+(?=${NO_SPACES})`, 'gu');
const HANGS = /^\p{M}/u;

/** @param places of each letter its left, its right, where it is in the text; `words`: where each begins, its left, its right */
function lettersInView(line: RenderedLine, places: readonly number[], words: readonly number[]): Piece[] {
  const begins = new Set(words.filter((_, index) => index % 3 === 0));
  const pieces: Piece[] = [];
  for (let index = 0; index < places.length; index += 3) {
    const [left = line.left, right = line.right, at = 0] = places.slice(index, index + 3);
    const text = line.text.slice(at, places[index + 5] ?? line.text.length).trim();
    const last = pieces.at(-1);
    const adjoins = !begins.has(at);
    if (last !== undefined && adjoins && (HANGS.test(text) || !mayDivide(last.text, text))) {
      last.text += text;
      last.box = { ...last.box, left: Math.min(last.box.left, left), right: Math.max(last.box.right, right) };
    } else pieces.push({ text, adjoins, box: { left, right, top: line.top, bottom: line.bottom } });
  }
  return pieces;
}

const fold = (text: string, matchCase: boolean): string => foldText(text.normalize('NFKC'), matchCase);

/** Whether a word begins or ends there, though it may adjoin a letter in an undivided script. */
const isWithinWord = (before: string, behind: string): boolean =>
  /[\p{L}\p{N}_]$/u.test(before) && /^[\p{L}\p{N}_]/u.test(behind) && !mayDivide(before, behind);

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, adjoins }, index) => (index === 0 || adjoins ? text : ` ${text}`)).join('');

function findOnPage(page: RenderedPage, find: string, { matchCase, wholeWord = false }: FindOptions): FoundWords[] {
  const pieces = piecesOf(page).map((piece) => ({ ...piece, folded: fold(piece.text, matchCase) }));
  const needle = fold(find.replaceAll(SPACE_WITHIN, ''), matchCase).trim();
  if (needle === '') return [];
  let text = '';
  const places = pieces.map(({ folded, adjoins }) => {
    if (!adjoins && text !== '') text += ' ';
    const from = text.length;
    text += folded;
    return { from, to: text.length };
  });
  const found: FoundWords[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const end = at + needle.length;
    if (wholeWord && (isWithinWord(text.slice(Math.max(0, at - 4), at), needle) || isWithinWord(needle, text.slice(end, end + 2))))
      continue;
    const hit = pieces.filter((_, i) => (places[i]?.from ?? 0) < end && (places[i]?.to ?? 0) > at);
    found.push({ page: page.page, boxes: lineBoxes(hit), text: joined(hit), ...(page.turned === undefined ? {} : { runs: page.turned }) });
  }
  return found;
}

/** Boxes of pieces, those of letters that adjoin as one. */
function lineBoxes(pieces: readonly Piece[]): Box[] {
  const boxes: Box[] = [];
  for (const { box, adjoins } of pieces) {
    const last = boxes.at(-1);
    const level = last !== undefined && adjoins && last.top === box.top && last.bottom === box.bottom;
    const upright = last !== undefined && adjoins && last.left === box.left && last.right === box.right;
    if (last === undefined || (!level && !upright)) boxes.push({ left: box.left, top: box.top, right: box.right, bottom: box.bottom });
    else
      boxes[boxes.length - 1] = {
        left: Math.min(last.left, box.left),
        top: Math.min(last.top, box.top),
        right: Math.max(last.right, box.right),
        bottom: Math.max(last.bottom, box.bottom),
      };
  }
  return boxes;
}

interface FindOptions {
  matchCase: boolean;
  /** Not where a letter or digit adjoins; and a text that is set twice in one place, as bold is by some programs, is one. */
  wholeWord?: boolean;
}

const isTwice = (a: FoundWords, b: FoundWords): boolean =>
  a.page === b.page &&
  a.boxes.length === b.boxes.length &&
  a.boxes.every((box, i) => {
    const other = b.boxes[i];
    return other !== undefined && shared(box, other) > areaOf(box) * 0.7;
  });

/** @param options `page`: the only page that is looked at; all where undefined */
export function findWords(drawn: RenderedDocument, find: string, options: FindOptions & { page: number | undefined }): FoundWords[] {
  return drawn.pages
    .filter((page) => options.page === undefined || page.page === options.page)
    .flatMap((page) => findOnPage(page, find, options))
    .filter(
      (one, index, all) => options.wholeWord !== true || !all.slice(Math.max(0, index - 50), index).some((other) => isTwice(one, other)),
    );
}

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const areaOf = (box: Box): number => Math.max(0.01, (box.right - box.left) * (box.bottom - box.top));

/** The words of which a good part lies in one of the boxes. */
export function wordsWithin(page: RenderedPage, boxes: readonly Box[]): string[] {
  const within: string[] = [];
  let before = false;
  for (const { box, text, adjoins } of piecesOf(page)) {
    const isIn = text !== '' && boxes.some((one) => shared(one, box) / areaOf(box) > 0.3);
    if (isIn && before && adjoins) within.push(`${within.pop() ?? ''}${text}`);
    else if (isIn) within.push(text);
    before = isIn;
  }
  return within;
}

export function picturesWithin(page: RenderedPage, boxes: readonly Box[]): boolean {
  const { turned } = page;
  return page.pictures.some((picture) =>
    boxes.some((one) => shared(one, turned === undefined ? picture : turnBox(picture, page, turned)) > 1),
  );
}
