import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { Refusal } from '../base/refusal.ts';
import type { PagePicture } from '../ports/page-renderer.ts';
import { createPageRenderer } from './page-renderer.ts';

const pages = createPageRenderer({ threads: 2 });
after(() => pages.close());

interface Page {
  box?: string;
  content?: string;
}

/** A PDF of our own, with a bookmark for each title. */
function makePdf(contents: readonly Page[], titles: readonly { title: string; page: number; children?: boolean }[] = []): Uint8Array {
  const first = 4 + titles.length;
  const kids = contents.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${titles.length > 0 ? '/Outlines 3 0 R' : ''}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${contents.length}>>`,
    titles.length > 0 ? `<</Type/Outlines/First 4 0 R/Last ${3 + titles.length} 0 R/Count ${titles.length}>>` : '<<>>',
    ...titles.map(
      ({ title, page }, i) =>
        `<</Title(${title})/Parent 3 0 R/Dest[${first + 2 * (page - 1)} 0 R/Fit]${i + 1 < titles.length ? `/Next ${5 + i} 0 R` : ''}>>`,
    ),
    ...contents.flatMap(({ box = '0 0 595 842', content = '' }, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents ${first + 2 * i + 1} 0 R/Resources<<>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream\n`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const rows = objects.map((object, i) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${i + 1} 0 obj${object}endobj\n`;
    return row;
  });
  return new TextEncoder().encode(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
  );
}

/** A square of that red, out of 255, on every page. */
const square = (red: number): Page => ({ content: `${red / 255} 0 0 rg 100 100 300 300 re f` });

async function drawAll(pdf: Uint8Array, widthPx?: number): Promise<PagePicture[]> {
  const drawn: PagePicture[] = [];
  await pages.draw(pdf, { onPage: (page) => void drawn.push(page), ...(widthPx === undefined ? {} : { widthPx }) });
  return drawn;
}

const isRefusal =
  (pattern: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'processing_failed' && pattern.test(error.message);

test('a page is 1,240 pixels wide, in its true colours', async () => {
  const [page] = await drawAll(makePdf([{ content: '1 0 0 rg 0 421 298 421 re f 0 0 1 rg 298 0 297 421 re f' }]));
  assert.deepEqual([page?.page, page?.total, page?.width, page?.height], [1, 1, 1240, 1755]);
  assert.deepEqual([page?.widthPt, page?.heightPt], [595, 842]);
  const { data, info } = await sharp(page?.png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  assert.deepEqual([info.width, info.height], [1240, 1755]);
  assert.deepEqual(at(100, 100), [255, 0, 0]);
  assert.deepEqual(at(1100, 100), [255, 255, 255]);
  assert.deepEqual(at(1100, 1600), [0, 0, 255]);
});

test('a page in shades of gray has the dots per inch that were asked for, turned if asked', async () => {
  const pdf = makePdf([{ box: '0 0 72 144', content: '0 0 0 rg 0 72 72 72 re f' }]);
  const upright = await pages.drawGray(pdf, 1, { dpi: 100 });
  const turned = await pages.drawGray(pdf, 1, { dpi: 100, turns: 1 });
  assert.deepEqual([upright.width, upright.height, upright.dpi, turned.width, turned.height], [100, 200, 100, 200, 100]);
  assert.deepEqual([upright.pixels[50 * 100 + 50], upright.pixels[150 * 100 + 50]], [0, 255], 'its upper half is black');
  assert.deepEqual([turned.pixels[50 * 200 + 50], turned.pixels[50 * 200 + 150]], [255, 0], 'turned clockwise, its right half');
  const poster = await pages.drawGray(makePdf([{ box: '0 0 14400 10' }]), 1, { dpi: 300 });
  assert.deepEqual([poster.width, Math.round(poster.dpi)], [5000, 25]);
  await assert.rejects(pages.drawGray(pdf, 2, { dpi: 100 }), isRefusal(/page 2 cannot be read/));
});

test('the longer side is bounded, whatever the page says', async () => {
  const sizes = await Promise.all(
    ['0 0 100 10000', '0 0 14400 10', '0 0 1000000 1000000', '0 0 1 1'].map(async (box) => {
      const [page] = await drawAll(makePdf([{ box }]));
      return [page?.width, page?.height];
    }),
  );
  assert.deepEqual(sizes[0], [25, 2480]);
  for (const [width = 0, height = 0] of sizes)
    assert.ok(width >= 1 && height >= 1 && width <= 1240 && height <= 2480, `${width} × ${height}`);
});

test('pages come in order, each once, the count before the first', async () => {
  const pdf = makePdf(Array.from({ length: 30 }, (_, i) => square(i * 8)));
  const seen: (number | string)[] = [];
  const result = await pages.draw(pdf, {
    onCount: (count) => seen.push(`count ${count}`),
    onPage: ({ page, total }) => void seen.push(total === 30 ? page : 'wrong'),
  });
  assert.deepEqual(result, { pages: 30 });
  assert.deepEqual(seen, ['count 30', ...Array.from({ length: 30 }, (_, i) => i + 1)]);
});

test('every page holds what it should, however the threads share them', async () => {
  const drawn = await drawAll(makePdf(Array.from({ length: 12 }, (_, i) => square(20 * i))), 100);
  const reds = await Promise.all(
    drawn.map(async ({ png, width }) => (await sharp(png).removeAlpha().raw().toBuffer())[(width * 100 + 40) * 3]),
  );
  assert.deepEqual(
    reds,
    Array.from({ length: 12 }, (_, i) => 20 * i),
  );
});

test('a slow taker is waited for', async () => {
  let taken = 0;
  let most = 0;
  await pages.draw(makePdf(Array.from({ length: 20 }, () => square(9))), {
    widthPx: 50,
    onPage: async ({ page }) => {
      most = Math.max(most, page - taken);
      await new Promise((resolve) => setTimeout(resolve, 2));
      taken++;
    },
  });
  assert.deepEqual([taken, most], [20, 1]);
});

test('some pages alone, in order, and the number of all', async () => {
  const drawn: PagePicture[] = [];
  await pages.draw(makePdf([square(10), square(20), square(30), square(40)]), { only: [4, 2, 9], onPage: (page) => void drawn.push(page) });
  assert.deepEqual(
    drawn.map(({ page, total }) => [page, total]),
    [
      [2, 4],
      [4, 4],
    ],
  );
});

test('a contact sheet shows each page in its true colours, with its number above it', async () => {
  const pdf = makePdf([square(250), square(120), square(60)]);
  const sheet = await pages.sheet(pdf, { pages: [1, 3], columns: 2, widthPx: 620 });
  const { data, info } = await sharp(sheet.png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [sheet.width, sheet.height]);
  // two cells of 292 pixels, the square in the lower left of each page
  const redAt = (x: number, y: number): number => data[(y * info.width + x) * 3] ?? 0;
  const cell = (620 - 36) / 2;
  const [x, y] = [Math.round((cell * 250) / 595), Math.round((cell * (842 - 250)) / 595)];
  assert.equal(redAt(12 + x, 34 + y), 250);
  assert.equal(redAt(12 + cell + 12 + x, 34 + y), 60);
  const dark = Array.from({ length: 14 * 10 }, (_, i) => redAt(12 + (i % 10), 12 + Math.floor(i / 10))).filter((red) => red < 100);
  assert.ok(dark.length > 20, 'the number 1 is written');
});

test('the outline has titles, levels and pages', async () => {
  const pdf = makePdf(
    [square(1), square(2), square(3)],
    [
      { title: 'One', page: 1 },
      { title: 'Three', page: 3 },
    ],
  );
  assert.deepEqual(await pages.outline(pdf), {
    pages: 3,
    entries: [
      { title: 'One', level: 1, page: 1 },
      { title: 'Three', level: 1, page: 3 },
    ],
  });
  assert.deepEqual(await pages.outline(makePdf([square(1)])), { pages: 1, entries: [] });
});

test('an outline that loops ends', async () => {
  const pdf = Buffer.from(
    makePdf(
      [square(1)],
      [
        { title: 'A', page: 1 },
        { title: 'B', page: 1 },
      ],
    ),
  ).toString('latin1');
  const looped = pdf.replace('/Title(B)/Parent 3 0 R', '/Title(B)/First 4 0 R');
  assert.ok((await pages.outline(Buffer.from(looped, 'latin1'))).entries.length <= 4);
});

test('drawing and outline of one document go together', async () => {
  const pdf = makePdf([square(1), square(2)], [{ title: 'Two', page: 2 }]);
  const [drawn, outline] = await Promise.all([drawAll(pdf), pages.outline(pdf)]);
  assert.deepEqual([drawn.length, outline.entries.length], [2, 1]);
});

test('what is no PDF is refused, and the next one is drawn', async () => {
  const whole = makePdf([square(1)]);
  const broken = {
    nothing: new Uint8Array(0),
    text: new TextEncoder().encode('hello'),
    half: whole.subarray(0, 60),
    head: new TextEncoder().encode('%PDF-1.7\n'),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    await assert.rejects(drawAll(bytes), isRefusal(/cannot be drawn/), name);
    await assert.rejects(pages.outline(bytes), isRefusal(/cannot be drawn/), name);
  }
  assert.equal((await drawAll(whole)).length, 1);
});

test('a file without a page is refused, not read as empty', async () => {
  await assert.rejects(pages.outline(makePdf([])), isRefusal(/no page of it/));
});

test('a damaged cross-reference table is repaired or refused', async () => {
  const text = Buffer.from(makePdf([square(1)]))
    .toString('latin1')
    .replace(/startxref\n\d+/, 'startxref\n99999999');
  assert.equal((await drawAll(Buffer.from(text, 'latin1'))).length, 1);
});

test('too many pages are refused before they are drawn', async () => {
  let drawn = 0;
  const pdf = Buffer.from(makePdf([square(1)]))
    .toString('latin1')
    .replace('/Count 1', '/Count 9999');
  await assert.rejects(
    pages.draw(Buffer.from(pdf, 'latin1'), { onPage: () => void drawn++ }),
    isRefusal(/9999 pages, and at most 5000 are drawn/),
  );
  assert.ok(drawn <= 1);
});

test('a page that takes too long costs its own document alone', async () => {
  const hasty = createPageRenderer({ threads: 1, pageTimeoutMs: 400 });
  try {
    await hasty.ready();
    const endless = makePdf([{ content: '0 0 1 rg 10 10 m 500 800 20 700 580 20 c f '.repeat(60_000) }]);
    const [slow, quick] = await Promise.allSettled([
      hasty.draw(endless, { onPage: () => undefined }),
      new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        hasty.draw(makePdf([square(1)]), { onPage: () => undefined, widthPx: 50 }),
      ),
    ]);
    assert.ok(slow.status === 'rejected' && isRefusal(/takes too long/)(slow.reason));
    // that it costs too much does not say that it is damaged
    assert.equal(slow.reason.fault, 'too_costly');
    assert.deepEqual(quick, { status: 'fulfilled', value: { pages: 1 } });
  } finally {
    await hasty.close();
  }
});

test('an aborted drawing ends with the reason of the signal, and draws no more', async () => {
  const controller = new AbortController();
  let drawn = 0;
  const drawing = pages.draw(makePdf(Array.from({ length: 40 }, () => square(1))), {
    signal: controller.signal,
    onPage: () => {
      if (++drawn === 3) controller.abort(new Error('canceled'));
    },
  });
  await assert.rejects(drawing, /canceled/);
  await drawAll(makePdf([square(1)]));
  assert.ok(drawn < 10, `${drawn} pages`);
  await assert.rejects(
    pages.draw(makePdf([square(1)]), { signal: AbortSignal.abort(new Error('before')), onPage: () => undefined }),
    /before/,
  );
});

test('what the taker throws ends the drawing', async () => {
  await assert.rejects(
    pages.draw(makePdf([square(1), square(2)]), {
      onPage: () => {
        throw new Error('disk full');
      },
    }),
    /disk full/,
  );
  await assert.rejects(pages.draw(makePdf([square(1), square(2)]), { onPage: () => Promise.reject(new Error('disk full')) }), /disk full/);
  assert.equal((await drawAll(makePdf([square(1)]))).length, 1);
});

test('a memo does not wait behind a book', async () => {
  const order: string[] = [];
  const book = pages.draw(makePdf(Array.from({ length: 60 }, () => square(1))), { onPage: () => undefined }).then(() => order.push('book'));
  const memo = pages.draw(makePdf([square(1)]), { onPage: () => undefined }).then(() => order.push('memo'));
  await Promise.all([book, memo]);
  assert.deepEqual(order, ['memo', 'book']);
});

test('after closing nothing is drawn', async () => {
  const closing = createPageRenderer({ threads: 1 });
  const drawing = closing.draw(makePdf([square(1)]), { onPage: () => undefined });
  await Promise.all([closing.close(), assert.rejects(drawing, /closed/)]);
  await assert.rejects(closing.draw(makePdf([square(1)]), { onPage: () => undefined }), /closed/);
});

const corpus = process.env['OCTAVO_CORPUS'];

test('hostile PDFs end in pages or a refusal', { skip: corpus === undefined && 'OCTAVO_CORPUS is not set' }, async () => {
  const names = globSync('hostile/*.pdf', { cwd: corpus });
  assert.ok(names.length > 3, 'the corpus has no hostile files');
  const outcomes = await Promise.all(
    names.map((name) =>
      drawAll(readFileSync(join(corpus ?? '', name)), 200).then(
        () => 'drawn',
        (error: unknown) => (error instanceof Refusal ? 'refused' : String(error)),
      ),
    ),
  );
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'drawn' && outcome !== 'refused'),
    [],
  );
});

test('a PDF whose header is damaged is read', async () => {
  const bytes = Buffer.from(makePdf([square(1)]));
  bytes.write('%PDX', 0, 'latin1');
  assert.equal((await drawAll(bytes)).length, 1);
});

test('a file without pages is refused, and does not keep anybody waiting', async () => {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'];
  let body = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const empty = Buffer.from(
    `${body}xref\n0 3\n0000000000 65535 f \n${rows}trailer\n<</Root 1 0 R/Size 3>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
  await assert.rejects(pages.draw(empty, { onPage: () => undefined }), { code: 'processing_failed' });
});
