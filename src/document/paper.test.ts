import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveLook } from './look.ts';
import { onPaperOf } from './paper.ts';

test('an American document was set on A4', () => {
  const { page } = onPaperOf('en-US', resolveLook('report'));
  assert.deepEqual([page.widthCm, page.heightCm], [21.59, 27.94]);
  const turned = onPaperOf('es-MX', resolveLook('report', { orientation: 'landscape' })).page;
  assert.deepEqual([turned.widthCm, turned.heightCm], [27.94, 21.59]);
  for (const lang of ['en', 'en-GB', 'es', 'es-ES', 'es-AR', 'de'])
    assert.equal(onPaperOf(lang, resolveLook('letter')).page.widthCm, 21, lang);
});
