/** The package of the SDK as a user gets it: packed, installed in an empty project, loaded both ways, its types read. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/read-sources.ts';

const USE = `import { createOctavo, ProblemError, type DocumentRecord } from 'octavo-sdk';
const octavo = createOctavo({ apiKey: 'ak_local_x' });
export const made: Promise<DocumentRecord> = octavo.documents.create({ format: 'docx', content: { markdown: '# A' } });
export const isProblem = (error: unknown): boolean => error instanceof ProblemError;
// @ts-expect-error: there is no such format
octavo.documents.create({ format: 'odt' });
`;

test('the package installs without a network, loads as ESM and CommonJS, and has types for both', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-sdk-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (command: string, parameters: string[], cwd = folder): string =>
    execFileSync(command, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
  run('npm', ['pack', '--workspace', 'sdk', '--pack-destination', folder], ROOT);
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)]);
  const names = 'console.log(typeof createOctavo, typeof ProblemError)';
  assert.equal(
    run(process.execPath, ['--input-type=module', '--eval', `import { createOctavo, ProblemError } from 'octavo-sdk'; ${names}`]),
    'function function\n',
  );
  assert.equal(
    run(process.execPath, ['--input-type=commonjs', '--eval', `const { createOctavo, ProblemError } = require('octavo-sdk'); ${names}`]),
    'function function\n',
  );
  for (const extension of ['mts', 'cts']) {
    writeFileSync(join(folder, `use.${extension}`), USE);
    run(join(ROOT, 'node_modules/.bin/tsc'), [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom,dom.asynciterable',
      '--types',
      '',
      `use.${extension}`,
    ]);
  }
});
