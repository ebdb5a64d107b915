import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '../../base/color.ts';
import { resolveLook } from '../../document/look.ts';
import { PALETTES } from '../../document/palette.ts';
import { darkTones, lightTones, type Tones } from './tones.ts';

/** Which tones are read on which. */
const READ: readonly [keyof Tones, readonly (keyof Tones)[]][] = [
  ['ink', ['ground', 'band', 'card', 'surface', 'tint']],
  ['muted', ['ground', 'band', 'card', 'surface', 'tint']],
  ['title', ['ground', 'band', 'surface']],
  ['head', ['ground', 'surface']],
  ['minor', ['ground', 'surface']],
  ['accent', ['ground', 'band', 'surface', 'tint']],
  ['on-accent', ['accent']],
  ['on-deep', ['deep']],
  ['deep-muted', ['deep']],
  ['bright', ['deep']],
  ['good', ['ground', 'surface']],
  ['bad', ['ground', 'surface']],
  ['note', ['note-tint']],
  ['tip', ['tip-tint']],
  ['warning', ['warning-tint']],
  ['key', ['tint']],
  ['on-head', ['head-ground']],
  ['ink', ['note-tint', 'tip-tint', 'warning-tint']],
];

test('all texts read at 4.5:1 or more in light and in dark, in every palette', () => {
  for (const palette of Object.values(PALETTES)) {
    const look = { ...resolveLook('report'), palette };
    for (const tones of [lightTones(look), darkTones(look)])
      for (const [text, grounds] of READ)
        for (const ground of grounds)
          assert.ok(contrast(tones[text], tones[ground]) >= 4.5, `${palette.name}: ${text} on ${ground}, ${tones[text]} ${tones[ground]}`);
  }
});
