/** Endpoints of artifacts for their owner: what visitors wrote, and the links to the page. */
import {
  artifactRecordSchema,
  collectionDeletedSchema,
  recordDeletedSchema,
  recordListSchema,
  recordRequestSchema,
  recordUpdateSchema,
} from '../../contract/artifact.ts';
import { collectionListSchema, documentSchema } from '../../contract/document.ts';
import { recordsQuerySchema } from '../queries.ts';
import type { Endpoint } from './endpoint.ts';

const OF_DATA = ['not_found', 'not_an_artifact', 'artifact_is_local', 'content_deleted', 'document_not_ready', 'input_invalid'] as const;
const OF_WRITES = [...OF_DATA, 'unsupported_media_type', 'payload_too_large', 'record_too_large'] as const;

export const ARTIFACTS = {
  listArtifactData: {
    method: 'GET',
    path: '/documents/{document_id}/data',
    tag: 'Artifacts',
    summary: "Collections of an artifact's data",
    description: 'Each collection with the number of its records. Records are read collection by collection.',
    answers: {
      200: { description: 'The collections, those too that the page declares and that are empty.', schema: collectionListSchema },
    },
    refusals: OF_DATA,
  },
  listArtifactRecords: {
    method: 'GET',
    path: '/documents/{document_id}/data/{collection}',
    tag: 'Artifacts',
    summary: 'Records of a collection',
    description:
      'Newest first. With `format` the whole collection as a file, oldest first: `csv` has a column for each field, and a quote before a text that a spreadsheet would take for a formula; `json` is one list of all records.',
    query: recordsQuerySchema,
    answers: {
      200: {
        description: 'One page; with `format` a file.',
        schema: recordListSchema,
        also: { 'text/csv': 'bytes' },
        headers: ['Content-Disposition'],
      },
    },
    refusals: OF_DATA,
  },
  addArtifactRecord: {
    method: 'POST',
    path: '/documents/{document_id}/data/{collection}',
    tag: 'Artifacts',
    summary: 'Add a record',
    description: 'As the owner, whatever the mode of the collection is; the fields that it declares hold for the owner too.',
    body: { json: recordRequestSchema },
    answers: { 201: { description: 'The record.', schema: artifactRecordSchema } },
    refusals: [...OF_WRITES, 'too_many_records'],
  },
  deleteArtifactCollection: {
    method: 'DELETE',
    path: '/documents/{document_id}/data/{collection}',
    tag: 'Artifacts',
    summary: 'Delete all records of a collection',
    description: 'All at once and for good. Visitors whose page writes to the collection may go on doing so.',
    answers: { 200: { description: 'What was deleted.', schema: collectionDeletedSchema } },
    refusals: OF_DATA,
  },
  updateArtifactRecord: {
    method: 'PUT',
    path: '/documents/{document_id}/data/{collection}/{record_id}',
    tag: 'Artifacts',
    summary: 'Replace a record',
    description:
      'As the owner, whatever the mode of the collection is. With `revision` only where nobody has changed the record in between: else `revision_conflict`, and nothing is written.',
    body: { json: recordUpdateSchema },
    answers: { 200: { description: 'The record.', schema: artifactRecordSchema } },
    refusals: [...OF_WRITES, 'revision_conflict'],
  },
  deleteArtifactRecord: {
    method: 'DELETE',
    path: '/documents/{document_id}/data/{collection}/{record_id}',
    tag: 'Artifacts',
    summary: 'Delete a record',
    description: 'For good, as the owner, whatever the mode of the collection is.',
    answers: { 200: { description: 'What was deleted.', schema: recordDeletedSchema } },
    refusals: OF_DATA,
  },
  revokeLinks: {
    method: 'POST',
    path: '/documents/{document_id}/revoke-links',
    tag: 'Artifacts',
    summary: 'Revoke all links to the page of an artifact',
    description: 'Links that were given out are dead at once; the outputs of the answer have a new one.',
    answers: { 200: { description: 'The document.', schema: documentSchema } },
    refusals: ['not_found', 'not_an_artifact', 'content_deleted', 'input_invalid'],
  },
} as const satisfies Record<string, Endpoint>;
