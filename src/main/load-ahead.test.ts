import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagesAhead } from './load-ahead.ts';

const plain = { role: 'all', mail: undefined, stripe: undefined, oidc: undefined } as const;

test('a service loads ahead what its requests will need, and nothing else', () => {
  assert.deepEqual(packagesAhead(plain, 0), ['http client', 'agents']);
  assert.deepEqual(packagesAhead(plain, 1), ['http client', 'agents', 'sign-in']);
  const oidc = { issuer: 'https://id.example', clientId: 'octavo', clientSecret: 'secret', name: 'Example' };
  const mail = { url: 'smtp://127.0.0.1:1', from: 'a@example.com' };
  const stripe = { key: 'sk_test', webhookSecret: 'whsec_test', apiUrl: undefined };
  assert.deepEqual(packagesAhead({ ...plain, oidc, mail, stripe }, 0), ['http client', 'mail', 'agents', 'sign-in', 'payments']);
});

test('a process that only makes documents needs no doors', () => {
  assert.deepEqual(packagesAhead({ ...plain, role: 'worker' }, 7), ['http client']);
});
