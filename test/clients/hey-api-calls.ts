/** The calls by the client of `@hey-api/openapi-ts`. */
import { expect, MARKDOWN, type Session } from './calls';
import * as api from './generated/hey-api';
import { createClient, createConfig, type Client } from './generated/hey-api/client';

async function files(client: Client, { edited }: Session): Promise<string> {
  const bytes = Buffer.from(await edited.arrayBuffer());
  const uploaded = await api.createFile({ client, body: { data: bytes.toString('base64'), filename: 'edited.docx' } });
  expect(uploaded.data?.object === 'file', 'the upload');
  const path = { file_id: uploaded.data.id };
  expect((await api.getFile({ client, path })).data?.bytes === bytes.length, 'the file');
  expect((await api.listFiles({ client, query: { limit: 1 } })).data?.object === 'list', 'the list of files');
  const other = await api.createFile({ client, body: { data: 'aGVsbG8', filename: 'a.txt' } });
  expect(other.data && (await api.deleteFile({ client, path: { file_id: other.data.id } })).data?.deleted, 'the deletion');
  const extracted = await api.createExtraction({ client, query: { addresses: true }, body: { file: uploaded.data.id } });
  expect(extracted.data && 'markdown' in extracted.data && extracted.data.blocks, 'the extraction');
  const gone = await api.getExtraction({ client, path: { extraction_id: extracted.data.id } });
  expect(gone.error && 'code' in gone.error && gone.error.code === 'not_found', 'an extraction that was answered at once');
  return uploaded.data.id;
}

async function documents(client: Client): Promise<string> {
  const body = { format: 'docx', name: 'Plan', content: { markdown: MARKDOWN } } as const;
  const dry = await api.createDocument({ client, query: { dry_run: true }, body });
  expect(dry.data?.object === 'dry_run' && dry.data.files.length === 0, 'the dry run');
  const made = await api.createDocument({
    client,
    headers: { 'Idempotency-Key': 'hey-api' },
    body: { ...body, metadata: { by: 'hey' } },
  });
  expect(made.data?.object === 'document' && made.data.outputs, 'the document');
  const path = { document_id: made.data.id };
  const queued = await api.createDocument({ client, body: { ...body, background: true } });
  expect(queued.data?.object === 'document', 'the queued document');
  const queuedPath = { document_id: queued.data.id };
  expect((await api.cancelDocument({ client, path: queuedPath })).data, 'the canceled document');
  expect((await api.deleteDocument({ client, path: queuedPath })).data?.content_deleted_at, 'the deleted document');
  expect(
    (await api.listDocuments({ client, query: { limit: 5, metadata: { by: 'hey' } } })).data?.data.length === 1,
    'the list by metadata',
  );
  expect((await api.getDocument({ client, path })).data?.status === made.data.status, 'the record');
  expect((await api.listOutputs({ client, path, query: { expires_in: 60 } })).data?.data.length, 'outputs');
  expect((await api.getReport({ client, path })).data?.validation.findings, 'the report');
  expect((await api.getDocumentRequest({ client, path })).data, 'the request');
  const { stream } = await api.followEvents({ client, path, query: { after: 1 } });
  const types: string[] = [];
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === 'document.ready') expect(event.data.status, 'the data of the final event');
    if (event.type.startsWith('document.')) break;
  }
  expect(types.includes('document.started'), 'the events');
  return made.data.id;
}

/** Of a document that is none. */
async function artifacts(client: Client, id: string): Promise<void> {
  const path = { document_id: id, collection: 'sales' };
  const record = { size: 'M' };
  const answers = [
    await api.listArtifactData({ client, path }),
    await api.listArtifactRecords({ client, path }),
    await api.addArtifactRecord({ client, path, body: { record } }),
    await api.updateArtifactRecord({ client, path: { ...path, record_id: 'rec_1' }, body: { record, revision: 1 } }),
    await api.deleteArtifactRecord({ client, path: { ...path, record_id: 'rec_1' } }),
    await api.deleteArtifactCollection({ client, path }),
    await api.revokeLinks({ client, path }),
  ];
  for (const { error } of answers) expect(error && 'code' in error && error.code === 'not_an_artifact', 'an endpoint of artifacts');
}

async function edits(client: Client, id: string, fileId: string): Promise<void> {
  const path = { document_id: id };
  const content = await api.getContent({ client, path });
  const block = content.data?.blocks.find(({ text }) => text.startsWith('We open'));
  expect(block, 'the content');
  const operations = [{ op: 'replace_text', find: 'two', replace: 'three', target: block.address }] as const;
  const preview = await api.createEdit({ client, body: { file: id, operations: [...operations], preview: true } });
  expect(preview.data?.object === 'edit_preview' && preview.data.edits[0]?.status === 'applied', 'the preview');
  const made = await api.createEdit({ client, body: { file: id, operations: [...operations], mode: 'tracked' } });
  expect(made.response?.status === 201, 'the edit');
  expect((await api.compareFiles({ client, body: { from: id, to: id } })).data, 'the comparison');
  const template = await api.createFill({ client, body: { file: id, data: { name: 'Ada', rows: [{ a: 1 }] }, dry_run: true } });
  expect(template.data?.object === 'fill_dry_run' && template.data.valid, 'the template');
  const version = await api.createVersion({ client, path, body: { file: fileId } });
  expect(version.data?.mode === 'manual', 'the version');
  expect((await api.listVersions({ client, path, query: { order: 'desc' } })).data?.data.length === 3, 'the family');
  expect((await api.saveDocumentFile({ client, path, body: { file: fileId, revision: 1 } })).data?.revision === 2, 'the save');
  expect((await api.diffDocument({ client, path: { document_id: version.data.id }, query: { from: id } })).data, 'the diff');
}

async function webhooks(client: Client): Promise<void> {
  const body = { url: 'https://hooks.example.org/octavo' };
  const made = await api.createWebhook({ client, body });
  expect(made.data && made.data.secret.startsWith('whsec_'), 'the secret');
  const path = { endpoint_id: made.data.id };
  expect((await api.listWebhooks({ client })).data?.data.length === 1, 'the list');
  expect((await api.getWebhook({ client, path })).data?.enabled, 'the endpoint');
  expect((await api.updateWebhook({ client, path, body: { enabled: false } })).data?.enabled === false, 'the change');
  const rotated = await api.rotateWebhookSecret({ client, path });
  expect(rotated.data && rotated.data.secret !== made.data.secret, 'the new secret');
  const tested = await api.testWebhook({ client, path });
  expect(tested.data && tested.data.event_type === 'webhook.test', 'the test');
  const delivery = { ...path, delivery_id: tested.data.id };
  expect((await api.listDeliveries({ client, path })).data?.data.length === 1, 'the deliveries');
  expect((await api.getDelivery({ client, path: delivery })).data?.event, 'the delivery');
  expect((await api.retryDelivery({ client, path: delivery })).data?.status === 'pending', 'the retry');
  expect((await api.deleteWebhook({ client, path })).data?.deleted, 'the deletion');
}

async function money(client: Client): Promise<void> {
  const path = { month: new Date().toISOString().slice(0, 7) };
  const usage = await api.getUsage({ client, query: { group_by: 'day,key' } });
  expect(usage.data && typeof usage.data === 'object' && 'total' in usage.data && usage.data.total.documents > 0, 'the usage');
  expect((await api.getBalance({ client })).data?.object === 'balance', 'the balance');
  const told = await api.updateBalance({ client, body: { notice: { below: 500 } } });
  expect(told.data?.notice?.below === 500, 'the notice');
  const statement = await api.getStatement({ client, path });
  expect(statement.data && typeof statement.data === 'object' && 'closing' in statement.data, 'the statement');
  expect((await api.createStatementDocument({ client, path, body: { format: 'docx' } })).data?.format === 'docx', 'its document');
  const { error } = await api.createTopUp({ client, body: { amount: 500, return_url: 'https://example.org/' } });
  expect(error && 'code' in error && error.code === 'feature_unavailable', 'no payment provider');
}

export async function run(session: Session): Promise<void> {
  const { baseUrl, apiKey, fetch } = session;
  const client = createClient(createConfig({ baseUrl, fetch, auth: apiKey }));
  const fileId = await files(client, session);
  const id = await documents(client);
  await artifacts(client, id);
  await edits(client, id, fileId);
  await webhooks(client);
  await money(client);
}
