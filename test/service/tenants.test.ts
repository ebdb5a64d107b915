/** Two organisations on one server, and two projects of one: none sees anything of another. Made by the command line, as an operator does. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import {
  expectJson,
  expectProblem,
  makeDocument,
  runOctavo,
  startOctavo,
  stopOctavo,
  type FileJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
let otherKey: string;
let siblingKey: string;

async function octavoCommand(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir });
  assert.equal(code, 0, `octavo ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

before(async () => {
  octavo = await startOctavo({ environment: { OCTAVO_FETCH_ALLOW: '127.0.0.1' } });
  const org = await octavoCommand('orgs', 'create', 'Second Ltd');
  const project = await octavoCommand('projects', 'create', 'main', '--org', org, '--retention', '1d');
  otherKey = await octavoCommand('keys', 'create', '--project', project, '--name', 'test');
  const sibling = await octavoCommand('projects', 'create', 'sibling', '--org', org);
  siblingKey = await octavoCommand('keys', 'create', '--project', sibling, '--name', 'sibling');
});
after(() => stopOctavo(octavo));

const asKey = (key: string, path: string, init: RequestInit = {}): Promise<Response> =>
  octavo.call(path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
const asOther = (path: string, init: RequestInit = {}): Promise<Response> => asKey(otherKey, path, init);
const json = (value: unknown, more: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(value),
});

test('a key made beside the running server works at once and is never shown again', async () => {
  assert.match(otherKey, /^ak_local_[A-Za-z0-9]{20,}$/);
  assert.equal((await asOther('/documents')).status, 200);
  const list = await octavoCommand('keys', 'list');
  assert.ok(!list.includes(otherKey) && list.includes('test'));
});

test('documents, outputs, events, reports and files of another organisation are not found', async () => {
  const document = await makeDocument(octavo, { content: { markdown: '# Mine\n' }, format: 'pdf' });
  const form = new FormData();
  form.set('file', new Blob(['text']), 'a.txt');
  const file = await expectJson<FileJson>(await octavo.call('/files', { method: 'POST', body: form }), 201);
  for (const path of ['', '/outputs', '/events', '/report'])
    await expectProblem(await asOther(`/documents/${document.id}${path}`), 404, 'not_found');
  await expectProblem(await asOther(`/documents/${document.id}/cancel`, { method: 'POST' }), 404, 'not_found');
  await expectProblem(await asOther(`/documents/${document.id}`, { method: 'DELETE' }), 404, 'not_found');
  await expectProblem(await asOther(`/files/${file.id}`), 404, 'not_found');
  await expectProblem(await asOther(`/files/${file.id}`, { method: 'DELETE' }), 404, 'not_found');
  await expectProblem(await asOther('/documents', json({ content: { markdown: '![a](img:1)' }, sources: [file.id] })), 404, 'not_found');
  await expectProblem(await asOther('/fill', json({ file: file.id, data: {} })), 404, 'not_found');
  await expectProblem(await asOther('/fill', json({ file: document.id, data: {} })), 404, 'not_found');
  for (const path of ['/documents', '/files']) assert.deepEqual((await expectJson<{ data: unknown[] }>(await asOther(path))).data, []);
  assert.equal((await octavo.call(`/documents/${document.id}`)).status, 200, 'it is still there for its owner');
});

test('webhooks, usage, balance, statements and the look of another organisation are its own', async () => {
  const made = await expectJson<{ id: string }>(
    await octavo.call('/webhook-endpoints', json({ url: 'https://receiver.example.com/hook', description: 'mine' })),
    201,
  );
  const endpoint = `/webhook-endpoints/${made.id}`;
  for (const [method, path] of [
    ['GET', endpoint],
    ['DELETE', endpoint],
    ['POST', `${endpoint}/rotate-secret`],
    ['POST', `${endpoint}/test`],
    ['GET', `${endpoint}/deliveries`],
    ['GET', `${endpoint}/deliveries/whd_${'0'.repeat(26)}`],
    ['POST', `${endpoint}/deliveries/whd_${'0'.repeat(26)}/retry`],
  ] as const)
    await expectProblem(await asOther(path, { method }), 404, 'not_found');
  await expectProblem(await asOther(endpoint, { ...json({ enabled: false }), method: 'PATCH' }), 404, 'not_found');
  assert.deepEqual((await expectJson<{ data: unknown[] }>(await asOther('/webhook-endpoints'))).data, []);
  assert.equal((await expectJson<{ description: string }>(await octavo.call(endpoint))).description, 'mine');

  const first = (await octavoCommand('orgs', 'list')).split('\n').find((line) => line.includes('org_') && !line.includes('Second Ltd'));
  const available = async (answer: Promise<Response>) => (await expectJson<{ available: number }>(await answer)).available;
  const before = await available(octavo.call('/balance'));
  await octavoCommand('grants', 'create', '5000', '--org', /org_\w+/.exec(first ?? '')?.[0] ?? '');
  assert.deepEqual([await available(octavo.call('/balance')), await available(asOther('/balance'))], [before + 5000, 0]);
  await expectJson(await octavo.call('/balance', { ...json({ notice: { below: 100, email: 'mine@example.com' } }), method: 'PATCH' }));
  assert.doesNotMatch(await (await asOther('/balance')).text(), /mine@example\.com/);
  const month = new Date().toISOString().slice(0, 7);
  const granted = async (answer: Promise<Response>) => (await expectJson<{ granted: number }>(await answer)).granted;
  assert.deepEqual(
    [await granted(octavo.call(`/statements/${month}`)), await granted(asOther(`/statements/${month}`))],
    [before + 5000, 0],
  );
  const used = async (answer: Promise<Response>) => (await expectJson<{ data: unknown[] }>(await answer)).data.length;
  assert.ok((await used(octavo.call('/usage'))) > 0);
  assert.equal(await used(asOther('/usage')), 0);
});

test('documents, files and extractions of another project of the same organisation are not found', async () => {
  const document = await expectJson<{ id: string }>(await asOther('/documents', json({ content: { markdown: '# Ours' }, format: 'pdf' })));
  const file = await expectJson<FileJson>(
    await asOther('/files', json({ data: Buffer.from('text').toString('base64'), filename: 'a.txt' })),
    201,
  );
  const asSibling = (path: string, init: RequestInit = {}): Promise<Response> => asKey(siblingKey, path, init);
  for (const path of ['', '/outputs', '/events', '/report'])
    await expectProblem(await asSibling(`/documents/${document.id}${path}`), 404, 'not_found');
  await expectProblem(await asSibling(`/documents/${document.id}`, { method: 'DELETE' }), 404, 'not_found');
  await expectProblem(await asSibling(`/files/${file.id}`, { method: 'DELETE' }), 404, 'not_found');
  await expectProblem(await asSibling('/documents', json({ operation: 'review', file: document.id })), 404, 'not_found');
  await expectProblem(await asSibling('/extract', json({ file: file.id })), 404, 'not_found');
  for (const path of [`/documents/${document.id}`, `/files/${file.id}`])
    assert.equal((await asOther(path)).status, 200, 'still there for its owner');
});

test('an idempotency key belongs to its project', async () => {
  const body = { content: { markdown: '# Same\n' }, format: 'pdf' };
  const mine = await makeDocument(octavo, body, { 'idempotency-key': 'shared' });
  const theirs = await expectJson<{ id: string; retention: string }>(
    await asOther('/documents', json(body, { 'idempotency-key': 'shared' })),
  );
  assert.notEqual(theirs.id, mine.id);
  assert.equal(theirs.retention, '1d', "the project's own retention");
});

test('a revoked key is refused within seconds', async () => {
  const line = (await octavoCommand('keys', 'list')).split('\n').find((text) => text.includes('test')) ?? '';
  await octavoCommand('keys', 'revoke', line.split(/\s+/)[0] ?? '');
  const until = Date.now() + 60_000;
  for (;;) {
    const answer = await asOther('/documents');
    if (answer.status === 401) return void (await expectProblem(answer, 401, 'unauthorized'));
    await answer.arrayBuffer();
    assert.ok(Date.now() < until, 'the key still works after a minute');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});

test('addresses that never answer hold up nobody: a document beside them is made while they are waited for', async (context) => {
  let asked = 0;
  const silent = createServer(() => void asked++).listen(0, '127.0.0.1');
  context.after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent, 'listening');
  const address = silent.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/picture.png`;
  const waiting = [];
  for (const key of [octavo.key, octavo.key, octavo.key, siblingKey, siblingKey, siblingKey]) {
    const body = { format: 'pdf', background: true, sources: [{ url }], content: { markdown: '# Waits\n\n![Far away](img:1)' } };
    waiting.push({ key, id: (await expectJson<{ id: string }>(await asKey(key, '/documents', json(body)), 202)).id });
  }
  for (let i = 0; i < 250 && asked < waiting.length; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(asked, waiting.length);
  const quick = await makeDocument(octavo, { format: 'pdf', content: { markdown: '# Quick\n\nIt asks nobody.' } });
  assert.equal(quick.error, null);
  for (const { key, id } of waiting) {
    assert.equal((await expectJson<{ status: string }>(await asKey(key, `/documents/${id}`))).status, 'running');
    await asKey(key, `/documents/${id}/cancel`, { method: 'POST' });
  }
});
