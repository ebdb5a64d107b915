/**
 * Every endpoint of the contract as one row: the server registers its routes from this table and OpenAPI is written from
 * it, so that neither can forget one. What a row answers is given by schemas of contract/; what it refuses, by codes.
 */
import { COLLECTION_NAME, RECORD_ID } from '../contract/artifact.ts';
import { DOCUMENT_ID, FILE_ID } from '../contract/ids.ts';
import { ARTIFACTS } from './endpoints/artifacts.ts';
import { DOCUMENTS } from './endpoints/documents.ts';
import { EDITS, VERSIONS } from './endpoints/edits.ts';
import type { Endpoint as EndpointRow } from './endpoints/endpoint.ts';
import { FILLS } from './endpoints/fills.ts';
import { EXTRACTIONS, FILES } from './endpoints/files.ts';
import { LATER } from './endpoints/webhooks.ts';

/** A row as other rooms know it. */
export type Endpoint = EndpointRow;
export type OperationId =
  | keyof typeof DOCUMENTS
  | keyof typeof ARTIFACTS
  | keyof typeof FILES
  | keyof typeof EXTRACTIONS
  | keyof typeof EDITS
  | keyof typeof FILLS
  | keyof typeof VERSIONS
  | keyof typeof LATER;
/** Endpoints that have no handler of their own: they check, then answer 501. */
export type LaterId = keyof typeof LATER;
export const ENDPOINTS: Readonly<Record<OperationId, Endpoint>> = {
  ...DOCUMENTS,
  ...ARTIFACTS,
  ...FILES,
  ...EXTRACTIONS,
  ...EDITS,
  ...FILLS,
  ...VERSIONS,
  ...LATER,
};

/** Parameters of paths: the pattern that an id must have, since a malformed one is `404 not_found`. */
export const PATH_PARAMETERS: Readonly<Record<string, { pattern: RegExp; description: string }>> = {
  document_id: { pattern: DOCUMENT_ID, description: 'Id of a document.' },
  file_id: { pattern: FILE_ID, description: 'Id of a file.' },
  collection: { pattern: COLLECTION_NAME, description: 'Name of a collection.' },
  record_id: { pattern: RECORD_ID, description: 'Id of a record.' },
  extraction_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of an extraction.' },
  endpoint_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of a webhook endpoint.' },
  delivery_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of a delivery.' },
};
