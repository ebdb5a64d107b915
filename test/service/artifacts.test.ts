/** Artifacts from the request to the visitor, over HTTP on a real process: made, linked, visited, read by the owner, revoked, deleted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, withoutChromium } from '../support/browser.ts';
import { createOpenApiValidator, type OpenApiValidator } from '../support/openapi-validator.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
let browser: Browser | undefined;
let validator: OpenApiValidator;
before(async () => {
  octavo = await startOctavo({ environment: { OCTAVO_ARTIFACT_RATE: '0' } });
  validator = createOpenApiValidator(await expectJson(await octavo.call('/openapi.json')));
  if (withoutChromium() === false) browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await stopOctavo(octavo);
});

const MARKDOWN = '---\nlang: en\n---\n# Summer party\n\nBring a **dish**.\n\n| Who | What |\n|---|---|\n| Ada | Cake |\n';
const create = (more: Record<string, unknown> = {}): Promise<DocumentJson> =>
  makeDocument(octavo, { format: 'artifact', content: { markdown: MARKDOWN }, ...more });
const linkOf = (document: DocumentJson): string =>
  document.outputs?.find(({ kind }) => kind === 'html')?.url ?? assert.fail(JSON.stringify(document));
const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

/** A call of the owner whose answer is as described. */
async function own(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${octavo.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  return validator.fetch(`${octavo.root}/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}
/** A call of the shell. */
const visit = (token: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${octavo.pages}/data${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

test('a page is made from Markdown, with its events, report and link', async () => {
  const document = await create({ name: 'Party' });
  assert.deepEqual(
    [document.status, document.format, document.artifact, document.pages, document.error],
    ['ready', 'artifact', { storage: 'shared' }, null, null],
  );
  const url = linkOf(document);
  assert.ok(url.startsWith(`${octavo.pages}/a/`), url);
  const left = Date.parse(document.outputs?.[0]?.expires_at ?? '') - Date.now();
  assert.ok(left > 3_500_000 && left <= 3_600_000, String(left));
  const types = (await readAllEvents(octavo, document.id)).map(({ type }) => type);
  for (const type of [
    'document.created',
    'document.started',
    'style.resolved',
    'content.block_started',
    'content.block_delta',
    'content.block_completed',
    'render.completed',
    'validation.completed',
    'output.available',
    'document.ready',
  ])
    assert.ok(types.includes(type), `${type} is missing: ${types.join(' ')}`);
  const order = [
    'style.resolved',
    'content.block_started',
    'render.completed',
    'validation.completed',
    'output.available',
    'document.ready',
  ];
  assert.deepEqual(
    order.toSorted((a, b) => types.indexOf(a) - types.indexOf(b)),
    order,
  );
  const report = await expectJson<{ summary: string; cost: { amount: number } }>(await own('GET', `/documents/${document.id}/report`));
  assert.match(report.summary, /^A web page, /);
  const shell = await fetch(url);
  assert.equal(shell.status, 200);
  assert.match(shell.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-src http:\/\/\S+\/p\/\S+; /);
  const page = /data-src="([^"]+)"/.exec(await shell.text())?.[1] ?? assert.fail();
  const inside = await fetch(page);
  assert.match(inside.headers.get('content-security-policy') ?? '', /connect-src 'none'.*sandbox allow-scripts allow-forms allow-modals$/);
  assert.equal(inside.headers.get('connection-allowlist'), '()');
  assert.match(await inside.text(), /Summer party/);
});

test('the owner reads, exports, writes and deletes what visitors write', async () => {
  const document = await create();
  const token = tokenOf(linkOf(document));
  const path = `/documents/${document.id}/data`;
  assert.deepEqual(await expectJson(await own('GET', path)), { data: [] });
  const added: { id: string; revision: number }[] = [];
  for (const record of [
    { Name: '=1+1', Size: 'M' },
    { Name: '<script>alert(1)</script>', Note: 'a "b",\nc' },
    { Name: 'Ada', Size: -5 },
  ])
    added.push(await expectJson(await visit(token, 'POST', '/collections/signups', { record }), 201));
  assert.deepEqual(await expectJson(await own('GET', path)), { data: [{ collection: 'signups', records: 3 }] });
  const first = await expectJson<{ data: { id: string; record: object }[]; has_more: boolean; last_id: string }>(
    await own('GET', `${path}/signups?limit=2`),
  );
  assert.deepEqual([first.data.length, first.has_more, first.data[0]?.record], [2, true, { Name: 'Ada', Size: -5 }]);
  const rest = await expectJson<{ data: { id: string }[] }>(await own('GET', `${path}/signups?limit=2&after=${first.last_id}`));
  assert.deepEqual(
    rest.data.map(({ id }) => id),
    [added[0]?.id],
  );

  const csv = await own('GET', `${path}/signups?format=csv`);
  assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="?signups\.csv/);
  const lines = Buffer.from(await csv.arrayBuffer())
    .toString('utf8')
    .split('\r\n');
  assert.equal(lines[0], '\ufeffid,revision,created_at,updated_at,Name,Size,Note');
  assert.match(lines[1] ?? '', /,'=1\+1,M,$/);
  assert.match(lines[2] ?? '', /,<script>alert\(1\)<\/script>,,"a ""b"",\nc"$/);
  assert.match(lines[3] ?? '', /,Ada,-5,$/);
  const all = await expectJson<{ data: { record: object }[] }>(await own('GET', `${path}/signups?format=json`));
  assert.equal(all.data.length, 3);
  await expectProblem(await own('GET', `${path}/signups?format=csv&limit=3`), 422, 'input_invalid');

  const mine = await expectJson<{ id: string }>(await own('POST', `${path}/prices`, { record: { price: 3 } }), 201);
  const changed = await expectJson<{ revision: number }>(
    await own('PUT', `${path}/prices/${mine.id}`, { record: { price: 4 }, revision: 1 }),
  );
  assert.equal(changed.revision, 2);
  await expectProblem(await own('PUT', `${path}/prices/${mine.id}`, { record: { price: 5 }, revision: 1 }), 409, 'revision_conflict');
  assert.deepEqual((await expectJson<{ record: object }>(await visit(token, 'GET', `/collections/prices/${mine.id}`))).record, {
    price: 4,
  });
  assert.deepEqual(await expectJson(await own('DELETE', `${path}/prices/${mine.id}`)), { id: mine.id, object: 'record', deleted: true });
  await expectProblem(await own('DELETE', `${path}/prices/${mine.id}`), 404, 'not_found');
  assert.deepEqual(await expectJson(await own('DELETE', `${path}/signups`)), {
    collection: 'signups',
    object: 'collection',
    deleted: true,
    records: 3,
  });
  assert.deepEqual(await expectJson(await own('GET', path)), { data: [] });
  await expectProblem(await own('GET', `${path}/${'x'.repeat(65)}`), 404, 'not_found');
});

test('records have 16 KB, and what is no record is refused', async () => {
  const token = tokenOf(linkOf(await create()));
  const sized = (bytes: number): { text: string } => ({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) });
  await expectJson(await visit(token, 'POST', '/collections/a', { record: sized(16_384) }), 201);
  await expectProblem(await visit(token, 'POST', '/collections/a', { record: sized(16_385) }), 413, 'record_too_large');
  for (const record of ['text', 3, null, ['a']])
    await expectProblem(await visit(token, 'POST', '/collections/a', { record }), 422, 'input_invalid');
  await expectProblem(await visit(token, 'POST', '/collections/a', undefined), 422, 'input_invalid');
  await expectProblem(await visit(token, 'GET', '/collections/a/rec_unknown'), 404, 'not_found');
  await expectProblem(await visit(token, 'PUT', '/storage/a%2Fb', { value: 1 }), 404, 'not_found');
  await expectJson(await visit(token, 'PUT', '/storage/a', { value: null }));
  assert.deepEqual(await expectJson(await visit(token, 'GET', '/storage/a')), { value: null });
  assert.deepEqual(await expectJson(await visit(token, 'GET', '/storage')), { keys: ['a'] });
});

test('links are revoked, expire and die with the document', async () => {
  const document = await create();
  const { id } = document;
  const url = linkOf(document);
  const long = await expectJson<{ data: { url: string; expires_at: string }[] }>(
    await own('GET', `/documents/${id}/outputs?expires_in=604800`),
  );
  assert.ok(Date.parse(long.data[0]?.expires_at ?? '') - Date.now() > 604_000_000);
  for (const wrong of [59, 604_801, 'a'])
    await expectProblem(await own('GET', `/documents/${id}/outputs?expires_in=${wrong}`), 422, 'input_invalid');
  const revoked = await expectJson<DocumentJson>(await own('POST', `/documents/${id}/revoke-links`));
  for (const dead of [url, long.data[0]?.url ?? '']) {
    assert.equal((await fetch(dead)).status, 410);
    assert.equal((await expectProblem(await visit(tokenOf(dead), 'GET', '/collections/a'), 410, 'link_expired')).code, 'link_expired');
  }
  const fresh = linkOf(revoked);
  assert.equal((await fetch(fresh)).status, 200);
  await expectProblem(await fetch(`${fresh.slice(0, -1)}${fresh.endsWith('A') ? 'B' : 'A'}`), 404, 'not_found');
  const people = await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'es-ES,es;q=0.9' } });
  assert.deepEqual([people.status, people.headers.get('content-type')], [410, 'text/html; charset=utf-8']);
  assert.match(await people.text(), /<html lang="es">.*Este enlace ya no es válido\./s);
  // the token of the page inside opens no data
  const page = /data-src="[^"]+\/p\/([^"]+)"/.exec(await (await fetch(fresh)).text())?.[1] ?? assert.fail();
  await expectProblem(await visit(page, 'GET', '/collections/a'), 404, 'not_found');
  await expectJson(await visit(tokenOf(fresh), 'POST', '/collections/a', { record: {} }), 201);
  await expectJson(await own('DELETE', `/documents/${id}`));
  assert.equal((await fetch(fresh)).status, 410);
  await expectProblem(await visit(tokenOf(fresh), 'GET', '/collections/a'), 410, 'link_expired');
  await expectProblem(await own('GET', `/documents/${id}/data`), 410, 'content_deleted');
  await expectProblem(await own('POST', `/documents/${id}/revoke-links`), 410, 'content_deleted');
});

test('local artifacts have no data here; nothing kept is a page to download', async () => {
  const local = await create({ artifact: { storage: 'local' } });
  await expectProblem(await own('GET', `/documents/${local.id}/data`), 409, 'artifact_is_local');
  await expectProblem(await own('GET', `/documents/${local.id}/data/a`), 409, 'artifact_is_local');
  await expectProblem(await visit(tokenOf(linkOf(local)), 'GET', '/collections/a'), 409, 'artifact_is_local');
  const unkept = await create({ retention: 'none' });
  assert.deepEqual(unkept.artifact, { storage: 'local' });
  assert.ok(Date.parse(unkept.expires_at ?? '') - Date.now() <= 900_000);
  const url = linkOf(unkept);
  assert.ok(url.startsWith(`${octavo.root}/v1/downloads/`), url);
  assert.match(Buffer.from(await download(url)).toString('utf8'), /content-security-policy" content="default-src 'none'.*Summer party/s);
  await expectProblem(
    await own('POST', '/documents', {
      format: 'artifact',
      content: { markdown: MARKDOWN },
      retention: 'none',
      artifact: { storage: 'shared' },
    }),
    422,
    'input_invalid',
  );
});

test('what an artifact is not is said: no file to review, no data of a document', async () => {
  const artifact = await create();
  const word = await makeDocument(octavo, { format: 'docx', content: { markdown: '# A' } });
  await expectProblem(await own('GET', `/documents/${word.id}/data`), 409, 'not_an_artifact');
  await expectProblem(await own('POST', `/documents/${word.id}/revoke-links`), 409, 'not_an_artifact');
  await expectProblem(await own('POST', '/documents', { operation: 'review', file: artifact.id }), 422, 'file_rejected');
  const dry = await expectJson<{ format: string; type: string }>(
    await own('POST', '/documents?dry_run=true', { format: 'artifact', content: { markdown: MARKDOWN } }),
  );
  assert.deepEqual([dry.format, dry.type], ['artifact', 'artifact']);
  const large = await makeDocument(octavo, {
    format: 'artifact',
    content: { markdown: `# A\n\n${'Words enough to fill it. '.repeat(19_000)}\n\n${'x '.repeat(10_000)}` },
  });
  assert.ok(large.status === 'ready' || large.error?.code === 'page_too_large', JSON.stringify(large.error));
});

test('200 writers at once lose nothing, and an end by force loses no record that was acknowledged', { timeout: 600_000 }, async () => {
  const document = await create();
  const token = tokenOf(linkOf(document));
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => visit(token, 'POST', '/collections/votes', { record: { i } })));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  const counted = await expectJson<{ data: { records: number }[] }>(await own('GET', `/documents/${document.id}/data`));
  assert.equal(counted.data[0]?.records, 200);

  const acknowledged = new Set<number>();
  const stopped = new AbortController();
  const writer = async (from: number): Promise<void> => {
    for (let i = from; !stopped.signal.aborted; i += 8) {
      try {
        if ((await visit(token, 'POST', '/collections/kept', { record: { i } })).status === 201) acknowledged.add(i);
      } catch {
        return;
      }
    }
  };
  const writers = Array.from({ length: 8 }, (_, from) => writer(from));
  while (acknowledged.size < 100) await new Promise((resolve) => setTimeout(resolve, 5));
  await octavo.kill('SIGKILL');
  stopped.abort();
  await Promise.all(writers);
  octavo = await startOctavo({ dataDir: octavo.dataDir, environment: { OCTAVO_ARTIFACT_RATE: '0' } });
  const { data: kept } = await expectJson<{ data: { record: { i: number } }[] }>(
    await octavo.call(`/documents/${document.id}/data/kept?format=json`),
  );
  const found = new Set(kept.map(({ record }) => record.i));
  assert.deepEqual(
    [...acknowledged].filter((i) => !found.has(i)),
    [],
  );
  const { data } = await expectJson<{ data: { collection: string; records: number }[] }>(
    await octavo.call(`/documents/${document.id}/data`),
  );
  assert.equal(data.find(({ collection }) => collection === 'kept')?.records, kept.length);
});

test('rates: the last write of a minute passes and the next one waits', { timeout: 600_000 }, async () => {
  const limited = await startOctavo({ environment: { OCTAVO_ARTIFACT_RATE: '30' } });
  try {
    const document = await makeDocument(limited, { format: 'artifact', content: { markdown: MARKDOWN } });
    const token = tokenOf(linkOf(document));
    const write = (): Promise<Response> =>
      fetch(`${limited.pages}/data/collections/a`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"record":{}}',
      });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await write()).status);
    assert.deepEqual(statuses, [201, 201, 201]);
    const late = await write();
    assert.ok(Number(late.headers.get('retry-after')) > 50);
    await expectProblem(late, 429, 'rate_limited');
    for (let i = 0; i < 15; i++)
      assert.equal((await fetch(`${limited.pages}/data/collections/a`, { headers: { authorization: `Bearer ${token}` } })).status, 200);
    assert.equal((await fetch(`${limited.pages}/data/collections/a`, { headers: { authorization: `Bearer ${token}` } })).status, 429);
  } finally {
    await stopOctavo(limited);
  }
});

const skip = withoutChromium();

/** The page in its frame, open as a visitor has it. */
async function openPage(url: string): Promise<{ page: Page; run: <T>(script: string) => Promise<T>; faults: string[] }> {
  const context = await browser?.newContext();
  const page = (await context?.newPage()) ?? assert.fail();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(url);
  const inside =
    page.frames().find((frame) => frame.url().includes('/p/')) ??
    (await page.waitForEvent('framenavigated', (frame) => frame.url().includes('/p/')));
  await inside.waitForLoadState();
  return { page, faults, run: (script) => inside.evaluate(`(async () => { ${script} })()`) };
}

test(
  'in a browser a page keeps data for all, tells others live, and errors have the codes of the interface',
  { skip, timeout: 600_000 },
  async () => {
    const url = linkOf(await create());
    const [one, two] = [await openPage(url), await openPage(url)];
    assert.deepEqual(await one.run('return octavo.ready'), { storage: 'shared', language: 'en' });
    await two.run(
      `window.seen = []; octavo.collection('tasks').onChange((change) => seen.push(change.type + ' ' + (change.record?.text ?? change.id)))`,
    );
    await two.page.waitForTimeout(300);
    const added = await one.run<{ id: string; revision: number }>(`return octavo.collection('tasks').add({ text: 'Cake' })`);
    assert.deepEqual(
      await one.run(
        `return octavo.collection('tasks').update('${added.id}', { text: 'Pie' }, { revision: 1 }).then(({ revision }) => revision)`,
      ),
      2,
    );
    assert.equal(
      await two.run(`return octavo.collection('tasks').update('${added.id}', {}, { revision: 1 }).catch(({ code }) => code)`),
      'revision_conflict',
    );
    await one.run(`return octavo.collection('tasks').remove('${added.id}')`);
    await two.page.waitForTimeout(800);
    const seen = await two.run<string[]>('return seen');
    assert.equal(seen.at(-1), `removed ${added.id}`, seen.join('; '));
    assert.equal(await one.run(`return octavo.collection('tasks').get('${added.id}').catch(({ code }) => code)`), 'not_found');
    assert.equal(
      await one.run(`return octavo.collection('tasks').add({ text: 'x'.repeat(20000) }).catch(({ code }) => code)`),
      'record_too_large',
    );
    assert.deepEqual(await one.run(`await storage.set('a', '1', true); return storage.get('a', true)`), {
      key: 'a',
      value: '1',
      shared: true,
    });
    assert.deepEqual(await two.run(`return storage.list('', true)`), { keys: ['a'], prefix: '', shared: true });
    await one.run(`return storage.set('mine', { b: 1 })`);
    assert.deepEqual(await one.run(`return octavo.storage.get('mine').then(({ value }) => value)`), { b: 1 });
    assert.equal(await two.run(`return storage.get('mine').catch(({ code }) => code)`), 'not_found');
    assert.deepEqual([...one.faults, ...two.faults], []);
    await one.page.context().close();
    await two.page.context().close();
  },
);

test('local data stays in the browser, by artifact, and is there again', { skip, timeout: 600_000 }, async () => {
  const [first, other] = [
    linkOf(await create({ artifact: { storage: 'local' } })),
    linkOf(await create({ artifact: { storage: 'local' } })),
  ];
  const { page, run } = await openPage(first);
  assert.equal((await run<{ storage: string }>('return octavo.ready')).storage, 'local');
  await run(`return octavo.collection('tasks').add({ text: 'Cake' })`);
  await page.reload();
  const again = page.frames().find((frame) => frame.url().includes('/p/')) ?? assert.fail();
  assert.equal(await again.evaluate(`octavo.collection('tasks').list().then(({ data }) => data[0].record.text)`), 'Cake');
  await page.goto(other);
  const elsewhere = page.frames().find((frame) => frame.url().includes('/p/')) ?? assert.fail();
  assert.deepEqual(await elsewhere.evaluate(`octavo.collection('tasks').list()`), { data: [], has_more: false });
  await page.context().close();
});

test('a page that was downloaded keeps data by itself', { skip, timeout: 600_000 }, async () => {
  const html = Buffer.from(await download(linkOf(await create({ retention: 'none' })))).toString('utf8');
  const context = await browser?.newContext();
  const page = (await context?.newPage()) ?? assert.fail();
  await page.route('http://file.test/', (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  await page.goto('http://file.test/');
  assert.equal(
    await page.evaluate(`octavo.collection('a').add({ n: 1 }).then(() => octavo.collection('a').list()).then(({ data }) => data.length)`),
    1,
  );
  await page.reload();
  assert.equal(await page.evaluate(`octavo.collection('a').list().then(({ data }) => data[0].record.n)`), 1);
  await context?.close();
});
