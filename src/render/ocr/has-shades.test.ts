import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasShades } from './has-shades.ts';

/** A grainy page with strips of ink, and a shade where one is wanted. */
function page({ paper = 235, shade, grain = 40 }: { paper?: number; shade?: number; grain?: number }) {
  const [width, height] = [400, 400];
  const pixels = new Uint8Array(width * height);
  let state = 1;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInk = y % 24 < 10 && x % 7 < 3 && x > 40 && x < 360;
    const tone = isInk ? 30 : shade !== undefined && y >= 100 && y < 124 ? shade : paper;
    pixels[at] = Math.max(0, Math.min(255, tone + (state / 2 ** 32 - 0.5) * grain));
  }
  return { width, height, pixels };
}

test('a tinted row is a shade; grain, letters and paper that is not white are none', () => {
  assert.equal(hasShades(page({ shade: 170 })), true);
  assert.equal(hasShades(page({ shade: 130, paper: 200 })), true);
  for (const plain of [page({}), page({ paper: 180 }), page({ grain: 0, paper: 255 }), page({ shade: 225 })])
    assert.equal(hasShades(plain), false);
  assert.equal(hasShades({ width: 4, height: 4, pixels: new Uint8Array(16).fill(255) }), false);
});
