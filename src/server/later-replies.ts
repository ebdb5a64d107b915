/** Endpoints of the contract that are not offered yet: their fields are checked, then they answer 501 (decisions §8). */
import { Refusal } from '../base/refusal.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { checkLaterBody } from '../api/later-requests.ts';
import type { Endpoint } from '../api/endpoints.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter } from './door.ts';
import { readBody, readUpload } from './read-body.ts';
import type { ServerOptions } from './server-options.ts';

export function createLaterReply(endpoint: Endpoint, options: Pick<ServerOptions, 'pipeline'>): Reply {
  const { later } = endpoint;
  if (later === undefined) throw new Error(`${endpoint.path} has a reply of its own`);
  return async (request) => {
    if (later.body !== undefined) {
      if (request.isMultipart()) await readUpload(request);
      else checkLaterBody(later.body, parseJsonBody(readBody(request)));
    }
    if (endpoint.path.includes('{document_id}')) await options.pipeline.get(ownerOf(request), readParameter(request, 'document_id'));
    throw new Refusal('feature_unavailable', later.message);
  };
}
