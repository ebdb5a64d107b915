import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, hexToOklch, oklchToHex } from '../base/color.ts';
import { accentPalette, PALETTES, type Palette } from './palette.ts';

const READABLE = 4.5;

function checkReadable(palette: Palette): void {
  const pairs = {
    'accent on white': contrast(palette.accent, 'FFFFFF'),
    'accent on tint': contrast(palette.accent, palette.tint),
    'white on deep': contrast('FFFFFF', palette.deep),
    'bright on deep': contrast(palette.bright, palette.deep),
    'text on tint': contrast('252E38', palette.tint),
  };
  for (const [pair, ratio] of Object.entries(pairs)) assert.ok(ratio >= READABLE, `${palette.name}: ${pair} is ${ratio.toFixed(2)}`);
}

test('every pair of tones that meets is readable, in each palette', () => {
  for (const palette of Object.values(PALETTES)) checkReadable(palette);
});

test('a client’s own accent gives readable tones of the same hue', () => {
  const expected: Record<string, [string, string, string, string]> = {
    FF6600: ['B94800', '4A291B', 'FEEEE7', 'F89D77'],
    FFD400: ['816A04', '3C320D', 'F6F2E3', 'D1B655'],
    E2001A: ['DC091C', '4B2723', 'FFEDEB', 'FB988E'],
    '00A3E0': ['0576A3', '10374B', 'E6F4FE', '60C4F8'],
  };
  for (const [accent, [text, deep, tint, bright]] of Object.entries(expected)) {
    const palette = accentPalette(accent);
    checkReadable(palette);
    assert.deepEqual(
      { accent: palette.accent, deep: palette.deep, tint: palette.tint, bright: palette.bright },
      { accent: text, deep, tint, bright },
    );
  }
});

test('a grey accent gives the ink palette, a known one its own', () => {
  assert.equal(accentPalette('777777'), PALETTES.ink);
  assert.equal(accentPalette('a63d2f'), PALETTES.brick);
});

test('OKLCH and back is the same colour', () => {
  for (const hex of ['000000', 'FFFFFF', '0E6E73', 'FF6600', '123456']) assert.equal(oklchToHex(hexToOklch(hex)), hex);
});
