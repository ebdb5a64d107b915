/** What the service really answers, held against the OpenAPI document that it publishes: no member missing, none too many. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVENT_TYPES } from '../../src/contract/event.ts';
import { paragraphXml, wordFileOf } from '../../src/review/example-files.ts';
import { createOpenApiValidator, type OpenApiValidator } from '../support/openapi-validator.ts';
import { classified } from '../support/scripted-documents.ts';
import { startScriptedModel, type Fixture, type ScriptedModel } from '../support/scripted-model.ts';
import { parseEvents } from '../support/sse.ts';
import { startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** One of everything that events and reports speak of: blocks of many kinds, a picture that is missing, a directive that is unknown. */
const RICH =
  `---\ntitle: A plan\n---\n# A plan\n\n::toc\n\nText with **bold**, \`code\`, $x^2$ and a note.[^1]\n\n- one\n- two\n  1. deep\n\n| City | Cost |\n|---|--:|\n| Vigo | 3 |\n\n` +
  '> A quote\n\n```js\nlet a = 1;\n```\n\n:::callout{kind=note title=Mind}\nThis.\n:::\n\n:::nobody{a=b}\nStill here.\n:::\n\n' +
  '## One level\n\nText.\n\n#### Two levels below\n\nText.\n\n![one](img:1)\n\n![missing](img:7)\n\n---\n\n[^1]: The note.\n';
const SHEETS = '# Sheet: Budget\n\n:::table{types="text,eur0" total=sum}\n| City | Cost |\n|---|--:|\n| Vigo | 3 |\n:::\n\n=1/0\n';
const SLIDES = '::slide{layout=title}\n# A plan\n\n::slide\n## Cities\n\n- Vigo\n- Lisbon\n';
const WORDS = 'The figures are better than those of the year before, and all that was planned has been done. '.repeat(5);

const HEADING_STYLE =
  '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';
const HEADING = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Figures of the year</w:t></w:r></w:p>';

/** A request whose document misses a part and says a sentence too much: it is written once more, with a note to the user. */
const PROMPTED: Fixture[] = [
  {
    match: ({ system, conversation }) => system.startsWith('You sort requests') && /moths/.test(conversation),
    answer: {
      object: classified({
        requirements: [{ kind: 'part', words: 'a section on hazards', names: ['hazards'], unit: null, min: null, max: null, about: null }],
      }),
    },
  },
  {
    match: ({ system, prompt }) => /^Kind of document: /m.test(system) && !prompt.startsWith('Your document is finished'),
    answer: { text: '# Moths\n\nMoths fly at night.\n\n## Habits\n\nThey like lamps.\n' },
  },
  {
    match: ({ system }) => system.startsWith('You check whether'),
    answer: ({ conversation }) => ({
      object: {
        results: /Hazards of moths/.test(conversation)
          ? []
          : [{ number: 1, status: 'not_met', evidence: 'No section deals with hazards.' }],
      },
    }),
  },
  {
    match: ({ prompt }) => prompt.startsWith('Your document is finished'),
    answer: { text: '@@ 1\n# Moths\n\n@@ 2\n## Hazards of moths\n\nThey eat wool.\n\n:::to-user\n- No source was given.\n:::\n' },
  },
];

let octavo: Running;
let model: ScriptedModel;
let validator: OpenApiValidator;
before(async () => {
  model = await startScriptedModel([
    {
      match: /thirty days/,
      answer: {
        object: { operations: [{ op: 'replace_text', find: 'Still', replace: 'Now' }], unsupported: ['The logo cannot be drawn.'] },
      },
    },
    ...PROMPTED,
  ]);
  octavo = await startOctavo({
    environment: { OCTAVO_MODEL: 'openai-compatible:scripted', OCTAVO_MODEL_BASE_URL: model.url, OCTAVO_MODEL_API_KEY: 'scripted' },
  });
  validator = createOpenApiValidator((await (await octavo.call('/openapi.json')).json()) as Record<string, unknown>);
});
after(async () => {
  await stopOctavo(octavo);
  await model.close();
});

/** A call whose answer is as described; its JSON. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${octavo.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await validator.fetch(`${octavo.root}/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T;
}

/** A document, with its record, report, outputs and events. */
async function follow(path: string, body: unknown): Promise<DocumentJson> {
  const made = await call<DocumentJson>('POST', path, body);
  assert.equal(made.object, 'document', JSON.stringify(made));
  await call('GET', `/documents/${made.id}`);
  await call('GET', `/documents/${made.id}/outputs`);
  await call('GET', `/documents/${made.id}/report`);
  await call('GET', `/documents/${made.id}/events`);
  await validator.settled();
  return made;
}

const sources = [{ data: PICTURE, filename: 'a.png' }];

test('documents of every format, from Markdown', async () => {
  for (const format of ['docx', 'pdf']) await follow('/documents', { format, name: 'Plan', content: { markdown: RICH }, sources });
  await follow('/documents', { content: { markdown: SHEETS } });
  await follow('/documents', { content: { markdown: SLIDES } });
  // a page break of the author's before the last line: the tighter look that is tried does not help
  const barely = `# A report\n\n${'A line of text.\n\n'.repeat(26)}::pagebreak\n\nThe only line of its page.`;
  await follow('/documents', { format: 'pdf', content: { markdown: barely } });
  const list = await call<{ data: unknown[] }>('GET', '/documents?limit=3&order=asc&metadata[a]=b');
  assert.deepEqual(list.data, []);
});

test('reviews and edits of files, those without a target and those that are rejected too', async () => {
  const file = {
    data: Buffer.from(wordFileOf({ body: paragraphXml(`<w:r><w:t>${WORDS}</w:t></w:r>`), title: '' })).toString('base64'),
    filename: 'a.docx',
  };
  const reviewed = await follow('/documents', { operation: 'review', file });
  const untitled = wordFileOf({ body: HEADING + paragraphXml(`<w:r><w:t>${WORDS}</w:t></w:r>`), title: '', styles: HEADING_STYLE });
  await follow('/documents', { operation: 'review', file: { data: Buffer.from(untitled).toString('base64'), filename: 'b.docx' } });
  const deck = await follow('/documents', { content: { markdown: SLIDES } });
  const operations = [
    { op: 'replace_text', find: 'better', replace: 'worse' },
    { op: 'set_property', name: 'title', value: 'Figures' },
    { op: 'delete_block', target: 'p99' },
  ];
  const edited = await follow('/edits', { file: reviewed.id, operations, mode: 'tracked' });
  const report = await call<{ edits: { target: string | null; status: string }[] }>('GET', `/documents/${edited.id}/report`);
  assert.ok(report.edits.some(({ target }) => target === null) && report.edits.some(({ status }) => status === 'rejected'));
  await call('POST', '/edits', { file: deck.id, operations: [{ op: 'delete_slide', target: 's2' }], preview: true });
  await follow('/documents', { operation: 'edit', file: edited.id, prompt: 'Make it thirty days' });
  await call('GET', `/documents/${edited.id}/content`);
  await call('GET', `/documents/${edited.id}/diff?from=${reviewed.id}`);
  await call('GET', `/documents/${edited.id}/versions`);
});

test('a document from a prompt that misses a condition and is written once more', async () => {
  const made = await follow('/documents', { prompt: 'A report in Word on moths with a section on hazards' });
  assert.equal(made.error, null);
});

test('an artifact and what its owner does with its data', async () => {
  const { id } = await follow('/documents', { format: 'artifact', content: { markdown: RICH }, sources });
  const path = `/documents/${id}/data`;
  const { id: record } = await call<{ id: string }>('POST', `${path}/a`, { record: { b: 1 } });
  await call('PUT', `${path}/a/${record}`, { record: { b: 2 }, revision: 1 });
  await call('PUT', `${path}/a/${record}`, { record: { b: 3 }, revision: 1 });
  await call('GET', path);
  await call('GET', `${path}/a`);
  await call('GET', `${path}/a?format=csv`);
  await call('DELETE', `${path}/a/${record}`);
  await call('DELETE', `${path}/a`);
  await call('POST', `${path}/a`, { record: { b: 'x'.repeat(20_000) } });
  await call('POST', `/documents/${id}/revoke-links`);
  await follow('/documents', { format: 'artifact', content: { markdown: '# Local' }, artifact: { storage: 'local' }, retention: 'none' });
});

test('dry runs, files, extractions, problems', async () => {
  await call('POST', '/documents?dry_run=true', { content: { markdown: RICH }, sources });
  const file = await call<{ id: string }>('POST', '/files', { data: PICTURE, filename: 'a.png' });
  await call('GET', '/files');
  await call('GET', `/files/${file.id}`);
  await call('DELETE', `/files/${file.id}`);
  await call('GET', `/files/${file.id}`);
  await call('POST', '/extract', { file: { data: Buffer.from('# Hello').toString('base64'), filename: 'a.md' } });
  await call('POST', '/documents', { name: '' });
});

test('webhooks', async () => {
  await call('POST', '/webhook-endpoints', { url: 'http://example.org' });
  const { id } = await call<{ id: string }>('POST', '/webhook-endpoints', { url: 'https://127.0.0.2/' });
  assert.equal(id, undefined);
  // no name server knows a name that ends so (RFC 6761 §6.4)
  const made = await call<{ id: string }>('POST', '/webhook-endpoints', { url: 'https://webhooks.invalid/x', description: 'a' });
  const path = `/webhook-endpoints/${made.id}`;
  await call('GET', '/webhook-endpoints');
  await call('GET', path);
  await call('PATCH', path, { events: ['webhook_endpoint.disabled', 'document.ready'] });
  await call('POST', `${path}/rotate-secret`);
  const tested = await call<{ id: string; status: string; error: string }>('POST', `${path}/test`);
  assert.equal(tested.status, 'failed', JSON.stringify(tested));
  await call('GET', `${path}/deliveries?status=failed`);
  await call('GET', `${path}/deliveries/${tested.id}`);
  await call('POST', `${path}/deliveries/${tested.id}/retry`);
  await call('DELETE', path);
  await call('GET', path);
});

test('money', async () => {
  const month = new Date().toISOString().slice(0, 7);
  await call('GET', '/usage?group_by=day,key,level');
  await call('GET', '/usage?group_by=key&format=csv');
  await call('GET', '/usage?group_by=nothing');
  await call('GET', '/balance');
  await call('PATCH', '/balance', { notice: { below: 5, email: 'a@example.com' } });
  await call('PATCH', '/balance', { notice: { below: 0 } });
  await call('GET', `/statements/${month}`);
  await call('GET', `/statements/${month}?format=csv`);
  await call('GET', '/statements/2100-01');
  await call('POST', `/statements/${month}/document`, { format: 'docx' });
  await call('POST', '/top-ups', { amount: 500, return_url: 'https://example.com/' });
});

test('a failed, a canceled and a deleted document have the shape of others', async () => {
  const failed = await follow('/documents', { content: { markdown: '<!-- nothing -->' } });
  assert.equal(failed.error?.code, 'content_empty');
  const queued = await call<DocumentJson>('POST', '/documents', { content: { markdown: RICH }, background: true });
  await call('POST', `/documents/${queued.id}/cancel`);
  await call('GET', `/documents/${queued.id}/events`);
  await call('DELETE', `/documents/${queued.id}`);
  await call('GET', `/documents/${queued.id}/report`);
});

test('only events of content and edits carry words of the document', async () => {
  const word = 'Zanzibarese';
  const text = `# ${word} plan\n\nSee [${word}](https://${word}.example/x) and [broken](#${word}), [your ${word}].\n\n## ${word}\n\n#### ${word}\n\n![${word}](img:9)\n\n:::${word}\nText.\n:::\n`;
  const sheets = `# Sheet: ${word}\n\n| ${word} | Cost |\n|---|--:|\n| ${word} | =1/0 |\n| b | =SUM(${word}) |\n\n::name{${word}=#REF!}\n`;
  const file = {
    data: Buffer.from(wordFileOf({ body: paragraphXml(`<w:r><w:t>Told by [your ${word}], TODO.</w:t></w:r>`), title: '' })).toString(
      'base64',
    ),
    filename: `${word}.docx`,
  };
  const made = [
    await follow('/documents', { format: 'docx', name: word, content: { markdown: text } }),
    await follow('/documents', { format: 'pdf', content: { markdown: text } }),
    await follow('/documents', { content: { markdown: `::slide\n${text}` } }),
    await follow('/documents', { content: { markdown: sheets } }),
    await follow('/documents', { operation: 'review', file }),
    await follow('/edits', { file, operations: [{ op: 'replace_text', find: word, replace: `${word}!` }] }),
  ];
  let issues = 0;
  for (const { id } of made) {
    for (const { type, whole } of parseEvents(await call<string>('GET', `/documents/${id}/events`))) {
      if (type === 'validation.issue_found') issues++;
      if (!/^(?:content|edit)\./.test(type))
        assert.ok(!JSON.stringify(whole).toLowerCase().includes(word.toLowerCase()), JSON.stringify(whole));
    }
  }
  assert.ok(issues >= 8, `${issues} findings`);
});

test('every type of event was seen, each as described', () => {
  assert.deepEqual([...validator.eventTypes].toSorted(), [...EVENT_TYPES].toSorted());
});
