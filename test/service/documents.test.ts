/** The three modes of `POST /documents` and what can be done with a document afterwards. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';
import { parseEvents } from '../support/sse.ts';

const MEMO = '# A first document\n\nOne paragraph with **bold** text.\n\n- one\n- two\n';
const LONG = `# Handbook\n\n${Array.from({ length: 40 }, (_, i) => `## Section ${i + 1}\n\n${'A sentence that fills the page. '.repeat(60)}\n`).join('\n')}`;

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

const startsWith = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;

test('direct: the call waits and returns a Word file, its PDF and a picture of each page', async () => {
  const answer = await octavo.post({ name: 'Hello', format: 'docx', content: { markdown: MEMO }, metadata: { case: '17' } });
  const document = await expectJson<DocumentJson>(answer);
  assert.match(document.id, /^doc_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(answer.headers.get('document-id'), document.id);
  assert.match(answer.headers.get('request-id') ?? '', /^req_/);
  assert.equal(document.status, 'ready', JSON.stringify(document.validation_summary));
  assert.equal(document.pages, 1);
  assert.deepEqual(
    [document.operation, document.format, document.mode, document.revision, document.phase],
    ['create', 'docx', 'content', 1, null],
  );
  assert.deepEqual([document.name, document.metadata, document.retention], ['Hello', { case: '17' }, '30d']);
  assert.deepEqual([document.route?.path, document.quality?.requested, document.quality?.level], ['fast', 'auto', 'fast']);
  assert.deepEqual(
    document.outputs?.map(({ kind }) => kind),
    ['docx', 'pdf', 'preview'],
  );
  const lifeDays = (Date.parse(document.expires_at ?? '') - Date.parse(document.completed_at ?? '')) / 86_400_000;
  assert.ok(Math.abs(lifeDays - 30) < 0.01, `${lifeDays} days`);
  const bytes = await Promise.all((document.outputs ?? []).map(({ url }) => download(url)));
  assert.deepEqual(
    bytes.map(({ length }) => length),
    document.outputs?.map((output) => output.bytes),
  );
  assert.ok(startsWith(bytes[0] ?? new Uint8Array(), 'PK'));
  assert.ok(startsWith(bytes[1] ?? new Uint8Array(), '%PDF-'));
  assert.ok(startsWith(bytes[2] ?? new Uint8Array(), '\x89PNG'));
});

test('direct: pdf gives only the PDF and the pictures', async () => {
  const document = await makeDocument(octavo, { format: 'pdf', content: { markdown: MEMO } });
  assert.equal(document.status, 'ready');
  assert.deepEqual(
    document.outputs?.map(({ kind }) => kind),
    ['pdf', 'preview'],
  );
});

test('without a format the content makes a Word file', async () => {
  assert.equal((await makeDocument(octavo, { content: { markdown: MEMO } })).format, 'docx');
});

test('stream: events in the order of the contract, then the end of the stream', async () => {
  const answer = await octavo.post({ content: { markdown: MEMO }, format: 'docx', stream: true });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  const events = parseEvents(await answer.text());
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
  const order = [...new Set(events.map(({ type }) => type))];
  const lifecycle = [
    'document.created',
    'document.started',
    'style.resolved',
    'content.block_started',
    'content.block_delta',
    'content.block_completed',
    'render.completed',
    'validation.completed',
    'preview.page_ready',
    'output.available',
    'document.ready',
  ];
  assert.deepEqual(
    order.filter((type) => type !== 'validation.issue_found'),
    lifecycle,
  );
  assert.equal(events.filter(({ type }) => type === 'content.block_completed').length, 3);
  assert.deepEqual(events.at(-1)?.data, { status: 'ready', pages: 1, validation_summary: { errors: 0, warnings: 0, info: 0 } });
  const id = answer.headers.get('document-id') ?? '';
  assert.ok(events.every(({ whole }) => whole['document_id'] === id));
  const stored = await readAllEvents(octavo, id);
  assert.deepEqual(
    stored.map(({ whole }) => whole),
    events.map(({ whole }) => whole),
  );
});

test('background: 202 at once, then the record tells', async () => {
  const answer = await octavo.post({ content: { markdown: MEMO }, background: true });
  const accepted = await expectJson<DocumentJson>(answer, 202);
  assert.equal(accepted.status, 'queued');
  assert.equal(accepted.outputs, undefined);
  assert.match(answer.headers.get('location') ?? '', new RegExp(`/v1/documents/${accepted.id}$`));
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  assert.equal((await waitForEnd(octavo, accepted.id)).status, 'ready');
});

test('stream and background together: the stream', async () => {
  const answer = await octavo.post({ content: { markdown: MEMO }, stream: true, background: true });
  assert.equal(answer.status, 200);
  assert.equal(parseEvents(await answer.text()).at(-1)?.type, 'document.ready');
});

test('the document goes on when the client leaves', async () => {
  const leave = new AbortController();
  const answer = await octavo.call('/documents', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: leave.signal,
    body: JSON.stringify({ content: { markdown: LONG }, stream: true }),
  });
  const id = answer.headers.get('document-id') ?? '';
  leave.abort();
  assert.equal((await waitForEnd(octavo, id)).status, 'ready');
});

test('a dry run checks and creates nothing', async () => {
  const newest = async (): Promise<unknown> => (await expectJson<{ first_id: string }>(await octavo.call('/documents?limit=1'))).first_id;
  const first = await newest();
  const call = (body: unknown) =>
    octavo.call('/documents?dry_run=true', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const result = await expectJson(await call({ content: { markdown: `${MEMO}\n![a](img:1)\n` } }));
  assert.deepEqual([result['object'], result['valid'], result['format']], ['dry_run', true, 'docx']);
  assert.deepEqual(
    (result['warnings'] as { code: string }[]).map(({ code }) => code),
    ['image_missing'],
  );
  await expectProblem(await call({ content: { markdown: '' } }), 422, 'input_invalid');
  assert.equal(await newest(), first);
});

test('nothing to show: 200 with a failed document and no outputs', async () => {
  const document = await makeDocument(octavo, { content: { markdown: '<!-- nothing -->\n\n---\n' } });
  assert.equal(document.status, 'failed');
  assert.equal(document.error?.code, 'content_empty');
  assert.deepEqual(document.outputs, []);
  assert.equal((await readAllEvents(octavo, document.id)).at(-1)?.type, 'document.failed');
});

test('the report says what was found', async () => {
  const document = await makeDocument(octavo, { content: { markdown: `${MEMO}\n![a picture](img:1)\n` }, format: 'pdf' });
  assert.equal(document.status, 'ready_with_warnings');
  assert.equal(document.validation_summary?.warnings, 1);
  const report = await expectJson<{ object: string; document_id: string; validation: { findings: { code: string; severity: string }[] } }>(
    await octavo.call(`/documents/${document.id}/report`),
  );
  assert.deepEqual([report.object, report.document_id], ['report', document.id]);
  assert.ok(report.validation.findings.some(({ code, severity }) => code === 'image_missing' && severity === 'warning'));
});

test('a picture that only code and text name was never placed, and the photograph of a title slide was', async () => {
  const photograph = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#208040' } })
    .jpeg()
    .toBuffer();
  const sources = [{ data: photograph.toString('base64'), filename: 'mill.jpg' }];
  const usedIn = async (body: object): Promise<boolean[]> => {
    const { id, error } = await makeDocument(octavo, { ...body, sources });
    assert.equal(error, null);
    const report = await expectJson<{ sources: { used: boolean }[] }>(await octavo.call(`/documents/${id}/report`));
    return report.sources.map(({ used }) => used);
  };
  const named = '# Mill\n\nWrite `![The mill](img:1)` for img:1.\n\n```md\n![The mill](img:1)\n```\n';
  for (const format of ['docx', 'artifact']) assert.deepEqual(await usedIn({ content: { markdown: named }, format }), [false]);
  assert.deepEqual(await usedIn({ content: { markdown: '# Mill\n\n![The mill](img:1)\n' }, format: 'artifact' }), [true]);
  const deck = '# The mill opens in May\n\nWhat we propose\n\n## Oats are ground at night\n\n- Nobody hears it\n';
  assert.deepEqual(await usedIn({ content: { markdown: deck }, format: 'pptx' }), [true]);
});

test('cancel: a running document ends as canceled; a finished one stays as it is', async () => {
  const accepted = await expectJson<DocumentJson>(await octavo.post({ content: { markdown: LONG }, background: true }), 202);
  const canceled = await expectJson<DocumentJson>(await octavo.call(`/documents/${accepted.id}/cancel`, { method: 'POST' }));
  assert.equal(canceled.status, 'canceled');
  assert.equal((await readAllEvents(octavo, accepted.id)).at(-1)?.type, 'document.canceled');
  assert.equal(
    (await expectJson<DocumentJson>(await octavo.call(`/documents/${accepted.id}/cancel`, { method: 'POST' }))).status,
    'canceled',
  );
  const ready = await makeDocument(octavo, { content: { markdown: MEMO }, format: 'pdf' });
  assert.equal((await expectJson<DocumentJson>(await octavo.call(`/documents/${ready.id}/cancel`, { method: 'POST' }))).status, 'ready');
});

test('delete: the record stays, all content is gone', async () => {
  const document = await makeDocument(octavo, { name: 'secret', content: { markdown: MEMO }, format: 'pdf', metadata: { a: 'b' } });
  const deleted = await expectJson<DocumentJson>(await octavo.call(`/documents/${document.id}`, { method: 'DELETE' }));
  assert.deepEqual([deleted.name, deleted.metadata, deleted.outputs, deleted.status], [null, {}, undefined, 'ready']);
  assert.ok(deleted.content_deleted_at !== null);
  for (const path of ['outputs', 'report', 'events'])
    await expectProblem(await octavo.call(`/documents/${document.id}/${path}`), 410, 'content_deleted');
  const stale = await fetch(document.outputs?.[0]?.url ?? '');
  assert.ok([404, 410].includes(stale.status), String(stale.status));
  assert.equal((await expectJson<DocumentJson>(await octavo.call(`/documents/${document.id}`))).name, null);
});

test('a report before the end is refused for now', async () => {
  const accepted = await expectJson<DocumentJson>(await octavo.post({ content: { markdown: LONG }, background: true }), 202);
  const answer = await octavo.call(`/documents/${accepted.id}/report`);
  await expectProblem(answer, 409, 'report_not_ready');
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  await octavo.call(`/documents/${accepted.id}/cancel`, { method: 'POST' });
});

test('lists: pages by cursor in both orders, filters, metadata', async () => {
  const made: string[] = [];
  for (const n of [1, 2, 3])
    made.push((await makeDocument(octavo, { content: { markdown: MEMO }, format: 'pdf', metadata: { batch: 'lists', n: String(n) } })).id);
  interface List {
    object: string;
    data: DocumentJson[];
    first_id: string;
    last_id: string;
    has_more: boolean;
  }
  const list = async (query: string): Promise<List> => expectJson<List>(await octavo.call(`/documents?metadata[batch]=lists&${query}`));
  assert.deepEqual(
    (await list('order=asc')).data.map(({ id }) => id),
    made,
  );
  const first = await list('limit=2');
  assert.deepEqual([first.object, first.has_more, first.data.map(({ id }) => id)], ['list', true, [made[2], made[1]]]);
  const second = await list(`limit=2&after=${first.last_id}`);
  assert.deepEqual([second.has_more, second.data.map(({ id }) => id)], [false, [made[0]]]);
  assert.deepEqual(
    (await list(`before=${made[1]}`)).data.map(({ id }) => id),
    [made[2]],
  );
  assert.deepEqual(
    (await list('metadata[n]=2')).data.map(({ id }) => id),
    [made[1]],
  );
  assert.equal((await list('status=failed')).data.length, 0);
  assert.equal((await list('format=pdf&operation=create&status=ready')).data.length, 3);
});

test('retention in the request sets when the content ends', async () => {
  for (const [retention, seconds] of [
    ['none', 900],
    ['1d', 86_400],
    ['90d', 7_776_000],
  ] as const) {
    const document = await makeDocument(octavo, { content: { markdown: MEMO }, format: 'pdf', retention });
    const life = (Date.parse(document.expires_at ?? '') - Date.parse(document.completed_at ?? '')) / 1000;
    assert.ok(Math.abs(life - seconds) < 5, `${retention}: ${life} s`);
  }
});

test('a style object needs no model, is applied, and says what could not be', async () => {
  const style = { font: 'Verdana', font_size: 12, colors: { accent: '#FFD700' }, page_numbers: false, margins_cm: 2, footer: 'Draft' };
  const word = await makeDocument(octavo, { format: 'docx', content: { markdown: MEMO }, style: JSON.stringify(style) });
  const { font, font_size: size, margins_cm: margins, page_numbers: numbers, footer } = word.style_applied ?? {};
  assert.deepEqual({ font, size, margins, numbers, footer }, { font: 'Verdana', size: 12, margins: 2, numbers: false, footer: 'Draft' });
  assert.equal(word.versions.model, null);
  assert.match(word.style_unsupported.join('; '), /^colors\.accent FFD700 cannot be read on white; [0-9A-F]{6} is used$/);
  const pdf = await makeDocument(octavo, { format: 'pdf', content: { markdown: MEMO }, style: '{"font": "Verdana"}' });
  assert.deepEqual(pdf.style_unsupported, ['font Verdana is not possible in a PDF; DejaVu Sans is used']);
  const problem = await expectProblem(
    await octavo.post({ content: { markdown: MEMO }, style: '{"font_size": 99, "colour": "red"}' }),
    422,
    'input_invalid',
  );
  assert.deepEqual(
    problem.errors?.map(({ path }) => path),
    ['/style', '/style'],
  );
});
