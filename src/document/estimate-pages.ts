/**
 * About how many pages a document fills, before it is drawn: decides cover and contents, so that no second render is
 * needed for them. Counts lines from characters; within about 15 % on running text.
 */
import type { Block } from './block.ts';
import type { Document } from './document.ts';
import { plainText, type Run } from './inline.ts';
import type { Look, TextRole } from './look.ts';
import { maxOf } from '../base/extremes.ts';

const PT_PER_CM = 28.35;
/** Mean advance of a character in em, and natural line height in em, of the faces in use. */
const ADVANCE_EM = 0.49;
const LINE_EM = 1.2;

interface Measure {
  widthPt: number;
  look: Look;
}

function linesPt(text: string, role: TextRole, widthPt: number): number {
  const perLine = Math.max(8, widthPt / (role.sizePt * ADVANCE_EM));
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return lines * role.sizePt * LINE_EM * role.line + role.beforePt + role.afterPt;
}

const runsPt = (runs: readonly Run[], role: TextRole, widthPt: number): number => linesPt(plainText(runs), role, widthPt);

function tablePt(block: Extract<Block, { type: 'table' }>, { widthPt, look }: Measure): number {
  const role = look.roles.tableText;
  const cellPt = widthPt / Math.max(1, block.columns.length);
  let height = block.caption ? runsPt(block.caption, look.roles.caption, widthPt) : 0;
  for (const row of block.rows) {
    let tallest = 0;
    for (const cell of row.cells) {
      const inner = cell.blocks ? blocksPt(cell.blocks, { widthPt: cellPt, look }) : runsPt(cell.runs, role, cellPt);
      tallest = Math.max(tallest, inner);
    }
    height += tallest;
  }
  return height + 16;
}

/** Of a canvas whose height is its content's. */
const CANVAS_PX = 320;

function blockPt(block: Block, measure: Measure): number {
  const { look, widthPt } = measure;
  const { roles } = look;
  switch (block.type) {
    case 'heading':
      return runsPt(block.runs, block.level === 1 ? roles.heading1 : block.level === 2 ? roles.heading2 : roles.heading3, widthPt);
    case 'paragraph':
      return runsPt(block.runs, roles.body, widthPt);
    case 'list':
      return block.items.reduce((sum, item) => sum + blocksPt(item.blocks, { look, widthPt: widthPt - 17 }) - 5, 5);
    case 'table':
      return tablePt(block, measure);
    case 'image':
      return widthPt * 0.6 * (block.width ?? 1) * (look.figureScale ?? 1) + 30;
    case 'chart':
      return widthPt * 0.35 * (look.figureScale ?? 1) + 50;
    case 'code':
      return linesPt(block.text, { ...roles.code, line: 1.3 }, widthPt);
    case 'equation':
      return 40;
    case 'quote':
      return blocksPt(block.blocks, { look, widthPt: widthPt - 34 }) * 1.3 + 20;
    case 'callout':
      return blocksPt(block.blocks, measure) + 45;
    case 'clause':
      return blocksPt(block.blocks, measure) + (block.title ? 24 : 0);
    case 'columns':
      return Math.max(0, maxOf(block.columns.map((c) => blocksPt(c.blocks, { look, widthPt: widthPt / block.columns.length }))));
    case 'kpis':
      return Math.ceil(block.items.length / 4) * 75;
    case 'signatures':
      return Math.ceil(block.parties.length / 2) * 130;
    case 'letterhead':
      return 160;
    case 'canvas':
      return (block.height ?? CANVAS_PX) * 0.75 + 16;
    case 'footnotes':
      return block.notes.reduce((sum, note) => sum + blocksPt(note.blocks, measure) * 0.75, 0);
    case 'slide':
    case 'sheet':
      return blocksPt(block.blocks, measure) + 40;
    case 'form':
      return block.fields.length * 34 + 40;
    case 'records':
    case 'tally':
      return 160;
    case 'checklist':
      return block.items.length * 20 + 30;
    case 'poll':
      return block.choices.length * 20 + 40;
    case 'calculator':
      return (block.inputs.length + block.results.length) * 22 + 40;
    case 'divider':
      return 33;
    case 'page_break':
    case 'cover':
    case 'toc':
      return 0;
  }
}

function blocksPt(blocks: readonly Block[], measure: Measure): number {
  let height = 0;
  for (const block of blocks) height += blockPt(block, measure);
  return height;
}

/** Pages that the blocks fill in this look, cover and contents not counted; a fraction. */
export function estimatePages(blocks: readonly Block[], look: Look): number {
  const { page } = look;
  const widthPt = (page.widthCm - page.leftCm - page.rightCm) * PT_PER_CM;
  const heightPt = (page.heightCm - page.topCm - page.bottomCm) * PT_PER_CM;
  const breaks = blocks.filter((block) => block.type === 'page_break').length;
  return blocksPt(blocks, { widthPt, look }) / heightPt + breaks * 0.5;
}

/** Pages before the text that no text shares: the cover, and the table of contents behind it. */
export function frontPages(blocks: readonly Block[]): number {
  const cover = blocks.some((block) => block.type === 'cover');
  return Number(cover) + Number(cover && blocks.some((block) => block.type === 'toc'));
}

/** Its heading and the white below it. */
const CONTENTS_HEAD_PT = 60;
/** The text that begins below shorter contents has a page that is worth beginning. */
const CONTENTS_SHARE_MIN = 0.75;
/** A title of two lines above them, where no cover has it. */
const TITLE_PT = 110;

/**
 * Whether the text begins a new page behind the contents: only where they fill most of the page that they end on, since what is left of
 * it would stay white.
 * @param levels of their entries, 1 to 3, in order
 * @param afterCover they begin a page
 */
export function contentsFillPage(levels: readonly number[], { page, roles }: Look, afterCover: boolean): boolean {
  const heightPt = (page.heightCm - page.topCm - page.bottomCm) * PT_PER_CM;
  const linesPt = levels.reduce((sum, level) => {
    const role = level === 1 ? roles.toc1 : roles.toc2;
    return sum + role.sizePt * role.line * LINE_EM + role.beforePt + role.afterPt;
  }, 0);
  const pages = ((afterCover ? 0 : TITLE_PT) + CONTENTS_HEAD_PT + linesPt) / heightPt;
  return pages % 1 > CONTENTS_SHARE_MIN;
}

const CHAPTERS_MIN = 4;
const CHAPTER_PAGES_MIN = 1.2;
/** Each break leaves half a page white on average: with chapters shorter than this, a quarter of the paper. */
const CHAPTER_PAGES_MEAN_MIN = 2;

/** Whether chapters (headings of level 1) begin pages: only where there are several, and all of them long (looks §6). */
export function chaptersBreak({ blocks, titleId }: Pick<Document, 'blocks' | 'titleId'>, look: Look): boolean {
  if (look.type !== 'report') return false;
  const starts = blocks.flatMap((block, i) => (block.type === 'heading' && block.level === 1 && block.id !== titleId ? [i] : []));
  if (starts.length < CHAPTERS_MIN) return false;
  const pages = starts.map((start, i) => estimatePages(blocks.slice(start, starts[i + 1] ?? blocks.length), look));
  return pages.every((count) => count > CHAPTER_PAGES_MIN) && pages.reduce((a, b) => a + b, 0) / pages.length >= CHAPTER_PAGES_MEAN_MIN;
}
