/**
 * `npm run release -- 0.2.0`: checks, writes the versions and the section of the changelog, builds the package of the SDK into
 * `out/`, commits and tags. It pushes and publishes nothing; the last lines say how. Works on the repository that it is called
 * in. Where a step fails, the files are as they were before.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const UNRELEASED = /^## .*\(unreleased\)$/m;
const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;
const MANIFESTS = ['package.json', 'sdk/package.json'];
const PYTHON = 'sdk/python/pyproject.toml';
const WRITTEN = [...MANIFESTS, PYTHON, 'package-lock.json', 'CHANGELOG.md'];

const versioned = z.looseObject({ version: z.string() });
const lock = z.looseObject({ version: z.string().optional(), packages: z.record(z.string(), z.looseObject({})) });

const read = (path: string): string => readFileSync(path, 'utf8');
const git = (...parameters: string[]): string => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
const npm = (...parameters: string[]): void => void execFileSync('npm', parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Numbers of a version. @throws Error where it is none */
function parseVersion(text: string): number[] {
  const numbers = VERSION.exec(text)?.slice(1).map(Number);
  if (numbers === undefined) throw new Error(`"${text}" is not a version: three numbers, as 0.2.0`);
  return numbers;
}

function isBefore(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

/** @throws Error saying what keeps this version from being released */
function checkRepository(version: string): void {
  if (git('status', '--porcelain') !== '') throw new Error('there are changes that are not committed');
  if (git('rev-parse', '--abbrev-ref', 'HEAD') !== 'main') throw new Error('releases are made on the branch main');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is tagged already`);
  const current = versioned.parse(JSON.parse(read('package.json'))).version;
  if (isBefore(parseVersion(version), parseVersion(current))) throw new Error(`${version} is before ${current}`);
}

/** The changelog with its unreleased section as that of the version, and what the section says. @throws Error where it says nothing */
function writeSection(changelog: string, version: string, date: string): { changelog: string; section: string } {
  const found = UNRELEASED.exec(changelog);
  if (found === null) throw new Error('CHANGELOG.md has no section "## … (unreleased)"');
  const rest = changelog.slice(found.index + found[0].length);
  const next = /^## /m.exec(rest);
  const section = rest.slice(0, next?.index ?? rest.length).trim();
  if (!/^- /m.test(section)) throw new Error('the unreleased section of CHANGELOG.md lists no change');
  return { changelog: `${changelog.slice(0, found.index)}## ${version} (${date})${rest}`, section };
}

function writeVersions(version: string): void {
  for (const path of MANIFESTS) writeJson(path, { ...versioned.parse(JSON.parse(read(path))), version });
  writeFileSync(PYTHON, read(PYTHON).replace(/^version = ".*"$/m, `version = "${version}"`));
  const { packages, ...rest } = lock.parse(JSON.parse(read('package-lock.json')));
  const changed = Object.entries(packages).map(([name, one]) => [name, name === '' || name === 'sdk' ? { ...one, version } : one]);
  writeJson('package-lock.json', { ...rest, version, packages: Object.fromEntries(changed) });
}

function release(version: string): void {
  checkRepository(version);
  const { changelog, section } = writeSection(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  try {
    npm('test');
    writeVersions(version);
    writeFileSync('CHANGELOG.md', changelog);
    mkdirSync('out', { recursive: true });
    npm('pack', '--workspace', 'sdk', '--pack-destination', 'out');
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...WRITTEN);
    git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `Octavo ${version}\n\n${section}\n`);
  } catch (error) {
    git('reset', '--quiet', '--', ...WRITTEN);
    git('checkout', '--quiet', '--', ...WRITTEN);
    throw error;
  }
  console.log(`v${version} is committed and tagged; the package of the SDK is in out/.`);
  console.log(`To publish: git push --follow-tags && npm publish out/octavo-sdk-${version}.tgz --provenance`);
  console.log('For Python: python3 -m build sdk/python --outdir out && twine upload out/octavo_sdk-*');
}

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2);
  try {
    release(version);
  } catch (error) {
    console.error(`Not released: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
