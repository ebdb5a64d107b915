/** Second factors, passkeys, sign-in elsewhere and mail, on a real service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { codeOf } from '../support/one-time-code.ts';
import { expectJson, expectProblem, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';
import { joinBy, openVisitor, PASSWORD, signIn, tokenOf, type Visitor } from '../support/visitor.ts';

let octavo: Running;
let owner: Visitor;
let mail: MailServer;
let provider: IdentityProvider;

const auth = (visitor: Visitor, path: string, body: unknown = {}): Promise<Response> => visitor.ask('POST', `/dashboard/auth${path}`, body);
const whoIs = async (visitor: Visitor): Promise<string> =>
  (await expectJson<{ user: { email: string } }>(await visitor.get('/dashboard/session'))).user.email;

before(async () => {
  [mail, provider] = await Promise.all([startMailServer(), startIdentityProvider('octavo-test')]);
  octavo = await startOctavo({
    environment: {
      OCTAVO_SMTP_URL: mail.url,
      OCTAVO_MAIL_FROM: 'Octavo <octavo@example.com>',
      OCTAVO_OIDC_ISSUER: provider.issuer,
      OCTAVO_OIDC_CLIENT_ID: 'octavo-test',
      OCTAVO_OIDC_CLIENT_SECRET: 'not so secret',
      OCTAVO_OIDC_NAME: 'Test Ltd',
    },
  });
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com');
});
after(async () => {
  await stopOctavo(octavo);
  await Promise.all([mail?.close(), provider?.close()]);
});

test('the ways to sign in are told to whoever asks', async () => {
  const methods = await expectJson(await fetch(`${octavo.root}/v1/dashboard/auth/methods`));
  assert.deepEqual(methods, {
    object: 'sign_in_methods',
    password: true,
    passkey: true,
    oidc: { id: 'oidc', name: 'Test Ltd' },
    mail: true,
  });
});

test('with a second factor the password alone opens nothing', async () => {
  const enabled = await expectJson<{ totpURI: string; backupCodes: string[] }>(
    await auth(owner, '/two-factor/enable', { password: PASSWORD }),
  );
  assert.match(enabled.totpURI, /^otpauth:\/\/totp\/Octavo/);
  assert.equal(enabled.backupCodes.length, 10);
  await expectProblem(await auth(owner, '/two-factor/verify-totp', { code: '000000' }), 401, 'sign_in_failed');
  await expectJson(await auth(owner, '/two-factor/verify-totp', { code: codeOf(enabled.totpURI) }));

  const visitor = openVisitor(octavo.root);
  const half = await expectJson<{ twoFactorRedirect: boolean }>(await signIn(visitor, 'ada@example.com'));
  assert.equal(half.twoFactorRedirect, true);
  await expectProblem(await visitor.get('/dashboard/session'), 401, 'unauthorized');
  await expectProblem(
    await auth(visitor, '/two-factor/verify-totp', { code: codeOf(enabled.totpURI, -10 * 60_000) }),
    401,
    'sign_in_failed',
  );
  await expectJson(await auth(visitor, '/two-factor/verify-totp', { code: codeOf(enabled.totpURI, -25_000) }));
  assert.equal(await whoIs(visitor), 'ada@example.com', 'a phone may be half a minute slow');

  const recovery = { code: enabled.backupCodes[0] };
  const lost = openVisitor(octavo.root);
  await signIn(lost, 'ada@example.com');
  await expectJson(await auth(lost, '/two-factor/verify-backup-code', recovery));
  assert.equal(await whoIs(lost), 'ada@example.com');
  const again = openVisitor(octavo.root);
  await signIn(again, 'ada@example.com');
  await expectProblem(await auth(again, '/two-factor/verify-backup-code', recovery), 401, 'sign_in_failed');
  await expectJson(await auth(lost, '/two-factor/disable', { password: PASSWORD }));
});

test('codes cannot be guessed: after a few wrong ones the right one is refused too', async () => {
  const enabled = await expectJson<{ totpURI: string }>(await auth(owner, '/two-factor/enable', { password: PASSWORD }));
  await expectJson(await auth(owner, '/two-factor/verify-totp', { code: codeOf(enabled.totpURI) }));
  const visitor = openVisitor(octavo.root);
  await signIn(visitor, 'ada@example.com');
  for (let i = 0; i < 8; i++) await auth(visitor, '/two-factor/verify-totp', { code: String(100_000 + i) });
  const answer = await auth(visitor, '/two-factor/verify-totp', { code: codeOf(enabled.totpURI) });
  assert.ok(answer.status >= 400, `${answer.status} ${await answer.text()}`);
  await expectProblem(await visitor.get('/dashboard/session'), 401, 'unauthorized');
  await expectJson(await auth(owner, '/two-factor/disable', { password: PASSWORD }));
});

test('a passkey signs in without a password, and is bound to its address', async () => {
  const key = createSoftPasskey(octavo.root.replace('127.0.0.1', 'localhost'));
  const creation = await expectJson<{ challenge: string; rp: { id: string } }>(
    await owner.get('/dashboard/auth/passkey/generate-register-options'),
  );
  assert.equal(creation.rp.id, 'localhost');
  await expectJson(await auth(owner, '/passkey/verify-registration', { response: key.register(creation), name: 'laptop' }));
  const visitor = openVisitor(octavo.root);
  const options = await expectJson<{ challenge: string; rpId: string }>(
    await visitor.get('/dashboard/auth/passkey/generate-authenticate-options'),
  );
  const response = key.authenticate(options);
  await expectJson(await auth(visitor, '/passkey/verify-authentication', { response }));
  assert.equal(await whoIs(visitor), 'ada@example.com');
  const replayed = openVisitor(octavo.root);
  assert.ok((await auth(replayed, '/passkey/verify-authentication', { response })).status >= 400);
  const foreign = createSoftPasskey('https://elsewhere.example');
  const fresh = await expectJson<{ challenge: string; rpId: string }>(
    await replayed.get('/dashboard/auth/passkey/generate-authenticate-options'),
  );
  assert.ok((await auth(replayed, '/passkey/verify-authentication', { response: foreign.authenticate(fresh) })).status >= 400);
  await expectProblem(await replayed.get('/dashboard/session'), 401, 'unauthorized');
});

/** Goes through the provider and back; where the browser ends. */
async function goThroughProvider(visitor: Visitor): Promise<string> {
  const begun = await expectJson<{ url: string }>(
    await auth(visitor, '/sign-in/social', { provider: 'oidc', callbackURL: '/', disableRedirect: true }),
  );
  const there = await fetch(begun.url, { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  assert.equal(back.pathname, '/v1/dashboard/auth/callback/oidc');
  const answer = await visitor.get(`${back.pathname.replace('/v1', '')}${back.search}`);
  assert.equal(answer.status, 302);
  return answer.headers.get('location') ?? '';
}

test('whoever is invited may sign in elsewhere; nobody else becomes a user by it', async () => {
  provider.person = { sub: '7', email: 'eve@example.com', email_verified: true, name: 'Eve' };
  const eve = openVisitor(octavo.root);
  assert.match(await goThroughProvider(eve), /error=/);
  await expectProblem(await eve.get('/dashboard/session'), 401, 'unauthorized');

  await expectJson(await owner.ask('POST', '/dashboard/invitations', { email: 'grace@example.com', role: 'viewer' }), 201);
  await mail.waitFor('grace@example.com');
  provider.person = { sub: '8', email: 'grace@example.com', email_verified: false, name: 'Grace' };
  assert.match(await goThroughProvider(openVisitor(octavo.root)), /error=/, 'an address that the provider does not vouch for');
  provider.person.email_verified = true;
  const grace = openVisitor(octavo.root);
  assert.doesNotMatch(await goThroughProvider(grace), /error=/);
  const session = await expectJson<{ organisations: { role: string }[] }>(await grace.get('/dashboard/session'));
  assert.deepEqual(
    session.organisations.map(({ role }) => role),
    ['viewer'],
  );
  const again = openVisitor(octavo.root);
  await goThroughProvider(again);
  assert.equal(await whoIs(again), 'grace@example.com');

  provider.person = { sub: '9', email: 'ada@example.com', email_verified: true, name: 'Not Ada' };
  assert.match(
    await goThroughProvider(openVisitor(octavo.root)),
    /error=/,
    'a user whose address nobody has vouched for is not taken over',
  );
});

test('invitations and new passwords go by mail; asking does not tell whether there is an account', async () => {
  const made = await expectJson<{ link: string; mail: string }>(
    await owner.ask('POST', '/dashboard/invitations', { email: 'Bob@Example.com', role: 'member' }),
    201,
  );
  assert.equal(made.mail, 'sent');
  const invitation = await mail.waitFor('bob@example.com');
  assert.equal(tokenOf(invitation), tokenOf(made.link));
  const wrong = openVisitor(octavo.root);
  const body = { token: tokenOf(invitation), name: 'Eve', email: 'eve@example.com', password: PASSWORD };
  await expectProblem(await auth(wrong, '/join', body), 422, 'input_invalid');
  await joinBy(octavo.root, made.link, 'bob@example.com');

  const known = await expectJson(await auth(openVisitor(octavo.root), '/request-password-reset', { email: 'bob@example.com' }));
  const unknown = await expectJson(await auth(openVisitor(octavo.root), '/request-password-reset', { email: 'nobody@example.com' }));
  assert.deepEqual(known, unknown);
  const reset = await mail.waitFor('bob@example.com');
  await expectJson(
    await auth(openVisitor(octavo.root), '/reset-password', { token: tokenOf(reset), newPassword: 'quite another password' }),
  );
  await expectJson(await signIn(openVisitor(octavo.root), 'bob@example.com', 'quite another password'));
  await expectProblem(await signIn(openVisitor(octavo.root), 'bob@example.com'), 401, 'sign_in_failed');
  assert.equal(mail.mails.length, 0, 'nothing was sent to the address without an account');
});

test('a change of the password ends all other sessions and begins a new one', async () => {
  const other = openVisitor(octavo.root);
  await expectJson(await signIn(other, 'ada@example.com'));
  const before = owner.cookies.get('octavo.session_token');
  const next = 'my next long password';
  await expectProblem(
    await auth(owner, '/change-password', { currentPassword: 'wrong password', newPassword: next }),
    401,
    'sign_in_failed',
  );
  await expectJson(await auth(owner, '/change-password', { currentPassword: PASSWORD, newPassword: next, revokeOtherSessions: false }));
  await expectProblem(await other.get('/dashboard/session'), 401, 'unauthorized');
  assert.equal(await whoIs(owner), 'ada@example.com');
  assert.notEqual(owner.cookies.get('octavo.session_token'), before);
});
