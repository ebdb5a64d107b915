import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from './octavo.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const now = new Date('2026-11-23T10:00:00.500Z');
const body = JSON.stringify({ id: 'evt_1', type: 'document.ready', data: { status: 'ready', words: 'año €' } });

/** As the public package signs it. */
function signed(more: Record<string, string> = {}, at = now, key = secret): Record<string, string> {
  const signature = new Webhook(key).sign('evt_1', at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature, ...more };
}
const refused = (words: RegExp) => (error: unknown) => error instanceof WebhookVerificationError && words.test(error.message);

test('what the public package signs is verified, as text and as bytes, with headers of any kind', async () => {
  const options = { secret, now };
  assert.equal((await verifyWebhook({ body, headers: signed() }, options)).type, 'document.ready');
  assert.deepEqual((await verifyWebhook({ body: Buffer.from(body), headers: new Headers(signed()) }, options)).data, {
    status: 'ready',
    words: 'año €',
  });
  const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]));
  assert.equal((await verifyWebhook({ body, headers: upper }, options)).id, 'evt_1');
  assert.equal((await verifyWebhook({ body, headers: signed() }, { secret: [other, secret], now })).id, 'evt_1');
  const two = signed({
    'webhook-signature': `v1,AAAA v2,x ${signed({}, now, other)['webhook-signature']} ${signed()['webhook-signature']}`,
  });
  assert.equal((await verifyWebhook({ body, headers: two }, options)).id, 'evt_1');
});

test('what is not signed by the secret, changed, or old is refused', async () => {
  const options = { secret, now };
  for (const [headers, sent, words] of [
    [signed({}, now, other), body, /no signature/],
    [signed(), `${body} `, /no signature/],
    [signed({ 'webhook-id': 'evt_2' }), body, /no signature/],
    [signed({ 'webhook-timestamp': String(Math.floor(now.getTime() / 1_000) + 1) }), body, /no signature/],
    [signed({ 'webhook-signature': 'v1,' }), body, /no signature/],
    [signed({ 'webhook-signature': 'v1,%%%' }), body, /no signature/],
    [signed({ 'webhook-signature': (signed()['webhook-signature'] ?? '').replace('v1,', 'v1a,') }), body, /no signature/],
    [signed({ 'webhook-signature': '' }), body, /webhook-signature is missing/],
    [{}, body, /webhook-id is missing/],
    [signed({}, new Date(now.getTime() - 301_500)), body, /300 seconds/],
    [signed({}, new Date(now.getTime() + 301_500)), body, /300 seconds/],
    [signed({ 'webhook-timestamp': 'NaN' }), body, /300 seconds/],
    [signed({ 'webhook-timestamp': '1e99' }), body, /300 seconds/],
  ] as const)
    await assert.rejects(verifyWebhook({ body: sent, headers }, options), refused(words), `${words} ${JSON.stringify(headers)}`);
  await assert.rejects(verifyWebhook({ body, headers: signed() }, { secret: 'not base64 !', now }), refused(/secret/));
  const old = signed({}, new Date(now.getTime() - 299_000));
  assert.equal((await verifyWebhook({ body, headers: old }, options)).id, 'evt_1');
});
