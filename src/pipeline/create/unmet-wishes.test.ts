import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveLook } from '../../document/look.ts';
import { styleApplied } from '../../document/style-applied.ts';
import { unmetWishes } from './unmet-wishes.ts';

const applied = styleApplied(resolveLook('report', { font: 'Georgia', margins_cm: 2 }), { cover: false, contents: true });

test('a wish that was granted is not reported', () => {
  assert.deepEqual(unmetWishes({ font: 'georgia', margins_cm: 2, font_size: 11, cover_page: false }, applied, 'docx'), []);
});

test('each field that is otherwise is reported with what is used', () => {
  assert.deepEqual(
    unmetWishes({ margins_cm: 4, cover_page: true, colors: { ...applied.colors, accent: '000001' }, header: 'Head' }, applied, 'pptx'),
    [
      'margins_cm 4 is not possible in a presentation; 2 is used',
      'cover_page true is not possible in a presentation',
      `colors.accent 000001 is not possible in a presentation; ${applied.colors.accent} is used`,
      'header Head is not possible in a presentation',
    ],
  );
});
