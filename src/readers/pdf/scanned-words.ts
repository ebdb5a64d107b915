/**
 * The text that a scanner laid under the picture of a page is often set in a font narrower than the one on the paper: each word begins
 * where it should and ends too early, so that every gap is as wide as one between columns. Such words are widened.
 */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { maxOf } from '../../base/extremes.ts';
import { lineEm, placesOf } from './rows.ts';
import { median } from './measures.ts';
import { isLevel, isMiddleIn } from './places.ts';

/** Of the lines, those that a picture is under. */
const PICTURED_SHARE_MIN = 0.8;
/** Comparisons of lines with pictures; a page that needs more is left as it is. */
const COMPARED_MAX = 4_000_000;
const GAPS_MIN = 40;
/** In sizes of the letters: gaps between words are a quarter to a third in print, six tenths in typing, and as wide as this between columns. */
const GAP_MIN = 0.9;
const SPACE_EM = 0.3;
const WORD = /^[\p{L}\p{M}'’-]{2,}[,.;:]?$/u;

interface Word {
  text: string;
  left: number;
  right: number;
  em: number;
  /** Which line it is in, and which of its words it is. */
  line: number;
  index: number;
  next?: Word;
}

/** A picture of the whole page, or one of each of its words, is under the text. */
function isScan({ lines, pictures, recognized }: RenderedPage): boolean {
  if (recognized !== undefined || pictures.length === 0 || lines.length * pictures.length > COMPARED_MAX) return false;
  const pictured = lines.filter((line) => pictures.some((picture) => isMiddleIn(line, picture)));
  return pictured.length >= lines.length * PICTURED_SHARE_MIN;
}

/** Words of the page, each with the one to its right. The file writes what is beside each other in one go. */
function readWords({ lines }: RenderedPage): Word[] {
  const words: Word[] = [];
  for (const [line, own] of lines.entries()) {
    if (own.turned !== undefined || own.words === undefined) continue;
    for (const [index, { at, end, left, right }] of placesOf(own).entries()) {
      const word: Word = { text: own.text.slice(at, end).trim(), left, right, em: lineEm(own), line, index };
      const last = words.at(-1);
      const before = last && lines[last.line];
      if (last && before && left >= last.right && (last.line === line || isLevel(before, own))) last.next = word;
      words.push(word);
    }
  }
  return words;
}

/** The page with the words of such a text as wide as they are on the paper; any other page as it is. */
export function widenScannedWords(page: RenderedPage): RenderedPage {
  if (!isScan(page)) return page;
  const words = readWords(page);
  const inText = words.filter(({ text, next }) => WORD.test(text) && next !== undefined && WORD.test(next.text));
  const gaps = inText.map(({ right, em, next }) => ((next?.left ?? 0) - right) / em);
  if (gaps.length < GAPS_MIN || median(gaps) < GAP_MIN) return page;
  // from where a word begins to where the next one does, for each of its letters and the space behind it; the sizes of such letters vary
  const pitch = median(inText.map(({ text, left, next }) => ((next?.left ?? 0) - left) / (text.length + 1)));
  const rights = new Map<number, Map<number, number>>();
  for (const { text, left, right, em, line, index, next } of words) {
    const end = Math.min(left + text.length * pitch, next ? next.left - em * SPACE_EM : Infinity);
    if (end > right) (rights.get(line) ?? rights.set(line, new Map()).get(line))?.set(index, end);
  }
  const lines = page.lines.map((line, at) => {
    const own = rights.get(at);
    if (!own) return line;
    const places = (line.words ?? []).map((value, index) => (index % 3 === 2 ? (own.get((index - 2) / 3) ?? value) : value));
    return { ...line, words: places, right: Math.max(line.right, maxOf([...own.values()])) };
  });
  return { ...page, lines };
}
