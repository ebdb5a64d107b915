/** Pages with more colours than a palette takes: which of them get one, and what that changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexPixels } from './index-pixels.ts';

type Colour = readonly [red: number, green: number, blue: number];

const WIDTH = 640;
const HEIGHT = 400;
const word = ([red, green, blue]: Colour): number => red | (green << 8) | (blue << 16);
const mix = (a: Colour, b: Colour, share: number): Colour => {
  const at = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * share);
  return [at(0), at(1), at(2)];
};

const WHITE: Colour = [255, 255, 255];
const INKS: readonly Colour[] = [
  [16, 48, 84],
  [200, 30, 40],
  [30, 110, 60],
  [90, 90, 96],
  [120, 40, 140],
  [180, 120, 0],
  [0, 120, 130],
  [60, 20, 10],
];

/** White with letters' edges: rows of pixels from an ink to the paper, each ink in its own rows. */
function drawLetters(): Uint32Array {
  const pixels = new Uint32Array(WIDTH * HEIGHT).fill(word(WHITE));
  for (const [at, ink] of INKS.entries())
    for (let shade = 0; shade < 100; shade++) pixels[(20 + at * 8) * WIDTH + 4 * shade + 8] = word(mix(ink, WHITE, shade / 100));
  return pixels;
}

function worstError(pixels: Uint32Array): { worst: number; changed: number; at: (x: number, y: number) => number } {
  const page = indexPixels(pixels, WIDTH, HEIGHT);
  assert.ok(page !== null, 'the page has no palette');
  const { rows, palette } = page;
  assert.ok(palette.length <= 3 * 256);
  const at = (x: number, y: number): number => {
    const entry = 3 * (rows[y * (WIDTH + 1) + 1 + x] ?? 0);
    return word([palette[entry] ?? 0, palette[entry + 1] ?? 0, palette[entry + 2] ?? 0]);
  };
  let [worst, changed] = [0, 0];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [given = 0, drawn] = [pixels[y * WIDTH + x], at(x, y)];
      const apart = Math.max(...[0, 8, 16].map((shift) => Math.abs(((given >>> shift) & 0xff) - ((drawn >>> shift) & 0xff))));
      worst = Math.max(worst, apart);
      if (apart > 3) changed++;
    }
  }
  return { worst, changed, at };
}

test('a page of letters in eight inks has a palette, and no edge is off by more than an eye misses', () => {
  const { worst, changed } = worstError(drawLetters());
  assert.ok(worst <= 11, `${worst} of 255`);
  assert.ok(changed <= 0.01 * WIDTH * HEIGHT);
});

test('a thin rule beside many letters keeps its exact colour, though it is rare', () => {
  const pixels = drawLetters();
  const colour = word([17, 50, 90]);
  pixels.fill(colour, 390 * WIDTH + 100, 390 * WIDTH + 140);
  assert.equal(worstError(pixels).at(120, 390), colour);
});

test('a gradient beside many letters is no palette: it would show steps', () => {
  const pixels = drawLetters();
  for (let y = 200; y < 300; y++)
    for (let x = 0; x < 300; x++) pixels[y * WIDTH + x] = word(mix([10, 20, 30], [250, 240, 120], (x + y - 200) / 400));
  assert.equal(indexPixels(pixels, WIDTH, HEIGHT), null);
});

test('rows that repeat count as often as they are drawn', () => {
  const pixels = drawLetters();
  // one row of 300 shades, drawn a hundred times: a tenth of the page would be moved
  for (let y = 200; y < 300; y++) for (let x = 0; x < 300; x++) pixels[y * WIDTH + x] = word([(x * 5) % 251, (x * 7) % 241, (x * 3) % 239]);
  assert.equal(indexPixels(pixels, WIDTH, HEIGHT), null);
});

test('a page with few colours follows one with many, and is exact', () => {
  indexPixels(drawLetters(), WIDTH, HEIGHT);
  const pixels = new Uint32Array(WIDTH * HEIGHT).fill(word([1, 2, 3]));
  assert.equal(worstError(pixels).worst, 0);
});
