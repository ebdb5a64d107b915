/** Following a document: replay, cursors, live events over a second connection. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  expectJson,
  expectProblem,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type Running,
} from '../support/service.ts';
import { liveEvents, parseEvents } from '../support/sse.ts';

const TEXT = `# Report\n\n${Array.from({ length: 20 }, (_, i) => `## Part ${i + 1}\n\nA paragraph of part ${i + 1}.\n`).join('\n')}`;

let octavo: Running;
let finished: DocumentJson;
before(async () => {
  octavo = await startOctavo();
  finished = await makeDocument(octavo, { content: { markdown: TEXT }, format: 'pdf' });
});
after(() => stopOctavo(octavo));

const path = (query = ''): string => `/documents/${finished.id}/events${query}`;

test('all events are kept and sent again, without a gap, and the stream ends', async () => {
  const events = await readAllEvents(octavo, finished.id);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
  assert.equal(events.filter(({ type }) => type === 'content.block_completed').length, 41);
  assert.equal(new Set(events.map(({ whole }) => whole['id'])).size, events.length);
  for (const { whole, sequence } of events) {
    assert.match(String(whole['id']), /^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.match(String(whole['timestamp']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(whole['sequence'], sequence);
    assert.equal(whole['version'], 1);
  }
});

test('the deltas of a block are its Markdown, and its end holds the block', async () => {
  const events = await readAllEvents(octavo, finished.id);
  const starts = events.filter(({ type }) => type === 'content.block_started');
  assert.deepEqual(
    starts.map(({ data }) => data['index']),
    starts.map((_, i) => i),
  );
  const id = starts[0]?.data['block_id'];
  const text = events
    .filter(({ type, data }) => type === 'content.block_delta' && data['block_id'] === id)
    .map(({ data }) => String(data['text']))
    .join('');
  assert.match(text, /^# Report/);
  const block = events.find(({ type, data }) => type === 'content.block_completed' && data['block_id'] === id)?.data['block'] as {
    type: string;
    level: number;
  };
  assert.deepEqual([block.type, block.level], ['heading', 1]);
});

test('a cursor sends what follows it; the header wins over the query', async () => {
  const all = await readAllEvents(octavo, finished.id);
  const last = all.length;
  const sequencesOf = async (answer: Response): Promise<number[]> => parseEvents(await answer.text()).map(({ sequence }) => sequence);
  assert.deepEqual(await sequencesOf(await octavo.call(path(`?after=${last - 2}`))), [last - 1, last]);
  assert.deepEqual(await sequencesOf(await octavo.call(path('?after=1'), { headers: { 'last-event-id': String(last - 1) } })), [last]);
  assert.deepEqual(await sequencesOf(await octavo.call(path(`?after=${last + 1000}`))), []);
});

test('a cursor that is none is refused', async () => {
  for (const bad of ['x', '-1', '1.5', '1e3', '99999999999999999']) {
    const problem = await expectProblem(await octavo.call(path(`?after=${bad}`)), 422, 'input_invalid');
    assert.equal(problem.errors[0]?.path, '?after');
  }
  await expectProblem(await octavo.call(path(), { headers: { 'last-event-id': 'abc' } }), 422, 'input_invalid');
});

test('display texts are there in both languages', async () => {
  const ready = (await readAllEvents(octavo, finished.id)).at(-1)?.whole['display'] as Record<string, string>;
  assert.deepEqual(Object.keys(ready).sort(), ['en', 'es']);
});

test('a second connection sees the same events live', async () => {
  const accepted = await expectJson<DocumentJson>(
    await octavo.post({ content: { markdown: TEXT.repeat(4) }, format: 'docx', background: true }),
    202,
  );
  const follow = async (): Promise<number[]> => {
    const seen: number[] = [];
    for await (const event of liveEvents(await octavo.call(`/documents/${accepted.id}/events`))) seen.push(event.sequence);
    return seen;
  };
  const [one, two] = await Promise.all([follow(), follow()]);
  const stored = (await readAllEvents(octavo, accepted.id)).map(({ sequence }) => sequence);
  assert.deepEqual(one, stored);
  assert.deepEqual(two, stored);
});

test('a broken connection is taken up where it ended', async () => {
  const answer = await octavo.post({ content: { markdown: TEXT }, format: 'docx', stream: true });
  const id = answer.headers.get('document-id') ?? '';
  let last = 0;
  for await (const event of liveEvents(answer)) {
    last = event.sequence;
    if (last === 5) break;
  }
  const rest: number[] = [];
  for await (const event of liveEvents(await octavo.call(`/documents/${id}/events`, { headers: { 'last-event-id': String(last) } })))
    rest.push(event.sequence);
  assert.equal(rest[0], 6);
  assert.deepEqual(
    rest,
    rest.map((_, i) => i + 6),
  );
  assert.equal((await readAllEvents(octavo, id)).length, 5 + rest.length);
});

test('an unknown document has no events', async () => {
  await expectProblem(await octavo.call(`/documents/doc_${'0'.repeat(26)}/events`), 404, 'not_found');
});
