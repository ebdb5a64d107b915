/** The example of every `/errors/<code>` page, sent to a real service: it gets that code, and the answer says what the page says it does. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { PROBLEM_HELP } from '../../src/api/problem-help.ts';
import { InfrastructureFault } from '../../src/base/infrastructure-fault.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../src/base/refusal.ts';
import { paragraphXml, wordFileOf } from '../../src/review/example-files.ts';
import { makeOutput, openServer, type OpenServer, type OpenServerSettings } from '../support/open-server.ts';
import { SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import type { ScriptedModel } from '../support/scripted-model.ts';
import {
  download,
  expectJson,
  makeDocument,
  runOctavo,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type FileJson,
  type Running,
} from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';
import { templateWord } from '../support/template-word.ts';
import { joinBy, type Visitor } from '../support/visitor.ts';

/** What the service said, of the problem or of the failed document. */
type Told = { code: string | undefined; detail: string | undefined };

/** Pages whose example is not provoked here. */
const NOT_PROVOKED: Partial<Record<RefusalCode, string>> = {
  too_many_records: 'it takes 5,000 calls; the tests of the artifact stores fill one',
  events_expired: 'events go when they are swept a week later; test/service/many-machines.test.ts makes old ones',
  file_not_found: 'whether the file goes before its document is begun is chance; test/service/files.test.ts tries it',
  processing_failed: 'it takes three deaths of a process; test/service/crash.test.ts kills them',
};

let octavo: Running;
let writing: { model: ScriptedModel; octavo: Running };
let owner: Visitor;

const BODY_LIMIT_BYTES = 34_000_000;
const markdown = '# Note\n\nOne paragraph.\n';

before(async () => {
  octavo = await startOctavo({ environment: { OCTAVO_BODY_LIMIT: String(BODY_LIMIT_BYTES) } });
  writing = await startWithModel(SCRIPTED_DOCUMENTS, { OCTAVO_PRICES: '{"fast":0,"standard":0,"best":90000,"currency":"EUR"}' });
  owner = await joinBy(octavo.root, /within an hour: (\S+)/.exec(octavo.output())?.[1] ?? '', 'ada@example.com');
});
after(async () => {
  await stopOctavo(octavo);
  if (writing) await stopWithModel(writing);
});

const toldBy = async (answer: Response): Promise<Told> => {
  const { code, detail } = (await answer.json()) as Told;
  return { code, detail };
};
const toldOf = ({ error }: DocumentJson): Told => ({ code: error?.code, detail: error?.message });
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  octavo.call(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const upload = (bytes: Uint8Array, filename: string): Promise<Response> => {
  const form = new FormData();
  form.set('file', new File([Buffer.from(bytes)], filename));
  return octavo.call('/files', { method: 'POST', body: form });
};
const fileOf = async (bytes: Uint8Array, filename: string): Promise<string> =>
  (await expectJson<FileJson>(await upload(bytes, filename), 201)).id;
const command = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runOctavo(args, { dataDir: octavo.dataDir });
  assert.equal(code, 0, stderr);
  return stdout.trim();
};
const keyOf = async (project: string, ...more: string[]): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await command('keys', 'create', '--project', project, ...more)}`,
});
const word = (): Promise<DocumentJson> => makeDocument(octavo, { format: 'docx', content: { markdown } });
const artifact = (storage: string): Promise<DocumentJson> =>
  makeDocument(octavo, { format: 'artifact', content: { markdown }, artifact: { storage } });
/** A document that waits behind others. */
const waiting = async (body: Record<string, unknown> = { content: { markdown } }): Promise<string> => {
  for (let at = 0; at < 3; at++)
    await expectJson(
      await octavo.post({ content: { markdown: `# X\n\n${'Text that fills a page. '.repeat(900)}` }, background: true }),
      202,
    );
  return (await expectJson<DocumentJson>(await octavo.post({ ...body, background: true }), 202)).id;
};

/** On adapters in memory, where a test sets clock, limits and prices. */
async function within(settings: OpenServerSettings, act: (server: OpenServer) => Promise<{ json(): unknown }>): Promise<Told> {
  const server = await openServer(settings);
  try {
    return (await act(server)).json() as Told;
  } finally {
    await server.close();
  }
}
/** Sends the request that an example is, as it stands. */
async function sendExample(code: RefusalCode): Promise<Told> {
  const [head = '', body] = PROBLEM_HELP[code].example.split('\n\n');
  const [line = '', ...lines] = head.split('\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = Object.fromEntries(
    lines.map((header) => header.split(': ') as [string, string]).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (headers['authorization']?.endsWith('…') === true) delete headers['authorization'];
  return toldBy(
    await octavo.call(path.replace(/^\/v1/, ''), {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );
}

/** The examples in the words of their pages. */
const PROVOKED: Partial<Record<RefusalCode, () => Promise<Told>>> = {
  input_invalid: () => sendExample('input_invalid'),
  unauthorized: () => sendExample('unauthorized'),
  async insufficient_balance() {
    return toldBy(await writing.octavo.post({ prompt: 'A memo', quality: 'best' }));
  },
  session_required: () => sendExample('session_required'),
  async forbidden() {
    const { id } = await word();
    return toldBy(
      await send('DELETE', `/documents/${id}`, undefined, await keyOf(await command('projects', 'create', 'reads'), '--scope', 'read')),
    );
  },
  async origin_refused() {
    return toldBy(await owner.ask('POST', '/documents', { content: { markdown } }, { origin: 'https://elsewhere.example' }));
  },
  async sign_in_failed() {
    const body = JSON.parse(PROBLEM_HELP.sign_in_failed.example.split('\n\n')[1] ?? '') as unknown;
    return toldBy(await owner.ask('POST', '/dashboard/auth/sign-in/email', body));
  },
  async last_owner() {
    const { data } = await expectJson<{ data: { id: string }[] }>(await owner.get('/dashboard/members'));
    return toldBy(await owner.ask('DELETE', `/dashboard/members/${data[0]?.id}`));
  },
  region_mismatch: () =>
    within({ region: 'us' }, ({ app }) =>
      app.inject({ url: '/v1/documents', headers: { authorization: `Bearer ak_eu_${'x'.repeat(32)}` } }),
    ),
  link_expired: () =>
    within({}, async (server) => {
      await server.post({ content: { markdown }, background: true });
      const [id = ''] = server.ids();
      await server.worker.finish(id, { outputs: [makeOutput(id, `out_${'1'.repeat(26)}`, 4)] });
      const { data } = (await server.get(`/v1/documents/${id}/outputs`)).json<{ data: { url: string }[] }>();
      server.clock.aheadMs = 301_000;
      return server.app.inject(new URL(data[0]?.url ?? '').pathname + new URL(data[0]?.url ?? '').search);
    }),
  rate_limited: () =>
    within({ ratePerMinute: 120 }, async (server) => {
      for (let at = 0; at < 120; at++) assert.equal((await server.post({ content: { markdown }, background: true })).statusCode, 202);
      return server.post({ content: { markdown }, background: true });
    }),
  async not_an_artifact() {
    return toldBy(await send('GET', `/documents/${(await word()).id}/data`));
  },
  async record_too_large() {
    return toldBy(await send('POST', `/documents/${(await artifact('shared')).id}/data/orders`, { record: { text: 'x'.repeat(20_000) } }));
  },
  async too_many_endpoints() {
    const headers = await keyOf(await command('projects', 'create', 'endpoints'));
    const more = (): Promise<Response> => send('POST', '/webhook-endpoints', { url: 'https://example.com/' }, headers);
    for (let at = 0; at < 20; at++) await expectJson(await more(), 201);
    return toldBy(await more());
  },
  not_found: () => sendExample('not_found'),
  async file_rejected() {
    return toldBy(await upload(Buffer.from(templateWord({ macros: true })), 'macros.docx'));
  },
  async file_too_large() {
    return toldBy(await upload(Buffer.alloc(25_000_000), 'a.pdf'));
  },
  async report_not_ready() {
    return toldBy(await send('GET', `/documents/${await waiting()}/report`));
  },
  content_deleted: () =>
    within({}, async (server) => {
      await server.post({ content: { markdown }, background: true });
      const [id = ''] = server.ids();
      await server.worker.finish(id);
      await server.app.inject({ method: 'DELETE', url: `/v1/documents/${id}`, headers: server.auth });
      return server.get(`/v1/documents/${id}/outputs`);
    }),
  async project_does_not_store() {
    const headers = await keyOf(await command('projects', 'create', 'forgets', '--retention', 'none'));
    return toldBy(
      await send('POST', '/documents', { format: 'artifact', artifact: { storage: 'shared' }, content: { markdown } }, headers),
    );
  },
  async artifact_is_local() {
    return toldBy(await send('GET', `/documents/${(await artifact('local')).id}/data`));
  },
  async range_not_satisfiable() {
    const url = (await word()).outputs?.[0]?.url ?? '';
    return toldBy(await fetch(url, { headers: { range: 'bytes=9000000-' } }));
  },
  async idempotency_key_reused() {
    const headers = { 'idempotency-key': 'report-17' };
    await expectJson(await octavo.post({ content: { markdown } }, headers));
    return toldBy(await octavo.post({ content: { markdown: '# Another' } }, headers));
  },
  idempotency_request_in_progress: () =>
    within({}, async (server) => {
      const headers = { 'idempotency-key': 'busy' };
      const first = server.post({ content: { markdown } }, headers);
      while (server.watching() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = await server.post({ content: { markdown } }, headers);
      await server.worker.finish(server.ids()[0] ?? '');
      await first;
      return answer;
    }),
  feature_unavailable: () => sendExample('feature_unavailable'),
  internal_error: () =>
    within({}, (server) => {
      server.pipeline.submit = () => Promise.reject(new TypeError('a fault'));
      return server.post({ content: { markdown } });
    }),
  service_unavailable: () =>
    within({}, (server) => {
      server.store.accept = () => Promise.reject(new InfrastructureFault('database', new Error('connect ECONNREFUSED')));
      return server.post({ content: { markdown } });
    }),
  async revision_conflict() {
    const { id, outputs } = await word();
    const file = await fileOf(await download(outputs?.[0]?.url ?? ''), 'edited.docx');
    await expectJson(await send('PUT', `/documents/${id}/file`, { file, revision: 1 }));
    return toldBy(await send('PUT', `/documents/${id}/file`, { file, revision: 1 }));
  },
  async document_not_ready() {
    const id = await waiting();
    return toldBy(
      await send('POST', `/documents/${id}/versions`, { file: await fileOf(wordFileOf({ body: paragraphXml('A') }), 'a.docx') }),
    );
  },
  method_not_allowed: () => sendExample('method_not_allowed'),
  unsupported_media_type: () => sendExample('unsupported_media_type'),
  async payload_too_large() {
    return toldBy(await octavo.post({ content: { markdown: 'x'.repeat(BODY_LIMIT_BYTES) } }));
  },
  async content_empty() {
    const body = JSON.parse(PROBLEM_HELP.content_empty.example.split('\n\n')[1] ?? '') as Record<string, unknown>;
    return toldOf(await makeDocument(octavo, body));
  },
  async docx_invalid() {
    const file = await fileOf(wordFileOf({ body: '<w:p><w:r></w:p>' }), 'broken.docx');
    return toldOf(await makeDocument(octavo, { operation: 'review', file }));
  },
  async document_too_long() {
    const body = Array.from({ length: 80 }, (_, at) => paragraphXml(`<w:r><w:t>Page ${at}</w:t><w:br w:type="page"/></w:r>`)).join('');
    return toldOf(await makeDocument(octavo, { operation: 'review', file: await fileOf(wordFileOf({ body }), 'long.docx') }));
  },
  async format_unclear() {
    return toldOf(await makeDocument(writing.octavo, { prompt: 'Something about our sales' }));
  },
  async edit_not_understood() {
    const { id } = await makeDocument(writing.octavo, { format: 'docx', content: { markdown } });
    return toldOf(await makeDocument(writing.octavo, { operation: 'edit', file: id, prompt: 'make it nicer somehow' }));
  },
  async edit_not_applied() {
    const { operations } = JSON.parse(PROBLEM_HELP.edit_not_applied.example.split('\n\n')[1] ?? '') as { operations: unknown };
    return toldOf(await expectJson<DocumentJson>(await send('POST', '/edits', { file: (await word()).id, operations }), 201));
  },
  async generation_blocked() {
    writing.model.add({ match: (request) => !request.structured && /wicked/.test(request.prompt), answer: { text: '', end: 'refusal' } });
    return toldOf(await makeDocument(writing.octavo, { prompt: 'A wicked memo', format: 'docx' }));
  },
  async source_unreadable() {
    const source = { data: Buffer.from('%PDF-1.7 and no more').toString('base64'), filename: 'damaged.pdf' };
    return toldBy(await writing.octavo.post({ prompt: 'A memo on this', format: 'docx', sources: [source] }));
  },
  async page_too_large() {
    const noise = sharp(randomBytes(1_400 * 1_400 * 3), { raw: { width: 1_400, height: 1_400, channels: 3 } });
    const picture = await fileOf(await noise.png().toBuffer(), 'noise.png');
    const places = Array.from({ length: 10 }, (_, at) => `![Noise](img:${at + 1})`).join('\n\n');
    const content = { markdown: `# Noise\n\n${places}\n` };
    return toldOf(await makeDocument(octavo, { format: 'artifact', content, sources: Array.from({ length: 10 }, () => picture) }));
  },
};

/** Ids, amounts and numbers may be others than on the page. */
const shapeOf = (text: string | undefined): string =>
  (text ?? '').replaceAll(/\b[a-z]+_[0-9A-Z]{26}\b/g, 'ID').replaceAll(/[\d.,]*\d/g, '0');

for (const code of REFUSAL_CODES) {
  const reason = NOT_PROVOKED[code];
  test(`${code}: ${reason === undefined ? 'the example gets it, and the answer is that of the page' : `not provoked here: ${reason}`}`, async () => {
    const provoke = PROVOKED[code];
    assert.equal(provoke === undefined, reason !== undefined, 'either an example that is provoked or a reason why not');
    if (provoke === undefined) return;
    const told = await provoke();
    assert.equal(told.code, code, told.detail);
    assert.equal(shapeOf(told.detail), shapeOf(PROBLEM_HELP[code].detail));
  });
}
