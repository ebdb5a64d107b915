/** Endpoints of typed edits and of versions edited by hand. */
import { documentListSchema, documentSchema } from '../../contract/document.ts';
import { compareRequestSchema } from '../compare-request.ts';
import { comparisonSchema, diffSchema, editPreviewSchema } from '../../contract/edit.ts';
import { contentSchema } from '../../contract/file.ts';
import { saveFormSchema, saveRequestSchema, versionRequestSchema } from '../../contract/version.ts';
import { editsRequestSchema } from '../edits-request.ts';
import { contentQuerySchema, diffQuerySchema, versionListQuerySchema } from '../queries.ts';
import { IDEMPOTENCY_HEADER, type Endpoint } from './endpoint.ts';

export const EDITS = {
  createEdit: {
    method: 'POST',
    path: '/edits',
    tag: 'Edits',
    summary: 'Edit a file by typed operations',
    description:
      'Needs no model. Waits for the edited document, which is a new one; all that no operation names stays byte for byte. Operations that cannot be done are rejected one by one, with the candidates that may have been meant; where none can be done, the document ends as `failed` with `edit_not_applied`. The report holds the proof in `integrity`.',
    headers: IDEMPOTENCY_HEADER,
    body: { json: editsRequestSchema },
    answers: {
      200: { description: 'With `preview: true`: what would happen.', schema: editPreviewSchema },
      201: {
        description: 'The edited document.',
        schema: documentSchema,
        headers: ['Document-Id', 'Location', 'Idempotent-Replayed'],
      },
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'service_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'idempotency_key_reused',
      'idempotency_request_in_progress',
    ],
  },
  compareFiles: {
    method: 'POST',
    path: '/compare',
    tag: 'Edits',
    summary: 'Compare two files',
    description:
      'Any two files of one format: Word and PDF files by their blocks with the words that differ, presentations by their shapes, workbooks by rows, cells and formulas. `format: docx` gives two Word files as one with tracked changes, `format: pdf` the newer of two PDF files with marks. Nothing is kept.',
    needs: 'read',
    body: { json: compareRequestSchema },
    answers: {
      200: {
        description: 'The changes; with `format: docx` or `pdf` the file.',
        schema: comparisonSchema,
        also: { 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'bytes', 'application/pdf': 'bytes' },
        headers: ['Content-Disposition', 'Not-Tracked'],
      },
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'service_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
    ],
  },
  getContent: {
    method: 'GET',
    path: '/documents/{document_id}/content',
    tag: 'Edits',
    summary: 'Read the content with its addresses',
    description:
      'Blocks, rows and cells, pictures and tracked changes of the file as it is, each with the address that operations name as `target`. Addresses mean this file: after an edit, read them again. With `query`, what it finds alone: blocks, rows or cells.',
    query: contentQuerySchema,
    answers: { 200: { description: 'The content.', schema: contentSchema } },
    refusals: ['not_found', 'content_deleted', 'document_not_ready', 'service_unavailable', 'input_invalid'],
  },
} as const satisfies Record<string, Endpoint>;

export const VERSIONS = {
  createVersion: {
    method: 'POST',
    path: '/documents/{document_id}/versions',
    tag: 'Edits',
    summary: 'Save a version edited by hand',
    description:
      'A new document with `mode: manual`, whose `parent_id` is this one; the file stays as it is. Waits for its pages; a Word file is reviewed as well.',
    body: { json: versionRequestSchema },
    answers: { 201: { description: 'The version.', schema: documentSchema, headers: ['Document-Id', 'Location'] } },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'not_found',
      'file_rejected',
      'content_deleted',
      'document_not_ready',
    ],
  },
  listVersions: {
    method: 'GET',
    path: '/documents/{document_id}/versions',
    tag: 'Edits',
    summary: 'List the versions of a document',
    description: 'The whole family: what it was edited from and all that was edited from that, oldest first.',
    query: versionListQuerySchema,
    answers: { 200: { description: 'One page.', schema: documentListSchema } },
    refusals: ['not_found', 'input_invalid'],
  },
  saveDocumentFile: {
    method: 'PUT',
    path: '/documents/{document_id}/file',
    tag: 'Edits',
    summary: "Save a document's file by hand",
    description:
      'The file takes the place of the one that the document has, and `revision` goes up by one. Waits for its pages; a Word file is reviewed as well. Of two that save the same revision one wins, and nothing of the other is written.',
    body: { json: saveRequestSchema, form: saveFormSchema },
    answers: { 200: { description: 'The document.', schema: documentSchema } },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'not_found',
      'file_rejected',
      'file_too_large',
      'docx_invalid',
      'content_deleted',
      'document_not_ready',
      'revision_conflict',
      'processing_failed',
    ],
  },
  diffDocument: {
    method: 'GET',
    path: '/documents/{document_id}/diff',
    tag: 'Edits',
    summary: 'Compare two versions',
    description:
      'What differs, block by block; `from` is the document that it is compared with, its parent where absent. `format=docx` gives two Word files as one with tracked changes.',
    query: diffQuerySchema,
    answers: {
      200: {
        description: 'The changes; with `format=docx` the file.',
        schema: diffSchema,
        also: { 'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'bytes' },
        headers: ['Content-Disposition', 'Not-Tracked'],
      },
    },
    refusals: ['not_found', 'input_invalid', 'content_deleted', 'document_not_ready', 'service_unavailable', 'file_rejected'],
  },
} as const satisfies Record<string, Endpoint>;
