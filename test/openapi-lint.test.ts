/** The OpenAPI document as two linters see it that users of such documents run: neither has anything to say. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { writeOpenApi } from '../src/api/openapi.ts';
import { ROOT } from './support/read-sources.ts';

const runFile = promisify(execFile);
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-lint-'));
  const text = JSON.stringify(writeOpenApi({ publicUrl: 'http://127.0.0.1:8080', version: '1.0.0' }), null, 1);
  await writeFile(join(folder, 'openapi.json'), text);
  await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n');
  await writeFile(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
});
after(() => rm(folder, { recursive: true, force: true }));

/** What a linter prints, whether it is content or not. */
async function lint(program: string, ...parameters: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const path = join(ROOT, 'node_modules/.bin', program);
  const { stdout } = await runFile(path, parameters, { cwd: folder, env, maxBuffer: 50_000_000 }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

test('Redocly finds nothing in the OpenAPI document', async () => {
  const { problems, totals } = JSON.parse(
    await lint('redocly', 'lint', '--config', 'redocly.yaml', '--format', 'json', 'openapi.json'),
  ) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
    totals: { errors: number; warnings: number };
  };
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    [],
  );
  assert.deepEqual([totals.errors, totals.warnings], [0, 0]);
});

test('Spectral finds nothing in the OpenAPI document', async () => {
  const parameters = ['lint', '--ruleset', 'spectral.yaml', '--format', 'json', '--quiet', 'openapi.json'];
  const found = JSON.parse(await lint('spectral', ...parameters)) as { code: string; message: string; path: string[] }[];
  assert.deepEqual(
    found.map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`),
    [],
  );
});
