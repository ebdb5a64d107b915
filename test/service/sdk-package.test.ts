/** The package of the SDK as a user gets it: packed, installed in an empty project, compiled both ways, and every example of its README run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { openBrowser, withoutChromium } from '../support/browser.ts';
import { ROOT } from '../support/read-sources.ts';
import { startOctavo, stopOctavo, type Running } from '../support/service.ts';

const runFile = promisify(execFile);
const USE = `import { createOctavo, ProblemError, type DocumentRecord } from 'octavo-sdk';
const octavo = createOctavo({ apiKey: 'ak_local_x' });
export const made: Promise<DocumentRecord> = octavo.documents.create({ format: 'docx', content: { markdown: '# A' } });
export const isProblem = (error: unknown): boolean => error instanceof ProblemError;
// @ts-expect-error: there is no such format
octavo.documents.create({ format: 'odt' });
// @ts-expect-error: an operation has its fields
octavo.edits.apply({ file: 'doc_1', operations: [{ op: 'replace_text', find: 'a', by: 'b' }] });
`;

let folder: string;
let octavo: Running;
let environment: NodeJS.ProcessEnv;

const run = async (command: string, parameters: string[], cwd = folder): Promise<string> => {
  const { stdout } = await runFile(command, parameters, { cwd, env: environment }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} ${parameters.join(' ')}: ${error.stdout}${error.stderr}`, { cause: error });
  });
  return stdout;
};

const COMPILER = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const compile = (...parameters: string[]): Promise<string> => run(join(ROOT, 'node_modules/.bin/tsc'), [...COMPILER, ...parameters]);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-sdk-'));
  octavo = await startOctavo();
  environment = { ...process.env, OCTAVO_API_KEY: octavo.key, OCTAVO_BASE_URL: octavo.root };
  await run('npm', ['pack', '--workspace', 'sdk', '--pack-destination', folder], ROOT);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{"name":"empty","private":true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)]);
  const picture = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#208040' } });
  await writeFile(join(folder, 'picture.png'), await picture.png().toBuffer());
});
after(async () => {
  await stopOctavo(octavo);
  await rm(folder, { recursive: true, force: true });
});

test('the package loads as ESM and CommonJS, and says what is missing where there is no key', async () => {
  const names = 'console.log(typeof createOctavo, typeof ProblemError)';
  const load = (type: string, text: string): Promise<string> => run(process.execPath, [`--input-type=${type}`, '--eval', text]);
  assert.equal(await load('module', `import { createOctavo, ProblemError } from 'octavo-sdk'; ${names}`), 'function function\n');
  assert.equal(await load('commonjs', `const { createOctavo, ProblemError } = require('octavo-sdk'); ${names}`), 'function function\n');
  const keyless = `import { createOctavo } from 'octavo-sdk'; delete process.env.OCTAVO_API_KEY;
    try { createOctavo(); } catch (error) { console.log(error.name, error.message); }`;
  assert.match(await load('module', keyless), /^UsageError .*OCTAVO_API_KEY.*createOctavo\(\{ apiKey/);
});

for (const extension of ['mts', 'cts'])
  test(`its types hold in a strict project of the web as ${extension}, without those of Node`, async () => {
    await writeFile(join(folder, `use.${extension}`), USE);
    await compile('--noEmit', '--lib', 'es2023,dom,dom.asynciterable', '--types', '', `use.${extension}`);
  });

/** Modules that CommonJS can be: what awaits goes into a function. */
function toCommonJs(example: string): string {
  const lines = example.split('\n');
  const rest = lines.filter((line) => !line.startsWith('import ')).join('\n');
  const imports = lines.filter((line) => line.startsWith('import ')).join('\n');
  if (/^export /m.test(rest)) return `${imports}\n${rest}`;
  return `${imports}\nasync function main(): Promise<void> {\n${rest}\n}\nvoid main();\n`;
}

test('every example of the README compiles as ESM and CommonJS, and runs against a service', async () => {
  const readme = await readFile(join(ROOT, 'sdk/README.md'), 'utf8');
  const examples = Array.from(readme.matchAll(/^```ts\n([^]*?)^```$/gm), (match) => match[1] ?? '');
  assert.ok(examples.length >= 10, `${examples.length} examples`);
  for (const [at, example] of examples.entries()) {
    await writeFile(join(folder, `example-${at}.mts`), example);
    await writeFile(join(folder, `example-${at}.cts`), toCommonJs(example));
  }
  const files = examples.flatMap((_, at) => [`example-${at}.mts`, `example-${at}.cts`]);
  await compile('--outDir', 'built', '--lib', 'es2023', '--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node', ...files);
  await mkdir(join(folder, 'as-cjs'));
  await cp(join(folder, 'picture.png'), join(folder, 'as-cjs/picture.png'));
  const printed: string[] = [];
  for (const at of examples.keys()) {
    printed.push(await run(process.execPath, [join(folder, `built/example-${at}.mjs`)]));
    await run(process.execPath, [join(folder, `built/example-${at}.cjs`)], join(folder, 'as-cjs'));
  }
  const all = printed.join('');
  for (const words of [
    /a block of the text/,
    /^pdf \d+$/m,
    /^ready 1$/m,
    /A first document/,
    /replace_text/,
    /ten days\. → .*thirty days/,
    /input_invalid/,
  ])
    assert.match(all, words);
});

test('a page of an origin that the service allows makes a document and follows it', { skip: withoutChromium() }, async (t) => {
  const built = join(folder, 'node_modules/octavo-sdk/dist');
  const page = '<!doctype html><script type="module">import * as sdk from "/octavo.js"; globalThis.sdk = sdk;</script>';
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://x').pathname.slice(1);
    if (name === '') return void response.setHeader('content-type', 'text/html').end(page);
    readFile(join(built, name)).then(
      (bytes) => response.setHeader('content-type', 'text/javascript').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  const open = await startOctavo({ environment: { OCTAVO_ALLOWED_ORIGINS: origin } });
  t.after(async () => {
    await browser.close();
    server.close();
    await stopOctavo(open);
  });
  const tab = await browser.newPage();
  await tab.goto(origin);
  await tab.waitForFunction('globalThis.sdk !== undefined');
  const make = (baseUrl: string): string => `(async () => {
    const octavo = sdk.createOctavo({ apiKey: ${JSON.stringify(octavo.key)}, baseUrl: ${JSON.stringify(baseUrl)}, retriesMax: 0 });
    const picture = await octavo.files.upload(new File(['# Notes'], 'notes.md'));
    const types = [];
    const events = await octavo.documents.stream({ format: 'pdf', content: { markdown: '# From a page' } });
    for await (const { type } of events) types.push(type);
    const [pdf] = await octavo.documents.outputs(events.documentId);
    const head = new TextDecoder().decode((await octavo.download(pdf)).slice(0, 4));
    return [picture.filename, types.at(-1), head];
  })().catch((error) => [error.name])`;
  assert.deepEqual(await tab.evaluate(make(open.root)), ['notes.md', 'document.ready', '%PDF']);
  // the service of the other tests allows nobody
  assert.deepEqual(await tab.evaluate(make(octavo.root)), ['ConnectionError']);
});
