/** What a request costs before and after, usage, statements, notices and payments, through the real service. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { Stripe } from 'stripe';
import type { z } from 'zod';
import type { balanceSchema, statementSchema, topUpSchema, usageSchema } from '../../src/contract/money.ts';
import { createOctavo } from '../../sdk/src/octavo.ts';
import { partText } from '../support/word-file.ts';
import { until } from '../adapters/open-store.ts';
import { makeCertificate, startReceiver, type Certificate, type Receiver } from '../support/receiver.ts';
import { classified, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  runOctavo,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

type Usage = z.infer<typeof usageSchema>;
type Balance = z.infer<typeof balanceSchema>;
type Statement = z.infer<typeof statementSchema>;
interface Cost {
  amount: number;
  currency: string;
}

const PRICES = JSON.stringify({ fast: 300, standard: 1_000, best: 2_500, currency: 'EUR' });
const NOTE = { content: { markdown: '# Note\n\nOne paragraph.\n' } };
const STRIPE_SECRET = 'whsec_test_of_ours';
const MONTH = new Date().toISOString().slice(0, 7);
const TODAY = new Date().toISOString().slice(0, 10);

let certificate: Certificate;
let receiver: Receiver;
let model: ScriptedModel;
let stripe: Server;
/** Bodies of sessions that were asked for at the scripted Stripe. */
const sessions: URLSearchParams[] = [];
let octavo: Running;

before(async () => {
  certificate = makeCertificate();
  receiver = await startReceiver(certificate);
  model = await startScriptedModel(SCRIPTED_DOCUMENTS);
  stripe = createServer((request, response) => {
    void text(request).then((body) => {
      sessions.push(new URLSearchParams(body));
      const isKnown = request.headers.authorization === 'Bearer sk_test_ours' && request.url === '/v1/checkout/sessions';
      const answer = { id: `cs_${sessions.length}`, object: 'checkout.session', url: 'https://pay.example/1', expires_at: 2_000_000_000 };
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(isKnown ? answer : { error: {} }));
    });
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  octavo = await startOctavo({
    environment: {
      OCTAVO_PRICES: PRICES,
      OCTAVO_MODEL: 'openai-compatible:scripted',
      OCTAVO_MODEL_BASE_URL: model.url,
      OCTAVO_FETCH_ALLOW: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: certificate.path,
      OCTAVO_STRIPE_KEY: 'sk_test_ours',
      OCTAVO_STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      OCTAVO_STRIPE_URL: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
    },
  });
  await command('grants', 'create', '90000');
});
after(async () => {
  await stopOctavo(octavo);
  await model.close();
  await receiver.close();
  stripe.closeAllConnections();
  stripe.close();
  certificate.remove();
});

const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir, environment: { OCTAVO_PRICES: PRICES } });
  assert.equal(code, 0, stderr);
  return stdout.trim();
};
const send = (method: string, path: string, body: unknown): Promise<Response> =>
  octavo.call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const balance = async (): Promise<Balance> => expectJson(await octavo.call('/balance'));
const usage = async (query: string): Promise<Usage> => expectJson(await octavo.call(`/usage?${query}`));
const costOf = async ({ id }: { id: string }): Promise<Cost> =>
  (await expectJson<{ cost: Cost }>(await octavo.call(`/documents/${id}/report`))).cost;

test('what a dry run says is what is charged, for every kind of request', async () => {
  const word = await makeDocument(octavo, { ...NOTE, format: 'docx' });
  model.add({
    match: /Say one line/,
    answer: { object: { operations: [{ op: 'replace_text', find: 'paragraph', replace: 'line' }], unsupported: [] } },
  });
  const requests: [what: string, body: Record<string, unknown>, amount: number | undefined][] = [
    ['Word', { ...NOTE, format: 'docx' }, 300],
    ['PDF', { ...NOTE, format: 'pdf' }, 300],
    ['slides', { content: { markdown: '::slide\n## A\n\n- b\n' } }, 300],
    ['a workbook', { content: { markdown: '# Sheet: A\n\n| a | b |\n|---|---|\n| c | 1 |\n' } }, 300],
    ['an artifact', { content: { markdown: '# Page\n\nText.\n' }, format: 'artifact' }, 300],
    ['content at the level fast', { ...NOTE, format: 'docx', quality: 'fast' }, 300],
    ['a prompt at the level fast', { prompt: 'A memo on moths', format: 'docx', quality: 'fast' }, 300],
    ['a prompt whose level is not known yet', { prompt: 'A memo on moths', format: 'docx' }, undefined],
    ['a review', { operation: 'review', file: word.id }, 0],
    ['an edit by prompt', { operation: 'edit', file: word.id, prompt: 'Say one line', quality: 'fast' }, 300],
  ];
  for (const [what, body, amount] of requests) {
    const before = await balance();
    const said = await expectJson<{ cost?: Cost }>(await send('POST', '/documents?dry_run=true', body));
    assert.deepEqual(await balance(), before, `${what}: a dry run costs nothing`);
    assert.equal(said.cost?.amount, amount, what);
    const made = await makeDocument(octavo, body);
    assert.equal(made.error, null, `${what}: ${JSON.stringify(made.error)}`);
    const charged = await costOf(made);
    if (said.cost !== undefined) assert.deepEqual(charged, said.cost, what);
    const now = await balance();
    assert.deepEqual([now.charged - before.charged, now.reserved], [charged.amount, 0], what);
  }
  const operations = [{ op: 'replace_text', find: 'paragraph', replace: 'line' }];
  const edited = await expectJson<DocumentJson>(await send('POST', '/edits', { file: word.id, operations }), 201);
  assert.equal((await costOf(await waitForEnd(octavo, edited.id))).amount, 0);
});

test('at the level of an agent too, and what it could not make is charged as fast', async () => {
  const body = { prompt: 'A report with charts', format: 'pdf', quality: 'standard' };
  model.add({
    match: (request) => request.structured && /with charts/.test(request.prompt),
    answer: { object: classified({ charts: true }) },
  });
  const said = await expectJson<{ cost?: Cost }>(await send('POST', '/documents?dry_run=true', body));
  assert.equal(said.cost?.amount, 1_000);
  const made = await makeDocument(octavo, body);
  assert.deepEqual([made.quality?.level, made.route?.path, (await costOf(made)).amount], ['standard', 'agent', 1_000]);
  model.add({ match: (request) => request.tools.includes('done'), times: 1, answer: { status: 400, problem: 'tools are not supported' } });
  const lowered = await makeDocument(octavo, body);
  assert.deepEqual([lowered.quality?.level, (await costOf(lowered)).amount], ['fast', 300]);
});

test('usage by day, key and level adds up to what was charged', async () => {
  await makeDocument(octavo, { content: { markdown: '<!-- nothing -->' }, format: 'pdf' });
  const project = (await command('projects', 'list')).split('\n')[1]?.split(/\s+/)[0] ?? '';
  const second = await command('keys', 'create', '--project', project, '--name', 'second, "key"');
  const made = await octavo.call('/documents', {
    method: 'POST',
    headers: { authorization: `Bearer ${second}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...NOTE, format: 'pdf' }),
  });
  assert.equal((await expectJson<DocumentJson>(made)).status, 'ready');
  const { charged } = await balance();
  for (const groups of ['day', 'key', 'level', 'day,key,level', 'level,key']) {
    const found = await usage(`group_by=${groups}`);
    assert.equal(found.total.amount, charged, groups);
    assert.equal(found.total.failed, 1);
    assert.deepEqual(found.group_by.toSorted(), groups.split(',').toSorted());
    for (const row of found.data)
      for (const group of ['day', 'key', 'level'] as const)
        assert.equal(group in row, groups.split(',').includes(group), `${group} of ${groups}`);
  }
  const byKey = await usage('group_by=key');
  assert.deepEqual(byKey.data.map(({ key }) => key?.name).toSorted(), ['first key', 'second, "key"']);
  assert.equal(byKey.data.find(({ key }) => key?.name.startsWith('second'))?.amount, 300);
  const byLevel = await usage('group_by=level');
  assert.equal(byLevel.data.find(({ level }) => level === 'standard')?.amount, 1_000);
  assert.equal(byLevel.data.find(({ level }) => level === null)?.amount, 0);
  assert.deepEqual(
    (await usage(`from=${TODAY}&to=${TODAY}`)).data.map(({ day, amount }) => [day, amount]),
    [[TODAY, charged]],
  );
  assert.deepEqual((await usage('from=2020-01-01&to=2020-12-31')).data, []);
  const csv = await octavo.call('/usage?group_by=day,key&format=csv');
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const lines = (await csv.text()).split('\r\n');
  assert.equal(lines[0], 'day,key_id,key_name,documents,failed,canceled,pages,amount,currency');
  assert.ok(
    lines.some((line) => line.includes('"second, ""key""",1,0,0,1,300,EUR')),
    lines.join('\n'),
  );
  for (const [query, path] of [
    ['from=2026-02-30', '?from'],
    ['from=yesterday', '?from'],
    ['from=2026-11-02&to=2026-11-01', '?from'],
    ['from=2025-01-01&to=2026-11-01', '?from'],
    ['group_by=hour', '?group_by'],
    ['group_by=day,day', '?group_by'],
    ['group_by=', '?group_by'],
    ['format=pdf', '?format'],
    ['since=2026-01-01', '?since'],
  ] as const) {
    const problem = await expectProblem(await octavo.call(`/usage?${query}`), 422, 'input_invalid');
    assert.deepEqual(
      problem.errors?.map(({ path: at }) => at),
      [path],
      query,
    );
  }
});

test('a statement adds up, as JSON, as a table and as documents of the service itself', async () => {
  const now = await balance();
  const statement = await expectJson<Statement>(await octavo.call(`/statements/${MONTH}`));
  assert.deepEqual(
    [statement.opening, statement.granted, statement.charged, statement.closing],
    [0, 100_000, now.charged, 100_000 - now.charged],
  );
  assert.equal(statement.complete, false);
  assert.equal(
    statement.lines.reduce((sum, { amount }) => sum + amount, statement.opening),
    statement.closing,
  );
  assert.ok(statement.lines.some(({ description }) => description === 'Credit: to begin with'));
  assert.ok(
    statement.lines.some(({ description, amount }) => /^1 document \(standard\), \d+ pages?$/.test(description) && amount === -1_000),
  );
  const csv = (await (await octavo.call(`/statements/${MONTH}?format=csv`)).text()).trim().split('\r\n');
  assert.match(csv[1] ?? '', new RegExp(`^${MONTH}-01,opening,Opening balance,,,,0,EUR$`));
  assert.match(csv.at(-1) ?? '', new RegExp(`closing,Closing balance,,,,${statement.closing},EUR$`));
  assert.equal(csv.length, statement.lines.length + 3);
  for (const format of ['docx', 'pdf']) {
    const made = await expectJson<DocumentJson>(await send('POST', `/statements/${MONTH}/document`, { format }), 201);
    assert.equal(made.error, null);
    assert.deepEqual([made.format, made.validation_summary?.errors, made.validation_summary?.warnings], [format, 0, 0]);
    assert.equal((await costOf(made)).amount, 0);
    const file = await download(made.outputs?.find(({ kind }) => kind === format)?.url ?? '');
    if (format === 'docx') assert.match(partText(file, 'word/document.xml'), /Closing balance/);
  }
  assert.equal((await balance()).charged, now.charged, 'statements cost nothing');
  await expectProblem(await octavo.call('/statements/2100-01'), 404, 'not_found');
  await expectProblem(await octavo.call('/statements/2026-13'), 404, 'not_found');
  const early = await expectJson<Statement>(await octavo.call('/statements/2020-01'));
  assert.deepEqual([early.complete, early.closing, early.lines], [true, 0, []]);
  await expectProblem(await send('POST', `/statements/${MONTH}/document`, { format: 'xlsx' }), 422, 'input_invalid');
});

test('a low balance is told once by webhook, and again after money was added and spent', async () => {
  await expectJson(await send('POST', '/webhook-endpoints', { url: `${receiver.origin}/money`, events: ['balance.low'] }), 201);
  const { available } = await balance();
  const set = await expectJson<Balance>(await send('PATCH', '/balance', { notice: { below: available, email: 'billing@example.com' } }));
  assert.deepEqual(set.notice, { below: available, email: 'billing@example.com' });
  await makeDocument(octavo, { ...NOTE, format: 'pdf' });
  await until('the notice', () => receiver.received.length === 1, 180_000);
  assert.deepEqual(receiver.received[0]?.event.data, { available: available - 300, below: available, currency: 'EUR' });
  assert.ok(!('document_id' in (receiver.received[0]?.event ?? {})));
  await command('grants', 'create', '100');
  await until('the second notice', () => receiver.received.length === 2, 180_000);
  assert.equal(receiver.received[1]?.event.data['available'], available - 200);
  assert.equal((await expectJson<Balance>(await send('PATCH', '/balance', { notice: null }))).notice, null);
  for (const notice of [{ below: 0 }, { below: 1.5 }, { below: 1, email: 'nobody' }, {}, 5])
    await expectProblem(await send('PATCH', '/balance', { notice }), 422, 'input_invalid');
});

test('money is paid in by Stripe: once for each payment, only when Stripe has signed it and it was paid', async () => {
  const before = await balance();
  const page = await expectJson<z.infer<typeof topUpSchema>>(
    await send('POST', '/top-ups', { amount: 2_500, return_url: 'https://example.com/back' }),
    201,
  );
  assert.deepEqual([page.url, page.amount, page.currency], ['https://pay.example/1', 2_500, 'EUR']);
  const asked = sessions[0];
  assert.equal(asked?.get('line_items[0][price_data][unit_amount]'), '2500');
  const orgId = asked?.get('metadata[octavo_organisation]') ?? '';
  assert.match(orgId, /^org_/);
  const signer = new Stripe('sk_test_ours');
  const notify = (type: string, session: object, secret = STRIPE_SECRET): Promise<Response> => {
    const object = {
      id: page.id,
      object: 'checkout.session',
      metadata: { octavo_organisation: orgId },
      amount_total: 2_500,
      currency: 'eur',
      ...session,
    };
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
    const header = signer.webhooks.generateTestHeaderString({ payload, secret });
    return fetch(`${octavo.root}/v1/payments/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body: payload,
    });
  };
  await expectProblem(await notify('checkout.session.completed', { payment_status: 'paid' }, 'whsec_other'), 401, 'unauthorized');
  assert.equal((await notify('checkout.session.completed', { payment_status: 'unpaid' })).status, 200);
  assert.equal((await notify('payment_intent.succeeded', { payment_status: 'paid' })).status, 200);
  assert.equal((await balance()).granted, before.granted);
  const answers = await Promise.all(Array.from({ length: 8 }, () => notify('checkout.session.completed', { payment_status: 'paid' })));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal((await notify('checkout.session.async_payment_succeeded', { payment_status: 'paid' })).status, 200);
  assert.equal((await balance()).granted, before.granted + 2_500);
  assert.match(await command('grants', 'list'), /25\.00 EUR +\S+ +paid in/);
  for (const body of [
    { amount: 99, return_url: 'https://a.example/' },
    { amount: 2_500 },
    { amount: 2_500, return_url: 'javascript:alert(1)' },
  ])
    await expectProblem(await send('POST', '/top-ups', body), 422, 'input_invalid');
});

test('the client has calls for all of it', async () => {
  const { money } = createOctavo({ apiKey: octavo.key, baseUrl: `${octavo.root}/v1` });
  assert.equal((await money.usage({ from: TODAY, groupBy: ['day', 'level'] })).from, TODAY);
  assert.deepEqual((await money.setNotice({ below: 5 })).notice, { below: 5, email: null });
  assert.equal((await money.balance()).currency, 'EUR');
  assert.equal((await money.statement(MONTH)).month, MONTH);
  assert.equal((await money.statementDocument(MONTH, 'docx')).format, 'docx');
  assert.equal((await money.topUp(1_000, 'https://example.com/')).amount, 1_000);
});
