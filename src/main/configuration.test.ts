import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigurationError } from '../cli/exit-codes.ts';
import { parseConfiguration } from './configuration.ts';

test('an empty environment is a whole configuration', () => {
  const configuration = parseConfiguration({});
  assert.equal(configuration.port, 8080);
  assert.equal(configuration.role, 'all');
  assert.equal(configuration.ratePerMinute, 120);
  assert.equal(configuration.bodyLimitBytes, 100_663_296);
  assert.equal(configuration.databaseUrl, undefined);
});

test('every setting at fault is named at once, with what it is', () => {
  assert.throws(
    () => parseConfiguration({ OCTAVO_PORT: '80800', OCTAVO_ROLE: 'boss', OCTAVO_DATABASE_URL: 'mysql://x' }),
    (error: unknown) =>
      error instanceof ConfigurationError &&
      ['OCTAVO_PORT', 'OCTAVO_ROLE', 'OCTAVO_DATABASE_URL', '"80800"'].every((part) => error.message.includes(part)),
  );
});

test('a first key of another region is refused', () => {
  assert.throws(() => parseConfiguration({ OCTAVO_REGION: 'eu', OCTAVO_API_KEY: `ak_us_${'x'.repeat(30)}` }), /ak_eu_/);
});

test('an empty setting counts as absent', () => {
  assert.equal(parseConfiguration({ OCTAVO_PORT: '' }).port, 8080);
});

test('an IPv6 host is in brackets in addresses', () => {
  assert.equal(parseConfiguration({ OCTAVO_HOST: '::1' }).boundUrl(8080), 'http://[::1]:8080');
});

test('a model is a provider and a name; one of an own address needs that', () => {
  assert.equal(parseConfiguration({}).model, undefined);
  assert.equal(parseConfiguration({ OCTAVO_MODEL: 'anthropic:some-model' }).model?.model, 'anthropic:some-model');
  assert.throws(() => parseConfiguration({ OCTAVO_MODEL: 'some-model' }), /OCTAVO_MODEL/);
  assert.throws(() => parseConfiguration({ OCTAVO_MODEL: 'openai-compatible:m' }), /OCTAVO_MODEL_BASE_URL/);
});

test('prices are JSON in minor units; what cannot be one is named with how it looks', () => {
  assert.deepEqual(parseConfiguration({}).prices, { fast: 0, standard: 0, best: 0, currency: 'EUR' });
  assert.deepEqual(parseConfiguration({ OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"USD"}' }).prices, {
    fast: 2,
    standard: 10,
    best: 30,
    currency: 'USD',
  });
  assert.deepEqual(parseConfiguration({ OCTAVO_PRICES: '{"best":30}' }).prices, { fast: 0, standard: 0, best: 30, currency: 'EUR' });
  for (const bad of ['free', '{"fast":-1}', '{"fast":0.5}', '{"fast":"2"}', '{"faster":2}', '{"currency":"euro"}', '[]', 'null']) {
    assert.throws(
      () => parseConfiguration({ OCTAVO_PRICES: bad }),
      (error: unknown) => error instanceof ConfigurationError && /OCTAVO_PRICES: .*it looks like \{"fast":2/.test(error.message),
      bad,
    );
  }
});

test('origins of pages are a list of origins, or all', () => {
  assert.deepEqual(parseConfiguration({}).allowedOrigins, []);
  const two = parseConfiguration({ OCTAVO_ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173' });
  assert.deepEqual(two.allowedOrigins, ['https://app.example.com', 'http://localhost:5173']);
  assert.deepEqual(parseConfiguration({ OCTAVO_ALLOWED_ORIGINS: '*' }).allowedOrigins, ['*']);
  for (const bad of ['app.example.com', 'https://app.example.com/', 'https://app.example.com/page', '*.example.com'])
    assert.throws(() => parseConfiguration({ OCTAVO_ALLOWED_ORIGINS: bad }), /OCTAVO_ALLOWED_ORIGINS: must be origins such as/, bad);
});
