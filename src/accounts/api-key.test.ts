import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makeKey, parseKey, prefixOf } from './api-key.ts';

test('a key holds its region and 32 even characters of base 62', () => {
  const key = makeKey('eu', (bytes) => randomBytes(bytes));
  assert.match(key, /^ak_eu_[0-9A-Za-z]{32}$/);
  assert.deepEqual(parseKey(key)?.region, 'eu');
  // Bytes of 248 and more would make the first characters likelier: they are passed over.
  const bytes = [255, 248, 247, ...Array.from({ length: 31 }, () => 0)];
  assert.equal(
    makeKey('eu', () => Uint8Array.from(bytes)),
    `ak_eu_z${'0'.repeat(31)}`,
  );
});

test('texts that are no key are distinguished', () => {
  for (const text of [
    '',
    'ak',
    'ak_',
    'ak_eu',
    'ak_eu_',
    'sk_eu_abc',
    'ak_EU_abc',
    'ak_eu_a b',
    'ak_eu_abc\n',
    `ak_eu_${'a'.repeat(201)}`,
    ' ak_eu_abc',
  ]) {
    assert.equal(parseKey(text), null, JSON.stringify(text.slice(0, 30)));
  }
  assert.deepEqual(parseKey('ak_eu_a_b-c'), { region: 'eu', secret: 'a_b-c' });
});

test('the shown beginning gives no short key away', () => {
  assert.equal(prefixOf(`ak_eu_abcdefgh${'x'.repeat(24)}`), 'ak_eu_abcd');
  assert.equal(prefixOf('ak_eu_abcd'), 'ak_eu_a');
  assert.equal(prefixOf('ak_eu_abc'), 'ak_eu_');
});
