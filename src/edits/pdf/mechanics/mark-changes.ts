/** What differs between two PDF files as marks on the newer one (ISO 32000-1 §12.5.6.10): what came is highlighted, what went is said in comments. */
import { minOf } from '../../../base/extremes.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Box, RenderedDocument, RenderedPage } from '../../../document/rendered-document.ts';
import type { BlockChange } from '../../compare-content.ts';
import type { EditContext } from '../../define-edit.ts';
import { annotatePage, type Mark } from './annotate-page.ts';
import { wordsOf, type Word } from './find-words.ts';
import { openPdf, type PdfFile, savePdf } from './pdf-file.ts';

export interface MarkedPdf {
  bytes: Uint8Array;
  /** Changes whose place on the pages was not found: they are in a note on the first page. */
  unplaced: number;
}

const GREEN = [0.55, 0.9, 0.55] as const;
const YELLOW = [1, 0.85, 0.2] as const;
const BLUE = [0.6, 0.78, 1] as const;
const RED = [0.85, 0.15, 0.15] as const;
const COMMENT_CHARS_MAX = 4_000;
const NOTE_PT = 20;

/** Letters and figures alone: what is between them differs between a text as it is read and as it is drawn. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

const pageNumber = (address: string | null): number => Number(/^page(\d+)\./.exec(address ?? '')?.[1] ?? 0);

interface PageText {
  words: Word[];
  /** All words without anything between them, and where each begins in it. */
  text: string;
  starts: number[];
}

function readPageText(page: RenderedPage): PageText {
  const words = wordsOf(page);
  let text = '';
  const starts = words.map((word) => {
    const at = text.length;
    text += bare(word.text);
    return at;
  });
  return { words, text, starts };
}

const BEGINNING_CHARS = 40;

/** Where a text begins on the page; -1 where it is not there. A block that runs over to the next page is found by its beginning. */
function placeOnPage({ text }: PageText, block: string): number {
  const wanted = bare(block);
  if (wanted === '') return -1;
  const whole = text.indexOf(wanted);
  return whole >= 0 || wanted.length <= BEGINNING_CHARS ? whole : text.indexOf(wanted.slice(0, BEGINNING_CHARS));
}

/** Words that have a letter between two places of the page's text. */
const wordsBetween = ({ words, starts, text }: PageText, from: number, to: number): Word[] =>
  words.filter((_, i) => (starts[i] ?? 0) < to && (starts[i + 1] ?? text.length) > from);

/** Boxes of words as one box for each line. */
function lineBoxes(words: readonly Word[]): Box[] {
  const boxes: Box[] = [];
  for (const { box } of words) {
    const last = boxes.at(-1);
    if (last !== undefined && Math.abs(last.top - box.top) < 1 && box.left >= last.left) {
      last.right = Math.max(last.right, box.right);
      last.bottom = Math.max(last.bottom, box.bottom);
    } else boxes.push({ left: box.left, top: box.top, right: box.right, bottom: box.bottom });
  }
  return boxes;
}

interface Placed {
  page: number;
  boxes: Box[];
  mark: Mark;
}

/** A changed block: each stretch of new words is marked with the old ones in its comment; where words only went, the word before is. */
function changedMarks(text: PageText, page: number, { after = '', words = [] }: BlockChange): Placed[] {
  const begin = placeOnPage(text, after);
  if (begin < 0) return [];
  const marks: Placed[] = [];
  let at = begin;
  for (let index = 0; index < words.length; index++) {
    const piece = words[index];
    if (piece === undefined) break;
    if (piece.kind === 'same') {
      at += bare(piece.text).length;
      continue;
    }
    let [gone, come] = ['', ''];
    for (let next = words[index]; next !== undefined && next.kind !== 'same'; next = words[++index])
      if (next.kind === 'deleted') gone += next.text;
      else come += next.text;
    index--;
    const length = bare(come).length;
    const isGone = length === 0;
    const found = isGone ? wordsBetween(text, Math.max(begin, at - 1), Math.max(begin + 1, at)) : wordsBetween(text, at, at + length);
    const comment = gone.trim() === '' ? 'New' : isGone ? `Deleted here: ${gone.trim()}` : `Was: ${gone.trim()}`;
    if (found.length > 0)
      marks.push({
        page,
        boxes: lineBoxes(found),
        mark: { kind: isGone ? 'underline' : 'highlight', text: comment, color: isGone ? RED : YELLOW },
      });
    at += length;
  }
  return marks;
}

function marksOf(change: BlockChange, texts: readonly PageText[], older: readonly PageText[]): Placed[] {
  if (change.change === 'deleted') return deletedMarks(change, texts, older);
  const page = pageNumber(change.to);
  const text = texts[page - 1];
  if (text === undefined) return [];
  if (change.change === 'changed') return changedMarks(text, page, change);
  const begin = placeOnPage(text, change.after ?? '');
  const found = begin < 0 ? [] : wordsBetween(text, begin, begin + bare(change.after ?? '').length);
  if (found.length === 0) return [];
  const isMoved = change.change === 'moved';
  const comment = isMoved ? `Moved here from page ${pageNumber(change.from)} of the older file` : 'New';
  return [{ page, boxes: lineBoxes(found), mark: { kind: 'highlight', text: comment, color: isMoved ? BLUE : GREEN } }];
}

/** A note at the edge of the page, as high as the block stood in the older file. */
function deletedMarks({ from, before = '' }: BlockChange, texts: readonly PageText[], older: readonly PageText[]): Placed[] {
  const number = pageNumber(from);
  const old = older[number - 1];
  if (old === undefined || texts.length === 0 || before.trim() === '') return [];
  const begin = placeOnPage(old, before);
  const [first] = begin < 0 ? [] : wordsBetween(old, begin, begin + 1);
  const top = first?.box.top ?? NOTE_PT;
  const page = Math.min(number, texts.length);
  const edge = minOf((texts[page - 1]?.words ?? []).map(({ box }) => box.left));
  const left = Number.isFinite(edge) ? Math.max(2, edge - NOTE_PT - 4) : NOTE_PT;
  return [
    {
      page,
      boxes: [{ left, top, right: left + NOTE_PT, bottom: top + NOTE_PT }],
      mark: { kind: 'note', text: `Deleted from page ${number} of the older file: ${before.trim()}`, color: RED },
    },
  ];
}

const say = (change: BlockChange): string =>
  [
    change.change,
    ...(change.before === undefined ? [] : [`"${change.before.slice(0, 200)}"`]),
    ...(change.after === undefined ? [] : [`→ "${change.after.slice(0, 200)}"`]),
  ].join(' ');

/** @throws Refusal file_rejected; input_invalid where the file is signed or encrypted, and marks would break that */
export async function markChanges(
  bytes: Uint8Array,
  drawn: { from: RenderedDocument; to: RenderedDocument },
  changes: readonly BlockChange[],
  context: Pick<EditContext, 'author' | 'date'>,
): Promise<MarkedPdf> {
  const file: PdfFile = await openPdf(bytes);
  if (file.locked !== null) throw new Refusal('input_invalid', file.locked, { errors: [{ path: '/to', message: file.locked }] });
  const texts = drawn.to.pages.map(readPageText);
  const older = drawn.from.pages.map(readPageText);
  const unplaced: BlockChange[] = [];
  for (const change of changes) {
    const marks = marksOf(change, texts, older);
    if (marks.length === 0) unplaced.push(change);
    for (const { page, boxes, mark } of marks) {
      const target = file.pages[page - 1];
      if (target !== undefined)
        annotatePage(file.document, target, boxes, { ...mark, text: mark.text.slice(0, COMMENT_CHARS_MAX) }, context);
    }
  }
  const [first] = file.pages;
  if (unplaced.length > 0 && first !== undefined) {
    const text = `Changes without a place on the pages:\n${unplaced.map(say).join('\n')}`.slice(0, COMMENT_CHARS_MAX);
    const box = { left: NOTE_PT, top: NOTE_PT, right: 2 * NOTE_PT, bottom: 2 * NOTE_PT };
    annotatePage(file.document, first, [box], { kind: 'note', text, color: RED }, context);
  }
  const saved = await savePdf(file.document);
  return { bytes: saved, unplaced: unplaced.length };
}
