/** A canvas looks on the rendered page as it was laid out: every word is in its text box, give or take 3 % of the page. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { flatItems } from '../../src/canvas/drawing.ts';
import { composeDeck } from '../../src/document/compose-deck.ts';
import type { RenderedPage } from '../../src/document/rendered-document.ts';
import { resolveLook } from '../../src/document/look.ts';
import { readMarkdown } from '../../src/readers/markdown.ts';
import { createOfficeRenderer } from '../../src/render/office-renderer.ts';
import { createPageRenderer } from '../../src/render/page-renderer.ts';
import { planDeck, writePptx } from '../../src/writers/pptx.ts';

const TOLERANCE = 0.03;

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

test('the words of twenty designs are rendered where the layout has put them', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-canvas-'));
  const [office, pages] = [createOfficeRenderer({ workDir: folder, workers: 1, log: () => undefined }), await createPageRenderer()];
  try {
    const source = await readFile(new URL('../../docs/canvas-gallery.md', import.meta.url), 'utf8');
    const { blocks, meta } = readMarkdown(source, { pictures: 0, deck: true }).value;
    const plan = planDeck(composeDeck({ blocks, meta, lang: 'en', name: null, assets: new Map() }), resolveLook('presentation'));
    const { bytes } = writePptx(plan, { created: new Date('2026-11-20T12:00:00Z') });
    const rendered = await pages.read(await office.toPdf({ bytes, kind: 'pptx' }, {}));
    const lost: string[] = [];
    let checked = 0;
    for (const [index, slide] of plan.slides.entries()) {
      const page = rendered.pages[index];
      assert.ok(page);
      const words = wordsOf(page);
      const scale = page.widthPt / 1280;
      const [dx, dy] = [page.widthPt * TOLERANCE, page.heightPt * TOLERANCE];
      for (const item of flatItems(slide.drawing?.items ?? [])) {
        if (item.kind !== 'shape' || item.text === undefined) continue;
        const { rect, paragraphs } = item.text;
        // the box of a font is higher than a tight line, and lines in a row may be read as one: the middle counts, or the foot
        const inside = words.filter(({ left, right, top, bottom }) => {
          const inHeight = (y: number): boolean => y >= rect.y * scale - dy && y <= (rect.y + rect.h) * scale + dy;
          const across = left >= rect.x * scale - dx && right <= (rect.x + rect.w) * scale + dx;
          return across && (inHeight((top + bottom) / 2) || inHeight(bottom));
        });
        // spaced letters are read as words of one letter each
        const found = inside.map(({ text }) => text.toLowerCase()).join('');
        for (const word of paragraphs.flatMap(({ runs }) => runs.flatMap(({ text }) => text.split(/\s+/)))) {
          if (word === '') continue;
          checked += 1;
          if (!found.includes(word.toLowerCase())) lost.push(`slide ${index + 1}: ${word}`);
        }
      }
    }
    assert.ok(checked > 400, `${checked} words`);
    assert.deepEqual(lost, []);
  } finally {
    await Promise.all([office.close(), pages.close()]);
    await rm(folder, { recursive: true, force: true });
  }
});
