/**
 * What is before every endpoint, in the order of decisions §8: key (401), a path that cannot be (404), rate (429),
 * media type (415). Size (413) and fields (422) follow once the body is read.
 */
import type { FastifyRequest } from 'fastify';
import { createRateWindow, type RateWindow } from '../accounts/rate-window.ts';
import { Refusal } from '../base/refusal.ts';
import { PATH_PARAMETERS, type Endpoint } from '../api/endpoints.ts';
import { parseDryRun } from '../api/queries.ts';
import type { Project } from '../ports/account-store.ts';
import type { ServerOptions } from './server-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the key speaks for; null on routes without a key. */
    owner: Project | null;
  }
}

export interface Door {
  rate: RateWindow;
  /** @throws Refusal unauthorized, region_mismatch */
  authenticate(request: FastifyRequest): Promise<void>;
  /** Hook of an endpoint, before its body is read. @throws Refusal */
  admit(endpoint: Endpoint, options: { counted: boolean }): (request: FastifyRequest) => Promise<void>;
}

export function createDoor(options: Pick<ServerOptions, 'authenticator' | 'pipeline' | 'clock' | 'ratePerMinute'>): Door {
  const rate = createRateWindow({ documentsPerMinute: options.ratePerMinute, nowMs: () => options.clock.monotonicMs() });
  const authenticate = async (request: FastifyRequest): Promise<void> => {
    const { project } = await options.authenticator.authenticate(request.headers.authorization);
    request.owner = project;
  };
  return {
    rate,
    authenticate,
    admit:
      (endpoint, { counted }) =>
      async (request) => {
        await authenticate(request);
        checkPath(request);
        // Dry runs make nothing, so they are neither counted nor refused.
        if (counted && !parseDryRun(readQuery(request)).dryRun) {
          const owner = ownerOf(request);
          options.pipeline.checkRate(owner);
          rate.check(owner.orgId);
        }
        if (endpoint.body !== undefined) checkMediaType(request, endpoint.body.form !== undefined);
      },
  };
}

/** The project behind the key; routes behind the door have one. */
export function ownerOf(request: FastifyRequest): Project {
  if (request.owner === null) throw new Error('a route without a key asked for its owner');
  return request.owner;
}

export function readQuery(request: FastifyRequest): Record<string, unknown> {
  return typeof request.query === 'object' && request.query !== null ? { ...request.query } : {};
}

/** A parameter of the path, as the table of endpoints names it. */
export function readParameter(request: FastifyRequest, name: string): string {
  const { params } = request;
  const value: unknown =
    typeof params === 'object' && params !== null ? Object.entries(params).find(([key]) => key === name)?.[1] : undefined;
  if (typeof value !== 'string') throw new Error(`the route has no parameter ${name}`);
  return value;
}

function checkPath(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(typeof request.params === 'object' && request.params !== null ? request.params : {})) {
    const known = PATH_PARAMETERS[name];
    if (known !== undefined && !known.pattern.test(String(value)))
      throw new Refusal('not_found', 'There is nothing with this id: it is not a valid one.');
  }
}

function checkMediaType(request: FastifyRequest, takesForms: boolean): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  const mediaType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json' || (takesForms && mediaType === 'multipart/form-data')) return;
  const forms = takesForms ? ' or multipart/form-data' : '';
  throw new Refusal('unsupported_media_type', `Send the body as Content-Type: application/json${forms}.`);
}
