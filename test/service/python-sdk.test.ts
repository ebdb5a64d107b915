/** The Python client as a user gets it: its wheel built and unpacked, its own tests, its types, and every example of its README against a service. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { ROOT } from '../support/read-sources.ts';
import { untrackedPair } from '../support/untracked-pair.ts';
import { startOctavo, stopOctavo, type Running } from '../support/service.ts';

const runFile = promisify(execFile);
const FACTS =
  'import sys, httpx, pydantic, typing_extensions; print(sys.executable, "Python %d.%d" % sys.version_info[:2], "pydantic", pydantic.VERSION)';

/** Each Python of this machine that has what the client needs: the path of the interpreter → what it is. */
function findPythons(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of ['/usr/bin/python3', 'python3']) {
    try {
      const [path = '', ...facts] = execFileSync(name, ['-c', FACTS], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
        .trim()
        .split(' ');
      found.set(path, facts.join(' '));
    } catch {
      // not there, or without httpx and pydantic
    }
  }
  return found;
}

const REDLINE = `import base64
from octavo import Octavo

octavo = Octavo()
def given(name):
    with open(name, "rb") as file:
        return {"data": base64.b64encode(file.read()).decode(), "filename": name}
for newer in ("newer.docx", "older.docx"):
    redline = octavo.redline(given("older.docx"), given(newer))
    print(redline[:2], redline.not_tracked)
`;

const pythons = findPythons();
const skip =
  pythons.size === 0 ? 'no Python with httpx and pydantic (npm test installs python3-httpx and python3-pydantic on Debian)' : false;

let folder: string;
let site: string;
let octavo: Running;
let examples: string[];

async function run(command: string, parameters: string[], more: NodeJS.ProcessEnv = {}, cwd = folder): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: folder, PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...more };
  const { stdout, stderr } = await runFile(command, parameters, { cwd, env }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} ${parameters.join(' ')}: ${error.stdout}${error.stderr}`, { cause: error });
  });
  return stdout + stderr;
}

/** @returns the first interpreter that can build a wheel without fetching anything, or null */
function findBuilder(): string | null {
  for (const python of pythons.keys()) {
    try {
      execFileSync(python, ['-c', 'import setuptools.build_meta, wheel'], { stdio: 'ignore' });
      return python;
    } catch {
      // another one may
    }
  }
  return null;
}
const builder = findBuilder();

before(async () => {
  if (skip !== false) return;
  folder = await mkdtemp(join(tmpdir(), 'octavo-python-'));
  site = join(folder, 'site');
  if (builder === null) {
    site = join(ROOT, 'sdk/python/src');
  } else {
    await cp(join(ROOT, 'sdk/python'), join(folder, 'source'), { recursive: true });
    const build = 'from setuptools import build_meta; print(build_meta.build_wheel(".."))';
    await run(builder, ['-c', build], {}, join(folder, 'source'));
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? '';
    await run(builder, ['-m', 'zipfile', '-e', join(folder, wheel), site]);
  }
  const readme = await readFile(join(ROOT, 'sdk/python/README.md'), 'utf8');
  examples = Array.from(readme.matchAll(/^```python\n([^]*?)^```$/gm), (match) => match[1] ?? '');
  octavo = await startOctavo();
});
after(async () => {
  if (skip !== false) return;
  await stopOctavo(octavo);
  await rm(folder, { recursive: true, force: true });
});

test(
  'the wheel holds the package, its types and what it needs',
  { skip: skip || (builder === null && 'no setuptools and wheel') },
  async () => {
    const names = (await readdir(join(site, 'octavo'))).sort();
    for (const name of ['__init__.py', 'py.typed', 'models.py', 'params.py', '_sync', '_async']) assert.ok(names.includes(name), name);
    const info = (await readdir(site)).find((name) => name.endsWith('.dist-info')) ?? '';
    const metadata = await readFile(join(site, info, 'METADATA'), 'utf8');
    assert.match(metadata, /^Name: octavo-sdk$/m);
    assert.match(metadata, /^Requires-Dist: httpx/m);
    const { version } = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8')) as { version: string };
    assert.match(metadata, new RegExp(`^Version: ${version.replaceAll('.', '\\.')}$`, 'm'));
  },
);

for (const [python, facts] of pythons)
  describe(facts, () => {
    test('its own tests pass, and every endpoint has a method', async () => {
      const table = Object.fromEntries(Object.entries(ENDPOINTS).map(([id, { method, path }]) => [id, [method, path]]));
      const said = await run(python, ['-m', 'unittest', 'discover', '-s', join(ROOT, 'sdk/python/tests')], {
        OCTAVO_ENDPOINTS: JSON.stringify(table),
      });
      assert.match(said, /^Ran (?:2[5-9]|[3-9]\d) tests/m);
      assert.match(said, /^OK$/m);
    });

    test('a redline of the service tells in not_tracked what it does not show', async () => {
      const home = await mkdtemp(join(folder, 'redline-'));
      const [older, newer] = untrackedPair();
      await writeFile(join(home, 'older.docx'), older);
      await writeFile(join(home, 'newer.docx'), newer);
      await writeFile(join(home, 'redline.py'), REDLINE);
      const said = await run(python, ['redline.py'], { OCTAVO_API_KEY: octavo.key, OCTAVO_BASE_URL: octavo.root }, home);
      const [some = '', none = ''] = said.split('\n');
      assert.match(some, /^b'PK' \['No tracked change can hold .* \(customXml\)\.'/);
      assert.equal(none, "b'PK' []");
    });

    test('every example of the README runs against a service', async () => {
      assert.ok(examples.length >= 10, `${examples.length} examples`);
      const home = await mkdtemp(join(folder, 'run-'));
      const picture = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#208040' } });
      await writeFile(join(home, 'picture.png'), await picture.png().toBuffer());
      let printed = '';
      for (const [at, example] of examples.entries()) {
        await writeFile(join(home, `example_${at}.py`), example);
        printed += await run(python, [`example_${at}.py`], { OCTAVO_API_KEY: octavo.key, OCTAVO_BASE_URL: octavo.root }, home);
      }
      for (const words of [
        /^ready 1$/m,
        /a block of the text/,
        /^pdf \d+$/m,
        /^document\.ready$/m,
        /^\['ready', 'ready'\]$/m,
        /^docx \['Hello'\]$/m,
        /A first document/,
        /replace_text applied/,
        /ten days\. → .*thirty days/,
        /^ready 2$/m,
        /input_invalid \[FieldError/,
      ])
        assert.match(printed, words);
    });
  });

/** What the types must refuse, each with a word of the complaint. */
const WRONG = `from octavo import Octavo, models

octavo = Octavo(api_key="ak_local_x")
octavo.documents.create(format="odt")
octavo.edits.apply(file="doc_1", operations=[{"op": "replace_text", "find": "a", "by": "b"}])
octavo.documents.get(5)
document: models.FileRecord = octavo.documents.get("doc_1")
octavo.documents.get("doc_1").no_such_field()
`;

test('the types hold, in the package and in every example, and refuse what is wrong', { skip }, async () => {
  const [python = ''] = pythons.keys();
  const project = join(folder, 'types');
  await mkdir(project);
  await cp(join(site, 'octavo'), join(project, 'octavo'), { recursive: true });
  for (const [at, example] of examples.entries()) await writeFile(join(project, `example_${at}.py`), example);
  await writeFile(join(project, 'wrong.py'), WRONG);
  await writeFile(join(project, 'pyrightconfig.json'), '{"typeCheckingMode":"standard"}');
  const pyright = ['node_modules/pyright/index.js', '--pythonpath', python, '--outputjson', '-p', project];
  const said = await runFile(process.execPath, pyright, { cwd: ROOT, maxBuffer: 50_000_000 }).catch((error: { stdout: string }) => error);
  const { generalDiagnostics: all } = JSON.parse(said.stdout) as {
    generalDiagnostics: { file: string; severity: string; message: string; range: { start: { line: number } } }[];
  };
  const errors = all.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.filter(({ file }) => !file.endsWith('wrong.py')).map(({ file, message }) => `${file.slice(project.length)}: ${message}`),
    [],
  );
  const refused = new Set(errors.filter(({ file }) => file.endsWith('wrong.py')).map(({ range }) => range.start.line + 1));
  assert.deepEqual([...refused].sort(), [4, 5, 6, 7, 8]);
});
