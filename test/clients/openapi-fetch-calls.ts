/** The calls by `openapi-fetch` with the types of `openapi-typescript`. */
import createClient from 'openapi-fetch';
import { expect, MARKDOWN, type Session } from './calls';
import type { components, paths } from './generated/openapi-types';

type Client = ReturnType<typeof createClient<paths>>;
const document_id = 'doc_01JD8Y3V6QZ4T5W7X9A1B2C3D4';
/** The generated types know the bytes of a form as a string in the format `binary`: they are put in as the form is written. */
const asForm =
  (file: Blob) =>
  (body: object): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) form.set(name, name === 'file' ? file : String(value));
    return form;
  };

async function files(client: Client, { edited }: Session): Promise<string> {
  const uploaded = await client.POST('/files', { body: { file: '' }, bodySerializer: asForm(edited) });
  expect(uploaded.data?.object === 'file', 'the upload');
  const data = Buffer.from('hello').toString('base64');
  const small = await client.POST('/files', { body: { data, filename: 'a.txt' } });
  expect(small.data, 'the upload as base64');
  const list = await client.GET('/files', { params: { query: { limit: 1 } } });
  expect(list.data?.has_more, 'the list of files');
  const read = await client.GET('/files/{file_id}', { params: { path: { file_id: small.data.id } } });
  expect(read.data?.filename === 'a.txt', 'the file');
  const deleted = await client.DELETE('/files/{file_id}', { params: { path: { file_id: small.data.id } } });
  expect(deleted.data?.deleted, 'the deletion');
  const extracted = await client.POST('/extract', { params: { query: { addresses: true } }, body: { file: uploaded.data.id } });
  expect(extracted.data && 'markdown' in extracted.data && extracted.data.blocks, 'the extraction');
  const gone = await client.GET('/extractions/{extraction_id}', { params: { path: { extraction_id: extracted.data.id } } });
  expect(gone.error?.code === 'not_found', 'an extraction that was answered at once');
  return uploaded.data.id;
}

async function documents(client: Client): Promise<string> {
  const body = { format: 'docx', name: 'Plan', content: { markdown: MARKDOWN } } as const;
  const dry = await client.POST('/documents', { params: { query: { dry_run: true } }, body });
  expect(dry.data && 'object' in dry.data && dry.data.object === 'dry_run' && dry.data.files.length === 0, 'the dry run');
  const made = await client.POST('/documents', {
    params: { header: { 'Idempotency-Key': 'openapi-fetch' } },
    body: { ...body, metadata: { by: 'fetch' } },
  });
  expect(made.data && 'object' in made.data && made.data.object === 'document' && made.data.outputs, 'the document');
  const path = { document_id: made.data.id };
  const queued = await client.POST('/documents', { body: { ...body, background: true } });
  expect(queued.data && 'object' in queued.data && queued.data.object === 'document', 'the queued document');
  const canceled = await client.POST('/documents/{document_id}/cancel', { params: { path: { document_id: queued.data.id } } });
  expect(canceled.data, 'the canceled document');
  const deleted = await client.DELETE('/documents/{document_id}', { params: { path: { document_id: queued.data.id } } });
  expect(deleted.data?.content_deleted_at, 'the deleted document');
  const list = await client.GET('/documents', { params: { query: { limit: 5, metadata: { by: 'fetch' } } } });
  expect(list.data?.data.length === 1, 'the list by metadata');
  expect((await client.GET('/documents/{document_id}', { params: { path } })).data?.status === made.data.status, 'the record');
  expect(
    (await client.GET('/documents/{document_id}/outputs', { params: { path, query: { expires_in: 60 } } })).data?.data.length,
    'outputs',
  );
  const report = (await client.GET('/documents/{document_id}/report', { params: { path } })).data;
  expect(report?.validation.findings, 'the report');
  expect((await client.GET('/documents/{document_id}/request', { params: { path } })).data, 'the request');
  const events = await client.GET('/documents/{document_id}/events', { params: { path, query: { after: 1 } }, parseAs: 'text' });
  expect(events.data?.includes('document.ready'), 'the events');
  return made.data.id;
}

/** Of a document that is none. */
async function artifacts(client: Client, document_id: string): Promise<void> {
  const path = { document_id, collection: 'sales' };
  const one = { ...path, record_id: 'rec_1' };
  const record = { size: 'M' };
  const answers = [
    await client.GET('/documents/{document_id}/data', { params: { path } }),
    await client.GET('/documents/{document_id}/data/{collection}', { params: { path } }),
    await client.POST('/documents/{document_id}/data/{collection}', { params: { path }, body: { record } }),
    await client.PUT('/documents/{document_id}/data/{collection}/{record_id}', { params: { path: one }, body: { record, revision: 1 } }),
    await client.DELETE('/documents/{document_id}/data/{collection}/{record_id}', { params: { path: one } }),
    await client.DELETE('/documents/{document_id}/data/{collection}', { params: { path } }),
    await client.POST('/documents/{document_id}/revoke-links', { params: { path } }),
  ];
  for (const { error } of answers) expect(error?.code === 'not_an_artifact', 'an endpoint of artifacts');
}

async function edits(client: Client, id: string, fileId: string, { edited }: Session): Promise<void> {
  const path = { document_id: id };
  const content = await client.GET('/documents/{document_id}/content', { params: { path } });
  const block = content.data?.blocks.find(({ text }) => text.startsWith('We open'));
  expect(block, 'the content');
  const operations: components['schemas']['EditOperation'][] = [
    { op: 'replace_text', find: 'two', replace: 'three', target: block.address },
  ];
  const preview = await client.POST('/edits', { body: { file: id, operations, preview: true } });
  expect(preview.data?.object === 'edit_preview' && preview.data.edits[0]?.status === 'applied', 'the preview');
  const made = await client.POST('/edits', { body: { file: id, operations, mode: 'tracked' } });
  expect(made.response.status === 201, 'the edit');
  const template = await client.POST('/fill', { body: { file: id, data: { name: 'Ada', rows: [{ a: 1 }] }, dry_run: true } });
  expect(template.data?.object === 'fill_dry_run' && template.data.valid, 'the template');
  const version = await client.POST('/documents/{document_id}/versions', { params: { path }, body: { file: fileId } });
  expect(version.data?.mode === 'manual', 'the version');
  expect(
    (await client.GET('/documents/{document_id}/versions', { params: { path, query: { order: 'desc' } } })).data?.data.length === 3,
    'the family',
  );
  const saved = await client.PUT('/documents/{document_id}/file', {
    params: { path },
    body: { file: '', revision: 1 },
    bodySerializer: asForm(edited),
  });
  expect(saved.data?.revision === 2, 'the save');
  const late = await client.PUT('/documents/{document_id}/file', { params: { path }, body: { file: fileId, revision: 1 } });
  expect(late.error?.code === 'revision_conflict', 'the late save');
  const query = { from: id } as const;
  const to = { document_id: version.data.id };
  expect((await client.POST('/compare', { body: { from: id, to: id } })).data, 'the comparison');
  const diff = await client.GET('/documents/{document_id}/diff', { params: { path: to, query } });
  expect(typeof diff.data === 'object' && diff.data.summary, 'the diff');
  const redline = await client.GET('/documents/{document_id}/diff', {
    params: { path: to, query: { ...query, format: 'docx' } },
    parseAs: 'blob',
  });
  expect(redline.response.ok, 'the redline');
}

async function webhooks(client: Client): Promise<void> {
  const body = { url: 'https://hooks.example.org/octavo' };
  const made = await client.POST('/webhook-endpoints', { body });
  expect(made.data && made.data.secret.startsWith('whsec_'), 'the secret');
  const path = { endpoint_id: made.data.id };
  expect((await client.GET('/webhook-endpoints')).data?.data.length === 1, 'the list');
  expect((await client.GET('/webhook-endpoints/{endpoint_id}', { params: { path } })).data?.enabled, 'the endpoint');
  const changed = await client.PATCH('/webhook-endpoints/{endpoint_id}', { params: { path }, body: { enabled: false } });
  expect(changed.data?.enabled === false, 'the change');
  expect((await client.POST('/webhook-endpoints/{endpoint_id}/rotate-secret', { params: { path } })).data?.secret, 'the new secret');
  const tested = await client.POST('/webhook-endpoints/{endpoint_id}/test', { params: { path } });
  expect(tested.data && tested.data.event_type === 'webhook.test', 'the test');
  const params = { path: { ...path, delivery_id: tested.data.id } };
  expect((await client.GET('/webhook-endpoints/{endpoint_id}/deliveries', { params: { path } })).data?.data.length === 1, 'the deliveries');
  expect((await client.GET('/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}', { params })).data?.event, 'the delivery');
  const again = await client.POST('/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/retry', { params });
  expect(again.data?.status === 'pending', 'the retry');
  expect((await client.DELETE('/webhook-endpoints/{endpoint_id}', { params: { path } })).data?.deleted, 'the deletion');
}

async function money(client: Client): Promise<void> {
  const path = { month: new Date().toISOString().slice(0, 7) };
  const usage = await client.GET('/usage', { params: { query: { group_by: 'day,key' } } });
  expect(typeof usage.data === 'object' && usage.data.total.documents > 0, 'the usage');
  expect((await client.GET('/balance')).data?.object === 'balance', 'the balance');
  expect((await client.PATCH('/balance', { body: { notice: { below: 500 } } })).data?.notice?.below === 500, 'the notice');
  const statement = await client.GET('/statements/{month}', { params: { path } });
  expect(typeof statement.data === 'object' && statement.data.object === 'statement', 'the statement');
  const made = await client.POST('/statements/{month}/document', { params: { path }, body: { format: 'docx' } });
  expect(made.data?.format === 'docx', 'its document');
  const { error } = await client.POST('/top-ups', { body: { amount: 500, return_url: 'https://example.org/' } });
  expect(error?.code === 'feature_unavailable', 'no payment provider');
}

export async function run(session: Session): Promise<void> {
  const { baseUrl, apiKey, fetch } = session;
  const client = createClient<paths>({ baseUrl, fetch: (request) => fetch(request), headers: { authorization: `Bearer ${apiKey}` } });
  const missing = await client.GET('/documents/{document_id}', { params: { path: { document_id } } });
  expect(missing.error?.code === 'not_found' && missing.error.errors, 'a document that is not there');
  const fileId = await files(client, session);
  const id = await documents(client);
  await artifacts(client, id);
  await edits(client, id, fileId, session);
  await webhooks(client);
  await money(client);
}
