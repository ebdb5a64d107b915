import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GrayPicture } from '../../ports/page-renderer.ts';
import type { RecognizedLine, RecognizedText } from '../../ports/text-recognizer.ts';
import { findRules } from './find-rules.ts';
import { shearOf, slopeOf, straighten } from './straighten.ts';
import { boldLines } from './stroke-weight.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const blank = (width: number, height: number): GrayPicture => ({ pixels: new Uint8Array(width * height).fill(255), width, height });

function dot(picture: GrayPicture, x: number, y: number): void {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column >= 0 && row >= 0 && column < picture.width && row < picture.height) picture.pixels[row * picture.width + column] = 0;
}

const SLOPE = 0.01;
const line = (text: string, left: number, top: number, slope: number): RecognizedLine => {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    left: left + index * 100,
    right: left + index * 100 + 80,
    top: top + index * 100 * slope,
    bottom: top + index * 100 * slope + 20,
    confidence: 90,
  }));
  return { words, left, right: left + words.length * 100, top, bottom: top + 20, letterHeight: 20, angle: 0, slope, bold: false };
};
const textOf = (...lines: RecognizedLine[]): RecognizedText => ({ lines, confidence: 90, rules: [] });

test('the slope is that of most lines, and words of a line are at one height without it', () => {
  const text = textOf(
    line('a b c d e', 50, 100, SLOPE),
    line('a b c d', 50, 150, SLOPE),
    line('a b c d', 50, 200, SLOPE),
    line('x', 50, 250, 0.3),
  );
  assert.equal(slopeOf(text), SLOPE);
  const [first] = straighten(text, shearOf(blank(800, 600), SLOPE)).lines;
  const tops = first?.words.map(({ top }) => top) ?? [];
  assert.ok(maxOf(tops) - minOf(tops) < 0.01, String(tops));
  assert.equal(slopeOf(textOf(line('a b c d', 0, 0, SLOPE))), 0, 'one line tells nothing');
});

test('lines drawn askew are found as straight rules; letters and bars are none', () => {
  const picture = blank(900, 600);
  const shear = shearOf(picture, SLOPE);
  for (let x = 100; x < 700; x++) for (const thick of [0, 1, 2]) dot(picture, x, 200 + SLOPE * (x - shear.middleX) + thick);
  for (let y = 200; y < 400; y++) for (const thick of [0, 1]) dot(picture, 100 - SLOPE * (y - shear.middleY) + thick, y);
  for (let x = 300; x < 320; x++) for (let y = 300; y < 340; y++) dot(picture, x, y);
  for (let x = 100; x < 700; x++) for (let y = 450; y < 520; y++) dot(picture, x, y);
  const rules = findRules(picture, 250, shear);
  assert.equal(rules.length, 2);
  const [level, upright] = rules;
  assert.ok(level && upright);
  assert.ok(
    Math.abs(level.left - 100) < 8 && Math.abs(level.right - 700) < 8 && level.bottom - level.top <= 6 && Math.abs(level.top - 200) < 6,
    JSON.stringify(level),
  );
  assert.ok(
    Math.abs(upright.left - 100) < 6 &&
      upright.right - upright.left <= 5 &&
      Math.abs(upright.top - 200) < 8 &&
      Math.abs(upright.bottom - 400) < 8,
    JSON.stringify(upright),
  );
});

test('lines whose strokes are wider than most are bold', () => {
  const picture = blank(700, 300);
  const draw = (top: number, stroke: number): void => {
    for (let word = 0; word < 5; word++)
      for (let letter = 0; letter < 5; letter++)
        for (let x = 0; x < stroke; x++) for (let y = 0; y < 20; y++) dot(picture, 50 + word * 100 + letter * 16 + x, top + y);
  };
  const lines = [20, 60, 100, 140].map((top) => line('letter letter letter letter letter', 50, top, 0));
  for (const [index, { top }] of lines.entries()) draw(top, index === 2 ? 5 : 3);
  assert.deepEqual(
    [...boldLines(picture, lines)].map((one) => lines.indexOf(one)),
    [2],
  );
});
