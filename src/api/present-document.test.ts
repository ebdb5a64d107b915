import { STATUSES } from '../contract/vocabulary.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileRecord } from '../ports/document-store.ts';
import { type DocumentRecord, type OutputRecord } from '../ports/record.ts';
import { presentDocument, presentFile, presentList, presentOutputs } from './present-document.ts';
import { documentSchema, listSchemaOf } from '../contract/document.ts';
import { fileSchema } from '../contract/file.ts';

const ID = 'doc_01HZZZZZZZZZZZZZZZZZZZZZZZ';
const NOW = new Date('2026-11-20T12:00:00.123Z');
const PDF: OutputRecord = {
  id: 'out_01HZZZZZZZZZZZZZZZZZZZZZZZ',
  kind: 'pdf',
  contentType: 'application/pdf',
  bytes: 5,
  key: 'documents/secret/key',
};
const PICTURE: OutputRecord = {
  id: 'out_01HZZZZZZZZZZZZZZZZZZZZZZY',
  kind: 'preview',
  contentType: 'image/png',
  bytes: 6,
  key: 'k',
  page: 1,
  width: 1240,
  height: 1754,
  widthPt: 595.28,
  heightPt: 841.89,
};

const record = (more: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id: ID,
  orgId: 'org_1',
  projectId: 'prj_1',
  name: 'Plan',
  title: null,
  operation: 'create',
  format: 'pdf',
  type: 'report',
  mode: 'content',
  parentId: null,
  revision: 1,
  status: 'ready',
  phase: null,
  pages: 1,
  styleApplied: null,
  styleUnsupported: [],
  validationSummary: { errors: 0, warnings: 0, info: 1 },
  repairSummary: null,
  error: null,
  versions: { engine: 'e', renderer: 'r', model: null },
  metadata: { a: 'b' },
  retention: '30d',
  expiresAt: NOW,
  route: { path: 'fast', reason: 'r' },
  quality: { requested: 'auto', level: 'fast', reason: 'r' },
  artifact: null,
  contentDeletedAt: null,
  createdAt: NOW,
  completedAt: NOW,
  attempt: 1,
  outputs: [PDF, PICTURE],
  price: null,
  ...more,
});
const link = ({ id }: Pick<DocumentRecord, 'id'>, output: OutputRecord) => ({
  url: `https://a.example/${id}/${output.id}`,
  expiresAt: NOW,
});

test('a document has exactly the members of the contract', () => {
  const shown = presentDocument(record(), link);
  documentSchema.strict().parse(shown);
  assert.deepEqual(
    [shown.id, shown.expires_at, shown.created_at, shown.outputs?.length],
    [ID, '2026-11-20T12:00:00.123Z', '2026-11-20T12:00:00.123Z', 2],
  );
  // nothing of the inside is reported
  assert.equal(/org_|prj_|secret|attempt/.test(JSON.stringify(shown)), false);
});

test('outputs appear once the document has finished, and only then', () => {
  for (const status of STATUSES) {
    const shown = presentDocument(record({ status, outputs: [PDF] }), link);
    assert.equal(shown.outputs !== undefined, !['queued', 'running'].includes(status), status);
  }
});

test('after deletion nothing that was content is left', () => {
  const shown = presentDocument(record({ contentDeletedAt: NOW }), link);
  documentSchema.strict().parse(shown);
  assert.deepEqual(
    [shown.name, shown.metadata, 'outputs' in shown, shown.content_deleted_at, shown.status, shown.pages],
    [null, {}, false, NOW.toISOString(), 'ready', 1],
  );
});

test('only pictures of pages have a page and a size', () => {
  const [pdf, picture] = presentOutputs(record(), link);
  assert.deepEqual(Object.keys(pdf ?? {}), ['id', 'kind', 'content_type', 'bytes', 'url', 'expires_at']);
  assert.deepEqual([picture?.page, picture?.width, picture?.height], [1, 1240, 1754]);
  assert.deepEqual([picture?.width_pt, picture?.height_pt], [595.28, 841.89]);
});

test('files and lists have the shapes of the contract', () => {
  const file: FileRecord = {
    id: 'file_01HZZZZZZZZZZZZZZZZZZZZZZZ',
    orgId: 'org_1',
    projectId: 'prj_1',
    filename: 'a.txt',
    contentType: 'text/plain',
    bytes: 1,
    sha256: 'a'.repeat(64),
    pages: null,
    key: 'k',
    createdAt: NOW,
  };
  fileSchema.strict().parse(presentFile(file));
  const page = presentList({ data: [file], hasMore: true }, presentFile);
  listSchemaOf(fileSchema).strict().parse(page);
  assert.deepEqual([page.first_id, page.last_id, page.has_more], [file.id, file.id, true]);
  assert.deepEqual(presentList({ data: [], hasMore: false }, presentFile), {
    object: 'list',
    data: [],
    first_id: null,
    last_id: null,
    has_more: false,
  });
});
