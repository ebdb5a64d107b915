/** Numbers of pages and stamps in the margin keep clear of what is drawn in the margin, on turned pages as on others, at one height where that is possible. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import type { RenderedLine } from '../src/document/rendered-document.ts';
import type { EditResult } from '../src/edits/apply-edits.ts';
import { applyPdfEdits } from '../src/edits/apply-pdf-edits.ts';

const renderer = createPageRenderer();
// one that is left open keeps the process for as long as it rests
after(() => renderer.close());

const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

interface PageInput {
  /** Distances of lines from the lower edge of the page as it is written, in points. */
  at: readonly number[];
  turn?: number;
}

async function fileOf(pages: readonly PageInput[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const { at, turn = 0 } of pages) {
    const page = document.addPage([400, 500]);
    page.setRotation(degrees(turn));
    for (const y of at) page.drawText('words that run from one margin of the page to the other one', { x: 40, y, size: 11, font });
  }
  return document.save();
}

/** The numbers and the other lines of each page, as PDFium reads them. */
async function numbered(
  pages: readonly PageInput[],
  position = 'bottom',
): Promise<{ result: EditResult; numbers: RenderedLine[]; lines: RenderedLine[][] }> {
  const bytes = await fileOf(pages);
  const outcome = await applyPdfEdits(
    bytes,
    await renderer.read(bytes),
    [{ op: 'add_page_numbers', text: 'No. {page}', position }],
    CONTEXT,
  );
  const { pages: drawn } = await renderer.read(outcome.bytes);
  const [result] = outcome.results;
  assert.ok(result);
  return {
    result,
    numbers: drawn.flatMap(({ lines }) => lines.filter(({ text }) => text.includes('No. '))),
    lines: drawn.map(({ lines }) => lines.filter(({ text }) => !text.includes('No. '))),
  };
}

const meet = (a: RenderedLine, b: RenderedLine): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a number stands clear of a line at its usual height, on all pages at the same one', async () => {
  const { result, numbers, lines } = await numbered([{ at: [400, 38] }, { at: [400] }, { at: [400] }]);
  assert.equal(result.message, undefined);
  assert.equal(numbers.length, 3);
  for (const [index, number] of numbers.entries())
    assert.ok(
      lines[index]?.every((line) => !meet(line, number)),
      `page ${index + 1}`,
    );
  assert.equal(new Set(numbers.map(({ top }) => Math.round(top))).size, 1);
  assert.ok(numbers.every(({ bold, font }) => !bold && font.endsWith('Helvetica')));
});

test('where the margin is clear everywhere, the number stands half an inch from the edge', async () => {
  const { numbers } = await numbered([{ at: [400] }]);
  assert.ok(Math.abs(500 - 36 - (numbers[0]?.bottom ?? 0)) < 3);
});

test('a margin that is full is told by page', async () => {
  const { result } = await numbered([{ at: [400] }, { at: Array.from({ length: 8 }, (_, line) => 4 + line * 12) }]);
  assert.match(result.message ?? '', /On page 2 the number lies over what is there/);
});

test('on a page that is shown upside down the other edge is kept clear', async () => {
  const { result, numbers, lines } = await numbered([{ at: [454, 200], turn: 180 }]);
  assert.equal(result.message, undefined);
  assert.equal(numbers.length, 1);
  for (const line of lines[0] ?? []) assert.ok(!meet(line, numbers[0] ?? line), line.text);
});

test('a stamp at an edge stands clear of the line there, one in the middle lies over it, and a full margin is told', async () => {
  const stamped = async (at: readonly number[], position: string): Promise<{ message: string; lines: RenderedLine[] }> => {
    const bytes = await fileOf([{ at }]);
    const { bytes: after, results } = await applyPdfEdits(
      bytes,
      await renderer.read(bytes),
      [{ op: 'stamp', text: 'COPY', position }],
      CONTEXT,
    );
    return { message: results[0]?.message ?? '', lines: (await renderer.read(after)).pages[0]?.lines ?? [] };
  };
  const above = await stamped([456, 300], 'top');
  assert.deepEqual(above.lines.map(({ text }) => text).toSorted(), [
    'COPY',
    ...Array.from({ length: 2 }, () => 'words that run from one margin of the page to the other one'),
  ]);
  const [stamp, ...words] = above.lines.toSorted((a, b) => Number(b.text === 'COPY') - Number(a.text === 'COPY'));
  assert.ok(stamp?.bold === true && words.every((line) => !meet(line, stamp)));
  assert.equal(above.message, '');
  const full = Array.from({ length: 8 }, (_, line) => 496 - line * 12);
  assert.match((await stamped(full, 'top')).message, /On page 1 the stamp lies over what is there/);
  assert.equal((await stamped(full, 'center')).message, '');
});
