import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkFonts, FONT_TWINS, prepareFonts } from './fonts.ts';

const workDir = await mkdtemp(join(tmpdir(), 'octavo-<fonts>-'));
after(() => rm(workDir, { recursive: true, force: true }));

test('every face that our documents name has its twin, in a folder of any name and under any umask', async () => {
  const umask = process.umask(0o077);
  const fonts = await prepareFonts(workDir).finally(() => process.umask(umask));
  assert.deepEqual(await checkFonts(fonts), { ok: true, problems: [] });
  assert.equal(FONT_TWINS.length, 8);
  const modes = await Promise.all(
    [fonts.configFile, join(workDir, 'fonts'), join(workDir, 'fonts', 'cache')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  assert.deepEqual(modes, [0o644, 0o755, 0o755]);
});

test('without our aliases the check says what is wrong and what to install', async () => {
  const fonts = await prepareFonts(workDir);
  const { ok, problems } = await checkFonts({ ...fonts, configFile: '/nonexistent/fonts.conf' });
  assert.equal(ok, false);
  assert.ok(
    problems.some((problem) =>
      /^Georgia would be drawn with .+, not with its twin Gelasio: install npm @expo-google-fonts\/gelasio$/.test(problem),
    ),
    problems.join('\n'),
  );
});
