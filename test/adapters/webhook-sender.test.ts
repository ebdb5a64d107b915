/** Webhooks go to public https addresses and nowhere else: the tricks that downloads are tried with, and those of receivers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWebhookSender, type WebhookSenderOptions } from '../../src/adapters/webhook-sender.ts';
import { PRIVATE_HOSTS } from '../support/private-hosts.ts';
import { makeCertificate, startReceiver, type Certificate, type Receiver } from '../support/receiver.ts';

const message = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
let certificate: Certificate;
let receiver: Receiver;
before(async () => {
  certificate = makeCertificate();
  receiver = await startReceiver(certificate);
});
after(async () => {
  await receiver.close();
  certificate.remove();
});
const portOf = (): number => Number(new URL(receiver.origin).port);
const local = (more: Partial<WebhookSenderOptions> = {}) => createWebhookSender({ allow: ['127.0.0.1'], ...more });

test('no spelling of a private address passes, when it is registered or when it is reached', async () => {
  const sender = createWebhookSender({ allow: [] });
  for (const host of PRIVATE_HOSTS) {
    for (const url of [`https://${host}/a`, `https://${host}:8443/a`]) {
      assert.equal(typeof sender.check(url), 'string', url);
      const answer = await sender.send(url, message);
      assert.deepEqual([answer.status, typeof answer.fault], [null, 'string'], url);
    }
  }
});

test('what is no public https address is refused by itself, with the repair', () => {
  const sender = createWebhookSender({ allow: ['hooks.internal', '10.0.0.5'] });
  for (const [url, words] of [
    ['http://example.com/', /https/],
    ['ftp://example.com/', /https/],
    ['not an address', /not a valid/],
    ['https://user:secret@example.com/', /name and password/],
    ['https://example.com:80/', /port must be 443/],
    ['https://example.com:25/', /port must be 443/],
    ['https://printer.local/', /private network/],
    ['https://printer.local./', /private network/],
    ['https://db.internal/', /private network/],
    ['https://router.home.arpa/', /private network/],
    ['https://intranet/', /private network/],
    ['https://localhost/', /private network/],
    ['https://a.localhost:8443/', /private network/],
    ['https://[::ffff:127.0.0.1]/', /private network/],
    ['https://[::ffff:7f00:1]/', /private network/],
    ['https://[64:ff9b::7f00:1]/', /private network/],
    ['https://169.254.169.254/latest/meta-data/', /private network/],
    ['https://10.0.0.6/', /private network/],
  ] as const)
    assert.match(sender.check(url) ?? '', words, url);
  for (const url of [
    'https://example.com/',
    'https://example.com:8443/hook?a=b',
    'https://1.1.1.1/',
    'https://hooks.internal/x',
    'https://10.0.0.5:9000/',
    'https://mylocal.example/',
  ])
    assert.equal(sender.check(url), null, url);
});

test('a name that leads inside is not connected to, whatever it led to before', async () => {
  const before = receiver.connections();
  const answers = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '64:ff9b::7f00:1', '10.0.0.1', '169.254.169.254'];
  let asked = 0;
  const sender = createWebhookSender({ allow: [], resolve: async () => [{ address: answers[asked++] ?? '127.0.0.1', family: 4 }] });
  const url = `https://rebind.example.com:${portOf()}/`;
  assert.equal(sender.check(url), null);
  for (const address of answers) assert.match((await sender.send(url, message)).fault ?? '', /private network/, address);
  assert.equal(asked, answers.length, 'each connection asks once and uses that answer');
  assert.equal(receiver.connections(), before);
});

test('an unknown certificate, a closed port and an unknown name are told in words', async () => {
  const untrusted = await local().send(`${receiver.origin}/a`, message);
  assert.deepEqual([untrusted.status, untrusted.fault], [null, 'The certificate of this address is not valid.']);
  assert.match((await local().send('https://127.0.0.1:1025/', message)).fault ?? '', /refuses connections/);
  const nowhere = local({ resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
  assert.match((await nowhere.send('https://nowhere.example.com/', message)).fault ?? '', /cannot be found/);
});

/** In a process that trusts the certificate: Node reads NODE_EXTRA_CA_CERTS when it starts. */
const TRUSTING = fileURLToPath(new URL('../support/send-webhooks.ts', import.meta.url));

test('what a trusted receiver answers is kept, cut, and never followed', () => {
  const run = spawnSync(process.execPath, [TRUSTING], {
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: certificate.path,
      RECEIVER_KEY: certificate.key,
      RECEIVER_CERT: certificate.cert,
    },
  });
  assert.equal(run.status, 0, run.stderr);
  const told = JSON.parse(run.stdout) as Record<
    string,
    { status: number | null; length?: number; truncated: boolean; fault: string | null }
  >;
  assert.deepEqual(told['plain'], { status: 200, length: 2, truncated: false, fault: null });
  assert.deepEqual(told['long'], { status: 200, length: 4_096, truncated: true, fault: null });
  assert.deepEqual(told['exact'], { status: 200, length: 4_096, truncated: false, fault: null });
  assert.deepEqual(told['redirect'], { status: 302, length: 0, truncated: false, fault: null });
  assert.deepEqual(told['slow'], { status: null, truncated: false, fault: 'No answer within 1 seconds.' });
  assert.deepEqual(told['trickle'], { status: null, truncated: false, fault: 'No answer within 1 seconds.' });
  assert.deepEqual(told['broken'], { status: null, truncated: false, fault: 'The connection failed or broke off.' });
  assert.deepEqual(told['stopped'], { status: null, truncated: false, fault: 'enough' });
  assert.deepEqual(told['elsewhere'], { status: 0, truncated: false, fault: null });
});
