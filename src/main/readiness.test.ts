import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadiness } from './readiness.ts';

test('a part that is away stops the claims at the next look, and they go on once it answers', async () => {
  let away = false;
  let nowMs = 0;
  let asked = 0;
  const check = async (): Promise<void> => {
    asked++;
    if (away) throw new Error('away');
  };
  const ready = createReadiness({ blobs: check }, () => nowMs);
  assert.equal(await ready(), true);
  await new Promise(setImmediate);
  assert.equal(await ready(), true);
  assert.equal(asked, 1, 'a claim does not ask again at once');
  away = true;
  nowMs = 10_000;
  assert.equal(await ready(), true, 'the last answer is given while the parts are asked');
  await new Promise(setImmediate);
  assert.equal(await ready(), false);
  away = false;
  assert.equal(await ready(), true);
});
