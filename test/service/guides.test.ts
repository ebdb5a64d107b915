/** The examples of the guides, in every language, against a real service. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/read-sources.ts';
import { startOctavo, stopOctavo, type Running } from '../support/service.ts';

const GUIDES = ['quick-start', 'modes', 'reviews'];
const PYTHON = '/usr/bin/python3';

/** Whether this Python has what the client needs. */
function pythonIsReady(): boolean {
  const { status } = spawnSync(PYTHON, ['-c', 'import httpx, pydantic']);
  return status === 0;
}

let octavo: Running;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-guides-'));
  octavo = await startOctavo();
});
after(async () => {
  await stopOctavo(octavo);
  await rm(folder, { recursive: true, force: true });
});

async function examplesOf(guide: string, label: string): Promise<string[]> {
  const text = await readFile(`${ROOT}docs/${guide}.md`, 'utf8');
  return Array.from(text.matchAll(new RegExp(String.raw`^\`\`\`\w+ \[${label}\]\n([^]*?)^\`\`\`$`, 'gm')), ([, code = '']) => code);
}

async function run(program: string, args: string[]): Promise<string> {
  const env = { ...process.env, OCTAVO_API_KEY: octavo.key, PYTHONPATH: `${ROOT}sdk/python/src`, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env });
  return stdout;
}

const LANGUAGES = {
  curl: { file: 'example.sh', program: 'bash', args: ['-euo', 'pipefail'] },
  TypeScript: { file: 'example.mts', program: process.execPath, args: [] },
  Python: { file: 'example.py', program: PYTHON, args: [] },
} as const;

for (const [label, { file, program, args }] of Object.entries(LANGUAGES)) {
  const skip = program === PYTHON && !pythonIsReady() ? 'no Python with httpx and pydantic' : false;
  test(`the examples in ${label} do what they say`, { skip }, async () => {
    let examples = 0;
    for (const guide of GUIDES) {
      for (const code of await examplesOf(guide, label)) {
        examples += 1;
        const own = code.replaceAll('http://localhost:8080', octavo.root).replaceAll("'octavo-sdk'", `'${ROOT}sdk/src/octavo.ts'`);
        await writeFile(join(folder, file), own);
        const said = await run(program, [...args, file]);
        assert.equal(/"code":"[a-z_]+","request_id"/.test(said), false, `${guide}: ${said}`);
      }
    }
    assert.ok(examples >= 6, `${examples} examples`);
    assert.equal((await readFile(join(folder, 'hello.docx'))).subarray(0, 2).toString(), 'PK');
    await rm(join(folder, 'hello.docx'), { force: true });
  });
}
