import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccounts } from '../../test/support/memory-accounts.ts';
import { createGrant, grantToNew, leftOf, listGrants } from './grants.ts';
import { ensureFirstKey } from './keys.ts';

test('a new installation begins with one grant, however often it is begun', async () => {
  const { context } = openAccounts();
  await ensureFirstKey(context, undefined);
  const [organisation] = await context.store.listOrganisations();
  await grantToNew(context, organisation?.id ?? '');
  assert.deepEqual(
    (await listGrants(context)).map(({ amount, currency, orgId }) => [amount, currency, orgId]),
    [[10_000, 'EUR', organisation?.id]],
  );
});

test('a grant adds to what is left; what cannot be one is refused in a sentence', async () => {
  const { context } = openAccounts();
  const { id: orgId } = await context.store.createOrganisation({ id: 'org_1', name: 'One' });
  assert.equal(leftOf(await createGrant(context, { orgId, amount: 500, note: 'a gift' })), 500);
  assert.equal(leftOf(await createGrant(context, { orgId, amount: 1 })), 501);
  for (const amount of [0, -1, 1.5, Number.NaN, 1e15])
    await assert.rejects(createGrant(context, { orgId, amount }), { code: 'input_invalid' }, String(amount));
  await assert.rejects(createGrant(context, { orgId, amount: 1, note: 'x'.repeat(201) }), { code: 'input_invalid' });
  await assert.rejects(createGrant(context, { orgId: 'org_2', amount: 1 }), { code: 'not_found' });
  assert.equal((await listGrants(context, orgId)).length, 2);
});
