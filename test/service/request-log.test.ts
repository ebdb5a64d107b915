/** What keys asked for, to look at and to send again; sessions that end; cookies behind https. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';
import { expectJson, expectProblem, makeDocument, startOctavo, stopOctavo, type Running } from '../support/service.ts';
import { joinBy, signIn, type Visitor } from '../support/visitor.ts';

interface Line {
  id: string;
  key_id: string;
  method: string;
  path: string;
  status: number;
  document_id: string | null;
}
interface Detail extends Line {
  body: string | null;
  curl: string;
}

let octavo: Running;
let owner: Visitor;
before(async () => {
  octavo = await startOctavo();
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com');
});
after(() => stopOctavo(octavo));

const list = async (query = ''): Promise<Line[]> =>
  (await expectJson<{ data: Line[] }>(await owner.get(`/dashboard/requests${query}`))).data;
/** Lines are written behind the answers. */
async function find(wanted: (line: Line) => boolean): Promise<Detail> {
  for (const end = Date.now() + 90_000; Date.now() < end;) {
    const found = (await list('?limit=100')).find(wanted);
    if (found !== undefined) return expectJson<Detail>(await owner.get(`/dashboard/requests/${found.id}`));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('the request is not in the log');
}

test('a request with a key is in the log, and its command does the same again', async () => {
  const sent = { content: { markdown: "# It's here\n" }, format: 'pdf', metadata: { pin_token: 'do-not-keep' } };
  const document = await makeDocument(octavo, sent);
  const { body, curl, ...line } = await find(({ document_id: id }) => id === document.id);
  assert.deepEqual([line.method, line.path, line.status], ['POST', '/v1/documents', 200]);
  assert.deepEqual(JSON.parse(body ?? ''), { ...sent, metadata: { pin_token: '[left out]' } });
  assert.ok(!curl.includes(octavo.key) && curl.includes('Bearer $OCTAVO_API_KEY'));
  const env = { ...process.env, OCTAVO_API_KEY: octavo.key };
  const { stdout } = await promisify(execFile)('bash', ['-c', curl], { env });
  const again = JSON.parse(stdout) as { id: string; object: string };
  assert.equal(again.object, 'document');
  assert.notEqual(again.id, document.id);
  assert.deepEqual(
    (await list(`?key_id=${line.key_id}`)).every(({ key_id: id }) => id === line.key_id),
    true,
  );
  assert.deepEqual(await list('?key_id=key_0'), []);
});

test('what is not to be kept has no body there: retention none, extractions, files', async () => {
  const secret = 'a sentence that nobody keeps';
  const unkept = await makeDocument(octavo, { content: { markdown: `# ${secret}\n` }, format: 'pdf', retention: 'none' });
  assert.equal((await find(({ document_id: id }) => id === unkept.id)).body, null);
  const file = { data: Buffer.from(secret).toString('base64'), filename: 'a.txt' };
  await octavo.call('/extract', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ file }) });
  assert.equal((await find(({ path }) => path === '/v1/extract')).body, null);
  const refused = await octavo.post({ formt: 'pdf', prompt: 'Write a letter' });
  await expectProblem(refused, 422, 'input_invalid');
  const line = await find(({ id }) => id === refused.headers.get('request-id'));
  assert.equal(line.body, '{"formt":"pdf","prompt":"Write a letter"}');
  assert.ok((await list('?failed=true')).every(({ status }) => status >= 400));
});

test('what a project that stores nothing was asked is not kept', async () => {
  await expectJson(await owner.ask('PATCH', '/dashboard/project', { retention: 'none' }));
  // a key's project is known to a process for five seconds
  const { key } = await expectJson<{ key: string }>(await owner.ask('POST', '/dashboard/keys', { name: 'new' }), 201);
  const authorization = `Bearer ${key}`;
  const refused = await octavo.post({ formt: 'pdf', prompt: 'Write a letter' }, { authorization });
  assert.equal((await find(({ id }) => id === refused.headers.get('request-id'))).body, null);
  await expectJson(await owner.ask('PATCH', '/dashboard/project', { retention: '30d' }));
});

test('a session ends when its time is over, and nothing of it is kept', async () => {
  const short = await joinBy(
    octavo.root,
    (await expectJson<{ link: string }>(await owner.ask('POST', '/dashboard/invitations', {}), 201)).link,
    'short@example.com',
  );
  assert.equal((await short.get('/dashboard/session')).status, 200);
  const embedded = await findEmbeddedPostgres(octavo.dataDir);
  assert.ok(embedded);
  const client = new Client({ connectionString: embedded.url });
  await client.connect();
  try {
    const of = "user_id = (select id from users where email = 'short@example.com')";
    await client.query(`update user_sessions set expires_at = now() - interval '1 second' where ${of}`);
    await expectProblem(await short.get('/dashboard/session'), 401, 'unauthorized');
    await expectProblem(await short.get('/documents'), 401, 'unauthorized');
    for (const end = Date.now() + 120_000; ;) {
      const { rowCount } = await client.query(`select 1 from user_sessions where ${of}`);
      if (rowCount === 0) break;
      assert.ok(Date.now() < end, 'the session is still there');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await client.end();
    await embedded.close();
  }
  await expectJson(await signIn(short, 'short@example.com'));
  assert.equal((await short.get('/dashboard/session')).status, 200);
});

test('behind https a cookie never goes over plain http', async () => {
  const origin = 'https://docs.example.com';
  const secure = await startOctavo({ environment: { OCTAVO_PUBLIC_URL: origin } });
  try {
    const link = /within an hour: (\S+)/.exec(secure.output())?.[1] ?? '';
    assert.ok(link.startsWith(`${origin}/join?token=`));
    const visitor = await joinBy(secure.root, link.replace(origin, secure.root), 'ada@example.com', undefined, origin);
    const [session] = visitor.given.filter((line) => line.includes('session_token'));
    assert.match(session ?? '', /^__Secure-octavo\.session_token=.*; Secure/);
    assert.match(session ?? '', /; HttpOnly/);
    assert.match(session ?? '', /; SameSite=Lax/i);
    assert.equal((await visitor.get('/dashboard/session')).status, 200);
    await expectProblem(
      await visitor.ask('DELETE', '/dashboard/sessions', undefined, { origin: 'http://docs.example.com' }),
      403,
      'origin_refused',
    );
  } finally {
    await stopOctavo(secure);
  }
});
