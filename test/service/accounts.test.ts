/** Users, as they come to be and sign in, on a real service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expectJson, expectProblem, runOctavo, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { joinBy, openVisitor, PASSWORD, signIn, tokenOf, type Visitor } from '../support/visitor.ts';

let octavo: Running;
let owner: Visitor;

interface SessionJson {
  user: { id: string; name: string; email: string; two_factor: boolean };
  organisations: { id: string; name: string; role: string; projects: { id: string; name: string }[] }[];
  project: string | null;
}

const sessionOf = async (visitor: Visitor): Promise<SessionJson> => expectJson<SessionJson>(await visitor.get('/dashboard/session'));
const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir });
  assert.equal(code, 0, `octavo ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

test('the first start shows a link that makes the first user, an owner, once', async () => {
  const link = /open this link within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '';
  const shown = await openVisitor(octavo.root).get(`/dashboard/auth/join?token=${tokenOf(link)}`);
  assert.deepEqual(
    await expectJson<{ organisation: string; role: string; email: null }>(shown).then(({ organisation, role, email }) => ({
      organisation,
      role,
      email,
    })),
    { organisation: 'default', role: 'owner', email: null },
  );
  owner = await joinBy(octavo.root, link, 'Ada@Example.com', 'Ada');
  const cookie = owner.given.find((line) => line.startsWith('octavo.session_token=')) ?? '';
  assert.match(cookie, /; HttpOnly/);
  assert.match(cookie, /; SameSite=Lax/);
  assert.doesNotMatch(cookie, /; Secure/, 'not behind https');
  const { user, organisations, project } = await sessionOf(owner);
  assert.equal(user.email, 'ada@example.com');
  assert.deepEqual(
    organisations.map(({ name, role }) => [name, role]),
    [['default', 'owner']],
  );
  assert.equal(project, organisations[0]?.projects[0]?.id);
  const again = { token: tokenOf(link), name: 'Eve', email: 'eve@example.com', password: PASSWORD };
  await expectProblem(await openVisitor(octavo.root).ask('POST', '/dashboard/auth/join', again), 410, 'link_expired');
});

test('a user signs in and out; a wrong password and an unknown address get the same answer', async () => {
  const visitor = openVisitor(octavo.root);
  const wrong = await expectProblem(await signIn(visitor, 'ada@example.com', 'not the password'), 401, 'sign_in_failed');
  const unknown = await expectProblem(await signIn(visitor, 'nobody@example.com', 'not the password'), 401, 'sign_in_failed');
  assert.equal(wrong.detail, unknown.detail);
  await expectProblem(await visitor.get('/dashboard/session'), 401, 'unauthorized');
  const answer = await signIn(visitor, 'ada@example.com');
  const body = await expectJson(answer);
  assert.equal(JSON.stringify(body).includes('token'), false, 'what the cookie holds is nowhere else');
  await sessionOf(visitor);
  const kept = new Map(visitor.cookies);
  await expectJson(await visitor.ask('POST', '/dashboard/auth/sign-out', {}));
  for (const [name, value] of kept) visitor.cookies.set(name, value);
  await expectProblem(await visitor.get('/dashboard/session'), 401, 'unauthorized');
});

test('nobody signs up without a link', async () => {
  const visitor = openVisitor(octavo.root);
  const body = { email: 'eve@example.com', password: PASSWORD, name: 'Eve' };
  const answer = await visitor.ask('POST', '/dashboard/auth/sign-up/email', body);
  assert.ok([401, 404].includes(answer.status), String(answer.status));
  await expectProblem(await signIn(visitor, 'eve@example.com'), 401, 'sign_in_failed');
});

test('the command line makes, lists, resets and disables users', async () => {
  const link = await command('users', 'create', 'Bob@Example.com', '--name', 'Bob', '--role', 'viewer');
  const bob = openVisitor(octavo.root);
  await expectProblem(await signIn(bob, 'bob@example.com'), 401, 'sign_in_failed');
  await expectProblem(
    await bob.ask('POST', '/dashboard/auth/reset-password', { token: tokenOf(link), newPassword: 'short' }),
    422,
    'input_invalid',
  );
  await expectJson(await bob.ask('POST', '/dashboard/auth/reset-password', { token: tokenOf(link), newPassword: PASSWORD }));
  await expectJson(await signIn(bob, 'bob@example.com'));
  assert.equal((await sessionOf(bob)).organisations[0]?.role, 'viewer');
  await expectProblem(
    await bob.ask('POST', '/dashboard/auth/reset-password', { token: tokenOf(link), newPassword: PASSWORD }),
    410,
    'link_expired',
  );

  const other = 'quite another password';
  const second = await command('users', 'reset', 'bob@example.com');
  await expectJson(
    await openVisitor(octavo.root).ask('POST', '/dashboard/auth/reset-password', { token: tokenOf(second), newPassword: other }),
  );
  await expectProblem(await bob.get('/dashboard/session'), 401, 'unauthorized');
  await expectJson(await signIn(bob, 'bob@example.com', other));
  assert.equal(await command('users', 'disable', 'bob@example.com'), 'disabled bob@example.com');
  await expectProblem(await bob.get('/dashboard/session'), 401, 'unauthorized');
  await expectProblem(await signIn(bob, 'bob@example.com', other), 401, 'sign_in_failed');
  assert.match(await command('users', 'list'), /disabled.*bob@example\.com/);
  await command('users', 'enable', 'bob@example.com');
  await expectJson(await signIn(bob, 'bob@example.com', other));
});
