/** The request of a document comes back as its client would send it again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentJob, DocumentRecord } from '../ports/record.ts';
import { presentRequest } from './present-request.ts';

const DOCUMENT = 'doc_01JD8Y3V6QZ4T5W7X9A1B2C3D4';
const FILE = 'file_01JD8Y3V6QZ4T5W7X9A1B2C3D4';
const record = (more: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id: DOCUMENT,
  orgId: 'org_1',
  projectId: 'prj_1',
  name: 'Plan',
  title: null,
  operation: 'create',
  format: 'docx',
  type: 'report',
  mode: 'content',
  parentId: null,
  revision: 1,
  status: 'ready',
  phase: null,
  pages: 1,
  styleApplied: null,
  styleUnsupported: [],
  validationSummary: null,
  repairSummary: null,
  error: null,
  versions: { engine: '0', renderer: '0', model: null },
  metadata: {},
  retention: '30d',
  expiresAt: null,
  route: null,
  quality: null,
  artifact: null,
  contentDeletedAt: null,
  createdAt: new Date(0),
  completedAt: new Date(0),
  attempt: 1,
  outputs: [],
  price: null,
  ...more,
});
const present = (job: DocumentJob, more: Partial<DocumentRecord> = {}) => {
  const { path, body } = presentRequest(record(more), job);
  return { path, body };
};

test('a document that was made says what it was made from, and nothing that holds without saying', () => {
  const sources = [
    { kind: 'file' as const, fileId: FILE },
    { kind: 'blob' as const, key: 'secret/key', filename: 'a.png', contentType: 'image/png' },
  ];
  assert.deepEqual(present({ kind: 'create', format: null, markdown: '# Plan', sources, quality: 'auto' }, { metadata: { a: 'b' } }), {
    path: '/documents',
    body: { name: 'Plan', metadata: { a: 'b' }, retention: '30d', content: { markdown: '# Plan' }, sources: [FILE, { filename: 'a.png' }] },
  });
  assert.deepEqual(present({ kind: 'create', format: 'pdf', prompt: 'A plan', sources: [], quality: 'best' }, { name: null }), {
    path: '/documents',
    body: { retention: '30d', format: 'pdf', prompt: 'A plan', quality: 'best' },
  });
});

test('edits, reviews and versions go to the endpoints that they came from', () => {
  const file = { kind: 'document' as const, documentId: DOCUMENT };
  const operations = [{ op: 'replace_text', find: 'a', replace: 'b' }];
  assert.deepEqual(present({ kind: 'edit', file, changes: { operations, mode: 'tracked' } }), {
    path: '/edits',
    body: { name: 'Plan', retention: '30d', file: DOCUMENT, operations, mode: 'tracked' },
  });
  assert.deepEqual(present({ kind: 'edit', file, changes: { prompt: 'Shorter' } }), {
    path: '/documents',
    body: { operation: 'edit', name: 'Plan', retention: '30d', file: DOCUMENT, prompt: 'Shorter' },
  });
  assert.deepEqual(present({ kind: 'review', file: { kind: 'url', url: 'https://example.com/a.docx' } }), {
    path: '/documents',
    body: { operation: 'review', name: 'Plan', retention: '30d', file: { url: 'https://example.com/a.docx' } },
  });
  assert.equal(
    present({ kind: 'version', file: { kind: 'file', fileId: FILE } }, { parentId: 'doc_parent' }).path,
    '/documents/doc_parent/versions',
  );
});
