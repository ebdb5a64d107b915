/** Every route as every role, and what attackers try, on a real service with two organisations. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { DASHBOARD_ENDPOINTS, ENDPOINTS, type DashboardId, type Endpoint } from '../../src/api/endpoints.ts';
import {
  expectJson,
  expectProblem,
  makeDocument,
  runOctavo,
  startOctavo,
  stopOctavo,
  type ProblemJson,
  type Running,
} from '../support/service.ts';
import { joinBy, openVisitor, PASSWORD, signIn, tokenOf, type Visitor } from '../support/visitor.ts';

type RoleName = 'owner' | 'admin' | 'member' | 'viewer';
let octavo: Running;
let users: Record<RoleName | 'stranger', Visitor>;
let project: string;
let strangersProject: string;
let otherKey: string;

const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir });
  assert.equal(code, 0, `octavo ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

before(async () => {
  octavo = await startOctavo();
  const owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'owner@example.com');
  const invited = async (role: string): Promise<Visitor> => {
    const { link } = await expectJson<{ link: string }>(await owner.ask('POST', '/dashboard/invitations', { role }), 201);
    return joinBy(octavo.root, link, `${role}@example.com`);
  };
  const org = await command('orgs', 'create', 'Second Ltd');
  strangersProject = await command('projects', 'create', 'main', '--org', org);
  otherKey = await command('keys', 'create', '--project', strangersProject);
  const link = await command('users', 'create', 'stranger@example.com', '--org', org, '--role', 'owner');
  const stranger = openVisitor(octavo.root);
  await expectJson(await stranger.ask('POST', '/dashboard/auth/reset-password', { token: tokenOf(link), newPassword: PASSWORD }));
  await expectJson(await signIn(stranger, 'stranger@example.com'));
  users = { owner, admin: await invited('admin'), member: await invited('member'), viewer: await invited('viewer'), stranger };
  project = (await expectJson<{ project: string }>(await owner.get('/dashboard/session'))).project;
});
after(() => stopOctavo(octavo));

/** An address with ids that are well formed and of nothing. */
const fill = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const prefix = {
      document_id: 'doc',
      file_id: 'file',
      user_id: 'usr',
      key_id: 'key',
      session_id: 'ses',
      request_id: 'req',
      invitation_id: 'inv',
    }[name];
    return prefix === undefined ? (name === 'collection' ? 'answers' : 'x1') : `${prefix}_${'0'.repeat(26)}`;
  });

/** Asks with a parameter that no route has: whoever may ask is told so, and nothing is done. */
const probe = (visitor: Visitor, { method, path, body }: Endpoint, headers: Record<string, string> = {}): Promise<Response> =>
  visitor.ask(method, `${fill(path)}?no_such_parameter=1`, body === undefined ? undefined : {}, headers);

/** Written out, beside the table that decides. */
const ALLOWED: Record<DashboardId, readonly RoleName[]> = {
  getDashboardSession: ['owner', 'admin', 'member', 'viewer'],
  listSessions: ['owner', 'admin', 'member', 'viewer'],
  endSession: ['owner', 'admin', 'member', 'viewer'],
  endOtherSessions: ['owner', 'admin', 'member', 'viewer'],
  listKeys: ['owner', 'admin'],
  createKey: ['owner', 'admin'],
  revokeKey: ['owner', 'admin'],
  listLoggedRequests: ['owner', 'admin'],
  getLoggedRequest: ['owner', 'admin'],
  listMembers: ['owner', 'admin', 'member', 'viewer'],
  updateMember: ['owner', 'admin'],
  removeMember: ['owner', 'admin', 'member', 'viewer'],
  listInvitations: ['owner', 'admin'],
  createInvitation: ['owner', 'admin'],
  revokeInvitation: ['owner', 'admin'],
  listAudit: ['owner', 'admin'],
  exportOrganisation: ['owner', 'admin'],
  createProject: ['owner', 'admin'],
  getProject: ['owner', 'admin', 'member', 'viewer'],
  updateProject: ['owner', 'admin'],
  previewBrand: ['owner', 'admin'],
  deleteProject: ['owner'],
};
async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const reader = extract();
  Readable.from([gunzipSync(bytes)]).pipe(reader);
  for await (const entry of reader) entries.set(entry.header.name, await buffer(entry));
  return entries;
}

const ROLE_NAMES: readonly RoleName[] = ['owner', 'admin', 'member', 'viewer'];

test('every route of the dashboard as every role, as a stranger, with a key and with nothing', async () => {
  for (const [id, allowed] of Object.entries(ALLOWED) as [DashboardId, readonly RoleName[]][]) {
    const endpoint = DASHBOARD_ENDPOINTS[id];
    for (const role of ROLE_NAMES) {
      const problem = await expectJson<ProblemJson>(
        await probe(users[role], endpoint, { 'octavo-project': project }),
        allowed.includes(role) ? 422 : 403,
      );
      assert.equal(problem.code, allowed.includes(role) ? 'input_invalid' : 'forbidden', `${id} as ${role}`);
    }
    await expectProblem(await probe(users.stranger, endpoint, { 'octavo-project': project }), 404, 'not_found');
    const nobody = openVisitor(octavo.root);
    await expectProblem(await probe(nobody, endpoint, { authorization: `Bearer ${octavo.key}` }), 403, 'session_required');
    await expectProblem(await probe(nobody, endpoint), 401, 'unauthorized');
    if (endpoint.method === 'GET') continue;
    await expectProblem(await probe(users.owner, endpoint, { origin: 'https://evil.example' }), 403, 'origin_refused');
  }
  assert.deepEqual(Object.keys(ALLOWED).toSorted(), Object.keys(DASHBOARD_ENDPOINTS).toSorted());
});

test('every endpoint of the API as every role: a viewer and a key that reads change nothing', async () => {
  const keyOf = async (scope: string): Promise<string> =>
    (await expectJson<{ key: string }>(await users.owner.ask('POST', '/dashboard/keys', { name: scope, scope }), 201)).key;
  const keys = { read: await keyOf('read'), write: await keyOf('write'), admin: await keyOf('admin') };
  const nobody = openVisitor(octavo.root);
  for (const [id, endpoint] of Object.entries(ENDPOINTS)) {
    const changes = endpoint.method !== 'GET' && id !== 'createExtraction' && id !== 'compareFiles';
    const configures = changes && /^\/(webhook-endpoints|balance|top-ups)/.test(endpoint.path);
    const may: Record<string, boolean> = {
      owner: true,
      admin: true,
      member: !configures,
      viewer: !changes,
      'key read': !changes,
      'key write': !configures,
      'key admin': true,
    };
    for (const [who, allowed] of Object.entries(may)) {
      const scope = /^key (\w+)$/.exec(who)?.[1];
      const answer =
        scope === undefined
          ? await probe(users[who as RoleName], endpoint)
          : await probe(nobody, endpoint, { authorization: `Bearer ${keys[scope as keyof typeof keys]}` });
      const said = await answer.text();
      assert.equal(answer.status === 403, !allowed, `${id} as ${who}: ${answer.status} ${said.slice(0, 200)}`);
    }
  }
});

test('a session makes and reads documents of its project, and another organisation sees nothing of them', async () => {
  const document = await expectJson<{ id: string }>(
    await users.member.ask('POST', '/documents', { content: { markdown: '# Mine\n' }, format: 'pdf' }),
  );
  for (const path of ['', '/outputs', '/report']) assert.equal((await users.viewer.get(`/documents/${document.id}${path}`)).status, 200);
  for (const path of ['', '/outputs', '/report', '/events'])
    await expectProblem(await users.stranger.get(`/documents/${document.id}${path}`), 404, 'not_found');
  await expectProblem(await users.stranger.ask('DELETE', `/documents/${document.id}`), 404, 'not_found');
  assert.equal((await octavo.call(`/documents/${document.id}`)).status, 200, 'a key of the same project sees it');
  const elsewhere = await makeDocument(
    octavo,
    { content: { markdown: '# Theirs\n' }, format: 'pdf' },
    { authorization: `Bearer ${otherKey}` },
  );
  await expectProblem(await users.owner.get(`/documents/${elsewhere.id}`), 404, 'not_found');
  await expectProblem(await users.owner.get('/documents', { 'octavo-project': strangersProject }), 404, 'not_found');
});

test('keys, members and invitations of another organisation are not found', async () => {
  const [key] = (await expectJson<{ data: { id: string }[] }>(await users.owner.get('/dashboard/keys'))).data;
  await expectProblem(await users.stranger.ask('DELETE', `/dashboard/keys/${key?.id}`), 404, 'not_found');
  const members = (await expectJson<{ data: { id: string; role: string }[] }>(await users.owner.get('/dashboard/members'))).data;
  assert.equal(members.length, 4);
  for (const { id } of members) {
    await expectProblem(await users.stranger.ask('DELETE', `/dashboard/members/${id}`), 404, 'not_found');
    await expectProblem(await users.stranger.ask('PATCH', `/dashboard/members/${id}`, { role: 'owner' }), 404, 'not_found');
  }
  const made = await expectJson<{ id: string }>(await users.owner.ask('POST', '/dashboard/invitations', {}), 201);
  await expectProblem(await users.stranger.ask('DELETE', `/dashboard/invitations/${made.id}`), 404, 'not_found');
  await expectJson(await users.owner.ask('DELETE', `/dashboard/invitations/${made.id}`));
  const [session] = (await expectJson<{ data: { id: string }[] }>(await users.owner.get('/dashboard/sessions'))).data;
  await expectProblem(await users.admin.ask('DELETE', `/dashboard/sessions/${session?.id}`), 404, 'not_found');
});

test('nobody rises above the own role, and the last owner stays', async () => {
  const members = (await expectJson<{ data: { id: string; role: RoleName }[] }>(await users.owner.get('/dashboard/members'))).data;
  const idOf = (role: RoleName): string => members.find((member) => member.role === role)?.id ?? '';
  const change = (who: Visitor, id: string, role: RoleName): Promise<Response> => who.ask('PATCH', `/dashboard/members/${id}`, { role });
  await expectProblem(await change(users.admin, idOf('admin'), 'owner'), 403, 'forbidden');
  await expectProblem(await change(users.admin, idOf('owner'), 'viewer'), 403, 'forbidden');
  await expectProblem(await users.admin.ask('POST', '/dashboard/invitations', { role: 'owner' }), 403, 'forbidden');
  await expectProblem(await users.viewer.ask('DELETE', `/dashboard/members/${idOf('member')}`), 403, 'forbidden');
  await expectProblem(await change(users.owner, idOf('owner'), 'member'), 409, 'last_owner');
  await expectProblem(await users.owner.ask('DELETE', `/dashboard/members/${idOf('owner')}`), 409, 'last_owner');
  await expectJson(await change(users.admin, idOf('viewer'), 'member'));
  assert.notEqual((await users.viewer.ask('POST', '/documents', {})).status, 403, 'a new role holds at once');
  await expectJson(await change(users.admin, idOf('viewer'), 'viewer'));
  await expectProblem(await users.viewer.ask('POST', '/documents', {}), 403, 'forbidden');
});

test('a change from another site is refused, with every kind of Origin, and so is one without', async () => {
  const body = { content: { markdown: '# x\n' }, format: 'pdf' };
  for (const origin of [
    'https://evil.example',
    'null',
    octavo.pages,
    octavo.root.replace('http:', 'https:'),
    `${octavo.root}.evil.example`,
  ])
    await expectProblem(await users.owner.ask('POST', '/documents', body, { origin }), 403, 'origin_refused');
  const cookie = [...users.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const without = await fetch(`${octavo.root}/v1/documents`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await expectProblem(without, 403, 'origin_refused');
  const stranger = openVisitor(octavo.root);
  const login = await stranger.ask(
    'POST',
    '/dashboard/auth/sign-in/email',
    { email: 'owner@example.com', password: PASSWORD },
    { origin: 'https://evil.example' },
  );
  await expectProblem(login, 403, 'origin_refused');
  assert.equal((await users.owner.get('/documents', { origin: 'https://evil.example' })).headers.get('access-control-allow-origin'), null);
});

test('a session that somebody else set beforehand is not the one that sign-in begins', async () => {
  const attacker = openVisitor(octavo.root);
  await expectJson(await signIn(attacker, 'viewer@example.com'));
  const planted = attacker.cookies.get('octavo.session_token') ?? '';
  const victim = openVisitor(octavo.root);
  victim.cookies.set('octavo.session_token', planted);
  await expectJson(await signIn(victim, 'member@example.com'));
  assert.notEqual(victim.cookies.get('octavo.session_token'), planted);
  const seen = await expectJson<{ user: { email: string } }>(await attacker.get('/dashboard/session'));
  assert.equal(seen.user.email, 'viewer@example.com');
  for (const forged of ['x', `${planted.slice(0, 10)}x${planted.slice(11)}`, planted.split('.')[0] ?? '', `${planted}x`]) {
    const visitor = openVisitor(octavo.root);
    visitor.cookies.set('octavo.session_token', forged);
    await expectProblem(await visitor.get('/dashboard/session'), 401, 'unauthorized');
  }
});

test('sessions are listed and ended, one or all others; what was ended holds nowhere', async () => {
  const [one, two, three] = [openVisitor(octavo.root), openVisitor(octavo.root), openVisitor(octavo.root)];
  for (const visitor of [one, two, three]) await expectJson(await signIn(visitor, 'admin@example.com'));
  const list = (await expectJson<{ data: { id: string; current: boolean }[] }>(await one.get('/dashboard/sessions'))).data;
  assert.equal(list.filter(({ current }) => current).length, 1);
  const own = (await expectJson<{ data: { id: string; current: boolean }[] }>(await two.get('/dashboard/sessions'))).data;
  const secondId = own.find(({ current }) => current)?.id ?? '';
  await expectJson(await one.ask('DELETE', `/dashboard/sessions/${secondId}`));
  await expectProblem(await two.get('/documents'), 401, 'unauthorized');
  const { ended } = await expectJson<{ ended: number }>(await one.ask('DELETE', '/dashboard/sessions'));
  assert.equal(ended, list.length - 2);
  await expectProblem(await three.get('/dashboard/session'), 401, 'unauthorized');
  await expectJson(await one.get('/dashboard/session'));
  users.admin = one;
});

test('a key is shown once, carries its scope, and is dead once it is revoked', async () => {
  const made = await expectJson<{ id: string; key: string; scope: string }>(
    await users.admin.ask('POST', '/dashboard/keys', { name: 'robot' }),
    201,
  );
  assert.equal(made.scope, 'write');
  const bearer = { headers: { authorization: `Bearer ${made.key}` } };
  assert.equal((await octavo.call('/documents', bearer)).status, 200);
  const list = await (await users.admin.get('/dashboard/keys')).text();
  assert.ok(list.includes(made.id) && !list.includes(made.key));
  await expectJson(await users.admin.ask('DELETE', `/dashboard/keys/${made.id}`));
  const until = Date.now() + 60_000;
  while ((await octavo.call('/documents', bearer)).status !== 401) {
    assert.ok(Date.now() < until, 'the key works a minute after it was revoked');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});

test('settings of a project hold for its documents; the audit log says who changed them', async () => {
  await expectProblem(await users.admin.ask('PATCH', '/dashboard/project', { retention: '2d' }), 422, 'input_invalid');
  await expectProblem(await users.admin.ask('PATCH', '/dashboard/project', { region: 'eu' }), 422, 'input_invalid');
  const changed = await expectJson<{ retention: string; name: string }>(
    await users.admin.ask('PATCH', '/dashboard/project', { retention: '7d', name: 'Reports' }),
  );
  assert.deepEqual([changed.retention, changed.name], ['7d', 'Reports']);
  const document = await expectJson<{ retention: string }>(
    await users.member.ask('POST', '/documents', { content: { markdown: '# a\n' }, format: 'pdf' }),
  );
  assert.equal(document.retention, '7d');
  const log = await expectJson<{ data: { action: string; actor: string; details: Record<string, string> }[] }>(
    await users.owner.get('/dashboard/audit-log?limit=100'),
  );
  const entry = log.data.find(({ action }) => action === 'project.updated');
  assert.deepEqual([entry?.actor, entry?.details['retention']], ['admin@example.com', '30d → 7d']);
  for (const action of ['session.started', 'key.created', 'key.revoked', 'invitation.created', 'member.joined', 'member.role_changed'])
    assert.ok(
      log.data.some((line) => line.action === action),
      action,
    );
  assert.doesNotMatch(JSON.stringify(log), /stranger@example\.com/);
});

test('the archive of an organisation holds all that it has, and nothing of another one', async () => {
  const image = await makeDocument(octavo, { content: { markdown: '# Exported\n' }, format: 'pdf', name: '../a: b' });
  const form = new FormData();
  form.set('file', new Blob(['kept text']), 'notes.txt');
  const file = await expectJson<{ id: string }>(await octavo.call('/files', { method: 'POST', body: form }), 201);
  const answer = await users.owner.get('/dashboard/export');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-disposition') ?? '', /default\.tar\.gz/);
  const entries = await readArchive(Buffer.from(await answer.arrayBuffer()));
  const names = [...entries.keys()];
  assert.ok(names.every((name) => !name.includes('..') && !name.startsWith('/')));
  assert.equal(entries.get(`projects/${project}/files/${file.id}/notes.txt`)?.toString(), 'kept text');
  const folder = `projects/${project}/documents/${image.id}`;
  assert.equal(entries.get(`${folder}/a b.pdf`)?.subarray(0, 5).toString(), '%PDF-');
  assert.match(entries.get(`${folder}/request.json`)?.toString() ?? '', /# Exported/);
  assert.match(entries.get(`${folder}/report.json`)?.toString() ?? '', /"object": "report"/);
  assert.match(entries.get('members.json')?.toString() ?? '', /viewer@example\.com/);
  const all = [...entries.values()].map(String).join('\n');
  assert.doesNotMatch(all, /stranger@example\.com|Second Ltd/);
  assert.ok(!all.includes(octavo.key) && !all.includes(strangersProject));
  assert.equal(names.includes('missing.txt'), false);
});

test('a deleted project is gone with its documents, files and keys', async () => {
  const made = await expectJson<{ id: string }>(await users.owner.ask('POST', '/dashboard/projects', { name: 'Short-lived' }), 201);
  const there = { 'octavo-project': made.id };
  const { key } = await expectJson<{ key: string }>(await users.owner.ask('POST', '/dashboard/keys', { name: 'k' }, there), 201);
  const document = await expectJson<{ id: string; outputs: { url: string }[] }>(
    await users.owner.ask('POST', '/documents', { content: { markdown: '# Gone soon\n' }, format: 'pdf' }, there),
  );
  const file = await expectJson<{ id: string }>(
    await users.owner.ask('POST', '/files', { data: Buffer.from('text').toString('base64'), filename: 'a.txt' }, there),
    201,
  );
  await expectJson(await users.owner.ask('DELETE', '/dashboard/project', undefined, there));
  for (const path of [`/documents/${document.id}`, `/files/${file.id}`, '/dashboard/project'])
    await expectProblem(await users.owner.get(path, there), 404, 'not_found');
  assert.doesNotMatch(await (await users.owner.get('/dashboard/session')).text(), /Short-lived/);
  const until = Date.now() + 180_000;
  const link = document.outputs[0]?.url ?? '';
  for (;;) {
    const [bytes, withKey] = await Promise.all([fetch(link), octavo.call('/documents', { headers: { authorization: `Bearer ${key}` } })]);
    if (bytes.status === 410 && withKey.status === 401) break;
    assert.ok(Date.now() < until, `${bytes.status} ${withKey.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
});

test('guessing a password ends after ten attempts, for that account and address', async () => {
  const attacker = openVisitor(octavo.root);
  for (let i = 0; i < 10; i++)
    await expectProblem(await signIn(attacker, 'viewer@example.com', `a wrong guess ${i}`), 401, 'sign_in_failed');
  const answer = await signIn(attacker, 'viewer@example.com');
  const retryAfterS = Number(answer.headers.get('retry-after'));
  assert.ok(retryAfterS > 600 && retryAfterS <= 900, String(retryAfterS));
  await expectProblem(answer, 429, 'rate_limited');
  await expectProblem(await signIn(attacker, ' VIEWER@example.com'), 429, 'rate_limited');
  for (let i = 0; i < 10; i++) await signIn(attacker, 'nobody@example.com', `a wrong guess ${i}`);
  await expectProblem(await signIn(attacker, 'nobody@example.com'), 429, 'rate_limited');
  const log = await (await users.owner.get('/dashboard/audit-log?limit=20')).text();
  assert.match(log, /session\.refused/);
});
