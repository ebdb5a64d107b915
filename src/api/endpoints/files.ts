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
import { OF_BODY, OF_ONE, type Endpoint } from './endpoint.ts';

/** How reading a file may end. */
const OF_READING = [
  'file_rejected',
  'file_too_large',
  'feature_unavailable',
  'content_deleted',
  'document_not_ready',
  'processing_failed',
] as const;

export const FILES = {
  createFile: {
    method: 'POST',
    path: '/files',
    tag: 'Files',
    summary: 'Upload a file',
    description: 'As the field `file` of a form, by its address, or as base64. Up to 20 MB.',
    body: { json: fileRequestSchema, form: uploadFormSchema },
    answers: { 201: { description: 'The file.', schema: fileSchema } },
    refusals: [...OF_BODY, 'file_rejected', 'file_too_large', 'service_unavailable'],
  },
  listFiles: {
    method: 'GET',
    path: '/files',
    tag: 'Files',
    summary: 'List files',
    description: 'Files that were uploaded to the project of the key and are still kept.',
    query: fileListQuerySchema,
    answers: { 200: { description: 'One page, newest first.', schema: fileListSchema } },
    refusals: ['input_invalid'],
  },
  getFile: {
    method: 'GET',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Read a file',
    description: 'Its name, kind, size, SHA-256 and number of pages. The bytes are not given back.',
    answers: { 200: { description: 'The file.', schema: fileSchema } },
    refusals: OF_ONE,
  },
  deleteFile: {
    method: 'DELETE',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Delete a file',
    description: 'Its bytes are gone at once. Documents made from it keep what they took over.',
    answers: { 200: { description: 'What was deleted.', schema: deletedFileSchema } },
    refusals: OF_ONE,
  },
} as const satisfies Record<string, Endpoint>;

export const EXTRACTIONS = {
  createExtraction: {
    method: 'POST',
    path: '/extract',
    tag: 'Files',
    needs: 'read',
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
    refusals: ['rate_limited', 'not_found', ...OF_BODY, ...OF_READING],
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
    refusals: [...OF_ONE, ...OF_READING],
  },
} as const satisfies Record<string, Endpoint>;
