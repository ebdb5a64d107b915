/** Where words are on drawn pages. */
import type { Box, RenderedDocument, RenderedPage } from '../../../document/rendered-document.ts';
import { foldText } from '../../find-text.ts';
import { turnBox } from '../../../document/turn-box.ts';

export interface FoundWords {
  page: number;
  boxes: Box[];
  text: string;
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

function wordsInView({ lines }: RenderedPage): Word[] {
  return lines.flatMap((line): Word[] => {
    if (line.words === undefined || line.words.length === 0 || (line.turned ?? 0) !== 0) return [{ text: line.text, box: line }];
    const { words } = line;
    return Array.from({ length: Math.floor(words.length / 3) }, (_, i): Word => {
      const [at = 0, left = line.left, right = line.right, next = line.text.length] = words.slice(i * 3, i * 3 + 4);
      return { text: line.text.slice(at, next).trim(), box: { left, right, top: line.top, bottom: line.bottom } };
    });
  });
}

const fold = (text: string, matchCase: boolean): string => foldText(text.normalize('NFKC'), matchCase);

function findOnPage(page: RenderedPage, find: string, { matchCase, wholeWord = false }: FindOptions): FoundWords[] {
  const words = wordsOf(page).map((word) => ({ ...word, folded: fold(word.text, matchCase) }));
  const needle = fold(find, matchCase).trim();
  if (needle === '') return [];
  let text = '';
  const starts = words.map(({ folded }) => {
    const at = text.length;
    text += `${folded} `;
    return at;
  });
  const found: FoundWords[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    if (wholeWord && /[\p{L}\p{N}_]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}_]/u.test(needle)) continue;
    if (wholeWord && /^[\p{L}\p{N}_]/u.test(text.slice(at + needle.length, at + needle.length + 2)) && /[\p{L}\p{N}_]$/u.test(needle))
      continue;
    const hit = words.filter((_, i) => (starts[i] ?? 0) < at + needle.length && (starts[i + 1] ?? text.length) - 1 > at);
    found.push({ page: page.page, boxes: hit.map(({ box }) => box), text: hit.map((word) => word.text).join(' ') });
  }
  return found;
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
  return wordsOf(page)
    .filter(({ box, text }) => text !== '' && boxes.some((one) => shared(one, box) / areaOf(box) > 0.3))
    .map(({ text }) => text);
}

export function picturesWithin(page: RenderedPage, boxes: readonly Box[]): boolean {
  const { turned } = page;
  return page.pictures.some((picture) =>
    boxes.some((one) => shared(one, turned === undefined ? picture : turnBox(picture, page, turned)) > 1),
  );
}
