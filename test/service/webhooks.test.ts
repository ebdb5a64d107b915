/** Webhooks from the real service to a receiver on this machine, verified by the public package and by the client. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { z } from 'zod';
import type { deliveryDetailSchema, deliverySchema, webhookSchema, webhookSecretSchema } from '../../src/contract/webhook.ts';
import { createOctavo, verifyWebhook } from '../../sdk/src/octavo.ts';
import { until } from '../adapters/open-store.ts';
import { makeCertificate, startReceiver, type Certificate, type Received, type Receiver } from '../support/receiver.ts';
import {
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  runOctavo,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

type Endpoint = z.infer<typeof webhookSchema>;
type EndpointWithSecret = z.infer<typeof webhookSecretSchema>;
type Delivery = z.infer<typeof deliverySchema>;
type Detail = z.infer<typeof deliveryDetailSchema>;

const NOTE = { content: { markdown: '# Note\n\nThe word is Zanzibarese.\n' }, format: 'docx' };
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let certificate: Certificate;
let receiver: Receiver;
let octavo: Running;
const environment = (): Record<string, string> => ({ OCTAVO_FETCH_ALLOW: '127.0.0.1', NODE_EXTRA_CA_CERTS: certificate.path });
before(async () => {
  certificate = makeCertificate();
  receiver = await startReceiver(certificate);
  octavo = await startOctavo({ environment: environment() });
});
after(async () => {
  await stopOctavo(octavo);
  await receiver.close();
  certificate.remove();
});

const send = (method: string, path: string, body?: unknown, running: Running = octavo): Promise<Response> =>
  running.call(path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
const register = async (more: object = {}, running: Running = octavo): Promise<EndpointWithSecret> =>
  expectJson(await send('POST', '/webhook-endpoints', { url: `${receiver.origin}/hook`, ...more }, running), 201);
const deliveriesOf = async (id: string, query = ''): Promise<Delivery[]> =>
  (await expectJson<{ data: Delivery[] }>(await octavo.call(`/webhook-endpoints/${id}/deliveries?limit=100${query}`))).data;
const remove = async (id: string): Promise<unknown> => expectJson(await send('DELETE', `/webhook-endpoints/${id}`));
const sentTo = (path: string): Received[] => receiver.received.filter((one) => one.path === path);
const eventsAt = (path: string, type: string): Received[] => sentTo(path).filter(({ event }) => event.type === type);

test('the end of a document is delivered, signed as the public package verifies, and carries no content', async () => {
  const endpoint = await register({ description: 'The first' });
  assert.match(endpoint.secret, SECRET);
  assert.deepEqual(endpoint.events, ['document.ready', 'document.failed', 'document.canceled']);
  const document = await makeDocument(octavo, NOTE);
  await until('the webhook', () => sentTo('/hook').length > 0);
  const [one, ...rest] = sentTo('/hook');
  assert.ok(one && rest.length === 0, `${rest.length} more`);
  assert.deepEqual(new Webhook(endpoint.secret).verify(one.body, one.headers), one.event);
  assert.deepEqual(await verifyWebhook(one, { secret: endpoint.secret }), one.event);
  assert.throws(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(one.body, one.headers));
  const last = (await readAllEvents(octavo, document.id)).at(-1);
  assert.deepEqual(one.event, last?.whole);
  assert.equal(one.headers['webhook-id'], one.event.id);
  assert.equal(one.headers['content-type'], 'application/json');
  assert.ok(!one.body.includes('Zanzibarese'));
  const read = await expectJson<Endpoint>(await octavo.call(`/webhook-endpoints/${endpoint.id}`));
  assert.ok(!('secret' in read) && read.last_delivered_at !== null);
  const [delivery] = await deliveriesOf(endpoint.id);
  assert.deepEqual(
    [delivery?.status, delivery?.attempts, delivery?.response_status, delivery?.event_id, delivery?.document_id],
    ['delivered', 1, 204, one.event.id, document.id],
  );
  await remove(endpoint.id);
});

test('a rotated secret signs beside the new one; a deleted endpoint is sent nothing', async () => {
  const endpoint = await register({ url: `${receiver.origin}/rotated` });
  const rotated = await expectJson<EndpointWithSecret>(await send('POST', `/webhook-endpoints/${endpoint.id}/rotate-secret`));
  assert.match(rotated.secret, SECRET);
  assert.notEqual(rotated.secret, endpoint.secret);
  const leftH = (Date.parse(rotated.previous_secret_expires_at ?? '') - Date.now()) / 3_600_000;
  assert.ok(leftH > 23.9 && leftH <= 24);
  await makeDocument(octavo, NOTE);
  await until('the webhook', () => sentTo('/rotated').length > 0);
  const [one] = sentTo('/rotated');
  assert.ok(one);
  assert.equal(one.headers['webhook-signature']?.split(' ').length, 2);
  for (const secret of [endpoint.secret, rotated.secret]) new Webhook(secret).verify(one.body, one.headers);
  await remove(endpoint.id);
  await makeDocument(octavo, NOTE);
  await expectProblem(await octavo.call(`/webhook-endpoints/${endpoint.id}`), 404, 'not_found');
  assert.equal(sentTo('/rotated').length, 1);
});

test('other types come where they are asked for, and content never', async () => {
  const types = ['document.created', 'document.started', 'output.available', 'document.ready'];
  const endpoint = await register({ url: `${receiver.origin}/types`, events: types });
  const document = await makeDocument(octavo, NOTE);
  const events = (await readAllEvents(octavo, document.id)).filter(({ type }) => types.includes(type));
  await until('all of them', () => sentTo('/types').length === events.length);
  assert.deepEqual(
    sentTo('/types')
      .map(({ event }) => event.id)
      .toSorted(),
    events.map(({ whole }) => String(whole['id'])).toSorted(),
  );
  for (const type of ['content.block_completed', 'edit.operation_applied', 'style.resolved']) {
    const problem = await expectProblem(await send('PATCH', `/webhook-endpoints/${endpoint.id}`, { events: [type] }), 422, 'input_invalid');
    assert.match(problem.errors?.[0]?.message ?? '', /never sent/);
  }
  await remove(endpoint.id);
});

test('a test waits for its attempt and shows what was sent and answered; a retry comes under the same id', async () => {
  receiver.answerWith((_received, response) => void response.writeHead(500).end(`x`.repeat(5_000)));
  const endpoint = await register({ url: `${receiver.origin}/test`, enabled: false });
  const tested = await expectJson<Detail>(await send('POST', `/webhook-endpoints/${endpoint.id}/test`));
  assert.deepEqual([tested.status, tested.attempts, tested.response_status, tested.next_attempt_at], ['failed', 1, 500, null]);
  assert.deepEqual([tested.response?.body.length, tested.response?.truncated], [4_096, true]);
  assert.match(tested.error ?? '', /500 instead of 2xx/);
  assert.equal(tested.event?.['type'], 'webhook.test');
  assert.equal(tested.attempt_log.length, 1);
  receiver.answerWith((_received, response) => void response.writeHead(200).end('fine'));
  const path = `/webhook-endpoints/${endpoint.id}/deliveries/${tested.id}`;
  assert.equal((await expectJson<Detail>(await send('POST', `${path}/retry`))).status, 'pending');
  await until('the retry', async () => (await expectJson<Detail>(await octavo.call(path))).status === 'delivered');
  const [first, second] = sentTo('/test');
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  assert.equal(first?.body, second?.body);
  const done = await expectJson<Detail>(await octavo.call(path));
  assert.deepEqual([done.attempts, done.response], [2, { status: 200, body: 'fine', truncated: false }]);
  assert.deepEqual(
    (await deliveriesOf(endpoint.id, '&status=delivered')).map(({ id }) => id),
    [tested.id],
  );
  await remove(endpoint.id);
});

test('a failed attempt is made again after five seconds, redirects are not followed, and 410 disables', async () => {
  const elsewhere = await startReceiver(certificate);
  const answers = [503, 302, 410];
  receiver.answerWith((_received, response) => void response.writeHead(answers.shift() ?? 200, { location: elsewhere.origin }).end());
  const endpoint = await register({ url: `${receiver.origin}/again` });
  await makeDocument(octavo, NOTE);
  await until('two attempts', () => sentTo('/again').length === 2);
  const [delivery] = await deliveriesOf(endpoint.id);
  await until('the second answer', async () => (await deliveriesOf(endpoint.id))[0]?.attempts === 2);
  const waiting = (await deliveriesOf(endpoint.id))[0];
  assert.match(waiting?.error ?? '', /302: redirects are not followed/);
  const { attempt_log: attempts } = await expectJson<Detail>(
    await octavo.call(`/webhook-endpoints/${endpoint.id}/deliveries/${delivery?.id}`),
  );
  // thirty seconds, give or take a tenth, from the end of the second attempt on
  const nextS = (Date.parse(waiting?.next_attempt_at ?? '') - Date.parse(attempts.at(-1)?.at ?? '')) / 1_000;
  assert.ok(nextS > 26 && nextS < 60, `${nextS} s`);
  assert.ok((await expectJson<Endpoint>(await octavo.call(`/webhook-endpoints/${endpoint.id}`))).failing_since);
  await expectJson(await send('POST', `/webhook-endpoints/${endpoint.id}/deliveries/${delivery?.id}/retry`));
  await until('the third answer', async () => (await deliveriesOf(endpoint.id))[0]?.status === 'failed');
  const off = await expectJson<Endpoint>(await octavo.call(`/webhook-endpoints/${endpoint.id}`));
  assert.deepEqual([off.enabled, off.disabled_reason], [false, 'gone']);
  assert.equal(new Set(sentTo('/again').map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(elsewhere.connections(), 0);
  await elsewhere.close();
  receiver.answerWith((_received, response) => void response.writeHead(204).end());
  await remove(endpoint.id);
});

test('receivers that hang delay nobody else', async () => {
  receiver.answerWith(({ path }, response) => {
    if (!path.startsWith('/hang')) response.writeHead(204).end();
  });
  const types = [
    'document.created',
    'document.started',
    'render.completed',
    'validation.completed',
    'preview.page_ready',
    'output.available',
    'document.ready',
  ];
  const hanging = await Promise.all(Array.from({ length: 8 }, (_, i) => register({ url: `${receiver.origin}/hang${i}`, events: types })));
  const well = await register({ url: `${receiver.origin}/well` });
  for (let i = 0; i < 3; i++) await makeDocument(octavo, { ...NOTE, format: 'pdf' });
  await makeDocument(octavo, { ...NOTE, format: 'pdf' });
  // one after the other the receivers that hang would take two minutes
  await until('those of the receiver that answers', () => sentTo('/well').length === 4, 60_000);
  assert.ok(receiver.received.filter(({ path }) => path.startsWith('/hang')).length >= 16, 'the others were tried meanwhile');
  for (const { id } of [...hanging, well]) await remove(id);
  receiver.answerWith((_received, response) => void response.writeHead(204).end());
});

test('addresses and fields that cannot be are refused, and a project has twenty endpoints at most', async () => {
  for (const [body, paths] of [
    [{}, ['/url']],
    [{ url: 'http://example.com/' }, ['/url']],
    [{ url: 'https://10.0.0.1/' }, ['/url']],
    [{ url: 'https://printer.local/' }, ['/url']],
    [{ url: 'https://example.com:22/' }, ['/url']],
    [{ url: `https://example.com/${'x'.repeat(2_048)}` }, ['/url']],
    [{ url: 'https://example.com/', events: [] }, ['/events']],
    [{ url: 'https://example.com/', events: ['document.reddy', 'document.ready', 'document.ready'] }, ['/events/0', '/events/2']],
    [{ url: 'https://example.com/', event: ['document.ready'], description: '' }, ['/description', '/event']],
  ] as const) {
    const problem = await expectProblem(await send('POST', '/webhook-endpoints', body), 422, 'input_invalid');
    assert.deepEqual(problem.errors?.map(({ path }) => path).toSorted(), [...paths], JSON.stringify(body));
  }
  const made = await Promise.all(Array.from({ length: 20 }, () => register({ url: 'https://example.com/' })));
  await expectProblem(await send('POST', '/webhook-endpoints', { url: 'https://example.com/' }), 409, 'too_many_endpoints');
  const page = await expectJson<{ data: Endpoint[]; has_more: boolean }>(await octavo.call('/webhook-endpoints?limit=5&order=asc'));
  assert.deepEqual([page.data.length, page.has_more], [5, true]);
  for (const { id } of made) await remove(id);
});

test('another organisation sees and hears nothing', async () => {
  const command = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir });
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const project = await command('projects', 'create', 'main', '--org', await command('orgs', 'create', 'Second'));
  const key = await command('keys', 'create', '--project', project, '--name', 'other');
  const asOther = (path: string, method = 'GET', body?: unknown): Promise<Response> =>
    octavo.call(path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const endpoint = await register({ url: `${receiver.origin}/mine` });
  const theirs = await expectJson<Endpoint>(await asOther('/webhook-endpoints', 'POST', { url: `${receiver.origin}/theirs` }), 201);
  const tested = await expectJson<Detail>(await send('POST', `/webhook-endpoints/${endpoint.id}/test`));
  const path = `/webhook-endpoints/${endpoint.id}`;
  for (const [method, at, body] of [
    ['GET', path],
    ['PATCH', path, { enabled: false }],
    ['DELETE', path],
    ['POST', `${path}/rotate-secret`],
    ['POST', `${path}/test`],
    ['GET', `${path}/deliveries`],
    ['GET', `${path}/deliveries/${tested.id}`],
    ['POST', `${path}/deliveries/${tested.id}/retry`],
    ['GET', `/webhook-endpoints/${theirs.id}/deliveries/${tested.id}`],
    ['POST', `/webhook-endpoints/${theirs.id}/deliveries/${tested.id}/retry`],
  ] as const)
    await expectProblem(await asOther(at, method, body), 404, 'not_found');
  assert.deepEqual(
    (await expectJson<{ data: Endpoint[] }>(await asOther('/webhook-endpoints'))).data.map(({ id }) => id),
    [theirs.id],
  );
  await makeDocument(octavo, NOTE);
  await until('mine', () => eventsAt('/mine', 'document.ready').length === 1);
  assert.equal(sentTo('/theirs').length, 0);
  await remove(endpoint.id);
});

test('the client has calls for all of it', async () => {
  const { webhooks } = createOctavo({ apiKey: octavo.key, baseUrl: `${octavo.root}/v1` });
  const made = await webhooks.create({ url: `${receiver.origin}/client`, description: 'one' });
  assert.equal((await webhooks.update(made.id, { description: null })).description, null);
  assert.equal((await webhooks.get(made.id)).id, made.id);
  assert.ok((await webhooks.list()).data.some(({ id }) => id === made.id));
  const { secret } = await webhooks.rotateSecret(made.id);
  const tested = await webhooks.test(made.id);
  const [sent] = sentTo('/client');
  assert.deepEqual([tested.status, tested.event], ['delivered', sent && (await verifyWebhook(sent, { secret }))]);
  assert.equal((await webhooks.deliveries(made.id, { status: 'delivered' })).data.length, 1);
  assert.equal((await webhooks.delivery(made.id, tested.id)).attempts, 1);
  assert.equal((await webhooks.retry(made.id, tested.id)).status, 'pending');
  assert.equal((await webhooks.delete(made.id)).deleted, true);
});

test('metrics tell what was sent', async () => {
  const metrics = await (await fetch(`${octavo.root}/metrics`)).text();
  assert.match(metrics, /octavo_webhook_attempt_seconds_count\{outcome="delivered"\} \d+/);
  assert.match(metrics, /octavo_webhook_attempt_seconds_count\{outcome="failed"\} \d+/);
  assert.match(metrics, /octavo_webhooks_pending \d+/);
});

test('killed again and again, the service loses no delivery and repeats one only under its id', { timeout: 240_000 }, async () => {
  let running = await startOctavo({ environment: environment() });
  try {
    receiver.answerWith((_received, response) => void setTimeout(() => response.writeHead(204).end(), 150));
    const { id, secret } = await register({ url: `${receiver.origin}/crash` }, running);
    const ids = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const sent = Array.from({ length: 6 }, () => running.post({ ...NOTE, background: true }).catch(() => undefined));
      for (const answer of await Promise.all(sent)) if (answer?.status === 202) ids.add(((await answer.json()) as DocumentJson).id);
      await new Promise((resolve) => setTimeout(resolve, 250 + round * 300));
      await running.kill('SIGKILL');
      running = await startOctavo({ dataDir: running.dataDir, environment: environment() });
    }
    assert.ok(ids.size >= 20, `${ids.size} documents`);
    const delivered = (): Map<string, Set<string>> => {
      const found = new Map<string, Set<string>>();
      for (const { event } of eventsAt('/crash', 'document.ready'))
        found.set(event.document_id ?? '', (found.get(event.document_id ?? '') ?? new Set()).add(event.id));
      return found;
    };
    await until('all deliveries', () => [...ids].every((one) => delivered().has(one)), 90_000);
    for (const [document, events] of delivered()) assert.equal(events.size, 1, `${document} was told under ${events.size} ids`);
    for (const one of sentTo('/crash')) await verifyWebhook(one, { secret });
    await until('the record of all', async () => {
      const { data } = await expectJson<{ data: Delivery[] }>(await running.call(`/webhook-endpoints/${id}/deliveries?limit=100`));
      return data.length >= ids.size && data.every(({ status }) => status === 'delivered');
    });
  } finally {
    await running.kill('SIGTERM');
    await rm(running.dataDir, { recursive: true, force: true });
  }
});
