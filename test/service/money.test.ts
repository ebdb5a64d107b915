/** Prices, grants and balances through the service and its command line. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { classified, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import type { ScriptedModel } from '../support/scripted-model.ts';
import { expectJson, expectProblem, makeDocument, runOctavo, waitForEnd, type DocumentJson, type Running } from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';

const NOTE = { content: { markdown: '# Note\n\nOne paragraph.\n' }, format: 'pdf' };
const PRICES = JSON.stringify({ fast: 3_000, standard: 3_500, best: 9_000, currency: 'USD' });

let model: ScriptedModel;
let octavo: Running;
before(async () => {
  ({ model, octavo } = await startWithModel(SCRIPTED_DOCUMENTS, { OCTAVO_PRICES: PRICES }));
});
after(() => stopWithModel({ model, octavo }));

const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir, environment: { OCTAVO_PRICES: PRICES } });
  assert.equal(code, 0, stderr);
  return stdout.trim();
};
/** What is left, as the command line says it. */
const left = async (): Promise<string> => (await command('ledger', 'balance')).split(/\s{2,}|\n/).at(-1) ?? '';
const costOf = async ({ id }: { id: string }): Promise<unknown> =>
  (await expectJson<{ cost: unknown }>(await octavo.call(`/documents/${id}/report`))).cost;

test('a new installation has a grant; documents are charged by level, and the report says what they cost', async () => {
  assert.match(await command('grants', 'list'), /100\.00 USD +\d{4}-\d\d-\d\d +to begin with$/);
  assert.equal(await left(), '100.00 USD');
  const document = await makeDocument(octavo, { ...NOTE, format: 'docx' });
  assert.equal(document.status, 'ready');
  assert.deepEqual(await costOf(document), { amount: 3_000, currency: 'USD' });
  assert.equal(await left(), '70.00 USD');
});

test('what fails is not charged, and a dry run does not look at the balance', async () => {
  const failed = await makeDocument(octavo, { content: { markdown: '<!-- nothing -->' }, format: 'pdf' });
  assert.equal(failed.error?.code, 'content_empty');
  assert.deepEqual(await costOf(failed), { amount: 0, currency: 'USD' });
  assert.equal(await left(), '70.00 USD');
});

test('an idempotent repeat is charged once, also where the balance would not cover it again', async () => {
  const key = { 'idempotency-key': 'once' };
  const first = await makeDocument(octavo, NOTE, key);
  const second = await octavo.post(NOTE, key);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await expectJson<DocumentJson>(second)).id, first.id);
  assert.equal(await left(), '40.00 USD');
});

test('the level that the service chooses is charged, and a document that its agent could not make is charged as fast', async () => {
  model.add({
    match: (request) => request.structured && /with charts/.test(request.prompt),
    answer: { object: classified({ charts: true }) },
  });
  await command('grants', 'create', '2600');
  // its model writes, but takes no tools
  model.add({ match: (request) => request.tools.includes('done'), times: 1, answer: { status: 400, problem: 'tools are not supported' } });
  const fast = await makeDocument(octavo, { prompt: 'A report with charts, and no tools', format: 'pdf' });
  assert.deepEqual([fast.quality?.level, fast.route?.path, fast.error], ['fast', 'fast', null]);
  assert.match(fast.quality?.reason ?? '', /could not work as the agent of the standard level.*charged as fast\.$/);
  assert.deepEqual(await costOf(fast), { amount: 3_000, currency: 'USD' });
  assert.equal(await left(), '36.00 USD');
  const standard = await makeDocument(octavo, { prompt: 'A report with charts', format: 'pdf' });
  assert.deepEqual([standard.quality?.level, standard.route?.path], ['standard', 'agent']);
  assert.deepEqual(await costOf(standard), { amount: 3_500, currency: 'USD' });
  assert.equal(await left(), '1.00 USD');
});

test('at the boundary: 402 in words, after every other check, and the last cent passes', async () => {
  const problem = await expectProblem(await octavo.post(NOTE), 402, 'insufficient_balance');
  assert.match(problem.detail ?? '', /costs 30\.00 USD/);
  await expectProblem(await octavo.post({ ...NOTE, format: 'doc' }), 422, 'input_invalid');
  await expectProblem(await octavo.post({ ...NOTE, sources: ['file_01HZZZZZZZZZZZZZZZZZZZZZZZ'] }), 404, 'not_found');
  await expectProblem(await octavo.post(NOTE, { 'idempotency-key': 'broke' }), 402, 'insufficient_balance');
  await expectProblem(await octavo.post({ prompt: 'A memo', quality: 'best' }), 402, 'insufficient_balance');
  assert.equal(
    (
      await octavo.call('/documents?dry_run=true', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(NOTE),
      })
    ).status,
    200,
  );
  assert.equal(await command('grants', 'create', '2899', '--note', 'nearly'), '29.99 USD');
  await expectProblem(await octavo.post(NOTE), 402, 'insufficient_balance');
  assert.equal(await command('grants', 'create', '1'), '30.00 USD');
  assert.equal((await makeDocument(octavo, NOTE, { 'idempotency-key': 'broke' })).status, 'ready');
  assert.equal(await left(), '0.00 USD');
  // repeats of what was paid, and what is free, need nothing
  assert.equal((await octavo.post(NOTE, { 'idempotency-key': 'once' })).headers.get('idempotent-replayed'), 'true');
  const [paid] = (await expectJson<{ data: DocumentJson[] }>(await octavo.call('/documents?status=ready&format=docx'))).data;
  const word = paid ?? assert.fail('no Word file was made');
  const edited = await expectJson<DocumentJson>(
    await octavo.call('/edits', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ file: word.id, operations: [{ op: 'replace_text', find: 'paragraph', replace: 'sentence' }] }),
    }),
    201,
  );
  assert.deepEqual(await costOf(await waitForEnd(octavo, edited.id)), { amount: 0, currency: 'USD' });
  const reviewed = await makeDocument(octavo, { operation: 'review', file: word.id });
  assert.deepEqual([reviewed.error, await costOf(reviewed)], [null, { amount: 0, currency: 'USD' }]);
  assert.equal(await left(), '0.00 USD');
});

test('a canceled document gives back what was reserved', async () => {
  model.add({
    match: (request) => !request.structured && /endless/.test(request.prompt),
    answer: { text: 'word '.repeat(2000), delayMs: 20, pieceChars: 5 },
  });
  await command('grants', 'create', '3000');
  const { id } = await expectJson<DocumentJson>(await octavo.post({ prompt: 'An endless memo', format: 'docx', background: true }), 202);
  assert.equal(await left(), '0.00 USD');
  await octavo.call(`/documents/${id}/cancel`, { method: 'POST' });
  assert.equal((await waitForEnd(octavo, id)).status, 'canceled');
  assert.equal(await left(), '30.00 USD');
  assert.match(await command('ledger', 'list'), new RegExp(`release +30\\.00 USD +${id}`));
});

test('grants that cannot be are refused in a sentence', async () => {
  for (const [args, words] of [
    [['0'], /whole number of minor units/],
    [['1.5'], /whole number/],
    [['5', '--org', 'org_nobody'], /no organisation org_nobody/],
  ] as const) {
    const { code, stderr } = await runOctavo(['grants', 'create', ...args], { dataDir: octavo.dataDir });
    assert.equal(code, 3, 'refused');
    assert.match(stderr, words);
  }
});
