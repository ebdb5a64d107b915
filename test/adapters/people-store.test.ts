/** Users, members and invitations on a real PostgreSQL. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { loadBetterAuth } from '../../src/adapters/better-auth.ts';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import { openDatabase, type Database } from '../../src/adapters/postgres-database.ts';
import { createPeopleStore } from '../../src/adapters/postgres-people-store.ts';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import type { PeopleStore, NewInvitation } from '../../src/ports/people-store.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';

let server: TestServer;
let database: Database;
let people: PeopleStore;
const hash = (token: string): Uint8Array => createHash('sha256').update(token).digest();
let ids = 0;
const invitation = (token: string, more: Partial<NewInvitation> = {}): NewInvitation => ({
  id: `inv_${++ids}`,
  orgId: 'org_1',
  email: null,
  role: 'member',
  firstUser: false,
  invitedBy: null,
  tokenHash: hash(token),
  validS: 60,
  ...more,
});
const newcomer = (name: string) => ({
  user: { id: `usr_${name}`, name, email: `${name}@example.com`, accountId: `acc_${name}`, passwordHash: 'x' },
});

before(async () => {
  server = await startEmbedded();
  database = await openDatabase(await createTestDatabase(server, 'people'), { log: () => undefined });
  people = createPeopleStore(database);
  await createAccountStore(database).createOrganisation({ id: 'org_1', name: 'One' });
});
after(async () => {
  await database.close();
  await server.close();
});

test('the library of sign-in finds all that it expects in our tables', async () => {
  const { options } = loadBetterAuth({
    pool: database.pool,
    people,
    secret: 'a secret of sixteen',
    publicUrl: 'http://localhost:8080',
    clock: createSystemClock(),
    mailer: null,
    oidc: null,
    log: () => undefined,
  });
  const { toBeCreated, toBeAdded } = await getMigrations(options);
  assert.deepEqual(
    [...toBeCreated, ...toBeAdded].map(({ table, fields }) => `${table}: ${Object.keys(fields).join(', ')}`),
    [],
  );
});

test('of many who follow the first link at once, one becomes the first user', async () => {
  const tokens = ['a', 'b', 'c', 'd'];
  for (const token of tokens) await people.addInvitation(invitation(token, { firstUser: true, role: 'owner' }));
  const outcomes = await Promise.all(tokens.map((token) => people.acceptInvitation({ tokenHash: hash(token), ...newcomer(token) })));
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['accepted', 'gone', 'gone', 'gone']);
  assert.equal(await people.countUsers(), 1);
});

test('an invitation works once, for its address, until it expires or is withdrawn', async () => {
  await people.addInvitation(invitation('once', { email: 'eva@example.com' }));
  assert.deepEqual(await people.acceptInvitation({ tokenHash: hash('once'), ...newcomer('max') }), { kind: 'other_address' });
  const both = await Promise.all([1, 2].map(() => people.acceptInvitation({ tokenHash: hash('once'), ...newcomer('eva') })));
  assert.deepEqual(both.map(({ kind }) => kind).toSorted(), ['accepted', 'gone']);
  await people.addInvitation(invitation('taken'));
  assert.deepEqual(await people.acceptInvitation({ tokenHash: hash('taken'), ...newcomer('eva') }), { kind: 'taken' });
  assert.notEqual(await people.findInvitation(hash('taken')), null, 'it was not used up');
  const late = await people.addInvitation(invitation('late', { validS: -1 }));
  assert.ok(late.expiresAt < new Date());
  assert.deepEqual(await people.acceptInvitation({ tokenHash: hash('late'), ...newcomer('max') }), { kind: 'gone' });
  const withdrawn = await people.addInvitation(invitation('withdrawn'));
  assert.equal(await people.revokeInvitation('org_2', withdrawn.id), false);
  assert.equal(await people.revokeInvitation('org_1', withdrawn.id), true);
  assert.equal(await people.findInvitation(hash('withdrawn')), null);
});

test('an organisation keeps an owner, whoever changes roles at once', async () => {
  const owners = (await people.listMembers('org_1')).filter(({ role }) => role === 'owner').map(({ user }) => user.id);
  assert.equal(owners.length, 1);
  assert.equal(await people.setRole('org_1', 'usr_eva', 'owner'), 'changed');
  const outcomes = await Promise.all([...owners, 'usr_eva'].map((id) => people.removeMember('org_1', id)));
  assert.deepEqual(outcomes.toSorted(), ['changed', 'last_owner']);
  assert.equal(await people.setRole('org_1', 'usr_nobody', 'admin'), 'not_found');
});

test('attempts are counted exactly, however many come at once, and a success is forgotten', async () => {
  const limits = [
    { subject: 'address x', most: 10 },
    { subject: 'pair x y', most: 5 },
  ];
  const waits = await Promise.all(Array.from({ length: 12 }, () => people.takeTurn(limits)));
  assert.equal(waits.filter((wait) => wait === 0).length, 5);
  assert.ok(waits.every((wait) => wait <= 15 * 60_000));
  await people.giveTurnBack(limits.map(({ subject }) => subject));
  assert.equal(await people.takeTurn(limits), 0);
  assert.ok((await people.takeTurn(limits)) > 0);
  assert.equal(await people.takeTurn([{ subject: 'address x', most: 10 }]), 0, 'what was refused for one subject is counted for none');
});

test('a round forgets what is over: sessions, links, old invitations, lines of the log', async () => {
  const user = await people.addUser({ id: 'usr_old', name: 'Old', email: 'old@example.com', orgId: 'org_1', role: 'viewer' });
  assert.ok(user);
  const { pool } = database;
  const session = 'insert into user_sessions (id, user_id, token, expires_at) values ($1, $2, $1, now() + $3::interval)';
  for (const [id, left] of [
    ['ses_over', '-1 second'],
    ['ses_holds', '1 hour'],
  ])
    await pool.query(session, [id, user.id, left]);
  const link = "insert into user_verifications (id, identifier, value, expires_at) values ($1, $1, 'x', now() + $2::interval)";
  for (const [id, left] of [
    ['ver_over', '-1 second'],
    ['ver_holds', '1 hour'],
  ])
    await pool.query(link, [id, left]);
  await people.addInvitation(invitation('long over', { validS: -91 * 86_400, id: 'inv_over' }));
  await people.addInvitation(invitation('lately over', { validS: -1, id: 'inv_lately' }));
  const entry = "insert into audit_log (org_id, actor, action, at) values ('org_1', $1, 'test', now() - $2::interval)";
  for (const [actor, age] of [
    ['old entry', '401 days'],
    ['young entry', '399 days'],
  ])
    await pool.query(entry, [actor, age]);
  await people.sweep();
  const left = async (column: string, table: string): Promise<unknown[]> =>
    (await pool.query<{ name: string }>(`select ${column} as name from ${table} order by 1`)).rows.map(({ name }) => name);
  assert.deepEqual(await left('id', "user_sessions where user_id = 'usr_old'"), ['ses_holds']);
  assert.deepEqual(await left('id', 'user_verifications'), ['ver_holds']);
  assert.deepEqual(await left('id', "invitations where id in ('inv_over', 'inv_lately')"), ['inv_lately']);
  assert.deepEqual(await left('actor', "audit_log where action = 'test'"), ['young entry']);
});
