/** Endpoints of uploaded files, and of files that are read into Markdown. */
import {
  deletedFileSchema,
  extractRequestSchema,
  extractionSchema,
  fileListSchema,
  fileRequestSchema,
  fileSchema,
  queuedExtractionSchema,
  uploadFormSchema,
} from '../../contract/file.ts';
import { extractQuerySchema, fileListQuerySchema } from '../queries.ts';
import type { Endpoint } from './endpoint.ts';

export const FILES = {
  createFile: {
    method: 'POST',
    path: '/files',
    tag: 'Files',
    summary: 'Upload a file',
    description: 'As the field `file` of a form, by its address, or as base64. Up to 20 MB.',
    body: { json: fileRequestSchema, form: uploadFormSchema },
    answers: { 201: { description: 'The file.', schema: fileSchema } },
    refusals: ['unsupported_media_type', 'payload_too_large', 'input_invalid', 'file_rejected', 'file_too_large', 'service_unavailable'],
  },
  listFiles: {
    method: 'GET',
    path: '/files',
    tag: 'Files',
    summary: 'List files',
    query: fileListQuerySchema,
    answers: { 200: { description: 'One page, newest first.', schema: fileListSchema } },
    refusals: ['input_invalid'],
  },
  getFile: {
    method: 'GET',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Read a file',
    answers: { 200: { description: 'The file.', schema: fileSchema } },
    refusals: ['not_found', 'input_invalid'],
  },
  deleteFile: {
    method: 'DELETE',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Delete a file',
    answers: { 200: { description: 'What was deleted.', schema: deletedFileSchema } },
    refusals: ['not_found', 'input_invalid'],
  },
} as const satisfies Record<string, Endpoint>;

export const EXTRACTIONS = {
  createExtraction: {
    method: 'POST',
    path: '/extract',
    tag: 'Files',
    summary: 'Read a file into Markdown',
    description:
      'Any of the four references to a file, or the field `file` of a form. Headings, lists and tables are kept; one section per slide or sheet. Nothing of the file or its text is kept. Work beyond ten seconds is queued: fetch it at `Location`.',
    query: extractQuerySchema,
    body: { json: extractRequestSchema, form: uploadFormSchema },
    answers: {
      200: { description: 'The text.', schema: extractionSchema },
      202: {
        description: 'The work goes on; `Location` says where its result will be.',
        schema: queuedExtractionSchema,
        headers: ['Location', 'Retry-After'],
      },
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'feature_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'processing_failed',
    ],
  },
  getExtraction: {
    method: 'GET',
    path: '/extractions/{extraction_id}',
    tag: 'Files',
    summary: 'Fetch a queued extraction',
    description: 'The result is given once; one that nobody fetches is gone after an hour. A failed extraction answers its problem once.',
    answers: {
      200: { description: 'The text.', schema: extractionSchema },
      202: { description: 'The work goes on.', schema: queuedExtractionSchema, headers: ['Location', 'Retry-After'] },
    },
    refusals: [
      'not_found',
      'input_invalid',
      'file_rejected',
      'feature_unavailable',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'processing_failed',
    ],
  },
} as const satisfies Record<string, Endpoint>;
