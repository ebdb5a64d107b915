import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('release.ts', import.meta.url));
const CHANGELOG = '# Changelog\n\n## 0.2.0 (unreleased)\n\n- Faster.\n- `code` and # signs.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n';

interface Repository {
  folder: string;
  git(...parameters: string[]): string;
  write(path: string, text: string): void;
  commit(): void;
  release(version: string): { status: number | null; said: string };
}

/** A repository as ours, small: a package, its SDK, a lock and a changelog. */
function openRepository(t: TestContext, { testScript = 'node --version', changelog = CHANGELOG } = {}): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-release-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...parameters: string[]): string => execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const commit = (): void => {
    git('add', '--all');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'A change');
  };
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@example.org');
  mkdirSync(join(folder, 'sdk'));
  write('package.json', JSON.stringify({ name: 'x', version: '0.1.0', workspaces: ['sdk'], scripts: { test: testScript } }));
  mkdirSync(join(folder, 'sdk/python'));
  write('sdk/python/pyproject.toml', '[project]\nname = "octavo-sdk"\nversion = "0.1.0"\n');
  write('sdk/package.json', JSON.stringify({ name: 'octavo-sdk', version: '0.1.0' }));
  write(
    'package-lock.json',
    JSON.stringify({ name: 'x', version: '0.1.0', packages: { '': { version: '0.1.0' }, sdk: { version: '0.1.0' } } }),
  );
  write('CHANGELOG.md', changelog);
  write('.gitignore', '/out/\n');
  commit();
  return {
    folder,
    git,
    write,
    commit,
    release(version) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, version], { cwd: folder, encoding: 'utf8' });
      return { status, said: stdout + stderr };
    },
  };
}

test('a release writes versions and changelog, builds the SDK, commits and tags', (t) => {
  const { folder, git, release } = openRepository(t);
  const { status, said } = release('0.2.0');
  assert.equal(status, 0, said);
  assert.match(readFileSync(join(folder, 'sdk/python/pyproject.toml'), 'utf8'), /^version = "0\.2\.0"$/m);
  for (const path of ['package.json', 'sdk/package.json']) assert.match(readFileSync(join(folder, path), 'utf8'), /"version": "0\.2\.0"/);
  assert.equal(readFileSync(join(folder, 'package-lock.json'), 'utf8').match(/"version": "0\.2\.0"/g)?.length, 3);
  assert.match(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), /^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Faster\.\n/m);
  assert.ok(existsSync(join(folder, 'out/octavo-sdk-0.2.0.tgz')), said);
  assert.equal(git('log', '-1', '--format=%s'), 'Release 0.2.0');
  assert.match(git('tag', '--list', '--format=%(contents)', 'v0.2.0'), /^Octavo 0\.2\.0\n\n- Faster\.\n- `code` and # signs\.$/);
  assert.equal(git('status', '--porcelain'), '');
});

test('what is not ready is not released, and nothing is changed', (t) => {
  const failing = openRepository(t, { testScript: 'node --eval "process.exit(1)"' });
  assert.deepEqual([failing.release('0.2.0').status, failing.git('tag'), failing.git('status', '--porcelain')], [1, '', '']);
  const quiet = openRepository(t, { changelog: '# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.0 (2026-01-01)\n\n- First.\n' });
  assert.match(quiet.release('0.2.0').said, /lists no change/);
  const { git, write, commit, release } = openRepository(t);
  assert.match(release('0.2').said, /not a version/);
  assert.match(release('0.0.9').said, /before 0\.1\.0/);
  write('new.txt', 'x');
  assert.match(release('0.2.0').said, /not committed/);
  commit();
  git('switch', '--quiet', '--create', 'other');
  assert.match(release('0.2.0').said, /branch main/);
  git('switch', '--quiet', 'main');
  git('tag', 'v0.2.0');
  assert.match(release('0.2.0').said, /tagged already/);
  assert.equal(git('rev-list', '--count', 'HEAD'), '2');
});
