/**
 * Every endpoint of the contract as one row: the server registers its routes from this table and OpenAPI is written from
 * it, so that neither can forget one. What a row answers is given by schemas of contract/; what it refuses, by codes.
 */
import { COLLECTION_NAME, RECORD_ID } from '../contract/artifact.ts';
import { DELIVERY_ID, DOCUMENT_ID, FILE_ID, KEY_ID, REQUEST_ID, WEBHOOK_ID } from '../contract/ids.ts';
import { MONTH } from '../contract/money.ts';
import { ARTIFACTS } from './endpoints/artifacts.ts';
import { DASHBOARD } from './endpoints/dashboard.ts';
import { DOCUMENTS } from './endpoints/documents.ts';
import { EDITS, VERSIONS } from './endpoints/edits.ts';
import type { Endpoint as EndpointRow } from './endpoints/endpoint.ts';
import { FILLS } from './endpoints/fills.ts';
import { EXTRACTIONS, FILES } from './endpoints/files.ts';
import type { Permission } from '../contract/vocabulary.ts';
import { MONEY } from './endpoints/money.ts';
import { WEBHOOKS } from './endpoints/webhooks.ts';

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
  | keyof typeof WEBHOOKS
  | keyof typeof MONEY;
export const ENDPOINTS: Readonly<Record<OperationId, Endpoint>> = {
  ...DOCUMENTS,
  ...ARTIFACTS,
  ...FILES,
  ...EXTRACTIONS,
  ...EDITS,
  ...FILLS,
  ...VERSIONS,
  ...WEBHOOKS,
  ...MONEY,
};

/** All rows with their own types, for the dashboard, whose client is inferred from them. */
export type EndpointTable = typeof DOCUMENTS &
  typeof ARTIFACTS &
  typeof FILES &
  typeof EXTRACTIONS &
  typeof EDITS &
  typeof FILLS &
  typeof VERSIONS &
  typeof WEBHOOKS &
  typeof MONEY &
  typeof DASHBOARD;

export type DashboardId = keyof typeof DASHBOARD;
/** Those that take a signed-in user only. */
export const DASHBOARD_ENDPOINTS: Readonly<Record<DashboardId, Endpoint>> = DASHBOARD;

/** What an endpoint asks of its caller. */
export function needsOf({ needs, method, path }: Endpoint): Permission {
  if (needs !== undefined) return needs;
  if (method === 'GET') return 'read';
  // webhooks carry what happens in a project out of it
  return path.startsWith('/webhook-endpoints') ? 'configure' : 'write';
}

/** Parameters of paths: the pattern that an id must have, since a malformed one is `404 not_found`. */
export const PATH_PARAMETERS: Readonly<Record<string, { pattern: RegExp; description: string }>> = {
  document_id: { pattern: DOCUMENT_ID, description: 'Id of a document.' },
  file_id: { pattern: FILE_ID, description: 'Id of a file.' },
  collection: { pattern: COLLECTION_NAME, description: 'Name of a collection.' },
  record_id: { pattern: RECORD_ID, description: 'Id of a record.' },
  extraction_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of an extraction.' },
  request_id: { pattern: REQUEST_ID, description: 'Id of a request.' },
  key_id: { pattern: KEY_ID, description: 'Id of an API key.' },
  user_id: { pattern: /^usr_[0-9A-Z]{1,64}$/, description: 'Id of a user.' },
  session_id: { pattern: /^ses_[0-9A-Z]{1,64}$/, description: 'Id of a session.' },
  invitation_id: { pattern: /^inv_[0-9A-Z]{1,64}$/, description: 'Id of an invitation.' },
  endpoint_id: { pattern: WEBHOOK_ID, description: 'Id of a webhook endpoint.' },
  month: { pattern: MONTH, description: 'A month, such as 2026-11.' },
  delivery_id: { pattern: DELIVERY_ID, description: 'Id of a delivery.' },
};
