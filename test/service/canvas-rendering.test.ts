/**
 * A canvas looks on the rendered page as it was laid out, in decks, Word files and PDFs: every word is in its text box or its cell,
 * give or take 3 % of the canvas.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { flatItems, isCell, type DrawnItem, type DrawnTable, type Rect, type TextBody } from '../../src/canvas/drawing.ts';
import { composeDeck } from '../../src/document/compose-deck.ts';
import { composeDocument } from '../../src/document/compose.ts';
import type { RenderedPage } from '../../src/document/rendered-document.ts';
import { resolveLook } from '../../src/document/look.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { createOfficeRenderer } from '../../src/render/office-renderer.ts';
import { createPageRenderer } from '../../src/render/page-renderer.ts';
import { buildDocx } from '../../src/writers/docx.ts';
import { drawOnPage } from '../../src/writers/page-canvas.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';
import { writeTypst } from '../../src/writers/typst.ts';
import { typesetClean } from '../support/typeset.ts';

const TOLERANCE = 0.03;
const PT_PER_PX = 0.75;
const CREATED = { created: new Date('2026-11-20T12:00:00Z') };

interface Word {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const wordsOf = ({ lines }: RenderedPage): Word[] =>
  lines.flatMap(({ text, top, bottom, words = [] }) =>
    words.flatMap((from, at): Word[] => {
      if (at % 3 !== 0) return [];
      const word = /^\S+/.exec(text.slice(from))?.[0] ?? '';
      return [{ text: word, left: words[at + 1] ?? 0, right: words[at + 2] ?? 0, top, bottom }];
    }),
  );

interface Place {
  rect: Rect;
  words: string[];
}
const placeOf = ({ paragraphs }: TextBody, rect: Rect): Place => ({
  rect,
  words: paragraphs
    .flatMap(({ runs }) =>
      runs
        .map(({ text }) => text)
        .join('')
        .split(/\s+/),
    )
    .filter((word) => word !== ''),
});

function cellPlaces({ rect, rows, columns }: DrawnTable): Place[] {
  let y = rect.y;
  return rows.flatMap(({ height, cells }) => {
    const top = y;
    y += height;
    return cells.flatMap((cell, at) => {
      if (!isCell(cell)) return [];
      const x = rect.x + columns.slice(0, at).reduce((sum, width) => sum + width, 0);
      const w = columns.slice(at, at + cell.colspan).reduce((sum, width) => sum + width, 0);
      return [placeOf(cell.text, { x, y: top, w, h: height })];
    });
  });
}

const placesOf = (items: readonly DrawnItem[]): Place[] =>
  [...flatItems(items)].flatMap((item) =>
    item.kind === 'table' ? cellPlaces(item) : item.kind === 'shape' && item.text !== undefined ? [placeOf(item.text, item.text.rect)] : [],
  );

interface Canvas {
  items: readonly DrawnItem[];
  /** Pixels. */
  width: number;
  height: number;
}

/** Words that are not where they were laid out. @param scale points to a pixel of the layout */
function lostWords(canvases: readonly Canvas[], pages: readonly RenderedPage[], scale: number): { lost: string[]; checked: number } {
  const lost: string[] = [];
  let checked = 0;
  for (const [index, { items, width, height }] of canvases.entries()) {
    const page = pages[index];
    assert.ok(page, `page ${index + 1}`);
    const words = wordsOf(page);
    const [dx, dy] = [width * scale * TOLERANCE, height * scale * TOLERANCE];
    for (const { rect, words: expected } of placesOf(items)) {
      // the box of a font is higher than a tight line, and lines in a row may be read as one: the middle counts, or the foot
      const inside = words.filter(({ left, right, top, bottom }) => {
        const inHeight = (y: number): boolean => y >= rect.y * scale - dy && y <= (rect.y + rect.h) * scale + dy;
        const across = left >= rect.x * scale - dx && right <= (rect.x + rect.w) * scale + dx;
        return across && (inHeight((top + bottom) / 2) || inHeight(bottom));
      });
      // spaced letters are read as words of one letter each
      const found = inside.map(({ text }) => text.toLowerCase()).join('');
      for (const word of expected) {
        checked += 1;
        if (!found.includes(word.toLowerCase())) lost.push(`canvas ${index + 1}: ${word}`);
      }
    }
  }
  return { lost, checked };
}

let folder: string;
let office: ReturnType<typeof createOfficeRenderer>;
let pages: Awaited<ReturnType<typeof createPageRenderer>>;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-canvas-'));
  office = createOfficeRenderer({ workDir: folder, workers: 1, log: () => undefined });
  pages = createPageRenderer();
});
after(async () => {
  await Promise.all([office.close(), pages.close()]);
  await rm(folder, { recursive: true, force: true });
});

const gallery = (): Promise<string> => readFile(new URL('../../docs/canvas-gallery.md', import.meta.url), 'utf8');

test('the words of twenty designs are rendered on slides where the layout has put them', { timeout: 180_000 }, async () => {
  const { blocks, meta } = readMarkdown(await gallery(), { pictures: 0, deck: true }).value;
  const plan = planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets: new Map() }), resolveLook('presentation'));
  const { bytes } = writePptx(plan, CREATED);
  const rendered = await pages.read(await office.toPdf({ bytes, kind: 'pptx' }, {}));
  const canvases = plan.slides.map(({ drawing }): Canvas => ({ items: drawing?.items ?? [], width: 1280, height: 720 }));
  assert.equal(canvases.length, 20);
  const { lost, checked } = lostWords(canvases, rendered.pages, (rendered.pages[0]?.widthPt ?? 0) / 1280);
  assert.ok(checked > 400, `${checked} words`);
  assert.deepEqual(lost, []);
});

/** The same designs, each on a page of its own, every other one on dark ground. */
async function galleryPages(): Promise<{ document: ReturnType<typeof composeDocument>['document']; look: ReturnType<typeof resolveLook> }> {
  let count = 0;
  const source = (await gallery())
    .replace(/^---[^]*?---\n/, '')
    .replaceAll(/^::slide$/gm, '')
    .replaceAll(':::canvas{', () => `:::canvas{size=page width=1280 height=720 mode=${(count += 1) % 2 === 0 ? 'dark' : 'light'} `);
  const { blocks, meta } = readMarkdown(source, { pictures: 0 }).value;
  const look = resolveLook('report');
  return { document: composeDocument({ blocks, meta, lang: 'en', name: null, assets: new Map() }, look).document, look };
}

/** As the writers of pages lay them out. */
const drawnPages = ({ document, look }: Awaited<ReturnType<typeof galleryPages>>): Canvas[] =>
  document.blocks.flatMap((block) =>
    block.type === 'canvas' ? [drawOnPage(block, document, look, { widthPt: 0, heightPt: 0, landscape: false }).drawing] : [],
  );

test('the words of twenty designs are rendered in a Word file where the layout has put them', { timeout: 180_000 }, async () => {
  const made = await galleryPages();
  const { render } = buildDocx(made.document, made.look, CREATED);
  const rendered = await pages.read(await office.toPdf({ bytes: render, kind: 'docx' }, {}));
  const canvases = drawnPages(made);
  assert.deepEqual([canvases.length, rendered.pages.length], [20, 20]);
  const { lost, checked } = lostWords(canvases, rendered.pages, PT_PER_PX);
  assert.ok(checked > 400, `${checked} words`);
  assert.deepEqual(lost, []);
});

test('the words of twenty designs are set in a PDF where the layout has put them', { timeout: 180_000 }, async () => {
  const made = await galleryPages();
  const rendered = await pages.read((await typesetClean(writeTypst(made.document, made.look).value)).pdf);
  const canvases = drawnPages(made);
  assert.deepEqual([canvases.length, rendered.pages.length], [20, 20]);
  const { lost, checked } = lostWords(canvases, rendered.pages, PT_PER_PX);
  assert.ok(checked > 400, `${checked} words`);
  assert.deepEqual(lost, []);
});
