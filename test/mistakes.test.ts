/** A hundred mistakes as people and programs make them: each answer names the field and the repair. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openServer, type OpenServer } from './support/open-server.ts';

let server: OpenServer;
let made: string;
before(async () => {
  server = await openServer();
  made = (await server.post({ content: { markdown: '# A' }, format: 'docx', background: true })).json<{ id: string }>().id;
});
after(() => server.close());

interface Mistake {
  send: string;
  body?: unknown;
  raw?: string;
  /** Path of a field at fault; without one the fault is not in a field. */
  field?: string;
  says: RegExp;
  status?: number;
}

const content = { markdown: '# A' };
const replace = { op: 'replace_text', find: 'a', replace: 'b' };
/** Bodies for making a document. */
const documents = (rows: [body: object, field: string, says: RegExp][]): Mistake[] =>
  rows.map(([body, field, says]) => ({ send: 'POST /documents', body, field, says }));
const edits = (rows: [body: object, field: string, says: RegExp][]): Mistake[] =>
  rows.map(([body, field, says]) => ({ send: 'POST /edits', body: { file: 'doc_ID', ...body }, field, says }));
const lists = (rows: [query: string, says: RegExp][]): Mistake[] =>
  rows.map(([query, says]) => ({ send: `GET /documents?${query}`, field: `?${query.split('=')[0]}`, says }));

const MISTAKES: readonly Mistake[] = [
  ...documents([
    [{ markdown: '# A' }, '/markdown', /mean content\.markdown\?/],
    [{ text: '# A' }, '/text', /mean content\.markdown\?/],
    [{ body: '# A' }, '/body', /mean content\.markdown\?/],
    [{ content: '# A' }, '/content', /must be an object, such as \{"markdown": "# A"\}/],
    [{ content: ['# A'] }, '/content', /such as \{"markdown": "# A title"\}/],
    [{ content: { md: '# A' } }, '/content/md', /mean markdown\?/],
    [{ content: { text: '# A' } }, '/content/text', /mean markdown\?/],
    [{ content: { markdown: '' } }, '/content/markdown', /1 to 500000 characters/],
    [{ content: { markdown: 5 } }, '/content/markdown', /a string, such as "5"/],
    [{ content, format: 'DOCX' }, '/format', /mean docx\?/],
    [{ content, format: 'word' }, '/format', /mean docx\?/],
    [{ content, format: 'excel' }, '/format', /mean xlsx\?/],
    [{ content, format: 'powerpoint' }, '/format', /mean pptx\?/],
    [{ content, format: '.pdf' }, '/format', /mean pdf\?/],
    [{ content, format: 'html' }, '/format', /mean artifact\?/],
    [{ content, format: 'application/pdf' }, '/format', /mean pdf\?/],
    [{ content, format: ['pdf'] }, '/format', /mean pdf\?/],
    [{ content, maxQuality: 'best' }, '/maxQuality', /mean max_quality\?/],
    [{ content, quality: 'high' }, '/quality', /mean best\?/],
    [{ content, quality: 'Best' }, '/quality', /mean best\?/],
    [{ content, quality: 'normal' }, '/quality', /mean standard\?/],
    [{ content, stream: 'true' }, '/stream', /true or false, without quotes/],
    [{ content, background: 1 }, '/background', /true or false/],
    [{ content, metadata: { a: 1 } }, '/metadata/a', /a string, such as "1"/],
    [{ content, metadata: [] }, '/metadata', /an object, such as \{"team": "sales"\}/],
    [{ content, retention: '30 days' }, '/retention', /mean 30d\?/],
    [{ content, retention: 30 }, '/retention', /mean 30d\?/],
    [{ content, retention: 'never' }, '/retention', /mean none\?/],
    [{ content, sources: 'file_x' }, '/sources', /an array, such as \["file_x"\]/],
    [{ content, sources: ['https://example.com/a.png'] }, '/sources/0', /\{"url": "https:\/\/example\.com\/a\.png"\}/],
    [{ content, sources: [{ file_id: 'file_x' }] }, '/sources/0', /by its id alone: "file_x"/],
    [{ content, sources: [{ id: 'doc_x' }] }, '/sources/0', /by its id alone: "doc_x"/],
    [{ content, sources: [{ path: 'a.png' }] }, '/sources/0', /url .* or data/],
    [{ content, sources: ['a.png'] }, '/sources/0', /POST \/files/],
    [{ content, style: { font: 'Arial' } }, '/style', /as its JSON text/],
    [{ content, name: '' }, '/name', /1 to 200 characters/],
    [{ content, title: 'A' }, '/title', /mean name\?/],
    [{ content, filename: 'A' }, '/filename', /mean name\?/],
    [{ content, outputFormat: 'pdf' }, '/outputFormat', /mean format\?/],
    [{ content, file_type: 'pdf' }, '/file_type', /mean format\?/],
    [{ content, type: 'pdf' }, '/type', /mean format\?/],
    [{ content, model: 'gpt' }, '/model', /quality/],
    [{ content, temperature: 1 }, '/temperature', /quality/],
    [{ content, webhook_url: 'https://x.test' }, '/webhook_url', /POST \/v1\/webhook-endpoints/],
    [{ content, idempotency_key: 'a' }, '/idempotency_key', /header Idempotency-Key/],
    [{ content, attachments: [] }, '/attachments', /mean sources\?/],
    [{ content, prompt: 'A memo on it' }, '/content', /leave one of them out/],
    [{}, '/content', /exactly one of prompt and content/],
    [{ promt: 'A memo' }, '/promt', /mean prompt\?/],
    [{ operation: 'update', file: 'doc_ID', prompt: 'shorter' }, '/operation', /mean edit\?/],
    [{ operation: 'edit', prompt: 'shorter' }, '/file', /the file to work on/],
    [{ operation: 'edit', file: 'doc_ID' }, '/prompt', /what to change/],
    [{ operation: 'edit', file: 'doc_ID', operations: [replace] }, '/operations', /POST \/v1\/edits/],
    [{ operation: 'edit', file: 'https://example.com/a.docx', prompt: 'shorter' }, '/file', /\{"url": "https:\/\/example\.com\/a\.docx"\}/],
    [{ operation: 'review' }, '/file', /the file to work on/],
    [{ operation: 'create', file: 'doc_ID', content }, '/file', /in sources/],
  ]),
  {
    send: 'POST /documents',
    body: { operation: 'edit', file: 'doc_ID', prompt: 'shorter' },
    status: 501,
    field: '/prompt',
    says: /POST \/v1\/edits/,
  },
  { send: 'POST /documents', body: { prompt: 'A memo about trains' }, status: 501, field: '/prompt', says: /content\.markdown/ },
  { send: 'POST /documents', body: [], says: /must be an object/ },
  { send: 'POST /documents', raw: '{"content": {"markdown": "a",}}', says: /line 1, column 30/ },
  { send: 'POST /documents', raw: "{'content': 1}", says: /line 1, column 2/ },
  { send: 'POST /documents', raw: '{\n  "content": {\n    "markdown": "a\nb"\n  }\n}', says: /line 3, column 19/ },
  { send: 'POST /documents', raw: '{"content": {"markdown": "a"}', says: /close what is open/ },
  { send: 'POST /documents', raw: '', says: /send a JSON object/ },
  { send: 'POST /documents?dryRun=true', body: { content }, field: '?dryRun', says: /mean dry_run\?/ },
  { send: 'POST /documents?dry_run=yes', body: { content }, field: '?dry_run', says: /true, false/ },
  ...lists([
    ['starting_after=x', /mean after\?/],
    ['cursor=x', /mean after\?/],
    ['page=2', /after takes the last_id/],
    ['offset=2', /after takes the last_id/],
    ['per_page=2', /mean limit\?/],
    ['pageSize=2', /mean limit\?/],
    ['limit=1000', /1 to 100/],
    ['limit=ten', /1 to 100/],
    ['order=newest', /mean desc\?/],
    ['order=DESC', /mean desc\?/],
    ['status=done', /mean ready\?/],
    ['status=completed', /mean ready\?/],
    ['status=cancelled', /mean canceled\?/],
    ['format=word', /mean docx\?/],
    ['after=abc', /id of a document/],
  ]),
  { send: 'GET documents', status: 404, says: /mean \/v1\/documents\?/ },
  { send: 'GET api/v1/documents', status: 404, says: /mean \/v1\/documents\?/ },
  { send: 'GET v2/documents', status: 404, says: /mean \/v1\/documents\?/ },
  { send: 'GET /document', status: 404, says: /mean \/v1\/documents\?/ },
  { send: 'GET /documents/doc_ID/download', status: 404, says: /mean \/v1\/documents\/doc_\w+\/outputs\?/ },
  { send: 'GET /documents/doc_ID/output', status: 404, says: /mean \/v1\/documents\/doc_\w+\/outputs\?/ },
  { send: 'GET /statements/november', status: 404, says: /such as 2026-11/ },
  { send: 'PATCH /documents/doc_ID', body: {}, status: 405, says: /DELETE, GET, HEAD do\./ },
  { send: 'GET /documents/doc_ID/content', status: 409, says: /once the document has finished/ },
  ...edits([
    [{ operations: [{ op: 'replace', find: 'a', replace: 'b' }] }, '/operations/0/op', /mean replace_text\?/],
    [{ operations: [{ ...replace, search: 'a' }] }, '/operations/0/search', /mean find\?/],
    [{ operations: [{ op: 'replace_text', find: 'a', with: 'b' }] }, '/operations/0/with', /mean replace\?/],
    [{ operations: [{ type: 'replace_text', find: 'a', replace: 'b' }] }, '/operations/0/op', /required/],
    [{ operations: [] }, '/operations', /1 at least/],
    [{ operations: replace }, '/operations', /an array, such as \[\{"op":"replace_text"/],
    [{ operations: [{ op: 'rotate_pages', angle: 90 }] }, '/operations/0/pages', /"1-3,7"/],
    [{ operations: [{ op: 'rotate_pages', pages: 'all', angle: 90 }] }, '/operations/0/pages', /"1-3,7"/],
    [{ operations: [{ op: 'rotate_pages', pages: [1], degrees: 90 }] }, '/operations/0/degrees', /mean angle\?/],
    [{ operations: [{ op: 'set_cell_text', target: 't1.r1.c1', value: 'x' }] }, '/operations/0/value', /mean text\?/],
    [{ prompt: 'make it shorter' }, '/prompt', /POST \/v1\/documents, with operation "edit"/],
    [{ mode: 'track', operations: [replace] }, '/mode', /mean tracked\?/],
    [{ document: 'doc_ID', operations: [replace] }, '/document', /mean file\?/],
    [{ edits: [replace] }, '/edits', /mean operations\?/],
  ]),
  { send: 'POST /fill', body: { file: 'doc_ID' }, field: '/data', says: /\{\} where/ },
  { send: 'POST /fill', body: { template: 'doc_ID', data: {} }, field: '/template', says: /mean file\?/ },
  { send: 'POST /fill', body: { file: 'doc_ID', values: {} }, field: '/values', says: /mean data\?/ },
  { send: 'POST /fill', body: { file: 'doc_ID', data: 'a' }, field: '/data', says: /an object or an array/ },
  { send: 'POST /extract', body: { url: 'https://example.com/a.pdf' }, field: '/url', says: /mean file\?/ },
  { send: 'POST /extract', body: { file: 'https://example.com/a.pdf' }, field: '/file', says: /\{"url": / },
  { send: 'POST /extract', body: { file: { url: 'ftp://example.com/a' } }, field: '/file/url', says: /http and https/ },
  { send: 'POST /extract', body: { file: { data: '%%%', filename: 'a.pdf' } }, field: '/file/data', says: /base64/ },
  { send: 'POST /files', body: { url: 'http://127.0.0.1/a.png' }, field: '/url', says: /only public addresses/ },
  { send: 'POST /webhook-endpoints', body: { url: 'http://example.com/' }, field: '/url', says: /https/ },
  { send: 'POST /webhook-endpoints', body: { endpoint: 'https://example.com/' }, field: '/endpoint', says: /mean url\?/ },
  { send: 'POST /compare', body: { from: 'doc_ID' }, field: '/to', says: /required/ },
  { send: 'POST /compare', body: { old: 'doc_ID', new: 'doc_ID' }, field: '/old', says: /mean from\?/ },
  {
    send: 'POST /compare',
    body: { from: 'https://example.com/a.docx', to: 'doc_ID' },
    field: '/from',
    says: /\{"url": "https:\/\/example\.com\/a\.docx"\}/,
  },
  { send: 'POST /compare', body: { from: 'doc_ID', to: 'doc_ID', format: 'word' }, field: '/format', says: /mean docx\?/ },
  { send: 'POST /compare', body: { from: 'doc_ID', to: 'doc_ID', date: 'yesterday' }, field: '/date', says: /date|instant|ISO/i },
  { send: 'POST /fill', body: { file: 'doc_ID', data: {}, missing: 'ignore' }, field: '/missing', says: /error, empty/ },
  { send: 'POST /fill', body: { file: 'doc_ID', data: {}, language: 'English' }, field: '/language', says: /de or pt-BR/ },
  { send: 'POST /fill', body: { file: 'doc_ID', data: {}, format: 'PDF' }, field: '/format', says: /mean pdf\?/ },
  {
    send: 'POST /webhook-endpoints',
    body: { url: 'https://example.com/', events: ['document.done'] },
    field: '/events/0',
    says: /document\.ready/,
  },
  { send: 'POST /webhook-endpoints', body: { url: 'https://example.com/', events: 'document.ready' }, field: '/events', says: /an array/ },
  { send: 'POST /documents/doc_ID/versions', body: { file: 'doc_ID' }, field: '/file', says: /POST \/files/ },
  { send: 'PUT /documents/doc_ID/file', body: { file: 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4' }, field: '/revision', says: /required/ },
  { send: 'POST /documents/doc_ID/data/votes', body: { choice: 'A' }, field: '/record', says: /required/ },
  { send: 'POST /documents/doc_ID/data/votes', body: { record: 'A' }, field: '/record', says: /an object/ },
  { send: 'POST /documents/doc_ID/data/votes', body: { data: { choice: 'A' } }, field: '/data', says: /mean record\?/ },
  { send: 'GET /documents/doc_ID/outputs?expires_in=5', field: '?expires_in', says: /60 to 604800/ },
  { send: 'GET /documents/doc_ID/diff?format=word', field: '?format', says: /mean docx\?/ },
  { send: 'PATCH /balance', body: { below: 5 }, field: '/below', says: /notice/ },
  { send: 'POST /top-ups', body: { amount: 25.5, return_url: 'https://example.com/' }, field: '/amount', says: /whole|integer/i },
  { send: 'GET /usage?group_by=project', field: '?group_by', says: /day, key, level/ },
  { send: 'GET /usage?from=2026-13-01', field: '?from', says: /such as 2026-11-23/ },
];

test('there are a hundred of them', () => assert.ok(MISTAKES.length >= 100, String(MISTAKES.length)));

for (const { send, body, raw, field, says, status = 422 } of MISTAKES) {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  test(`${send} ${(payload ?? '').slice(0, 100)}`, async () => {
    const [method = '', path = ''] = send.replaceAll('doc_ID', made).split(' ');
    const answer = await server.app.inject({
      method: method as 'GET',
      url: path.startsWith('/') ? `/v1${path}` : `/${path}`,
      headers: { ...server.auth, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: payload.replaceAll('doc_ID', made) }),
    });
    assert.equal(answer.statusCode, status, answer.body);
    const problem = answer.json<{ detail: string; errors?: { path: string; message: string }[] }>();
    const found = field === undefined ? problem.detail : problem.errors?.find((error) => error.path === field)?.message;
    assert.match(found ?? 'nothing', says, answer.body);
  });
}

test('null is as good as absent where a field may be left out', async () => {
  const nothing = { format: null, name: null, style: null, metadata: null, sources: null, file: null, prompt: null, retention: null };
  const answer = await server.post({ content: { markdown: '# A' }, background: true, ...nothing });
  assert.equal(answer.statusCode, 202, answer.body);
  // a field that is needed is still missing
  const needed = await server.post({ content: null });
  assert.match(needed.body, /exactly one of prompt and content/);
});

test('answers that make documents tell the rate, and where the document is', async () => {
  const answer = await server.post({ content: { markdown: '# A' }, background: true });
  assert.match(String(answer.headers['ratelimit']), /^"documents";r=\d+;t=\d+$/);
  assert.equal(answer.headers['ratelimit-policy'], '"documents";q=10000;w=60');
  assert.ok(URL.canParse(String(answer.headers['location'])), String(answer.headers['location']));
});
