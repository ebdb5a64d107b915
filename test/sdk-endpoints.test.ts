/** Every endpoint that takes a key has a method of the TypeScript client: this does not compile without one, and each asks for what the table says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOctavo, type Octavo } from '../sdk/src/octavo.ts';
import { ENDPOINTS, type OperationId } from '../src/api/endpoints.ts';

const NOTHING = { file: 'doc_1', operations: [] };
const FILE = { bytes: new Uint8Array(1), filename: 'a.txt' };

const CALLS: Readonly<Record<OperationId, (octavo: Octavo) => Promise<unknown>>> = {
  createDocument: ({ documents }) => documents.create({ content: { markdown: 'a' } }),
  listDocuments: ({ documents }) => documents.list(),
  getDocument: ({ documents }) => documents.get('doc_1'),
  deleteDocument: ({ documents }) => documents.delete('doc_1'),
  cancelDocument: ({ documents }) => documents.cancel('doc_1'),
  listOutputs: ({ documents }) => documents.outputs('doc_1'),
  followEvents: async ({ documents }) => {
    for await (const event of documents.events('doc_1')) return event;
    return null;
  },
  getReport: ({ documents }) => documents.report('doc_1'),
  getDocumentRequest: ({ documents }) => documents.request('doc_1'),
  listArtifactData: ({ artifacts }) => artifacts.collections('doc_1'),
  listArtifactRecords: ({ artifacts }) => artifacts.list('doc_1', 'votes'),
  addArtifactRecord: ({ artifacts }) => artifacts.add('doc_1', 'votes', {}),
  deleteArtifactCollection: ({ artifacts }) => artifacts.clear('doc_1', 'votes'),
  updateArtifactRecord: ({ artifacts }) => artifacts.update('doc_1', 'votes', 'rec_1', {}),
  deleteArtifactRecord: ({ artifacts }) => artifacts.remove('doc_1', 'votes', 'rec_1'),
  revokeLinks: ({ artifacts }) => artifacts.revokeLinks('doc_1'),
  createFile: ({ files }) => files.upload(FILE),
  listFiles: ({ files }) => files.list(),
  getFile: ({ files }) => files.get('file_1'),
  deleteFile: ({ files }) => files.delete('file_1'),
  createExtraction: ({ extract }) => extract(FILE),
  getExtraction: ({ extraction }) => extraction('ext_1'),
  createEdit: ({ edits }) => edits.apply({ ...NOTHING }),
  getContent: ({ edits }) => edits.content('doc_1'),
  compareFiles: ({ compare }) => compare({ from: 'doc_1', to: 'file_1' }),
  createFill: ({ fill }) => fill({ file: 'file_1', data: {} }),
  createVersion: ({ versions }) => versions.create('doc_1', 'file_1'),
  listVersions: ({ versions }) => versions.list('doc_1'),
  saveDocumentFile: ({ versions }) => versions.save('doc_1', FILE, 1),
  diffDocument: ({ versions }) => versions.diff('doc_1'),
  createWebhook: ({ webhooks }) => webhooks.create({ url: 'https://example.com/' }),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  getWebhook: ({ webhooks }) => webhooks.get('whk_1'),
  updateWebhook: ({ webhooks }) => webhooks.update('whk_1', { enabled: true }),
  deleteWebhook: ({ webhooks }) => webhooks.delete('whk_1'),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret('whk_1'),
  testWebhook: ({ webhooks }) => webhooks.test('whk_1'),
  listDeliveries: ({ webhooks }) => webhooks.deliveries('whk_1'),
  getDelivery: ({ webhooks }) => webhooks.delivery('whk_1', 'del_1'),
  retryDelivery: ({ webhooks }) => webhooks.retry('whk_1', 'del_1'),
  getUsage: ({ money }) => money.usage(),
  getBalance: ({ money }) => money.balance(),
  updateBalance: ({ money }) => money.setNotice(null),
  getStatement: ({ money }) => money.statement('2026-11'),
  createStatementDocument: ({ money }) => money.statementDocument('2026-11'),
  createTopUp: ({ money }) => money.topUp(100, 'https://example.com/'),
};

/** What every answer may hold, so that each method finds what it takes out. */
const ANSWER = JSON.stringify({ data: [], edits: [], blocks: [], markdown: '', has_more: false });
const EVENT = `data: ${JSON.stringify({ type: 'document.ready', sequence: 1 })}\n\n`;

for (const [id, call] of Object.entries(CALLS)) {
  test(`${id} has a method of the client`, async () => {
    const asked: string[] = [];
    const octavo = createOctavo({
      apiKey: 'ak_local_x',
      baseUrl: 'http://service.test',
      fetch: async (input, init) => {
        asked.push(`${init?.method} ${new URL(String(input)).pathname}`);
        return id === 'followEvents'
          ? new Response(EVENT, { headers: { 'content-type': 'text/event-stream' } })
          : new Response(ANSWER, { headers: { 'content-type': 'application/json' } });
      },
    });
    await call(octavo);
    const row = Object.entries(ENDPOINTS).find(([name]) => name === id)?.[1];
    assert.ok(row);
    assert.equal(asked.length, 1);
    const pattern = row.path.replaceAll(/\{\w+\}/g, '[^/]+');
    assert.match(asked[0] ?? '', new RegExp(`^${row.method} /v1${pattern}$`));
  });
}
