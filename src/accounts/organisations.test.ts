import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccounts as open } from '../../test/support/memory-accounts.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { createOrganisation, createProject, listOrganisations, listProjects } from './organisations.ts';

test('organisations, projects and keys are made and listed', async () => {
  const { context } = open();
  const organisation = await createOrganisation(context, { name: ' Acme ' });
  assert.equal(organisation.name, 'Acme');
  const project = await createProject(context, { orgId: organisation.id, name: 'Web', retention: '7d' });
  assert.deepEqual([project.region, project.retention], ['eu', '7d']);
  await assert.rejects(createOrganisation(context, { name: '  ' }), /1 to 200/);
  await assert.rejects(createProject(context, { orgId: 'org_no', name: 'x' }), /no organisation org_no/);
  await assert.rejects(createProject(context, { orgId: organisation.id, name: 'x', retention: '2d' }), /one of none/);
  await assert.rejects(createKey(context, { projectId: 'prj_no', name: 'x' }), /no project prj_no/);
  const { key, record } = await createKey(context, { projectId: project.id, name: 'server' });
  assert.ok(key.startsWith(record.prefix));
  assert.deepEqual(
    (await listKeys(context, project.id)).map(({ name }) => name),
    ['server'],
  );
  assert.deepEqual([(await listOrganisations(context)).length, (await listProjects(context)).length], [1, 1]);
  assert.equal(await revokeKey(context, record.id), true);
  assert.equal(await revokeKey(context, 'key_no'), false);
});
