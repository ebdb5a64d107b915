import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('generated files are what the code gives today', () => {
  const run = spawnSync(process.execPath, [fileURLToPath(new URL('gen.ts', import.meta.url)), '--check'], { encoding: 'utf8' });
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
});
