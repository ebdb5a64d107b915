/**
 * PDF files → blocks by page, from the pieces of text that PDFium finds on each page. A PDF says where letters are, not
 * what they mean: headings are known by their size, weight and the outline, tables by pieces under each other, lists by
 * their marks. Running heads are given once for the whole file; page numbers are left out.
 */
import type { Block, Table } from '../document/block.ts';
import type { RenderedDocument, RenderedPage } from '../document/rendered-document.ts';
import { plainText } from '../document/inline.ts';
import { numberBlocks } from '../document/walk.ts';
import type { Note, Noted } from '../base/note.ts';
import { readPageFlow } from './pdf/flow.ts';
import { largestHeading, nameHeadings } from './pdf/believe-tags.ts';
import { dropArtifacts } from './pdf/artifacts.ts';
import { findContinued, joinTables } from './pdf/continued-tables.ts';
import { findCounted } from './pdf/counted-lines.ts';
import { countMissing, lettersIn, lostLettersMax, type Letters } from './pdf/coverage.ts';
import { withoutTwice } from './pdf/drawn-twice.ts';
import { findFurniture, partEdges } from './pdf/furniture.ts';
import { findFeet, findHeads } from './pdf/page-feet.ts';
import { placeFootnotes, splitFootnotes } from './pdf/foot-notes.ts';
import { judgeHeadings } from './pdf/judge-headings.ts';
import { joinHyphenated, readVocabulary } from './pdf/hyphens.ts';
import { joinLines } from './pdf/join-lines.ts';
import { joinTableRows } from './pdf/join-table-rows.ts';
import { layOut } from './pdf/lay-out.ts';
import { endsFull } from './pdf/line-measures.ts';
import { findLoneSigns } from './pdf/lone-signs.ts';
import { markSequences } from './pdf/mark-sequences.ts';
import { placeBoxes } from './pdf/place-boxes.ts';
import { textOf, type Row } from './pdf/rows.ts';
import { widenScannedWords } from './pdf/scanned-words.ts';
import { nameSymbols } from './pdf/symbol-signs.ts';
import { readTagged } from './pdf/tagged.ts';
import { mendRightToLeft } from './pdf/right-to-left.ts';
import { headingBySize, readTypography, type Typography } from './pdf/typography.ts';

export interface PdfContent {
  pages: Block[][];
  /** Running heads and feet, once each. */
  furniture: { headers: string[]; footers: string[] };
  /** Tables that go on with the last one of the page before, with the number of rows in which they repeat its header. */
  continued: ReadonlyMap<Table, number>;
}

/** Those pages with each table that goes on over the ends of pages whole on the page where it begins. */
export const joinTablesOverPages = (
  pages: readonly { page: number; blocks: readonly Block[] }[],
  { continued }: Pick<PdfContent, 'continued'>,
): { page: number; blocks: Block[] }[] => joinTables(pages, continued);

/** Below it, in percent, words are often wrong. */
const SURE = 75;
const NAMED_MAX = 20;
const listPages = (pages: readonly number[]): string => `${pages.slice(0, NAMED_MAX).join(', ')}${pages.length > NAMED_MAX ? ', …' : ''}`;

/** The pages as they are seen: signs of symbol fonts by their names, hidden text and what is drawn twice left out, boxes in their places. */
function asSeen(told: RenderedDocument): { drawn: RenderedDocument; notes: Note[] } {
  const whole = nameSymbols(told);
  const hiding = whole.pages.filter(({ lines }) => lines.some(({ unseen }) => unseen));
  const pages = whole.pages
    .map((page) => (hiding.includes(page) ? { ...page, lines: page.lines.filter(({ unseen }) => !unseen) } : page))
    .map(withoutTwice)
    .map(widenScannedWords)
    .map(placeBoxes);
  if (hiding.length === 0) return { drawn: { ...whole, pages }, notes: [] };
  const message = `Text that nobody sees (without ink, in the colour of paper, beyond the edge of the page) was left out on the pages: ${listPages(hiding.map(({ page }) => page))}.`;
  return { drawn: { ...whole, pages }, notes: [{ code: 'hidden_text', severity: 'info', message }] };
}

/** Notes: `pages_without_text` (scanned pages that nobody read), `pages_recognized`, `glyphs_unknown`, `text_incomplete`, `hidden_text`. */
export function readPdf(told: RenderedDocument): Noted<PdfContent> {
  const { drawn: seen, notes } = asSeen(told);
  const { drawn, ...artifacts } = dropArtifacts(seen);
  const isLoneSign = findLoneSigns(drawn.pages);
  const read = markSequences(
    drawn.pages.map((page) => ({ page, rows: layOut(page) })),
    isLoneSign,
  );
  const furniture = findFurniture(read);
  const flowing = read.map(({ page, rows }) => ({ page, rows: rows.filter((row) => !furniture.rows.has(row)) }));
  const typography = judgeHeadings(
    flowing,
    readTypography(
      read.flatMap(({ rows }) => rows),
      drawn.pages.flatMap(({ lines }) => lines),
      { recognized: drawn.pages.some((page) => page.recognized !== undefined) },
    ),
    drawn.outline,
  );
  const untagged = partEdges(
    drawn.pages.map((page) => ({
      page,
      rows: page.tags ? layOut({ ...page, rules: [], lines: page.lines.filter(({ marks }) => marks === undefined) }) : [],
    })),
  );
  const running = [untagged, furniture].flatMap(({ headers, footers }) => [...headers, ...footers]);
  const runningLetters = lettersIn(running);
  // what only repeats the title is once among what has no tags
  const heads = new Set(furniture.headers);
  const taken = new Set<string>();
  const largest = largestHeading(drawn.pages);
  const tagsKnowNone = largest === 0;
  const headingOf = headingBySize(typography, largest);
  const counted = findCounted(flowing);
  const readFlow = ({ page }: RenderedPage, own: readonly Row[]): Block[] => readFlowAndNotes(own, { typography, taken, page });
  const pages = flowing.map(({ page, rows: own }, index): Block[] => {
    const tagged = readTagged(page, { headingOf, isLoneSign, taken, counted });
    if (!tagged) return readFlow(page, own);
    if (tagsKnowNone) nameHeadings(tagged, readPageFlow(own, typography));
    const edge = (some: readonly Row[]): Block[] =>
      readPageFlow(
        some.filter((row) => !heads.has(textOf(row))),
        typography,
      ).map((block) => (block.type === 'heading' ? { id: '', type: 'paragraph', runs: block.runs } : block));
    const blocks = [...edge(untagged.once[index]?.above ?? []), ...tagged, ...edge(untagged.once[index]?.below ?? [])];
    // Tags that leave out what is to be seen in the middle of the page are not believed.
    return countMissing(page, blocks, runningLetters) > lostLettersMax(page) ? readFlow(page, own) : blocks;
  });
  notes.push(...notePages(read), ...noteLost(drawn.pages, pages, lettersIn([...running, ...textsOf(furniture.rows)])));
  joinPages(
    pages,
    flowing.map(({ page, rows }, index) => endOfPage(page, withoutNotes(rows, pages[index] ?? [], typography))),
  );
  joinTableRows(pages);
  settleWords(pages, drawn);
  let next = 1;
  for (const blocks of pages) next = numberBlocks(blocks, next);
  const headers = [...new Set([...artifacts.headers, ...furniture.headers, ...untagged.headers])];
  const footers = [...new Set([...furniture.footers, ...untagged.footers, ...artifacts.footers])];
  const continued = findContinued(
    pages,
    flowing.flatMap(({ rows }) => rows),
  );
  return { value: { pages, furniture: { headers, footers }, continued }, notes };
}

/** Joins divided words, and puts signs of texts from right to left where they are read, in place. */
function settleWords(pages: readonly Block[][], drawn: RenderedDocument): void {
  let words: ReadonlySet<string> | undefined;
  const vocabulary = (): ReadonlySet<string> => (words ??= readVocabulary(drawn));
  for (const [index, blocks] of pages.entries()) {
    joinHyphenated(blocks, vocabulary);
    if (drawn.pages[index]?.recognized === undefined) mendRightToLeft(blocks);
  }
}

/** Rows without tags, those that are footnotes as such. */
function readFlowAndNotes(
  own: readonly Row[],
  { typography, taken, page }: { typography: Typography; taken: Set<string>; page: number },
): Block[] {
  const { rows, notes } = splitFootnotes(own, typography.body);
  const readNote = (some: readonly Row[]): Block[] => readPageFlow(some, typography);
  const noted = notes.length === 0 ? null : placeFootnotes(readPageFlow(rows, typography), notes, { readNote, taken, page });
  return noted ?? readPageFlow(own, typography);
}

const textsOf = (rows: ReadonlySet<Row>): string[] => [...rows].map(textOf);

/** The guard of this reader: what its pages show against what was made of them. */
function noteLost(pages: readonly RenderedPage[], read: readonly Block[][], running: Letters): Note[] {
  const lost = pages.filter((page, index) => countMissing(page, read[index] ?? [], running) > lostLettersMax(page));
  const cut = pages.filter((page) => page.cut);
  const said: readonly [string, readonly RenderedPage[]][] = [
    ['Some of the text of these pages could not be placed and is missing', lost],
    ['These pages hold more text than is read of one page (10,000 pieces, 200,000 characters); the rest is missing', cut],
  ];
  return said
    .filter(([, named]) => named.length > 0)
    .map(([what, named]) => ({
      code: 'text_incomplete',
      severity: 'warning',
      message: `${what}: ${listPages(named.map(({ page }) => page))}.`,
    }));
}

/** What of the pages could not be read, or only by recognition. */
function notePages(read: readonly { page: RenderedPage; rows: readonly Row[] }[]): Note[] {
  const notes: Note[] = [];
  const drawnPages = read.map(({ page }) => page);
  const scanned = read
    .filter(({ page, rows }) => rows.length === 0 && (page.inked ?? (page.pictures.length > 0 || (page.paths ?? 0) > 0)))
    .map(({ page }) => page.page);
  if (scanned.length > 0) {
    notes.push({
      code: 'pages_without_text',
      severity: 'warning',
      message: `Pages that show something and hold no text were not read; text recognition (OCR) found nothing that reads as text, ran out of its time or is not installed: ${listPages(scanned)}.`,
    });
  }
  const recognized = drawnPages.filter((page) => page.recognized !== undefined && page.lines.length > 0);
  if (recognized.length > 0) {
    const unsure = recognized.filter((page) => (page.recognized ?? 0) < SURE);
    notes.push({
      code: 'pages_recognized',
      severity: unsure.length > 0 ? 'warning' : 'info',
      message: `Pages read by text recognition (OCR): ${listPages(recognized.map(({ page }) => page))}.${unsure.length > 0 ? ` Much of it may be wrong on: ${listPages(unsure.map(({ page }) => page))}.` : ''}`,
    });
  }
  const missing = drawnPages.reduce((sum, page) => sum + page.missingGlyphs, 0);
  const guessed = drawnPages.filter((page) => page.guessed !== undefined && page.recognized === undefined);
  if (guessed.length > 0)
    notes.push({
      code: 'glyphs_unknown',
      severity: 'warning',
      message: `The file does not say which characters most of the letters are on the pages ${listPages(guessed.map(({ page }) => page))}; they were guessed and may be wrong.`,
    });
  else if (missing > 0)
    notes.push({
      code: 'glyphs_unknown',
      severity: 'warning',
      message: `The file does not say which characters ${missing} of its glyphs are; they show as �.`,
    });
  return notes;
}

/** Rows of a page whose footnotes are read as such. */
const withoutNotes = (rows: readonly Row[], blocks: readonly Block[], { body }: Typography): readonly Row[] =>
  blocks.at(-1)?.type === 'footnotes' ? splitFootnotes(rows, body).rows : rows;

function endOfPage(page: RenderedPage, rows: readonly Row[]): PageEnd {
  const feet = findFeet(page, rows);
  return { full: endsFull(rows), heads: new Set(findHeads(page, rows).map(textOf)), feet: new Set(feet.map(textOf)) };
}

interface PageEnd {
  /** Its last line is full. */
  full: boolean;
  /** Lines at its head and its foot that are no text. */
  heads: ReadonlySet<string>;
  feet: ReadonlySet<string>;
}

/** A paragraph, or the last item of a list, that ends in the middle of a sentence is read whole on the page where it begins. */
function joinPages(pages: readonly Block[][], ends: readonly PageEnd[]): void {
  for (const [index, page] of pages.entries()) {
    const { full = false, feet = NONE } = ends[index] ?? {};
    const { heads = NONE } = ends[index + 1] ?? {};
    const after = pages[index + 1] ?? [];
    // small letters tell where a sentence goes on, what lies between or not
    for (const [left, passed, isFull] of [
      [feet, heads, false],
      [feet, NONE, false],
      [NONE, heads, false],
      [NONE, NONE, full],
    ] as const) {
      const last = lastParagraph(page.findLast((block) => block.type !== 'footnotes' && !isOneOf(block, left)));
      const at = after.findIndex((block) => !isOneOf(block, passed));
      const next = after[at];
      if (!last || next?.type !== 'paragraph' || !goesOnOverleaf(plainText(last.runs), plainText(next.runs), isFull)) continue;
      last.runs = joinLines([last.runs, next.runs]);
      after.splice(at, 1);
      break;
    }
  }
}

const NONE: ReadonlySet<string> = new Set();
const isOneOf = (block: Block, lines: ReadonlySet<string>): boolean => block.type === 'paragraph' && lines.has(plainText(block.runs));

/** In the middle of a sentence; scripts without small letters tell so where the last line is full. */
const goesOnOverleaf = (text: string, next: string, full: boolean): boolean =>
  (/[\p{Ll},;\-‐]$/u.test(text) && /^\p{Ll}/u.test(next)) || (full && /[\p{Lo}、，,]$/u.test(text) && /^\p{Lo}/u.test(next));

function lastParagraph(block: Block | undefined): Extract<Block, { type: 'paragraph' }> | undefined {
  if (block?.type === 'list') return lastParagraph(block.items.at(-1)?.blocks.at(-1));
  return block?.type === 'paragraph' ? block : undefined;
}
