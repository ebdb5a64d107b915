/** The Model Context Protocol through the official client: over HTTP with keys, and over standard input and output. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type CallToolResult, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { openOfficePackage } from '../../src/ooxml/office-package.ts';
import { startOctavo, stopOctavo, TEST_KEY, type Running } from '../support/service.ts';

let octavo: Running;
let client: Client;
const openClient = async (key: string): Promise<Client> => {
  const opened = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  await opened.connect(new StreamableHTTPClientTransport(new URL(`${octavo.root}/mcp`), { requestInit: { headers } }));
  return opened;
};
before(async () => {
  octavo = await startOctavo();
  client = await openClient(TEST_KEY);
});
after(async () => {
  await client.close();
  await stopOctavo(octavo);
});

const callOf =
  (of: () => Client) =>
  async (name: string, input: Record<string, unknown>, onprogress?: (progress: Progress) => void): Promise<CallToolResult> =>
    CallToolResultSchema.parse(
      await of().callTool({ name, arguments: input }, CallToolResultSchema, { timeout: 120_000, ...(onprogress ? { onprogress } : {}) }),
    );
const call = callOf(() => client);
const textOf = ({ content }: CallToolResult): string => content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
const idOf = (result: CallToolResult): string => /doc_[0-9A-Z]{26}/.exec(textOf(result))?.[0] ?? assert.fail(textOf(result));
const MARKDOWN = '# Terms\n\nPay within ten days of the invoice.\n\n| Item | Price |\n|---|---|\n| Paper | 10 |\n';

test('every tool says what it does, and takes what it says', async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), [
    'cancel_document',
    'compare',
    'create_document',
    'edit_document',
    'fill_template',
    'get_document',
    'list_documents',
    'look_at_pages',
    'read_file',
    'read_guide',
    'review_document',
  ]);
  for (const { name, description = '', inputSchema } of tools) {
    assert.ok(description.length > 20, name);
    assert.equal(inputSchema.type, 'object', name);
  }
});

test('a document is made, looked at, read with addresses, edited and compared', async () => {
  const said: string[] = [];
  const made = await call('create_document', { format: 'docx', markdown: MARKDOWN, name: 'Terms' }, ({ message }) =>
    said.push(message ?? ''),
  );
  assert.match(textOf(made), /^Document doc_\w+ \(docx, 1 page\) is ready/);
  assert.ok(said.includes('1 page drawn'), said.join());
  const links = made.content.flatMap((part) => (part.type === 'resource_link' ? [part] : []));
  assert.deepEqual(
    links.map(({ name }) => name),
    ['Terms.docx', 'Terms.pdf'],
  );
  const { contents } = await client.readResource({ uri: links[0]?.uri ?? '' });
  const [file] = contents;
  assert.ok(file !== undefined && 'blob' in file);
  assert.equal(openOfficePackage(Buffer.from(file.blob, 'base64')).kind, 'docx');

  const looked = await call('look_at_pages', { document: idOf(made) });
  const picture = looked.content.find((part) => part.type === 'image');
  assert.ok(picture?.type === 'image' && picture.mimeType === 'image/png');
  assert.deepEqual([...Buffer.from(picture.data, 'base64').subarray(1, 4)], [...Buffer.from('PNG')]);

  const read = await call('read_file', { file: idOf(made), addresses: true });
  assert.match(textOf(read), /"address"/);
  assert.match(textOf(await call('read_file', { file: idOf(made), max_chars: 10 })), /more characters: read on with offset 10\]/);

  const operations = [
    { op: 'replace_text', find: 'ten days', replace: 'thirty days' },
    { op: 'replace_text', find: 'no such words', replace: 'x' },
  ];
  const edited = await call('edit_document', { file: idOf(made), operations, tracked: true });
  assert.match(textOf(edited), /replace_text.*applied/);
  assert.match(textOf(edited), /replace_text.*rejected/);
  assert.match(textOf(await call('compare', { document: idOf(edited) })), /1 changed/);

  const reviewed = await call('review_document', { file: idOf(edited) });
  assert.match(textOf(reviewed), /is ready/);
  assert.match(textOf(await call('list_documents', { limit: 2 })), /review · docx[^]*edit · docx[^]*ask again with after "doc_/);
});

test('a template says what it expects, and is filled', async () => {
  const template = await call('create_document', {
    format: 'docx',
    markdown: '# Letter\n\nDear {{customer.name}}, you owe {{total | currency EUR}}.\n',
  });
  const wanted = await call('fill_template', { file: idOf(template) });
  assert.match(textOf(wanted), /"customer\.name|customer/);
  const faulty = await call('fill_template', { file: idOf(template), data: { total: 5 } });
  assert.ok(faulty.isError === true && textOf(faulty).includes('customer.name'), textOf(faulty));
  const filled = await call('fill_template', { file: idOf(template), data: { customer: { name: 'Ada' }, total: 5 }, language: 'en' });
  assert.match(textOf(await call('read_file', { file: idOf(filled) })), /Dear Ada, you owe €5\.00/);
});

test('what is wrong with a call is said in words that name the field', async () => {
  const neither = await call('create_document', { format: 'docx' });
  assert.deepEqual([neither.isError, textOf(neither).includes('/prompt')], [true, true], textOf(neither));
  assert.match(textOf(await call('get_document', { document: 'doc_01JD8Y3V6QZ4T5W7X9A1B2C3D4' })), /^not_found/);
  assert.match(textOf(await call('edit_document', { file: 'doc_1' })), /either operations or prompt/);
  assert.match(textOf(await call('look_at_pages', { document: 'x', pages: [0] })), /pages/);
});

test('a document that nobody waits for goes on, and is asked for', async () => {
  const begun = await call('create_document', { format: 'pdf', markdown: MARKDOWN, wait_seconds: 0 });
  assert.match(textOf(begun), /get_document/);
  assert.match(textOf(await call('get_document', { document: idOf(begun) })), /is ready/);
});

test('clients that leave in the middle of a call take nothing with them', async () => {
  const body = (name: string, input: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input, _meta: { progressToken: 1 } } });
  const document = idOf(await call('list_documents', { limit: 1 }));
  const bodies = [
    body('create_document', { format: 'docx', markdown: MARKDOWN }),
    body('edit_document', { file: document, operations: [{ op: 'replace_text', find: 'invoice', replace: 'bill' }] }),
    body('look_at_pages', { document }),
    body('read_file', { file: document }),
  ];
  const headers = {
    authorization: `Bearer ${TEST_KEY}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  for (const [at, sent] of [...bodies, ...bodies, ...bodies].entries()) {
    const left = AbortSignal.timeout(5 + at * 25);
    await fetch(`${octavo.root}/mcp`, { method: 'POST', headers, body: sent, signal: left })
      .then((answer) => answer.text())
      .catch((error: unknown) => assert.ok(left.aborted, String(error)));
  }
  assert.equal((await fetch(`${octavo.root}/healthz`)).status, 200);
  assert.match(textOf(await call('list_documents', { limit: 1 })), /doc_/);
});

test('a large file that comes in a call is read', async () => {
  const data = Buffer.from(`# Ledger\n\n${'A line of the ledger.\n'.repeat(20_000)}`).toString('base64');
  assert.match(textOf(await call('read_file', { file: { data, filename: 'ledger.md' } })), /A line of the ledger/);
  const broken = await call('read_file', { file: { data: `${data}!`, filename: 'ledger.md' } });
  assert.ok(broken.isError === true && textOf(broken).includes('not base64'), textOf(broken).slice(0, 300));
});

test('notes, tables and pictures of a file come to the agent', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const page = `<h1>Ledger</h1><p hidden>secret</p><table><tr><th>Item</th></tr><tr><td>Ink</td></tr></table><img alt="Logo" src="data:image/png;base64,${pixel}">`;
  const file = { data: Buffer.from(page).toString('base64'), filename: 'ledger.html' };
  assert.match(textOf(await call('read_file', { file })), /- \w+ hidden_text: [^]*# Ledger/);
  assert.match(textOf(await call('read_file', { file, tables: true })), /"rows":\[\["Item"\],\["Ink"\]\]/);
  assert.match(textOf(await call('read_file', { file, layout: true })), /wish_unsupported[^]*# Ledger/);
  const pictured = await call('read_file', { file, pictures: true });
  assert.ok(
    pictured.content.some((part) => part.type === 'image' && part.data === pixel),
    textOf(pictured),
  );
});

test('guides, resources and prompts', async () => {
  assert.match(textOf(await call('read_guide', { topic: 'editing' })), /replace_text/);
  const { resources } = await client.listResources();
  assert.ok(resources.some(({ uri }) => uri === 'octavo://guides/markdown'));
  const { messages } = await client.getPrompt({ name: 'write_document', arguments: { subject: 'our new prices' } });
  assert.ok(messages[0]?.content.type === 'text' && messages[0].content.text.includes('our new prices'));
});

test('a wrong key is refused before anything is done, and other methods with it', async () => {
  const post = (key: string): Promise<Response> =>
    fetch(`${octavo.root}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
  assert.equal((await post(`ak_local_${'x'.repeat(32)}`)).status, 401);
  assert.equal((await fetch(`${octavo.root}/mcp`, { headers: { authorization: `Bearer ${TEST_KEY}` } })).status, 405);
  await assert.rejects(openClient('nothing'));
});

test('over standard input and output it reads and writes files of the machine', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-mcp-'));
  const local = new Client({ name: 'test', version: '1' });
  t.after(async () => {
    await local.close();
    await rm(folder, { recursive: true });
  });
  const program = fileURLToPath(new URL('../../src/main/octavo.ts', import.meta.url));
  const environment = { PATH: process.env['PATH'] ?? '', OCTAVO_BASE_URL: octavo.root, OCTAVO_API_KEY: TEST_KEY };
  await local.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env: environment, cwd: folder }));
  const callLocal = callOf(() => local);
  const target = join(folder, 'made', 'terms.pdf');
  assert.match(textOf(await callLocal('create_document', { format: 'docx', markdown: MARKDOWN, save_to: target })), /Written to /);
  assert.equal((await readFile(target)).subarray(0, 5).toString(), '%PDF-');
  await writeFile(join(folder, 'note.md'), '# Note\n\nRead me.\n');
  assert.match(textOf(await callLocal('read_file', { file: { path: join(folder, 'note.md') } })), /Read me\./);
  assert.match(textOf(await callLocal('read_file', { file: { path: join(folder, 'nothing.md') } })), /cannot be read/);
  const listed = await callLocal('list_documents', { limit: 1 });
  await callLocal('save_document', { document: idOf(listed), path: join(folder, 'again') });
  assert.ok((await stat(join(folder, 'again.docx'))).size > 1_000);
});
