/**
 * Clients generated from the published OpenAPI document, by `openapi-typescript` and by `@hey-api/openapi-ts`, each make a real
 * call of every endpoint; they compile in strict mode, and every answer is held against the document.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { createOpenApiValidator } from '../support/openapi-validator.ts';
import { download, expectJson, makeDocument, startOctavo, stopOctavo, type Running } from '../support/service.ts';

const FOLDER = fileURLToPath(new URL('../clients/', import.meta.url));
const GENERATED = `${FOLDER}generated/`;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const required = createRequire(`${FOLDER}package.json`);
const runFile = promisify(execFile);

let octavo: Running;
let description: Record<string, unknown>;
let edited: Blob;

const node = async (script: string, ...parameters: string[]): Promise<void> => {
  await runFile(process.execPath, [script, ...parameters], { cwd: FOLDER, maxBuffer: 2 ** 24 }).catch((error: { stdout?: string }) => {
    throw new Error(`${script}: ${String(error.stdout).slice(0, 4_000)}`, { cause: error });
  });
};

before(async () => {
  octavo = await startOctavo();
  description = await expectJson<Record<string, unknown>>(await octavo.call('/openapi.json'));
  const made = await makeDocument(octavo, { format: 'docx', content: { markdown: '# Plan\n\nWe open **four** offices.' } });
  edited = new File([new Uint8Array(await download(made.outputs?.find(({ kind }) => kind === 'docx')?.url ?? ''))], 'edited.docx', {
    type: WORD,
  });
  await rm(GENERATED, { recursive: true, force: true });
  await mkdir(GENERATED, { recursive: true });
  const input = `${GENERATED}openapi.json`;
  await writeFile(input, JSON.stringify(description));
  await node(`${FOLDER}node_modules/openapi-typescript/bin/cli.js`, input, '-o', `${GENERATED}openapi-types.ts`);
  await node(
    `${FOLDER}node_modules/@hey-api/openapi-ts/bin/run.js`,
    '-i',
    input,
    '-o',
    `${GENERATED}hey-api`,
    '-c',
    '@hey-api/client-fetch',
  );
  await node(required.resolve('typescript/bin/tsc'), '-p', FOLDER);
  await writeFile(`${GENERATED}built/package.json`, '{"type":"commonjs"}');
});
after(async () => {
  await stopOctavo(octavo);
  await rm(GENERATED, { recursive: true, force: true });
});

for (const name of ['openapi-fetch', 'hey-api']) {
  test(`the client of ${name} calls every endpoint, and every answer is as described`, async () => {
    const validator = createOpenApiValidator(description);
    const client: { run(session: object): Promise<void> } = required(`${GENERATED}built/${name}-calls.js`);
    await client.run({ baseUrl: `${octavo.root}/v1`, apiKey: octavo.key, fetch: validator.fetch, edited });
    await validator.settled();
    assert.deepEqual([...validator.seen.keys()].toSorted(), Object.keys(ENDPOINTS).toSorted());
    assert.ok(validator.eventTypes.has('document.ready') && validator.eventTypes.size > 8, [...validator.eventTypes].join(', '));
  });
}
