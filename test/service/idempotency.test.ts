/** `Idempotency-Key`: the same request twice makes one document. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  expectJson,
  expectProblem,
  makeDocument,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const BODY = { content: { markdown: '# Once\n\nText.\n' }, format: 'pdf' };

test('a repeat returns the same document and says so', async () => {
  const headers = { 'idempotency-key': 'repeat-1' };
  const first = await makeDocument(octavo, BODY, headers);
  const answer = await octavo.post({ format: 'pdf', content: BODY.content }, headers);
  assert.equal(answer.headers.get('idempotent-replayed'), 'true');
  assert.equal((await expectJson<DocumentJson>(answer)).id, first.id);
});

test('fifty at once make one document', async () => {
  const headers = { 'idempotency-key': 'fifty' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => octavo.post({ ...BODY, background: true, metadata: { batch: 'fifty' } }, headers)),
  );
  const ids = new Set<string>();
  for (const answer of answers) {
    if (answer.status === 409) {
      await expectProblem(answer, 409, 'idempotency_request_in_progress');
      assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    } else ids.add((await expectJson<DocumentJson>(answer, 202)).id);
  }
  assert.equal(ids.size, 1);
  const [id = ''] = ids;
  assert.equal((await waitForEnd(octavo, id)).status, 'ready');
  const list = await expectJson<{ data: unknown[] }>(await octavo.call('/documents?metadata[batch]=fifty'));
  assert.equal(list.data.length, 1);
  assert.equal(
    (await expectJson<DocumentJson>(await octavo.post({ ...BODY, background: true, metadata: { batch: 'fifty' } }, headers), 202)).id,
    id,
  );
});

test('a direct repeat while the first one runs is refused for now', async () => {
  const body = {
    content: { markdown: `# Long\n\n${'A sentence that fills the page. '.repeat(5000)}` },
    format: 'docx',
    metadata: { batch: 'running' },
  };
  const headers = { 'idempotency-key': 'running' };
  const first = octavo.post(body, headers);
  // only once it has been accepted is the other request the repeat
  while ((await expectJson<{ data: unknown[] }>(await octavo.call('/documents?metadata[batch]=running'))).data.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  let early: Response | undefined;
  const until = Date.now() + 60_000;
  for (;;) {
    const answer = await octavo.post(body, headers);
    if (answer.status === 409) {
      early = answer;
      break;
    }
    assert.ok(Date.now() < until, 'the first request was never seen running');
    if (answer.ok) break;
  }
  const { id } = await expectJson<DocumentJson>(await first);
  if (early) await expectProblem(early, 409, 'idempotency_request_in_progress');
  assert.equal((await makeDocument(octavo, body, headers)).id, id);
});

test('the same key with another body is refused', async () => {
  const headers = { 'idempotency-key': 'reused' };
  await makeDocument(octavo, BODY, headers);
  await expectProblem(await octavo.post({ ...BODY, name: 'other' }, headers), 422, 'idempotency_key_reused');
});

test('a refused request binds no key', async () => {
  const headers = { 'idempotency-key': 'refused-first' };
  await expectProblem(await octavo.post({ ...BODY, format: 'odt' }, headers), 422, 'input_invalid');
  assert.equal((await makeDocument(octavo, BODY, headers)).status, 'ready');
});

test('a key has 1 to 255 visible characters', async () => {
  for (const bad of ['x'.repeat(256), 'with space'])
    await expectProblem(await octavo.post(BODY, { 'idempotency-key': bad }), 422, 'input_invalid');
  assert.equal((await makeDocument(octavo, BODY, { 'idempotency-key': 'x'.repeat(255) })).status, 'ready');
});

test('a repeat is answered after a restart as well', async () => {
  const own = await startOctavo();
  try {
    const headers = { 'idempotency-key': 'restart' };
    const { id } = await makeDocument(own, BODY, headers);
    assert.equal(await own.kill('SIGTERM'), 0);
    const again = await startOctavo({ dataDir: own.dataDir });
    try {
      assert.equal((await makeDocument(again, BODY, headers)).id, id);
    } finally {
      await again.kill('SIGTERM');
    }
  } finally {
    await stopOctavo(own);
  }
});
