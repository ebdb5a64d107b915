import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccounts as open } from '../../test/support/memory-accounts.ts';
import type { AccountStore } from '../ports/account-store.ts';
import { hashKey } from './api-key.ts';
import { ensureFirstKey, ensureSecret } from './keys.ts';

test('a new installation gets one organisation, one project and one key', async () => {
  const { store, context } = open();
  const key = await ensureFirstKey(context, undefined);
  assert.match(key ?? '', /^ak_eu_/);
  assert.equal(await ensureFirstKey(context, undefined), null);
  assert.deepEqual(
    [(await store.listOrganisations()).length, (await store.listProjects()).length, (await store.listKeys()).length],
    [1, 1, 1],
  );
  const owner = await store.findKey(hashKey(key ?? ''));
  assert.equal(owner?.project.retention, '30d');
});

test('a key of the operator is taken and not printed; one of another form or region is refused', async () => {
  const { store, context } = open();
  await assert.rejects(ensureFirstKey(context, 'secret'), /ak_eu_/);
  await assert.rejects(ensureFirstKey(context, 'ak_us_abcdefgh'), /region us/);
  assert.equal(await ensureFirstKey(context, 'ak_eu_chosen'), null);
  assert.equal((await store.findKey(hashKey('ak_eu_chosen')))?.project.name, 'default');
});

test('processes that start at once make one first key', async () => {
  const { store, context } = open();
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureFirstKey(context, undefined)));
  assert.equal(keys.filter((key) => key !== null).length, 1);
  assert.equal((await store.listKeys()).length, 1);
});

/** The same store for a process that is killed at a step, before or after it was done: no call of it works from there on. */
function killAt(store: AccountStore, step: 'createOrganisation' | 'createProject' | 'addKey', done: boolean): AccountStore {
  let dead = false;
  return new Proxy(store, {
    get:
      (target, name, receiver) =>
      async (...given: unknown[]) => {
        if (name === step && !done) dead = true;
        if (dead) throw new Error('killed');
        const call: unknown = Reflect.get(target, name, receiver);
        const result: unknown = typeof call === 'function' ? await call.apply(target, given) : undefined;
        if (name === step) dead = true;
        if (dead) throw new Error('killed');
        return result;
      },
  });
}

test('a start that died at any step is taken up by the next one', async () => {
  for (const step of ['createOrganisation', 'createProject', 'addKey'] as const) {
    for (const done of [false, true]) {
      const { store, context } = open();
      await assert.rejects(ensureFirstKey({ ...context, store: killAt(store, step, done) }, 'ak_eu_chosen'), /killed/);
      assert.equal(await ensureFirstKey(context, 'ak_eu_chosen'), null);
      assert.deepEqual(
        [(await store.listOrganisations()).length, (await store.listProjects()).length, (await store.listKeys()).length],
        [1, 1, 1],
        step,
      );
      assert.ok(await store.findKey(hashKey('ak_eu_chosen')), step);
    }
  }
});

test('whoever makes organisations by hand makes keys by hand', async () => {
  const { store, context } = open();
  await store.createOrganisation({ id: 'org_mine', name: 'Mine' });
  assert.equal(await ensureFirstKey(context, undefined), null);
  assert.equal((await store.listOrganisations()).length, 1);
});

test('the secret of links is made once, and given ones win', async () => {
  const { context } = open();
  const first = await ensureSecret(context, undefined);
  assert.equal(first.length, 43);
  assert.equal(await ensureSecret(context, undefined), first);
  assert.equal(await ensureSecret(context, 'given'), 'given');
});
